// A hint: the best turn for the seat to act, what it does and threatens and, folded, how it changes the evaluation.
import { make, percent } from "pillars/dom.js";

export async function hint(table) {
  table.myTurn();
  table.say("Thinking about a hint ...");
  const found = await table.engine.think({ do: "hint", ...table.game.state(), player: "alphabeta", nodes: 30000, seed: 1 });
  table.board.arrow(found.ways ?? [], "hint", found.walls);
  const [does, ...means] = found.says;
  const place = table.say(`Hint: ${does}`);
  place.append(...means.map((words) => make("p", {}, words)));
  const because = (found.reasons ?? []).map((r) =>
    make("li", {}, r.change ? make("b", {}, `${r.change > 0 ? "+" : "−"}${percent(Math.abs(r.change))} `) : null, r.help));
  place.append(make("details", {}, make("summary", {}, "Details"),
    make("p", {}, `In notation ${found.turn}. ${table.view.seats[table.view.seat]}'s win chance then: ${percent(found.chance)}.`),
    because.length ? make("p", {}, "What the turn changes, and how much of that chance comes from it:") : null,
    make("ul", { class: "reasons" }, ...because)));
  table.board.place.scrollIntoView({ block: "nearest" });
}
