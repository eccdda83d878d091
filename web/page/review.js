// The review of a game: a graph with the loss of each turn, and what decided the game. A person can try a bad turn again.
import { Axes } from "pillars/axes.js";
import { button, find, findAll, make, percent, svg } from "pillars/dom.js";
import { Stopped } from "pillars/engine.js";
import { summary } from "pillars/summary.js";
import { person } from "pillars/table.js";
import { kindOf, numbering, showTurns, title } from "pillars/tree.js";

/** @typedef {import("pillars/types").Node} Node */
/** @typedef {{ number: number, seat: number, played: string, best: string, chance: number, after: number, loss: number, threw?: boolean, playedWords?: string }} Turn */

const pause = 400; // milliseconds between two drawings of a review in progress
const dots = 100; // mistakes that the chart marks, the worst
const nodesEach = { alphabeta: 20000, mcts: 2000 }; // of a search for each turn

/** first returns the first seat's chance, given the chance of the seat of a turn. @param {Turn} turn @param {number} chance */
const first = (turn, chance) => (turn.seat === 0 ? chance : 1 - chance);

// On a laptop the review takes the place of the list of turns, if the person wants. On other screens it has a place of its own.
const laptop = matchMedia("(min-width: 52.01rem) and (max-width: 93.74rem) and (min-height: 30.01rem)");
const settle = () => find(laptop.matches ? "#verdict" : "#table").append(find("#report"));
laptop.addEventListener("change", settle);
settle();

/** pane shows the list of turns or the review. @param {string} name "turns" or "review" */
function pane(name) {
  document.body.dataset.pane = name;
  for (const one of findAll("#panes button")) one.setAttribute("aria-pressed", String(one.dataset.pane === name));
}

export class Review {
  /** @type {Turn[]} */ turns = [];
  /** @type {Node[]} The turns of the game that was reviewed. */ nodes = [];
  /** @type {object | null} The game seen last. */ game = null;
  /** @type {{ turn: Turn, node: Node, at: Node, start: string, on: boolean, explained?: boolean } | null} What is tried again. */ trial = null;

  /**
   * @param {import("pillars/table.js").Table} table
   * @param {import("pillars/analysis.js").Analysis} analysis
   */
  constructor(table, analysis) {
    this.table = table;
    this.analysis = analysis;
    for (const one of findAll("#panes button")) one.addEventListener("click", () => pane(one.dataset.pane));
    find("#review").addEventListener("click", () => table.guard(() => this.run()));
    find("#review-stop").addEventListener("click", () => table.engine.stop());
    table.follow(() => table.guard(() => this.#shown()));
  }

  // recall shows the review that a loaded or kept game contains, if it has one of each turn.
  #recall() {
    const { table } = this, { game } = table, nodes = game.line(game.root), seat = numbering(table);
    if (!nodes.length || table.view.seats.length !== 2 || !nodes.every((node) => node.loss !== undefined && node.chance !== undefined)) return;
    const turns = nodes.map((node, i) => {
      const turn = { number: i + 1, seat: seat(i + 1).seat, played: node.turn, best: node.best ?? node.turn, loss: node.loss, chance: 0, after: 0 };
      turn.after = first(turn, node.chance);
      return Object.assign(turn, { chance: Math.min(1, turn.after + node.loss) });
    });
    Object.assign(this, { nodes, turns });
    find("#why").replaceChildren(...this.#why());
    this.#draw();
  }

  // run reviews the whole game and draws its course meanwhile.
  async run() {
    const { table, analysis } = this, { game } = table, nodes = game.line(), { on } = analysis;
    if (!nodes.length) return table.say("There is no turn to review yet.");
    analysis.turn(false);
    Object.assign(this, { nodes, turns: [] });
    this.#progress(true);
    find("#why").replaceChildren();
    let said = "", later = null, shown = false;
    try {
      await this.#ask(game.state(nodes.at(-1)), (turn) => {
        const node = nodes[turn.number - 1];
        Object.assign(node, { loss: turn.loss, best: turn.best, chance: first(turn, turn.after) });
        node.parent.chance ??= first(turn, turn.chance);
        this.turns.push(turn);
        later ??= setTimeout(() => {
          later = null;
          if (game !== table.game) return;
          this.#progress(true);
          this.#draw();
          if (!shown) this.#reveal();
          shown = true;
        }, turn.number === 1 ? 0 : pause);
      });
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      said = `The review stopped after ${this.turns.length} of ${nodes.length} turns.`;
    } finally {
      clearTimeout(later);
      this.#progress(false);
      if (game === table.game) {
        showTurns(table);
        table.say(said);
        if (this.turns.length) {
          find("#why").replaceChildren(...this.#why());
          this.#draw(); // the summary may leave less room for the chart
        }
        if (on) analysis.turn(true);
        this.#reveal();
      }
    }
  }

  #ask(state, thought) {
    const player = find("#analysis-player").value;
    return this.table.engine.think({ do: "review", ...state, steps: [], player, nodes: nodesEach[player] }, thought);
  }

  #progress(on) {
    const bar = find("#reviewing progress");
    find("#verdict").classList.toggle("busy", on);
    find("#review").disabled = on;
    bar.max = this.nodes.length;
    bar.value = this.turns.length;
  }

  // shown follows the table: it marks the current turn in the graph, and judges a try.
  async #shown() {
    if (this.table.mode === "analyse" && this.game !== this.table.game) this.#recall();
    this.game = this.table.game;
    this.#mark();
    const { table, trial } = this, { at, steps } = table.game;
    if (!trial || at === trial.at) return;
    if (at.parent !== trial.at || steps.length) return this.#end();
    await this.#judge(at.turn);
  }

  // retry goes to the position before a turn and hides the engine's lines.
  async #retry(turn, node) {
    const { table, analysis } = this, on = this.trial?.on ?? analysis.on;
    this.trial = null;
    analysis.turn(false);
    table.say("");
    await table.goTo(node.parent);
    find("#boarding").scrollIntoView({ block: "nearest" });
    this.trial = { turn, node, at: node.parent, start: table.view.position, on };
    this.#tell(`${table.view.seats[turn.seat]} to play: find a better turn than ${turn.played}.`, "better");
  }

  // explain shows, before a turn of the game, that turn and the better one, with arrows and in words.
  async #explain(turn, node) {
    const { table } = this;
    await this.#retry(turn, node);
    const { trial } = this, state = table.game.state();
    if (!trial) return;
    const [played, best] = await Promise.all([turn.played, turn.best].map(async (text) =>
      (await table.engine.ask({ do: "view", ...state, turns: [...state.turns, text] })).last));
    if (this.trial !== trial || table.game.at !== trial.at) return;
    table.board.arrow([], "best");
    table.board.arrow(played?.ways ?? [], "wrong", played?.walls, 2, "?");
    table.board.arrow(best?.ways ?? [], "right", best?.walls, 1, "✓");
    trial.explained = true;
    this.#tell(`${title(table, node, turn.number)} gave away ${turn.threw ? "a proven win" : `${percent(turn.loss)} of the win chance`}. Better was ${turn.best}: ` +
      `${table.view.seats[turn.seat]} ${best?.words ?? ""}.`, "again", "better");
  }

  // judge compares a try with the turn of the game by a short search.
  async #judge(played) {
    this.trial.explained = false;
    const { table, trial } = this, { turn } = trial, { game, options } = table.game.rules;
    let loss = played === turn.best ? 0 : turn.loss;
    if (played !== turn.best && played !== turn.played) {
      this.#tell(`Comparing ${played} ...`);
      const state = { game, options, start: trial.start, turns: [played] };
      try {
        await this.#ask(state, (found) => { loss = found.loss; });
      } catch (error) {
        if (error instanceof Stopped) return;
        throw error;
      }
      if (this.trial !== trial) return;
    }
    const lost = loss < 0.005 ? "loses nothing" : `loses ${percent(loss)}`;
    if (!kindOf(loss)) {
      this.#tell(`${played} is right: it ${lost}, the turn of the game ${percent(turn.loss)}.`, "right");
    } else if (turn.loss - loss > 0.1) {
      this.#tell(`${played} is better, but still a ${kindOf(loss)}: it ${lost}.`, "again", "better");
    } else {
      this.#tell(`${played} is no better: it ${lost}, the turn of the game ${percent(turn.loss)}.`, "again", "better");
    }
    if (!kindOf(loss)) this.#end(false);
  }

  // end ends a try and switches the engine on or off as it was before.
  #end(clear = true) {
    const { on } = this.trial;
    this.trial = null;
    if (clear) this.#tell("");
    if (on) this.analysis.turn(true);
  }

  #tell(text, ...offers) {
    const { trial, table } = this, place = find("#trial");
    place.className = offers.includes("right") ? "right" : "";
    find("#board").classList.toggle("explained", Boolean(trial?.explained)); // the arrows stand alone
    const buttons = trial ? [
      offers.includes("again") && button("Try again", () => table.guard(() => this.#retry(trial.turn, trial.node))),
      offers.includes("better") && button("Play the better turn", () => table.guard(() => this.#better(trial.turn, trial.node))),
    ].filter(Boolean) : [];
    place.replaceChildren(text, ...(buttons.length ? [make("div", {}, ...buttons)] : []));
  }

  // better plays the turn that the review prefers.
  async #better(turn, node) {
    const { table } = this;
    await table.change(() => {
      table.game.go(node.parent);
      table.game.play(turn.best);
    });
    this.#tell(`${turn.best} is better than ${turn.played}, which lost ${percent(turn.loss)}.`);
  }

  // draw shows the win chance of the first of two seats by turn. The area below the line is that seat's.
  #draw() {
    const { table, turns, nodes } = this, { seats } = table.view, axes = this.axes = new Axes(nodes.length);
    const points = [first(turns[0], turns[0].chance), ...turns.map((t) => first(t, t.after))];
    const line = axes.line(points.map((chance, i) => [i, chance])), last = axes.x(points.length - 1), [x, right, y] = [axes.x(0), axes.x(nodes.length), axes.y(0)];
    const picture = axes.draw({
      below: [svg("path", { d: `M${x} ${axes.y(1)}H${right}V${y}H${x}Z`, class: `plot ${seats[1].toLowerCase()}` }),
        svg("path", { d: `${line}L${last} ${y}H${x}Z`, class: `plot ${seats[0].toLowerCase()}` })],
      above: [svg("path", { d: line, class: "course" }),
        ...turns.filter((t) => kindOf(t.loss)).sort((a, b) => b.loss - a.loss).slice(0, dots).map((t) => svg("circle", { cx: axes.x(t.number), cy: axes.y(points[t.number]), r: kindOf(t.loss) === "blunder" ? 5 : 3.5, class: `mistake ${seats[t.seat].toLowerCase()}` })),
        svg("path", { class: "now", d: "" })],
    });
    this.points = points;
    this.figure = make("div", { class: "figure", role: "slider", tabindex: "0", "aria-valuemin": 0, "aria-valuemax": turns.length,
      "aria-label": `Win chance of ${seats[0]}`, onclick: (event) => this.#point(event),
      onpointermove: (event) => event.buttons && this.#point(event) }, picture);
    const focused = find("#graph").contains(document.activeElement);
    find("#graph").replaceChildren(make("p", { class: "soft" }, `Win chance of ${seats[0]} after each turn`), this.figure);
    find("#report").replaceChildren(...summary(table, turns, nodes, {
      retry: (turn, node) => table.guard(() => this.#retry(turn, node)),
      explain: (turn, node) => table.guard(() => this.#explain(turn, node)),
    }));
    if (focused) this.figure.focus({ preventScroll: true });
    this.#mark();
  }

  // reveal scrolls to the beginning of the review.
  #reveal() {
    pane("review");
    for (const part of [this.figure, find("#why")]) part?.scrollIntoView({ block: "nearest" });
  }

  // why says which turn decided the game: the costliest of the loser or of the seat that stands worse; in a draw, of both. If one
  // of the seats is a person's, that is "you". A button shows the turn.
  #why() {
    const { table, turns, nodes } = this, { seats } = table.view, last = turns.at(-1);
    const loser = nodes.at(-1).ended?.seat ?? (last.after === 0.5 ? null : last.after < 0.5 ? last.seat : 1 - last.seat);
    const people = seats.flatMap((_, seat) => ((table.seats[seat] ?? person) === person ? [seat] : []));
    const [who, was] = people.length === 1 && (loser ?? people[0]) === people[0] ? ["You", "were"] : [seats[loser ?? 0], "was"];
    const worst = turns.filter((t) => loser === null || t.seat === loser).sort((a, b) => b.loss - a.loss)[0];
    if (!(worst?.loss >= 0.005)) return [`${loser === null ? "Nobody" : who} made ${loser === null ? "a" : "no"} mistake.`];
    const name = loser === null ? seats[worst.seat] : who, { chance, after, number, played } = worst;
    const stood = chance < 0.45 ? `${name} ${was} already behind` : `${name} ${was} ${chance >= 0.7 ? "winning" : chance >= 0.55 ? "ahead" : "level"} until turn ${number}`;
    return [`${stood}: `, button(played, () => table.guard(() => this.#explain(worst, nodes[number - 1])), { class: "quiet" }),
      ` ${chance >= 0.55 && after < 0.55 ? "gave it away" : kindOf(worst.loss) ? "was the biggest mistake" : "cost most"} (${percent(chance)} to ${percent(after)}).`];
  }

  // mark marks the turn on the board in the graph.
  #mark() {
    if (!this.figure?.isConnected) return;
    const { table, nodes, points } = this, at = table.game.at, i = at === table.game.root ? 0 : nodes.indexOf(at) + 1;
    const here = i < points.length && (i > 0 || at === table.game.root);
    this.figure.querySelector(".now").setAttribute("d", here ? `M${this.axes.x(i)} ${this.axes.y(1)}V${this.axes.y(0)}` : "");
    this.figure.setAttribute("aria-valuenow", String(here ? i : 0));
    const turn = nodes[i - 1];
    this.figure.setAttribute("aria-valuetext", !here ? "a variation" : [turn ? title(table, turn, i) : "start", percent(points[i]),
      kindOf(turn?.loss)].filter(Boolean).join(", "));
  }

  // point goes to the turn under the pointer.
  #point(event) {
    const { table, nodes } = this, { left, width } = this.figure.getBoundingClientRect();
    const i = Math.max(0, Math.min(nodes.length, Math.round(this.axes.at((event.clientX - left) / width))));
    const to = i ? nodes[i - 1] : table.game.root;
    if (to !== table.game.at) table.guard(() => table.goTo(to));
  }
}
