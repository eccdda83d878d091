// The table: one game with its board, played against engines or analysed. It keeps what the page shows in step with the
// game: the view of the current position, the list of turns, the address and what the browser stores.
import { Board, pieces } from "pillars/board.js";
import { button, find, make } from "pillars/dom.js";
import { Stopped } from "pillars/engine.js";
import { Game } from "pillars/game.js";
import { keep } from "pillars/store.js";

export const person = "person";

export class Table {
  constructor(engine, hooks) {
    this.engine = engine;
    this.hooks = hooks; // shown(table): what analysis and puzzles do with a new view
    this.mode = "play";
    this.seats = [];
    this.board = new Board(find("#board"), find("#choices"), {
      step: (text) => this.guard(() => this.step(text)),
      refuse: (chosen, square) => this.guard(() => this.explain(chosen, square)),
      look: (name) => this.look(name),
    });
  }

  // guard runs what the person asked for and says what went wrong.
  async guard(action) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Stopped)) this.say(error.message, true);
    }
  }

  say(text, wrong = false) {
    const place = find("#message");
    place.textContent = text;
    place.classList.toggle("wrong", wrong);
  }

  // open puts a game on the table. seats hold "person" or a player's text.
  async open(game, { mode = "play", seats = [], clock = null } = {}) {
    this.engine.stop();
    Object.assign(this, { game, mode, seats, resigned: null, undone: [] });
    this.clock = clock && new Clock(clock, seats.length, () => this.guard(() => this.clockRan()));
    document.body.dataset.mode = mode;
    this.say("");
    await this.refresh();
    await this.reply();
  }

  // refresh asks for the view of the current position and shows it.
  async refresh(moved) {
    const state = this.game.state();
    const view = await this.engine.ask({ do: "view", ...state });
    if (this.game.steps.length && (view.startsTurn || view.result)) { // the turn is complete
      this.game.steps = [];
      const turn = view.turns.at(-1);
      if (this.mode === "play") this.game.replace(turn); else this.game.play(turn);
    }
    this.view = view;
    await this.board.show(view, { enabled: this.mine(), moved });
    this.status();
    this.list();
    this.look(null);
    this.remember();
    this.hooks.shown(this);
  }

  over() { return this.view.result ?? this.resigned; }

  // mine says whether a person at this page acts.
  mine() {
    if (this.mode !== "play") return true;
    return !this.resigned && !this.view.result && (this.seats[this.view.seat] ?? person) === person;
  }

  remember() {
    history.replaceState(null, "", this.game.address(this.mode));
    if (this.mode !== "play") return;
    keep("game", { ...this.game.state(), seats: this.seats, resigned: this.resigned, clock: this.clock });
  }

  async step(text) {
    const choice = this.view.legal.find((c) => c.step === text);
    if (!choice) throw new Error(`${text} is not legal here`);
    this.hold();
    this.undone.push({ at: this.game.at, steps: [...this.game.steps] });
    this.game.steps.push(text);
    this.say("");
    try {
      await this.refresh(choice.squares);
    } catch (error) { // nothing is lost but the step
      await this.undoStep();
      throw error;
    }
    await this.reply();
  }

  // hold takes no further step until the board shows what the last one did.
  hold() {
    this.board.enabled = false;
    document.body.dataset.state = "waiting";
  }

  // type plays what a person writes, in the game's notation or short.
  async type(text) {
    if (!text.trim() || !this.mine()) return;
    const { steps } = await this.engine.ask({ do: "read", ...this.game.state(), text: text.trim() });
    for (const step of steps) await this.step(step);
  }

  async playTurn(text) {
    const state = this.game.state();
    await this.engine.ask({ do: "view", ...state, turns: [...state.turns, text], steps: [] }); // refuses what is not legal
    this.undone.push({ at: this.game.at, steps: [...this.game.steps] });
    if (this.mode === "play") this.game.replace(text); else this.game.play(text);
    this.say("");
    await this.refresh();
    await this.reply();
  }

  // reply lets engines act until a person does.
  async reply() {
    while (this.mode === "play" && !this.over() && !this.mine()) {
      const seat = this.view.seat, game = this.game;
      this.status(true);
      const question = { do: "decide", ...game.state(), player: this.seats[seat], seed: game.path().length + 1 };
      if (this.clock) question.seconds = Math.max(0.05, this.clock.left[seat] / 30);
      const decision = await this.engine.think(question).catch((error) => { throw this.unanswered(error); });
      if (game !== this.game || this.over()) return;
      for (const text of decision.steps) {
        const choice = this.view.legal.find((c) => c.step === text);
        game.steps.push(text);
        await this.refresh(choice?.squares);
      }
      this.hooks.sound?.();
    }
  }

  // unanswered says what went wrong while an engine was to act, and offers to ask again; the game stays as it is.
  unanswered(error) {
    if (error instanceof Stopped) return error;
    this.say(error.message, true);
    find("#message").append(" ", button("Ask again", () => this.guard(() => this.reply())));
    return new Stopped("told");
  }

  // clockRan shows the clocks, and ends the game when the time of the seat to act is over.
  async clockRan() {
    this.clockText();
    const seat = this.clock.running;
    if (this.over() || this.clock.left[seat] > 0) return;
    this.engine.stop();
    const winners = this.view.seats.filter((_, i) => i !== seat);
    this.resigned = { seat, words: `${winners.join(" and ")} ${winners.length > 1 ? "win" : "wins"}: time is over` };
    await this.refresh();
  }

  clockText() {
    find("#clock").textContent = this.clock ? this.view.seats.map((s, i) => `${s} ${timeText(this.clock.left[i])}`).join("   ") : "";
  }

  async explain(chosen, square) {
    const { why } = await this.engine.ask({ do: "explain", ...this.game.state(), chosen, square });
    this.say(why);
  }

  // undoStep takes back the latest step of a person, and what followed it.
  async undoStep() {
    const before = this.undone.pop();
    if (!before) return this.undoTurn();
    this.engine.stop();
    this.resigned = null;
    this.game.go(before.at);
    this.game.steps = before.steps;
    await this.refresh();
  }

  // undoTurn goes back to where a person last began a turn.
  async undoTurn() {
    this.engine.stop();
    this.resigned = null;
    const seats = this.view.seats.length;
    do {
      if (this.game.steps.length) this.game.steps = [];
      else if (this.game.at.parent) this.game.back();
      else break;
      this.view = await this.engine.ask({ do: "view", ...this.game.state() });
    } while (this.mode === "play" && !this.mine() && seats > 1);
    this.undone = [];
    await this.refresh();
    await this.reply();
  }

  async goTo(node) {
    this.engine.stop();
    this.game.go(node);
    await this.refresh();
  }

  async hint() {
    this.say("Thinking about a hint ...");
    const hint = await this.engine.think({ do: "hint", ...this.game.state(), player: "alphabeta", nodes: 30000, seed: 1 });
    this.board.arrow(ways(hint.steps), "hint");
    const proven = hint.proven ? `: ${hint.proven}` : "";
    this.say(`Hint: ${hint.turn}${proven}, expected result ${(100 * hint.chance).toFixed(0)} %.`);
    const because = (hint.reasons ?? []).map((r) =>
      make("li", {}, `${r.change > 0 ? "+" : "−"}${Math.abs(r.change).toFixed(2)}  ${r.help || r.name}`));
    if (because.length) find("#message").append(make("ul", { class: "reasons" }, ...because));
  }

  async resign() {
    if (this.over() || this.view.seats.length !== 2) return;
    this.engine.stop();
    const seat = this.seats.indexOf(person) >= 0 && this.seats.includes(person) && this.seats.filter((s) => s === person).length === 1
      ? this.seats.indexOf(person) : this.view.seat;
    this.resigned = { seat, words: `${this.view.seats[1 - seat]} wins: resignation` };
    await this.refresh();
  }

  name(seat) {
    const text = this.seats[seat] ?? person;
    const level = /^practice:level=(\d+)$/.exec(text);
    return level ? `level ${level[1]}` : text === person ? "you" : text;
  }

  status(thinking = false) {
    const v = this.view, over = this.over();
    let text = over?.words;
    if (!over) {
      const who = v.seats[v.seat] + (this.mode === "play" ? ` (${this.name(v.seat)})` : "");
      text = thinking ? `${who} is thinking ...` : `${who}: ${v.pie ? "pie rule: " : ""}${v.kind} step`;
      if (v.occurrences > 1) text += `. This position stands for time ${v.occurrences}; time ${v.repetition} draws.`;
    }
    find("#status").textContent = text;
    document.body.dataset.state = over ? "over" : thinking || !this.mine() ? "waiting" : "yours";
    const thought = this.game.at.thought;
    const said = thought && `expected ${(100 * thought.chance).toFixed(0)} % (${thought.score}) at depth ${thought.depth}`;
    find("#notes").textContent = [...v.notes.slice(1), ...(said ? [`The player of ${this.game.at.turn} ${said}`] : [])].join(" · ");
    this.clock?.turn(over ? null : v.seat, v.startsTurn);
    this.clockText();
  }

  // list writes the turns, variations indented behind their first turn.
  list() {
    const place = find("#turns");
    const line = this.game.line();
    place.replaceChildren(...line.map((node, i) => make("li", {}, this.turnButton(node, i + 1),
      ...node.parent.children.filter((n) => n !== node).map((n) => make("span", { class: "variation" }, this.turnButton(n, i + 1))))));
    const current = place.querySelector("[aria-current]"); // only the list scrolls, never the page with the board
    if (current) place.scrollTop = current.offsetTop - place.offsetTop - place.clientHeight / 2;
    find("#last-turn").textContent = line.length && this.game.at.turn ? `${line.indexOf(this.game.at) + 1}. ${this.game.at.turn}` : "";
  }

  turnButton(node, number) {
    const current = node === this.game.at ? { "aria-current": "true" } : {};
    const loss = node.loss > 0.2 ? " ??" : node.loss > 0.1 ? " ?" : "";
    const text = node.turn.length > 28 ? node.turn.slice(0, 26) + "…" : node.turn;
    return button(`${number}. ${text}${loss}`, () => this.guard(() => this.jump(node)), { title: node.turn, ...current });
  }

  // jump looks at an earlier position; in play it is looked at in analysis, so that nothing is lost.
  async jump(node) {
    if (this.mode === "play") return this.hooks.analyse(node);
    await this.goTo(node);
  }

  // look shows what stands on a square.
  look(name) {
    const square = this.view?.squares.find((s) => s.name === name);
    const place = find("#stack");
    place.replaceChildren();
    if (!square) return;
    place.append(make("p", {}, square.words));
    if (square.pieces?.length > 1) place.append(pieces(square));
  }

  async save() {
    const names = this.view.seats.map((_, i) => this.name(i));
    const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    const end = this.game.line().at(-1) ?? this.game.root;
    const { pgn } = await this.engine.ask({ do: "save", ...this.game.state(end), steps: [], players: names, date,
      resigned: this.resigned?.seat });
    return pgn;
  }
}

// ways are the squares of each step of a turn.
export function ways(steps) {
  return steps.map((text) => text.match(/[a-z][0-9]+/g) ?? []).filter((way) => way.length);
}

// Clock counts the time of the seats. A seat gains the increment when its turn is over.
class Clock {
  constructor({ seconds, increment, left }, seats, ran) {
    Object.assign(this, { seconds, increment, left: left ?? Array(seats).fill(seconds), running: null });
    clearInterval(Clock.timer); // of the game before
    Clock.timer = setInterval(() => { this.count(); if (this.running !== null) ran(); }, 250);
  }

  count() {
    const now = performance.now();
    if (this.running !== null) this.left[this.running] = Math.max(0, this.left[this.running] - (now - this.since) / 1000);
    this.since = now;
  }

  // turn lets the time of a seat run, or nobody's.
  turn(seat, begins) {
    this.count();
    if (begins && this.running !== null && seat !== this.running) this.left[this.running] += this.increment;
    this.running = seat;
  }

  toJSON() { return { seconds: this.seconds, increment: this.increment, left: this.left }; }
}

function timeText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
