// Small pictures of games, on which nobody plays.
import { make } from "pillars/dom.js";
import { still } from "pillars/drawn.js";

/** @type {Map<string, Promise<any>>} positions that are or were asked for, by game and options */
const asked = new Map();

/**
 * sample asks once for a position of a game.
 * @param {import("pillars/engine.js").Engine} engine
 * @param {string} game
 * @param {string[]} options such as "size=4"; without any, the board is the one that the game is known by
 */
export function sample(engine, game, options = []) {
  const key = [game, ...options].join(" ");
  if (!asked.has(key)) asked.set(key, engine.ask({ do: "sample", game, options: Object.fromEntries(options.map((option) => option.split("="))) }));
  asked.get(key)?.catch(() => asked.delete(key)); // the next call asks again
  return asked.get(key);
}

/**
 * picture returns an element that shows a position of a game as soon as the engine has sent it. It stays empty for an unknown
 * game.
 * @param {import("pillars/engine.js").Engine} engine
 * @param {string} game
 * @param {string[]} options
 */
export function picture(engine, game, options = []) {
  const place = make("div", { class: "picture", "aria-hidden": "true" });
  sample(engine, game, options)?.then((position) => place.replaceChildren(still(position)), () => { /* a picture may be missing */ });
  return place;
}
