// Analysis of the position on the table: several lines as they deepen, the bar of win chances, the review of a whole game
// with its graph.
import { button, find, make, percent, svg } from "pillars/dom.js";
import { Stopped } from "pillars/engine.js";
import { showTurns } from "pillars/tree.js";

export class Analysis {
  constructor(table) {
    this.table = table;
    this.on = true;
    find("#analysis-on").addEventListener("change", (event) => this.turn(event.target.checked));
    find("#analysis-arrows").addEventListener("change", () => this.#arrows());
    find("#review").addEventListener("click", () => table.guard(() => this.review()));
  }

  turn(on) {
    this.on = on;
    if (on) this.table.guard(() => this.search()); else this.table.engine.stop();
  }

  // search analyses the position on the table until the person goes on.
  async search() {
    const { table } = this;
    this.lines = [];
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
    return lines.filter((line) => !lines.some((other) => other.turns[0] === line.turns[0] && (other.depth - line.depth || line.line - other.line) > 0))
      .sort((a, b) => b.chance - a.chance || a.line - b.line);
  }

  #draw() {
    const { table } = this;
    const rows = this.ranked().map((line) => make("li", {},
      make("strong", { class: !line.proven ? "" : line.chance < 0.5 ? "proven lost" : "proven" }, line.proven || percent(line.chance)), " ",
      ...line.turns.slice(0, 8).map((_, i) => button(line.turns[i], () => table.guard(() => this.#enter(line.turns.slice(0, i + 1))),
        { class: "quiet", title: line.words?.[i] })),
      make("small", {}, ` depth ${line.depth}, ${(line.nodes / 1000).toFixed(0)} k nodes, ${(line.speed / 1000).toFixed(0)} k/s`)));
    find("#lines").replaceChildren(...rows);
    this.#bar();
    this.#arrows();
  }

  // bar shows the chance of the first seat.
  #bar() {
    const [best] = this.ranked(), { view } = this.table;
    const first = view.result ? view.result.scores[0] : best && (view.seat === 0 ? best.chance : 1 - best.chance);
    const bar = find("#bar");
    bar.hidden = first === undefined || view.seats.length !== 2;
    bar.firstElementChild.style.width = `${100 * (first ?? 0.5)}%`;
    bar.className = view.seats[1].toLowerCase();
    bar.setAttribute("aria-label", `${view.seats[0]} ${percent(first ?? 0.5)}`);
    bar.title = bar.getAttribute("aria-label");
  }

  #arrows() {
    const [best] = this.ranked();
    const shown = best?.turns.length && find("#analysis-arrows").checked && this.table.mode === "analyse";
    this.table.board.arrow(shown ? best.ways ?? [] : [], "best", shown ? best.walls : []);
  }

  async #enter(turns) {
    await this.table.change(() => { for (const turn of turns) this.table.game.play(turn); });
  }

  // review goes through the whole game and draws its course.
  async review() {
    const { table } = this;
    const nodes = table.game.line();
    if (!nodes.length) return table.say("There is no turn to review yet.");
    const done = [];
    const state = table.game.state(nodes.at(-1));
    this.on = find("#analysis-on").checked = false;
    const player = find("#analysis-player").value;
    const nodesEach = player.startsWith("mcts") ? 2000 : 20000;
    try {
      await table.engine.think({ do: "review", ...state, steps: [], player, nodes: nodesEach }, (turn) => {
        const node = nodes[turn.number - 1];
        Object.assign(node, { loss: turn.loss, best: turn.best });
        done.push(turn);
        table.say(`Reviewed ${done.length} of ${nodes.length} turns.`);
        this.#graph(done, nodes);
      });
      table.say(summary(done, table.view.seats));
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
    showTurns(table);
  }

  #graph(turns, nodes) {
    const width = 320, height = 110, place = find("#graph");
    const after = (t) => t.chance - t.loss;
    const chance = (t) => (t.seat === 0 ? after(t) : 1 - after(t));
    const x = (i) => 4 + (i + 1) * (width - 8) / Math.max(2, nodes.length);
    const y = (c) => 6 + (1 - c) * (height - 12);
    const path = turns.map((t, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(chance(t)).toFixed(1)}`).join("");
    const graph = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img",
      "aria-label": `win chance of ${this.table.view.seats[0]} by turn` },
    svg("path", { d: `M4 ${y(0.5)}H${width - 4}`, class: "even" }), svg("path", { d: path, class: "course" }));
    turns.forEach((t, i) => {
      if (t.loss <= 0.1) return;
      const mark = svg("circle", { cx: x(i), cy: y(chance(t)), r: t.loss > 0.2 ? 5 : 3.5, class: "mistake" });
      const title = svg("title");
      title.textContent = `${t.number}. ${t.played} lost ${percent(t.loss)}; better ${t.best}`;
      mark.append(title);
      mark.addEventListener("click", () => this.table.guard(() => this.table.goTo(nodes[i].parent)));
      graph.append(mark);
    });
    place.replaceChildren(make("p", {}, `Win chance of ${this.table.view.seats[0]}, turn by turn`), graph, make("ol", { class: "mistakes" }, ...turns.filter((t) => t.loss > 0.1).map((t) =>
      make("li", {}, button(`${t.number}. ${t.played}`, () => this.table.guard(() => this.table.goTo(nodes[t.number - 1].parent))),
        ` lost ${percent(t.loss)}; better `, make("code", {}, t.best)))));
  }
}

function summary(turns, seats) {
  const parts = seats.map((name, seat) => {
    const own = turns.filter((t) => t.seat === seat);
    const mistakes = own.filter((t) => t.loss > 0.1).length;
    const mean = own.reduce((sum, t) => sum + t.loss, 0) / Math.max(1, own.length);
    return `${name} lost ${(100 * mean).toFixed(1)} points of win chance a turn, with ${mistakes} ${mistakes === 1 ? "mistake" : "mistakes"}`;
  });
  return parts.join("; ") + ".";
}
