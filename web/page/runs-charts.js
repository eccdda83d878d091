// Charts of runs that the page draws from numbers: ratings and differences on an axis, scores as bars, and the matrix of the
// scores between players.
import { button, make, named, short, svg } from "pillars/dom.js";

/** @typedef {{value: number | null, low: number | null, high: number | null}} Interval */
/** @typedef {{player: string, games: number, points: number, won: number, drawn: number, lost: number, share: number, rating: Interval,
 * against?: (number | null)[]}} Score */
/** @typedef {(player: string) => string} Naming */
/** @typedef {{min: number, max: number}} Range */

/** naming returns a function from players' texts to their names. @param {Record<string, string> | undefined} names @returns {Naming} */
export const naming = (names) => (player) => names?.[player] ?? player;


/** rangeOf returns a range that contains all values and limits and, if wanted, 0. @param {Interval[]} all @param {boolean} [zero] @returns {Range} */
export function rangeOf(all, zero = false) {
  const ends = all.flatMap((one) => [one.value, one.low, one.high]).filter((x) => x !== null && Number.isFinite(x));
  if (zero || !ends.length) ends.push(0);
  const min = Math.min(...ends), max = Math.max(...ends), air = (max - min || 1) * 0.06;
  if (!zero) return { min: min - air, max: max + air };
  const far = Math.max(-min, max) + air;
  return { min: -far, max: far };
}

/** ticks lists round numbers within a range, few enough for a telephone. @param {Range} range */
function ticks({ min, max }) {
  const rough = (max - min) / 5.5, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= rough);
  const all = [];
  for (let x = Math.ceil(min / step) * step; x <= max; x += step) all.push(Math.round(x / step) * step);
  return all;
}

/** number writes a number with a typographic minus sign. @param {number} x @param {number} [decimals] */
export const number = (x, decimals = 0) => x.toFixed(decimals).replace(/^-(?=0(\.0*)?$)/, "").replace("-", "−");

/**
 * intervals draws estimates with their intervals on one axis.
 * @param {{name: any, said: any, interval: Interval, strong?: boolean}[]} rows
 * @param {{range: Range, axis: string, label: string}} look
 */
export function intervals(rows, { range, axis, label }) {
  const at = (/** @type {number} */ x) => Math.min(100, Math.max(0, 100 * (x - range.min) / (range.max - range.min)));
  const lines = () => ticks(range).map((x) => make("span", { class: x === 0 ? "tick zero" : "tick", style: `left:${at(x)}%` }));
  return make("div", { class: "intervals", role: "group", "aria-label": label },
    ...rows.map(({ name, said, interval: { value, low, high }, strong }) => make("div", { class: strong ? "row strong" : "row" }, name,
      make("span", { class: "track", "aria-hidden": "true" }, ...lines(),
        low === null && high === null ? null : make("span", { class: "span",
          style: `left:${low === null ? 0 : at(low)}%;right:${high === null ? 0 : 100 - at(high)}%` }),
        value === null ? null : make("span", { class: "dot", style: `left:${at(value)}%` })),
      make("span", { class: "said" }, said))),
    make("div", { class: "row axis", "aria-hidden": "true" }, make("span", {}),
      make("span", { class: "track" }, ...ticks(range).map((x) => make("span", { class: "mark-text", style: `left:${at(x)}%` }, number(x)))),
      make("span", {})),
    make("p", { class: "axis-name" }, axis));
}

/** course draws how a sequential test came to its decision, between the zones of both answers.
 * @param {{rows: string[][]}} table the pair, its points, the ratio, and the bounds below and above
 * @param {{stronger: string, not: string}} words what the zones above and below mean */
export function course({ rows }, { stronger, not }) {
  const every = Math.ceil(rows.length / 1000), few = rows.filter((_, i) => i % every === 0 || i === rows.length - 1);
  const points = [[0, 0, Number(rows[0]?.[3] ?? -1), Number(rows[0]?.[4] ?? 1)], ...few.map((row) => [0, 2, 3, 4].map((i) => Number(row[i].replace("−", "-"))))];
  const last = Number(rows.at(-1)?.[0] ?? 1), ends = points.flatMap((point) => point.slice(1)), air = 0.2 * (Math.max(...ends) - Math.min(...ends)), low = Math.min(...ends) - air, high = Math.max(...ends) + air;
  const x = (/** @type {number} */ pair) => 100 * pair / last, y = (/** @type {number} */ ratio) => 100 * (high - ratio) / (high - low);
  const line = (/** @type {number} */ i) => points.map((point) => `${x(point[0]).toFixed(2)} ${y(point[i]).toFixed(2)}`).join("L");
  const drawn = svg("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("path", { class: "zone above", d: `M0 0L${line(3)}L100 0Z` }), svg("path", { class: "zone below", d: `M0 100L${line(2)}L100 100Z` }), svg("path", { class: "path", d: `M${line(1)}` }));
  return make("div", { class: "test-course" }, make("div", { class: "field" }, drawn, make("span", { class: "above" }, named(stronger)), make("span", { class: "below" }, named(not))),
    make("p", { "aria-hidden": "true" }, ...[0, last].map((n) => make("span", {}, n ? `${n} pairs of games` : "0"))));
}

/** rated returns a rating with its interval as text. @param {Interval} rating */
export function rated({ value, low, high }) {
  if (value === null) return low !== null ? `over ${number(low)}` : high !== null ? `under ${number(high)}` : "–";
  return low === null || high === null ? number(value) : `${number(value)} ± ${number((high - low) / 2)}`;
}

/** ratings draws the ratings of the players. @param {Score[]} scores @param {Naming} name @param {Range} [range] */
export const ratings = (scores, name, range = rangeOf(scores.map((one) => one.rating))) => intervals(scores.map(({ player, rating }) => ({
  name: make("span", { class: "who" }, named(name(player))), said: rated(rating), interval: rating })),
{ range, axis: "Elo; 0 is the mean of the players; lines are 95\u00a0% intervals", label: "Ratings" });

/** points writes a number of points, with ½ for halves. @param {number} x */
const points = (x) => (Number.isInteger(2 * x) ? (Math.floor(x) || (x ? "" : "0")) + (x % 1 ? "½" : "") : x.toFixed(1));

/** bar makes a bar for a share in per cent. @param {number} share */
export const bar = (share) => make("span", { class: "share", "aria-hidden": "true" },
  make("span", { style: `width:${Math.min(100, Math.max(0, share))}%` }));

/** splitBar makes one bar, divided between both seats of a game in their colours. @param {{player: string, share: number}[]} seats */
export const splitBar = (seats) => make("div", { class: "split" }, ...seats.map(({ player, share }) => make("span", {}, player, " ", make("strong", {}, `${number(share)}\u00a0%`))),
  make("span", { class: "share", "aria-hidden": "true" }, ...seats.map(({ player, share }) => make("span", { class: player.toLowerCase(), style: `width:${share}%` }))));

/** scoreboard lists the players by rank, each with its share of the points as a bar from 0 to 100 %. @param {Score[]} scores @param {Naming} name */
export const scoreboard = (scores, name) => make("div", {}, make("ol", { class: "scoreboard" }, ...scores.map((one, i) => make("li", {},
  make("span", { class: "rank" }, String(i + 1)), make("span", { class: "who", title: one.player }, named(name(one.player))), make("strong", { class: "of" }, `${number(one.share)}\u00a0%`), bar(one.share),
  make("span", { class: "soft" }, result(one))))),
shareAxis());

/** shareAxis makes the axis below bars of shares, with 0, 50 and 100 %. */
export const shareAxis = () => make("p", { class: "share-axis", "aria-hidden": "true" }, ...[0, 50, 100].map((x) => make("span", {}, `${x}\u00a0%`)));

/** result returns in words what a player scored. @param {Score} one */
function result({ games, points: all, won, drawn, lost }) {
  if (!(won + drawn + lost)) return `won ${points(all)} of ${games} points`;
  return `won ${won} of ${games}${drawn ? `, drew ${drawn}: ${points(all)} points` : ""}`;
}

/**
 * matrix makes a table of the scores of all players against each other. If open is given, a cell opens the games of its
 * pairing.
 * @param {Score[]} scores
 * @param {Naming} name
 * @param {((player: string, opponent: string) => void) | undefined} open
 */
export function matrix(scores, name, open) {
  const cell = (/** @type {Score} */ one, /** @type {number} */ j) => {
    const share = one.against?.[j];
    if (share === null || share === undefined) return make("td", { class: "none" });
    const said = number(share), words = `${said}\u00a0%`, opponent = scores[j].player;
    return make("td", { class: `heat-${1 + Math.min(8, Math.floor(share / 100 * 9))}` }, open
      ? button(said, () => open(one.player, opponent), { "aria-label": `${words}: games of ${short(name(one.player))} against ${short(name(opponent))}` })
      : said);
  };
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Table: who scored how much against whom" },
    make("table", { class: "matrix" }, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Player"),
      ...scores.map((one, j) => make("th", { scope: "col", title: short(name(one.player)) }, String(j + 1))))),
    make("tbody", {}, ...scores.map((one, i) => make("tr", {}, make("th", { scope: "row" }, `${i + 1}. `, named(name(one.player))),
      ...scores.map((_, j) => cell(one, j)))))));
}
