// The start screen: a card for each game, the choice of the opponent, and the game that can be continued.
import { button, find, findAll, link, make } from "pillars/dom.js";
import { keptWords, readable } from "pillars/kept.js";
import { mine } from "pillars/mygames.js";
import { picture, sample } from "pillars/picture.js";
import { person } from "pillars/table.js";
import { keep, kept } from "pillars/store.js";

export class Home {
  /**
   * @param {import("pillars/engine.js").Engine} engine
   * @param {Record<string, Function>} actions begin(rules, seats), more(game), learn(game), resume(id)
   */
  constructor(engine, actions) {
    this.engine = engine;
    this.games = engine.games();
    this.actions = actions;
    const level = find("#level");
    level.addEventListener("input", () => this.#tell());
    level.addEventListener("change", () => keep("level", Number(level.value)));
    const colour = kept("colour") ?? "first";
    for (const one of findAll("#opponent [name=colour]")) {
      one.checked = one.value === colour;
      one.addEventListener("change", () => keep("colour", one.value));
    }
  }

  #tell() { find("#level-said").textContent = levelWords(Number(find("#level").value)); }

  // draw shows the games, and the one that can be continued. It fails if the engine does.
  async draw() {
    find("#level").value = kept("level") ?? 3;
    this.#tell();
    const cards = find("#cards");
    if (!cards.children.length) cards.append(...this.games.map((game) => this.#card(game)));
    this.#continue();
    find("#home .mine").hidden = !mine().length;
    await sample(this.engine, this.games[0].name);
  }

  #continue() {
    const last = readable().find(({ value }) => !value.over && value.turns?.length);
    find("#continue").replaceChildren(...last ? [button("Continue", () => this.actions.resume(last.id), { class: "main" }),
      make("span", {}, keptWords(this.games, last.value))] : []);
  }

  #card(game) {
    const { name, title, pitch = "", length = "", lesson } = game;
    return make("li", { "data-game": name }, picture(this.engine, name), make("h3", {}, title), make("p", {}, pitch), make("p", { class: "soft" }, length),
      make("p", { class: "buttons" }, button("Play", () => this.play(name), { class: "main", "aria-label": `Play ${title}` }),
        lesson ? link("Learn in two minutes", `#lesson=${name}`, () => this.actions.learn(name), { "aria-label": `Learn in two minutes: ${title}`, class: "button plain" }) : null,
        button("More", () => this.actions.more(name), { "aria-label": `More choices for ${title}`, class: "quiet" })));
  }

  // play begins a game against the level that was chosen, or a given one.
  async play(name, level = Number(find("#level").value)) {
    const { first, start, seats } = this.games.find((game) => game.name === name);
    await this.actions.begin({ game: name, options: first, start }, seatsFor(seats, level));
  }
}

// seatsFor returns the players of the seats: the person, in the chosen or a random seat, and players of a level.
function seatsFor(count, level) {
  const colour = find("#opponent [name=colour]:checked").value;
  const own = colour === "lot" ? Math.floor(Math.random() * count) : colour === "second" ? 1 : 0;
  return Array.from({ length: count }, (_, i) => (i === own ? person : `practice:level=${level}`));
}

/** @param {number} level */
export function levelWords(level) {
  const words = level < 3 ? "beginner" : level < 5 ? "casual" : level < 8 ? "club player" : level < 10 ? "strong" : "strongest";
  return `level ${level} of 10, ${words}`;
}
