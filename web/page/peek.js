// Peek: what stands on a square, as text, and what a stack is made of as a picture beside the board, or below it.
import { find, make, svg } from "pillars/dom.js";

const colors = { white: ["#fff", "#ebe5d6", "#26231d"], black: ["#4b515b", "#363b43", "#fff"], red: ["#e0563a", "#b83a1d", "#fff"],
  blue: ["#4a90d9", "#1f6cb8", "#fff"] }; // top, side and letters
const high = 17; // a piece

// showStack tells of a square; with a cell given, it draws its stack beside it.
export function showStack(square, cell = null) {
  const place = find("#peek"), pieces = square?.pieces ?? [];
  find("#stack").textContent = square?.words ?? "";
  place.hidden = !cell || pieces.length < 2;
  if (place.hidden) return;
  place.replaceChildren(make("strong", {}, `${square.name}: ${pieces.length} pieces`), picture(pieces));
  const box = cell.getBoundingClientRect(), ground = find("#boarding").getBoundingClientRect(); // it covers no square
  const beside = find("#side").getBoundingClientRect().left >= ground.right, middle = (from, to, size) => (from + to - size) / 2;
  const left = beside ? ground.width + 4 : middle(box.left, box.right, place.offsetWidth) - ground.left;
  const top = beside ? middle(box.top, box.bottom, place.offsetHeight) - ground.top : find("#stack").offsetTop;
  place.style.left = `${beside ? left : Math.max(0, Math.min(left, ground.width - place.offsetWidth))}px`;
  place.style.top = `${Math.max(0, top)}px`;
}

// picture draws pieces from the bottom up, each with its owner's colour in letters.
function picture(pieces) {
  const height = pieces.length * high + 18;
  const drawn = svg("svg", { viewBox: `0 0 96 ${height}`, width: 96, height, "aria-hidden": "true" });
  pieces.forEach((piece, i) => {
    const [color] = piece.split(" "), [top, side, letters] = colors[color] ?? colors.white;
    const y = height - (i + 1) * high - 9;
    const word = svg("text", { x: 48, y: y + 19, fill: letters, "text-anchor": "middle", "font-size": 11 });
    word.textContent = color;
    drawn.append(svg("path", { d: `M4 ${y}v${high}a44 8 0 0 0 88 0v-${high}z`, fill: side, stroke: "#26231d" }), word,
      svg("ellipse", { cx: 48, cy: y, rx: 44, ry: 8, fill: top, stroke: "#26231d" }));
  });
  return drawn;
}
