// The pictures: Plotly draws axes, brushes, zooms and moves; the points lie on a canvas above it.

const MARGIN = { l: 64, r: 16, t: 10, b: 48 };
const NEAR = 16; // pixels within which the mouse finds a point
const STILL = 5; // pixels that a click may move
const MOST_NAMES = 9;
const DENSE = 3000; // points from which on only those of the frontier have shapes

/** Colours that follow the page's theme. */
function theme() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    ink: of("ink"), soft: of("soft"), line: of("line"), grid: of("grid"), card: of("card"),
    front: of("front"), faint: of("faint"), accent: of("accent"), warn: of("warn"),
  };
}

class Chart {
  /**
   * @param view what is drawn over what.
   * @param owner hears `near(point, x, y)`, `tell(point, view)`, `tellKept(point)`, `pin(point)`,
   *   `brush(chart, points)` and gives `model`, `state`, `colours`.
   */
  constructor(view, owner) {
    this.view = view;
    this.owner = owner;
    this.places = [];
    this.front = [];
    this.chosen = false;
    this.axes = html("div", { class: "axes" });
    this.canvas = html("canvas", { "aria-hidden": "true" });
    this.rings = html("canvas", { "aria-hidden": "true" });
    this.plot = html("div", {
      class: "plot", tabindex: "0", role: "group", "aria-roledescription": "scatter plot",
      "aria-label": `${view.title}: ${view.y.title} over ${view.x.title}. Arrow keys go from design to design, Enter keeps one.`,
    }, this.axes, this.canvas, this.rings);
    const better = `better: ${view.y.more ? "up" : "down"} and ${view.x.more ? "right" : "left"}`;
    this.figure = html("figure", { class: "chart card" },
      html("figcaption", {}, html("strong", {}, view.title), html("small", {}, better)), this.plot);
    this.listen();
  }

  /** Choose axes for all of a dataset's points, so that they stay while filters change. */
  setPoints(points) {
    const { x, y } = this.view;
    const all = inOrder(points, this.view);
    const { limit } = this.owner.dataset || {};
    const ends = all.flatMap((point) => spread(point, y.figure, limit) || []);
    const before = this.scale;
    this.scale = {
      x: axisOf(all.map((point) => point.figures[x.figure])),
      y: axisOf([...all.map((point) => point.figures[y.figure]), ...ends]),
    };
    // Who looks at a part goes on looking at it when more becomes known.
    const kept = (side) => inScale(this.range[side], before[side].log, this.scale[side]);
    this.range = this.chosen ? { x: kept("x"), y: kept("y") } : { x: [...this.scale.x.range], y: [...this.scale.y.range] };
    // Each point with its place, on the axes (u, v) and on the canvas (x, y).
    const on = (side, point) => {
      const value = point.figures[this.view[side].figure];
      return this.scale[side].log ? Math.log10(value) : value;
    };
    this.spots = all.map((point) => ({ point, u: on("x", point), v: on("y", point), x: 0, y: 0 }));
  }

  size() {
    const width = this.plot.clientWidth;
    const height = this.plot.clientHeight;
    return { width, height, w: width - MARGIN.l - MARGIN.r, h: height - MARGIN.t - MARGIN.b };
  }

  axis(side) {
    const { colours } = this.owner;
    const { log } = this.scale[side];
    const { w, h } = this.size();
    const most = side === "x" ? Math.max(3, Math.floor(w / 58)) : Math.max(3, Math.floor(h / 34));
    const ticks = ticksOf(this.range[side], log, most);
    return {
      type: log ? "log" : "linear", range: [...this.range[side]], autorange: false,
      title: { text: this.view[side].title, standoff: side === "x" ? 6 : 10, font: { size: 12, color: colours.soft } },
      tickmode: "array", tickvals: ticks, ticktext: ticks.map(tickText), tickfont: { size: 11, color: colours.soft },
      gridcolor: colours.grid, linecolor: colours.line, showline: true, zeroline: false, ticks: "", automargin: false,
    };
  }

  /** Draw the axes anew: they changed, or the room for them, or the theme. */
  drawAxes() {
    const { width, height } = this.size();
    if (!width) return;
    const { colours, state } = this.owner;
    const layout = {
      width, height, margin: MARGIN, showlegend: false, hovermode: false, dragmode: state.drag,
      paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: "system-ui, sans-serif", size: 12, color: colours.ink },
      xaxis: this.axis("x"), yaxis: this.axis("y"), selections: this.drawn ? this.axes.layout.selections || [] : [],
      newselection: { line: { color: colours.accent, width: 1.2, dash: "solid" } },
      activeselection: { fillcolor: colours.accent, opacity: 0.08 },
    };
    const options = { displayModeBar: false, doubleClick: false, showTips: false, showAxisDragHandles: false };
    const none = [{ type: "scatter", mode: "markers", x: [null], y: [null], hoverinfo: "skip" }];
    Plotly.react(this.axes, none, layout, options);
    if (!this.drawn) {
      this.drawn = true;
      this.axes.on("plotly_relayout", (change) => this.relayouted(change));
      this.axes.on("plotly_relayouting", (change) => this.relayouted(change, true));
      this.axes.on("plotly_selecting", (event) => this.selected(event));
      this.axes.on("plotly_selected", (event) => this.selected(event));
    }
    this.draw();
  }

  relayouted(change, going) {
    const { xaxis, yaxis } = this.axes.layout;
    let moved = false;
    for (const [side, axis] of [["x", xaxis], ["y", yaxis]]) {
      const range = [change[`${side}axis.range[0]`] ?? axis.range[0], change[`${side}axis.range[1]`] ?? axis.range[1]];
      moved = moved || range[0] !== this.range[side][0] || range[1] !== this.range[side][1];
      this.range[side] = range;
    }
    if (!moved && !Object.keys(change).some((name) => name.includes("axis.range"))) return;
    this.chosen = true;
    if (going) this.draw();
    else this.drawAxes();
  }

  reset() {
    this.chosen = false;
    this.range = { x: [...this.scale.x.range], y: [...this.scale.y.range] };
    this.drawAxes();
  }

  setDrag(drag) {
    if (this.drawn) Plotly.relayout(this.axes, { dragmode: drag, selections: [] });
  }

  /** Take away the frame of a brush. */
  unframe() {
    if (this.drawn && (this.axes.layout.selections || []).length) Plotly.relayout(this.axes, { selections: [] });
  }

  selected(event) {
    if (!event || !event.range) return;
    // Ranges of logarithmic axes come as values, whichever end first.
    const [x, y] = [event.range.x, event.range.y].map(endsOf);
    const inside = (value, [low, high]) => value >= low && value <= high;
    const names = [this.view.x.figure, this.view.y.figure];
    const points = this.places
      .map((place) => place.point)
      .filter((point) => inside(point.figures[names[0]], x) && inside(point.figures[names[1]], y));
    this.owner.brush(this, points);
  }

  /** Return where a value lies on the canvas. */
  place(side, value) {
    const { w, h } = this.box;
    const [low, high] = this.range[side];
    const share = ((this.scale[side].log ? Math.log10(value) : value) - low) / (high - low);
    return side === "x" ? MARGIN.l + share * w : MARGIN.t + (1 - share) * h;
  }

  /** Draw the points that are shown; the one part that every filter needs. */
  draw() {
    const { width, height, w, h } = this.size();
    if (!width) return;
    this.box = { w, h };
    const context = canvasOf(this.canvas, width, height);
    context.save();
    context.beginPath();
    context.rect(MARGIN.l, MARGIN.t, w, h);
    context.clip();
    const { owner, view } = this;
    const { colours, model, state, shown: points } = owner;
    this.places = this.spots.filter((spot) => spot.point.shown);
    const { x: across, y: up } = this.range;
    const [wide, tall] = [w / (across[1] - across[0]), h / (up[1] - up[0])];
    for (const spot of this.places) {
      spot.x = MARGIN.l + (spot.u - across[0]) * wide;
      spot.y = MARGIN.t + h - (spot.v - up[0]) * tall;
    }
    const ordered = this.places.map((spot) => spot.point);
    const isOurs = (point) => !points.beside.has(point);
    this.front = frontier(points.beside.size ? ordered.filter(isOurs) : ordered, view);
    const count = ordered.length;
    const dense = count > DENSE;
    const radius = dense ? 1.8 : count > 800 ? 3 : count > 150 ? 3.8 : 5;
    this.radius = radius;
    // A few points lie on the line, a line lies on thousands.
    if (!dense) this.drawFront(context);
    drawCloud(context, this.places, {
      radius,
      strength: dense ? 0.55 : count > 150 ? 0.75 : 0.9,
      faint: colours.faint,
      bright: (point) => !state.brushed || state.brushed.has(point),
      colourOf: (point) => (isOurs(point) ? this.colour(point) : colours.soft),
      dense,
      shapeOf: (point) => (dense ? "dot" : lookOf(model, point).shape),
    });
    if (dense) this.drawFront(context);
    this.drawPublished(context, radius);
    this.drawBest(context, radius);
    context.restore();
    this.drawRings();
  }

  colour(point) {
    const look = lookOf(this.owner.model, point);
    return this.owner.colours.dark ? look.dark : look.colour;
  }

  at(point) {
    const { x, y } = this.view;
    return [this.place("x", point.figures[x.figure]), this.place("y", point.figures[y.figure])];
  }

  drawFront(context) {
    if (!this.front.length) return;
    context.beginPath();
    this.front.forEach((point, index) => {
      const [x, y] = this.at(point);
      if (!index) {
        context.moveTo(x, y);
      } else {
        // Between two points only the one with more area, or more throughput, is to be had.
        const [before, level] = this.at(this.front[index - 1]);
        if (this.view.x.more) context.lineTo(before, y);
        else context.lineTo(x, level);
        context.lineTo(x, y);
      }
    });
    const { colours } = this.owner;
    // A line of the ground's colour beneath lifts it off the points.
    for (const [colour, width] of [[colours.card, 3.6], [colours.front, 1.4]]) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.stroke();
    }
  }

  /** Draw the points of the frontier once more: edged, with their spread over seeds and their names. */
  drawBest(context, radius) {
    const { colours, dataset } = this.owner;
    const size = Math.max(radius, 4.2);
    for (const point of this.front) {
      const [x, y] = this.at(point);
      const ends = spread(point, this.view.y.figure, dataset.limit);
      if (ends) {
        context.strokeStyle = this.colour(point);
        context.lineWidth = 2;
        context.beginPath();
        context.moveTo(x, this.place("y", ends[0]));
        context.lineTo(x, this.place("y", ends[1]));
        context.stroke();
      }
      const path = new Path2D();
      addShape(path, lookOf(this.owner.model, point).shape, x, y, size);
      context.fillStyle = this.colour(point);
      context.fill(path);
      context.strokeStyle = colours.card;
      context.lineWidth = 1;
      context.stroke(path);
    }
    this.drawNames(context);
  }

  drawNames(context) {
    const { colours } = this.owner;
    context.font = "10.5px ui-monospace, Consolas, monospace";
    context.textBaseline = "alphabetic";
    const taken = [];
    let written = 0;
    const ends = [this.front[this.front.length - 1], this.front[0], ...this.front.slice(1, -1)];
    for (const point of new Set(ends)) {
      if (!point || written >= MOST_NAMES) break;
      const name = point.label.length > 22 ? `${point.label.slice(0, 21)}…` : point.label;
      const [x, y] = this.at(point);
      const width = context.measureText(name).width;
      // On the side of the frontier where no point lies, or else where there is room.
      const above = this.view.y.more;
      const [up, down] = [y - 8, y + 16];
      const [before, behind] = [x - width - 7, x + 8];
      const sides = this.view.x.more ? [behind, before] : [before, behind];
      const lines = above ? [up, down] : [down, up];
      const tries = [[sides[0], lines[0]], [sides[1], lines[0]], [sides[0], lines[1]]];
      const free = tries.find(([at, line]) => {
        const frame = [at - 3, line - 11, width + 6, 15];
        return at > MARGIN.l && at + width < MARGIN.l + this.box.w && line - 11 > MARGIN.t && line < MARGIN.t + this.box.h
          && !taken.some((other) => overlap(other, frame)) && !this.covers(frame, point);
      });
      if (!free) continue;
      taken.push([free[0] - 3, free[1] - 11, width + 6, 15]);
      written += 1;
      context.strokeStyle = colours.card;
      context.lineWidth = 3;
      context.strokeText(name, ...free);
      context.fillStyle = colours.ink;
      context.fillText(name, ...free);
    }
  }

  /** Return whether a frame covers another point; among very many only the frontier counts. */
  covers([x, y, w, h], own) {
    const known = this.places.length > 400
      ? this.front.map((point) => [point, ...this.at(point)])
      : this.places.map((place) => [place.point, place.x, place.y]);
    return known.some(([point, px, py]) => point !== own && px > x - 4 && px < x + w + 4 && py > y - 4 && py < y + h + 4);
  }

  /** Ring what is published, and cross what cannot be built. */
  drawPublished(context, radius) {
    const { colours, model, state, shown: points } = this.owner;
    for (const { point, x, y } of this.places) {
      const isPublished = point.kind === "published";
      if (isPublished && !point.taken) {
        context.strokeStyle = colours.warn;
        context.lineWidth = 1.6;
        context.beginPath();
        context.moveTo(x - 5, y - 5);
        context.lineTo(x + 5, y + 5);
        context.moveTo(x + 5, y - 5);
        context.lineTo(x - 5, y + 5);
        context.stroke();
      } else if (state.published && !isPublished && model.papersOf.has(point.label) && points.mine.length) {
        context.strokeStyle = colours.soft;
        context.lineWidth = 1;
        context.setLineDash([2, 2]);
        context.beginPath();
        context.arc(x, y, radius + 4, 0, TURN);
        context.stroke();
        context.setLineDash([]);
      }
    }
  }

  /** Ring the point that is kept and the one that is pointed at, on a canvas of their own. */
  drawRings() {
    const { width, height } = this.size();
    if (!width) return;
    const context = canvasOf(this.rings, width, height);
    const { colours, state } = this.owner;
    for (const [point, width] of [[state.pinned, 2.4], [state.near, 1.6]]) {
      const place = point && this.places.find((each) => each.point === point);
      if (!place) continue;
      context.strokeStyle = colours.accent;
      context.lineWidth = width;
      context.beginPath();
      context.arc(place.x, place.y, this.radius + 6, 0, TURN);
      context.stroke();
    }
  }

  listen() {
    const { plot, owner } = this;
    let start = null;
    plot.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch" || event.buttons) return;
      const point = this.under(event);
      plot.classList.toggle("on-point", Boolean(point));
      owner.near(point, event.clientX, event.clientY);
    });
    plot.addEventListener("pointerleave", () => owner.near(null));
    plot.addEventListener("pointerdown", (event) => {
      start = [event.clientX, event.clientY];
    }, true);
    // Plotly covers the page while the button is down: the end is heard at the window.
    this.released = (event) => {
      if (!start) return;
      const far = Math.hypot(event.clientX - start[0], event.clientY - start[1]);
      start = null;
      const point = far <= STILL ? this.under(event) : null;
      if (point) owner.pin(point);
    };
    window.addEventListener("pointerup", this.released, true);
    plot.addEventListener("keydown", (event) => this.key(event));
    plot.addEventListener("blur", () => owner.near(null));
  }

  /** Let go of the page: another dataset's pictures come. */
  leave() {
    window.removeEventListener("pointerup", this.released, true);
    if (this.drawn) Plotly.purge(this.axes);
  }

  /** Return the point nearest to the mouse, null if none is near. */
  under(event) {
    const frame = this.plot.getBoundingClientRect();
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    let best = null;
    let least = NEAR * NEAR;
    for (const place of this.places) {
      const far = (place.x - x) ** 2 + (place.y - y) ** 2;
      // Of two equally near ones that which `pick` accepts.
      if (far < least || (far === least && place.point.taken)) [best, least] = [place.point, far];
    }
    return best;
  }

  key(event) {
    const steps = { ArrowRight: ["x", 1], ArrowLeft: ["x", -1], ArrowUp: ["y", -1], ArrowDown: ["y", 1] };
    const { owner } = this;
    if (event.key in steps && this.places.length) {
      const [side, step] = steps[event.key];
      const order = [...this.places].sort((a, b) => a[side] - b[side]);
      const present = order.findIndex((place) => place.point === owner.state.near);
      const start = step > 0 ? -1 : order.length;
      const index = (present < 0 ? start : present) + step;
      const place = order[Math.min(Math.max(index, 0), order.length - 1)];
      const frame = this.plot.getBoundingClientRect();
      owner.near(place.point, frame.left + place.x, frame.top + place.y);
      owner.tell(place.point, this.view);
      event.preventDefault();
    } else if ((event.key === "Enter" || event.key === " ") && owner.state.near) {
      owner.pin(owner.state.near);
      if (owner.state.pinned) owner.tellKept(owner.state.pinned);
      event.preventDefault();
    }
  }
}

/** Return the cleared context of a canvas of that size, in CSS pixels. */
function canvasOf(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** Return a range on an axis that may have become logarithmic, or linear, since it was chosen. */
function inScale(range, log, now) {
  if (log === now.log) return range;
  // What a linear axis shows below 0 is on no logarithmic one.
  return range.map((end) => (log ? 10 ** end : end > 0 ? Math.log10(end) : now.range[0]));
}

function overlap([ax, ay, aw, ah], [bx, by, bw, bh]) {
  return ax < bx + bw && bx < ax + aw && ay < by + bh && by < ay + ah;
}
