// Small pictures of the games, for the pages of runs.
import { make } from "pillars/dom.js";

/** @type {Map<string, string>} what is drawn already, by game */
const drawn = new Map();

/**
 * picture is a position of a game, once the engine has drawn it; games that are not known have an empty one.
 * @param {import("pillars/engine.js").Engine} engine
 * @param {string} game
 */
export function picture(engine, game) {
  const place = make("div", { class: "picture", "aria-hidden": "true" });
  if (drawn.has(game)) place.innerHTML = drawn.get(game); // from the engine, which escapes all text
  else draw(engine, game).then((text) => { if (text) place.innerHTML = text; }, () => { /* a picture may be missing */ });
  return place;
}

/** draw draws the picture of a game, without what a board to play on has. @param {any} engine @param {string} game */
async function draw(engine, game) {
  const known = (await engine.games()).find((/** @type {{name: string}} */ one) => one.name === game);
  if (!known) return "";
  const view = await engine.ask({ do: "view", game, start: known.picture });
  const part = make("div");
  part.innerHTML = view.picture;
  for (const one of part.querySelectorAll("[role], [tabindex]")) for (const a of ["role", "tabindex", "data-square"]) one.removeAttribute(a);
  drawn.set(game, part.innerHTML);
  return part.innerHTML;
}
