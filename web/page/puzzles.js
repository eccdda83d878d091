// Puzzles: positions of the suite, all of whose solutions are proven.
import { button, find, make } from "pillars/dom.js";
import { Stopped } from "pillars/engine.js";
import { Game } from "pillars/game.js";

export class Puzzles {
  constructor(table) { this.table = table; }

  // open shows the puzzle that begins at a start, or else the first of the game.
  async open({ game, start }) {
    const { table } = this;
    this.list = await table.engine.ask({ do: "puzzles", game });
    if (find("header [aria-current]").dataset.page !== "puzzle") throw new Stopped("another page is wanted by now");
    if (!this.list.length) throw new Error(`there are no puzzles of ${game}`);
    find("#puzzle-list").replaceChildren(...this.list.map((p, i) => make("option", { value: i }, `${i + 1}. ${p.id.replaceAll("-", " ")}`)));
    await this.choose(Math.max(0, this.list.findIndex((p) => p.start === start)));
  }

  async choose(i) {
    this.at = Math.max(0, Math.min(i, this.list.length - 1));
    const puzzle = this.list[this.at];
    find("#puzzle-list").value = this.at;
    const { game, options, start } = puzzle;
    await this.table.open(new Game({ game, options, start }), { mode: "puzzle" });
    find("#puzzle-task").textContent = `${puzzle.words[0].toUpperCase()}${puzzle.words.slice(1)}.`;
  }

  // shown looks whether a turn has been played, and says whether it solves the puzzle.
  async shown() {
    const { table } = this;
    const [first, ...more] = table.game.path();
    if (!first || more.length) return;
    const puzzle = this.list[this.at];
    const verdict = await table.engine.ask({ do: "solve", id: puzzle.id, turn: first.turn });
    table.say(verdict.solved ? `Solved: ${first.turn}. ${verdict.comment ?? ""}` : `${first.turn} is not the solution. Undo it and try again.`, !verdict.solved);
    find("#message").classList.toggle("right", verdict.solved);
    const next = verdict.solved ? button("Next puzzle", () => table.guard(() => this.choose(this.at + 1)))
      : button("Show the solution", () => table.say(`${puzzle.words}: ${verdict.turns.join(" or ")}. ${verdict.comment ?? ""}`));
    find("#message").append(" ", next);
  }
}
