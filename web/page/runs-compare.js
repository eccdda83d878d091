// The comparison of two runs, which are marked in the list: a page with the conclusions, the differences, and both runs' figures.
import { button, find, findAll, make, named } from "pillars/dom.js";
import { get, go } from "pillars/runs.js";
import { about, chip, figure, kinds, list, scoreboard, text } from "pillars/runs-figures.js";
import { again, RunPage } from "pillars/runs-run.js";
import { Shown } from "pillars/runs-shown.js";

let marked = [];

// mark makes the checkbox that marks a run of the list.
export function mark(run) {
  const name = [run.id, run.result?.conclusion?.[0]].filter(Boolean).join(", ");
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
    this.address = `compare/${runs.map(encodeURIComponent).join("/")}`;
    this.place = make("div", { class: "run compared" });
    this.shown = runs.map((run) => new Shown(new RunPage(run, context), 2));
  }

  async refresh() {
    const { runs, conclusion, figures } = await get(this.address), [same, differ] = facts(runs);
    await Promise.all(runs.map((run, i) => {
      this.shown[i].page.run = run;
      return this.shown[i].refresh();
    }));
    again(this.place, [make("p", {}, button("← All runs", () => go(null), { class: "back" })), make("h2", {}, text(conclusion)),
      make("div", { class: "sides" }, ...runs.map((run, i) => this.#side(run, i))), make("div", { class: "duo" }, ...(figures ?? []).map(figure)),
      make("section", { class: "card" }, make("h3", {}, "Played differently"), make("dl", { class: "differ" }, ...differ.flatMap(({ name, values }) => [make("dt", {}, name),
        make("dd", {}, ...values.map((value, i) => make("span", { class: "value" }, letter(i), text(value))))]))),
      make("div", { class: "folds" }, make("details", { class: "statistics card" }, make("summary", {}, "The figures of both runs"), make("div", { class: "figures" }, ...pairs(runs))),
        make("details", { class: "same facts card" }, make("summary", {}, "What is the same"), list(same.map(({ name, values }) => ({ name, value: values[0] })))))]);
    return this.place;
  }

  // side makes the section with the result of one of the runs.
  #side(run, i) {
    const { id, kind, games, result: { state, conclusion, scores } } = run;
    return make("section", { class: "card", "aria-label": `Run ${letters[i]}` }, make("div", {}, make("p", { class: "kicker" }, letter(i), chip(state),
      make("strong", {}, named(about(run))), make("span", {}, kinds[kind] ?? named(kind)), make("span", {}, `${games} games`)),
    make("h3", {}, button(text(conclusion?.[0] ?? id), () => go(id), { class: "verdict-link" }))), scores ? scoreboard(scores) : null, this.shown[i].place);
  }
}

// letter makes the letter of a run, A or B.
const letter = (i) => make("strong", { class: `letter ${letters[i]}` }, letters[i]);

// facts lists the facts that are the same for both runs, and those that differ, each with the values of both.
function facts(runs) {
  const each = runs.map(({ games, result }) => new Map([...result.facts.filter(({ name }) => name !== "run").map(({ name, value }) => [name, value]), ["games", String(games)]]));
  const all = [...new Set(each.flatMap((facts) => [...facts.keys()]))].map((name) => ({ name, values: each.map((facts) => facts.get(name) ?? "–") }));
  const differs = ({ values: [a, b] }) => a !== b;
  return [all.filter((fact) => !differs(fact)), all.filter(differs)];
}

// pairs makes the figures of both runs, side by side, with equal axes.
function pairs(runs) {
  const all = runs.flatMap(({ result }, i) => (result.figures ?? []).map((f) => ({ kind: f.id, drawn: figure({ ...f, id: `${f.id}-${letters[i]}`, title: `${letters[i]}: ${f.title}` }) })));
  return [...new Set(all.map(({ kind }) => kind))].map((kind) => make("div", { class: "duo" }, ...all.filter((one) => one.kind === kind).map(({ drawn }) => drawn)));
}
