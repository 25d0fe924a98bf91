// What is known: designs, papers, and the figures by which both are told. `readData` takes what
// Python wrote (aesculus.report.pagedata) apart into points.

const DASH = "\u2013";
const UNKNOWN = "none";

function readData(raw) {
  const model = { ...raw, byLabel: new Map(), papersOf: new Map() };
  const figureNames = raw.names.filter((name) => name in raw.figures);
  const at = Object.fromEntries(raw.names.map((name, index) => [name, index]));
  const first = raw.names.length;
  model.figureNames = figureNames;
  model.points = raw.rows.map((row, index) => {
    const figures = {};
    for (const name of figureNames) if (row[at[name]] !== null) figures[name] = row[at[name]];
    const design = {};
    raw.fields.forEach((name, position) => {
      const value = row[first + position];
      if (value !== null) design[name] = value;
    });
    return {
      kind: "measured",
      id: `${row[at.label]} on ${row[at.device]}`,
      label: row[at.label],
      device: row[at.device],
      status: row[at.status],
      reason: row[at.reason],
      digest: row[at.rtl_digest],
      exact: row[at.blocks_per_cycle_exact],
      verified: row[at.verified],
      netlist: row[at.netlist_verified],
      objection: raw.objections[row[at.objection]],
      taken: raw.objections[row[at.objection]] === "",
      mark: row[at.mark],
      tools: raw.tools[row[at.tools]],
      evidence: raw.evidence[index] || null,
      figures,
      design,
      words: [row[at.label], row[at.status], ...Object.values(design)].join(" ").toLowerCase(),
    };
  });
  model.published = raw.published.map((point) => ({
    kind: "published",
    id: `${point.name} of ${point.paper}, ${point.device}`,
    label: point.name,
    device: point.device,
    paper: point.paper,
    ours: point.label,
    objection: point.impossible,
    taken: !point.impossible,
    nearest: point.nearest,
    unit: point.unit,
    figures: point.figures,
    design: { sbox: point.sbox || undefined },
    words: `${point.name} ${point.label} ${point.device} ${point.sbox}`.toLowerCase(),
  }));
  for (const point of model.points) {
    if (!model.byLabel.has(point.label)) model.byLabel.set(point.label, []);
    model.byLabel.get(point.label).push(point);
  }
  for (const point of model.published) {
    if (!point.ours) continue;
    if (!model.papersOf.has(point.ours)) model.papersOf.set(point.ours, []);
    model.papersOf.get(point.ours).push(point);
  }
  return model;
}

/** The points of a dataset: a device's designs, or a paper's. */
function pointsOf(model, dataset) {
  return dataset.kind === "measured"
    ? model.points.filter((point) => point.device === dataset.name)
    : model.published.filter((point) => point.paper === dataset.name);
}

/** Published points that stand beside a device's: those of the same device, where area is too. */
function overlayOf(model, dataset) {
  if (dataset.kind !== "measured" || dataset.views[0].x.figure !== "slice_estimate") return [];
  const mine = (name) => name === dataset.name || name.startsWith(`${dataset.name}-`);
  return model.published.filter((point) => mine(point.device) && point.unit === "slices");
}

function lookOf(model, point) {
  return model.looks[point.design.sbox] || model.other;
}

const FORMATS = new Map();

/** Write a number with so many decimals; making a format is what takes time. */
function decimals(value, digits) {
  if (!FORMATS.has(digits)) {
    FORMATS.set(digits, new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }));
  }
  return FORMATS.get(digits).format(value);
}

/** A figure in its unit, or in a smaller one that is then named; as catalogue.py writes it. */
function shown(model, name, value, withUnit) {
  if (value === null || value === undefined) return DASH;
  const figure = model.figures[name];
  const scales = [[1, figure.unit], ...figure.smaller];
  for (const [index, [factor, unit]] of scales.entries()) {
    const scaled = value * factor;
    if (Math.abs(scaled) >= 1 || index === scales.length - 1 || !value) {
      const number = decimals(scaled, figure.digits);
      return withUnit || unit !== figure.unit ? `${number} ${unit}` : number;
    }
  }
  return DASH;
}

/** The value of a point by which a facet filters, as a text. */
function facetValue(point, field) {
  if (field === "bram_count") {
    const count = point.figures.bram_count;
    return count === undefined ? "unknown" : count > 0 ? "with" : "without";
  }
  const value = point.design[field];
  return value === undefined || value === "" ? UNKNOWN : String(value);
}

/** Return whether a point passes the filters. */
function passes(point, state) {
  if (state.taken && !point.taken) return false;
  for (const [field, values] of state.chosen) {
    if (values.size && !values.has(facetValue(point, field))) return false;
  }
  for (const word of state.words) if (!point.words.includes(word)) return false;
  return true;
}
