// The parts of a run's page that show its results: the conclusion, scores, numbers, and figures with their tables.
import { make, named, percent, unbroken } from "pillars/dom.js";
import { opponentName } from "pillars/opponents.js";

/** @typedef {{name: string, value: string}} Fact */
/** @typedef {{name: string, games: number, share: number}} Score */
/** @typedef {{id: string, title: string, meaning: string, n: string, interval?: string, picture?: string,
 * heads?: {Name: string, Kind: number}[], rows?: string[][]}} Figure */
/** @typedef {{state: string, conclusion: string[] | null, scores?: Score[], figures?: Figure[], facts?: Fact[]}} Result */

const states = { playing: ["▶", "in progress"], stopping: ["◼", "stopping"], stopped: ["❚❚", "stopped"], ended: ["◼", "ended"] };

/** chip makes a mark and a word for the state of a run; it returns null for a finished run, which needs none. @param {string} state */
export function chip(state) {
  if (state === "finished") return null;
  const [mark, word] = states[/** @type {keyof typeof states} */ (state)] ?? ["", state];
  return make("span", { class: `run-state ${state}` }, make("span", { "aria-hidden": "true" }, mark), " ", word);
}

/** kinds gives words for the kinds of runs. @type {Record<string, string>} */
export const kinds = { tournament: "tournament", sprt: "sequential test", advantage: "fairness study", measure: "measurement",
  compare: "comparison", selfplay: "self-play" };

/** automatic is the tag of every fairness study. */
export const automatic = "seats";

/** text makes an element for a sentence, which may be written from right to left. @param {string} words */
export const text = (words) => make("bdi", {}, unbroken(words ?? ""));

/** about returns the game of a run with its first option, such as "Pylyx, size 6". @param {{title: string, options?: string[]}} run */
export const about = ({ title, options = [] }) => [title, ...options.slice(0, 1).map((option) => option.replace(/^size=/, "size "))].join(", ");

/** when makes an element for a date. @param {string} created */
export const when = (created) => make("time", { datetime: created, title: `${created.slice(0, 16).replace("T", " ")} UTC` },
  new Date(created).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" }));

/** verdict makes the head of a run's page: what it shows, and below that how sure it is.
 * @param {Result | undefined} result @param {any} kicker @param {any} picture */
export function verdict(result, kicker, picture) {
  const [first = "No game is stored yet.", ...more] = result?.conclusion ?? [];
  return make("div", { class: "verdict" }, picture, make("div", {}, make("p", { class: "kicker" }, ...kicker),
    make("h2", { class: "conclusion" }, text(first)),
    make("div", { class: "confidence" }, ...more.map((sentence) => make("p", {}, text(sentence))))));
}

/** bar makes a bar for a share from 0 to 1. @param {number} share */
export const bar = (share) => make("span", { class: "share", "aria-hidden": "true" }, make("span", { style: `width:${100 * share}%` }));

/** scoreboard lists players or seats by rank, each with its share of the points as a bar from 0 to 100 %. @param {Score[]} scores */
export const scoreboard = (scores) => make("div", { class: "card" }, make("h3", {}, "Who won how much"),
  make("ol", { class: "scoreboard" }, ...scores.map(({ name, games, share }) => make("li", {},
    make("span", { class: "rank" }, String(1 + scores.filter((one) => one.share > share).length)),
    make("span", { class: "who" }, ...titled(name)), make("strong", { class: "of" }, percent(share)), bar(share),
    make("span", { class: "soft" }, `of the points of ${games} games`)))),
  make("p", { class: "share-axis", "aria-hidden": "true" }, ...[0, 0.5, 1].map((x) => make("span", {}, percent(x)))));

/** titled makes the text of a player and, if it has one, its name for people. @param {string} name */
const titled = (name) => [breakable(name), opponentName(name).toLowerCase() === name ? null : make("small", { class: "soft" }, ` ${opponentName(name)}`)].filter((one) => one !== null);

/** breakable makes an element for a player's text, in which lines may break after ":", "," and "=". @param {string} name */
export const breakable = (name) => make("bdi", {}, ...name.split(/(?<=[:,=])/).flatMap((part, i) => (i ? [make("wbr"), part] : [part])));

/** figure makes a chart with its table and its meaning. @param {Figure} f */
export function figure({ id, title, meaning, n, interval, picture, heads, rows }) {
  const parts = [make("h3", {}, title)], table = rows && numbers(title, heads, rows);
  if (picture) {
    const chart = make("div", { class: "chart", role: "group", "aria-label": title, tabindex: "0" });
    chart.innerHTML = picture; // from package charts, which escapes all text
    parts.push(chart);
  }
  const what = make("details", { class: `about-${id}` }, make("summary", {}, "What this shows"), make("p", { class: "soft" },
    [meaning, interval && `95\u00a0%: ${interval}`, n && `n: ${n}.`].filter(Boolean).map(unbroken).join(" ")));
  const folded = table && picture ? make("details", { class: `table-${id}` }, make("summary", {}, "The numbers"), table) : table ?? "";
  return make("figure", { class: "drawn card", id: `figure-${id}` }, ...parts, make("div", { class: "unfold" }, folded, what));
}

/** numbers makes a table that scrolls by itself. The kind of a column is 1 for numbers, 2 for remarks.
 * @param {string} title @param {{Name: string, Kind: number}[]} heads @param {string[][]} rows */
function numbers(title, heads, rows) {
  const kind = (/** @type {number} */ i) => ({ 1: "number", 2: "remark" })[heads[i].Kind] ?? "";
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `Table: ${title}` }, make("table", {},
    make("thead", {}, make("tr", {}, ...heads.map((head, i) => head.Name ? make("th", { scope: "col", class: kind(i) || null }, head.Name) : make("td", {})))),
    make("tbody", {}, ...rows.map((row) => make("tr", {},
      ...row.map((cell, i) => make("td", { class: kind(i) || (cell.length > 12 ? "words" : null) }, named(cell))))))));
}

/** list makes a list of facts. @param {Fact[]} facts */
export const list = (facts) => make("dl", {}, ...facts.flatMap(({ name, value }) => [make("dt", {}, name), make("dd", {}, text(value))]));

/** details makes the part with the settings of a run. @param {Result} result */
export const details = ({ facts }) => make("details", { class: "facts card" }, make("summary", {}, "How it was played"), list(facts));
