// The points of a picture on a canvas: ten thousand of them in a few milliseconds, with no need of
// WebGL, which many a remote desktop lacks. All points of one look are one path.

const TURN = 2 * Math.PI;

function polygon(path, x, y, corners) {
  corners.forEach(([dx, dy], index) => {
    if (index) path.lineTo(x + dx, y + dy);
    else path.moveTo(x + dx, y + dy);
  });
  path.closePath();
}

const starCorners = (r) =>
  Array.from({ length: 10 }, (_, k) => {
    const radius = k % 2 ? 0.55 * r : 1.35 * r;
    const angle = (k * TURN) / 10 - TURN / 4;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
const hexagonCorners = (r) =>
  Array.from({ length: 6 }, (_, k) => [1.1 * r * Math.cos((k * TURN) / 6), 1.1 * r * Math.sin((k * TURN) / 6)]);
const plusCorners = (r) => {
  const [a, b] = [0.45 * r, 1.2 * r];
  return [[-a, -b], [a, -b], [a, -a], [b, -a], [b, a], [a, a], [a, b], [-a, b], [-a, a], [-b, a], [-b, -a], [-a, -a]];
};
const turned = (corners) => corners.map(([x, y]) => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2]);

/** Shape to its corners for a radius; `circle` has none. */
const SHAPES = {
  square: (r) => [[-0.9 * r, -0.9 * r], [0.9 * r, -0.9 * r], [0.9 * r, 0.9 * r], [-0.9 * r, 0.9 * r]],
  triangle: (r) => [[0, -1.2 * r], [1.1 * r, 0.8 * r], [-1.1 * r, 0.8 * r]],
  wedge: (r) => [[0, 1.2 * r], [1.1 * r, -0.8 * r], [-1.1 * r, -0.8 * r]],
  diamond: (r) => [[0, -1.25 * r], [1.25 * r, 0], [0, 1.25 * r], [-1.25 * r, 0]],
  lozenge: (r) => [[0, -1.4 * r], [0.8 * r, 0], [0, 1.4 * r], [-0.8 * r, 0]],
  plus: plusCorners,
  cross: (r) => turned(plusCorners(r)),
  star: starCorners,
  hexagon: hexagonCorners,
};

/** Add a shape to a path; a `dot` is what costs least. `corners` are its corners where many of one radius are added. */
function addShape(path, shape, x, y, radius, corners) {
  if (shape === "dot") {
    path.rect(x - radius, y - radius, 2 * radius, 2 * radius);
  } else if (shape in SHAPES) {
    polygon(path, x, y, corners || SHAPES[shape](radius));
  } else {
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, TURN);
  }
}

/** A swatch for legends and chips: the shape as SVG. */
function swatch(shape, colour, hollow) {
  const style = { fill: hollow ? "none" : colour, stroke: colour, "stroke-width": 1.4 };
  const inner = shape in SHAPES
    ? svg("polygon", { points: SHAPES[shape](4).map((corner) => corner.join(",")).join(" "), ...style })
    : svg("circle", { r: 4, ...style });
  return svg("svg", { viewBox: "-6 -6 12 12", "aria-hidden": "true" }, inner);
}

/**
 * Draw points.
 *
 * @param context of a canvas.
 * @param places point, x and y on the canvas, of each.
 * @param style radius; `strength`, how opaque; `colourOf` and `shapeOf` a point; `bright(point)`: what
 *   is not brushed is `faint`; `dense`: so many that what is not accepted is faint too, not hollow.
 */
function drawCloud(context, places, style) {
  const groups = new Map();
  const cornersOf = (shape) => (shape in SHAPES ? SHAPES[shape](style.radius) : null);
  for (const place of places) {
    const { point } = place;
    const bright = style.bright(point);
    const hollow = !point.taken && !style.dense;
    const colour = bright && (point.taken || hollow) ? style.colourOf(point) : style.faint;
    const shape = style.shapeOf(point);
    const key = `${bright}${point.taken}${colour}${shape}`;
    let group = groups.get(key);
    if (!group) {
      group = { bright, colour, solid: point.taken, hollow, shape, corners: cornersOf(shape), path: new Path2D() };
      groups.set(key, group);
    }
    addShape(group.path, shape, place.x, place.y, style.radius, group.corners);
  }
  // What `pick` accepts lies on top, what is brushed above what is not.
  const order = [...groups.values()].sort((a, b) => a.bright - b.bright || a.solid - b.solid);
  for (const group of order) {
    context.globalAlpha = group.bright ? style.strength * (group.solid ? 1 : 0.6) : 0.35;
    context.lineWidth = 1.2;
    if (!group.hollow) {
      context.fillStyle = group.colour;
      context.fill(group.path);
    } else {
      context.strokeStyle = group.colour;
      context.stroke(group.path);
    }
  }
  context.globalAlpha = 1;
}
