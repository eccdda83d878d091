// The opponents at the table, who act until it is a person's turn.
import { find } from "pillars/dom.js";
import { Stopped } from "pillars/engine.js";

/** @type {Record<string, { title: string, words: string }>} Titles and descriptions of players, by their kinds. */
const kinds = JSON.parse(find("#players").textContent);

/** engines lists the kinds of players that play as well as they can, with their titles. @type {[string, string][]} */
export const engines = ["alphabeta", "mcts"].map((kind) => [kind, kinds[kind].title]);

/** strong lists opponents of these kinds: a player's text and its name. @type {string[][]} */
export const strong = engines.map(([kind, title]) => [`${kind}:time=1s`, `${title}, 1 second a turn`]);

/**
 * opponentName returns the name of a player for people.
 * @param {string} text
 */
export function opponentName(text) {
  const level = /^practice:level=(\d+)$/.exec(text), kind = text.split(":")[0];
  return level ? `level ${level[1]}` : kind !== "practice" && Object.hasOwn(kinds, kind) ? kinds[kind].title : text;
}

/** opponentWords describes how a player thinks, with its text; it returns "" for an unknown player. @param {string} text */
export function opponentWords(text) {
  const kind = text.split(":")[0], { title, words } = (Object.hasOwn(kinds, kind) && kinds[kind]) || {};
  return words ? [`${title} ${words}.`, text] : [];
}

/** @param {import("pillars/table.js").Table} table */
export async function reply(table) {
  while (table.mode === "play" && !table.over() && !table.mine()) {
    const { game } = table, decision = await decide(table);
    if (game !== table.game || table.over()) return;
    table.board.hold();
    for (const text of decision.steps) {
      const choice = table.view.legal.find((c) => c.step === text);
      await table.change(() => { game.steps.push(text); return choice?.squares; }).catch((error) => { throw unanswered(table, error); });
    }
  }
}

async function decide(table) {
  const { game, clock, view: { seat } } = table;
  table.thinking = true;
  table.board.release();
  table.status();
  /** @type {any} */
  const question = { do: "decide", ...game.state(), player: table.seats[seat], seed: game.path().length + 1 };
  if (clock) question.seconds = Math.max(0.05, clock.left[seat] / 30);
  try {
    return await table.engine.think(question).finally(() => { table.thinking = false; });
  } catch (error) {
    throw unanswered(table, error);
  }
}

// unanswered returns an error that lets the person ask again for an engine's turn. The game does not change.
function unanswered(table, error) {
  if (error instanceof Stopped) return error;
  table.status();
  table.clock?.turn(null); // no player thinks now
  return Object.assign(error, { again: () => reply(table) });
}
