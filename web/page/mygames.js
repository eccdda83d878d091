// My games: what was played and analysed in this browser, with a search, to be opened again, deleted, or saved as one file.
import { button, find, make } from "pillars/dom.js";
import { download, pgnOf } from "pillars/files.js";
import { Game } from "pillars/game.js";
import { readable } from "pillars/kept.js";
import { opponentName } from "pillars/opponents.js";
import { allKept, forget } from "pillars/store.js";

/** @typedef {{ kind: "game" | "analysis", id: string, value: any, rules: any, turns: number, players: string[], said: string }} Mine */

/** worked returns whether a person has made something of an analysis. @param {any} value */
const worked = ({ saved, nodes }) => saved || nodes?.some((one, i) => one.comment || one.marks || one.drawn || one.loss !== undefined || nodes.findIndex(({ after }) => after === one.after) < i);

/** mine lists all games, the latest first. @returns {Mine[]} */
export function mine() {
  const played = readable().filter(({ value }) => value.turns?.length).map(({ id, value }) => ({ kind: /** @type {"game"} */ ("game"), id, value, rules: value,
    turns: value.turns.length, players: value.seats ?? [], said: value.over || "not over yet" }));
  const analysed = allKept("analysis").filter(({ value }) => value?.rules && worked(value)).map(({ id, value }) => ({ kind: /** @type {"analysis"} */ ("analysis"), id, value,
    rules: value.rules, turns: Game.planted(value.nodes) ? lineOf(value).length : 0, players: value.players ?? [], said: "analysis" }));
  return [...played, ...analysed].sort((a, b) => b.value.time - a.value.time);
}

/** gameOf makes the game of an entry. @param {any} value of an analysis */
export const gameOf = ({ rules, nodes, players }) => Object.assign(new Game(rules), { root: Game.planted(nodes), players });

const lineOf = (/** @type {any} */ value) => {
  const game = gameOf(value);
  return game.line(game.root);
};

/**
 * myGames opens the dialog. open shows an entry on the table.
 * @param {import("pillars/engine.js").Engine} engine
 * @param {(one: Mine) => unknown} open
 */
export function myGames(engine, open) {
  const titles = new Map(engine.games().map(({ name, title }) => [name, title]));
  const words = (/** @type {Mine} */ { rules, turns, players, said, value }) => [titles.get(rules.game) ?? rules.game,
    `${turns} ${turns === 1 ? "turn" : "turns"}`, players.map((text) => (text === "person" ? "you" : opponentName(text))).join(" – "), said,
    new Date(value.time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })].filter(Boolean).join(", ");
  const list = make("ul", { class: "my-games" }), said = make("p", { class: "soft", role: "status" });
  const search = make("input", { type: "search", id: "my-word", oninput: () => fill() });
  const found = () => {
    const parts = search.value.toLowerCase().split(/\s+/);
    return mine().filter((one) => parts.every((part) => words(one).toLowerCase().includes(part)));
  };
  const fill = () => {
    const all = found();
    said.textContent = `${all.length} ${all.length === 1 ? "game" : "games"}`;
    list.replaceChildren(...all.map((one) => make("li", {}, button(words(one), () => { dialog.close(); open(one); }),
      button("×", () => { forget(one.kind, one.id); fill(); }, { class: "quiet", "aria-label": `Delete: ${words(one)}` }))));
  };
  const save = async () => {
    const files = [];
    for (const { kind, value, rules, players } of found()) {
      const game = kind === "game" ? Game.of(rules) : gameOf(value), seats = players.length ? players : ["?", "?"];
      files.push(await pgnOf(engine, game, { players: seats, resigned: value.resigned?.seat, whole: kind === "analysis", time: value.time }).catch(() => ""));
    }
    download("my-games.pgn", "text/plain", files.filter(Boolean).join("\n"));
  };
  find("#my-games")?.remove();
  const dialog = make("dialog", { id: "my-games", "aria-labelledby": "my-title" }, make("form", { method: "dialog" }, make("h2", { id: "my-title" }, "My games"),
    make("p", { class: "soft" }, "Kept in this browser only."), make("p", {}, make("label", { for: "my-word" }, "Search "), search), said, list,
    make("p", { class: "buttons" }, button("Save these as PGN", save), make("button", { value: "ok", class: "main" }, "Close"))));
  document.body.append(dialog);
  fill();
  dialog.showModal();
}
