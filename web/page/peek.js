// Peek: an enlarged picture of a stack with its men in words, over a corner of the board.
import { shared } from "pillars/beside.js";
import { find, findAll, make, svg } from "pillars/dom.js";
import { partsOf } from "pillars/pile.js";

// showStack draws the stack of a square and its cell; without a cell, it hides the picture of the stack before.
export function showStack(square, cell) {
  const place = find("#peek"), pieces = square?.pieces ?? [];
  place.hidden = !cell || pieces.length < 2;
  if (place.hidden) return;
  place.replaceChildren(make("strong", {}, `${square.name}: ${pieces.length} men`), picture(cell), layers(pieces));
  const { x, y } = freePlace(cell, { width: place.offsetWidth, height: place.offsetHeight });
  const { left, top } = find("#boarding").getBoundingClientRect();
  Object.assign(place.style, { left: `${x - left}px`, top: `${y - top}px` });
}

// freePlace returns a place for a box on the board, close to its edge, where it covers least of the stacks and of the squares
// that can be chosen.
function freePlace(cell, size) {
  const box = (one) => one.getBoundingClientRect(), ground = box(find("#board")), middle = box(cell), gap = 4;
  const taken = findAll("#board .can, #board [data-square]:has(.face)").map(box), low = { x: ground.right - size.width - gap, y: ground.bottom - size.height - gap };
  const edges = [[ground.x + gap, low.x], [ground.y + gap, low.y]];
  return edges[0].flatMap((x) => edges[1].map((y) => ({ x, y, width: size.width, height: size.height })))
    .map((place) => ({ ...place, cost: shared(place, middle) * 1e3 + taken.reduce((sum, one) => sum + shared(place, one), 0) - Math.hypot(place.x - middle.x, place.y - middle.y) / 1e3 }))
    .sort((a, b) => a.cost - b.cost)[0];
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
