// Two runs compared: marks in the list choose them; their page has the verdicts, what differs, and the figures of both.
import { button, find, findAll, make, named } from "pillars/dom.js";
import { get, go, grid } from "pillars/runs.js";
import { breakable, chip, figure, kinds, text } from "pillars/runs-figures.js";
import { again } from "pillars/runs-run.js";

let marked = [];

// mark is a box that marks a run of the list.
export function mark(run) {
  const name = [run.name || run.id, run.verdict].filter(Boolean).join(", ");
  const box = make("input", { type: "checkbox", id: `mark-${run.id}`, checked: marked.includes(run.id), "aria-label": `Mark to compare: ${name}` });
  box.addEventListener("change", () => tell(marked.filter((id) => id !== run.id).concat(box.checked ? run.id : [])));
  return make("label", { class: "mark" }, box);
}

// markBar says how many runs are marked, and leads to the page of two; those marked first and last are its A and B.
export const markBar = (compare) => make("p", { class: "marked", hidden: true }, make("span", { role: "status" }),
  button("Compare 2 runs", () => compare(marked), { class: "main" }), button("Clear", () => tell([])));

function tell(ids) {
  marked = ids;
  for (const box of findAll("#runs .mark input")) box.checked = ids.some((id) => box.id === `mark-${id}`);
  find("#runs .marked").hidden = !ids.length;
  find("#runs .marked .main").hidden = ids.length !== 2;
  find("#runs .marked span").textContent = ids.length === 1 ? "1 run is marked. Mark another to compare them."
    : `${ids.length} runs are marked.${ids.length > 2 ? " Two can be compared." : ""}`;
}

const letters = ["A", "B"];

export class Comparison {
  play() {}
  report() {}

  constructor(id, runs) {
    this.id = id;
    this.address = `compare/${runs.map(encodeURIComponent).join("/")}`;
    this.place = make("div", { class: "run compared" });
  }

  async refresh() {
    const { runs, conclusion, measures, method, differ, same } = await get(this.address);
    again(this.place, [make("p", {}, button("← All runs", () => go(null))), make("h2", {}, text(conclusion)),
      make("div", { class: "sides" }, ...runs.map(side)),
      ...measures ? [make("h3", {}, "What both measure"), grid(["quantity", ...letters, "B minus A"], measures.map(measured)),
        make("p", { class: "soft" }, method)] : [],
      ...differ ? [make("h3", {}, "What differs"), grid(["condition", ...letters], differ.map(({ name, values }) => [name, ...values.map(breakable)]))] : [],
      make("details", { class: "same facts" }, make("summary", {}, "What is the same"),
        make("dl", {}, ...(same ?? []).flatMap(({ name, values }) => [make("dt", {}, name), make("dd", {}, text(values[0]))]))),
      make("div", { class: "figures" }, ...figures(runs))]);
    return this.place;
  }
}

// side is the verdict of a run.
const side = ({ id, name, kind, brief }, i) => make("section", {}, make("p", { class: "kicker" }, make("strong", {}, letters[i]), chip(brief.state),
  name ? make("strong", {}, named(name)) : null, make("span", {}, kinds[kind] ?? kind), make("span", {}, `run ${id}`)),
make("h3", {}, button(text(brief.verdict), () => go(id), { class: "verdict-link" })), ...brief.more.map((words) => make("p", {}, text(words))));

// measured is a row of what both runs estimate; where its players differ they are named below the values.
function measured({ name, of, values, verdict }) {
  const shared = of[0] === of[1];
  return [make("span", {}, shared && of[0] ? breakable(of[0]) : "", make("span", {}, name)), ...values.map(({ value, note }, i) => make("span", {},
    make("strong", {}, value), make("span", { class: "range" }, note), shared ? "" : breakable(of[i] ?? ""), i === 2 ? make("span", {}, verdict) : ""))];
}

// figures are those of both runs, one above the other.
function figures(runs) {
  const all = runs.flatMap(({ brief }, i) => brief.figures.map((f) => [f.id, { ...f, id: `${f.id}-${letters[i]}`, title: `${letters[i]}: ${f.title}` }]));
  return [...new Set(all.map(([kind]) => kind))].flatMap((kind) => all.filter((one) => one[0] === kind).map((one) => figure(one[1])));
}
