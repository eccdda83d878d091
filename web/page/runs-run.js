// The page of a run: its conclusion, progress, figures, games and report.
import { button, make, named } from "pillars/dom.js";
import { back, get, renew } from "pillars/runs.js";
import { about, automatic, chip, details, figure, kinds, scoreboard, verdict, when } from "pillars/runs-figures.js";
import { Games } from "pillars/runs-games.js";
import { crew, playing } from "pillars/runs-live.js";
import { Shown } from "pillars/runs-shown.js";
import { picture } from "pillars/picture.js";
import { now, plays, post } from "pillars/runs-play.js";

export class RunPage {
  constructor(id, context) {
    this.id = id;
    this.address = `runs/${encodeURIComponent(id)}`;
    this.context = context;
    this.head = make("div");
    this.progress = make("div", { class: "progress" });
    this.trouble = make("p", { class: "fault", role: "alert" });
    this.figures = make("div", { class: "figures" });
    this.end = make("div");
    this.folded = make("div");
    this.games = new Games(this);
    this.shown = new Shown(this);
    this.crew = make("section", { hidden: true });
    this.place = make("div", { class: "run" }, make("p", {}, back()), this.head, this.progress, this.trouble,
      this.crew, this.figures, this.shown.place, make("div", { class: "folds" }, this.games.place, this.folded, this.end));
  }

  // refresh reads the run again. Unfolded parts stay unfolded.
  async refresh() {
    const run = this.run = await get(this.address);
    this.ended = false;
    this.#draw();
    const [first, folded] = this.#figures(run);
    again(this.figures, first);
    again(this.folded, folded);
    again(this.end, run.result ? [details(run.result)] : []);
    await Promise.all([this.games.refresh(), this.shown.refresh()]);
    return this.place;
  }

  // play shows the progress and the workers of the run, from the list of all runs in progress.
  play(all) {
    const before = this.played;
    this.now = all.find((one) => one.run === this.id);
    this.played = Boolean(this.now) || plays(this.id);
    this.ended = !this.played && (before || this.ended); // and what is shown is older
    if (this.run) this.#draw();
    const workers = this.now?.workers ?? [];
    this.crew.hidden = !workers.length;
    renew(this.crew, make("h3", {}, "Workers"), crew(workers));
  }

  get state() {
    if (plays(this.id)) return now.stopping ? "stopping" : "playing";
    return this.now ? "playing" : this.ended ? "ended" : this.run.result?.state ?? "stopped";
  }

  #draw() {
    const { run } = this;
    renew(this.head, verdict(run.result, [chip(this.state),
      make("span", {}, kinds[run.kind] ?? run.kind), make("span", {}, about(run)),
      make("span", {}, `${run.games} games`), when(run.created), ...run.tags.filter((tag) => tag !== automatic).map((tag) => named(tag, "tag"))].filter(Boolean),
    picture(this.context.table.engine, run.game, run.options)));
    renew(this.progress, ...this.#progress(), make("a", { href: `${this.address}/report`, target: "_blank", rel: "noopener" }, "Full report"));
  }

  // progress makes the part with the progress of the run and, if the server plays runs, buttons to stop and continue it.
  #progress() {
    const { run, state } = this, at = this.now ?? { done: run.games, total: run.total, rate: 0 };
    const faults = run.faults ? button(`${run.faults} ended by a fault`, () => this.games.filter({ faults: "1" }), { class: "quiet fault" }) : "";
    if (state === "finished") return [faults];
    if (state === "ended") return [make("span", { role: "status" }, "The run has ended; reading its last games ..."), faults];
    const bar = at.total && run.kind !== "sprt" ? make("progress", { max: at.total, value: at.done, "aria-label": "games played" }) : "";
    return [bar, playing({ ...at, faults: 0, most: run.kind === "sprt" }), faults, this.#control()];
  }

  #control() {
    if (!now.allowed) return "";
    if (plays(this.id)) return button(now.stopping ? "Finishing the games in play ..." : "Stop", () => this.#ask("stop"),
      { disabled: now.stopping, class: "main" });
    if (this.state === "playing") return this.now ? make("span", { class: "soft" }, "Another process plays this run.") : "";
    if (now.playing) return make("span", { class: "soft" }, "Another run is being played.");
    const trouble = now.run === this.id && now.trouble ? make("p", { class: "fault" }, now.trouble) : "";
    return make("span", {}, button("Continue", () => this.#ask("continue", { run: this.id }), { class: "main" }), trouble);
  }

  async #ask(what, asked) {
    this.trouble.textContent = "";
    await post(what, asked).catch((error) => { this.trouble.textContent = error.message; });
  }

  // figures returns the parts above the games and the folded parts.
  #figures({ result, trouble }) {
    const parts = trouble ? [make("p", { class: "fault" }, named(trouble))] : [];
    if (!result) return [parts, []];
    const { scores, figures } = result, all = figures ?? [], lead = all.find(({ picture }) => picture), rest = all.filter((one) => one !== lead);
    return [[...parts, make("div", { class: "duo" }, scores ? scoreboard(scores) : null, lead ? figure(lead) : null)],
      rest.length ? [make("details", { class: "statistics card" }, make("summary", {}, "For statisticians"),
        make("div", { class: "figures" }, ...rest.map(figure)))] : []];
  }

}

// again replaces the parts of a place. Unfolded parts stay unfolded.
function again(place, parts) {
  const open = [...place.querySelectorAll("details[open]")].map((d) => d.className);
  for (const part of parts) for (const d of part.querySelectorAll?.("details") ?? []) d.open = open.includes(d.className);
  for (const part of parts) if (part.matches?.("details")) part.open = open.includes(part.className);
  renew(place, ...parts);
}
