// Shows the events of the map in the order of time: a tenth of the time at once, of at most ten
// thousand events, on one canvas. The script of the page loads it when it is used first.

const STEPS = 100, SPAN = 10, MOST = 10_000, PACE = 120;
const ICONS = { Play: "M8 5l11 7-11 7z", Pause: "M7 5h3v14H7zM14 5h3v14h-3z" };

/** Makes the player, with the functions of the page that it needs. */
export function make({ find, frame, pictures, element, clamp, changed, say, prefersLessMotion }) {
  // The events that are shown; undefined for all of them.
  let play;

  // What is played: the events of the filter in any view, in the colours of the legend
  const legend = () => find("#quake-map .legend").dataset;
  const href = () => changed({ view: null }, find("[data-export=geojson]")?.href);

  async function loadEvents() {
    // The largest ones first, in case that there are more.
    const response = await fetch(changed({ sort: "magnitude", order: null }, href()));
    if (!response.ok) throw new Error(response.statusText);
    const events = [];
    let text = "";
    // Safari cannot iterate over a stream.
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    while (events.length < MOST) {
      const { done, value } = await reader.read();
      if (done) break;
      // The export has an event in each line.
      const lines = (text + value).split("\n");
      text = lines.pop();
      for (const line of lines) events.push(...line.match(/{"type":"Feature",.*}(?=,$|]}$)/) ?? []);
    }
    reader.cancel();
    return events.map(event => JSON.parse(event));
  }

  async function start() {
    const mine = play = {
      href: href(), colour: legend().colour, step: 0, isRunning: true, dots: [], idle: clock().textContent,
    };
    show();
    try {
      const loaded = dots(await loadEvents());
      if (play !== mine) return;
      const first = loaded[0].time, length = loaded.at(-1).time - first || 1;
      Object.assign(play, { dots: loaded, first, length });
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
    const bounds = legend().scale?.split(" ").map(entry => entry.split(":"));
    return number => bounds?.findLast(([, from]) => from <= number)?.[0] ?? (bounds ? "mag-x" : "age-0");
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

  // The dots in the order of time: their point in the drawing, and the classes of their style.
  function dots(events) {
    const colour = colours(), isDepth = legend().colour === "depth";
    return events.flatMap(({ properties: { mag, time }, geometry: { coordinates: [x, y, depth] } }) => {
      const at = point(x, y);
      const style = `d${clamp(Math.floor(mag ?? 0), 0, 7)} ${colour(isDepth ? depth : mag)}`;
      return at ? [{ time, x: at[0] + 180, y: 90 - at[1], style }] : [];
    }).sort((one, other) => one.time - other.time);
  }

  // Each style is drawn once, and copied for each of its dots.
  let stamps = {};
  const canvas = element("canvas", "", { className: "played", ariaHidden: "true" });
  const probe = canvas.appendChild(element("span", ""));

  function stamp(style) {
    probe.className = `${style} ${pictures()[0].classList}`;
    const css = getComputedStyle(probe), value = name => css.getPropertyValue(name);
    const size = value("--d") * (parseFloat(value("--zoom")) || 1), side = Math.ceil((size + 3) * devicePixelRatio);
    const drawing = new OffscreenCanvas(side, side), pen = drawing.getContext("2d");
    for (const [colour, alpha, width] of [["--halo", 0.45, size + 1.5], ["--m", 1, size]]) {
      Object.assign(probe.style, { color: `var(${colour})`, forcedColorAdjust: "none" });
      pen.fillStyle = css.color;
      pen.globalAlpha = alpha;
      pen.beginPath();
      pen.arc(side / 2, side / 2, width * devicePixelRatio / 2, 0, 7);
      pen.fill();
    }
    return drawing;
  }

  // The place of the drawing on the canvas, in its pixels. It changes with the map.
  let place;

  function measure() {
    const [base] = pictures(), shown = base.getBoundingClientRect(), around = frame().getBoundingClientRect(), ratio = devicePixelRatio;
    const [left, top, width, height] = base.getAttribute("viewBox").split(" ").map(Number);
    const [columns, rows] = [around.width, around.height].map(length => Math.round(length * ratio));
    if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, { width: columns, height: rows });
    const degree = shown.width / width * ratio, down = shown.height / height * ratio;
    place = { degree, down, x0: (shown.x - around.x) * ratio - left * degree, y0: (shown.y - around.y) * ratio - top * down };
  }

  // Draws the time of the step, where the map is now; or adds to it what is new since then.
  let next = 0;

  function draw(isMore = false) {
    if (!play?.dots.length || !canvas.isConnected) return;
    if (!place) measure();
    const { degree, down, x0, y0 } = place, { width, height } = canvas, pen = canvas.getContext("2d");
    if (!isMore) pen.clearRect(0, 0, width, height);
    const span = play.length / STEPS, end = play.first + span * (play.step + 1), shown = span * SPAN;
    // The rectangular map continues on both sides.
    const turns = (frame().dataset.projection ? [0] : [-360, 0, 360, 720]).map(turn => turn * degree + x0);
    if (!isMore) next = play.dots.findIndex(({ time }) => time > end - shown);
    for (; play.dots[next]?.time <= end; next++) {
      const { time, x, y, style } = play.dots[next];
      const drawing = stamps[style] ??= stamp(style), side = drawing.width / 2;
      pen.globalAlpha = prefersLessMotion.matches ? 1 : Math.max(1 - (end - time) / shown, 0.1);
      for (const turn of turns) {
        const right = x * degree + turn;
        if (right > -side && right < width + side) pen.drawImage(drawing, right - side, y * down + y0 - side);
      }
    }
  }

  function advance(now) {
    if (!play?.isRunning || !play.dots.length) return;
    const stride = prefersLessMotion.matches ? SPAN : 1;
    play.startedAt ??= now - play.step * PACE;
    const passed = (now - play.startedAt) / PACE, step = stride === 1 ? passed : Math.floor(passed / stride) * stride;
    if (step >= STEPS) return stop();
    const isNext = Math.floor(step) !== Math.floor(play.step);
    play.step = step;
    // Older dots fade in steps.
    if (isNext) write();
    draw(!isNext);
    requestAnimationFrame(advance);
  }

  function stop() {
    clock().textContent = play.idle;
    play = undefined;
    show();
  }

  const controls = () => find("#quake-map .player").children, clock = () => controls()[2];

  // Writes the time of the step. A text that exists changes, and no node is made.
  function write() {
    const [, slider, time] = controls(), text = time.firstChild;
    slider.value = play ? play.step : STEPS;
    if (play) {
      const { zone } = document.documentElement.dataset;
      play.format ??= new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZone: zone });
      text.data = play.dots.length ? play.format.format(play.first + play.length * (play.step + 1) / STEPS) : "Loading…";
    }
    slider.setAttribute("aria-valuetext", play ? text.data : "All events");
  }

  // Writes the state, also after a patch has changed the page.
  function show() {
    if (!find("#quake-map .player")) return;
    const [button] = controls(), isShown = play?.dots.length > 0;
    button.ariaLabel = play?.isRunning ? "Pause" : "Play";
    button.querySelector("path").setAttribute("d", ICONS[button.ariaLabel]);
    write();
    frame().classList.toggle("playing", isShown);
    stamps = {};
    if (!isShown) return canvas.remove();
    if (canvas.parentNode !== frame()) pictures()[0].after(canvas);
    follow();
  }

  function follow() {
    place = undefined;
    draw();
  }

  addEventListener("resize", follow);

  return {
    /** Draws again where the map is now. */
    follow,
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
      if (step >= STEPS) return play && stop();
      if (!play) start();
      play.isRunning = false;
      play.startedAt = undefined;
      play.step = step;
      show();
    },
    /** Shows the state again after the page has changed. */
    update() {
      if (play?.href !== href() || play.colour !== legend().colour) play = undefined;
      show();
    },
  };
}
