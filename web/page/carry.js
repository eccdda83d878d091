// Pieces that are being dragged. They follow the pointer in the layer above the board.
import { liftedBy } from "pillars/choose.js";
import { svg } from "pillars/dom.js";
import { piecesOn } from "pillars/motion.js";
import { parted, tag } from "pillars/pile.js";

export class Carried {
  /** @type {string | null} The square under the pointer. */ over = null;
  /** @type {Promise<void> | null} Resolves when the dropped pieces have reached their square. */ settled = null;
  count = 0;
  shift = "";

  /** @param {any} board @param {string} from @param {boolean} finger whether a finger carries them, which hides what is below it */
  constructor(board, from, finger) {
    this.board = board;
    this.from = from;
    this.cell = board.cell(from);
    this.pieces = piecesOn(board.view, from);
    this.raise = finger ? 0.45 : 0;
    this.names = new Map(board.view.squares.map(({ name }) => [board.corner(name).join(), name]));
    this.measure();
    this.piece = board.motion.lift(from, [], this.at);
    this.piece.classList.add("ghost");
    this.cell.classList.add("lifted");
    this.#draw(null);
  }

  // measure reads the place of the board in the window, at the start and whenever the page scrolls.
  measure() { this.at = this.board.motion.scale(); }

  // draw shows as many pieces in the air as would move to the square to, and leaves the others below.
  #draw(to) {
    const count = liftedBy(this.board.view, this.from, to), high = this.pieces.length;
    if (count === this.count) return;
    this.count = count;
    const { upper, lower } = parted(this.cell, high, count, this.pieces[high - count - 1]?.split(" ")[0]);
    this.piece.replaceChildren(...upper, ...high > 1 ? [tag(count)] : []);
    this.cell.querySelector(".rest")?.remove();
    if (lower.length) this.cell.lastElementChild.before(svg("g", { class: "rest" }, ...lower));
  }

  /** to moves the pieces to a point of the window. @param {number} x @param {number} y */
  to(x, y) {
    const { at, board } = this, column = (x - at.x - at.left) / at.size, row = (y - at.y - at.top) / at.size;
    const over = this.names.get([Math.floor(column), Math.floor(row)].join()) ?? null;
    if (over !== this.over) {
      board.cell(this.over)?.classList.remove("over");
      board.cell(over)?.classList.add("over");
      this.over = over;
      this.#draw(over);
    }
    const [left, top] = board.corner(this.from);
    this.shift = `translate(${(column - 0.5 - left) * at.size}px, ${(row - 0.5 - top - this.raise) * at.size}px)`;
    this.piece.style.transform = `${this.shift} scale(1.12)`;
  }

  // settle puts the pieces down on a square, where they wait for the next board.
  settle(to) {
    const [[x1, y1], [x2, y2]] = [this.board.corner(this.from), this.board.corner(to)], { size } = this.at;
    this.settled = this.#go(`translate(${(x2 - x1) * size}px, ${(y2 - y1) * size}px)`, 90);
  }

  // back moves the pieces back to their square.
  async back() {
    if (this.board.carried === this) this.board.carried = null;
    await this.#go("none", 160);
    this.piece.remove();
    if (this.board.carried?.from === this.from) return; // another pointer has taken them up
    this.cell.querySelector(".rest")?.remove();
    this.cell.classList.remove("lifted");
  }

  async #go(transform, duration) {
    const { piece, board } = this;
    board.cell(this.over)?.classList.remove("over");
    await board.motion.run(piece, [{ transform: piece.style.transform || "none" }, { transform }], duration);
    piece.style.transform = transform;
    piece.classList.remove("ghost");
  }
}
