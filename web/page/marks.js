// What is drawn over a board: frames of the last turn, arrows.
import { svg } from "pillars/dom.js";

// frame marks the squares of the last turn, above all squares.
export function frame(place, { last }, group) {
  for (const name of new Set((last?.ways ?? []).flat())) {
    const cell = place.querySelector(`[data-square="${CSS.escape(name)}"]`);
    cell?.classList.add("last");
    if (cell) group.append(svg("rect", { x: 1, y: 1, width: 58, height: 58, class: "frame", transform: cell.getAttribute("transform") }));
  }
}

// arrowOf draws an arrow from the first point to the last.
export function arrowOf(points, kind) {
  const [[x1, y1], [x2, y2]] = [points[0], points.at(-1)];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const at = (along, aside) => `${x2 - along * dx - aside * dy} ${y2 - along * dy + aside * dx}`;
  const line = `M${x1 + 12 * dx} ${y1 + 12 * dy}L${at(16, 0)}`;
  const head = `M${at(0, 0)}L${at(20, 10)}L${at(20, -10)}Z`;
  return svg("g", { class: kind }, svg("path", { d: line, class: "shaft" }), svg("path", { d: head, class: "head" }));
}
