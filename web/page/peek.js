// Peek: what stands on a square, as text, and what a stack is made of as a picture beside the board, or below it.
import { find, make, svg } from "pillars/dom.js";
import { partsOf } from "pillars/pile.js";

// showStack tells of a square; with a cell given, it draws the stack on the cell beside it.
export function showStack(square, cell = null) {
  const place = find("#peek"), pieces = square?.pieces ?? [];
  find("#stack").textContent = square?.words ?? "";
  place.hidden = !cell || pieces.length < 2;
  if (place.hidden) return;
  place.replaceChildren(make("strong", {}, `${square.name}: ${pieces.length} pieces`), picture(cell), layers(pieces));
  const box = cell.getBoundingClientRect(), ground = find("#boarding").getBoundingClientRect(); // it covers no square
  const beside = find("#side").getBoundingClientRect().left >= ground.right, middle = (from, to, size) => (from + to - size) / 2;
  const left = beside ? ground.width + 4 : middle(box.left, box.right, place.offsetWidth) - ground.left;
  const top = beside ? middle(box.top, box.bottom, place.offsetHeight) - ground.top : find("#stack").offsetTop;
  place.style.left = `${beside ? left : Math.max(0, Math.min(left, ground.width - place.offsetWidth))}px`;
  place.style.top = `${Math.max(0, top)}px`;
}

// picture draws a stack as it stands on its square, but larger.
function picture(cell) {
  const parts = partsOf(cell).filter((part) => !part.matches(".count")).map((part) => part.cloneNode(true));
  return svg("svg", { class: "board", viewBox: "4 0 54 60", "aria-hidden": "true" }, ...parts);
}

// layers lists neighbours of the same colour, the highest first.
function layers(pieces) {
  const all = [];
  for (const piece of [...pieces].reverse()) {
    const [color] = piece.split(" ");
    if (all.at(-1)?.color === color) all.at(-1).count++;
    else all.push({ color, count: 1 });
  }
  return make("ol", {}, ...all.map(({ color, count }) => make("li", {}, count > 1 ? `${count} ${color}` : color)));
}
