"use strict";

// Keeps which rows of a list are selected while the visitor searches and turns pages, counts and
// shows them, and selects a range with the Shift key.
{
  const key = `selected ${location.pathname}`;
  const find = selector => [...document.querySelectorAll(selector)];
  const boxes = () => find(".row [name=selected]");

  // The chosen ids, with their names and drawings. A visit that does not come from the list with
  // boxes begins with none.
  let chosen = new Map();
  try {
    const { pathname, searchParams } = new URL(document.referrer || location), [{ type }] = performance.getEntriesByType("navigation");
    const isOngoing = pathname.startsWith(`${location.pathname}/`) || pathname === location.pathname && searchParams.has("select");
    if (type !== "navigate" || isOngoing) chosen = new Map(JSON.parse(sessionStorage[key] ?? "[]"));
  } catch {}

  function choose(box, isChosen) {
    const row = box.closest(".row");
    if (!isChosen) chosen.delete(box.value);
    else chosen.set(box.value, [row.title, row.querySelector("use")?.getAttribute("href")]);
  }

  const create = (name, values) => Object.assign(document.createElement(name), values);

  // Drawings are of one sheet: any one of the list becomes that of the item.
  function pick([name, drawing]) {
    const item = create("li"), plate = drawing && document.querySelector(".row .plate:has(use)")?.cloneNode(true);
    plate?.querySelector("use").setAttribute("href", drawing);
    item.append(plate ?? "", create("span", { className: "row-name", textContent: name, dir: "auto" }));
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
    const { limit } = form.dataset, isOver = chosen.size > limit;
    for (const part of find("[data-count]")) {
      const [many, one = many] = part.dataset.count.split("|");
      part.dataset.none ??= part.textContent;
      part.textContent = chosen.size ? (chosen.size === 1 ? one : many).replace("#", chosen.size) : part.dataset.none;
      if (part.matches("button")) part.disabled = !chosen.size || isOver;
      else if (isOver && part.matches("output")) part.textContent += `, ${limit} at most`;
    }
    for (const part of find("[data-kept]")) part.textContent = part.dataset.kept;
    const isAll = here.length && here.every(box => box.checked);
    document.querySelector(".toggle").textContent = isAll ? "Select none" : `Select all ${here.length}`;
    form.querySelector(".picks").replaceChildren(...[...chosen.values()].map(pick));
    try { sessionStorage[key] = JSON.stringify([...chosen]); } catch {}
  }

  let last;
  addEventListener("click", event => {
    const all = boxes(), { target } = event;
    if (target.matches(".toggle")) {
      event.preventDefault();
      if (!all.length) return;
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
  // After the script of all pages has read the forms as they were sent
  addEventListener("DOMContentLoaded", show);
}
