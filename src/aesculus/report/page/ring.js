// A block diagram of a core, drawn from its fields: the ring of physical rounds with their cuts,
// and one round large. ARCHITECTURE.md, "The ring of slots", has the words for it.

const ROUND_GAP = 10;
const PARTS = [
  // Part of a round, its width, and the cuts in it: the place of each as a share of the width.
  { name: "SubBytes", width: 182, cuts: { start: -0.05, s1: 0.13, s2: 0.25, s3: 0.37, s4: 0.5, s5: 0.63, s6: 0.75, s7: 0.87 } },
  { name: "ShiftRows", width: 66, cuts: { sub: -0.09 } },
  { name: "MixColumns", width: 88, cuts: { pre: -0.08, m1: 0.5 } },
  { name: "AddRoundKey", width: 84, cuts: { mix: -0.09 } },
];
const FINE = 18; // between two parts

function cutNames(model, mask) {
  return model.cuts.filter((_, bit) => (mask >> bit) & 1).map((cut) => cut.name);
}

function centred(x, y, text, kind) {
  return svg("text", { x, y, "text-anchor": "middle", class: kind || null }, text);
}

function wire(points) {
  return svg("polyline", { class: "wire", points: points.map((point) => point.join(",")).join(" "), "marker-end": "url(#arrow)" });
}

const KEYS = {
  online: "key expansion, round by round", last: "key expansion, from the end for decryption",
  stored: "stored round keys: two banks, expanded once", external: "round keys from a port", fixed: "one key, folded into the logic",
};

/** Return the picture of a design as SVG, null where its fields do not tell. */
function ringPicture(model, point) {
  const { design } = point;
  const { unroll, cuts, sbox, key_bits: keyBits } = design;
  const whole = Number.isInteger(unroll) && unroll > 0 && unroll <= 14 && Number.isInteger(cuts) && sbox && keyBits;
  if (!whole || point.kind !== "measured") return null;
  const rounds = keyBits / 32 + 6;
  const names = cutNames(model, cuts);
  const every = design.cut_every || 1;
  const narrow = design.width && design.width < 128;
  const held = (number) => number % every === 0;
  const travelling = ["online", "last"].includes(design.key_schedule || "online");
  const width = 560;
  const picture = svg("svg", { class: "ring", viewBox: `0 14 ${width} 306`, role: "img" },
    svg("title", {}, `Block diagram of ${point.label}`),
    svg("defs", {}, svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
      svg("path", { d: "M0 0L8 4L0 8z", class: "head" }))));

  // Above: entry, the ring of physical rounds, exit.
  const lanes = design.lanes || 1;
  const [left, right, top, high] = [76, 484, 50, 54];
  const step = (right - left + ROUND_GAP) / unroll;
  const boxWidth = Math.min(step - ROUND_GAP, 120);
  const used = unroll * (boxWidth + ROUND_GAP) - ROUND_GAP;
  const start = left + (right - left - used) / 2;
  const line = top + high / 2;
  for (let lane = Math.min(lanes, 4) - 1; lane > 0; lane -= 1) {
    picture.append(svg("rect", { class: "part", x: start + 4 * lane - 2, y: top - 4 * lane, width: used, height: high, rx: 6 }));
  }
  picture.append(wire([[14, line], [start - 3, line]]));
  picture.append(svg("circle", { class: "box", cx: 44, cy: line, r: 9 }), centred(44, line + 4, "+"), centred(44, line - 16, "key 0", "soft"));
  for (let cut = 0; cut < (design.entry_cuts || 0); cut += 1) {
    picture.append(svg("line", { class: "cut", x1: 58 + 5 * cut, x2: 58 + 5 * cut, y1: line - 14, y2: line + 14 }));
  }
  const places = PARTS.flatMap((part) => Object.keys(part.cuts));
  for (let number = 0; number < unroll; number += 1) {
    const x = start + number * (boxWidth + ROUND_GAP);
    picture.append(svg("rect", { class: "box", x, y: top, width: boxWidth, height: high, rx: 6 }));
    if (boxWidth > 22) picture.append(centred(x + boxWidth / 2, top + high + 14, unroll <= 7 ? `round ${number + 1}` : String(number + 1), "soft"));
    if (number + 1 < unroll) picture.append(svg("line", { class: "wire", x1: x + boxWidth, x2: x + boxWidth + ROUND_GAP, y1: line, y2: line }));
    if (!held(number)) continue;
    for (const name of names) {
      const at = x + 4 + ((boxWidth - 8) * places.indexOf(name)) / (places.length - 1);
      picture.append(svg("line", { class: boxWidth > 60 ? "cut" : "cut fine", x1: at, x2: at, y1: top + 7, y2: top + high - 7 }));
    }
  }
  const end = start + used;
  picture.append(wire([[end, line], [546, line]]));
  picture.append(svg("line", { class: "cut", x1: 516, x2: 516, y1: line - 14, y2: line + 14 }), centred(518, line - 20, "output", "soft"));
  if (design.flow === "credit") {
    picture.append(svg("rect", { class: "box", x: 524, y: line - 12, width: 16, height: 24 }), centred(532, line + 26, "FIFO", "soft"));
  }
  const passes = Math.ceil(rounds / unroll);
  const turn = top + high + 24;
  if (passes > 1 || narrow) {
    picture.append(wire([[end + 8, line], [end + 8, turn], [start - 12, turn], [start - 12, line + 3]]));
  }
  const turns = unroll >= rounds ? "walked once: a pipeline, no loop" : `each block goes round ${passes} times for its ${rounds} rounds`;
  const slow = narrow ? `; a round takes several cycles, ${design.width} bits each` : "";
  picture.append(centred(280, turn + 15, `${turns}${slow}${lanes > 1 ? `; ${lanes} lanes in lock-step` : ""}`, "soft"));
  if (design.direction !== "encrypt" && design.key_schedule === "online") {
    picture.append(svg("text", { x: 14, y: 30, class: "soft" }, "before it: a ring that steps the key to the end of its schedule"));
  }

  // The keys below the ring, as they reach the rounds.
  const keyTop = turn + 26;
  picture.append(svg("rect", { class: travelling ? "box" : "key", x: left, y: keyTop, width: right - left, height: 24, rx: 6 }));
  const keyLook = model.looks[design.key_sbox];
  const keySbox = keyLook && ["online", "last", "stored"].includes(design.key_schedule) ? `, S-boxes: ${keyLook.name}` : "";
  picture.append(centred(280, keyTop + 16, `${KEYS[design.key_schedule] || design.key_schedule || ""}${keySbox}`));

  // Below: one round, large.
  const base = keyTop + 58;
  const total = PARTS.reduce((sum, part) => sum + part.width, 0) + FINE * (PARTS.length - 1);
  let x = (width - total) / 2;
  const middle = base + 34;
  picture.append(svg("line", { class: "wire", x1: x - 24, x2: x + total + 24, y1: middle, y2: middle }));
  picture.append(svg("text", { x: x - 24, y: base - 15, class: "soft" }, every > 1 ? `a round that holds the cuts, one in ${every}` : "every round"));
  for (const part of PARTS) {
    picture.append(svg("rect", { class: "part", x, y: base + 10, width: part.width, height: 48, rx: 5 }));
    const kind = part.name === "SubBytes" ? `, ${(model.looks[sbox] || { name: sbox }).name}` : "";
    picture.append(centred(x + part.width / 2, base + 3, part.name + kind));
    for (const [name, share] of Object.entries(part.cuts)) {
      if (!names.includes(name)) continue;
      const at = share < 0 ? x - FINE / 2 : x + share * part.width;
      picture.append(svg("line", { class: "cut", x1: at, x2: at, y1: base + 10, y2: base + 64 }), centred(at, base + 77, name, "soft"));
    }
    x += part.width + FINE;
  }
  if (!names.length) picture.append(centred(280, base + 77, "no register in the round", "soft"));
  return framed(picture, design);
}

/** Draw a frame around a core for the mode and the bus that are around it. */
function framed(picture, design) {
  const around = [design.mode, design.bus].filter(Boolean).join(", ");
  if (around) {
    picture.append(svg("rect", { class: "key", x: 3, y: 17, width: 554, height: 300, rx: 10 }),
      svg("text", { x: 12, y: 31, class: "soft" }, `inside ${around}`));
  }
  return picture;
}
