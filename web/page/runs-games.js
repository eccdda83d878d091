// The games of a run: filters, pages, and the replay of a game on the board with its players' thoughts.
import { between, button, find, link, make, named, short } from "pillars/dom.js";
import { get, renew } from "pillars/runs.js";
import { card, score, seen } from "pillars/runs-shown.js";
import { thoughts, told } from "pillars/runs-thoughts.js";

const perPage = 100, fewest = 12; // games of a page; more games than fewest are rows of a table instead of cards

export class Games {
  constructor(page) {
    this.page = page;
    this.skip = 0;
    this.trouble = make("p", { class: "fault", role: "alert" });
    this.said = make("p", { class: "found", role: "status" });
    this.list = make("div");
    this.inner = make("div");
    this.place = make("details", { class: "games card", ontoggle: () => this.#guard(() => this.refresh()) }, this.summary = make("summary", {}, "All games"), this.inner);
    this.wanted = {};
    this.by = { column: 0, down: false }; // how the table is sorted
    this.cards = new Map(); // cards of the games on the current page, by identity
  }

  async refresh() {
    if (this.page.run) this.summary.textContent = this.page.run.games > 1 ? `All ${this.page.run.games} games` : "Games";
    if (!this.place.open) return;
    if (!this.form) this.inner.append(this.fold = make("details", { class: "fold" }, make("summary", {}, "Filter"), this.form = this.#form()), this.trouble, this.said, this.list);
    const words = new URLSearchParams({ skip: String(this.skip), limit: String(perPage) });
    for (const [key, value] of Object.entries(this.wanted)) if (value) words.set(key, value);
    const address = this.asked = `${this.page.address}/games?${words}`;
    const { games, found } = await get(address);
    if (address !== this.asked) return; // other games were asked for meanwhile
    const to = (skip) => () => this.#go(skip);
    const from = games.length ? this.skip + 1 : 0;
    this.said.textContent = this.#words(found);
    const pages = [["First", 0, this.skip > 0], ["Earlier", Math.max(0, this.skip - perPage), this.skip > 0],
      ["Later", this.skip + perPage, this.skip + games.length < found], ["Last", Math.max(0, Math.ceil(found / perPage) - 1) * perPage, this.skip + games.length < found]];
    const watch = (identity) => this.#guard(() => this.replay(identity));
    this.cards = new Map((found > fewest ? [] : games).map((game) => [game.identity, this.cards.get(game.identity) ?? card(game, this.page, watch, seen)]));
    renew(this.list, this.cards.size ? make("ul", { class: "shown game-list" }, ...this.cards.values()) : this.#table(games, watch),
      make("p", { class: "buttons" }, ...found > perPage ? pages.map(([words, skip, on]) => button(words, to(skip), { disabled: !on })) : [],
        make("span", { class: "soft" }, `${from} to ${this.skip + games.length} of ${found}`)));
  }

  // table lists games in rows, which can be sorted by a click on the head of a column.
  #table(games, watch) {
    const { page, by } = this, seats = page.run.seats ?? games[0]?.players.map((_, i) => `Seat ${i + 1}`) ?? [];
    /** @type {[string, (game: any) => number | string][]} */
    const columns = [["Game", (game) => games.indexOf(game)], ...seats.map((name, i) => [name, (game) => game.players[i]]),
      ["Result", (game) => game.scores[0]], ["Turns", ({ turns }) => turns], ["Opening", ({ opening }) => opening], ["End", ({ reason }) => reason]];
    const [, key] = columns[by.column] ?? columns[0], order = (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) * (by.down ? -1 : 1);
    const sort = (column) => () => {
      this.by = { column, down: column === by.column && !by.down };
      this.list.firstChild.replaceWith(this.#table(games, watch));
    };
    const head = (/** @type {any} */ [name], /** @type {number} */ i) => make("th", { scope: "col", "aria-sort": i === by.column ? (by.down ? "descending" : "ascending") : null }, button(name, sort(i), { class: "quiet" }));
    const row = (game) => make("tr", {}, make("td", {}, link(String(this.skip + games.indexOf(game) + 1), `#run=${encodeURIComponent(page.id)}&played=${encodeURIComponent(game.identity)}`,
      () => watch(game.identity), { "data-game": game.identity })), ...game.players.map((player, i) => make("td", {}, make(game.scores[i] > 0.5 ? "strong" : "span", {}, named(player)))),
    make("td", { class: "one" }, game.scores.map(score).join(" – ")), make("td", { class: "number" }, String(game.turns)), make("td", { class: "number" }, String(game.opening || "")),
    make("td", { class: game.faulted ? "fault" : null }, named(game.reason)));
    return make("div", { class: "scroll game-list", tabindex: "0" }, make("table", {}, make("thead", {}, make("tr", {}, ...columns.map(head))), make("tbody", {}, ...[...games].sort(order).map(row))));
  }

  // words returns a sentence that says which games are listed.
  #words(found) {
    const { player, opening, faults } = this.wanted;
    return [`${found} ${found === 1 ? "game" : "games"}`, player && `of ${short(player)}`, opening && `from opening ${opening}`,
      faults && "ended by a fault"].filter(Boolean).join(" ");
  }

  // guard runs an action that the person asked for, and shows its error here.
  async #guard(action) {
    this.trouble.textContent = "";
    await action().catch((error) => { this.trouble.textContent = error.message; });
  }

  #go(skip) {
    this.skip = skip;
    return this.#guard(() => this.refresh());
  }

  // filter shows only the games that fit the filter wanted.
  async filter(wanted) {
    this.wanted = wanted;
    if (!this.place.open) {
      this.place.open = true;
      await this.refresh();
    }
    this.fold.open = Object.values(wanted).some(Boolean);
    for (const field of this.form.elements) {
      if (field.type === "checkbox") field.checked = Boolean(wanted[field.name]);
      else if (field.name) field.value = wanted[field.name] ?? "";
    }
    await this.#go(0);
    this.place.scrollIntoView();
  }

  #form() {
    const { players } = this.page.run;
    const player = make("label", {}, "Games of ", make("select", { name: "player" }, make("option", { value: "" }, "anyone"),
      ...players.map((one) => make("option", { value: one }, short(one)))));
    const form = make("form", { class: "filter" }, ...(players.length > 1 ? [player] : []),
    make("label", {}, "Opening ", make("input", { name: "opening", type: "number", min: "1", class: "short" })),
    make("label", { class: "check" }, make("input", { name: "faults", type: "checkbox", value: "1" }), " faults"),
    make("div", { class: "buttons" }, make("button", { class: "main" }, "Show games"), button("All games", () => this.filter({}))));
    const apply = () => {
      this.wanted = Object.fromEntries(new FormData(form));
      this.#go(0);
    };
    form.addEventListener("submit", (event) => { event.preventDefault(); apply(); });
    form.addEventListener("change", (event) => { if (event.target.matches("select")) apply(); });
    return form;
  }

  // result returns a text that says who won a stored game and why, with a button back to its run.
  #result({ players, scores, reason }) {
    const { page } = this, names = players.map((player) => named(player)), winner = scores.findIndex((one) => one === Math.max(...scores));
    const other = names[1 - winner], drawn = scores.filter((one) => one === scores[winner]).length > 1;
    const said = names.length > 2 ? [between(players), `: ${scores.map(score).join(" – ")}`]
      : drawn ? [names[0], " and ", names[1], " drew"] : [names[winner], " beat ", other];
    return [...said, ": ", named(reason), ". ", make("a", { href: `#run=${encodeURIComponent(page.id)}` }, "All games of the run")];
  }

  // replay puts a stored game on the board, with a chart of its players' thoughts.
  async replay(identity, at = null) {
    const { page } = this, { table, openGame } = page.context, words = encodeURIComponent(identity);
    const game = await get(`${page.address}/game?identity=${words}`);
    page.run ??= await get(page.address);
    return table.guard(async () => {
      await openGame({ ...game.state, seats: game.players }, `#run=${encodeURIComponent(page.id)}&played=${words}`, at);
      const nodes = table.game.line();
      nodes.forEach((node, i) => { node.thought = told(game.thoughts[i - game.opening]); });
      table.status();
      find("#graph").replaceChildren(...thoughts(table, game, nodes));
      table.say("").append(...this.#result(game));
    });
  }
}
