// Cards of a run's games, each with its last position, its players and its winner. Shown holds those of the latest games or,
// when the run is finished, of the latest games between its strongest players.
import { acted, make, named, short } from "pillars/dom.js";
import { get, renew } from "pillars/runs.js";
import { breakable } from "pillars/runs-figures.js";
import { still } from "pillars/drawn.js";

const most = 6; // games to show

export class Shown {
  constructor(page) {
    this.page = page;
    this.cards = new Map(); // by the game's identity
    this.list = make("ul", { class: "shown" });
    this.place = make("section", { hidden: true }, this.title = make("h3"), this.list);
  }

  // refresh shows the games. It keeps their existing cards.
  async refresh() {
    const { page } = this, { games, players, result } = page.run, best = page.state === "finished" ? result?.strongest ?? [] : [];
    const asked = async (query) => (games ? (await get(`${page.address}/games?${query}`)).games : []);
    let latest = best.length && best.length < players.length
      ? (await asked(`player=${encodeURIComponent(best[0])}&limit=500`)).filter((game) => game.players.every((one) => best.includes(one))).slice(-most) : [];
    this.title.textContent = latest.length ? "Games between the strongest players" : "The latest games";
    if (!latest.length) latest = await asked(`skip=${Math.max(0, games - most)}&limit=${most}`);
    const watch = (identity) => page.context.table.guard(() => page.games.replay(identity));
    this.place.hidden = !latest.length;
    this.cards = new Map(latest.map((one) => [one.identity, this.cards.get(one.identity) ?? card(one, page, watch)]));
    const cards = [...this.cards.values()];
    if (cards.some((card, i) => card !== this.list.children[i]) || cards.length !== this.list.children.length) renew(this.list, ...cards);
  }
}

/**
 * card makes the card of a game with its last position, its players and their scores, the winner in bold, and how it ended.
 * @param {any} game as the server lists it
 * @param {any} page of its run
 * @param {(identity: string) => void} watch puts it on the board
 * @param {(place: HTMLElement, draw: () => void) => void} when calls draw when the position should be drawn
 */
export function card(game, page, watch, when = (_, draw) => draw()) {
  const board = make("span", { class: "picture", "aria-hidden": "true" }), { identity, turns, reason, faulted } = game;
  when(board, () => last(board, page, identity));
  return make("li", {}, acted(make("a", { href: `#run=${encodeURIComponent(page.id)}&played=${encodeURIComponent(identity)}`, class: "shown-game", "data-game": identity }, board,
    ...sides(game, page), make("span", { class: faulted ? "fault" : "soft" }, `${turnsOf(turns)}, `, named(reason))), () => watch(identity)));
}

// last draws the last position of a game. If that fails, the card stays without a picture.
async function last(place, page, identity) {
  const { state } = await get(`${page.address}/game?identity=${encodeURIComponent(identity)}`).catch(() => ({}));
  const view = state && await page.context.table.engine.ask({ do: "view", ...state }).catch(() => null);
  if (view) place.replaceChildren(still(view));
}

const waiting = new WeakMap(); // functions that draw places which are not visible yet
const sight = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach(({ target }) => {
  sight.unobserve(target);
  waiting.get(target)();
}), { rootMargin: "200px" });

/** seen draws a place as soon as it becomes visible. @param {HTMLElement} place @param {() => void} draw */
export function seen(place, draw) {
  waiting.set(place, draw);
  sight.observe(place);
}

/** turnsOf returns a number of turns in words. @param {number} n */
const turnsOf = (n) => `${n} ${n === 1 ? "turn" : "turns"}`;

// sides makes the players of a game with their seats and scores, the winner in bold.
const sides = ({ players, scores }, page) => players.map((player, i) => make("span", { class: "side" }, seat(page.run?.seats?.[i]),
  make(scores[i] === Math.max(...scores) && scores[i] > 0.5 ? "strong" : "span", {}, breakable(short(player))), make("span", { class: "points" }, score(scores[i]))));

const seat = (name) => (name ? make("span", { class: `chip ${name.toLowerCase()}`, title: name, "aria-hidden": "true" }) : null);

export const score = (x) => (Number.isInteger(x) ? String(x) : x === 0.5 ? "½" : x.toFixed(2));
