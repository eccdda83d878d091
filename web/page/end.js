// The end of a game that was played: who won and why, and buttons for what to do next. The panel does not cover the board.
import { button, find, make } from "pillars/dom.js";
import { nameOf } from "pillars/status.js";
import { keep, kept } from "pillars/store.js";
import { person } from "pillars/table.js";

/** @typedef {import("pillars/table.js").Table} Table */

/** @type {object | null} The game that this page showed before it ended. */
let running = null;
/** @type {object | null} The game whose panel was closed. */
let closed = null;

/**
 * showEnd shows the panel while the game on the table is over, until it is closed. A game that has just ended also sounds
 * and takes the focus. It is called after each new view.
 * @param {Table} table
 * @param {{ begin: Function, review: () => unknown, home: () => unknown, sound: (kind: string) => void }} actions
 */
export function showEnd(table, actions) {
  const over = table.mode === "play" && table.over(), ended = over && running === table.game;
  running = table.mode === "play" && !over ? table.game : null;
  if (running) closed = null;
  find("#end")?.remove();
  if (!over || closed === table.game) return;
  const next = nextLevel(table), panel = draw(table, actions, next), busy = document.activeElement?.matches("input, textarea, select");
  find("#seats").after(panel);
  if (!ended) return;
  table.board.look(null); // the picture of a stack would hide who won
  actions.sound("end");
  const [level, harder] = next;
  if (harder && (kept("level") ?? level - 1) === level - 1) keep("level", level); // a new game offers it
  if (!busy) panel.focus({ preventScroll: true });
}

function draw(table, actions, [next, harder]) {
  const { view } = table, close = () => { closed = table.game; find("#end").remove(); find("#board [tabindex='0']")?.focus({ preventScroll: true }); };
  const act = (/** @type {string} */ words, /** @type {() => unknown} */ action, main = false) =>
    button(words, () => table.guard(action), { class: main ? "main" : null });
  const again = (/** @type {string[]} */ seats) => actions.begin(table.game.rules, seats, table.clock);
  const panel = make("section", { id: "end", role: "dialog", "aria-labelledby": "end-title", tabindex: "-1" },
    make("h2", { id: "end-title" }, title(table)), make("p", {}, reason(table)), places(table),
    make("p", { class: "buttons" }, act("Rematch", () => again(table.seats), !harder),
      view.seats.length === 2 ? act("Swap sides", () => again([...table.seats].reverse())) : null,
      next ? act(`Play level ${next}`, () => again(table.seats.map((one) => atLevel(one, next))), harder) : null,
      view.seats.length === 2 ? act("Review", actions.review) : null, act("New game", actions.home)),
    button("×", close, { class: "quiet close", "aria-label": "Close" }));
  panel.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
  return panel;
}

const atLevel = (/** @type {string} */ seat, /** @type {number} */ level) => (seat === person ? seat : `practice:level=${level}`);

/** winnersOf lists the seats that won. A shared first place is not a win. @param {Table} table @returns {number[]} */
function winnersOf({ view, resigned }) {
  if (resigned) return view.seats.map((_, i) => i).filter((i) => i !== resigned.seat);
  const best = Math.max(...view.result.scores), first = view.result.scores.flatMap((score, i) => score === best ? [i] : []);
  return first.length === 1 ? first : [];
}

function title(table) {
  const { view, seats } = table, winners = winnersOf(table), people = seats.filter((one) => one === person).length;
  if (!winners.length) return "Draw";
  const own = people === 1 ? seats.indexOf(person) : -1;
  if (winners.includes(own)) return `You win as ${view.seats[own]}`;
  const names = winners.map((i) => people > 1 || winners.length > 1 ? view.seats[i] : `${view.seats[i]} (${nameOf(table, i)})`);
  return `${names.join(" and ")} ${names.length > 1 ? "win" : "wins"}`;
}

// reason returns a sentence that says why the game ended and how long it lasted.
function reason({ view, resigned }) {
  const why = (view.result ?? resigned).words.replace(/^.*?: |, \w+ second,.*/g, ""), count = view.turns?.length ?? 0;
  return `${why[0].toUpperCase()}${why.slice(1)}, after ${count} ${count === 1 ? "turn" : "turns"}.`;
}

// places lists the seats by place, in games with three or more seats.
function places(table) {
  const { view } = table, order = view.seats.map((_, i) => i).filter((i) => view.places[i]).sort((a, b) => view.places[a] - view.places[b]);
  if (view.seats.length < 3 || !order.length) return null;
  return make("ol", {}, ...order.map((i) => make("li", { value: view.places[i] },
    make("span", { class: `chip ${view.seats[i].toLowerCase()}`, "aria-hidden": "true" }), ` ${view.seats[i]} `,
    make("small", {}, nameOf(table, i)))));
}

// nextLevel returns the level to play at next, and whether it is harder, for a person against players of one level.
/** @param {Table} table @returns {[number, boolean]} */
function nextLevel(table) {
  const { seats } = table, own = seats.indexOf(person), winners = winnersOf(table);
  const levels = new Set(seats.filter((_, i) => i !== own).map((one) => Number(/^practice:level=(\d+)$/.exec(one)?.[1])));
  const [level] = levels, harder = winners.includes(own), next = level + (harder ? 1 : -1);
  return own >= 0 && levels.size === 1 && winners.length && next >= 1 && next <= 10 ? [next, harder] : [0, false];
}
