// A hint: the best turn for the seat to act, what it does and threatens and, folded, its notation and the win chance.
import { make, percent } from "pillars/dom.js";

export async function hint(table) {
  table.myTurn();
  table.say("Thinking about a hint ...");
  const against = table.seats.find((/** @type {string} */ player) => player.startsWith("practice:")); // a lead is worth less at a low level
  const found = await table.engine.think({ do: "hint", ...table.game.state(), player: "alphabeta", nodes: 30000, seed: 1, against });
  table.board.arrow(found.ways ?? [], "hint", found.walls);
  const [does, ...means] = found.says;
  const place = table.say(`Hint: ${does}`);
  place.append(...means.map((words) => make("p", {}, words)));
  place.append(make("details", {}, make("summary", {}, "Details"),
    make("p", {}, `In notation ${found.turn}. ${table.view.seats[table.view.seat]}'s win chance then${against ? " at this level" : ""}: ${percent(found.chance)}.`)));
  table.board.place.scrollIntoView({ block: "nearest" });
}
