// What the page says beside the board: who acts and what to do, what happened last, what stands on a square.
import { timeText } from "pillars/clock.js";
import { button, find, make } from "pillars/dom.js";
import { keep, kept } from "pillars/store.js";

export function showStatus(table) {
  const { view, clock } = table, over = table.over(), playing = table.mode === "play";
  const who = view.seats[view.seat] + (playing ? ` (${table.name(view.seat)})` : "");
  find("#status").textContent = over?.words ?? (table.thinking ? `${who} is thinking ...` : `${who} to play`);
  document.body.dataset.state = over ? "over" : table.thinking || !table.mine() ? "waiting" : "yours";
  find("#guide").textContent = over || table.thinking || !table.mine() ? "" : guide(view);
  find("#notice").textContent = over ? "" : repetition(view);
  const thought = table.game.at.thought;
  const said = thought && `expected ${(100 * thought.chance).toFixed(0)} % (${thought.score}) at depth ${thought.depth}`;
  find("#notes").textContent = [...view.notes.slice(1), ...(said ? [`The player of ${table.game.at.turn} ${said}`] : [])].join(" · ");
  find("#last-turn").textContent = view.last ? `${view.seats[view.last.seat]} ${view.last.words}.` : "";
  find("#resign").hidden = view.seats.length !== 2;
  find("#review").hidden = view.seats.length !== 2; // its chances are those of two seats
  clock?.turn(over ? null : view.seat, view.startsTurn);
  showClock(table);
  learn(table, over);
}

export function showClock({ view, clock }) {
  find("#clock").textContent = clock ? view.seats.map((s, i) => `${s} ${timeText(clock.left[i])}`).join("   ") : "";
}

// guide says what to do.
function guide(view) {
  const pass = view.legal.find((c) => c.step === "-");
  if (pass && view.legal.length === 1) return view.startsTurn ? "You can only pass: press the button." : "Nothing more can move: end the turn.";
  return (view.pie ? "Pie rule. " : "") + (view.guide ?? "");
}

const ordinals = ["", "first", "second", "third", "fourth", "fifth"];

function repetition({ occurrences, repetition: draws }) {
  if (occurrences < 2 || !draws) return "";
  const nth = (n) => ordinals[n] ?? n + "th";
  return `This position stands for the ${nth(occurrences)} time. The ${nth(draws)} time is a draw.`;
}

// learn leads to the rules until they have been opened, or a game has been finished.
function learn({ view, mode }, over) {
  const known = "known." + view.game;
  if (over && mode === "play") keep(known, true);
  const open = button(`Read the rules of ${view.title}`, () => { keep(known, true); find("[data-page=rules]").click(); }, { class: "quiet" });
  find("#learn").replaceChildren(...(kept(known) || mode !== "play" ? [] : ["New to the game? ", open]));
}

// showStack lists what stands on a square, the top first.
export function showStack(square) {
  const place = find("#stack");
  place.replaceChildren();
  if (!square) return;
  const { name, words, pieces = [] } = square;
  place.append(make("span", {}, pieces.length > 1 ? `${name}: ${pieces.length} pieces, top first` : words));
  if (pieces.length < 2) return;
  place.append(make("ol", { class: "pieces" }, ...[...pieces].reverse().map((piece) => {
    const [color, shape] = piece.split(" ");
    return make("li", { class: color }, shape === "man" ? color : piece);
  })));
}
