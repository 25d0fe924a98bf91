// The frontier of a picture, and what its axes show.

/** Return the points of a view that have both of its figures; axes are logarithmic. */
function drawable(points, view) {
  const { x, y } = view;
  return points.filter((point) => point.figures[x.figure] > 0 && point.figures[y.figure] > 0);
}

/** Return what can be drawn, in the order of the frontier's sweep: by x, and by y where x is one. */
function inOrder(points, view) {
  const { x, y } = view;
  const [across, up] = [x.more ? -1 : 1, y.more ? -1 : 1];
  return drawable(points, view).sort((a, b) =>
    across * (a.figures[x.figure] - b.figures[x.figure]) || up * (a.figures[y.figure] - b.figures[y.figure]));
}

/** Return the points that `pick` accepts and that none of these beats in both figures, by x. */
function frontier(ordered, view) {
  const { x, y } = view;
  const up = y.more ? -1 : 1;
  const front = [];
  let best = Infinity;
  for (const point of ordered) {
    const cost = up * point.figures[y.figure];
    if (point.taken && cost < best) {
      best = cost;
      front.push(point);
    }
  }
  return x.more ? front.reverse() : front;
}

/** Return how far a figure spreads over the placer seeds, smallest and largest, or null. */
function spread(point, name, limit) {
  const { fmax_mhz: clock, fmax_routed_min: low, fmax_routed_max: high } = point.figures;
  if (!clock || !low || !high || low === high) return null;
  const [slow, fast] = [low, high].map((mhz) => Math.min(mhz, limit || Infinity) / clock);
  const value = point.figures[name];
  if (name === "latency_ns") return [value / fast, value / slow];
  if (name === "throughput_gbps" || name === "mbps_per_lut") return [value * slow, value * fast];
  return null;
}

/** Return the smallest and the largest of many values: more than a function takes as arguments. */
function endsOf(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

const WIDE = 8; // largest over smallest value from which an axis is logarithmic
const ROOM = 0.07; // of an axis is left free at each end

/** Return type and range of an axis that shows all the values. */
function axisOf(values) {
  if (!values.length) return { log: false, range: [0, 1] };
  let [low, high] = endsOf(values);
  const log = high / low > WIDE;
  if (log) [low, high] = [Math.log10(low), Math.log10(high)];
  else if (low === high) [low, high] = [low * 0.5, high * 1.5];
  else low = Math.min(low, high * 0.4);
  const room = ROOM * (high - low || Math.abs(high) || 1);
  return { log, range: [low - room, high + room] };
}

/** Return the values of an axis that get a tick. */
function ticksOf(range, log, most) {
  if (log && range[1] - range[0] > 0.7) {
    for (const digits of [[1, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]]) {
      const found = [];
      for (let power = Math.floor(range[0]); power <= range[1]; power += 1) {
        for (const digit of digits) {
          const place = power + Math.log10(digit);
          if (place >= range[0] && place <= range[1]) found.push(digit * 10 ** power);
        }
      }
      if (found.length <= most) return found;
    }
  }
  const [low, high] = log ? range.map((power) => 10 ** power) : range;
  const raw = (high - low) / most;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((digit) => digit * unit).find((each) => each >= raw);
  const found = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) found.push(tick);
  return found.filter((tick) => !log || tick > 0);
}

const TICK = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const tickText = (value) => TICK.format(value);
