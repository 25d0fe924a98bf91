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

/** Return a name that an element made in the place of this one has too. */
function nameIn(root, element) {
  const words = [];
  for (let each = element; each && each !== root; each = each.parentElement) {
    words.push(each.id || `${each.tagName}.${[...(each.parentElement || root).children].indexOf(each)}`);
    if (each.id) break;
  }
  // Rows move as others come: what has a text of its own is found by it.
  const own = element.dataset.field ? `${element.dataset.field}=${element.dataset.value}` : element.dataset.sort || "";
  const label = element.closest("#table tbody tr")?.querySelector(".label");
  return own || (label ? `row ${label.textContent}` : words.join(" "));
}

/** Make the content of elements anew: what was open, focused or scrolled in them stays so. */
function keeping(roots, make) {
  const kept = roots.map((root) => {
    const all = [root, ...root.querySelectorAll("*")];
    const focused = root.contains(document.activeElement) && document.activeElement !== root ? document.activeElement : null;
    return {
      root,
      open: new Map(all.filter((each) => each.tagName === "DETAILS").map((each) => [nameIn(root, each), each.open])),
      scrolled: new Map(all.filter((each) => each.scrollLeft || each.scrollTop).map((each) => [nameIn(root, each), [each.scrollLeft, each.scrollTop]])),
      focused: focused && [focused.tagName, nameIn(root, focused)],
    };
  });
  make();
  for (const { root, open, scrolled, focused } of kept) {
    for (const each of [root, ...root.querySelectorAll("*")]) {
      const name = nameIn(root, each);
      if (each.tagName === "DETAILS" && open.has(name)) each.open = open.get(name);
      if (scrolled.has(name)) [each.scrollLeft, each.scrollTop] = scrolled.get(name);
      if (focused && each.tagName === focused[0] && name === focused[1] && document.activeElement !== each) each.focus({ preventScroll: true });
    }
  }
}
