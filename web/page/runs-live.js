// A run in progress, played by this or another process: its progress in words, and its games in play as small boards.
import { between, make, named, percent } from "pillars/dom.js";
import { frame } from "pillars/marks.js";
import { grid } from "pillars/runs.js";

// playing returns in words how far a run is, and when it will end.
export function playing({ done, total, rate, faults, most }) {
  let text = total ? `${done} of ${most ? "at most " : ""}${total} games` : `${done} games`;
  if (rate > 0) {
    text += rate < 1 ? `, ${(60 * rate).toFixed(1)} a minute` : `, ${rate.toFixed(1)} a second`;
    if (total > done) text += `, ${most ? "at most" : "about"} ${duration((total - done) / rate)} left`;
  }
  return make("span", {}, text, faults ? make("strong", { class: "fault" }, `, ${faults} faults`) : "");
}

function duration(seconds) {
  return seconds < 90 ? `${Math.round(seconds)} seconds` : seconds < 5400
    ? `${Math.round(seconds / 60)} minutes` : `${(seconds / 3600).toFixed(1)} hours`;
}

// crew makes a table of the workers of a run, which play on other machines.
export function crew(workers) {
  const all = workers.reduce((sum, w) => sum + w.games, 0);
  const state = (w) => w.trouble || (w.busy ? `plays ${w.busy}` : "waits");
  const rows = workers.map((w) => [w.name, w.games, percent(w.games / Math.max(1, all)), w.rate.toFixed(2), state(w)]);
  return grid(["worker", "games", "share", "games a second", "now"], rows);
}

// Boards shows games in play. It redraws a board after each turn of its game.
export class Boards {
  constructor(engine) {
    this.engine = engine;
    this.place = make("div", { class: "boards" });
    this.shown = [];
  }

  // show redraws the boards that have changed. A call during the drawing is ignored; the next one draws its changes too.
  async show(games) {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.shown.length > games.length) this.shown.pop().place.remove();
      for (const [i, game] of games.entries()) await this.#draw(i, game);
    } finally {
      this.busy = false;
    }
  }

  async #draw(i, game) {
    let board = this.shown[i];
    if (!board) {
      board = { picture: make("div", { class: "picture", inert: true }), caption: make("figcaption"), key: "" };
      board.place = make("figure", {}, board.picture, board.caption);
      this.shown[i] = board;
      this.place.append(board.place);
    }
    const key = `${game.identity} ${game.turns?.length}`;
    if (board.key === key) return;
    board.key = key;
    const state = { game: game.game, options: game.options, start: game.start, turns: game.turns ?? [], steps: [] };
    const view = await this.engine.ask({ do: "view", ...state }).catch((error) => {
      board.caption.replaceChildren(named(game.identity), " cannot be shown: ", named(error.message));
    });
    if (!view) return;
    board.picture.innerHTML = view.picture; // from the engine, which escapes all text
    frame(board.picture, view, board.picture.firstElementChild);
    const turn = view.result ? view.result.words : `turn ${(game.turns?.length ?? 0) + 1}, ${view.seats[view.seat]} to act`;
    board.caption.replaceChildren(between(game.players), make("br"), named(game.identity), `: ${turn}`);
  }
}
