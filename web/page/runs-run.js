// The page of a run: how far it is, its games in play, its standing, the path of its test, its games, its report.
import { button, make, named, percent, svg } from "pillars/dom.js";
import { get, go, grid, renew } from "pillars/runs.js";
import { Games } from "pillars/runs-games.js";
import { Boards, crew, playing } from "pillars/runs-live.js";

export class RunPage {
  constructor(id, context) {
    this.id = id;
    this.address = `runs/${encodeURIComponent(id)}`;
    this.context = context;
    this.boards = new Boards(context.table.engine);
    this.head = make("div");
    this.progress = make("p");
    this.figures = make("div");
    this.games = new Games(this);
    this.live = make("section", { hidden: true }, make("h3", {}, "Games in play"), this.boards.place);
    this.crew = make("section", { hidden: true });
    this.place = make("div", {}, make("p", {}, button("all runs", () => go(null))), this.head, this.progress, this.crew, this.live, this.figures,
      this.games.place, this.#report());
  }

  // refresh reads the run again. Whatever is open stays open.
  async refresh() {
    const run = this.run = await get(this.address);
    this.head.replaceChildren(make("h2", {}, named(run.name || run.id), `: ${run.game}, ${run.kind}`),
      make("p", { class: "soft" }, ...run.tags.flatMap((tag) => [named(tag, "tag"), " "]), (run.options ?? []).join(" "),
        ` begun ${run.created.slice(0, 16).replace("T", " ")} UTC, run ${run.id}`));
    this.#showProgress();
    const open = [...this.figures.querySelectorAll("details")].filter((d) => d.open).map((d) => d.className);
    renew(this.figures, ...this.#figures(run));
    for (const part of this.figures.querySelectorAll("details")) part.open = open.includes(part.className);
    await this.games.refresh();
    return this.place;
  }

  // play shows what processes tell of the run.
  play(all) {
    this.now = all.find((one) => one.run === this.id);
    if (this.run) this.#showProgress();
    const games = this.now?.games ?? [];
    this.live.hidden = !games.length;
    this.boards.show(games);
    const workers = this.now?.workers ?? [];
    this.crew.hidden = !workers.length;
    renew(this.crew, make("h3", {}, "Workers"), crew(workers));
  }

  #showProgress() {
    const { run, now } = this;
    const at = now ?? { done: run.games, total: run.total, rate: 0, faults: run.faults };
    const decided = decisions[run.path?.decision]?.(run.path);
    if (decided) return this.progress.replaceChildren(`${decided} after ${run.path.games} games: the difference is ${run.path.estimate} Elo (95 %, ${run.path.method}).`);
    const bar = at.total ? make("progress", { max: at.total, value: at.done, "aria-label": "games played" }) : null;
    const faults = run.faults ? button(`${run.faults} ended by a fault`, () => this.games.filter({ faults: "1" }), { class: "quiet fault" }) : "";
    this.progress.replaceChildren(...[bar, " ", playing({ ...at, faults: 0 }), " ", faults].filter((part) => part !== null));
  }

  #figures(run) {
    const parts = (run.conclusion ?? []).map((sentence) => make("p", { class: "conclusion" }, make("bdi", {}, sentence)));
    if (run.trouble) parts.push(make("p", { class: "fault" }, named(run.trouble)));
    if (run.path?.points.length) parts.push(testPath(run.path));
    if (run.standing) parts.push(standing(run.standing, run.seats.length), ...(run.path ? [] : run.standing.remarks ?? []).map((remark) => make("p", { class: "soft" }, make("bdi", {}, remark))));
    if (run.crosstable?.order?.length > 2) parts.push(crosstable(run.crosstable));
    if (run.text) parts.push(result(run.text));
    return parts;
  }

  #report() {
    const place = make("div"), address = `${this.address}/report`;
    const show = button("Show the report here", () => go(this.id, true));
    this.report = (wanted) => { // shows it here, or not
      show.disabled = wanted;
      if (!wanted) place.replaceChildren(); else if (!place.firstChild) place.append(make("iframe", { src: address, title: "report", class: "report" }));
    };
    return make("section", {}, make("h3", {}, "Report"), show, " ", make("a", { href: address, target: "_blank", rel: "noopener" }, "Open it in a new tab"), place);
  }
}

const number = (x) => (x == null ? "" : x.toFixed(0));

function standing(s, seats) {
  const interval = (p) => (p.low == null && p.high == null ? "" : `${p.low == null ? "below" : number(p.low) + " .."} ${p.high == null ? "and more" : number(p.high)}`);
  const two = seats === 2;
  const rows = s.players.map((p) => [p.rank, p.name, number(p.rating), interval(p), p.openings ?? "", p.games,
    ...(two ? [`${p.wins ?? ""} ${p.draws ?? ""} ${p.losses ?? ""}`] : []), p.games ? percent(p.share ?? p.points / p.games) : ""]);
  return grid(["rank", "player", "Elo", "95 %", "openings", "games", ...(two ? ["W D L"] : []), "score"], rows);
}

function crosstable({ order, meetings }) {
  const by = new Map(meetings.map((m) => [m.player + "\n" + m.opponent, m]));
  const score = (a, b) => {
    const m = by.get(a + "\n" + b);
    return a === b ? "·" : m?.games ? `${m.points} / ${m.games}` : "";
  };
  return make("details", { class: "crosstable" }, make("summary", {}, "Crosstable: points of the row's player"),
    grid(["player", ...order.map((_, i) => String(i + 1))], order.map((a, i) => [`${i + 1}. ${a}`, ...order.map((b) => score(a, b))])));
}

// result is the standing as plain text, to be copied.
function result(text) {
  const block = make("pre", { class: "result", tabindex: "0" }, text);
  const copy = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
    } catch { // a browser that forbids it
      getSelection().selectAllChildren(block);
    }
  });
  return make("details", { class: "block" }, make("summary", {}, "Result as plain text"), make("p", {}, copy), block);
}

// decisions are what a test says that is decided.
const decisions = { H0: ({ elo0, elo1 }) => `The test accepts ${elo0}, not ${elo1}`, H1: ({ elo0, elo1 }) => `The test accepts ${elo1}, not ${elo0}` };

// testPath draws the log-likelihood ratio of a sequential test between its bounds, pair by pair.
function testPath({ points, pairs, decision, elo0, elo1, model }) {
  const width = 640, height = 210, left = 70, all = points.flat();
  const low = Math.min(...all), high = Math.max(...all), [ratio, lower, upper] = points.at(-1);
  const x = (i) => left + i * (width - left - 10) / points.length;
  const y = (r) => 14 + (high - r) * (height - 50) / (high - low || 1);
  const course = (k) => points.map((p, i) => `L${x(i + 1).toFixed(1)} ${y(p[k]).toFixed(1)}`).join("");
  const bound = (k) => `M${left} ${y(points[0][k])}${course(k)}`;
  const end = decisions[decision]?.({ elo0, elo1 }) ?? "Not decided yet";
  const mark = (at, up, text, anchor) => {
    const label = svg("text", { x: at, y: up, "text-anchor": anchor });
    label.textContent = text;
    return label;
  };
  return make("figure", { class: "path" }, make("p", { class: "soft" }, `at the upper bound the test accepts ${elo1} (${model} Elo)`),
    svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "log-likelihood ratio by pair" },
      svg("path", { d: bound(1) + bound(2), class: "even" }), svg("path", { d: `M${left} ${y(0)}${course(0)}`, class: "course" }),
      ...[upper, 0, lower].map((r) => mark(left - 8, y(r) + 5, r ? r.toFixed(2) : "0", "end")), mark(left, height - 6, "0", "middle"),
      mark(width - 10, height - 6, `${pairs} pairs`, "end")),
    make("p", { class: "soft" }, `at the lower bound it accepts ${elo0}`),
    make("figcaption", {}, `${end}: log-likelihood ratio ${ratio.toFixed(2)} between ${lower.toFixed(2)} and ${upper.toFixed(2)} after ${pairs} pairs.`));
}
