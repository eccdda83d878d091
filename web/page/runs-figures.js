// The parts of a run's page, from the server's brief: the verdict, the numbers below it, pairs of games, figures with tables.
import { button, make, named, unbroken } from "pillars/dom.js";
import { course, matrix, naming, ratings, scoreboard, splitBar } from "pillars/runs-charts.js";

/** @typedef {{name: string, value: string, note?: string, word?: boolean}} Tile */
/** @typedef {{heads: {Name: string, Kind: number}[], rows: string[][]}} Numbers */
/** @typedef {{id: string, kind?: string, title: string, meaning: string, n: string, interval?: string, note?: string, picture?: string, table?: Numbers}} Figure */
/** @typedef {{state: string, headline: string, verdict: string, names: Record<string, string>, scores?: import("pillars/runs-charts.js").Score[], seats?: import("pillars/runs-charts.js").Score[], more: string[], tiles: Tile[], pairs?: {player: string, counts: number[]}, course?: {stronger: string, not: string, said: string[]}, figures: Figure[],
 * facts: Tile[], command: string, text: string}} Brief */

const states = { playing: ["▶", "in progress"], stopping: ["◼", "stopping"], stopped: ["❚❚", "stopped"] };

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

/** plain writes settings as people say them. @param {string} words */
export const plain = (words) => words.replace(/\bsize=(\d+)/, "size $1");

/** spoken returns whether a name is in plain words, such as "Levels on large boards", and not like "levels-large".
 * @param {string | undefined} name */
export const spoken = (name) => /\s/.test(name ?? "");

/** breakable makes an element for a player's name, in which lines may break after ":", "," and "=". @param {string} name */
export const breakable = (name) => make("bdi", {}, ...name.split(/(?<=[:,=])/).flatMap((part, i) => (i ? [make("wbr"), part] : [part])));

/** when makes an element for a date. @param {string} created */
export const when = (created) => make("time", { datetime: created, title: `${created.slice(0, 16).replace("T", " ")} UTC` },
  new Date(created).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" }));

/** verdict makes the head of a run's page: what it shows in plain words, and below that how sure it is.
 * @param {Brief | undefined} brief @param {any} kicker @param {any} picture */
export function verdict(brief, kicker, picture) {
  const { headline, verdict, more, scores, seats, names, course } = brief ?? { headline: "", verdict: "No game is stored yet.", names: {}, more: [] };
  const sure = course ? course.said : seats ? [`${Object.values(names)[0]} played against itself. Better players may score otherwise.`] : [...headline ? [verdict] : [], ...scores?.length ? [] : more];
  return make("div", { class: "verdict" }, picture, make("div", {}, make("p", { class: "kicker" }, ...kicker),
    make("h2", { class: "conclusion" }, text(headline || verdict)),
    make("div", { class: "confidence" }, ...sure.map((sentence) => make("p", {}, text(sentence))))));
}

/** tiles makes the tiles with numbers that neither the headline nor the scores have. @param {Brief} brief */
export const tiles = ({ tiles, names, scores }) => make("div", {}, make("ul", { class: "tiles" },
  ...tiles.filter((t) => !scores?.length || t.name !== "stands first").map((t) => make("li", {},
    make("span", { class: t.word ? "value word" : "value" }, breakable(unbroken(naming(names)(t.value)))), make("span", { class: "name" }, t.name),
    make("span", { class: "soft" }, unbroken(t.note ?? ""))))), make("p", { class: "soft small" }, "Ranges are intervals at 95\u00a0%."));

const points = ["0", "½", "1", "1½", "2"];

/** pairs makes the chart of the numbers of pairs of games by the points of a player. @param {{player: string, counts: number[]}} counted
 * @param {Record<string, string>} names */
export function pairs({ player, counts }, names) {
  const all = counts.reduce((sum, n) => sum + n, 0), most = Math.max(...counts, 1);
  const rows = counts.map((n, i) => make("tr", {}, make("th", { scope: "row" }, points[i]), make("td", { class: "number" }, String(n)),
    make("td", { class: "number" }, all ? `${(100 * n / all).toFixed(0)}\u00a0%` : ""),
    make("td", { class: "bar" }, n ? make("span", { style: `width:${100 * n / most}%` }) : "")));
  return make("figure", { class: "pairs card" }, make("h3", {}, "Pairs of games"), make("table", {}, make("thead", {}, make("tr", {},
    ...["points", "pairs", "share"].map((head) => make("th", { scope: "col" }, head)), make("td", {}))), make("tbody", {}, ...rows)),
  make("figcaption", { class: "soft" }, "Points that ", named(naming(names)(player)),
    ` won in both games from one opening, once in each seat; ${all} pairs.`));
}

/** board makes the card of the players' scores. @param {Brief} brief */
export const board = ({ scores, names }) => make("section", { class: "card", "aria-label": "Points" }, make("h3", {}, "Who won how much"),
  scoreboard(scores, naming(names)));

/** seatBoard makes the card of the shares of both seats. @param {import("pillars/runs-charts.js").Score[]} seats */
export const seatBoard = (seats) => make("section", { class: "card", "aria-label": "Shares of the seats" }, make("h3", {}, "Who won how much"),
  splitBar(seats));

/** drawing makes the chart of a figure. The page draws ratings, the course of a test and the matrix; the server draws the others.
 * @param {Figure} f @param {Brief} brief @param {{open?: (player: string, opponent: string) => void, range?: {min: number, max: number}}} look */
function drawing(f, { scores, names, course: words }, { open, range }) {
  const kind = f.kind ?? f.id;
  if (kind === "standings" && scores) return ratings(scores, naming(names), range);
  if (kind === "crosstable" && scores?.[0]?.against) return matrix(scores, naming(names), open);
  if (kind === "sprt" && words && f.table) return course(f.table, words);
  if (!f.picture) return null;
  const place = make("div", { class: "chart", role: "group", "aria-label": f.title, tabindex: "0" });
  place.innerHTML = f.picture; // from package charts, which escapes all text
  return place;
}

/** titles gives titles of figures in plain words. @type {Record<string, string>} */
const titles = { standings: "Ratings", crosstable: "Who beat whom", seats: "What each seat is worth", sprt: "Course of the test" };

/** figure makes a chart with its table and its meaning. @param {Figure} f @param {Brief} brief @param {Parameters<typeof drawing>[2]} [look] */
export function figure(f, brief, look = {}) {
  const kind = f.kind ?? f.id, title = titles[kind] && !f.kind ? titles[kind] : f.title;
  const parts = [make("h3", {}, title)], drawn = drawing(f, brief, look), table = f.table && numbers(title, f.table);
  if (kind === "crosstable" && look.open) parts.push(make("p", { class: "soft" }, "Points of the player of the row in per cent. Choose a number for its games."));
  if (drawn) parts.push(drawn);
  const about = make("details", { class: `about-${f.id}` }, make("summary", {}, "What this shows"), make("p", { class: "soft" },
    [...kind === "sprt" ? [brief.verdict] : [], f.meaning, f.interval && `95\u00a0%: ${f.interval}`, f.n && `n: ${f.n}.`, f.note].filter(Boolean).map(unbroken).join(" ")));
  const folded = table && drawn ? make("details", { class: `table-${f.id}` }, make("summary", {}, "The numbers"), table) : table ?? "";
  return make("figure", { class: "drawn card", id: `figure-${f.id}` }, ...parts, make("div", { class: "unfold" }, folded, about));
}

/** numbers makes a table that scrolls by itself. The kind of a column is 1 for numbers, 2 for remarks. @param {string} title @param {Numbers} table */
function numbers(title, { heads, rows }) {
  const kind = (/** @type {number} */ i) => ({ 1: "number", 2: "remark" })[heads[i].Kind] ?? "";
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `Table: ${title}` }, make("table", {},
    make("thead", {}, make("tr", {}, ...heads.map((head, i) => make("th", { scope: "col", class: kind(i) || null }, head.Name)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {},
      ...row.map((cell, i) => make("td", { class: kind(i) || (cell.length > 12 ? "words" : null) }, named(cell))))))));
}

/** details makes the part with the settings of a run, the command that plays it again, and its result as text to copy. @param {Brief} brief
 * @param {Tile[]} own facts about the stored run */
export function details({ facts, command, names, text: result }, own) {
  const block = make("pre", { class: "result", tabindex: "0" }, result);
  const copy = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(result);
      copy.textContent = "Copied";
    } catch { // a browser that forbids it
      getSelection().selectAllChildren(block);
    }
  });
  const texts = Object.keys(names ?? {}).filter((player) => names[player] !== player);
  return make("details", { class: "facts card" }, make("summary", {}, "How it was played"),
    make("dl", {}, ...[...own, ...facts].flatMap((fact) => [make("dt", {}, fact.name), make("dd", {}, text(fact.value))])),
    texts.length ? make("h4", {}, "Players") : "", make("ul", { class: "texts" }, ...texts.map((player) => make("li", {}, make("span", { class: "who" }, named(names[player]), make("small", {}, named(player)))))),
    make("h4", {}, "The command that plays the same games"), make("pre", { class: "result", tabindex: "0" }, command),
    make("h4", {}, "Result as plain text ", copy), block);
}
