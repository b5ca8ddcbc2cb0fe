"use strict";

// Keeps an open page up to date: subscribes to the event stream that its main element names, morphs
// the page into each new version without replacing unchanged elements, and shows the state of the
// connection. Shows other addresses of the page without a reload.
{
  const main = document.getElementById("main");

  // Nodes: the members of one that may be a form, whose controls hide those with their names
  const get = (node, name) => node && Reflect.get(Object.getPrototypeOf(node), name, node);
  const call = (node, name, ...values) => get(node, name).apply(node, values);
  const attribute = (node, name) => get(node, "getAttribute")?.call(node, name);
  const find = (node, selector) => [...call(node, "querySelectorAll", selector)];

  // Addresses: the shown one, and the position after a post that the server of the stream has to
  // reach, which is not part of the page's address.
  const seen = new URLSearchParams(location.search).get("seen");
  const withoutSeen = href => href.replace(/([?&])seen=\d+(&|(?=#|$))/, (_, first, last) => last && first);
  const withSeen = address => seen ? `${address}${address.includes("?") ? "&" : "?"}seen=${seen}` : address;
  const addressOf = ({ pathname, search }) => pathname + search;
  if (seen && main?.dataset.live) history.replaceState(history.state, "", withoutSeen(location.href));
  let shown = addressOf(location);

  // Timers, by their names; all times in milliseconds
  const timers = {};
  const stop = name => clearTimeout(timers[name]);
  const start = (name, delay, action) => { stop(name); timers[name] = setTimeout(action, delay); };

  // The strip of state at the foot of the window: one state at a time. Other scripts report
  // theirs by the event "live:said", with a text and the address of a link.
  const PATIENCE = 10_000, RETRY = 3_000;
  const strip = document.getElementById("live");
  let lostAt;

  function opened() {
    stop("offline");
    if (!lostAt && strip?.dataset.state) return;
    lostAt = undefined;
    showStatus("live", "Live");
  }

  // A short interruption is none, unless the browser knows that there is no network.
  function lost() {
    if (lostAt && (navigator.onLine || strip?.dataset.state === "offline")) return;
    lostAt ??= new Date().toTimeString().slice(0, 5);
    const sayOffline = () => showStatus("offline", `Offline since ${lostAt}`);
    if (!navigator.onLine) return sayOffline();
    showStatus("reconnecting", "Reconnecting…");
    start("offline", PATIENCE, sayOffline);
  }

  // What a visitor wants needs the network: the page stays as it is.
  function away() {
    lost();
    stop("offline");
    showStatus("offline", `Offline. Shown is the state of ${lostAt}.`);
    if (main?.dataset.live) connect(); else start("retry", RETRY, () => fetch("/healthz").then(opened, away));
  }

  // Fields stay as they are, so that nothing is lost that was typed; buttons need the network.
  // Writes changes only: screen readers announce every write.
  function showStatus(state, text, href) {
    for (const one of find(document, "form :is(button:not([type=button]), [type=submit])"))
      one.ariaDisabled = state === "offline" ? "true" : null;
    if (!strip || state !== "said" && strip.dataset.state === state && strip.firstChild?.textContent === text) return;
    strip.dataset.state = state;
    strip.hidden = state === "live" && !main?.dataset.live;
    strip.replaceChildren(...parse(`<span></span>${href ? "<a>Show</a>" : ""}`));
    strip.firstChild.textContent = text;
    if (href) strip.lastChild.href = href;
  }

  document.addEventListener("live:said", ({ detail: { text, href } }) => {
    if (lostAt) return;
    showStatus("said", text, href);
    stop("said");
    if (!href) start("said", PATIENCE, () => strip?.dataset.state === "said" && showStatus("live", "Live"));
  });
  document.addEventListener("live:patched", ({ detail }) => {
    if (detail?.isVisit && strip?.dataset.state === "said") showStatus("live", "Live");
  });

  // The worker stays on a page while the network is away. Pages without one, which are not
  // encrypted, try the network before a link or a form leaves them.
  const worker = navigator.serviceWorker;
  let isTried = false;

  async function tryFirst(event, go) {
    if (isTried || event.defaultPrevented || worker && (worker.controller || !lostAt && navigator.onLine)) return;
    event.preventDefault();
    try {
      await fetch("/healthz");
      isTried = true;
      go();
    } catch {
      away();
    }
    isTried = false;
  }

  addEventListener("click", event => {
    const link = call(event.target, "closest", "a[href]:not([target], [href^='#'])");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey)
      tryFirst(event, () => link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })));
  });
  addEventListener("submit", event => tryFirst(event, () => call(event.target, "requestSubmit", event.submitter)));
  worker?.addEventListener("message", ({ data }) => data === "away" && away());
  addEventListener("load", () => worker?.register(policy.createScriptURL("/service-worker.js")).catch(() => {}));

  // The connection: an event stream, or polling
  const SILENCE = 40_000, TIMEOUT = 10_000, RESYNC = 5_000, POLL = 1_500;
  const FIRST_RETRY = 2_000, LAST_RETRY = 30_000;
  let source, isLeft, retry = FIRST_RETRY, nextResync = 0;
  const expectWithin = delay => start("silence", delay, () => { lost(); connect(); });
  const disconnect = () => { source?.close(); stop("silence"); stop("retry"); };

  // Over HTTP/1.1, all windows of a browser share six connections. So at most four of them have
  // a stream, each with a lock, which ends with its window. The others poll, until one is free.
  const LOCKS = 4;
  const isLimited = navigator.locks && !performance.getEntries().some(one => /^h\d/.test(one.nextHopProtocol));
  let unlock, isLocking;
  const release = () => { unlock?.(); unlock = undefined; };
  const lock = name => new Promise(done => navigator.locks.request(name, { ifAvailable: true }, lock => {
    done();
    return lock && new Promise(free => { unlock = free; });
  }).catch(done));

  async function connect() {
    disconnect();
    const isAway = () => document.hidden || isLeft || !main?.dataset.live;
    if (isLocking) return;
    isLocking = true;
    for (let at = 0; isLimited && !unlock && !isAway() && at < LOCKS; at++) await lock(`live ${at}`);
    isLocking = false;
    if (isAway()) release(); else if (unlock || !isLimited) subscribe(); else poll();
  }

  async function poll() {
    const controller = new AbortController();
    source = { close: () => controller.abort() };
    expectWithin(TIMEOUT);
    try {
      const page = await load(shown, controller.signal, main.dataset.version);
      stop("silence");
      reached();
      if (page?.fits && page.address === shown) show(page);
      else if (page) {
        main.dataset.version = page.next.dataset.version;
        leave(page.address);
      }
      start("retry", POLL, connect);
    } catch {
      if (!controller.signal.aborted) { lost(); retryLater(); }
    }
  }

  function subscribe() {
    source = new EventSource(withSeen(`${main.dataset.live}&version=${encodeURIComponent(main.dataset.version)}`));
    const actions = { open: reached, error: failed, beat() {}, patch, go };
    for (const [name, action] of Object.entries(actions))
      source.addEventListener(name, event => { expectWithin(SILENCE); action(event); });
    expectWithin(TIMEOUT);
  }

  function reached() {
    retry = FIRST_RETRY;
    opened();
    if (isOwed) visit(location.href);
  }

  // The browser reconnects by itself, except after an HTTP error.
  function failed() {
    lost();
    if (source.readyState === EventSource.CLOSED) retryLater();
  }

  function retryLater() {
    disconnect();
    start("retry", retry + Math.random() * 1_000, connect);
    retry = Math.min(retry * 2, LAST_RETRY);
  }

  // The page differs from the version that the server assumes: requests all of it.
  function resync() {
    main.dataset.version = "";
    disconnect();
    start("retry", nextResync - Date.now(), connect);
    nextResync = Math.max(nextResync, Date.now()) + RESYNC;
  }

  const wake = () => source?.readyState === EventSource.OPEN || connect();
  document.addEventListener("visibilitychange", connect);
  addEventListener("online", wake);
  // The stream of a lost network would stay open; a server on this machine is still there.
  addEventListener("offline", connect);
  addEventListener("pageshow", event => { isLeft = false; if (event.persisted) connect(); });
  addEventListener("pagehide", () => { isLeft = true; connect(); });

  // Pages, as the server sends them
  const identity = { createHTML: html => html, createScriptURL: url => url };
  const policy = globalThis.trustedTypes?.createPolicy("fieldguide-live", identity) ?? identity;
  const parsePage = html => new DOMParser().parseFromString(policy.createHTML(html), "text/html");

  // A template may contain a table row without its table.
  function parse(html) {
    const { content } = parsePage(`<template>${html}</template>`).querySelector("template");
    return [...withoutScripts(content).children];
  }

  function withoutScripts(node) {
    node.querySelectorAll("script").forEach(script => script.remove());
    return node;
  }

  const AWAY = new Error("No network");

  // Loads a page, unless it still has a version.
  async function load(address, signal, version) {
    const response = await fetch(withSeen(address), { signal, headers: { Accept: "text/html" } }).catch(() => {});
    if (!response) throw AWAY;
    if (version && response.headers.get("ETag")?.includes(version)) return void response.body?.cancel();
    const page = parsePage(await response.text()), next = page.getElementById("main");
    // An address may come back, so its stream goes on.
    if (next && response.status === 404) Object.assign(next.dataset, { live: main.dataset.live, version: "" });
    if (!next?.dataset.live) throw new Error("Not a live page");
    return {
      next: withoutScripts(next), title: page.title, isFound: response.ok,
      fits: frameOf(page) === frameOf(document), address: addressOf(new URL(withoutSeen(response.url))),
    };
  }

  // The parts around the main element that a visit does not change.
  const frameOf = page => Array.from(
    page.querySelectorAll("script[src^='/'], [rel=stylesheet][href^='/'], body > .behind"),
    one => attribute(one, "src") ?? attribute(one, "href")).join();

  // Forms with edits, which are not replaced. A notice links to their new version.
  const NOTICE = `<p class="notice" role="status"><span></span> <a>Load the new version</a></p>`;
  const CONTROLS = "input:not([type=submit]), select, textarea";
  const notices = new WeakMap(), served = new WeakMap();
  const remember = form => served.has(form) || served.set(form, contentOf(form));
  const noticeOf = node => notices.get(node);
  const hideNotice = form => { notices.get(form)?.remove(); notices.delete(form); };
  const editedForms = node => [...document.forms].filter(form => call(node, "contains", form) && isEdited(form));
  const keepsEdits = node => editedForms(node).map(form => showNotice(form)).length > 0;
  const hiddenOf = form => find(form, "[type=hidden]");
  const reset = form => call(form, "reset");
  const valueOf = ({ value, checked, selectedOptions = [] }) =>
    [value, checked, ...Array.from(selectedOptions, option => option.index)].join("\n");

  // Each copy of a form that adds something has another id, which is no change.
  function contentOf(node) {
    const copy = call(node, "cloneNode", true);
    find(copy, "form:not(:has([name=version])) [type=hidden][name=id]").forEach(one => one.remove());
    return get(copy, "outerHTML");
  }

  function isEdited(form) {
    // A confirmation refers to the version that the user has read.
    if (call(form, "matches", "[role=alertdialog] form:has([name=version])")) return true;
    return find(form, CONTROLS).includes(document.activeElement) || isFilledIn(form);
  }

  function isFilledIn(form) {
    const copy = call(form, "cloneNode", true);
    reset(copy);
    const defaults = find(copy, CONTROLS);
    return find(form, CONTROLS).some((one, at) => valueOf(one) !== valueOf(defaults[at]));
  }

  function updateHidden(form, next) {
    hiddenOf(form).forEach(one => one.remove());
    call(form, "append", ...hiddenOf(next).map(one => document.importNode(one)));
    served.set(form, contentOf(next));
  }

  function showNotice(form, href = addressOf(location), subject = attribute(form, "data-subject") ?? "form") {
    if (!notices.has(form)) {
      call(form, "before", notices.set(form, parse(NOTICE)[0]).get(form));
      notices.get(form).firstChild.textContent = `This ${subject} has just been changed.`;
    }
    notices.get(form).lastChild.href = href;
  }

  // Returns true if a form has edits, so that no part of it may change.
  function keeps(form, old, next) {
    if (!isEdited(form)) return false;
    // A visitor who changes the filter by other means knows that it has changed.
    if (isVisit && attribute(form, "method") !== "post") { if (old === form) updateHidden(form, next); }
    else if ((served.get(old) ?? contentOf(old)) !== contentOf(next)) showNotice(form);
    else hideNotice(form);
    return true;
  }

  function renewed(form, old, next) {
    hideNotice(form);
    reset(form);
    served.set(old, contentOf(next));
  }

  // Morphing: an old node becomes the next one, without being replaced

  function change(olds, nexts) {
    keepFocus(() => olds.forEach((old, at) => morph(old, nexts[at], call(old, "closest", "form"))));
    [...document.forms].forEach(remember);
  }

  function morph(old, next, form = get(old, "nodeName") === "FORM" ? old : null) {
    if (form && keeps(form, old, next)) return;
    const name = get(old, "nodeName"), attributes = get(old, "attributes");
    if (name !== get(next, "nodeName")) return keepsEdits(old) || call(old, "replaceWith", document.importNode(next, true));
    if (!attributes) return old.data === next.data || (old.data = next.data);
    const isUserState = attribute => attribute === "open" ? name === "DETAILS"
      : attribute === "tabindex" && old === document.activeElement;
    for (const { name } of [...attributes]) if (!call(next, "hasAttribute", name) && !isUserState(name)) call(old, "removeAttribute", name);
    for (const { namespaceURI, name, value } of get(next, "attributes"))
      if (attribute(old, name) !== value && !isUserState(name)) call(old, "setAttributeNS", namespaceURI, name, value);
    morphChildren(old, [...get(next, "childNodes")]);
    if (form) renewed(form, old, next);
  }

  function morphChildren(parent, nexts) {
    const children = () => [...get(parent, "childNodes")];
    const shown = children().map(noticeOf);
    const olds = children().filter(node => !shown.includes(node));
    const pairs = pairUp(olds, nexts), kept = new Set(pairs.values());
    for (const [next, old] of pairs) morph(old, next);
    const nodes = nexts.map(next => pairs.get(next) ?? document.importNode(next, true));
    const placeAfter = at => nodes.indexOf(olds.slice(0, at).findLast(one => nodes.includes(one))) + 1;
    olds.forEach((old, at) => kept.has(old) || !keepsEdits(old) || nodes.splice(placeAfter(at), 0, old));
    const all = nodes.flatMap(node => noticeOf(node) ? [noticeOf(node), node] : [node]);
    for (const node of children()) if (!all.includes(node)) call(node, "remove");
    // Moving the focused node would blur it: the others move around it.
    const still = all.findIndex(node => call(node, "contains", document.activeElement));
    for (let at = still - 1; at >= 0; at--) if (get(all[at], "nextSibling") !== all[at + 1]) call(all[at + 1], "before", all[at]);
    for (let at = still + 1; at < all.length; at++) {
      const place = get(at ? all[at - 1] : parent, at ? "nextSibling" : "firstChild");
      if (all[at] !== place) call(parent, "insertBefore", all[at], place);
    }
  }

  // Pairs old nodes with next ones by the first key that they share.
  function pairUp(olds, nexts) {
    const pairs = new Map(), taken = new Set();
    for (const rank of [0, 1, 2]) {
      const free = {};
      for (const old of olds) if (!taken.has(old)) (free[keys(old)[rank]] ??= []).push(old);
      for (const next of nexts) {
        const key = keys(next)[rank], old = key && !pairs.has(next) && free[key]?.shift();
        if (old) { pairs.set(next, old); taken.add(old); }
      }
    }
    return pairs;
  }

  // The keys of a node: its id; or else its link target, its class and its name.
  function keys(node) {
    const [id, href, action, style] = ["id", "href", "action", "class"].map(name => attribute(node, name));
    const values = id ? [`id ${id}`] : [href ?? action ?? attribute(node.firstElementChild, "href"), style, "any"];
    return values.map(value => value && `${get(node, "nodeName")} ${value}`);
  }

  function keepFocus(change) {
    const focused = document.activeElement, ancestors = [];
    for (let one = focused; one; one = get(one, "parentElement")) ancestors.push(one);
    change();
    const holds = one => document.contains(one) && !call(one, "closest", ":disabled, [hidden], [inert]");
    if (holds(focused)) return;
    const place = ancestors.find(one => attribute(one, "id") && holds(one)) ?? main;
    call(place, "setAttribute", "tabindex", -1);
    call(place, "focus", { preventScroll: true });
  }

  // Events of the server

  function patch({ data, lastEventId }) {
    const elements = parse(data);
    const nexts = elements.filter(next => attribute(next, "id"));
    const olds = nexts.map(next => document.getElementById(attribute(next, "id")));
    const templates = elements.filter(one => get(one, "nodeName") === "TEMPLATE");
    const places = templates.map(({ dataset: { gone, after, before } }) => document.getElementById(gone ?? after ?? before));
    if ([...olds, ...places].includes(null)) return resync();
    if (get(elements[0], "nodeName") === "TITLE") document.title = elements[0].textContent;
    keepFocus(() => templates.forEach((template, at) => arrange(template, places[at])));
    change(olds, nexts);
    main.dataset.version = lastEventId;
    document.dispatchEvent(new CustomEvent("live:patched"));
  }

  // Inserts the rows of a template beside one, or removes that one.
  function arrange({ content, dataset }, row) {
    if (keepsEdits(call(row, "closest", "form") ?? row)) return;
    if ("gone" in dataset) call(row, "remove");
    else call(row, "after" in dataset ? "after" : "before", document.importNode(withoutScripts(content), true));
  }

  // The server names the shown address if it cannot send the difference. That is no change of what
  // a form is about.
  function go({ data }) {
    if (data !== shown || !editedForms(document).length) return leave(data);
    disconnect();
    poll();
  }

  function leave(address) {
    if (!/^\/(?![/\\])[!-~]*$/.test(address)) return;
    const [form] = editedForms(document);
    if (form) showNotice(form, address, "page"); else location.replace(address);
  }

  // Visits: the page at another of its addresses, in place. Other scripts ask for one by the event
  // "live:visit", with an address and an entry of the history: "push" or "replace". So do links
  // within an element with data-visit. One is owed while the address is another one than that of
  // the shown page, since the network was away.
  let visiting, isVisit = false, isOwed = false;

  async function visit(address, entry) {
    visiting?.abort();
    const { signal } = visiting = new AbortController();
    const url = new URL(address, location);
    try {
      if (url.origin + url.pathname !== location.origin + location.pathname) throw new Error("Another page");
      const page = await load(addressOf(url), signal);
      if (!page.isFound || !page.fits || page.address.split("?")[0] !== url.pathname) throw new Error("Another page");
      if (entry) history[`${entry}State`](null, "", page.address + url.hash);
      shown = page.address;
      isOwed = false;
      isVisit = true;
      show(page);
      isVisit = false;
      connect();
    } catch (error) {
      if (signal.aborted) return;
      if (error === AWAY) {
        isOwed ||= !entry;
        away();
        document.dispatchEvent(new Event("live:away"));
      } else if (entry) location.assign(url); else location.reload();
    }
  }

  function show({ next, title }) {
    document.title = title;
    change([main], [next]);
    document.dispatchEvent(new CustomEvent("live:patched", { detail: { isVisit } }));
  }

  document.addEventListener("live:visit", event => {
    event.preventDefault();
    visit(event.detail.address, event.detail.entry);
  });
  document.addEventListener("click", event => {
    const link = call(event.target, "closest", "[data-visit] a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (getComputedStyle(link).getPropertyValue("--no-visit")) return;
    event.preventDefault();
    visit(attribute(link, "href"), attribute(link.closest("[data-visit]"), "data-visit"));
  });
  addEventListener("popstate", () => addressOf(location) === shown || visit(location.href));

  // Dialogs: Escape and a click beside one cancel it, unless something was typed into it
  function cancel() {
    const link = document.querySelector(".dialog:not(:has(.error, .errors, .failed)) .actions a");
    if (link && !find(link.closest(".dialog"), "form").some(isFilledIn)) link.click();
  }
  // A selection of text may end beside the dialog.
  let pressed;
  addEventListener("pointerdown", ({ target }) => { pressed = target; });
  addEventListener("click", ({ target }) => target === pressed && attribute(target, "class") === "scrim" && cancel());
  addEventListener("keydown", event => event.key === "Escape" && !event.defaultPrevented && cancel());

  // A dialog is a page of its own. When it has ended, the focus goes back to what opened it: a
  // link, a button or their menu; or else to the notice of what has happened.
  function recall(name, value) {
    try {
      const last = sessionStorage[name];
      if (value) sessionStorage[name] = value; else delete sessionStorage[name];
      return last;
    } catch {}
  }

  const targetOf = one => attribute(one, "href") ?? attribute(one, "formaction") ?? attribute(one.form, "action");

  function focusOpener() {
    const opening = recall("opening");
    if (!main || main.querySelector(".dialog")) return opening && recall("opener", opening);
    const opener = recall("opener");
    if (!opener) return;
    const [path, query = ""] = opener.split("?"), dialog = query.match(/dialog=\w+/)?.[0];
    const isLike = target => target?.startsWith(`${path}?`) && (dialog ? target.includes(dialog) : path !== location.pathname);
    const all = find(main, "a[href], button").map(one => [targetOf(one), one.closest("[popover]"), one]);
    const place = [...all.filter(([target]) => target === opener), ...all.filter(([target]) => isLike(target))]
      .map(([, menu, one]) => menu ? document.querySelector(`[popovertarget="${menu.id}"]`) : one)
      .find(one => one?.checkVisibility()) ?? main.querySelector(".notice[role=status]");
    if (place?.matches("p, div")) place.tabIndex = -1;
    place?.focus();
  }

  addEventListener("click", ({ target }) => {
    const opener = call(target, "closest", "main a[href], main button");
    if (opener && !opener.closest(".dialog")) recall("opening", targetOf(opener));
  });
  focusOpener();

  // "/" goes to the field of the page, or else to the search of the site
  addEventListener("keydown", event => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
    const field = document.querySelector(".search-field input");
    event.preventDefault();
    if (field) field.focus(); else document.querySelector(".seek")?.click();
  });

  // Times: in the zone of the address, or that was chosen last, or else the visitor's. The server
  // writes UTC into a page that is the same for all. Changes are grouped by the days of the server,
  // and keep its zone.
  const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
  // A day, a clock, or both, at the start of a label or alone. An hour alone is that of a chart.
  const TIME = /^(?:(\d+ [A-Z][a-z]+)( \d{4})?)?(, )?(?:(\d\d)(:\d\d)?(:\d\d)?)?( UTC[+−\d:]*)?(?=$|: )/;

  function zoneOfTimes() {
    const inAddress = () => new URLSearchParams(location.search).get("tz");
    const chosen = () => JSON.parse(localStorage.quakes).tz;
    for (const zone of [inAddress, chosen]) try { if (zone() && Intl.DateTimeFormat("en", { timeZone: zone() })) return zone(); } catch {}
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  }

  function showTimes() {
    const timeZone = zoneOfTimes();
    const format = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" });
    const offset = date => date.toLocaleString("en", { timeZone, timeZoneName: "shortOffset" }).replace(/.* GMT(\+0$)?/, " UTC").replace("-", "−");
    const write = (text, date) => text.replace(TIME, (whole, day, year, comma = "", hour, minute, second, zone) => {
      if (!day && !hour) return whole;
      const [y, m, d, h, min, s] = format.format(date).split(/[- :]/);
      const clock = hour ? h + (minute || min !== "00" ? `:${min}` : "") + (second ? `:${s}` : "") : "";
      return (day ? `${Number(d)} ${MONTHS[m - 1]}${year ? ` ${y}` : ""}` : "") + comma + clock + (zone ? offset(date) : "");
    });
    document.documentElement.dataset.zone = timeZone;
    for (const name of document.querySelectorAll("[data-times]")) name.textContent = timeZone.split("/").pop().replaceAll("_", " ");
    for (const time of document.querySelectorAll("main time[datetime*=T]:not(.log *), main [data-time]")) {
      const exact = time.dateTime ?? time.dataset.time, date = new Date(exact);
      if (time.dateTime) time.title = exact.replace("T", " ").replace("Z", " UTC");
      if (time.ariaLabel) time.ariaLabel = write(time.ariaLabel, date);
      for (const part of [time, ...time.querySelectorAll("small")])
        for (const text of part.childNodes) if (text.nodeType === Node.TEXT_NODE) text.data = write(text.data, date);
    }
  }

  document.addEventListener("live:patched", showTimes);
  showTimes();

  [...document.forms].forEach(remember);
  connect();
}
