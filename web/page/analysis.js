// Analysis of the position on the table: who stands better, the best lines while the search deepens, their arrows, the
// meaning of their turns in words, and the bar of win chances.
import { button, find, make, options, percent } from "pillars/dom.js";
import { Stopped } from "pillars/engine.js";
import { engines, opponentWords } from "pillars/opponents.js";
import { keep, kept } from "pillars/store.js";
import { showTurns } from "pillars/tree.js";

/**
 * @typedef {{ line: number, depth: number, chance: number, proven?: string, nodes: number, speed: number, turns: string[],
 *   words?: string[], ways?: string[][], walls?: import("pillars/types").Wall[] }} Line
 */

const even = 0.55; // win chances below this are about even
const kinds = ["best", "second", "third"]; // of arrows

export class Analysis {
  /** @type {Line[]} */ lines = [];
  /** @type {number | null} The rank of the only line whose arrow is shown; null for all arrows. */ alone = null;
  on = true;
  full = false; // whether lines are shown to their end
  threat = false; // whether the lines are those of the opponent, as if it were their turn
  /** @type {import("pillars/types").View | null} The view that is or was searched. */ view = null;
  turned = 0; // the index of the turn of that line whose meaning is shown

  /** @param {import("pillars/table.js").Table} table */
  constructor(table) {
    this.table = table;
    const settings = ["lines", "seconds", "player"].map((id) => find("#analysis-" + id)), before = kept("analysis-settings") ?? [];
    find("#analysis-player").replaceChildren(...options(engines));
    settings.forEach((one, i) => { if ([...one.options].some(({ value }) => value === before[i])) one.value = before[i]; });
    find("#analysis-on").addEventListener("change", (event) => this.turn(event.target.checked));
    find("#analysis-arrows").addEventListener("change", () => this.#arrows());
    for (const one of settings) one.addEventListener("change", () => {
      keep("analysis-settings", settings.map(({ value }) => value));
      table.guard(() => this.search());
    });
    find("#threat").addEventListener("click", () => table.guard(() => this.search(!this.threat)));
    const full = find("#full");
    full.addEventListener("click", () => {
      full.setAttribute("aria-expanded", String(this.full = !this.full));
      find("#lines").replaceChildren(); // draw makes the lines anew
      this.#draw();
    });
    const list = find("#lines");
    for (const type of ["pointerover", "focusin"]) list.addEventListener(type, (event) => this.#pick(event.target));
    for (const type of ["pointerleave", "focusout"]) list.addEventListener(type, () => this.#pick(null));
    list.addEventListener("click", (event) => { // a button plays the line up to its own turn
      if (!event.target.closest("button")) event.target.closest("li")?.querySelector("button")?.click();
    });
  }

  /** turn switches the engine on or off. @param {boolean} on */
  turn(on) {
    this.on = find("#analysis-on").checked = on;
    if (!on) this.table.engine.stop();
    this.table.guard(() => this.search());
  }

  // shown follows the table: it analyses a new position, and draws the old one again, perhaps turned.
  shown() { return this.view === this.table.view ? this.#draw() : this.search(); }

  // search analyses the position on the table until the person moves on, or what the opponent threatens in it.
  async search(threat = false) {
    const { table } = this;
    this.view = table.view;
    this.threat = threat;
    find("#threat").setAttribute("aria-pressed", String(threat));
    this.lines = [];
    this.alone = null;
    this.#draw();
    if (!this.on || table.view.result) return;
    const lines = Number(find("#analysis-lines").value), seconds = Number(find("#analysis-seconds").value);
    const player = find("#analysis-player").value;
    const view = table.view;
    try {
      const best = await table.engine.think({ do: "analyze", ...table.game.state(), player, seconds, lines, threat, seed: 1 }, (line) => {
        if (view !== table.view) return;
        this.lines[line.line - 1] = line;
        this.#draw();
      });
      if (view !== table.view) return;
      if (!this.lines.some(Boolean)) this.lines = [best]; // the search had no time to report any line
      this.#draw();
      find("#lines").style.setProperty("--lines", String(this.ranked().length)); // there may be few turns
    } catch (error) {
      if (error instanceof Stopped) return;
      if (threat) table.guard(() => this.search()); // nobody can threaten anything
      throw error;
    }
  }

  // ranked lists the lines by the win chance of the seat to act, the best first. While a search deepens, two lines can begin
  // with the same turn; the deeper one counts.
  ranked() {
    const lines = (this.lines ?? []).filter(Boolean);
    const deeper = (a, b) => a.turns[0] === b.turns[0] && (a.depth - b.depth || b.line - a.line) > 0;
    return lines.filter((line) => !lines.some((other) => deeper(other, line)))
      .sort((a, b) => b.chance - a.chance || a.line - b.line);
  }

  // draw changes only what is new, so that a button still exists when a press on it is released.
  #draw() {
    const list = find("#lines"), lines = this.ranked(), [best] = lines;
    this.#learn(best);
    list.style.setProperty("--lines", find("#analysis-lines").value);
    while (list.children.length > lines.length) list.lastChild.remove();
    lines.forEach((line, i) => {
      const badge = () => make("b", { class: `badge ${kinds[i] ?? ""}`, "aria-hidden": "true" }, String(i + 1));
      const row = list.children[i] ?? list.appendChild(make("li", {}, badge(), make("strong"), make("span", { class: "way" })));
      const [, value, way] = row.children, turns = line.turns.slice(0, this.full ? undefined : 8), key = turns.join(" ");
      value.textContent = line.proven || percent(line.chance);
      value.className = !line.proven ? "" : line.chance < 0.5 ? "proven lost" : "proven";
      if (row.dataset.key === key) return;
      const held = [...way.children].indexOf(document.activeElement);
      row.dataset.key = key;
      way.replaceChildren(...turns.map((turn, at) => button(turn, () => this.#enter(line.turns.slice(0, at + 1)),
        { class: "quiet" })));
      way.children[Math.min(held, turns.length - 1)]?.focus({ preventScroll: true });
    });
    this.#tell(best);
    this.#bar();
    this.#arrows();
  }

  // learn writes the win chance that the engine has found into the list of turns.
  #learn(best) {
    const { view, game: { at, steps } } = this.table, chance = best && (view.seat === 0 ? best.chance : 1 - best.chance);
    if (chance === undefined || this.threat || steps.length || view.seats.length !== 2 || view !== this.view) return;
    const news = at.chance === undefined || percent(at.chance) !== percent(chance);
    at.chance = chance;
    if (news) showTurns(this.table);
  }

  // tell shows who stands better, by how much, and how far the engine has searched.
  #tell(best) {
    const { seats, seat: acts, result } = this.table.view, two = seats.length === 2, seat = this.threat ? (acts + 1) % seats.length : acts;
    const [who, chance] = best && two && best.chance < 0.5 ? [seats[1 - seat], 1 - best.chance] : [seats[seat], best?.chance];
    find("#standing").textContent = this.threat && best ? `Threat of ${seats[seat]}` : result ? "The game is over" : !this.on ? "Engine off" : !best ? "Thinking ..."
      : best.proven ? `${seats[seat]} ${best.proven}` : two ? standing(who, chance) : `Turns of ${who}`;
    find("#depth").textContent = !best ? "" : [two ? "" : percent(chance), `depth ${best.depth}`, thousands(best.nodes), `${thousands(best.speed)}/s`].filter(Boolean).join(" · ");
    const [thinks, text] = opponentWords(find("#analysis-player").value);
    find("#engine-details").replaceChildren(`${thinks} The program calls it `, make("code", {}, text), ".",
      best ? " Chances are those between strong players." : "");
  }

  // mean shows in words what a turn of a line does: the turn under the pointer or with the focus, or else the best turn.
  #mean(line, at = 0) {
    const words = line?.words?.[at];
    find("#meaning").replaceChildren(...words ? [make("b", {}, line.turns[at]), ` ${words}`] : []);
  }

  // bar shows the win chances of two seats, from the search or else from a review. An empty bar keeps its place.
  #bar() {
    const [best] = this.ranked(), { view } = this.table, bar = find("#bar");
    const found = !best || this.threat ? undefined : view.seat === 0 ? best.chance : 1 - best.chance;
    const first = view.result ? view.result.scores[0] : found ?? this.table.game.at.chance;
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

  #pick(target) {
    const row = target?.closest("li"), picked = row ? [...find("#lines").children].indexOf(row) : null;
    const turned = Math.max(0, row ? [...row.querySelectorAll("button")].indexOf(target) : 0);
    if (picked === this.alone && turned === this.turned) return;
    Object.assign(this, { alone: picked, turned });
    this.#arrows();
  }

  // arrows draws an arrow with a number for each of the best lines, or only for the picked one. The best lies on top.
  #arrows() {
    const { board, mode } = this.table, shown = find("#analysis-arrows").checked && mode === "analyse";
    const lines = shown ? this.ranked().filter((line) => line.turns.length) : [];
    board.arrow([], "best");
    for (let i = Math.min(lines.length, kinds.length) - 1; i >= 0; i--) {
      if (this.alone === null) board.arrow(lines[i].ways ?? [], this.threat ? "wrong" : kinds[i], lines[i].walls, i + 1);
    }
    const one = lines[this.alone];
    this.#mean(...this.alone === null ? [this.ranked()[0]] : [this.ranked()[this.alone], this.turned]);
    if (one) board.arrow(one.ways ?? [], kinds[this.alone] ?? "third", one.walls, this.alone + 1);
  }

  #enter(turns) {
    const { table } = this;
    if (this.threat) return; // it is not the opponent's turn
    table.guard(() => table.change(() => { for (const turn of turns) table.game.play(turn); }));
  }
}

// standing describes in words the position of a seat that has at least half of the win chance.
function standing(who, chance) {
  if (chance < even) return "About even";
  return `${who} ${chance < 0.7 ? "leads a little" : chance < 0.88 ? "leads clearly" : "is winning"}`;
}

const thousands = (n) => (n < 1000 ? String(Math.round(n)) : n < 1e6 ? `${(n / 1000).toFixed(0)} k` : `${(n / 1e6).toFixed(1)} M`);
