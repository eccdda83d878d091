// The list of a game's turns with all its variations. A variation is indented after the turn that it replaces. With two seats
// the main line has a column for each seat. Of a long list only the rows around the current turn, or in view, are drawn.
import { button, find, make, percent } from "pillars/dom.js";

/** @typedef {import("pillars/table.js").Table} Table */
/** @typedef {import("pillars/types").Node} Node */

find("#turns-open").addEventListener("click", () => { // on a telephone
  const opener = find("#turns-open"), open = opener.getAttribute("aria-expanded") !== "true";
  opener.setAttribute("aria-expanded", String(open));
  find("#turns").classList.toggle("closed", !open);
});

const most = 80; // rows that are drawn at once

/** @typedef {{ nodes: Node[], key: () => string, draw: () => Element }} Row a row with its nodes and, as key, all that it shows */
/** @type {Row[]} The rows of the main line and of its variations. */ let rows = [];
/** @type {Map<string, Element>} The rows that are drawn, by their keys. */ let drawn = new Map();
let from = 0; // the first row that is drawn
let high = 30; // mean height of a row in pixels

/** @param {Table} table */
export function showTurns(table) {
  const place = find("#turns"), focused = place.contains(document.activeElement), path = new Set(table.game.path());
  place.classList.toggle("pairs", table.view.seats.length === 2);
  rows = rowsOf({ table, numbered: numbering(table) }, table.view.seats.length === 2);
  const at = rows.findLastIndex(({ nodes }) => nodes.some((node) => path.has(node)));
  draw(at - from > most / 4 && from + most - at > most / 4 ? from + most / 2 : at); // while it can, it keeps the rows
  if (focused) (place.querySelector("[aria-current]") ?? find("#to-start")).focus({ preventScroll: true });
  if (centered !== table.game.at) center();
  centered = table.game.at;
}

/** @type {Node | null} The turn to which the list was scrolled. */ let centered = null;

const blanks = [0, 1].map(() => make("li", { class: "blank", "aria-hidden": "true" }));

// draw draws the rows around one of them, as far as they have changed. Blank items stand for the others.
function draw(middle) {
  const place = find("#turns");
  from = Math.max(0, Math.min(middle - most / 2, rows.length - most));
  const before = drawn, shown = rows.slice(from, from + most), after = rows.length - from - shown.length;
  drawn = new Map();
  for (const row of shown) drawn.set(row.key(), before.get(row.key()) ?? row.draw());
  const all = [...(from ? [blanks[0]] : []), ...drawn.values(), ...(after ? [blanks[1]] : [])];
  if (all.length !== place.children.length) place.replaceChildren(...all);
  else all.forEach((one, i) => { if (place.children[i] !== one) place.children[i].replaceWith(one); });
  if (!from && !after) return;
  const { length } = shown, first = all[from ? 1 : 0].getBoundingClientRect(), last = all[length - (from ? 0 : 1)].getBoundingClientRect();
  high = (last.bottom - first.top) / length || high;
  blanks[0].style.height = `${from * high}px`;
  blanks[1].style.height = `${after * high}px`;
}

find("#turns").addEventListener("scroll", () => { // draws the rows in view
  const place = find("#turns"), { top, bottom } = place.getBoundingClientRect(), at = place.scrollTop;
  if (![...place.querySelectorAll(":scope > .blank")].some((one) => one.getBoundingClientRect().top < bottom && one.getBoundingClientRect().bottom > top)) return;
  draw(Math.round((at + place.clientHeight / 2) / high));
  place.scrollTop = at;
}, { passive: true });

// center scrolls to the current turn: only the list, never the page with the board.
function center() {
  const place = find("#turns"), current = place.querySelector("[aria-current]");
  if (!current) place.scrollTop = 0;
  else place.scrollTop += current.getBoundingClientRect().top - place.getBoundingClientRect().top - place.clientHeight / 2;
}

new ResizeObserver(center).observe(find("#turns"));

/**
 * numbering returns a function that returns, for a turn counted from 1, its number in the list and, with two seats, its seat.
 * Files and results count turns in the same way.
 * @param {Table} table
 * @returns {(turn: number) => { number: string, seat?: number }}
 */
export function numbering({ view, game }) {
  const first = view.seats.length === 2 ? (view.seat + game.path().length) % 2 : NaN; // seat that began
  return (turn) => ({ number: `${turn}.`, seat: Number.isNaN(first) ? undefined : (first + turn - 1) % 2 });
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

/** signs are the marks of turns, by their numbers in PGN. */
export const signs = ["", "!", "?", "!!", "??", "!?", "?!"];

const cut = (turn) => (turn.length > 28 ? turn.slice(0, 26) + "…" : turn);

/** @type {WeakMap<Node, number>} */ const ids = new WeakMap();
let last = 0;

/** idOf returns a number that only this node has. @param {Node} node */
function idOf(node) {
  if (!ids.has(node)) ids.set(node, ++last);
  return ids.get(node);
}

/** rowsOf lists the rows of the main line and its variations. With pairs, a row has a turn of each seat. @returns {Row[]} */
function rowsOf(list, pairs) {
  const all = [], { game } = list.table;
  const facts = (one) => [idOf(one), one.loss, one.chance === undefined ? "" : percent(one.chance), one.marks, Boolean(one.comment), one === game.at];
  const tree = (one) => [facts(one), one.children.map(tree)];
  let node = game.root, row = null;
  for (let turn = 1; node.children.length; turn++) {
    const [main, ...others] = node.children, at = turn, { seat } = list.numbered(at);
    if (pairs && row && seat) {
      row.nodes.push(main);
    } else {
      const nodes = [main];
      all.push(row = { nodes, key: () => JSON.stringify([at, seat, nodes.map(facts)]), draw: () => make("li", { class: pairs ? "pair" : null }, pairs && seat ? make("span", { class: "gap" }, "…") : null,
        ...nodes.map((one, i) => turnButton(list, one, at + i))) });
    }
    for (const other of others) {
      all.push({ nodes: [other], key: () => JSON.stringify([at, seat, tree(other)]), draw: () => make("li", { class: "variation" }, make("ol", { "aria-label": `variation of turn ${at}` }, ...variation(list, other, at))) });
      row = null;
    }
    if (!pairs) row = null;
    node = main;
  }
  return all;
}

// variation makes the list items of a turn and of those after it.
function variation(list, node, turn) {
  const items = [make("li", {}, turnButton(list, node, turn))];
  for (; node.children.length; [node] = node.children) {
    const [main, ...others] = node.children;
    items.push(make("li", {}, turnButton(list, main, ++turn)));
    for (const other of others) items.push(make("li", { class: "variation" }, make("ol", { "aria-label": `variation of turn ${turn}` }, ...variation(list, other, turn))));
  }
  return items;
}

function turnButton({ table, numbered }, node, turn) {
  const { number, seat } = numbered(turn), kind = kindOf(node.loss), spoken = (text) => make("span", { class: "spoken" }, text);
  const sign = (node.marks ?? []).map((mark) => signs[mark] ?? "").join("") || signOf(node.loss);
  const place = button("", () => table.guard(() => table.jump(node)), { title: node.turn, class: kind || null,
    "aria-current": node === table.game.at ? "true" : null });
  place.append(make("span", { class: "number" }, `${number} `), spoken(`${table.view.seats[seat] ?? ""} `), cut(node.turn));
  if (sign) place.append(make("b", { "aria-hidden": "true" }, " " + sign), spoken(kind && `, ${kind}`));
  if (node.comment) place.append(make("span", { class: "said", title: node.comment, "aria-hidden": "true" }, " ✎"), spoken(", with a comment"));
  if (node.chance !== undefined && table.view.seats.length === 2) {
    const words = `${table.view.seats[0]} ${percent(node.chance)}`;
    place.append(make("small", { class: "chance", title: words, "aria-hidden": "true" }, percent(node.chance)), spoken(`, ${words}`));
  }
  return place;
}
