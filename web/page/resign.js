// Resignation, which can be taken back.
import { button } from "pillars/dom.js";
import { person } from "pillars/table.js";

export async function resign(table) {
  if (table.over() || table.view.seats.length !== 2) return;
  const people = [0, 1].filter((i) => table.seats[i] === person);
  const seat = people.length === 1 ? people[0] : table.view.seat;
  await table.end(seat, `${table.view.seats[1 - seat]} wins: ${table.view.seats[seat]} resigned`);
  table.say("Resigned. ").append(button("Undo", () => table.guard(async () => {
    table.say("");
    await table.change(() => { table.resigned = null; });
    await table.reply();
  }), { class: "quiet" }));
}
