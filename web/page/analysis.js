// Analysis of the position on the table: several lines as they deepen, with their arrows, and the bar of win chances.
import { button, find, make, percent } from "pillars/dom.js";
import { Stopped } from "pillars/engine.js";

/**
 * @typedef {{ line: number, depth: number, chance: number, proven?: string, nodes: number, speed: number, turns: string[],
 *   words?: string[], ways?: string[][], walls?: import("pillars/types").Wall[] }} Line
 */

const kinds = ["best", "second", "third"]; // of arrows

export class Analysis {
  /** @type {Line[]} */ lines = [];
  /** @type {number | null} The place of the line whose arrow alone is shown. */ alone = null;
  on = true;

  /** @param {import("pillars/table.js").Table} table */
  constructor(table) {
    this.table = table;
    find("#analysis-on").addEventListener("change", (event) => this.turn(event.target.checked));
    find("#analysis-arrows").addEventListener("change", () => this.#arrows());
    for (const id of ["lines", "seconds", "player"]) {
      find("#analysis-" + id).addEventListener("change", () => table.guard(() => this.search()));
    }
    const list = find("#lines");
    for (const type of ["pointerover", "focusin"]) list.addEventListener(type, (event) => this.#pick(event.target.closest("li")));
    for (const type of ["pointerleave", "focusout"]) list.addEventListener(type, () => this.#pick(null));
    list.addEventListener("click", (event) => { // a button goes as far as its own turn
      if (!event.target.closest("button")) event.target.closest("li")?.querySelector("button")?.click();
    });
  }

  /** turn switches the engine on or off. @param {boolean} on */
  turn(on) {
    this.on = find("#analysis-on").checked = on;
    if (!on) this.table.engine.stop();
    this.table.guard(() => this.search());
  }

  // search analyses the position on the table until the person goes on.
  async search() {
    const { table } = this;
    this.lines = [];
    this.alone = null;
    this.#draw();
    if (!this.on || table.view.result) return;
    const lines = Number(find("#analysis-lines").value), seconds = Number(find("#analysis-seconds").value);
    const player = find("#analysis-player").value;
    const view = table.view;
    try {
      const best = await table.engine.think({ do: "analyze", ...table.game.state(), player, seconds, lines, seed: 1 }, (line) => {
        if (view !== table.view) return;
        this.lines[line.line - 1] = line;
        this.#draw();
      });
      if (view !== table.view || this.lines.some(Boolean)) return;
      this.lines = [best]; // it had no time for more
      this.#draw();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
  }

  // ranked lists the lines by what they are worth to the seat to act, the best first. While a search deepens, a turn can
  // lead two lines; the deeper one counts.
  ranked() {
    const lines = (this.lines ?? []).filter(Boolean);
    const deeper = (a, b) => a.turns[0] === b.turns[0] && (a.depth - b.depth || b.line - a.line) > 0;
    return lines.filter((line) => !lines.some((other) => deeper(other, line)))
      .sort((a, b) => b.chance - a.chance || a.line - b.line);
  }

  // draw changes only what is new, so that a button lasts from when it is pressed until it is released.
  #draw() {
    const list = find("#lines"), lines = this.ranked(), [best] = lines;
    list.style.setProperty("--lines", find("#analysis-lines").value);
    while (list.children.length > lines.length) list.lastChild.remove();
    lines.forEach((line, i) => {
      const badge = () => make("b", { class: `badge ${kinds[i] ?? ""}`, "aria-hidden": "true" }, String(i + 1));
      const row = list.children[i] ?? list.appendChild(make("li", {}, badge(), make("strong"), make("span", { class: "way" })));
      const [, value, way] = row.children, turns = line.turns.slice(0, 8), key = turns.join(" ");
      value.textContent = line.proven || percent(line.chance);
      value.className = !line.proven ? "" : line.chance < 0.5 ? "proven lost" : "proven";
      if (row.dataset.key === key) return;
      const held = [...way.children].indexOf(document.activeElement);
      row.dataset.key = key;
      way.replaceChildren(...turns.map((turn, at) => button(turn, () => this.#enter(line.turns.slice(0, at + 1)),
        { class: "quiet", title: line.words?.[at] })));
      way.children[Math.min(held, turns.length - 1)]?.focus({ preventScroll: true });
    });
    find("#depth").textContent = best ? `depth ${best.depth}` : "";
    find("#depth").title = best ? `${thousands(best.nodes)} positions, ${thousands(best.speed)} a second` : "";
    this.#bar();
    this.#arrows();
  }

  // bar shows the chances of two seats; it keeps its place where they are not known.
  #bar() {
    const [best] = this.ranked(), { view } = this.table, bar = find("#bar");
    const first = view.result ? view.result.scores[0] : best && (view.seat === 0 ? best.chance : 1 - best.chance);
    bar.hidden = view.seats.length !== 2;
    if (bar.hidden) return;
    const [share, rest, ...labels] = bar.children, known = first !== undefined;
    const words = [first, 1 - first].map((chance, seat) => `${view.seats[seat]}${known ? ` ${percent(chance)}` : ""}`);
    [share, rest].forEach((part, seat) => { part.className = view.seats[seat].toLowerCase(); });
    share.style.flexGrow = first ?? 0.5;
    rest.style.flexGrow = 1 - (first ?? 0.5);
    labels.forEach((label, seat) => { label.textContent = words[seat]; });
    bar.classList.toggle("turned", this.table.board.turned);
    bar.setAttribute("aria-label", known ? `Win chances: ${words.join(", ")}` : "Win chances: not known yet");
    bar.title = known ? words.join(", ") : "";
  }

  #pick(row) {
    const picked = row ? [...find("#lines").children].indexOf(row) : null;
    if (picked === this.alone) return;
    this.alone = picked;
    this.#arrows();
  }

  // arrows shows the ways of the best lines with their numbers, or that of the one picked. The best lies on top.
  #arrows() {
    const { board, mode } = this.table, shown = find("#analysis-arrows").checked && mode === "analyse";
    const lines = shown ? this.ranked().filter((line) => line.turns.length) : [];
    board.arrow([], "best");
    for (let i = Math.min(lines.length, kinds.length) - 1; i >= 0; i--) {
      if (this.alone === null) board.arrow(lines[i].ways ?? [], kinds[i], lines[i].walls, i + 1);
    }
    const one = lines[this.alone];
    if (one) board.arrow(one.ways ?? [], kinds[this.alone] ?? "third", one.walls, this.alone + 1);
  }

  #enter(turns) {
    const { table } = this;
    table.guard(() => table.change(() => { for (const turn of turns) table.game.play(turn); }));
  }
}

const thousands = (n) => (n < 1000 ? String(Math.round(n)) : n < 1e6 ? `${(n / 1000).toFixed(0)} k` : `${(n / 1e6).toFixed(1)} M`);
