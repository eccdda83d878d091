// What is drawn over a board: frames of the last turn, arrows.
import { svg } from "pillars/dom.js";

// frame marks the squares of the last turn, above all squares.
export function frame(place, { last }, group) {
  for (const name of new Set((last?.ways ?? []).flat())) {
    const cell = place.querySelector(`[data-square="${CSS.escape(name)}"]`);
    cell?.classList.add("last");
    if (cell) group.append(svg("rect", { x: 1.5, y: 1.5, width: 57, height: 57, rx: 2, class: "frame", transform: cell.getAttribute("transform") }));
  }
}

// Of several candidates the better one has the broader arrow.
const widths = { second: 6.5, third: 4.5, trail: 4 };

/**
 * arrowOf draws an arrow from the first point to the last, on a halo that separates it from the pieces below.
 * @param {number[][]} points
 * @param {string} kind best, second, third, hint or trail
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

// Numbers of several arrows that lie on each other stand at different places.
const places = [0.55, 0.35, 0.75];

/**
 * numberOf draws the number of a line, or another mark, at its arrow or beside its circle.
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
