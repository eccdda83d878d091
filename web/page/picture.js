// Small pictures of positions, on which nobody plays.
import { make } from "pillars/dom.js";

/** @type {Map<string, string | Promise<string>>} pictures that are drawn or being drawn, by game and options */
const drawn = new Map();

/**
 * picture returns an element that shows a position of a game as soon as the engine has drawn it. It stays empty for an unknown
 * game.
 * @param {import("pillars/engine.js").Engine} engine
 * @param {string} game
 * @param {string[]} [options] such as "size=4"; without any, the board that the game is known by
 */
export function picture(engine, game, options = []) {
  const place = make("div", { class: "picture", "aria-hidden": "true" }), key = [game, ...options].join(" ");
  if (!drawn.has(key)) drawn.set(key, draw(engine, game, options, key));
  const known = drawn.get(key);
  if (typeof known === "string") place.innerHTML = known; // from the engine, which escapes all text
  else known?.then((text) => { place.innerHTML = text; }, () => { /* a picture may be missing */ });
  return place;
}

/** draw asks for the picture of a game. If that fails, the next call of picture asks again.
 * @param {import("pillars/engine.js").Engine} engine @param {string} game @param {string[]} options @param {string} key */
async function draw(engine, game, options, key) {
  try {
    const sample = await engine.ask({ do: "sample", game, options: Object.fromEntries(options.map((option) => option.split("="))) });
    const text = still(sample.picture);
    drawn.set(key, text);
    return text;
  } catch (error) {
    drawn.delete(key);
    throw error;
  }
}

/** still returns the engine's picture without the parts that only a board to play on needs. @param {string} picture */
export function still(picture) {
  const place = make("div");
  place.innerHTML = picture; // from the engine, which escapes all text
  for (const part of place.querySelectorAll("*")) for (const a of ["role", "tabindex", "data-square", "aria-label"]) part.removeAttribute(a);
  return place.innerHTML;
}
