// The games of a loaded file: a list to choose from, and buttons in the analysis that go from one to the next.
import { button, find, make, short } from "pillars/dom.js";
import { opponentName } from "pillars/opponents.js";

/** @typedef {import("pillars/types").State & { players: string[], result: string, ended?: string, notes?: string[], fault?: string }} Loaded */

const manyGames = 20; // a longer list gets a search field

/** @type {Loaded[]} */ let games = [];
/** @type {import("pillars/game.js").Game | null} The game on the table when one of the list was opened. */ let opened = null;
let at = -1; // index of the opened game in the list
/** @type {(one: Loaded) => Promise<void>} */ let put;
/** @type {import("pillars/table.js").Table} */ let table;

/** loaded lists the games of the file that was loaded last. */
export const loaded = () => games;

/**
 * listGames shows the games of a file in the dialog; open puts one on the table.
 * @param {Loaded[]} loaded
 * @param {import("pillars/table.js").Table} shown
 * @param {(one: Loaded) => Promise<void>} open
 */
export function listGames(loaded, shown, open) {
  [games, opened, at, table, put] = [loaded, null, -1, shown, open];
  const rows = loaded.map((one, i) => make("li", {}, button("", () => table.guard(() => choose(i)))));
  rows.forEach((row, i) => row.firstChild.append(...[`${i + 1}.`, who(loaded[i]), ended(loaded[i]), turns(loaded[i])].map((text) =>
    make("span", {}, text + " "))));
  const list = make("ol", { id: "game-list", "aria-label": "Games of this file", onkeydown: (event) => move(event, rows) }, ...rows);
  const filter = make("input", { id: "game-filter", type: "search", oninput: () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
    found.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} games`;
  } });
  const found = make("small", { role: "status" });
  find("#loaded").replaceChildren(...(rows.length > manyGames ? [make("label", { for: "game-filter" }, "Find a game ", filter), found] : []), list);
}

// move moves the focus in the list by the arrow keys, Home and End.
function move(event, rows) {
  const seen = rows.filter((row) => !row.hidden).map((row) => row.firstChild), now = seen.indexOf(document.activeElement);
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: seen.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  seen[Math.max(0, Math.min(to, seen.length - 1))]?.focus();
}

// choose opens a game of the list and marks it there.
async function choose(i) {
  await put(games[i]);
  [opened, at] = [table.game, i];
  for (const [j, row] of [...find("#game-list").children].entries()) {
    if (j === i) row.firstChild.setAttribute("aria-current", "true"); else row.firstChild.removeAttribute("aria-current");
  }
  showWalk();
}

/**
 * gameWalk makes the buttons that go through the games of a file. They are visible while one of the games is on the table.
 * @param {import("pillars/table.js").Table} followed
 */
export function gameWalk(followed) {
  const to = (step) => () => followed.guard(() => choose(at + step));
  followed.follow(showWalk);
  return make("div", { id: "game-walk", class: "only-analyse", role: "group", "aria-label": "Games of this file", hidden: true },
    button("◀", to(-1), { "aria-label": "the game before" }),
    button("", () => { find("#files-dialog").showModal(); find("#game-list [aria-current]")?.focus(); }),
    button("▶", to(1), { "aria-label": "the next game" }));
}

function showWalk() {
  const place = find("#game-walk");
  place.hidden = !opened || table.game !== opened || games.length < 2;
  const [before, list, after] = place.children;
  before.disabled = at <= 0;
  after.disabled = at >= games.length - 1;
  list.textContent = `Game ${at + 1} of ${games.length}`;
}

/** told returns a sentence with the players of a loaded game and how it ended. @param {Loaded} one */
export const told = (one) => (one.players.some(Boolean) ? [who(one), ended(one)].filter(Boolean).join(", ") : "The game is loaded.");

const who = ({ players }) => players.map((name) => short(opponentName(name)) || "?").join(" and ");
/** @type {(one: Loaded) => string} */
const ended = ({ result, ended: how }) => `${result}${how ? ", " + short(how) : ""}`;
const turns = ({ turns: all = [] }) => `${all.length} ${all.length === 1 ? "turn" : "turns"}`;
