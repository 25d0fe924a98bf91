// The page: what is chosen, and who is told of it.

const page = {
  state: { chosen: new Map(), words: [], taken: false, published: true, brushed: null, pinned: null, near: null, drag: "select" },
  charts: [],

  start(raw) {
    this.colours = theme();
    this.model = readData(raw);
    this.table = new Table(find("table"), find("more"), this);
    this.dataset = this.model.datasets[0];
    fillDatasets(find("dataset"), this.model.datasets, this.dataset);
    this.listen();
    this.choose(this.dataset);
    this.offerClaims();
    if (raw.live) keepLive(raw, this);
  },

  /** Show a dataset. */
  choose(dataset) {
    this.state.brushed = null;
    this.dataset = dataset;
    for (const chart of this.charts) chart.leave();
    this.charts = (dataset ? dataset.views : []).map((view) => new Chart(view, this));
    empty(find("charts"), ...this.charts.map((chart) => chart.figure));
    this.table.limit = PAGE;
    this.show();
  },

  /** Show what is known of the dataset, in the pictures that there are. */
  show() {
    const { dataset } = this;
    this.load();
    fillFacets(find("facets"), this);
    this.filter();
    for (const chart of this.charts) {
      chart.setPoints([...this.all, ...this.overlay]);
      chart.drawAxes();
    }
    this.table.setPoints(this.all);
    this.table.draw();
    this.say();
    find("note").textContent = dataset ? [dataset.note, dataset.more].filter(Boolean).join(" ") : "No results yet.";
    find("published-choice").hidden = !dataset || dataset.kind === "published";
    this.fillLegend();
  },

  load() {
    this.all = this.dataset ? pointsOf(this.model, this.dataset) : [];
    this.overlay = this.dataset ? overlayOf(this.model, this.dataset) : [];
  },

  filter() {
    const { state, all, overlay } = this;
    for (const point of all) point.shown = passes(point, state);
    for (const point of overlay) point.shown = state.published;
    this.shown = { mine: all.filter((point) => point.shown), beside: new Set(overlay) };
  },

  /** Hear that a filter changed: all that is shown follows. */
  changed() {
    performance.mark("filter");
    this.filter();
    this.redraw();
    this.table.limit = PAGE;
    this.table.draw();
    this.say();
    performance.measure("filtered", "filter");
  },

  /** Take away all that filters, chips of values that are not here included. */
  clearFilters() {
    const { state } = this;
    for (const values of state.chosen.values()) values.clear();
    Object.assign(state, { words: [], taken: false });
    find("text").value = "";
    find("taken").checked = false;
    fillFacets(find("facets"), this);
    this.changed();
  },

  redraw() {
    for (const chart of this.charts) chart.draw();
  },

  say() {
    const { state, all, shown: points, charts } = this;
    const count = (number) => number.toLocaleString("en");
    const front = new Set(charts.flatMap((chart) => chart.front)).size;
    const marked = points.mine.filter((point) => point.mark === "best").length;
    const parts = [html("strong", {}, count(points.mine.length)), ` of ${count(all.length)} designs, ${count(front)} on a picture's frontier (its two figures)`];
    if (this.dataset?.marked) parts.push(`, ${count(marked)} marked ${SIGN.best} in the table (${this.dataset.marked})`);
    if (state.brushed) {
      const both = points.mine.filter((point) => state.brushed.has(point)).length;
      parts.push(`, ${count(both)} brushed `, html("button", { type: "button", onclick: () => this.brush(null, null) }, "Clear brush"));
    }
    let chosen = 0;
    for (const values of state.chosen.values()) chosen += values.size;
    if (chosen || state.words.length || state.taken) {
      parts.push(" ", html("button", { type: "button", id: "clear-filters", onclick: () => this.clearFilters() }, "Clear filters"));
    }
    empty(find("counts"), ...parts);
    find("active").textContent = chosen ? ` (${chosen} chosen)` : "";
  },

  near(point, x, y, withTip = true) {
    const { state } = this;
    const tip = find("tip");
    if (point && withTip) {
      if (point !== this.told) fillTip(tip, this.model, point);
      this.told = point;
      tip.hidden = false;
      const right = x + 18 + tip.offsetWidth > innerWidth;
      tip.style.left = `${Math.max(8, right ? x - 18 - tip.offsetWidth : x + 18)}px`;
      tip.style.top = `${Math.max(8, Math.min(y + 14, innerHeight - tip.offsetHeight - 8))}px`;
    } else {
      tip.hidden = true;
    }
    if (point === state.near) return;
    state.near = point;
    this.table.mark();
    for (const chart of this.charts) chart.drawRings();
  },

  /** Say where the arrow keys led in a picture to those who do not see it. */
  tell(point, view) {
    this.said = view;
    const { model } = this;
    const told = [view.y, view.x].filter((axis) => point.figures[axis.figure] !== undefined)
      .map((axis) => `${axis.name} ${shown(model, axis.figure, point.figures[axis.figure], true)}`);
    find("told").textContent = [point.label, ...told, point.taken ? "accepted by pick" : `not accepted: ${point.objection}`].join(", ");
  },

  /** Say that a design is kept. */
  tellKept(point) {
    this.said = null;
    find("told").textContent = `${point.label} is kept: all of it is below the pictures.`;
  },

  pin(point) {
    const { state } = this;
    state.pinned = point === state.pinned ? null : point;
    // It would lie over what is opened.
    find("tip").hidden = true;
    const section = find("point");
    fillPoint(section, this);
    this.table.mark();
    for (const chart of this.charts) chart.drawRings();
    if (!state.pinned) return;
    const { top, bottom } = section.getBoundingClientRect();
    if (top > innerHeight - 120 || bottom < 120) section.scrollIntoView({ block: "start" });
  },

  /** Keep what was brushed in a picture; the others show it too. */
  brush(chart, points) {
    const { state } = this;
    for (const other of this.charts) if (other !== chart) other.unframe();
    state.brushed = points && points.length ? new Set(points) : null;
    this.redraw();
    this.table.limit = PAGE;
    this.table.draw();
    this.say();
  },

  /** Take in news from the server; what is chosen stays. */
  renew(raw) {
    const { state } = this;
    // Who sees a paper without having chosen it goes to the first device that there is.
    const stays = this.dataset && (this.picked || this.dataset.kind === "measured");
    const kept = { dataset: stays && this.dataset.title, pinned: state.pinned && state.pinned.id };
    const brushed = state.brushed && new Set([...state.brushed].map((point) => point.id));
    const near = state.near && state.near.id;
    const titles = (model) => model.datasets.map((each) => each.title).join("\n");
    const before = titles(this.model);
    this.model = readData(raw);
    const dataset = this.model.datasets.find((each) => each.title === kept.dataset) || this.model.datasets[0];
    // A list that is open would close.
    if (titles(this.model) !== before) fillDatasets(find("dataset"), this.model.datasets, dataset);
    const every = [...this.model.points, ...this.model.published];
    const again = (id) => (id && every.find((point) => point.id === id)) || null;
    this.told = null;
    state.near = again(near);
    state.pinned = again(kept.pinned);
    state.brushed = brushed && new Set(every.filter((point) => brushed.has(point.id)));
    keeping(["facets", "table", "point", "more-filters"].map(find), () => {
      if (dataset && this.dataset && dataset.title === this.dataset.title && dataset.views.length === this.charts.length) {
        this.dataset = dataset;
        dataset.views.forEach((view, index) => { this.charts[index].view = view; });
        this.show();
      } else {
        this.choose(dataset);
      }
      fillPoint(find("point"), this);
      this.table.mark();
    });
    if (state.near && !find("tip").hidden) fillTip(find("tip"), this.model, state.near);
    if (state.near && this.said) this.tell(state.near, this.said);
    this.offerClaims();
  },

  fillLegend() {
    const line = svg("svg", { viewBox: "0 0 26 12", "aria-hidden": "true" }, svg("polyline", { points: "1,10 9,10 9,3 25,3", fill: "none", stroke: this.colours.front, "stroke-width": 1.4 }));
    const ring = svg("svg", { viewBox: "0 0 26 12", "aria-hidden": "true" }, svg("circle", { cx: 13, cy: 6, r: 5, fill: "none", stroke: this.colours.soft, "stroke-dasharray": "2 2" }));
    const cross = svg("svg", { viewBox: "0 0 26 12", "aria-hidden": "true" }, svg("path", { d: "M8 1L18 11M18 1L8 11", stroke: this.colours.warn, "stroke-width": 1.6 }));
    const solid = swatch("circle", this.colours.soft, false);
    const hollow = swatch("circle", this.colours.soft, true);
    const published = this.dataset && this.dataset.kind === "published";
    const entries = published
      ? [[line, "the paper's frontier"], [cross, "cannot be built"]]
      : [[line, "frontier of what is shown, through designs that pick accepts"], [solid, "accepted"], [hollow, "not accepted: not verified, or other sources"], [ring, "published by a paper"]];
    if (this.all.length > DENSE) entries.push([swatch("square", this.colours.soft, false), "among so many only the frontier has shapes, and what is not accepted is faint"]);
    if (!published && this.overlay.length) entries.push([swatch("square", this.colours.soft, false), "grey: the paper's own figures"], [cross, "cannot be built"]);
    empty(find("legend"), ...entries.map(([sign, text]) => html("span", {}, sign, text)));
  },

  /** Let a claim show the designs that its verdict rests on. */
  offerClaims() {
    for (const button of document.querySelectorAll(".show-claim")) {
      const claim = this.model.claims.find((each) => each.paper === button.dataset.paper && each.claim === button.dataset.claim);
      const points = claim ? claim.labels.flatMap((label) => this.model.byLabel.get(label) || []) : [];
      button.hidden = !points.length;
      button.onclick = () => {
        const here = points.filter((point) => this.dataset && point.device === this.dataset.name);
        if (!here.length) {
          const other = this.model.datasets.find((each) => each.name === points[0].device);
          find("dataset").value = String(this.model.datasets.indexOf(other));
          this.choose(other);
        }
        this.brush(null, points);
        find("frontier").scrollIntoView();
      };
    }
  },

  listen() {
    const { state } = this;
    find("dataset").addEventListener("change", (event) => {
      state.pinned = null;
      this.picked = true;
      fillPoint(find("point"), this);
      this.choose(this.model.datasets[Number(event.target.value)]);
    });
    find("text").addEventListener("input", (event) => {
      state.words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
      this.changed();
    });
    for (const name of ["taken", "published"]) {
      find(name).addEventListener("change", (event) => {
        state[name] = event.target.checked;
        this.changed();
      });
    }
    for (const button of document.querySelectorAll("[data-drag]")) {
      button.addEventListener("click", () => this.setDrag(button.dataset.drag));
    }
    find("reset").addEventListener("click", () => {
      this.clearFilters();
      this.brush(null, null);
      for (const chart of this.charts) chart.reset();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      if (state.near && !find("tip").hidden) this.near(null);
      else if (state.pinned) this.pin(null);
      else if (state.brushed) this.brush(null, null);
    });
    // A finger scrolls the page.
    if (matchMedia("(pointer: coarse)").matches) this.setDrag(false);
    if (innerWidth < 720) find("more-filters").open = false;
    let width = innerWidth;
    addEventListener("resize", () => {
      if (innerWidth === width) return;
      width = innerWidth;
      for (const chart of this.charts) chart.drawAxes();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.colours = theme();
      fillFacets(find("facets"), this);
      this.fillLegend();
      for (const chart of this.charts) chart.drawAxes();
    });
  },

  setDrag(drag) {
    this.state.drag = drag;
    for (const button of document.querySelectorAll("[data-drag]")) {
      button.setAttribute("aria-pressed", String(button.dataset.drag === drag));
    }
    for (const chart of this.charts) chart.setDrag(drag);
  },
};

page.start(JSON.parse(find("data").textContent));
