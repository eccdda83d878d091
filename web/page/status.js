// The texts beside the board: who acts, what to do, and what happened last.
import { timeText } from "pillars/clock.js";
import { find, make, percent, write } from "pillars/dom.js";
import { opponentName } from "pillars/opponents.js";
import { keep, kept } from "pillars/store.js";

export function showStatus(table) {
  const { view, clock } = table, over = table.over(), playing = table.mode === "play";
  const called = (seat) => view.seats[seat] + (playing ? ` (${nameOf(table, seat)})` : "");
  const next = over ? null : view.next ?? null;
  write("#status", over?.words ?? called(view.seat) + (table.thinking ? " is thinking ..." : " to play") +
    (next === null ? "" : `, then ${view.seats[next]}`));
  document.body.dataset.state = over ? "over" : table.thinking || !table.mine() ? "waiting" : "yours";
  if (document.body.dataset.state !== "waiting" && find("#message.passes")) table.say("");
  const known = over || table.thinking || !table.mine() || table.mode === "analyse" && view.startsTurn;
  write("#guide", known ? "" : view.guide ?? "");
  write("#notice", over ? "" : repetition(view));
  const thought = table.game.at.thought;
  const score = thought?.score.replace(/in \d+/, (all) => `${all} ${all === "in 1" ? "step" : "steps"}`);
  const said = thought && `expected ${percent(thought.chance)} (${score}) at depth ${thought.depth}`;
  find("#notes").textContent = [...view.notes, ...(said ? [`The player of ${table.game.at.turn} ${said}`] : [])].join(" · ");
  write("#last-turn", view.last ? `${view.seats[view.last.seat]} ${view.last.words}.` +
    (view.last.threat ? ` It ${view.last.threat}.` : "") : "");
  find("#resign").hidden = view.seats.length !== 2;
  find("#review").hidden = view.seats.length !== 2; // reviews show the chances of two seats
  find("#hint").disabled = Boolean(over);
  find("#resign").disabled = Boolean(over);
  find("#undo").disabled = find("#undo-step").disabled = !table.game.at.parent && !table.game.steps.length;
  clock?.turn(over ? null : view.seat);
  showSeats(table, over, next);
  learn(table, over);
}

const mostDrawn = 6; // men of a reserve

/** inReserve draws the men or towers in reserve, or nothing. @param {string} seat @param {number} count */
function inReserve(seat, count) {
  const men = Array.from({ length: Math.min(count, mostDrawn) }, () => make("span", { class: `chip ${seat.toLowerCase()}`, "aria-hidden": "true" }));
  return count ? make("span", { class: "reserve" }, ...men, make("small", {}, ` ${count} in reserve`)) : null;
}

export function nameOf({ seats }, seat) {
  const text = seats[seat] ?? "person";
  return text === "person" ? "you" : opponentName(text);
}

/** namesOf lists the names of the players by seat; for a loaded game, the names in its file. @param {any} table @returns {string[]} */
export const namesOf = (table) => playersOf(table).map((text) => (text === "person" ? "you" : opponentName(text)));

/** playersOf lists the players by seat as files name them: "person", a player's text, or the name in the loaded file. @param {any} table @returns {string[]} */
export const playersOf = ({ view, game, seats }) => view.seats.map((_, i) => game.players?.[i] ?? seats[i] ?? "person");

// showSeats shows the players, the seat to act and the time left; with three or more seats also who is next and who is out.
function showSeats(table, over, next) {
  const { view, clock } = table, many = view.seats.length > 2;
  find("#seats").replaceChildren(...view.seats.map((name, i) => {
    const place = many && view.places[i], colour = view.colors?.[i] ?? name.toLowerCase(), acts = !over && i === view.seat;
    const words = place ? `${over ? "" : "out, "}${ordinals[place]}` : acts ? "to play" : i === next ? "next" : "";
    return make("li", { class: `${acts ? "acts" : ""} ${place && !over ? "out" : ""}` },
      make("span", { class: `chip ${colour}`, title: view.colors?.[i] ?? null, "aria-hidden": "true" }),
      make("span", { class: "who" }, name, table.mode === "play" ? make("small", {}, ` ${nameOf(table, i)}`) : null),
      inReserve(name, view.reserves?.[i]),
      make("small", { class: acts ? "spoken" : "standing" }, words),
      clock && make("span", { class: "time", role: "timer", "aria-label": `clock of ${name}` }));
  }));
  showClock(table);
}

export function showClock({ clock }) {
  document.querySelectorAll("#seats .time").forEach((place, i) => { place.textContent = timeText(clock.left[i]); });
}

const ordinals = ["", "first", "second", "third", "fourth", "fifth"];

function repetition({ occurrences, repetition: draws }) {
  if (occurrences < 2 || !draws) return "";
  const nth = (n) => ordinals[n] ?? n + "th";
  return `This position occurs for the ${nth(occurrences)} time. The ${nth(draws)} time is a draw.`;
}

// learn shows a link to the lesson before the first turn, until the lesson has been opened or a game has been finished.
function learn({ view, mode, engine, game }, over) {
  const known = "known." + view.game;
  if (over && mode === "play") keep(known, true);
  const open = make("a", { href: "#lesson=" + view.game, onclick: () => keep(known, true) }, `Learn ${view.title} in two minutes`);
  find("#learn").replaceChildren(...(kept(known) || mode !== "play" || game.at.parent || !engine.games().some((one) => one.lesson && one.name === view.game) ? [] : ["New to the game? ", open]));
}
