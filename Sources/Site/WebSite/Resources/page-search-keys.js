"use strict";

// The arrow keys move between the field and the results of the search.
addEventListener("keydown", event => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [...document.querySelectorAll(".search-field input, main .row")];
  const at = stops.indexOf(document.activeElement);
  if (!step || at < 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
});
