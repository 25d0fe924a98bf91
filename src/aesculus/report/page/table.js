// The table of the designs that the pictures show.

const PAGE = 60; // rows at first, and with each press of the button
const FIRST = ["throughput_gbps", "latency_ns", "fmax_mhz", "area_luts", "ff_count", "bram_count", "mbps_per_lut",
  "blocks_per_cycle", "latency_cycles", "slice_estimate", "n_seeds"];
const SIGN = { best: "\u25cf", would: "\u25cb" };
const RANK = { best: 0, would: 1 };

class Table {
  /** @param owner gives `model`, `state`, `shown`, `dataset`; hears `near` and `pin`. */
  constructor(box, more, owner) {
    Object.assign(this, { box, more, owner, limit: PAGE, sort: null, rows: new Map() });
    more.addEventListener("click", () => {
      this.limit += PAGE;
      this.draw();
    });
  }

  /** Choose columns for a dataset; the order stays where they still have it. */
  setPoints(points) {
    this.columns = FIRST.filter((name) => points.some((point) => point.figures[name] !== undefined));
    if (this.sort && !["label", "mark", ...this.columns].includes(this.sort.name)) this.sort = null;
    this.order(points);
  }

  /** Sort all points once; filters keep that order. */
  order(points) {
    const { sort, columns } = this;
    const main = columns.includes("throughput_gbps") ? "throughput_gbps" : "blocks_per_cycle";
    const by = (name) => (point) => (name === "label" ? point.label : point.figures[name]);
    const compare = (value, step) => (a, b) => {
      const [x, y] = [value(a), value(b)];
      if (x === y) return 0;
      if (x === undefined) return 1;
      if (y === undefined) return -1;
      return x < y ? -step : step;
    };
    const rank = compare((point) => RANK[point.mark] ?? 2, 1);
    const usual = (a, b) => rank(a, b) || compare(by(main), -1)(a, b) || compare(by("label"), 1)(a, b);
    const chosen = sort && sort.name !== "mark" ? compare(by(sort.name), sort.step) : null;
    this.sorted = [...points].sort(chosen ? (a, b) => chosen(a, b) || usual(a, b) : usual);
    if (sort && sort.name === "mark" && sort.step < 0) this.sorted.reverse();
  }

  head() {
    const { model } = this.owner;
    const cell = (name, title, left) => {
      const up = this.sort && this.sort.name === name ? this.sort.step : 0;
      const button = html("button", { type: "button", "data-sort": name, onclick: () => this.press(name) },
        title, up ? (up > 0 ? " \u2191" : " \u2193") : "");
      const sorted = up ? (up > 0 ? "ascending" : "descending") : null;
      return html("th", { class: left ? "t" : null, scope: "col", "aria-sort": sorted, title: model.figures[name]?.doc },
        button);
    };
    const titles = this.columns.map((name) => cell(name, model.figures[name].title));
    return html("thead", {}, html("tr", {}, cell("mark", "\u25cf", true), cell("label", "design", true), ...titles,
      html("th", { class: "t", scope: "col" }, "verified")));
  }

  press(name) {
    const more = this.owner.model.figures[name]?.more;
    const first = more === true || name === "n_seeds" ? -1 : 1;
    if (!this.sort || this.sort.name !== name) this.sort = { name, step: first };
    else if (this.sort.step === first) this.sort.step = -first;
    else this.sort = null;
    this.order(this.owner.all);
    this.draw();
    this.box.querySelector(`[data-sort="${name}"]`).focus();
  }

  draw() {
    const { owner } = this;
    const { state } = owner;
    const listed = this.sorted.filter((point) => point.shown && (!state.brushed || state.brushed.has(point)));
    this.rows.clear();
    const body = html("tbody");
    for (const point of listed.slice(0, this.limit)) body.append(this.row(point));
    if (!listed.length) {
      const said = owner.all.length ? "No design passes the filters." : "No results yet.";
      body.append(html("tr", {}, html("td", { class: "t", colspan: this.columns.length + 3 }, said)));
    }
    empty(this.box, html("table", {}, this.head(), body));
    const left = listed.length - this.limit;
    this.more.hidden = left <= 0;
    this.more.textContent = `Show ${Math.min(PAGE, left).toLocaleString("en")} more of ${left.toLocaleString("en")}`;
    this.mark();
  }

  row(point) {
    const { owner } = this;
    const cells = this.columns.map((name) => html("td", {}, cellText(owner.model, point, name)));
    const checked = point.kind === "published" ? (point.taken ? "published" : "cannot be built")
      : point.netlist ? "RTL + netlist" : point.verified ? "RTL only" : "no";
    const line = html("tr", {
      class: `${point.taken ? "" : "refused"} ${point.mark === "best" ? "best" : ""}`.trim(),
      onclick: () => owner.pin(point),
      onmouseenter: (event) => owner.near(point, event.clientX, event.clientY, false),
      onmouseleave: () => owner.near(null),
    },
    html("td", { class: "t" }, SIGN[point.mark] || ""),
    html("td", { class: "t label", title: point.label },
      html("button", { type: "button", onfocus: () => owner.near(point, 0, 0, false) }, point.label)),
    ...cells, html("td", { class: "t", title: point.objection || null }, checked));
    this.rows.set(point, line);
    return line;
  }

  /** Mark the rows of the point that is kept and of the one that is pointed at. */
  mark() {
    const { state } = this.owner;
    for (const [point, line] of this.rows) {
      line.classList.toggle("pinned", point === state.pinned);
      line.classList.toggle("near", point === state.near);
    }
  }
}

function cellText(model, point, name) {
  const value = point.figures[name];
  if (name === "blocks_per_cycle" && point.exact) return point.exact;
  if (name === "fmax_mhz" && value < point.figures.fmax_routed_mhz) return `${shown(model, name, value)}*`;
  return shown(model, name, value);
}
