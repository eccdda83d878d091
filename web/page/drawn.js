// Boards as SVG: the squares, barriers and names are drawn here, what stands on the squares by the engine, once for all boards.
// When a board replaces the one before, it changes only the squares that look different, so that the browser repaints only these.
import { svg } from "pillars/dom.js";

/** @typedef {{ name: string, words?: string, drawn?: string, walls?: string }} DrawnSquare */
/** @typedef {{ files: number, ranks: number, squares: DrawnSquare[], gone?: number[], drawings?: Record<string, string> }} Position */

/** @type {Map<string, string>} What stands on squares, by the engine's keys, the latest last. */
const drawings = new Map();
const most = 64; // keys that a question names; they fit into the bounds of a question

/** known lists the drawings that the engine need not send again. */
export const known = () => [...drawings.keys()].slice(-most);

/** learn keeps the drawings of an answer, and completes its squares and words. @param {Position} answer */
export function learn(answer) {
  const { files, ranks, squares, gone = [], drawings: sent = {} } = answer;
  const names = Array.from({ length: files * ranks }, (_, i) => String.fromCharCode(97 + i % files) + (Math.floor(i / files) + 1));
  answer.squares = names.filter((_, i) => !gone.includes(i)).map((name) => squares.find((one) => one.name === name) ?? { name });
  for (const square of answer.squares) {
    square.words ??= `${square.name}: empty`;
    const { drawn } = square;
    if (!drawn) continue;
    const drawing = sent[drawn] ?? drawings.get(drawn) ?? "";
    drawings.delete(drawn);
    drawings.set(drawn, drawing);
  }
}

const size = 60, frame = 22; // of a square, and of the frame around the board, in the units of the engine's drawings

/** content makes the elements of a square with a drawing of the engine, which has no text of people. @param {string} drawing */
const content = (drawing) => `<rect class="square" width="${size}" height="${size}"/>${drawing}<rect width="${size}" height="${size}" fill="none" pointer-events="all"/>`;

/** piece makes a small picture of one square. @param {string} drawing */
export function piece(drawing) {
  const picture = svg("svg", { class: "board", viewBox: `0 0 ${size} ${size}` });
  picture.innerHTML = content(drawing);
  return picture;
}

/** boardOf draws a position; turned boards have the first rank at the top. @param {Position} position @returns {SVGElement} */
function boardOf({ files, ranks, squares }, turned = false) {
  const [wide, high] = [files, ranks].map((n) => n * size + 2 * frame);
  /** @type {Element[]} */ const rows = Array.from({ length: ranks }, () => svg("g", { role: "row" })), walls = [], names = [];
  for (const { name, words, drawn = "", walls: sides = "" } of squares) {
    const file = name.charCodeAt(0) - 97, rank = Number(name.slice(1)) - 1;
    const [column, row] = turned ? [files - 1 - file, rank] : [file, ranks - 1 - rank], [x, y] = [column * size, row * size];
    const cell = svg("g", { role: "gridcell", tabindex: -1, "data-square": name, "aria-label": words ?? null, transform: `translate(${x} ${y})` }), title = svg("title");
    title.textContent = words ?? "";
    cell.innerHTML = content(drawings.get(drawn) ?? "");
    cell.firstElementChild?.classList.toggle("dark", (file + rank) % 2 === 0);
    cell.prepend(title);
    rows[row].append(cell);
    if (sides.includes("n")) walls.push(...wall(x, turned ? y + size : y, 1));
    if (sides.includes("e")) walls.push(...wall(turned ? x : x + size, y, 0));
  }
  if (turned) for (const row of rows) row.replaceChildren(...[...row.children].reverse());
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words) => {
    const place = svg("text", { class: "name", x, y: y + 5, "font-size": 15, "text-anchor": "middle" });
    place.textContent = words;
    return place;
  };
  for (let i = 0; i < files; i++) names.push(text((i + 0.5) * size, ranks * size + frame / 2, String.fromCharCode(97 + (turned ? files - 1 - i : i))));
  for (let i = 0; i < ranks; i++) names.push(text(-frame / 2, (i + 0.5) * size, String(turned ? i + 1 : ranks - i)));
  return svg("svg", { class: "board", viewBox: `${-frame} ${-frame} ${wide} ${high}`, "font-family": "system-ui, sans-serif", role: "grid", "aria-label": "board",
    "stroke-linejoin": "round", "stroke-linecap": "round" }, ...rows, svg("g", { "aria-hidden": "true" }, ...walls, ...names));
}

// wall draws a barrier that begins at a corner of a square and goes along a row or a column, with its shadow and a bright edge.
function wall(x, y, along) {
  const box = (dx, dy, long, wide) => (along ? { x: x + dx, y: y - 4 + dy, width: long, height: wide } : { x: x - 4 + dx, y: y + dy, width: wide, height: long });
  return [svg("rect", { ...box(2, 2.5, size, 8), rx: 3, class: "shade", opacity: 0.22 }), svg("rect", { ...box(0, 0, size, 8), rx: 3, class: "barrier", "stroke-width": 1.2 }),
    svg("rect", { ...box(2, 1.5, size - 12, 2), rx: 1, class: "gloss", fill: "#fff", opacity: 0.4 })];
}

/** still draws a position on which nobody plays. @param {Position} position */
export function still(position) {
  const board = boardOf(position);
  for (const part of [board, ...board.querySelectorAll("*")]) for (const a of ["role", "tabindex", "data-square", "aria-label"]) part.removeAttribute(a);
  return board;
}

export class Drawn {
  /** @param {Position} position @param {boolean} turned */
  constructor(position, turned) {
    this.position = position;
    this.turned = turned;
    this.board = boardOf(position, turned);
  }

  /** cell returns a square. @param {string} name @returns {Element | null} */
  cell(name) { return this.board.querySelector(`[data-square="${CSS.escape(name)}"]`); }

  /** put shows the board at the beginning of a place. @param {Element} place */
  put(place) {
    const before = place.querySelector(":scope > svg");
    if (!before || shape(before) !== shape(this.board)) {
      before?.remove();
      return place.prepend(this.board);
    }
    for (const over of [...before.children].slice(this.board.children.length)) over.remove(); // elements that the page has drawn over the board
    const old = parts(before);
    parts(this.board).forEach((part, i) => {
      for (const added of old[i].querySelectorAll(".rest, .edge")) added.remove();
      for (const name of ["class", "tabindex", "aria-label"]) {
        const value = part.getAttribute(name);
        if (value === null) old[i].removeAttribute(name); else old[i].setAttribute(name, value);
      }
      if (!old[i].isEqualNode(part)) old[i].replaceWith(part);
    });
  }
}

// parts lists the squares and, last, the group above all of them with barriers and the names of files and ranks.
const parts = (/** @type {Element} */ board) =>
  [...board.querySelectorAll("[data-square]"), /** @type {Element} */ (board.querySelector(":scope > g:not([role])"))];

// shape returns a text that is equal for boards with the same squares at the same places.
const shape = (/** @type {Element} */ board) => [board.getAttribute("viewBox"),
  ...parts(board).slice(0, -1).flatMap((cell) => [cell.getAttribute("data-square"), cell.getAttribute("transform")])].join();
