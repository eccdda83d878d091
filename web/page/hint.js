// A hint: the best turn for the seat to act and, folded, its notation and the win chance.
import { make, percent } from "pillars/dom.js";

export async function hint(table) {
  table.myTurn();
  table.say("Thinking about a hint ...");
  const found = await table.engine.think({ do: "decide", ...table.game.state(), player: "alphabeta", nodes: 30000, seed: 1 });
  table.board.arrow(found.ways ?? [], "hint", found.walls);
  const seat = table.view.seats[table.view.seat], place = table.say(`Hint: ${seat} ${found.says}.`);
  if (found.proven) place.append(make("p", {}, `${seat} ${found.proven}.`));
  place.append(make("details", {}, make("summary", {}, "Details"),
    make("p", {}, `In notation ${found.turn}. ${seat}'s win chance then: ${percent(found.chance)}.`)));
  table.board.place.scrollIntoView({ block: "nearest" });
}
