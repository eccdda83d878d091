// Puzzles: positions with a proven win, played to the end against the longest defence. The browser remembers which ones are
// solved, and a rating, which changes with the first try of each puzzle as an Elo rating changes with each game.
import { button, find, findAll, make, options } from "pillars/dom.js";
import { Stopped } from "pillars/engine.js";
import { Game } from "pillars/game.js";
import { keep, kept } from "pillars/store.js";

const atFirst = 800, step = 32; // the rating of a newcomer, and the most by which one try can change it

export class Puzzles {
  constructor(table) { this.table = table; }

  // open shows the puzzle with the given start or, if there is none, the first unsolved puzzle of the game.
  async open({ game, start }) {
    const { table } = this;
    this.list = await table.engine.ask({ do: "puzzles", game });
    if (document.body.dataset.shown !== "puzzle") throw new Stopped("another page is wanted by now");
    if (!this.list.length) throw new Error(`there are no puzzles of ${game}`);
    this.tried = new Set();
    this.games(game);
    this.fill();
    const asked = this.list.findIndex((p) => p.start === start);
    await this.choose(asked >= 0 ? asked : Math.max(0, this.list.findIndex((p) => !this.solved().includes(p.start))));
  }

  solved() { return kept("solved") ?? []; }

  rating() { return kept("puzzle-rating") ?? atFirst; }

  // games fills the list from which another game can be chosen.
  games(game) {
    const games = this.table.engine.games();
    find("#puzzle-game").replaceChildren(...options(games.filter((g) => g.puzzles).map((g) => [g.name, g.title]), game));
  }

  // fill lists the puzzles with their ratings and marks those that are solved.
  fill() {
    const solved = this.solved();
    find("#puzzle-list").replaceChildren(...this.list.map((p, i) => make("option", { value: i },
      `${i + 1}: ${p.own} ${p.own === 1 ? "turn" : "turns"}, rated ${p.rating}${solved.includes(p.start) ? " ✓" : ""}`)));
  }

  async choose(i) {
    this.at = Math.max(0, Math.min(i, this.list.length - 1));
    const { game, options, start, words } = this.list[this.at];
    find("#puzzle-list").value = this.at;
    await this.table.open(new Game({ game, options, start }), { mode: "puzzle" });
    find("#puzzle-task").textContent = `${words[0].toUpperCase()}${words.slice(1)}.`;
    this.count();
  }

  // count shows the ratings of the person and the puzzle, and how many puzzles of the game are solved.
  count() {
    const solved = this.solved(), done = this.list.filter((p) => solved.includes(p.start)).length, bar = find("#puzzle-done");
    [Math.round(this.rating()), this.list[this.at].rating, `${done} of ${this.list.length}`]
      .forEach((words, i) => { findAll("#puzzle-facts b")[i].textContent = words; });
    Object.assign(bar, { max: this.list.length, value: done });
  }

  // tries changes the rating by the first try of a puzzle.
  tries(puzzle, right) {
    if (this.tried.has(puzzle.id)) return;
    this.tried.add(puzzle.id);
    const own = this.rating(), expected = 1 / (1 + 10 ** ((puzzle.rating - own) / 400));
    if (!this.solved().includes(puzzle.start)) keep("puzzle-rating", own + step * (right - expected));
  }

  // shown judges the person's turn, and answers a right one with the longest defence until the game is won.
  async shown() {
    const { table } = this, { game } = table, { at } = game, puzzle = this.list[this.at];
    const turns = game.path().map((n) => n.turn), turn = turns.pop();
    if (!turn || turns.length % 2) return; // no turn since the start or the last defence
    const verdict = await table.engine.ask({ do: "solve", id: puzzle.id, turns, turn });
    if (table.game !== game || game.at !== at) return;
    if (verdict.solved && verdict.reply) await table.change(() => game.play(verdict.reply));
    const done = verdict.solved && (verdict.finished || !verdict.reply);
    if (done || !verdict.solved) this.tries(puzzle, verdict.solved ? 1 : 0);
    this.tell(puzzle, turn, verdict, done);
  }

  // tell shows whether a turn was right, and buttons for what to do next.
  tell(puzzle, turn, verdict, done) {
    const { table } = this;
    const { seats, seat } = table.view;
    table.say(done ? `Solved: ${turn}.`
      : verdict.solved ? `${turn} is right. ${seats[seat ^ 1]} ${verdict.replyWords}. It is your turn.`
      : `${turn} is not the solution.`, !verdict.solved);
    find("#message").classList.toggle("right", verdict.solved);
    if (done) {
      keep("solved", [...new Set([...this.solved(), puzzle.start])]);
      this.fill();
      find("#puzzle-list").value = this.at;
      find("#puzzle-task").textContent = "Solved.";
      this.count();
      find("#message").append(" ", button("Next puzzle", () => table.guard(() => this.choose(this.at + 1)), { class: "main" }));
    } else if (!verdict.solved) {
      const right = verdict.turns.map((text, i) => `${text} (${verdict.turnsWords[i]})`).join(" or ");
      find("#message").append(" ", button("Try again", () => table.guard(() => table.undoTurn()), { class: "main" }), " ",
        button("Show the solution", () => table.say(`${puzzle.words}: ${right}. ${verdict.comment ?? ""}`)));
    }
  }
}
