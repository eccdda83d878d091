// The openings: which turns were played in the position on the board, in the stored runs of a server or in a file of games, how
// often, and with which score.
import { button, find, make, named, percent } from "pillars/dom.js";
import { loaded } from "pillars/gamelist.js";
import { opponentName } from "pillars/opponents.js";

/** @typedef {{ turns: string[], players: string[], scores: number[] }} Played a game: its first turns, and players and scores by seat */

const most = 12; // turns that are listed

/** openings sets up the panel, which a button of the menu opens. @param {import("pillars/table.js").Table} table */
export function openings(table) {
  const place = find("#openings"), known = new Map();
  const show = () => table.guard(async () => {
    if (place.hidden || table.mode !== "analyse") return;
    const { rules } = table.game, words = new URLSearchParams({ game: rules.game, start: rules.start });
    for (const [name, value] of Object.entries(rules.options)) words.set("o." + name, value);
    const key = String(words), own = inFile(table);
    if (!own.length && find("#runs") && !known.has(key)) known.set(key, stored(key));
    const games = own.length ? own : await known.get(key) ?? [];
    draw(place, table, games, own.length ? "this file" : "the stored runs");
  });
  find("#openings-open").addEventListener("click", () => {
    place.hidden = !place.hidden;
    known.clear(); // runs may have grown
    show();
  });
  table.follow(show);
}

/** stored asks the server for the games with the rules that an address names. @param {string} words @returns {Promise<Played[]>} */
async function stored(words) {
  const answer = await fetch(`openings?${words}`).then((response) => (response.ok ? response.json() : { games: [] }));
  return answer.games.map(({ turns, players, scores }) => ({ turns: turns.split(" "), scores, players: players.map((i) => answer.players[i]) }));
}

/** inFile lists the games of the file that was loaded last, as far as they have the rules of the game on the table. @returns {Played[]} */
function inFile({ game: { rules }, view }) {
  return loaded().filter((one) => one.game === rules.game && (one.start ?? "") === rules.start &&
    Object.entries(view.settings).every(([name, value]) => (one.options?.[name] ?? value) === value)).map(({ turns = [], players, result }) =>
    ({ turns, players, scores: { "1-0": [1, 0], "0-1": [0, 1] }[result] ?? view.seats.map(() => 1 / view.seats.length) }));
}

/**
 * count lists the turns that were played after the given ones, the most frequent first, with the mean score of the seat that
 * played them and the player who did so last.
 * @param {Played[]} games
 * @param {string[]} path
 * @param {number} seat
 */
export function count(games, path, seat) {
  const counts = new Map();
  for (const { turns, players, scores } of games) {
    const turn = turns[path.length];
    if (turn === undefined || path.some((one, i) => one !== turns[i])) continue;
    const one = counts.get(turn) ?? { turn, games: 0, points: 0, last: players[seat] };
    counts.set(turn, Object.assign(one, { games: one.games + 1, points: one.points + scores[seat] }));
  }
  return [...counts.values()].sort((a, b) => b.games - a.games);
}

function draw(place, table, games, where) {
  const { view, game } = table, all = view.startsTurn ? count(games, game.path().map(({ turn }) => turn), view.seat) : [];
  const row = ({ turn, games: n, points, last }) => make("tr", {}, make("td", {}, button(turn, () => table.guard(() => table.playTurn(turn)), { class: "quiet" })),
    ...[String(n), percent(points / n)].map((text) => make("td", { class: "number" }, text)), make("td", {}, named(opponentName(last ?? "?"))));
  const total = all.reduce((sum, one) => sum + one.games, 0);
  place.replaceChildren(make("p", { class: "soft" }, games.length || find("#runs") ? `${total} of ${games.length} games in ${where} went on from here.`
    : "Load a file of games (Files) to see here what was played."), ...all.length ? [make("table", {}, make("thead", {}, make("tr", {},
    ...["Turn", "Games", `Score of ${view.seats[view.seat]}`, "Played last by"].map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, ...all.slice(0, most).map(row)))] : []);
}
