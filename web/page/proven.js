// Shows a proof: a message about the loaded file, with an offer to play against it, and in analysis the value of each turn.
import { button, find, make } from "pillars/dom.js";
import { perfect, Proof } from "pillars/proof.js";
import { person } from "pillars/table.js";

/** @typedef {import("pillars/table.js").Table} Table */

const drawn = 50; // members of a file that are checked
const few = 8; // most turns that are named

/**
 * openProof reads a proof, checks some members and offers to play against it. It returns a message for the person.
 * @param {Table} table
 * @param {File} file
 * @param {{ begin: Function, analyse: Function }} actions
 */
export async function openProof(table, file, { begin, analyse }) {
  const { engine } = table, proof = await Proof.read(file), { rules, count } = proof;
  const view = await engine.ask({ do: "view", ...rules }), values = await proof.values(engine, rules);
  proof.rules = { game: view.game, options: view.settings }; // all options, including those that the file omits
  const members = count <= drawn ? [...Array(count).keys()] : Array.from({ length: drawn }, () => Math.floor(Math.random() * count));
  for (const member of members) await proof.check(engine, member);
  const winner = values.some(({ value }) => value === "win") ? 0 : values.every(({ value }) => value === "loss") ? 1 : null;
  if (winner === null) throw new Error("The proof does not say who wins from the start.");
  table.proof = proof;
  const seats = [0, 1].map((seat) => (seat === winner ? perfect : person));
  find("#loaded").replaceChildren(make("p", {},
    button(`Play ${view.seats[1 - winner]} against it`, () => begin(rules, seats), { class: "main" }),
    button("Analyse with it", () => analyse(rules))));
  const checked = members.length === count ? "each was checked" : `${drawn} drawn at random were checked`;
  if (table.view && proof.fits(table.view)) {
    table.guard(() => showProven(table));
    if (table.mode === "play" && table.seats.includes(perfect)) { // it waits for the file
      table.say("");
      table.guard(() => table.reply());
    }
  }
  return `${view.title}, ${view.files} x ${view.ranks}: ${view.seats[winner]} wins. Of ${count.toLocaleString("en")} positions ${checked}.`;
}

/** showProven shows, in analysis, what the table's proof proves about the position. @param {Table} table */
export async function showProven(table) {
  const { proof, view, mode, engine, game } = table, place = find("#proven");
  place.textContent = "";
  if (mode !== "analyse" || view.result || !proof?.fits(view)) return;
  const values = await proof.values(engine, game.state(), () => view === table.view);
  if (view === table.view) place.textContent = provenWords(view.seats[view.seat], values);
}

/** @param {string} seat @param {import("pillars/proof.js").ValuedTurn[]} values */
function provenWords(seat, values) {
  const of = (wanted) => values.filter(({ value }) => value === wanted).map(({ turn }) => turn);
  const won = of("win"), lost = of("loss"), open = of("unknown");
  const list = (turns) => (turns.length <= few ? turns.join(", ") : `${turns.length} of ${values.length} turns`);
  if (lost.length === values.length) return `Proven: ${seat} loses, whatever it plays.`;
  if (!won.length && !lost.length) return "The proof does not hold this position.";
  const parts = [[won, "wins with"], [lost, "loses with"]].filter(([turns]) => turns.length).map(([turns, words]) => `${words} ${list(turns)}`);
  return `Proven: ${seat} ${parts.join(" and ")}.${open.length ? ` Not in the proof: ${list(open)}.` : ""}`;
}
