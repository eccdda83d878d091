// Lessons: each step teaches one rule of a game by a task on the board. A turn is judged by its text. The browser remembers
// which steps were done and which lessons were completed.
import { button, find, make, svg } from "pillars/dom.js";
import { Game } from "pillars/game.js";
import { keep, kept } from "pillars/store.js";

/** learned lists the games whose last step was done. @returns {string[]} */
const learned = () => kept("learned") ?? [];

/** doneOf lists the steps of a lesson that were done. @param {string} name @returns {number[]} */
const doneOf = (name) => (kept("lessons") ?? {})[name] ?? [];

/**
 * among returns whether a whole turn is in a list or, if it is not whole, whether it begins one. A text that ends in * means
 * all turns that begin with it.
 * @param {string[]} list
 * @param {string} text
 * @param {boolean} whole
 */
const among = (list, text, whole) => list.some((one) => {
  const begin = one.replace("*", "");
  return one !== begin && text.startsWith(begin) || (whole ? one === text : begin.startsWith(text));
});

/**
 * @typedef {{turns: string[], words: string}} Mistake
 * @typedef {{title: string, start: string, task: string, light?: string[], turns: string[], reply?: string, good: string,
 *   other?: string, wrong?: Mistake[]}} Step as package web/host describes it
 */

export class Lesson {
  /**
   * play(game) begins a game against the weakest level; puzzle(game) shows a puzzle of the game.
   * @param {any} table the Table of the page
   * @param {{play: (game: string) => unknown, puzzle: (game: string) => unknown}} next
   */
  constructor(table, next) {
    this.table = table;
    this.next = next;
    this.name = "";
    this.number = 1;
    this.solved = false;
    /** @type {Step[]} */
    this.steps = [];
    /** @type {Game | null} */
    this.game = null;
  }

  get step() { return this.steps[this.number - 1]; }

  /** open shows a step of the lesson of a game, or the first step if the number does not exist. 0 is the first step not done. */
  async open(/** @type {string} */ name, number = 1) {
    this.steps = await this.table.engine.ask({ do: "lessons", game: name });
    this.name = name;
    const others = this.table.engine.games().filter((/** @type {import("pillars/types").GameFacts} */ one) => one.lesson && one.name !== name);
    find("#lesson-more").replaceChildren(make("a", { href: "#rules=" + name }, "The rules in full"), make("br"), "Other lessons: ",
      ...others.flatMap((/** @type {{ name: string, title: string }} */ one, /** @type {number} */ i) =>
        [i ? " · " : "", make("a", { href: "#lesson=" + one.name }, one.title)]));
    await this.go(number || 1 + this.steps.findIndex((_, i) => !doneOf(name).includes(i + 1)));
  }

  async go(/** @type {number} */ number) {
    const { table } = this;
    this.number = this.steps[number - 1] ? number : 1;
    this.solved = false;
    const key = `#lesson=${this.name}&step=${this.number}`;
    const game = this.game = Object.assign(new Game({ game: this.name, start: this.step.start }), { key });
    await table.open(game, { mode: "lesson" });
    this.tell();
    table.board.place.scrollIntoView({ block: "nearest" });
  }

  /** shown highlights the squares of the task, judges the turn played, and takes it back if it does not do the task. */
  async shown() {
    const { table, step } = this, { game } = table;
    if (game !== this.game || this.solved) return;
    const [turn] = game.path().map((/** @type {{turn: string}} */ n) => n.turn), text = turn ?? game.steps.join("");
    if (!text) return this.light();
    if (!among(step.turns, text, Boolean(turn))) return this.refuse(text);
    if (turn) await this.succeed();
  }

  async refuse(/** @type {string} */ text) {
    const { table, step } = this, { game } = table, way = table.view.last.ways.at(-1);
    await table.change(() => {
      game.go(game.root);
      return way?.length > 1 ? [...way].reverse() : null;
    });
    table.say((step.wrong ?? []).find(({ turns }) => among(turns, text, true))?.words ?? step.other, true);
  }

  async succeed() {
    const { table, step } = this, { game } = table;
    this.solved = true;
    if (step.reply) {
      await table.change(() => {
        game.play(step.reply);
        return table.view.legal.find((/** @type {{step: string}} */ c) => c.step === step.reply).squares;
      });
    }
    table.board.show(table.view, false);
    const done = kept("lessons") ?? {}, last = this.number === this.steps.length;
    keep("lessons", { ...done, [this.name]: [...new Set([...done[this.name] ?? [], this.number])] });
    if (last) keep("learned", [...new Set([...learned(), this.name])]);
    this.tell();
    table.say("✓ " + step.good + (last ? " You know enough to play." : "")).className = "right";
  }

  /** show plays a turn that does the task. */
  async show() {
    const { table, step } = this, { game } = table;
    if (game.steps.length) await table.change(() => game.go(game.root));
    await table.type(step.turns[0]);
  }

  light() {
    const { place } = this.table.board;
    for (const name of this.step.light ?? []) {
      const at = place.querySelector(`[data-square="${name}"]`).getAttribute("transform");
      place.firstElementChild.append(svg("rect", { x: 4, y: 4, width: 52, height: 52, rx: 9, class: "light", transform: at }));
    }
  }

  /** tell shows the task, the progress of the lesson, and buttons for what to do next. */
  tell() {
    const { steps, number, table, name } = this, done = doneOf(name), last = number === steps.length;
    const go = (/** @type {string} */ text, /** @type {() => unknown} */ action, main = false, wide = main) =>
      button(text, () => table.guard(action), { class: main ? "main wide" : wide ? "wide" : null });
    find("#lesson").replaceChildren(
      make("p", { class: "progress" }, `${table.view.title}: ${number} of ${steps.length}`, make("span", { "aria-hidden": "true" },
        ...steps.map((_, i) => make("i", { class: `${done.includes(i + 1) ? "done" : ""} ${i + 1 === number ? "now" : ""}` })))),
      make("h2", {}, this.step.title), make("p", { id: "lesson-task", hidden: this.solved }, this.step.task));
    const held = find("#lesson-go").contains(document.activeElement);
    find("#lesson-go").replaceChildren(...[
      number > 1 && go("Back", () => this.go(number - 1)),
      !this.solved && go("Show me", () => this.show(), false, true),
      !last && go("Next", () => this.go(number + 1), this.solved),
      last && go("Play level 1", () => this.next.play(name), this.solved),
      last && go("Puzzles", () => this.next.puzzle(name)),
    ].filter(Boolean));
    if (held) find(this.solved ? "#lesson-go .main" : "#board [tabindex='0']").focus({ preventScroll: true });
  }
}
