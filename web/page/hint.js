// A hint: the best turn for the seat to act, and what it changes in the evaluation.
import { find, make } from "pillars/dom.js";

export async function hint(table) {
  table.myTurn();
  table.say("Thinking about a hint ...");
  const found = await table.engine.think({ do: "hint", ...table.game.state(), player: "alphabeta", nodes: 30000, seed: 1 });
  table.board.arrow(found.ways ?? [], "hint", found.turn);
  const proven = found.proven ? `: ${found.proven}` : "";
  table.say(`Hint: ${found.turn}${proven}, expected result ${(100 * found.chance).toFixed(0)} %.`);
  const because = (found.reasons ?? []).map((r) =>
    make("li", {}, `${r.change > 0 ? "+" : "−"}${Math.abs(r.change).toFixed(2)}  ${r.help || r.name}`));
  if (because.length) find("#message").append(make("p", {}, `What it changes; + is good for ${table.view.seats[table.view.seat]}:`),
    make("ul", { class: "reasons" }, ...because));
  table.board.place.scrollIntoView({ block: "nearest" });
}
