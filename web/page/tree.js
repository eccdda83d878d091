// The list of a game's turns with all its variations. A variation is indented after the turn that it replaces. With two seats
// the main line has a column for each seat, and one number for a pair of turns.
import { button, find, make } from "pillars/dom.js";

/** @typedef {import("pillars/table.js").Table} Table */
/** @typedef {import("pillars/types").Node} Node */

find("#turns-open").addEventListener("click", () => { // on a telephone
  const opener = find("#turns-open"), open = opener.getAttribute("aria-expanded") !== "true";
  opener.setAttribute("aria-expanded", String(open));
  find("#turns").classList.toggle("closed", !open);
});

/** @param {Table} table */
export function showTurns(table) {
  const place = find("#turns"), focused = place.contains(document.activeElement);
  place.classList.toggle("pairs", table.view.seats.length === 2);
  place.replaceChildren(...behind({ table, numbered: numbering(table) }, table.game.root, 0, table.view.seats.length === 2));
  if (focused) (place.querySelector("[aria-current]") ?? find("#to-start")).focus({ preventScroll: true });
  center();
}

// center scrolls to the current turn: only the list, never the page with the board.
function center() {
  const place = find("#turns"), current = place.querySelector("[aria-current]");
  if (!current) place.scrollTop = 0;
  else place.scrollTop += current.getBoundingClientRect().top - place.getBoundingClientRect().top - place.clientHeight / 2;
}

new ResizeObserver(center).observe(find("#turns"));

/**
 * numbering returns a function that returns, for a turn counted from 1, its number in the list and, with two seats, its seat.
 * @param {Table} table
 * @returns {(turn: number) => { number: string, seat?: number }}
 */
export function numbering({ view, game }) {
  if (view.seats.length !== 2) return (turn) => ({ number: `${turn}.` });
  const first = (view.seat + game.path().length) % 2; // seat that began
  return (turn) => {
    const seat = (first + turn - 1) % 2;
    return { number: `${(first + turn - 1 - seat) / 2 + 1}${seat ? "…" : "."}`, seat };
  };
}

/** title returns a title of a turn, such as "7. White c3c5". @param {Table} table @param {Node} node @param {number} turn */
export function title(table, node, turn) {
  const { number, seat } = numbering(table)(turn);
  return [number, table.view.seats[seat], cut(node.turn)].filter(Boolean).join(" ");
}

/** kindOf returns the kind of a turn by its loss in a review: "blunder", "mistake" or "". @param {number | undefined} loss */
export const kindOf = (loss) => (loss > 0.2 ? "blunder" : loss > 0.1 ? "mistake" : "");

/** signOf returns the mark of a turn in chess notation: "??", "?" or "". @param {number | undefined} loss */
export const signOf = (loss) => ({ blunder: "??", mistake: "?" }[kindOf(loss)] ?? "");

const cut = (turn) => (turn.length > 28 ? turn.slice(0, 26) + "…" : turn);

// behind makes the list items of the turns after a turn. With pairs, an item holds a turn of each seat.
function behind(list, node, turn, pairs) {
  const items = [];
  let row = null;
  while (node.children.length) {
    const [main, ...others] = node.children;
    const { number, seat } = list.numbered(++turn);
    if (!pairs) {
      items.push(make("li", {}, turnButton(list, main, turn, true)));
    } else {
      if (!row || !seat) items.push(row = make("li", { class: "pair" }, make("span", { class: "number" }, number.replace("…", "."))));
      if (seat && row.children.length === 1) row.append(make("span", { class: "gap" }, "…"));
      row.append(turnButton(list, main, turn, false));
    }
    for (const other of others) {
      items.push(make("li", { class: "variation" }, make("ol", { "aria-label": `variation of turn ${number}` },
        make("li", {}, turnButton(list, other, turn, true)), ...behind(list, other, turn, false))));
      row = null;
    }
    node = main;
  }
  return items;
}

function turnButton({ table, numbered }, node, turn, numbers) {
  const { number, seat } = numbered(turn), kind = kindOf(node.loss);
  const spoken = (text) => make("span", { class: "spoken" }, text);
  const place = button("", () => table.guard(() => table.jump(node)), { title: node.turn, class: kind || null,
    "aria-current": node === table.game.at ? "true" : null });
  place.append(numbers ? make("span", { class: "number" }, `${number} `) : spoken(`${number} ${table.view.seats[seat]} `), cut(node.turn));
  if (kind) place.append(make("b", { "aria-hidden": "true" }, " " + signOf(node.loss)), spoken(`, ${kind}`));
  return place;
}
