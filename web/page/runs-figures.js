// What the server says of a run, laid out: the verdict, the numbers below it, pairs of games, figures with their tables.
import { make, named } from "pillars/dom.js";

/** @typedef {{name: string, value: string, note?: string, word?: boolean}} Tile */
/** @typedef {{heads: {Name: string, Kind: number}[], rows: string[][]}} Numbers */
/** @typedef {{id: string, title: string, meaning: string, n: string, interval?: string, note?: string, picture?: string, table?: Numbers}} Figure */
/** @typedef {{state: string, verdict: string, more: string[], tiles: Tile[], pairs?: {player: string, counts: number[]}, figures: Figure[],
 * facts: Tile[], command: string, text: string}} Brief */

const states = { playing: ["▶", "playing"], stopping: ["◼", "stopping"], finished: ["✓", "finished"], stopped: ["❚❚", "stopped"] };

/** chip is the state of a run, as a mark and a word. @param {string} state */
export function chip(state) {
  const [mark, word] = states[/** @type {keyof typeof states} */ (state)] ?? ["", state];
  return make("span", { class: `run-state ${state}` }, make("span", { "aria-hidden": "true" }, mark), " ", word);
}

/** kinds are the kinds of runs in words. @type {Record<string, string>} */
export const kinds = { tournament: "tournament", sprt: "sequential test", advantage: "fairness study", measure: "measurement",
  compare: "comparison", selfplay: "self-play" };

/** text is a sentence whose direction is its own. @param {string} words */
export const text = (words) => make("bdi", {}, words);

/** breakable is the name of a player, whose lines may break after marks. @param {string} name */
export const breakable = (name) => make("bdi", {}, ...name.split(/(?<=[:,=])/).flatMap((part, i) => (i ? [make("wbr"), part] : [part])));

/** verdict is the head of a run's page. @param {Brief | undefined} brief @param {any} kicker */
export function verdict(brief, kicker) {
  const { verdict, more, tiles } = brief ?? { verdict: "No game is stored yet.", more: [], tiles: [] };
  return make("div", { class: "verdict" }, make("p", { class: "kicker" }, ...kicker), make("h2", { class: "conclusion" }, text(verdict)),
    ...more.map((sentence) => make("p", {}, text(sentence))),
    make("ul", { class: "tiles" }, ...tiles.map((t) => make("li", {}, make("span", { class: t.word ? "value word" : "value" }, breakable(t.value)),
      make("span", { class: "name" }, t.name), make("span", { class: "soft" }, t.note ?? "")))),
    tiles.length ? make("p", { class: "soft small" }, "Ranges are intervals at 95 %.") : null);
}

const points = ["0", "½", "1", "1½", "2"];

/** pairs counts pairs of games by the points of a player, each count with a bar. @param {{player: string, counts: number[]}} counted */
export function pairs({ player, counts }) {
  const all = counts.reduce((sum, n) => sum + n, 0), most = Math.max(...counts, 1);
  const rows = counts.map((n, i) => make("tr", {}, make("th", { scope: "row" }, points[i]), make("td", { class: "number" }, String(n)),
    make("td", { class: "number" }, all ? `${(100 * n / all).toFixed(0)} %` : ""),
    make("td", { class: "bar" }, n ? make("span", { style: `width:${100 * n / most}%` }) : "")));
  return make("figure", { class: "pairs" }, make("h3", {}, "Pairs of games"), make("table", {}, make("thead", {}, make("tr", {},
    ...["points", "pairs", "share"].map((head) => make("th", { scope: "col" }, head)), make("td", {}))), make("tbody", {}, ...rows)),
  make("figcaption", { class: "soft" },
    `Points that ${player} won in both games from one opening, once in each seat (pentanomial counts); ${all} pairs.`));
}

/** figure is a chart that the server drew, with its table and what it means. @param {Figure} f */
export function figure(f) {
  const parts = [make("h3", {}, f.title)];
  if (f.picture) {
    const place = make("div", { class: "chart", role: "group", "aria-label": f.title, tabindex: "0" });
    place.innerHTML = f.picture; // from package charts, which escapes all text
    parts.push(place);
  }
  const table = f.table && numbers(f.title, f.table);
  if (table) parts.push(f.picture ? make("details", { class: `table-${f.id}` }, make("summary", {}, "The numbers"), table) : table);
  parts.push(make("details", { class: `about-${f.id}` }, make("summary", {}, "What this shows"), make("p", { class: "soft" },
    [f.meaning, f.interval && `95 %: ${f.interval}`, f.n && `n: ${f.n}.`, f.note].filter(Boolean).join(" "))));
  return make("figure", { class: "drawn", id: `figure-${f.id}` }, ...parts);
}

/** numbers is a table that scrolls in itself. Kinds of columns: 1 has numbers, 2 has remarks. @param {string} title @param {Numbers} table */
function numbers(title, { heads, rows }) {
  const kind = (/** @type {number} */ i) => ({ 1: "number", 2: "remark" })[heads[i].Kind] ?? "";
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `Table: ${title}` }, make("table", {},
    make("thead", {}, make("tr", {}, ...heads.map((head, i) => make("th", { scope: "col", class: kind(i) || null }, head.Name)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {},
      ...row.map((cell, i) => make("td", { class: kind(i) || (cell.length > 12 ? "words" : null) }, named(cell))))))));
}

/** facts are the conditions of a run, and the command that plays it again. @param {Brief} brief */
export function facts({ facts, command }) {
  return make("details", { class: "facts" }, make("summary", {}, "Conditions, and the command that plays the same games"),
    make("dl", {}, ...facts.flatMap((fact) => [make("dt", {}, fact.name), make("dd", {}, text(fact.value))])),
    make("pre", { class: "result", tabindex: "0" }, command));
}
