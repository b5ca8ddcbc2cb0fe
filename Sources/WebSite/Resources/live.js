"use strict";

// Keeps an open page up to date: follows the stream that its main element
// names, brings the page into each new form without replacing what stays, and
// says in words whether it is connected.
{
  const main = document.getElementById("main");

  // The connection, in milliseconds
  const SILENCE = 40_000, PATIENCE = 10_000, HIDDEN = 60_000, RESYNC = 5_000;
  const FIRST_RETRY = 2_000, LAST_RETRY = 30_000;
  let source, lostAt, retry = FIRST_RETRY, nextResync = 0;
  const timers = {};
  const stop = name => clearTimeout(timers[name]);
  const start = (name, delay, action) => { stop(name); timers[name] = setTimeout(action, delay); };
  const expectWithin = delay => start("silence", delay, () => { lost(); connect(); });
  const disconnect = () => { source?.close(); stop("silence"); stop("retry"); };

  function connect() {
    disconnect();
    if (document.hidden || !main?.dataset.live) return;
    source = new EventSource(`${main.dataset.live}&version=${encodeURIComponent(main.dataset.version)}`);
    const actions = { open: opened, error: failed, beat() {}, patch, go };
    for (const [name, action] of Object.entries(actions))
      source.addEventListener(name, event => { expectWithin(SILENCE); action(event); });
    expectWithin(PATIENCE);
  }

  function opened() {
    stop("offline");
    [lostAt, retry] = [undefined, FIRST_RETRY];
    say("live", "Live");
  }

  // The browser connects again by itself, but not after a refusal.
  function failed() {
    lost();
    if (source.readyState !== EventSource.CLOSED) return;
    disconnect();
    start("retry", retry + Math.random() * 1_000, connect);
    retry = Math.min(retry * 2, LAST_RETRY);
  }

  function lost() {
    if (lostAt) return;
    lostAt = new Date().toTimeString().slice(0, 5);
    say("reconnecting", "Reconnecting…");
    start("offline", PATIENCE, () => say("offline", `Offline since ${lostAt}`));
  }

  // Writes only what is new: whatever is written is read out.
  function say(state, words) {
    const status = document.getElementById("live");
    if (!status || status.dataset.state === state) return;
    status.dataset.state = state;
    status.hidden = false;
    status.textContent = words;
  }

  // What the server sends
  const asItIs = { createHTML: html => html };
  const policy = globalThis.trustedTypes?.createPolicy("fieldguide-live", asItIs) ?? asItIs;

  function patch({ data, lastEventId }) {
    const elements = parse(data);
    const nexts = elements.filter(next => attribute(next, "id"));
    const olds = nexts.map(next => document.getElementById(attribute(next, "id")));
    if (olds.includes(null)) return resync();
    if (elements[0]?.nodeName === "TITLE") document.title = elements[0].textContent;
    keepFocus(() => olds.forEach((old, at) => become(old, nexts[at], old.closest("form"))));
    [...document.forms].forEach(remember);
    main.dataset.version = lastEventId;
    document.dispatchEvent(new CustomEvent("live:patched"));
  }

  // In a template, a row of a table may stand alone.
  function parse(html) {
    const parsed = new DOMParser().parseFromString(policy.createHTML(`<template>${html}</template>`), "text/html");
    const { content } = parsed.querySelector("template");
    content.querySelectorAll("script").forEach(script => script.remove());
    return [...content.children];
  }

  // The page is not what the server believes it to be: asks for all of it.
  function resync() {
    main.dataset.version = "";
    disconnect();
    start("retry", nextResync - Date.now(), connect);
    nextResync = Math.max(nextResync, Date.now()) + RESYNC;
  }

  function go({ data }) {
    if (!/^\/(?![/\\])[!-~]*$/.test(data)) return;
    const [form] = filledIn(document);
    if (form) announce(form, data); else location.replace(data);
  }

  // A form that is being filled in stays as it is. If there is a newer version, a notice says so.
  const NOTICE = `<p class="notice" role="status"><span>There is a newer version of this form.</span> <a>Reload</a></p>`;
  const CONTROLS = "input:not([type=submit]), select, textarea";
  const notices = new WeakMap(), served = new WeakMap();
  const remember = form => served.has(form) || served.set(form, form.outerHTML);
  const withdraw = form => { notices.get(form)?.remove(); notices.delete(form); };
  const filledIn = node => [...document.forms].filter(form => node.contains(form) && isFilledIn(form));
  const stays = node => filledIn(node).map(form => announce(form)).length > 0;
  const reset = form => HTMLFormElement.prototype.reset.call(form); // A control may be named "reset".
  const entered = ({ value, checked, selectedOptions = [] }) =>
    [value, checked, ...Array.from(selectedOptions, option => option.index)].join("\n");

  function isFilledIn(form) {
    // Whoever answers a question about one version has read that version.
    if (form.matches("[role=alertdialog] form:has([name=version])")) return true;
    const focused = document.activeElement;
    if (form.contains(focused) && focused.matches(CONTROLS)) return true;
    const copy = form.cloneNode(true);
    reset(copy);
    const defaults = copy.querySelectorAll(CONTROLS);
    return [...form.querySelectorAll(CONTROLS)].some((one, at) => entered(one) !== entered(defaults[at]));
  }

  function announce(form, href = location.pathname + location.search) {
    if (!notices.has(form)) form.before(notices.set(form, parse(NOTICE)[0]).get(form));
    notices.get(form).lastChild.href = href;
  }

  // Makes of an old node what the next one is, without replacing it.
  function become(old, next, form = old.nodeName === "FORM" ? old : null) {
    const isNew = () => (served.get(old) ?? old.outerHTML) !== next.outerHTML;
    if (form && isFilledIn(form)) return isNew() ? announce(form) : withdraw(form);
    if (old.nodeName !== next.nodeName) return stays(old) || old.replaceWith(document.importNode(next, true));
    if (!old.attributes) return old.data === next.data || (old.data = next.data);
    const isReaders = name => name === "open" ? old.nodeName === "DETAILS"
      : name === "tabindex" && old === document.activeElement;
    for (const { name } of [...old.attributes]) if (!next.hasAttribute(name) && !isReaders(name)) old.removeAttribute(name);
    for (const { namespaceURI, name, value } of next.attributes)
      if (attribute(old, name) !== value && !isReaders(name)) old.setAttributeNS(namespaceURI, name, value);
    arrange(old, [...next.childNodes]);
    if (form) { withdraw(form); reset(form); served.set(old, next.outerHTML); }
  }

  function arrange(parent, nexts) {
    const said = [...parent.childNodes].map(node => notices.get(node));
    const olds = [...parent.childNodes].filter(node => !said.includes(node));
    const pairs = pairUp(olds, nexts), kept = new Set(pairs.values());
    for (const [next, old] of pairs) become(old, next);
    const nodes = nexts.map(next => pairs.get(next) ?? document.importNode(next, true));
    const placeAfter = at => nodes.indexOf(olds.slice(0, at).findLast(one => nodes.includes(one))) + 1;
    olds.forEach((old, at) => kept.has(old) || !stays(old) || nodes.splice(placeAfter(at), 0, old));
    const all = nodes.flatMap(node => notices.has(node) ? [notices.get(node), node] : [node]);
    for (const node of [...parent.childNodes]) if (!all.includes(node)) node.remove();
    // What has the focus would lose it by moving: the others move around it.
    const still = all.findIndex(node => node.contains(document.activeElement));
    for (let at = still - 1; at >= 0; at--) if (all[at].nextSibling !== all[at + 1]) all[at + 1].before(all[at]);
    for (let at = still + 1; at < all.length; at++) {
      const place = at ? all[at - 1].nextSibling : parent.firstChild;
      if (all[at] !== place) parent.insertBefore(all[at], place);
    }
  }

  // Which of the old nodes becomes which of the next ones: the first they share a mark with
  function pairUp(olds, nexts) {
    const pairs = new Map(), taken = new Set();
    for (const rank of [0, 1, 2]) {
      const free = {};
      for (const old of olds) if (!taken.has(old)) (free[marks(old)[rank]] ??= []).push(old);
      for (const next of nexts) {
        const mark = marks(next)[rank], old = mark && !pairs.has(next) && free[mark]?.shift();
        if (old) { pairs.set(next, old); taken.add(old); }
      }
    }
    return pairs;
  }

  // A node without an id is known by where it leads, else by its class, else by its name.
  const attribute = (node, name) => node?.getAttribute?.(name);
  function marks(node) {
    const [id, href, action, style] = ["id", "href", "action", "class"].map(name => attribute(node, name));
    const values = id ? [`id ${id}`] : [href ?? action ?? attribute(node.firstElementChild, "href"), style, "any"];
    return values.map(value => value && `${node.nodeName} ${value}`);
  }

  function keepFocus(change) {
    const focused = document.activeElement, around = [];
    for (let one = focused; one; one = one.parentElement) around.push(one);
    change();
    const holds = one => one.isConnected && !one.matches(":disabled") && !one.closest("[hidden], [inert]");
    if (holds(focused)) return;
    const place = around.find(one => attribute(one, "id") && holds(one)) ?? main;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }

  const wake = () => source?.readyState === EventSource.OPEN || connect();
  const sleep = () => start("hidden", HIDDEN, () => document.hidden && disconnect());
  document.addEventListener("visibilitychange", () => document.hidden ? sleep() : wake());
  addEventListener("online", wake);
  addEventListener("pageshow", event => event.persisted && connect());
  addEventListener("pagehide", disconnect);
  [...document.forms].forEach(remember);
  connect();
}
