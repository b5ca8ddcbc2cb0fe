// What visitors do with the events of the page: select one by its dot or its row, move over them
// with the arrow keys, copy their links, and find those nearby; their own time zone, and notices
// of new events. The script of the page loads it with the first key or click, or when needed.

const REACH = 22, MOST = 6;

/** Makes the actions, with the functions of the page that they need. */
export function make({ find, frame, element, clamp, changed, visit, say, zoom, hasModifier, chosen }) {
  const card = () => find("#quake-card");
  // The dot or the row that has opened the card, and true while a card opens or closes.
  let opener, isTurning = false;

  // Follows the link of a dot, a row or the card. Of several dots at the pointer, the visitor
  // chooses one.
  function select(event, link, show) {
    if (!link.matches(".pin") || !choose(event, link)) turnTo(link, show);
  }

  function turnTo(link, show) {
    if (link.matches(".pin, .row")) opener = link;
    isTurning = true;
    show();
  }

  // The menu of the events at the pointer
  const menu = element("div", "", { className: "menu-list", popover: "auto", role: "dialog", ariaLabel: "Events here" });
  Object.assign(menu.style, { inset: "auto", maxWidth: "min(24rem, 100vw - 8px)" });
  document.body.append(menu);

  // Returns true if there are several.
  function choose({ clientX, clientY }, { ownerSVGElement }) {
    const matrix = ownerSVGElement.getScreenCTM();
    const distance = pin => {
      const [, x, y] = pin.querySelector("path").getAttribute("d").match(/M(\S+) (\S+)h/);
      const point = new DOMPoint(x, y).matrixTransform(matrix);
      return Math.hypot(point.x - clientX, point.y - clientY);
    };
    const pins = [...ownerSVGElement.querySelectorAll(".pin")].map(pin => [distance(pin), pin])
      .filter(([distance]) => distance <= REACH).sort(([one], [other]) => one - other).map(([, pin]) => pin);
    if (pins.length < 2) return false;
    menu.replaceChildren(...pins.slice(0, MOST).map(pin => {
      const href = pin.getAttribute("href");
      return item("a", nameOf(pin), () => turnTo(pin, () => visit(href, "push")), { href });
    }));
    if (pins.length > MOST) menu.append(item("button", "Zoom in", () => zoom(2, { clientX, clientY })));
    menu.showPopover();
    menu.style.left = `${clamp(clientX - menu.offsetWidth / 2, 4, innerWidth - menu.offsetWidth - 4)}px`;
    menu.style.top = `${clamp(clientY + 16, 4, innerHeight - menu.offsetHeight - 4)}px`;
    menu.firstChild.focus({ preventScroll: true });
    return true;
  }

  function item(name, text, action, properties) {
    const onclick = event => {
      if (hasModifier(event)) return;
      event.preventDefault();
      menu.hidePopover();
      action();
    };
    return element(name, text, { onclick, ...properties });
  }

  // Moves the focus into the card that has opened, or back to what had opened it, and the row into
  // view in the frame of the list. The page stays where it is, except on phones, where it is the
  // frame of the list.
  function turn() {
    if (!isTurning) return;
    isTurning = false;
    const list = find("#quake-list .rows"), isFramed = list && getComputedStyle(list).overflowY === "auto";
    for (const one of [list?.querySelector("[aria-current]"), isFramed ? null : card()])
      one?.scrollIntoView({ block: "nearest", container: isFramed ? "nearest" : "all" });
    const closed = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.querySelector("a");
    const target = card() ?? (opener?.isConnected ? opener : closed) ?? frame();
    target.focus({ preventScroll: true });
  }

  // Arrow keys move the focus over rows, the columns of a chart and the items of a menu. Escape
  // closes the card.
  function press(event) {
    const { target, key } = event;
    if (hasModifier(event) || event.defaultPrevented) return;
    if (key === "Escape" && card() && target.closest("#quake-map, #quake-list"))
      return card().querySelector(".remove").click();
    const list = target.matches(".menu") && key.startsWith("Arrow") && target.nextElementSibling;
    const group = list || target.closest(".rows, .chart svg, .menu-list");
    if (!group) return;
    const items = [...group.querySelectorAll("a, button")], at = items.indexOf(target), last = items.length - 1;
    const next = {
      ArrowUp: at < 0 ? last : at - 1, ArrowLeft: at - 1, ArrowDown: at + 1, ArrowRight: at + 1, Home: 0, End: last,
    }[key];
    if (next === undefined) return;
    event.preventDefault();
    if (list && !list.matches(":popover-open")) target.click();
    items[clamp(next, 0, last)].focus();
  }

  // Each chart is one stop of the Tab key: the column that had the focus last.
  function stop(chart, column) {
    const columns = [...chart.querySelectorAll("a")];
    column ??= columns.find(one => one === document.activeElement) ?? columns.find(one => one.ariaCurrent) ?? columns[0];
    for (const one of columns) one.tabIndex = one === column ? 0 : -1;
  }

  const stopAll = () => document.querySelectorAll(".chart svg").forEach(chart => stop(chart));

  document.addEventListener("keydown", press);
  document.addEventListener("focusin", ({ target }) => {
    const chart = target.closest(".chart svg");
    if (chart) stop(chart, target.closest("a"));
  });
  document.addEventListener("live:away", () => { isTurning = false; });
  document.addEventListener("live:patched", ({ detail }) => {
    stopAll();
    if (detail?.isVisit) turn();
  });
  stopAll();

  // Position and address

  function findNear() {
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      const near = ["me", ...[coords.latitude, coords.longitude].map(one => Number(one.toFixed(1)))].join();
      // Few places have large earthquakes every day: all magnitudes of at least a week.
      const items = new URLSearchParams(location.search), hasTime = ["past", "date", "from", "to"].some(name => items.has(name));
      visit(changed({
        near, min: null, max: null, q: null, box: null, sort: "distance", order: null, view: null, page: null, quake: null,
        ...(hasTime ? {} : { past: "week" }),
      }), "push");
    }, () => say("Your position is not available. Allow it for this site in your browser, or search for a place."),
    { maximumAge: 600_000, timeout: 15_000 });
  }

  // Copies the address of an event's page.
  async function copyLink({ dataset }) {
    const { href } = new URL(dataset.address ?? location.pathname, location);
    if (navigator.share && matchMedia("(pointer: coarse)").matches) return navigator.share({ url: href }).catch(() => {});
    try {
      await navigator.clipboard.writeText(href);
      say("The link was copied.");
    } catch {
      say(`Copy this link: ${href}`);
    }
  }

  // Texts over the map

  // The name of a marker is in its title, which browsers would show as well.
  function nameOf(pin) {
    const title = pin.querySelector("title");
    if (title) {
      pin.setAttribute("aria-label", title.textContent);
      title.remove();
    }
    return pin.getAttribute("aria-label");
  }

  function overlay(name, text) {
    const shown = find(`#quake-map .${name}`) ?? frame().appendChild(element("p", "", { className: name, ariaHidden: "true" }));
    shown.textContent = text;
    shown.hidden = false;
    return shown;
  }

  let hintTimer;

  function hint(text) {
    const shown = overlay("map-hint", text);
    clearTimeout(hintTimer);
    hintTimer = setTimeout(() => { shown.hidden = true; }, 1_500);
  }

  function showTip(pin) {
    // The pointer may have left it while this was loaded.
    if (!pin.matches(":hover, :focus")) return;
    const tip = overlay("map-tip", nameOf(pin));
    const around = frame().getBoundingClientRect(), mark = pin.getBoundingClientRect();
    const x = mark.x + mark.width / 2 - around.x, y = mark.y + mark.height / 2 - around.y;
    tip.style.left = `${clamp(x - tip.offsetWidth / 2, 4, Math.max(around.width - tip.offsetWidth - 4, 4))}px`;
    tip.style.top = `${y > tip.offsetHeight + 20 ? y - tip.offsetHeight - 16 : y + 16}px`;
  }

  // New events, with a link to the largest
  const sizeOf = row => Number(row.querySelector(".mag").dataset.magnitude ?? 0);

  function announce(added) {
    const [largest] = added.toSorted((one, other) => sizeOf(other) - sizeOf(one));
    say(`${added.length} new earthquake${added.length > 1 ? "s" : ""}`, largest.getAttribute("href"));
    for (const row of added) {
      row.classList.add("new");
      find(`.pin[href="${CSS.escape(row.getAttribute("href"))}"]`)?.classList.add("new");
    }
  }

  // Makes the visitor's own zone the first choice, and marks the shown one.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

  function offerZone() {
    const zones = find("[role=group][data-zone]"), list = zones?.querySelector("ul"), first = list?.querySelector("a");
    if (!timeZone || !first) return;
    const hasZone = new URLSearchParams(location.search).has("tz");
    const shown = hasZone ? zones.dataset.zone : chosen().tz ?? timeZone;
    const links = () => [...zones.querySelectorAll("a")];
    const zoneOf = ({ href }) => new URL(href).searchParams.get("tz") ?? "UTC";
    let own = links().find(link => zoneOf(link) === timeZone);
    if (!own) {
      own = element("a", "", { href: changed({ tz: timeZone }, first.getAttribute("href")) });
      element("li", "").append(own);
    }
    own.replaceChildren("My time", element("small", timeZone.split("/").pop().replaceAll("_", " ")));
    list.prepend(own.parentNode);
    for (const link of links()) link.ariaCurrent = zoneOf(link) === shown ? "true" : null;
  }

  offerZone();

  return { select, findNear, copyLink, announce, offerZone, showTip, hint };
}
