// The latest games of a run in sight: each a card with its last position, who played, and who won.
import { make, named } from "pillars/dom.js";
import { get, renew } from "pillars/runs.js";
import { sides, turnsOf } from "pillars/runs-games.js";
import { still } from "pillars/picture.js";

export class Shown {
  // most is how many games are shown at most.
  constructor(page, most = 6) {
    this.page = page;
    this.most = most;
    this.cards = new Map(); // by the game's identity
    this.list = make("ul", { class: "shown" });
    this.place = make("section", { hidden: true }, make("h3", {}, "The latest games"), this.list);
  }

  // refresh shows the games that were played last. Cards that are there stay.
  async refresh() {
    const { page, most } = this, { games } = page.run;
    const latest = games ? (await get(`${page.address}/games?skip=${Math.max(0, games - most)}&limit=${most}`)).games : [];
    this.place.hidden = !latest.length;
    this.cards = new Map(latest.map((one) => [one.identity, this.cards.get(one.identity) ?? this.#card(one)]));
    const cards = [...this.cards.values()];
    if (cards.some((card, i) => card !== this.list.children[i]) || cards.length !== this.list.children.length) renew(this.list, ...cards);
  }

  #card(game) {
    const board = make("span", { class: "picture", "aria-hidden": "true" }), { identity, turns, reason, fault } = game;
    this.#draw(board, identity);
    return make("li", {}, make("button", { type: "button", class: "shown-game", "data-game": identity, onclick: () => this.#watch(identity) }, board,
      ...sides(game, this.page), make("span", { class: fault ? "fault" : "soft" }, `${turnsOf(turns)}, `, named(reason))));
  }

  #watch(identity) { return this.page.context.table.guard(() => this.page.games.replay(identity)); }

  // draw draws the last position of a game; a card without a picture says what it has to say.
  async #draw(place, identity) {
    const { state } = await get(`${this.page.address}/game?identity=${encodeURIComponent(identity)}`).catch(() => ({}));
    const view = state && await this.page.context.table.engine.ask({ do: "view", ...state }).catch(() => null);
    if (view) place.innerHTML = still(view.picture); // from the engine, which escapes all text
  }
}
