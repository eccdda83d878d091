// Peek: the pieces on a square as text, and an enlarged picture of a stack, beside the board or below it.
import { beside } from "pillars/beside.js";
import { find, findAll, make, svg } from "pillars/dom.js";
import { partsOf } from "pillars/pile.js";

// showStack describes the pieces on a square in words. If a cell is given, it also draws the cell's stack.
export function showStack(square, cell = null) {
  const place = find("#peek"), pieces = square?.pieces ?? [];
  find("#stack").textContent = square?.words ?? "";
  place.hidden = !cell || pieces.length < 2;
  if (place.hidden) return;
  place.replaceChildren(make("strong", {}, `${square.name}: ${pieces.length} pieces`), picture(cell), layers(pieces));
  const { x, y } = freePlace(cell, { width: place.offsetWidth, height: place.offsetHeight });
  const { left, top } = find("#boarding").getBoundingClientRect();
  Object.assign(place.style, { left: `${x - left}px`, top: `${y - top}px` });
}

// freePlace returns a place for a box in the column beside the board, or below the board. The box covers no square and, if
// there is room, no button.
function freePlace(cell, size) {
  const box = (one) => one.getBoundingClientRect(), board = box(find("#board")), side = box(find("#side"));
  const below = side.left < board.right, x = below ? side.left : side.left + 4, y = below ? board.bottom + 2 : side.top;
  const ground = { x, y, width: side.right - x, height: Math.max(size.height, side.bottom - y) };
  const buttons = findAll("#side :is(button, select, input, a)").filter((one) => one.offsetParent);
  const most = findAll("#controls button, #choices button").filter((one) => one.offsetParent);
  return beside(size, box(cell), ground, [...buttons, ...most, ...most, ...most].map(box));
}

// picture returns an enlarged picture of the stack on a cell.
function picture(cell) {
  const parts = partsOf(cell).filter((part) => !part.matches(".count")).map((part) => part.cloneNode(true));
  return svg("svg", { class: "board", viewBox: "4 0 54 60", "aria-hidden": "true" }, ...parts);
}

// layers lists runs of neighbouring pieces of the same colour, the highest first.
function layers(pieces) {
  const all = [];
  for (const piece of [...pieces].reverse()) {
    const [color] = piece.split(" ");
    if (all.at(-1)?.color === color) all.at(-1).count++;
    else all.push({ color, count: 1 });
  }
  return make("ol", {}, ...all.map(({ color, count }) => make("li", {}, count > 1 ? `${count} ${color}` : color)));
}
