// The opponents at the table: engines act until a person does.
import { Stopped } from "pillars/engine.js";

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

// unanswered lets the person try an engine's turn again; the game stays as it is.
function unanswered(table, error) {
  if (error instanceof Stopped) return error;
  table.status();
  table.clock?.turn(null); // nobody thinks
  return Object.assign(error, { again: () => reply(table) });
}
