// The comparison of two runs, which are marked in the list: a page with the verdicts, the differences, and both runs' figures.
import { button, find, findAll, make, named, short, unbroken } from "pillars/dom.js";
import { get, go } from "pillars/runs.js";
import { bar, intervals, naming, number, rangeOf, scoreboard } from "pillars/runs-charts.js";
import { chip, figure, kinds, spoken, text } from "pillars/runs-figures.js";
import { picture } from "pillars/picture.js";
import { again, RunPage } from "pillars/runs-run.js";
import { Shown } from "pillars/runs-shown.js";

let marked = [];

// mark makes the checkbox that marks a run of the list.
export function mark(run) {
  const name = [run.name || run.id, run.headline || run.verdict].filter(Boolean).join(", ");
  const box = make("input", { type: "checkbox", id: `mark-${run.id}`, checked: marked.includes(run.id), "aria-label": `Compare: ${name}` });
  box.addEventListener("change", () => tell(marked.filter((id) => id !== run.id).concat(box.checked ? run.id : [])));
  return make("label", { class: "mark" }, box, "Compare");
}

// marking makes the button that shows or hides the checkboxes.
export const marking = () => button("Mark two to compare", (event) => {
  const on = find("#runs .runs").classList.toggle("marking");
  event.currentTarget.setAttribute("aria-pressed", String(on));
  if (!on) tell([]);
}, { class: "quiet", "aria-pressed": String(find("#runs .runs")?.classList.contains("marking") ?? false) });

// markBar makes the bar that shows how many runs are marked and opens the comparison of two. The run marked first is A there,
// the one marked last B.
export const markBar = (compare) => make("p", { class: "marked", hidden: true }, make("span", { role: "status" }),
  button("Compare", () => compare(marked), { class: "main" }), button("Clear", () => tell([]), { class: "quiet" }));

function tell(ids) {
  marked = ids;
  for (const box of findAll("#runs .mark input")) box.checked = ids.some((id) => box.id === `mark-${id}`);
  find("#runs .marked").hidden = !ids.length;
  find("#runs .marked .main").hidden = ids.length !== 2;
  find("#runs .marked span").textContent = ids.length === 1 ? "1 run marked. Mark another to compare."
    : `${ids.length} runs marked${ids.length > 2 ? ", two can be compared" : ""}`;
}

const letters = ["A", "B"];

export class Comparison {
  play() {}
  report() {}

  constructor(id, runs, context) {
    this.id = id;
    this.context = context;
    this.address = `compare/${runs.map(encodeURIComponent).join("/")}`;
    this.place = make("div", { class: "run compared" });
    this.shown = runs.map((run) => new Shown(new RunPage(run, context), 2));
  }

  async refresh() {
    const { runs, conclusion, measures, method, differ, same } = await get(this.address);
    const changed = (differ ?? []).map((fact) => toldFact(fact, naming(namesOf(runs))));
    const [said, long, other] = [changed.filter(({ words }) => words), changed.filter((one) => !one.words && beside(one)), changed.filter((one) => !one.words && !beside(one))];
    await Promise.all(runs.map((run, i) => {
      this.shown[i].page.run = run;
      return this.shown[i].refresh();
    }));
    const all = measures ?? [], pairs = headToHead(runs, all);
    again(this.place, [make("p", {}, button("← All runs", () => go(null), { class: "back" })),
      make("h2", {}, headline(pairs, all, conclusion)), make("p", { class: "lead" }, gap(pairs, all)),
      make("div", { class: "pairing" }, ...runs.map((run, i) => this.#tile(run, i))),
      said.length ? make("p", { class: "soft told" }, ...said.map(({ words }) => make("span", {}, text(`${words}. `)))) : "",
      heads(pairs.filter(({ one }) => inElo(one) || clear(one)), all), make("div", { class: "sides" }, ...runs.map((run, i) => this.#side(run, i))),
      long.length ? make("section", { class: "card" }, make("h3", {}, "Played differently"), differing(long)) : "",
      make("div", { class: "folds" }, make("details", { class: "statistics card" }, make("summary", {}, "For statisticians"), make("div", { class: "figures" },
        make("div", {}, make("p", { class: "conclusion" }, text(conclusion)), ...runs.map(({ brief }, i) => make("p", {}, letter(i), text(brief.verdict)))),
        ...differences(runs, all, method), other.length ? differing(other) : "", ...figures(runs))),
      make("details", { class: "same facts card" }, make("summary", {}, "What is the same"),
        make("dl", {}, ...(same ?? []).flatMap(({ name, values }) => [make("dt", {}, name), make("dd", {}, text(values[0]))]))))]);
    return this.place;
  }

  // tile makes a tile with the board of a run and its first player.
  #tile({ id, name, game, title, options, brief }, i) {
    const first = brief.scores?.[0];
    return make("div", { class: "card" }, picture(this.context.table.engine, game, options), make("div", {}, make("p", {}, letter(i), " ", called({ name, title })),
      make("p", {}, button(first ? `${naming(brief.names)(first.player)} is first` : "Open", () => go(id), { class: "verdict-link" }))));
  }

  // side makes the section with the result of one of the runs.
  #side({ id, name, kind, title, games, brief }, i) {
    return make("section", { class: `card of-${letters[i]}`, "aria-label": `Run ${letters[i]}` }, make("div", {}, make("p", { class: "kicker" },
      make("strong", { class: `letter ${letters[i]}` }, letters[i]), chip(brief.state), called({ name, title }),
      make("span", {}, kinds[kind] ?? named(kind)), make("span", {}, `${games} games`)),
    make("h3", {}, button(text(brief.headline || brief.verdict), () => go(id), { class: "verdict-link" }))),
    brief.scores?.length ? scoreboard(brief.scores, naming(brief.names)) : null, this.shown[i].place);
  }
}

const namesOf = (runs) => Object.assign({}, ...runs.map(({ brief }) => brief.names));

// letter makes the letter of a run, A or B.
const letter = (i) => make("span", { class: `letter ${letters[i]}` }, letters[i]);

// shareOf returns the score of a player of a run against another in per cent, or undefined if they did not meet.
function shareOf({ brief: { scores = [] } }, player, opponent) {
  return scores.find((one) => one.player === player)?.against?.[scores.findIndex((one) => one.player === opponent)] ?? undefined;
}

// called returns the name of a run if people chose it, or else its game.
const called = ({ name, title }) => make("strong", {}, named(spoken(name) ? name : title));

// technical lists facts that the headline leaves out.
const technical = ["games", "program", "seed", "command"];

// beside returns whether a fact is about the game or the players, and both runs have it.
const beside = ({ name, values }) => !technical.includes(name) && !values.includes("–");

const differing = (facts) => make("dl", { class: "differ" }, ...facts.flatMap(({ name, values }) => [make("dt", {}, name),
  make("dd", {}, ...values.map((value, i) => make("span", { class: "value" }, letter(i), text(value))))]));

// toldFact returns a fact that differs, in words if these are short. It gives players by their names.
function toldFact(fact, name) {
  const { values: [a, b] } = fact, title = fact.name[0].toUpperCase() + fact.name.slice(1);
  if (fact.name === "players") {
    const each = [a, b].map((value) => value.split(", ").map(name)), only = each.map((all, i) => all.filter((one) => !each[1 - i].includes(one)));
    const words = only.map((all, i) => (all.length ? `${new Intl.ListFormat("en").format(all)} only in ${letters[i]}` : "")).filter(Boolean).join("; ");
    return { ...fact, values: each.map((all) => all.join(", ")), words: `Players: ${words || "in another order"}` };
  }
  if (!beside(fact) || a.length + b.length > 24) return fact;
  return { ...fact, words: fact.name === "size" ? `Board: ${a} × ${a} in A, ${b} × ${b} in B` : `${title}: ${a} in A, ${b} in B` };
}

const clear = ({ verdict }) => verdict === "beyond chance";

// headline returns a sentence that says whether two runs differ.
function headline(pairs, measures, conclusion) {
  const n = measures.filter(clear).length;
  if (!n && !pairs.some(({ one }) => inElo(one))) return text(conclusion);
  return n ? `The two runs clearly differ in ${n === 1 ? "one thing" : `${n} things`}` : "The two runs show no clear difference";
}

// gap returns a sentence about the pair of players whose scores differ most between the runs, and what that shows.
function gap(pairs, measures) {
  const apart = ({ shares: [a, b] }) => Math.abs(a - b);
  const [widest] = pairs.filter(({ one }) => inElo(one)).sort((p, q) => apart(q) - apart(p));
  if (!widest) return "";
  const [a, b] = widest.shares.map((share) => `${number(share)}\u00a0%`);
  return make("span", {}, "Largest gap: ", named(widest.who), `, ${a} in A and ${b} in B`, measures.some(clear) ? "." : ": with so few games it can be chance.");
}

// headToHead lists what both runs measured, as percentages in A and B, except what is 0 in both.
function headToHead(runs, measures) {
  const name = naming(namesOf(runs));
  const bars = (one) => {
    if (!inElo(one)) return one.values.slice(0, 2).map(({ value }) => Number(value.replace("−", "-")));
    return runs.map((run, i) => shareOf(run, ...(one.of[i] ?? "").split(" over ")));
  };
  return measures.map((one) => ({ one, shares: bars(one),
    who: inElo(one) ? one.of[0].split(" over ").map(name).map(short).join(" against ") : measured[one.name] ?? one.name }))
    .filter(({ shares }) => shares.every(Number.isFinite) && shares.some((share) => share >= 0.5));
}

// heads draws a bar for each run for everything that both measured, and marks clear differences.
function heads(rows, measures) {
  if (!rows.length) return "";
  const row = ({ one, shares, who }) => make("li", {}, make("strong", { class: "who" }, named(who)),
    clear(one) ? make("span", { class: "run-state playing" }, `clearly ${one.difference.value > 0 ? "more" : "less"} in B`) : "",
    ...shares.map((share, i) => make("span", { class: "of" }, letter(i), bar(share), make("span", { class: "number" }, `${number(share)}\u00a0%`))));
  return make("section", { class: "card heads" }, make("h3", {}, measures.some(clear) ? "Where they differ" : "Head to head"), make("p", { class: "soft small" }, "What the first player named won of the points."), make("ul", {}, ...rows.map(row)));
}

// differences draws the differences between the runs with their intervals, with an axis for each unit, and describes them in
// words.
function differences(runs, measures, method) {
  if (!measures.length) return [];
  const name = naming(namesOf(runs)), units = [[true, "Elo"], [false, "percentage points"]];
  const row = (one) => {
    const shared = one.of[0] === one.of[1], pair = (i) => one.of[i].split(" over ").map(name).join(" against ");
    const each = one.values.slice(0, 2).map(({ value, note }, i) => make("span", {}, letter(i), " ",
      make("strong", {}, value), note ? ` (${note})` : "", shared || !one.of[i] ? "" : `, ${pair(i)}`));
    const title = !inElo(one) ? measured[one.name] ?? one.name : shared ? pair(0) : "Strength";
    return { interval: one.difference, strong: clear(one),
      said: make("span", {}, make("span", {}, worded(one, shared ? name(one.of[0].split(" over ")[0]) : "B")), make("small", {}, one.verdict)),
      name: make("span", { class: "who" }, make("bdi", {}, title), make("small", {}, ...each)) };
  };
  return [make("section", { class: "card measures" }, make("h3", {}, "Differences and their intervals"), ...units.map(([elo, unit]) => [unit, measures.filter((one) => inElo(one) === elo)])
    .filter(([, all]) => all.length).map(([unit, all]) => intervals(all.map(row), { range: rangeOf(all.map((one) => one.difference), true),
      axis: `← more in A · ${unit} · more in B →; lines are 95\u00a0% intervals`, label: `Differences, ${unit}` })),
  make("p", { class: "soft small" }, unbroken(method)))];
}

const inElo = ({ name }) => /Elo$/.test(name);

// measured gives words for the shares that runs measure.
const measured = { "first seat scores, %": "What the first seat scores", "drawn, %": "Drawn games" };

// worded says in words how B differs from A, with an interval that fits these words. who is the player whose strength differs.
function worded(one, who) {
  const { value, low, high } = one.difference, elo = inElo(one), decimals = elo ? 0 : 1, less = value < 0, [, , { value: words, note }] = one.values;
  if (value === null) return [words, note].filter(Boolean).join(" ");
  const by = number(Math.abs(value), decimals), ends = (less ? [-high, -low] : [low, high]).map((x) => number(x, decimals));
  const within = low === null || high === null ? "" : `, between ${ends[0]} and ${ends[1]}`;
  if (!Number(by)) return `${elo ? "as strong" : "as much"} in both${within}`;
  if (!elo) return `${by} points ${less ? "less" : "more"} in B${within}`;
  return `${who} is ${less ? "weaker" : "stronger"} ${who === "B" ? "" : "in B "}by ${by} Elo${within}`;
}

// figures makes the figures of both runs, one above the other, with equal axes.
function figures(runs) {
  const range = rangeOf(runs.flatMap(({ brief }) => (brief.scores ?? []).map((one) => one.rating)));
  const all = runs.flatMap(({ brief }, i) => brief.figures.map((f) => [f.id, { ...f, kind: f.id, id: `${f.id}-${letters[i]}`, title: `${letters[i]}: ${f.title}` },
    brief, i]));
  return [...new Set(all.map(([kind]) => kind))].map((kind) => make("div", { class: "duo" },
    ...all.filter((one) => one[0] === kind).map(([, one, brief, i]) => make("div", { class: `of-${letters[i]}` }, figure(one, brief, { range })))));
}
