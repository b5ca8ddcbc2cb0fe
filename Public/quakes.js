"use strict";

// Makes the page of earthquakes, which is complete without it, easier to use: a map that moves
// under the pointer, events that open in place, the visitor's time zone, notices of new events.
{
  // Shows the controls that need it, in the space that they have already.
  document.documentElement.classList.add("js");

  const find = selector => document.querySelector(selector);
  const prefersLessMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const hundredths = value => Math.round(value * 100) / 100;
  const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

  function element(name, text, properties = {}) {
    const element = Object.assign(document.createElement(name), properties);
    element.textContent = text;
    return element;
  }

  const hasModifier = event => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

  // Shows another address of the page in place: see live.js.
  function visit(address, entry) {
    const event = new CustomEvent("live:visit", { detail: { address, entry }, cancelable: true });
    if (document.dispatchEvent(event)) location.assign(address);
  }

  // Returns an address with changed query items; null removes one.
  function changed(items, from = location.href) {
    const url = new URL(from, location);
    for (const [name, value] of Object.entries({ ...items, dialog: null, notice: null }))
      if (value === null) url.searchParams.delete(name); else url.searchParams.set(name, value);
    return url.pathname + url.search.replaceAll("%2C", ",").replaceAll("%2F", "/");
  }

  // Messages, with a link to what they are about: see live.js.
  const say = (text, href) => document.dispatchEvent(new CustomEvent("live:said", { detail: { text, href } }));

  // Map. A view is a centre, a width and a height in degrees. The server draws a view; until it
  // has drawn the next one, the pictures are moved, which needs no layout. To zoom, the base is
  // scaled; dots and names keep their size.
  const SETTLED = 600, NARROWEST = 2;
  const frame = () => find("#quake-map .frame");
  const pictures = () => [...frame().querySelectorAll(":scope > svg:not(.scale)")];
  // The drawn view, the shown one, and the one that an animation leads to; the width of a
  // degree, and its height in widths
  let drawn, aside, view, goal, box, frameRequest, animatedAt, settling, pixels, stretch;
  // True while a pointer holds the map: nothing is loaded before it lets go.
  let isHeld = false;

  function readView() {
    const [x, y, width, height] = frame().dataset.view.split(",").map(Number);
    return { x, y, width, height };
  }

  // The world has edges, unless longitudes are the coordinates.
  const hasEdges = () => frame().matches(".projected");

  // Starts a movement, or continues it after the server has drawn another view.
  function measure() {
    drawn = readView();
    box = frame().getBoundingClientRect();
    const [base] = pictures();
    pixels = base.clientWidth / drawn.width;
    stretch = base.clientHeight / drawn.height / pixels;
    for (const picture of pictures())
      if (!served.has(picture) || served.get(picture).view !== frame().dataset.view)
        served.set(picture, { view: frame().dataset.view, viewBox: picture.getAttribute("viewBox"), places: placesOf(picture) });
    // A narrow frame shows one side of the drawn view, or its middle.
    const side = frame().matches(".west") ? -1 : frame().matches(".east") ? 1 : 0;
    aside = (drawn.width - box.width / pixels) / 2 * side;
    view ??= { x: drawn.x + aside, y: drawn.y, width: box.width / pixels };
    frame().classList.add("moving");
    repeat();
  }

  const heightOf = one => one.width * box.height / box.width / stretch;

  // The world continues on both sides of a view of more than half of it.
  function repeat() {
    if (drawn.width <= 180 || hasEdges()) return;
    for (const picture of pictures()) {
      if (picture.querySelector(".copy")) continue;
      const parts = [...picture.children].filter(one => one.nodeName !== "a");
      for (const shift of [-360, 360]) {
        const copy = document.createElementNS(picture.namespaceURI, "svg");
        copy.setAttribute("class", "copy");
        copy.setAttribute("overflow", "visible");
        copy.setAttribute("x", picture.hasAttribute("viewBox") ? shift : `${shift / drawn.width * 100}%`);
        copy.append(...parts.map(one => one.cloneNode(true)));
        picture.append(copy);
      }
    }
  }

  // The limits of the server's camera.
  function limited({ x, y, width }) {
    const proportion = heightOf({ width: 1 });
    width = clamp(width, NARROWEST, Math.min(360, 180 / proportion));
    const [reach, limit] = [180 - width / 2, 90 - width * proportion / 2];
    return { x: hasEdges() ? clamp(x, -reach, reach) : x, y: clamp(y, -limit, limit), width };
  }

  // Shows a view, immediately or by an animation.
  function move(next, isAnimated = false) {
    if (!view) measure();
    goal = limited(next);
    if (!isAnimated || prefersLessMotion.matches) view = goal;
    frameRequest ??= requestAnimationFrame(draw);
    settleWithin(SETTLED);
  }

  function settleWithin(delay) {
    clearTimeout(settling);
    settling = isHeld ? undefined : setTimeout(settle, delay);
  }

  function hold(isNow) {
    isHeld = isNow;
    if (view) settleWithin(0);
  }

  function draw(now) {
    frameRequest = undefined;
    if (!view) return;
    const part = 1 - Math.exp(-Math.min(now - (animatedAt ?? now - 16), 100) / 60);
    const isNear = Math.abs(goal.width - view.width) < view.width / 500
      && Math.hypot(goal.x - view.x, goal.y - view.y) < view.width / 1_000;
    const between = name => view[name] + (goal[name] - view[name]) * (isNear ? 1 : part);
    view = { x: between("x"), y: between("y"), width: between("width") };
    animatedAt = isNear ? undefined : now;
    place();
    if (!isNear) frameRequest = requestAnimationFrame(draw);
  }

  // The view boxes and the positions of names that the server has sent.
  const served = new WeakMap(), redrawn = new WeakSet();
  const placesOf = picture => picture.matches(".names")
    ? Array.from(picture.children, text => [text, parseFloat(text.getAttribute("x")), parseFloat(text.getAttribute("y"))]) : [];

  function place() {
    if (!view) return;
    const degree = box.width / view.width;
    const scale = Math.abs(degree / pixels - 1) < 1e-6 ? 1 : degree / pixels;
    const right = ((drawn.x + aside * pixels / degree - view.x + 540) % 360 + 360) % 360 - 180, down = view.y - drawn.y;
    const offset = `translate(${right * degree}px, ${down * degree * stretch}px)`;
    for (const picture of pictures()) {
      const isMovedOnly = scale === 1 || picture.matches(".base");
      picture.style.transform = isMovedOnly ? `${offset} scale(${scale})` : "";
      if (isMovedOnly) restore(picture); else redraw(picture, scale, right, down);
    }
    hideTip();
    usePlayer.made?.follow();
  }

  // Draws dots and names at another scale.
  function redraw(picture, scale, right, down) {
    if (!served.has(picture)) return;
    const { viewBox, places } = served.get(picture);
    if (viewBox) {
      const [x, y, width, height] = viewBox.split(" ").map(Number), part = (1 - 1 / scale) / 2;
      const next = [x + width * part - right, y + height * part - down, width / scale, height / scale];
      picture.setAttribute("viewBox", next.join(" "));
    }
    for (const [text, x, y] of places) {
      text.setAttribute("x", `${50 + (x - 50 + right / drawn.width * 100) * scale}%`);
      text.setAttribute("y", `${50 + (y - 50 + down / drawn.height * 100) * scale}%`);
    }
    redrawn.add(picture);
  }

  function restore(picture) {
    if (!redrawn.has(picture)) return;
    redraw(picture, 1, 0, 0);
    redrawn.delete(picture);
  }

  // Loads the shown view, with the list and the counts that belong to it.
  function settle() {
    settling = undefined;
    const height = heightOf(goal), isUsual = Math.abs(height / goal.width - 0.5) < 0.02;
    const x = ((goal.x + 180) % 360 + 360) % 360 - 180;
    // The usual shape covers the frame.
    const size = isUsual ? [Math.min(Math.max(goal.width, height * 2), 360)] : [goal.width, height];
    const numbers = [x, goal.y, ...size].map(hundredths).join();
    if (numbers === new URLSearchParams(location.search).get("view")) rest();
    else visit(changed({ view: numbers, page: null }), "replace");
  }

  // Ends a movement, unless it has gone on since the view was loaded.
  function rest() {
    if (settling || isHeld) return;
    cancelAnimationFrame(frameRequest);
    view = goal = frameRequest = undefined;
    frame().classList.remove("moving");
    for (const picture of pictures()) {
      picture.style.transform = "";
      restore(picture);
      picture.querySelectorAll(".copy").forEach(copy => copy.remove());
    }
  }

  function zoomed(from, factor, { clientX, clientY }) {
    const right = clientX - box.x - box.width / 2, down = clientY - box.y - box.height / 2;
    const { width } = limited({ ...from, width: from.width / factor });
    const change = (from.width - width) / box.width;
    return { x: from.x + right * change, y: from.y - down * change / stretch, width };
  }

  // Returns true if the map can be zoomed so.
  function zoom(factor, point) {
    const before = (goal ?? view ?? readView()).width;
    measure();
    point ??= { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    move(zoomed(goal ?? view, factor, point), true);
    return goal.width !== before;
  }

  function pan(east, north) {
    if (!view) measure();
    const from = goal ?? view;
    move({ ...from, x: from.x + east * from.width, y: from.y + north * heightOf(from) }, true);
  }

  // Follows pointers: their centre, and their distance from it.
  function drag(before, after) {
    if (!view) measure();
    const degree = view.width / box.width;
    const next = {
      ...view, x: view.x + (before.clientX - after.clientX) * degree,
      y: view.y + (after.clientY - before.clientY) * degree / stretch,
    };
    move(before.radius && after.radius ? zoomed(next, after.radius / before.radius, after) : next);
  }

  // Goes on in a page that has changed, or ends there after a visit.
  function renew(isVisit) {
    if (!view) return;
    measure();
    place();
    if (isVisit) rest();
  }

  // Texts over the map
  const hint = text => useActions(actions => actions.hint(text), () => {});
  const hideTip = () => find("#quake-map .map-tip")?.setAttribute("hidden", "");

  // Gestures and keys on the map
  const THRESHOLD = 4;
  const pointers = new Map();
  let isDragging = false;

  const KEYS = {
    ArrowLeft: () => pan(-0.25, 0), ArrowRight: () => pan(0.25, 0),
    ArrowUp: () => pan(0, 0.25), ArrowDown: () => pan(0, -0.25),
    "+": () => zoom(2), "=": () => zoom(2), "-": () => zoom(0.5),
  };

  // The centre of the pointers, and their distance from it.
  function spread() {
    const all = [...pointers.values()], mean = name => all.reduce((sum, one) => sum + one[name], 0) / all.length;
    const centre = { clientX: mean("clientX"), clientY: mean("clientY") };
    return { ...centre, radius: Math.hypot(all[0].clientX - centre.clientX, all[0].clientY - centre.clientY) };
  }

  function dragged(event) {
    if (!pointers.has(event.pointerId)) return;
    if (!event.buttons) return released(event);
    const before = spread(), start = pointers.get(event.pointerId);
    const right = event.clientX - start.clientX, down = event.clientY - start.clientY;
    // One finger scrolls the page, unless it starts sideways.
    const isScroll = event.pointerType === "touch" && Math.abs(down) > Math.abs(right);
    if (!isDragging && pointers.size === 1 && (isScroll || Math.hypot(right, down) < THRESHOLD)) return;
    if (!isDragging) hold(isDragging = true);
    // Otherwise a link under the pointer would be clicked.
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, event);
    drag(before, spread());
  }

  function released(event) {
    pointers.delete(event.pointerId);
    if (event.type === "pointercancel" && event.pointerType === "touch") hint("Use two fingers to move the map");
    if (!pointers.size && isDragging) hold(isDragging = false);
  }

  function wheeled(event) {
    const isAsked = event.ctrlKey || event.metaKey;
    if (!isAsked && !event.currentTarget.contains(document.activeElement))
      return hint(`Use ${/Mac/.test(navigator.platform) ? "⌘" : "Ctrl"} + scroll to zoom the map, or click it first`);
    // A pinch on a touchpad comes as small steps.
    const lines = event.deltaY * [1, 16, 400][event.deltaMode] / (event.ctrlKey && Math.abs(event.deltaY) < 50 ? 50 : 240);
    const isZoomed = zoom(2 ** -clamp(lines, -1, 1), event);
    if (isAsked || isZoomed) event.preventDefault();
  }

  function pointedAt({ target }) {
    const pin = !isDragging && target.closest(".pin");
    if (pin) useActions(actions => actions.showTip(pin), () => {}); else hideTip();
  }

  const LISTENERS = {
    pointerdown(event) {
      if (event.button || event.target.closest(".tools, .card")) return;
      pointers.set(event.pointerId, event);
    },
    pointermove: dragged, pointerup: released, pointercancel: released,
    wheel: wheeled,
    touchmove(event) { if (event.touches.length > 1) event.preventDefault(); },
    dragstart: event => event.preventDefault(),
    dblclick(event) { if (!event.target.closest("a")) zoom(event.shiftKey ? 0.5 : 2, event); },
    keydown(event) {
      const action = event.target === event.currentTarget && !event.ctrlKey && !event.metaKey && !event.altKey && KEYS[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    },
    pointerover: pointedAt, focusin: pointedAt,
    focusout: hideTip, pointerleave: hideTip,
  };

  // The same listener is added once.
  function prepare(frame) {
    frame.tabIndex = 0;
    for (const [name, action] of Object.entries(LISTENERS)) frame.addEventListener(name, action, { passive: false });
  }

  // Modules, which are loaded when they are used first: the player, and the actions on events
  const tools = { find, frame, pictures, element, clamp, changed, visit, say, zoom, hasModifier, prefersLessMotion, chosen };

  function lazily(address) {
    let loading;
    return async function use(action, failed = () => say("This could not be loaded. Try again later.")) {
      try {
        loading ??= import(address).then(module => module.make(tools));
        use.made = await loading;
        action(use.made);
      } catch {
        loading = undefined;
        failed();
      }
    };
  }

  const { player, actions } = document.currentScript.dataset;
  const usePlayer = lazily(player), useActions = lazily(actions);
  // Tab is pressed before the arrow keys.
  for (const name of ["pointerdown", "keydown", "click"]) addEventListener(name, () => useActions(() => {}, () => {}), { once: true });

  // Links to other views and to events change the page in place. Going back skips other views.
  function follow(event, link) {
    const href = link.getAttribute("href"), filter = from => changed({ view: null }, from);
    const isView = filter(href) === filter(), isLayer = link.closest("#layers-list"), isEvent = link.matches(".pin, .row, .card a:not(.primary), #live a");
    if (!isView && !isLayer && !isEvent || hasModifier(event)) return;
    event.preventDefault();
    const show = () => visit(href, isView ? "replace" : "push");
    if (isEvent) useActions(actions => actions.select(event, link, show), show); else show();
  }

  document.addEventListener("click", event => {
    const link = event.target.closest("#quake-map a[href], #quake-list .row, #live a");
    if (link) return follow(event, link);
    if (event.target.closest(".near-me")) return useActions(actions => actions.findNear());
    const choice = event.target.closest("#menu-display-list a");
    if (choice) choose(choice);
    const copy = event.target.closest(".copy-link");
    if (copy) return useActions(actions => actions.copyLink(copy));
    if (event.target.closest(".player button")) usePlayer(player => player.press());
  });
  if (location.hash === "#near-me") useActions(actions => actions.findNear());
  document.addEventListener("input", ({ target }) => {
    if (target.closest(".player")) usePlayer(player => player.seek(Number(target.value)));
  });

  // Time zone

  // The zone and the unit that were chosen last, for addresses without them.
  function chosen() {
    try { return JSON.parse(localStorage.quakes); } catch { return {}; }
  }

  function choose(link) {
    const items = new URL(link.href).searchParams;
    const tz = link.closest("[role=group][data-zone]") ? items.get("tz") ?? "UTC" : chosen().tz;
    try { localStorage.quakes = JSON.stringify({ tz, units: items.get("units") }); } catch {}
  }

  // Days and months are those of the zone in which the times are written. Clock times of an address without a zone are in UTC.
  function keepChoice() {
    const items = new URLSearchParams(location.search), { units } = chosen(), choice = {};
    const { zone: timeZone } = document.documentElement.dataset;
    if (units && find("[role=group][data-zone]") && !items.has("units")) choice.units = units;
    const isOfDays = ["date", "from", "to"].some(name => (items.get(name) ?? "any") !== "any");
    if ((isOfDays || find("[data-days]")) && !items.has("tz") && /^(?!Etc).+\//.test(timeZone)) {
      choice.tz = timeZone;
      for (const [name, value] of items)
        choice[name] = value.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d/g, time =>
          new Date(`${time}Z`).toLocaleString("sv", { timeZone }).slice(0, 16).replace(" ", "T"));
    }
    const address = changed(choice) + location.hash;
    // Other days have other rows: a page of its own does not move them.
    if (choice.tz && isOfDays) location.replace(address);
    else if (Object.keys(choice).length) visit(address, "replace");
  }

  // New events

  const rows = () => [...document.querySelectorAll("#quake-list .row")];
  const timeOf = row => Date.parse(row.querySelector("time").dateTime);
  const newestTime = () => Math.max(...rows().map(timeOf));
  let newest = newestTime();

  function announce(isVisit) {
    const added = rows().filter(row => timeOf(row) > newest);
    // The first events of an empty list are no news.
    if (!isVisit && newest > 0 && added.length) useActions(actions => actions.announce(added), () => {});
    newest = Math.max(isVisit ? -Infinity : newest, newestTime());
  }

  function update(isVisit) {
    announce(isVisit);
    useActions.made?.offerZone();
    if (!frame()) return;
    prepare(frame());
    usePlayer.made?.update();
    renew(isVisit);
  }

  document.addEventListener("live:patched", event => update(event.detail?.isVisit));
  // The view that was asked for is not there: the shown one is that of the list.
  document.addEventListener("live:away", () => goal && rest());
  update(true);
  keepChoice();
}
