// Places a sentence or buttons beside the square that they are about.
import { make } from "pillars/dom.js";

const told = 5000; // milliseconds for which a sentence is shown at a square

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** @param {Box} a @param {Box} b */
export const shared = (a, b) => Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/**
 * beside returns a place for a box of the given size, next to a square and within the rectangle ground. There the box covers
 * the least of the rectangles in free. cost says how bad the place is; far is the extra cost of places not close to the square.
 * @param {{ width: number, height: number }} size
 * @param {Box} square
 * @param {Box} ground
 * @param {Box[]} free
 */
export function beside({ width, height }, square, ground, free, far = 0) {
  const gap = 6, [right, low] = [Math.max(0, ground.width - width), Math.max(0, ground.height - height)];
  const middle = { x: square.x + square.width / 2 - width / 2, y: square.y + square.height / 2 - height / 2 };
  const along = (/** @type {number[]} */ first, /** @type {number} */ least, /** @type {number} */ most) => {
    for (let at = least; at < most; at += square.width / 4) first.push(at);
    return [...first, most].map((at) => Math.max(least, Math.min(most, at)));
  };
  const around = { x: square.x - gap - 1, y: square.y - gap - 1, width: square.width + 2 * gap + 2, height: square.height + 2 * gap + 2 };
  let best = { x: 0, y: 0, cost: Infinity };
  for (const y of along([square.y + square.height + gap, square.y - height - gap, middle.y], ground.y, ground.y + low)) {
    for (const x of along([middle.x, square.x + square.width + gap, square.x - width - gap], ground.x, ground.x + right)) {
      const box = { x, y, width, height };
      const cost = (shared(box, square) ? 1e9 : shared(box, around) ? 0 : far) + 1e3 * free.reduce((sum, one) => sum + shared(box, one), 0) +
        Math.hypot(x - middle.x, y - middle.y);
      if (cost < best.cost) best = { x, y, cost };
    }
  }
  return best;
}

/**
 * putBeside places an element beside a square, with the one of the widths in which it covers the least of the squares to be
 * kept free. The element stays on the board or, with near, close to the square and within the window.
 * @param {any} board
 * @param {HTMLElement} one
 * @param {string} square
 * @param {string[]} free
 * @param {string[]} widths
 */
export function putBeside(board, one, square, free, widths, near = false) {
  const { left, top, size, x: from, y: above } = board.motion.scale(), { place } = board;
  const box = (/** @type {string} */ name) => {
    const [x, y] = board.corner(name);
    return { x: left + x * size, y: top + y * size, width: size, height: size };
  };
  const ground = near ? { x: 4 - from, y: 4 - above, width: document.documentElement.clientWidth - 8, height: innerHeight - 8 }
    : { x: 0, y: 0, width: place.clientWidth, height: place.clientHeight };
  const boxes = free.map(box);
  const [best] = widths.map((maxWidth) => {
    one.style.maxWidth = maxWidth;
    return { maxWidth, ...beside({ width: one.offsetWidth, height: one.offsetHeight }, box(square), ground, boxes, near ? 1e8 : 0) };
  }).sort((a, b) => a.cost - b.cost);
  Object.assign(one.style, { maxWidth: best.maxWidth, left: `${best.x}px`, top: `${best.y}px` });
}

/** A bubble shows a sentence at a square. */
export class Bubble {
  timer = 0;

  /** @param {any} board */
  constructor(board) {
    this.board = board;
    this.place = make("p", { class: "bubble", role: "status" });
    for (const type of ["pointerdown", "keydown", "resize"]) addEventListener(type, () => this.tell(), true);
  }

  /** tell shows a sentence at a square, which shakes, until the next action or for some seconds. An empty text hides it. */
  tell(square = "", text = "") {
    const { board, place } = this;
    clearTimeout(this.timer);
    if (!text && !place.textContent) return;
    place.textContent = text;
    board.place.querySelector(".refused")?.classList.remove("refused");
    const cell = text && board.cell(square);
    if (!cell) return;
    const can = [...board.place.querySelectorAll(".can")].map((one) => one.dataset.square);
    const taken = board.view.squares.filter((one) => one.pieces).map((one) => one.name);
    putBeside(board, place, square, [...can, ...can, ...taken], ["17rem", "12rem", "8rem"], true);
    cell.classList.add("refused");
    board.motion.run(cell, ["0", "-5px", "5px", "-3px", "3px", "0"].map((translate) => ({ translate })), 200);
    this.timer = setTimeout(() => this.tell(), told);
  }
}
