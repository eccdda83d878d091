// A board as the engine draws it. When it replaces the board before, it changes only the squares that look different, so
// that the browser repaints only these.
import { make } from "pillars/dom.js";

export class Drawn {
  /** @param {string} picture from the engine, which escapes all text */
  constructor(picture) {
    const parsed = /** @type {HTMLTemplateElement} */ (make("template"));
    parsed.innerHTML = picture;
    this.picture = picture;
    this.board = /** @type {Element} */ (parsed.content.firstElementChild);
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
