"use strict";

// Keeps which rows of a list are selected while the visitor searches and turns pages, counts and
// shows them, and selects a range with the Shift key.
{
  const key = `selected ${location.pathname}`;
  const find = selector => [...document.querySelectorAll(selector)];
  const boxes = () => find(".row [name=selected]");

  // The chosen ids, with their names and drawings. A visit that does not come from the list with
  // boxes begins with none.
  const chosen = new Map((() => {
    try {
      const from = new URL(document.referrer || location), { pathname, searchParams } = from;
      const isOngoing = pathname.startsWith(`${location.pathname}/`)
        || pathname === location.pathname && searchParams.has("select");
      const { type } = performance.getEntriesByType("navigation")[0];
      return type === "navigate" && !isOngoing ? [] : JSON.parse(sessionStorage[key] ?? "[]");
    } catch { return []; }
  })());

  function choose(box, isChosen) {
    const row = box.closest(".row");
    if (!isChosen) chosen.delete(box.value);
    else chosen.set(box.value, [row.title, row.querySelector("use")?.getAttribute("href")]);
  }

  function create(name, values) {
    return Object.assign(document.createElement(name), values);
  }

  function pick([name, drawing]) {
    const item = create("li");
    if (drawing) {
      const [svg, use] = ["svg", "use"].map(tag => document.createElementNS("http://www.w3.org/2000/svg", tag));
      use.setAttribute("href", drawing);
      svg.setAttribute("viewBox", "0 0 48 48");
      svg.append(use);
      item.append(create("span", { className: "plate" }));
      item.firstChild.append(svg);
    }
    item.append(create("span", { className: "row-name", textContent: name, dir: "auto" }));
    return item;
  }

  function show() {
    const form = document.getElementById("selection");
    if (!form) return;
    const here = boxes();
    for (const box of here) box.checked = chosen.has(box.value);
    form.querySelectorAll("[type=hidden][name=selected]").forEach(one => one.remove());
    const others = [...chosen.keys()].filter(id => !here.some(box => box.value === id));
    form.append(...others.map(value => create("input", { type: "hidden", name: "selected", value })));
    for (const part of find("[data-count]")) {
      const [many, one = many] = part.dataset.count.split("|");
      part.dataset.none ??= part.textContent;
      part.textContent = chosen.size ? (chosen.size === 1 ? one : many).replace("#", chosen.size) : part.dataset.none;
      if (part.matches("button")) part.disabled = !chosen.size;
    }
    for (const part of find("[data-kept]")) part.textContent = part.dataset.kept;
    const toggle = document.querySelector(".toggle");
    if (here.length && here.every(box => box.checked)) toggle.textContent = "Select none";
    else toggle.textContent = `Select all ${here.length}`;
    form.querySelector(".picks").replaceChildren(...[...chosen.values()].map(pick));
    try { sessionStorage[key] = JSON.stringify([...chosen]); } catch {}
  }

  let last;
  addEventListener("click", event => {
    const all = boxes(), { target } = event;
    if (target.matches(".toggle")) {
      event.preventDefault();
      const isChosen = !all.every(box => box.checked);
      if (isChosen) all.forEach(box => choose(box, true)); else chosen.clear();
    } else if (all.includes(target)) {
      const [from, to] = [all.indexOf(event.shiftKey ? last : target), all.indexOf(target)].sort((a, b) => a - b);
      all.slice(Math.max(from, 0), to + 1).forEach(box => choose(box, target.checked));
      last = target;
    } else return;
    show();
  });
  // A link to the list with all boxes checked
  boxes().filter(box => box.defaultChecked).forEach(box => choose(box, true));
  document.addEventListener("live:patched", show);
  addEventListener("pageshow", show);
  show();
}
