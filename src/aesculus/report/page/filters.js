// The controls: device, text, and a row of chips for each field that has more than one value.

const MODE_WORDS = { mode: "single blocks", bus: "plain ports" };

/** Fill the list of devices and papers. */
function fillDatasets(select, datasets, chosen) {
  const groups = { measured: "Measured", published: "As published" };
  empty(select);
  for (const [kind, title] of Object.entries(groups)) {
    const group = html("optgroup", { label: title });
    datasets.forEach((dataset, index) => {
      if (dataset.kind !== kind) return;
      group.append(html("option", { value: index, selected: dataset === chosen }, dataset.title));
    });
    if (group.children.length) select.append(group);
  }
}

/**
 * Return field, title and [value, count] of each row of chips that can part these points.
 *
 * What is chosen has a chip also where no point has it: else nothing would undo it.
 */
function facetsOf(model, points, chosen) {
  const fields = [...Object.entries(model.facets), ["bram_count", "block RAM"]];
  return fields
    .map(([field, title]) => {
      const counts = new Map([...(chosen.get(field) || [])].map((value) => [value, 0]));
      for (const point of points) {
        const value = facetValue(point, field);
        counts.set(value, (counts.get(value) || 0) + 1);
      }
      const looks = Object.keys(model.looks);
      const order = (value) => (field === "sbox" ? looks.indexOf(value) : Number(value));
      const values = [...counts].sort((a, b) => order(a[0]) - order(b[0]) || (a[0] < b[0] ? -1 : 1));
      return { field, title, values };
    })
    .filter((facet) => facet.values.length > 1 || (chosen.get(facet.field) || new Set()).size);
}

function chipText(model, field, value) {
  if (field === "sbox") return (model.looks[value] || model.other).name;
  if (field === "key_bits") return value === UNKNOWN ? value : `${value} bits`;
  return value === UNKNOWN ? MODE_WORDS[field] || UNKNOWN : value;
}

/**
 * Fill the rows of chips.
 *
 * @param box where they go.
 * @param owner gives `model`, `state`, `colours`, `all`; hears `changed()`.
 */
function fillFacets(box, owner) {
  const { model, state, colours } = owner;
  empty(box);
  for (const { field, title, values } of facetsOf(model, owner.all, state.chosen)) {
    if (!state.chosen.has(field)) state.chosen.set(field, new Set());
    const chosen = state.chosen.get(field);
    const chips = html("div", { class: "chips" });
    for (const [value, count] of values) {
      const look = field === "sbox" ? model.looks[value] || model.other : null;
      const chip = html("button", {
        type: "button", class: "chip", "aria-pressed": String(chosen.has(value)),
        "data-field": field, "data-value": value,
        title: model.docs[field] || null,
        onclick: () => {
          if (!chosen.delete(value)) chosen.add(value);
          chip.setAttribute("aria-pressed", String(chosen.has(value)));
          owner.changed();
        },
      }, look && swatch(look.shape, colours.dark ? look.dark : look.colour), chipText(model, field, value),
      html("small", { class: "soft" }, count.toLocaleString("en")));
      chips.append(chip);
    }
    box.append(html("fieldset", { class: values.length > 5 ? "facet whole" : "facet" }, html("legend", {}, title), chips));
  }
  find("more-filters").hidden = !box.children.length;
}
