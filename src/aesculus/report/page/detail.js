// All that is known of one design.

const DETAIL = ["throughput_gbps", "latency_ns", "fmax_mhz", "fmax_routed_mhz", "blocks_per_cycle", "latency_cycles", "area_luts",
  "lut_count", "lutram_count", "ff_count", "bram_count", "slice_estimate", "mbps_per_lut", "mbps_per_slice", "path_estimate_ns"];
const WORDS = { verify: "RTL simulated", synth: "synthesised", verify_netlist: "netlist simulated", route: "routed, last seed" };

const nameOf = (model, name) => model.figures[name].title.replace("\n", " ");

/** Name and value of a figure: with its unit behind the value, or else in the name. */
function figureRow(model, point, name) {
  const figure = model.figures[name];
  const value = point.figures[name];
  if (value === undefined) return [name, null];
  const exact = name === "blocks_per_cycle" && point.exact ? `${point.exact} a cycle` : null;
  const [short] = figure.short;
  if (!short) return [nameOf(model, name), shown(model, name, value)];
  const told = short.toUpperCase() === figure.unit ? figure.doc.split(/[,:;]/)[0] : short;
  return [told, exact || shown(model, name, value, true)];
}

function figureRows(model, point) {
  return DETAIL.map((name) => figureRow(model, point, name));
}

/** What a point stands at: whether `pick` would take it. */
function standing(point) {
  if (point.kind === "published") {
    return point.taken ? html("p", { class: "soft" }, `published, ${point.device || "device not named"}`)
      : html("p", { class: "objection" }, `cannot be built: ${point.objection}; nearest: ${point.nearest}`);
  }
  const text = point.taken ? "RTL and netlist verified" : `not accepted by pick: ${point.objection}`;
  return html("p", { class: point.taken ? "accepted" : "objection" }, text);
}

/** Fill the tip with the whole point. */
function fillTip(tip, model, point) {
  const { figures } = point;
  const names = model.figureNames.filter((name) => figures[name] !== undefined && !["fmax_routed_min", "fmax_routed_max", "n_seeds"].includes(name));
  const rows = (point.kind === "published" ? Object.keys(figures) : names).map((name) => [
    ...(name === "slice_estimate" && point.unit ? ["area", `${figures[name].toLocaleString("en")} ${point.unit}`] : figureRow(model, point, name)),
  ]);
  if (figures.fmax_routed_min) {
    rows.push(["seeds", `${figures.n_seeds}: ${figures.fmax_routed_min.toFixed(0)} to ${figures.fmax_routed_max.toFixed(0)} MHz`]);
  }
  const { design } = point;
  const what = [design.mode, design.bus, design.key_bits && `AES-${design.key_bits}`, design.direction, lookOf(model, point).name, design.key_schedule && `keys ${design.key_schedule}`];
  empty(tip, html("strong", {}, point.label), html("div", { class: "soft" }, [point.device, ...what].filter(Boolean).join(", ")),
    standing(point), pairs(rows), point.reason ? html("p", { class: "objection" }, point.reason) : null);
}

/** A strip of the seeds' clocks, with the limit of the clock network. */
function seedStrip(point, limit) {
  const clocks = point.evidence.seeds.map((seed) => seed[1]);
  const [slowest, fastest] = endsOf(clocks);
  const low = Math.min(slowest, limit || Infinity) * 0.97;
  const high = Math.max(fastest, limit && limit < 1.4 * fastest ? limit : 0) * 1.03;
  const x = (mhz) => 8 + (344 * (mhz - low)) / (high - low);
  const strip = svg("svg", { class: "bar", viewBox: "0 0 360 48", role: "img" }, svg("title", {}, `Clocks of the seeds: ${clocks.map((mhz) => mhz.toFixed(1)).join(", ")} MHz`),
    svg("line", { class: "scale", x1: 8, x2: 352, y1: 20, y2: 20 }));
  if (limit && x(limit) <= 352) {
    strip.append(svg("line", { class: "limit", x1: x(limit), x2: x(limit), y1: 4, y2: 34 }), svg("text", { x: x(limit), y: 46, "text-anchor": "end", class: "soft" }, `limit ${limit.toFixed(0)}`));
  }
  for (const mhz of clocks) strip.append(svg("circle", { class: "seed", cx: x(mhz), cy: 20, r: 5 }));
  strip.append(svg("text", { x: 8, y: 46 }, `${clocks[0].toFixed(1)} MHz`));
  if (clocks.length > 1 && !(limit && x(limit) <= 352)) strip.append(svg("text", { x: 352, y: 46, "text-anchor": "end" }, `${clocks[clocks.length - 1].toFixed(1)} MHz`));
  return strip;
}

/** Bars of a critical path: the whole, then each module that it goes through. */
function pathBars(evidence) {
  const middle = evidence.seeds[Math.floor((evidence.seeds.length - 1) / 2)];
  const [, , logic, routing] = middle;
  const rows = [["the whole path", logic, routing], ...(evidence.modules || [])];
  const total = logic + routing;
  if (!total) return null;
  const height = 34;
  const picture = svg("svg", { class: "bar", viewBox: `0 0 360 ${rows.length * height}`, role: "img" }, svg("title", {}, "Delay on the longest path by module"));
  rows.forEach(([name, gates, nets], index) => {
    const y = index * height;
    const [a, b] = [(360 * gates) / total, (360 * nets) / total];
    picture.append(svg("text", { x: 0, y: y + 11 }, name), svg("text", { x: 360, y: y + 11, "text-anchor": "end", class: "soft" }, `${(gates + nets).toFixed(2)} ns`),
      svg("rect", { class: "logic", x: 0, y: y + 15, width: a, height: 10, rx: 2 }), svg("rect", { class: "routing", x: a, y: y + 15, width: b, height: 10, rx: 2 }));
  });
  return picture;
}

/** The way of the critical path over the grid of the device. */
function trackPicture(track) {
  const [left, right] = endsOf(track.map((place) => place[0]));
  const [low, high] = endsOf(track.map((place) => place[1]));
  const size = Math.max(right - left, high - low, 4);
  const at = ([x, y]) => [20 + (200 * (x - left)) / size, 20 + (100 * (y - low)) / size];
  const points = track.map(at);
  const picture = svg("svg", { class: "bar", viewBox: "0 0 360 140", role: "img" }, svg("title", {}, "Where the longest path lies on the device"),
    svg("polyline", { class: "track", points: points.map((point) => point.join(",")).join(" ") }));
  points.forEach(([x, y], index) => picture.append(svg("circle", { class: index ? "routing" : "logic", cx: x, cy: y, r: index && index < points.length - 1 ? 3 : 5 })));
  picture.append(svg("text", { x: 236, y: 24, class: "soft" }, `columns ${left}\u2013${right}`), svg("text", { x: 236, y: 40, class: "soft" }, `rows ${low}\u2013${high}`));
  return picture;
}

/** What fills each tile of the device, with the way of the longest path over it. */
function floorPicture(floor, track) {
  const runs = [...floor.tiles.matchAll(/(\d+)([a-z.])/g)].map(([, count, letter]) => [Number(count), letter === "." ? -1 : letter.charCodeAt(0) - 97]);
  const kinds = floor.parts;
  const paths = kinds.map(() => "");
  const counts = kinds.map(() => 0);
  let at = 0;
  for (const [count, kind] of runs) {
    // A run may go over the ends of rows.
    for (let left = count; kind >= 0 && left > 0;) {
      const column = (at + count - left) % floor.columns;
      const row = Math.floor((at + count - left) / floor.columns);
      const wide = Math.min(left, floor.columns - column);
      paths[kind] += `M${column} ${row}h${wide}v1h${-wide}z`;
      counts[kind] += wide;
      left -= wide;
    }
    at += count;
  }
  const rows = at / floor.columns;
  const there = kinds.map((name, kind) => [name, kind]).filter(([, kind]) => counts[kind]);
  const title = `Tiles by the module that most of their cells are named after: ${there.map(([name, kind]) => `${name} ${counts[kind]}`).join(", ")}`;
  const picture = svg("svg", { class: "floor", viewBox: `-0.5 -0.5 ${floor.columns + 1} ${rows + 1}`, role: "img" }, svg("title", {}, title),
    svg("rect", { class: "ground", x: 0, y: 0, width: floor.columns, height: rows }),
    ...there.map(([, kind]) => svg("path", { class: `kind${kind}`, d: paths[kind] })));
  if (track && track.length > 1) {
    const points = track.map(([x, y]) => `${x - floor.left + 0.5},${y - floor.low + 0.5}`).join(" ");
    picture.append(svg("polyline", { class: "under", points }), svg("polyline", { class: "track", points }));
  }
  const keys = there.map(([name, kind]) => html("span", {}, html("i", { class: `kind${kind}` }), `${name}, ${counts[kind].toLocaleString("en")}`));
  return html("div", {}, picture, html("div", { class: "keys" }, ...keys),
    html("p", { class: "soft" }, `Columns ${floor.left}\u2013${floor.left + floor.columns - 1}, rows ${floor.low}\u2013${floor.low + rows - 1} of the router's grid; numbers are tiles, by the module that most of their cells are named after. Gaps are tiles of other kinds. The line is the longest path.`));
}

/** A word for the shell: quoted where it is not plain. */
const quoted = (word) => (/^[A-Za-z0-9_.+:\/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function commandLine(text) {
  const button = html("button", { type: "button", onclick: async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  } }, "Copy");
  const code = html("code", {}, text);
  return html("div", { class: "command" }, code, button);
}

function commands(model, point) {
  const [label, device] = [quoted(point.label), quoted(point.device)];
  // Netlists of vendors' tools stay with them: what is verified is the embedded tools' one.
  const bare = quoted(point.device.split("@")[0]);
  const store = model.store ? ` --store ${quoted(model.store)}` : "";
  return html("div", {}, html("h3", {}, "Commands"),
    ...[`verify ${label} --device ${bare}`, `explore --points ${label} --device ${device}`,
      `export ${label} --device ${bare} --out my-core`, `log ${label}`].map((text) => commandLine(`aesculus ${text}${store}`)));
}

function provenance(point) {
  const rows = [["device", point.device], ["status", point.status], ["recipe", point.design.recipe], ["RTL sources", point.digest && point.digest.slice(0, 12)]];
  const list = pairs([...rows, ...Object.entries(point.tools)]);
  const steps = (point.evidence ? point.evidence.steps : []).map(([stage, status, seconds, made]) => [WORDS[stage] || stage, `${made}, ${seconds.toFixed(1)} s${status === "ok" ? "" : `, ${status}`}`]);
  return html("div", {}, html("h3", {}, "Provenance"), list, steps.length ? pairs(steps) : null);
}

function papersPart(model, point) {
  const published = model.papersOf.get(point.label) || [];
  const claims = model.claims.filter((claim) => claim.labels.includes(point.label));
  if (!published.length && !claims.length) return null;
  const part = html("div", {}, html("h3", {}, "In the papers"));
  for (const other of published) {
    const told = Object.entries(other.figures).filter(([name]) => ["throughput_gbps", "latency_ns", "fmax_mhz", "bram_count"].includes(name))
      .map(([name, value]) => shown(model, name, value, true));
    const area = other.figures.slice_estimate;
    if (area) told.push(`${area.toLocaleString("en")} ${other.unit}`);
    part.append(html("p", {}, html("a", { href: `#paper-${other.paper}` }, other.paper), ` has it as ${other.label} on ${other.device}: ${told.join(", ")}`));
  }
  for (const claim of claims) {
    const kind = claim.verdict.replace("holds on other figures", "other_figures").replaceAll(" ", "_");
    part.append(html("p", {}, html("span", { class: `verdict ${kind}` }, claim.verdict), claim.statement));
  }
  return part;
}

/** Fill the section of the design that is kept. */
function fillPoint(section, owner) {
  const { model, state, dataset } = owner;
  const point = state.pinned;
  section.hidden = !point;
  if (!point) return;
  const close = html("button", { type: "button", onclick: () => owner.pin(null) }, "Close");
  const picture = html("div", { class: "picture" }, html("h3", {}, "Picture"));
  const ring = ringPicture(model, point);
  picture.append(ring || html("p", { class: "soft" }, point.kind === "published" ? "The design of a paper: no picture." : "No picture of this kind of design."));
  const fields = Object.entries(point.design).filter(([name]) => name !== "recipe").map(([name, value]) => [name.replaceAll("_", " "), name === "cuts" ? cutNames(model, value).join(" ") || UNKNOWN : String(value)]);
  if (point.kind === "measured") picture.append(html("details", {}, html("summary", {}, "All parameters"), pairs(fields)));
  const figures = html("div", {}, html("h3", {}, "Figures"),
    pairs(point.kind === "measured" ? figureRows(model, point) : Object.entries(point.figures).map(([name, value]) => (name === "slice_estimate" ? ["area", `${value.toLocaleString("en")} ${point.unit}`] : figureRow(model, point, name)))),
    point.reason ? html("p", { class: "objection" }, point.reason) : null);
  const last = html("div");
  const { evidence } = point;
  if (evidence && evidence.seeds.length) {
    const count = evidence.seeds.length;
    last.append(html("h3", {}, `Spread over ${count} seed${count > 1 ? "s" : ""}`), seedStrip(point, dataset.limit));
    const bars = pathBars(evidence);
    if (bars) {
      last.append(html("h3", {}, "Longest path, median seed"), bars,
        html("div", { class: "keys" }, html("span", {}, html("i", { style: "background: var(--logic)" }), "logic"), html("span", {}, html("i", { style: "background: var(--routing)" }), "routing")));
      const [from, to] = evidence.ends || [];
      const cells = html("details", {}, html("summary", {}, "Its ends, and where it lies"), pairs([["from", from], ["to", to]]));
      if (!evidence.floor && evidence.track && evidence.track.length > 1) cells.append(trackPicture(evidence.track));
      last.append(cells);
    }
    if (evidence.floor) last.append(html("h3", {}, "Floorplan, median seed"), floorPicture(evidence.floor, evidence.track));
  }
  if (point.kind === "measured") {
    figures.append(provenance(point));
    last.append(commands(model, point));
  }
  const inPapers = papersPart(model, point);
  if (inPapers) last.append(inPapers);
  empty(section, html("header", {}, html("div", {}, html("h2", { id: "point-head" }, point.label), standing(point)), close),
    html("div", { class: "parts" }, figures, picture, last));
}
