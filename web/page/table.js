// The table: one game with its board, played against engines or analysed. It updates everything that depends on the game: the
// view of the current position, the list of turns, the address and the browser's storage.
import { Board } from "pillars/board.js";
import { Clock, watch } from "pillars/clock.js";
import { button, find, make } from "pillars/dom.js";
import { Stopped } from "pillars/engine.js";
import { note } from "pillars/history.js";
import { reply } from "pillars/opponents.js";
import { playersOf, showStatus } from "pillars/status.js";
import { showStack } from "pillars/peek.js";
import { adopt, fresh, keep, keepOwn, kept, ownName } from "pillars/store.js";
import { showTurns } from "pillars/tree.js";

export const person = "person";

export class Table {
  /** @type {import("pillars/game.js").Game} */ game;
  /** @type {import("pillars/types").View} */ view;
  /** @type {Clock | null} */ clock = null;
  /** @type {any} The game that the browser keeps for this tab. */ kept = null;
  /** @type {string | null} The name under which the browser is to keep the game. */ name = null;
  /** @type {{ seat: number, words: string } | null} */ resigned = null;
  /** @type {string[]} A player's text for each seat, or "person". */ seats = [];
  /** @type {{ at: import("pillars/types").Node, steps: string[] }[]} The states before each step, for Undo step. */ undone = [];
  /** @type {"play" | "analyse" | "puzzle" | "lesson"} */ mode = "play";
  thinking = false;
  asking = false;
  told = false;
  arrived = "";
  shows = 0;

  /**
   * @param {import("pillars/engine.js").Engine} engine
   * @param {{ analyse: Function, sound: Function }} hooks
   */
  constructor(engine, hooks) {
    this.engine = engine;
    this.hooks = hooks; // analyse(node): looks at an earlier position of a game that is played; sound(kind, moved): a step is made
    this.followers = [showStatus, showTurns];
    this.board = new Board(find("#board"), find("#choices"), {
      step: (text) => this.guard(() => this.step(text)),
      sound: (kind) => hooks.sound(kind, this.undone.length > 0),
      look: (cell) => showStack(this.view?.squares.find(({ name }) => name === cell?.dataset.square), cell),
    });
    this.board.turned = kept("turned") === true;
    addEventListener("resize", () => this.board.look(null));
    watch(this);
  }

  // guard runs an action that the person asked for and shows its error. If the server was lost, it offers to try again.
  async guard(action) {
    try {
      return await action();
    } catch (error) {
      if (error instanceof Stopped) return;
      const place = this.say(error.message, true);
      place.classList.toggle("passes", Boolean(error.passes)); // a message that the next turn replaces
      const again = error.again ?? (error.lost && action);
      if (again) place.append(" ", button("Try again", () => { this.say(""); this.guard(again); }));
    }
  }

  // change runs an action that changes the game, and shows the result. It first stops the search, which is about the game
  // before. If the action fails, the game does not change.
  async change(action) {
    this.engine.stop();
    const { game, resigned } = this, { at } = game, steps = [...game.steps], undone = [...this.undone];
    try {
      await this.refresh(await action());
    } catch (error) {
      if (!(error instanceof Stopped) && game === this.game) {
        Object.assign(game, { at, steps });
        Object.assign(this, { resigned, undone });
        this.board.release();
        this.board.enabled = this.mine();
        this.status();
      }
      throw error;
    }
  }

  // say shows a message where the person can see it, and returns its element.
  say(text, wrong = false) {
    const place = find("#table").hidden ? find("#elsewhere") : find("#message");
    place.textContent = text;
    place.className = wrong ? "wrong" : "";
    return place;
  }

  // open puts a game on the table, if the page that shows it is still open. seats holds "person" or a player's text for each seat; the browser keeps the game under name.
  async open(game, { mode = "play", seats = [], clock = null, resigned = null, name = null } = {}) {
    if (document.body.dataset.shown !== mode) throw new Stopped("overtaken"); // the person went elsewhere while the game was read
    this.engine.stop();
    this.keepGame();
    game.key ??= this.arrived || undefined;
    this.arrived = "";
    const before = { game: this.game, mode: this.mode, seats: this.seats, resigned: this.resigned, undone: this.undone, clock: this.clock };
    Object.assign(this, { game, mode, seats, resigned, undone: [], thinking: false, clock: clock && new Clock(clock, seats.length), name });
    this.say("");
    this.board.look(null);
    for (const part of ["#why", "#graph", "#report"]) find(part).replaceChildren(); // of the game before
    this.hold();
    try {
      await this.refresh();
    } catch (error) {
      if (!(error instanceof Stopped) && this.game === game && before.game) {
        Object.assign(this, before, { name: null });
        this.board.release();
        this.board.enabled = this.mine();
        this.status();
      }
      throw error;
    }
    await this.reply();
  }

  // refresh asks for the view of the current position and shows it. way lists the squares of the step that leads to it, or is a
  // function that finds them in the view. A later call that comes before the view is shown replaces this one.
  async refresh(way) {
    const number = ++this.shows;
    let view;
    this.asking = true;
    try {
      view = await this.engine.ask({ do: "view", ...this.game.state() });
      this.overtaken(number);
      await this.board.animate(typeof way === "function" ? way(view) : way, view);
      this.overtaken(number);
    } finally {
      if (number === this.shows) this.asking = false;
    }
    if (this.game.steps.length && (view.startsTurn || view.result)) { // the turn is complete
      this.game.steps = [];
      this.clock?.gain();
      this.game.play(view.turns.at(-1));
    }
    if (this.mode === "play") this.game.at.children = []; // removes the turns that were taken back
    this.view = view;
    document.body.dataset.mode = this.mode;
    this.board.show(view, this.mine());
    for (const show of this.followers) show(this);
    this.remember();
  }

  /** follow calls show with the table after each new view. @param {(table: Table) => void} show */
  follow(show) { this.followers.push(show); }

  overtaken(number) { if (number !== this.shows) throw new Stopped("overtaken"); }

  // turn shows the board from the other side.
  turn() {
    this.board.turned = !this.board.turned;
    keep("turned", this.board.turned);
    if (this.asking) return;
    this.board.show(this.view, this.mine());
    for (const show of this.followers) show(this);
  }

  over() { return this.view.result ?? this.resigned; }

  // mine returns whether the person at this page has to act.
  mine(view = this.view) {
    if (this.mode === "puzzle") return this.game.path().length % 2 === 0; // the engine defends
    if (this.mode !== "play") return true;
    return !this.resigned && !view.result && (this.seats[view.seat] ?? person) === person;
  }

  // remember keeps the game in the browser, and in analysis all its variations. With saved, an analysis stays in My games.
  remember(saved = false) {
    const { game } = this;
    game.mine ||= saved;
    if (this.mode === "analyse") keepOwn("analysis", { rules: game.rules, nodes: game.tree(), players: playersOf(this), saved: game.mine });
    adopt("game", this.name);
    Object.assign(this, { name: null, kept: this.game });
    this.note();
    const done = this.keepGame();
    if (!done && !this.told) find("#message").append(make("p", {}, "This browser stores nothing for this page: the game is lost " +
      "when the page closes. Save it first (Files)."));
    this.told = !done;
  }

  // note sets the address while the game is visible.
  note() {
    if (document.body.dataset.shown === this.mode) note(this.mode === "lesson" ? this.game.key : this.game.place(this.mode), this.key());
  }

  // key returns the key of this game's entries in the history.
  key() { return this.mode === "play" ? `play.${ownName("game")}` : this.game.key ??= fresh(); }

  // keepGame stores a game in play with its current clock, and returns whether the browser has stored it.
  keepGame() {
    this.clock?.count();
    if (this.mode !== "play" || !this.kept || this.kept !== this.game) return true;
    return keepOwn("game", { ...this.game.state(), seats: this.seats, resigned: this.resigned, clock: this.clock, over: this.over()?.words ?? false });
  }

  async step(text) {
    const choice = this.view.legal?.find((c) => c.step === text);
    if (!choice) throw new Error(`${text} is not legal here`);
    this.hold();
    this.say("");
    await this.change(() => {
      this.undone.push({ at: this.game.at, steps: [...this.game.steps] });
      this.game.steps.push(text);
      return choice.squares;
    });
    await this.reply();
  }

  // hold accepts no further step until the board shows the result of the last one.
  hold() {
    this.board.hold();
    document.body.dataset.state = "waiting";
  }

  // type plays a turn or steps that a person has typed, in the game's notation or abbreviated.
  async type(text) {
    if (!text.trim()) return;
    this.myTurn();
    const { steps } = await this.engine.ask({ do: "read", ...this.game.state(), text: text.trim() });
    for (const step of steps) await this.step(step);
  }

  // myTurn throws an error unless the person at this page has to act.
  myTurn() {
    if (this.over()) throw new Error("The game is over.");
    if (document.body.dataset.state !== "yours") throw Object.assign(new Error("It is not your turn yet."), { passes: true });
  }

  async playTurn(text) {
    const state = this.game.state();
    await this.engine.ask({ do: "view", ...state, turns: [...state.turns, text], steps: [] }); // throws if the turn is not legal
    await this.change(() => {
      this.undone.push({ at: this.game.at, steps: [...this.game.steps] });
      this.game.play(text);
    });
    this.say("");
    await this.reply();
  }

  // reply lets engines act until a person does.
  reply() { return reply(this); }

  // end ends the game for a reason other than its rules, such as a resignation of a seat.
  async end(seat, words) {
    await this.change(() => { this.resigned = { seat, words }; });
  }

  // undoStep takes back the latest step of a person, and everything after it.
  async undoStep() {
    if (!this.undone.length) return this.undoTurn();
    this.say("");
    await this.change(() => {
      const before = this.undone.pop();
      this.resigned = null;
      this.game.go(before.at);
      this.game.steps = before.steps;
    });
    await this.reply();
  }

  // undoTurn goes back to where a person last began a turn.
  async undoTurn() {
    this.say("");
    const people = !this.seats.length || this.seats.includes(person);
    await this.change(async () => {
      this.resigned = null;
      for (let view; !view || this.mode === "play" && people && !this.mine(view);) {
        if (this.game.steps.length) this.game.steps = [];
        else if (this.game.at.parent) this.game.back();
        else break;
        view = await this.engine.ask({ do: "view", ...this.game.state() });
      }
      this.undone = [];
    });
    await this.reply();
  }

  async goTo(node) {
    this.board.look(null); // the description of a square is about the position before
    await this.change(() => this.game.go(node));
  }

  status() { showStatus(this); }

  // jump shows an earlier position. In play it opens that position in analysis, so that no turn is lost.
  async jump(node) {
    if (this.mode === "play") return this.hooks.analyse(node);
    await this.goTo(node);
  }
}
