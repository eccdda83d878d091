// Small pictures of positions, which nobody plays on.
import { make } from "pillars/dom.js";

/** @type {Map<string, string | Promise<string>>} what is drawn or being drawn, by game and options */
const drawn = new Map();

/**
 * picture is a position of a game, once the engine has drawn it; games that are not known have an empty one.
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

/** draw draws the picture of a game; what fails is tried again when it is next wanted.
 * @param {any} engine @param {string} game @param {string[]} options @param {string} key */
async function draw(engine, game, options, key) {
  try {
    const known = (await engine.games()).find((/** @type {{name: string}} */ one) => one.name === game);
    let view = known ? await engine.ask({ do: "view", game, start: known.picture }) : { picture: "" };
    if (known && options.length) {
      const rules = { game, options: Object.fromEntries(options.map((option) => option.split("="))) };
      const own = await engine.ask({ do: "view", ...rules });
      if (own.files !== view.files || own.ranks !== view.ranks) view = await played(engine, rules, own);
    }
    const text = still(view.picture);
    drawn.set(key, text);
    return text;
  } catch (error) {
    drawn.delete(key);
    throw error;
  }
}

const shown = 14; // steps behind which a board has something to show, and is rarely over

/** played is a position some steps into a game, the same each time. @param {any} engine @param {object} rules @param {any} view */
async function played(engine, rules, view) {
  let turns = [], steps = [];
  for (let i = 0; i < shown && view.legal?.length; i++) {
    steps.push(view.legal[(7 * i + 3) % view.legal.length].step);
    const next = await engine.ask({ do: "view", ...rules, turns, steps });
    if (next.result) break;
    if (next.startsTurn) [turns, steps] = [next.turns, []];
    view = next;
  }
  return view;
}

/** still is the engine's picture without what a board to play on has. @param {string} picture */
export function still(picture) {
  const place = make("div");
  place.innerHTML = picture; // from the engine, which escapes all text
  for (const part of place.querySelectorAll("*")) for (const a of ["role", "tabindex", "data-square", "aria-label"]) part.removeAttribute(a);
  return place.innerHTML;
}
