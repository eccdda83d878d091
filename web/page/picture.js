// Small pictures of positions, which nobody plays on.
import { make } from "pillars/dom.js";

/** @type {Map<string, string | Promise<string>>} what is drawn or being drawn, by game */
const drawn = new Map();

/**
 * picture is a position of a game, once the engine has drawn it; games that are not known have an empty one.
 * @param {import("pillars/engine.js").Engine} engine
 * @param {string} game
 */
export function picture(engine, game) {
  const place = make("div", { class: "picture", "aria-hidden": "true" });
  if (!drawn.has(game)) drawn.set(game, draw(engine, game));
  const known = drawn.get(game);
  if (typeof known === "string") place.innerHTML = known; // from the engine, which escapes all text
  else known?.then((text) => { place.innerHTML = text; }, () => { /* a picture may be missing */ });
  return place;
}

/** draw draws the picture of a game; what fails is tried again when it is next wanted. @param {any} engine @param {string} game */
async function draw(engine, game) {
  try {
    const known = (await engine.games()).find((/** @type {{name: string}} */ one) => one.name === game);
    const text = known ? still((await engine.ask({ do: "view", game, start: known.picture })).picture) : "";
    drawn.set(game, text);
    return text;
  } catch (error) {
    drawn.delete(game);
    throw error;
  }
}

/** still is the engine's picture without what a board to play on has. @param {string} picture */
export function still(picture) {
  const place = make("div");
  place.innerHTML = picture; // from the engine, which escapes all text
  for (const part of place.querySelectorAll("*")) for (const a of ["role", "tabindex", "data-square", "aria-label"]) part.removeAttribute(a);
  return place.innerHTML;
}
