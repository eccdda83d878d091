// Animations of pieces that slide, appear and fade. They are in a layer above the board, so that the browser can move them
// without redrawing the board.
import { make, svg } from "pillars/dom.js";
import { parted, partsOf } from "pillars/pile.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const pace = 220; // milliseconds of the animation of a step

/** @typedef {import("pillars/types").View} View */
/** @typedef {{ name: string, arrives: boolean, stood: boolean, taken: number }} Loss pieces that a step takes off a square */

export class Motion {
  /** @param {any} board */
  constructor(board) {
    this.board = board;
    this.air = make("div", { class: "air", "aria-hidden": "true" });
  }

  // on returns whether animations are wanted.
  get on() { return this.board.animated && !still.matches; }

  /** scale reads the place of the first square in the layer, the width of a square, and the place of the layer in the window. */
  scale() {
    const { a, e, f } = this.board.place.firstElementChild.getScreenCTM(), box = this.board.place.getBoundingClientRect();
    return { left: e - box.left, top: f - box.top, size: 60 * a, x: box.left, y: box.top };
  }

  /** lift draws parts in the layer, above their square and under another part of it. @param {string} name @param {Node[]} parts @returns {any} */
  lift(name, parts, at = this.scale(), under = null) {
    const [column, row] = this.board.corner(name);
    const piece = svg("svg", { class: "board sliding", viewBox: "0 0 60 60", "font-family": "system-ui, sans-serif" }, ...parts);
    const [left, top, size] = [at.left + column * at.size, at.top + row * at.size, at.size].map((x) => `${x}px`);
    Object.assign(piece.style, { left, top, width: size, height: size });
    this.air.insertBefore(piece, under);
    return piece;
  }

  /** run animates an element to the end of the frames, where it stays. @param {Element} one @param {Keyframe[]} frames */
  async run(one, frames, duration = pace, easing = "ease-out") {
    if (!this.on) return;
    await one.animate(frames, { duration, easing, fill: "forwards" }).finished.catch(() => {});
  }

  // clear empties the layer, except for the numbers of captured pieces, which disappear by themselves.
  clear() { for (const one of this.air.querySelectorAll(".sliding")) one.remove(); }

  // skip ends all animations at once, except those without an end, such as a pulsing highlight.
  skip() {
    for (const one of this.board.place.getAnimations({ subtree: true })) {
      if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
    }
  }

  /**
   * play animates a step: pieces that move slide along their way, new ones appear, and lost ones fade. A carried stack does not
   * slide, since it has already arrived.
   * @param {string[]} way
   * @param {View} view after the step
   * @param {import("pillars/drawn.js").Drawn} next its board
   * @param {any} carried
   */
  async play(way, view, next, carried) {
    const lost = losses(this.board.view, view, way);
    const arrived = way.length > 1 ? carried?.piece ?? await this.#slide(way, next, view) : null;
    if (lost.length) return Promise.all(lost.map((one) => this.#fade(one, arrived)));
    if (way.length === 1) await this.#appear(way[0], next, view);
  }

  async #slide(way, next, view) {
    const [from, to] = [way[0], way.at(-1)], cell = this.board.cell(from);
    const pieces = piecesOn(this.board.view, from), left = piecesOn(view, from).length;
    if (!cell || !pieces.length || !this.board.cell(to)) return null;
    const { upper } = parted(cell, pieces.length, pieces.length - left, pieces[left - 1]?.split(" ")[0]);
    const at = this.scale(), piece = this.lift(from, upper, at), [[x1, y1], [x2, y2]] = [this.board.corner(from), this.board.corner(to)];
    for (const part of partsOf(cell)) part.remove();
    cell.lastElementChild.before(...copies(next, from));
    const transform = `translate(${(x2 - x1) * at.size}px, ${(y2 - y1) * at.size}px)`;
    await this.run(piece, [{ transform: "none" }, { transform }], pace, "ease-in-out");
    return piece;
  }

  // appear animates a new piece that comes down on its square, or a new barrier.
  async #appear(name, next, view) {
    const { board } = this;
    if (piecesOn(view, name).length > piecesOn(board.view, name).length) {
      const piece = this.lift(name, copies(next, name));
      return this.run(piece, [{ opacity: 0, transform: "scale(1.3)" }, { opacity: 1, transform: "none" }]);
    }
    const key = (/** @type {Element} */ one) => one.getAttribute("x") + " " + one.getAttribute("y");
    const before = new Set([...board.place.querySelectorAll(".barrier")].map(key));
    const walls = [...next.board.querySelectorAll(".barrier")].filter((one) => !before.has(key(one))).map((one) => one.cloneNode(true));
    board.place.firstElementChild.append(...walls);
    await Promise.all(walls.map((wall) => this.run(wall, [{ opacity: 0 }, { opacity: 1 }])));
  }

  async #fade({ name, arrives, stood, taken }, arrived) {
    const gone = [];
    if (stood) {
      const piece = this.lift(name, partsOf(this.board.cell(name)), this.scale(), arrived);
      gone.push(this.run(piece, [{ opacity: 1 }, { opacity: 0, transform: "scale(.6)" }]));
    }
    if (arrives && arrived) gone.push(this.run(arrived, [{}, { opacity: 0 }]));
    if (taken) this.#count(name, taken);
    await Promise.all(gone);
  }

  // count animates the number of captured pieces, which rises from their square.
  async #count(name, taken) {
    const at = this.scale(), [column, row] = this.board.corner(name), number = make("span", { class: "taken" }, `−${taken}`);
    Object.assign(number.style, { left: `${at.left + column * at.size}px`, top: `${at.top + row * at.size}px`, width: `${at.size}px` });
    this.air.append(number);
    await this.run(number, [{ opacity: 0, transform: "translateY(40%)" }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.7 },
      { opacity: 0, transform: "translateY(-60%)" }], 1000);
    number.remove();
  }
}

/** copies returns copies of the elements drawn on a square. @param {import("pillars/drawn.js").Drawn} next @param {string} name */
const copies = (next, name) => partsOf(next.cell(name)).map((part) => part.cloneNode(true));

/** @param {View} view @param {string} name */
export const piecesOn = (view, name) => view.squares.find((s) => s.name === name)?.pieces ?? [];

/**
 * losses lists the squares on which a step takes pieces off. For a captured stack, taken counts only the men of other seats.
 * @param {View} before
 * @param {View} after
 * @param {string[]} way
 * @returns {Loss[]}
 */
export function losses(before, after, way) {
  const from = way.length > 1 ? way[0] : null, to = way.at(-1), own = before.seats[before.seat].toLowerCase();
  const moved = from ? piecesOn(before, from).slice(piecesOn(after, from).length) : [];
  return before.squares.flatMap(({ name, pieces = [] }) => {
    const stood = name === from ? pieces.slice(0, pieces.length - moved.length) : pieces, comes = name === to ? moved : [];
    const stays = [...piecesOn(after, name)];
    const gone = (/** @type {string[]} */ list) => list.filter((piece) => !stays.includes(piece) || !stays.splice(stays.indexOf(piece), 1));
    const left = gone(comes), taken = [...gone(stood), ...left];
    if (!taken.length) return [];
    return [{ name, arrives: left.length > 0, stood: stood.length > 0, taken: taken.filter((piece) => !piece.startsWith(own)).length }];
  });
}
