// Shows the events of the map in the order of time: a tenth of the time at once, of at
// most ten thousand events. The script of the page loads it when it is used first.

const STEPS = 100, SPAN = 10, MOST = 10_000, PACE = 120;

/** Makes the player, with the functions of the page that it needs. */
export function make({
  find, frame, pictures, clamp, hundredths, svgElement, changed, exportHref, say, prefersLessMotion, place,
}) {
  // The events that are shown; undefined for all of them.
  let play;

  const legend = () => find("#quake-map .legend");
  const colouring = () => legend().dataset.colour;

  async function loadEvents(href) {
    // The largest ones first, in case that there are more.
    const response = await fetch(changed({ sort: "magnitude", order: null }, href));
    if (!response.ok) throw new Error(response.statusText);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const events = [];
    // The export has an event in each line.
    for (let text = "", isDone = false; !isDone && events.length < MOST;) {
      const part = await reader.read();
      isDone = part.done;
      const lines = (text + (part.value ?? "")).split(",\n");
      text = lines.pop();
      if (isDone) lines.push(text.slice(0, text.lastIndexOf("]}")));
      for (const line of lines) {
        const start = line.indexOf('{"type":"Feature",');
        if (start >= 0) events.push(JSON.parse(line.slice(start)));
      }
    }
    reader.cancel();
    return events;
  }

  async function start() {
    const href = exportHref();
    const mine = play = { href, colouring: colouring(), step: 0, isRunning: true, groups: [] };
    show();
    try {
      const events = await loadEvents(href);
      if (play !== mine) return;
      if (!events.length) throw new Error("Nothing to play");
      const times = events.map(({ properties }) => properties.time);
      play.first = times.reduce((one, other) => Math.min(one, other));
      play.length = times.reduce((one, other) => Math.max(one, other)) - play.first;
      play.groups = groups(events);
      show();
      requestAnimationFrame(advance);
    } catch {
      if (play !== mine) return;
      stop();
      say("The events could not be loaded. Try again later.");
    }
  }

  // Returns the colour of a number, from the lower bounds of the legend. Ages have none.
  function colours() {
    const entries = Array.from(
      legend().querySelectorAll("[data-from]"),
      ({ dataset, firstChild }) => [Number(dataset.from), firstChild.classList[0]]);
    return number => entries.findLast(([from]) => from <= number)?.[1] ?? (entries.length ? "mag-x" : "age-0");
  }

  // Returns the point of a place, with the formulas of the server's projections.
  function point(longitude, latitude) {
    const { projection } = frame().dataset, { PI, sin, cos, asin, sqrt } = Math, radian = PI / 180;
    if (!projection) return [longitude, latitude];
    if (projection.endsWith("pole")) {
      const sign = projection.startsWith("north") ? 1 : -1;
      if (latitude * sign < 0) return;
      const radius = 90 * sqrt(2) * sin((90 - latitude * sign) * radian / 2);
      return [radius * sin(longitude * radian), -sign * radius * cos(longitude * radian)];
    }
    const east = (longitude - (projection === "equal-earth" ? 150 : 0) + 540) % 360 - 180;
    const theta = asin(sqrt(3) / 2 * sin(latitude * radian)), square = theta ** 2, sixth = square ** 3;
    const unit = sqrt(3) / 2 * 1.340264 / radian;
    return [
      east * radian * unit * cos(theta) / (sqrt(3) / 2 * (1.340264 - 3 * .081106 * square + sixth * (7 * .000893 + 9 * .003796 * square))),
      unit * theta * (1.340264 - .081106 * square + sixth * (.000893 + .003796 * square)),
    ];
  }

  // A group for each step, with a path for each size and colour.
  function groups(events) {
    const colour = colours(), isDepth = colouring() === "depth";
    const paths = Array.from({ length: STEPS }, () => ({}));
    for (const { properties: { mag, time }, geometry: { coordinates: [x, y, depth] } } of events) {
      const step = Math.min(Math.floor((time - play.first) / (play.length || 1) * STEPS), STEPS - 1);
      const size = `d${clamp(Math.floor(mag ?? 0), 0, 7)} ${colour(isDepth ? depth : mag)}`;
      const at = point(x, y);
      for (const shift of at ? frame().dataset.projection ? [180] : [-180, 180, 540] : [])
        paths[step][size] = `${paths[step][size] ?? ""}M${hundredths(at[0] + shift)} ${hundredths(90 - at[1])}h0`;
    }
    return paths.map(sizes => svgElement("g", {}, Object.entries(sizes).flatMap(([size, d]) => [
      svgElement("path", { class: `ring ${size}`, d }),
      svgElement("path", { class: `dot ${size}`, d }),
    ])));
  }

  function advance(now) {
    if (!play?.isRunning || !play.groups.length) return;
    const stride = prefersLessMotion.matches ? SPAN : 1;
    play.startedAt ??= now - play.step * PACE;
    const step = Math.floor((now - play.startedAt) / (PACE * stride)) * stride;
    if (step >= STEPS) return stop();
    if (step !== play.step || !step) {
      play.step = step;
      show();
    }
    requestAnimationFrame(advance);
  }

  function stop() {
    play = undefined;
    show();
  }

  // Writes the state, also after a patch has changed the page.
  function show() {
    const [button, slider, time] = find("#quake-map .player").children;
    // The time of all events, which the server has written.
    time.dataset.idle ??= time.textContent;
    button.textContent = play?.isRunning ? "Pause" : "Play";
    slider.value = play ? play.step : STEPS;
    const isShown = play?.groups.length > 0;
    const zone = find("[data-zone]")?.dataset.zone;
    const format = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZone: zone };
    time.textContent = isShown
      ? new Intl.DateTimeFormat("en-GB", format).format(play.first + play.length * (play.step + 1) / STEPS)
      : play ? "Loading…" : time.dataset.idle;
    slider.setAttribute("aria-valuetext", play ? time.textContent : "All events");
    frame().classList.toggle("playing", isShown);
    let layer = find("#quake-map .played");
    if (!isShown) return layer?.remove();
    const [base] = pictures();
    if (!layer) {
      layer = svgElement("svg", { "aria-hidden": "true" }, play.groups);
      base.after(layer);
    }
    layer.setAttribute("class", `played ${base.getAttribute("class")}`.replace("base", ""));
    layer.setAttribute("viewBox", base.getAttribute("viewBox"));
    play.groups.forEach((group, at) => {
      const age = play.step - at, isSeen = age >= 0 && age < SPAN;
      group.style.display = isSeen ? "" : "none";
      group.style.opacity = isSeen && !prefersLessMotion.matches ? 1 - age / SPAN : 1;
    });
    place();
  }

  return {
    /** Starts, stops or continues. */
    press() {
      if (!play) return start();
      play.isRunning = !play.isRunning;
      play.startedAt = undefined;
      show();
      requestAnimationFrame(advance);
    },
    /** Shows the time at a position of the slider. */
    seek(step) {
      if (step >= STEPS) return stop();
      if (!play) start();
      play.isRunning = false;
      play.step = step;
      show();
    },
    /** Shows the state again after the page has changed. */
    update() {
      if (play && (play.href !== exportHref() || play.colouring !== colouring())) play = undefined;
      show();
    },
  };
}
