// Marks that are drawn over a board: frames of the last turn, dots, arrows.
import { svg } from "pillars/dom.js";

// frame marks the squares of the last turn, above all squares.
export function frame(place, { last }, group) {
  for (const name of new Set((last?.ways ?? []).flat())) {
    const cell = place.querySelector(`[data-square="${CSS.escape(name)}"]`);
    cell?.classList.add("last");
    if (cell) group.append(svg("rect", { x: 1.5, y: 1.5, width: 57, height: 57, rx: 2, class: "frame", transform: cell.getAttribute("transform") }));
  }
}

// layer makes a group of elements that lies over a board.
export const layer = (kind) => svg("g", { class: kind, "aria-hidden": "true" });

// markOf makes the mark of a square: a dot on an empty destination, corners around pieces on a destination (onto), or a ring
// around pieces that can move.
export function markOf(pieces, onto) {
  if (!pieces) return svg("circle", { cx: 30, cy: 30, r: 6.5, class: "dot" });
  return onto ? svg("path", { d: "M4 18V4H18M42 4H56V18M56 42V56H42M18 56H4V42", class: "corners" })
    : svg("rect", { x: 3.5, y: 3.5, width: 53, height: 53, rx: 26, class: "ring" });
}

// sideOf returns the place of a barrier on a side of a cell, or undefined without a side.
export function sideOf(side, turned) {
  const at = ["n", "e", "s", "w"].indexOf(side);
  return at < 0 ? undefined : [{ x: 4, y: -7, width: 52, height: 14, rx: 5 }, { x: 53, y: 4, width: 14, height: 52, rx: 5 },
    { x: 4, y: 53, width: 52, height: 14, rx: 5 }, { x: -7, y: 4, width: 14, height: 52, rx: 5 }][turned ? (at + 2) % 4 : at];
}

// countOf returns a copy of the number on a stack, to be shown above the marks.
export function countOf(cell) {
  const count = cell.querySelector(".count")?.cloneNode(true);
  count?.setAttribute("transform", cell.getAttribute("transform"));
  return count ? [count] : [];
}

// sizeNames keeps the names of files and ranks small on large boards.
export function sizeNames(place) {
  const board = place.querySelector(":scope > svg"), wide = place.clientWidth;
  if (board && wide) place.style.setProperty("--name-size", `${Math.min(15, 17 * board.viewBox.baseVal.width / wide).toFixed(2)}px`);
}

// Widths of arrows; the better of several lines has the wider one.
const widths = { second: 6.5, third: 4.5, trail: 4, wrong: 6.5 };

/**
 * arrowOf draws an arrow from the first point to the last, on a halo that separates it from the pieces below.
 * @param {number[][]} points
 * @param {string} kind best, second, third, hint, trail, right or wrong
 */
export function arrowOf(points, kind) {
  const [[x1, y1], [x2, y2]] = [points[0], points.at(-1)];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1, width = widths[kind] ?? 9, size = 8 + 1.4 * width;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const at = (along, aside) => `${x2 - along * dx - aside * dy} ${y2 - along * dy + aside * dx}`;
  const line = `M${x1 + 12 * dx} ${y1 + 12 * dy}L${at(size - 3, 0)}`, head = `M${at(0, 0)}L${at(size, size / 2)}L${at(size, -size / 2)}Z`;
  return svg("g", { class: kind }, svg("path", { d: line, class: "halo", "stroke-width": width + 3 }),
    svg("path", { d: head, class: "halo", "stroke-width": 3 }),
    svg("path", { d: line, class: "shaft", "stroke-width": width }), svg("path", { d: head, class: "head" }));
}

// Shares of an arrow's length at which numbers stand. They differ, so that the numbers of overlapping arrows stay readable.
const places = [0.55, 0.35, 0.75];

/**
 * numberOf draws the number of a line, or another mark, on its arrow or beside its circle.
 * @param {number[][]} points
 * @param {string} kind
 * @param {number} number from 1
 * @param {string} mark
 */
export function numberOf(points, kind, number, mark) {
  const [[x1, y1], [x2, y2]] = [points[0], points.at(-1)], share = places[(number - 1) % places.length];
  const [x, y] = points.length > 1 ? [x1 + share * (x2 - x1), y1 + share * (y2 - y1)] : [x1 + 40 * share - 4, y1 - 21];
  const text = svg("text", { x, y: y + 4.5, "text-anchor": "middle" });
  text.append(mark);
  return svg("g", { class: `rank ${kind}` }, svg("circle", { cx: x, cy: y, r: 8.5 }), text);
}
