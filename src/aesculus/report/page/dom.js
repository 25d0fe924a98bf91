// Building elements. Text always goes in as text: nothing that a store holds is read as markup.

const SVG = "http://www.w3.org/2000/svg";

const find = (id) => document.getElementById(id);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Make an HTML element; `onclick` and the like are listeners, children are elements or texts. */
function html(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Make an SVG element. */
function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function empty(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A list of names and values, those without a value left out. */
function pairs(entries) {
  const list = html("dl", { class: "pairs" });
  for (const [name, value] of entries) {
    if (value === null || value === undefined || value === "") continue;
    list.append(html("dt", {}, name), html("dd", {}, value));
  }
  return list;
}
