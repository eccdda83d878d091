// The summary of a review: a table of how well each seat played, and the turns that cost most, with buttons to go back to
// each.
import { button, make, percent } from "pillars/dom.js";
import { namesOf } from "pillars/status.js";
import { kindOf, signOf, title } from "pillars/tree.js";

/** @typedef {import("pillars/types").Node} Node */
/** @typedef {import("pillars/review.js").Turn} Turn */
/** @typedef {Record<"retry" | "explain", (turn: Turn, node: Node) => unknown>} Actions */

/**
 * summary makes the parts of the summary from the turns reviewed so far, and the nodes of all turns.
 * @param {import("pillars/table.js").Table} table
 * @param {Turn[]} turns
 * @param {Node[]} nodes
 * @param {Actions} actions
 */
export function summary(table, turns, nodes, actions) {
  const mistakes = turns.filter((t) => kindOf(t.loss));
  return [
    make("div", { class: "scroll" }, make("table", { class: "accuracy" },
      make("thead", {}, make("tr", {}, ...["Seat", "Accuracy", "Mistakes", "Blunders"].map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...table.view.seats.map((_, seat) => accuracy(table, seat, turns.filter((t) => t.seat === seat)))))),
    make("div", { class: "key" }, make("h3", { id: "mistakes-title" }, mistakes.length ? "Key mistakes" : turns.length < nodes.length ? "No mistakes so far" : "No mistakes"),
      make("ol", { class: "mistakes", "aria-labelledby": "mistakes-title" },
        ...listed(mistakes, (t) => mistake(table, title(table, nodes[t.number - 1], t.number), t, nodes[t.number - 1], actions)), ended(table, turns, nodes))),
  ];
}

const most = 30; // mistakes that are listed at once

// listed makes the first items, and a button that lists the next ones.
function listed(all, item, from = 0) {
  const items = all.slice(from, from + most).map(item), rest = all.length - from - items.length;
  const more = rest ? make("li", {}, button(`${rest} more`, () => more.replaceWith(...listed(all, item, from + most)))) : null;
  return [...items, more].filter(Boolean);
}

const steep = 4.5; // of the accuracy of a turn, which falls by the factor e^-steep if a turn throws a certain win away

/**
 * accuracyOf returns the accuracy of turns, from 0 to 1. A turn that loses the share x of the win chance has the accuracy
 * e^(-steep x); the accuracy of several turns is between their mean and their harmonic mean, so that good turns do not outweigh
 * blunders. The form is that of lichess (lichess.org/page/accuracy).
 * @param {{ loss: number }[]} turns
 */
export function accuracyOf(turns) {
  const each = turns.map(({ loss }) => Math.exp(-steep * loss)), n = Math.max(1, each.length);
  const sum = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0);
  return each.length ? (sum(each) / n + n / sum(each.map((x) => 1 / x))) / 2 : 1;
}

// accuracy returns the row of a seat in the table.
function accuracy(table, seat, turns) {
  const name = table.view.seats[seat], player = table.seats.length || table.game.players ? namesOf(table)[seat] : "";
  const count = (kind) => String(turns.filter((t) => kindOf(t.loss) === kind).length);
  return make("tr", {}, make("th", { scope: "row" }, make("span", { class: `chip ${name.toLowerCase()}`, "aria-hidden": "true" }), name,
    make("small", {}, player && ` ${player}`)),
  ...[percent(accuracyOf(turns)), count("mistake"), count("blunder")].map((text) => make("td", {}, text)));
}

// mistake returns the entry of a turn that lost much.
function mistake(table, name, turn, node, { retry, explain }) {
  const seat = table.view.seats[turn.seat].toLowerCase();
  return make("li", {}, make("p", {}, make("span", { class: `chip ${seat}`, "aria-hidden": "true" }), make("b", { class: kindOf(turn.loss), "aria-hidden": "true" }, signOf(turn.loss) + " "),
    button(name, () => explain(turn, node), { class: "quiet" }), turn.threw ? " threw a proven win away" : ` lost ${percent(turn.loss)}, a ${kindOf(turn.loss)}`,
    turn.playedWords ? make("small", {}, turn.playedWords) : null),
  make("p", { class: "buttons" }, button("Try again here", () => retry(turn, node), { "aria-label": `Try again here: ${name}` }),
    button("Show better turn", () => explain(turn, node), { "aria-label": `Show better turn: ${name}` })));
}

// ended says how a game ended that the rules did not end, for example by resignation.
function ended({ view }, turns, nodes) {
  const { ended } = nodes.at(-1), last = turns.at(-1);
  if (!ended || turns.length < nodes.length) return null;
  return make("li", { class: "ended" }, `${ended.words || `${view.seats[ended.seat]} resigned`} with a win chance of ${percent(last.seat === ended.seat ? last.after : 1 - last.after)}`);
}
