// The dialog that begins a game: the game and its board, the players and, under More, the rarer rules.
import { find, findAll, make, optionControl, options } from "pillars/dom.js";
import { levelWords } from "pillars/home.js";
import { opponentWords, strong } from "pillars/opponents.js";
import { kept } from "pillars/store.js";
import { person } from "pillars/table.js";

/** @typedef {import("pillars/types").Option} Option */

const levels = Array.from({ length: 10 }, (_, i) => [`practice:level=${i + 1}`, levelWords(i + 1)]);

let draws = 0; // how often the dialog was drawn; only the latest drawing is completed

// newGame asks for a game and begins it. If from is a game, the new game begins at its current position.
export function newGame(engine, games, rules, begin, from = null) {
  const dialog = find("#new-game"), choice = find("#new-choice");
  choice.replaceChildren(...options(games.map((g) => [g.name, g.title]), rules.game));
  choice.disabled = Boolean(from);
  const draw = () => {
    const game = games.find((g) => g.name === choice.value), own = game.name === rules.game && rules.options;
    const fields = from ? [] : game.options.map((o) => optionField(o, own ? own[o.name] ?? o.default : game.first[o.name] ?? o.default, look));
    find("#new-options").replaceChildren(...fields.slice(0, 1));
    find("#new-more").hidden = fields.length < 2;
    find("#new-more div").replaceChildren(...fields.slice(1));
    return look();
  };
  const look = async () => {
    const number = ++draws;
    find("#new-error").textContent = "";
    try {
      const { seats, starts } = await engine.ask({ do: "view", ...(from ? rules : { game: choice.value, options: given() }) });
      if (number !== draws) return;
      drawStarts(from ? [] : starts ?? []);
      drawSeats(seats);
    } catch (error) {
      if (number === draws) find("#new-error").textContent = error.message;
    }
  };
  choice.onchange = draw;
  draw();
  dialog.querySelector("form").onsubmit = async (event) => {
    if (event.submitter?.value !== "ok") return;
    event.preventDefault();
    const seats = findAll("#new-seats select").map((s) => s.value === "other" ? s.nextElementSibling.value.trim() : s.value);
    const [seconds, increment] = find("#new-clock").value.split(" ").map(Number);
    const state = from ? { ...from.state(), steps: [] }
      : { game: choice.value, options: given(), start: find("#new-start select")?.value ?? "" };
    try {
      await engine.ask({ do: "view", ...state });
      const typed = findAll("#new-seats input:not([hidden])").map((field) => field.value.trim()).filter((player) => player !== person);
      for (const player of typed) await engine.think({ do: "decide", ...state, player, nodes: 1, seed: 1 }); // throws if there is no such player
      dialog.close();
    } catch (error) {
      find("#new-error").textContent = error.message;
      return;
    }
    await begin(state, seats, seconds ? { seconds, increment } : null);
  };
  dialog.showModal();
}

// given returns the options that differ from their defaults.
function given() {
  const own = {};
  for (const field of findAll("#new-game [data-default]")) {
    if (field.value !== field.dataset.default) own[field.name] = field.value;
  }
  return own;
}

/** @param {Option} o @param {string} value @param {() => void} look */
function optionField(o, value, look) {
  const field = optionControl(o, value, { name: o.name, "data-default": o.default });
  field.addEventListener("change", look);
  return make("label", {}, make("span", {}, o.title), " ", field, o.values ? null : make("small", {}, o.help));
}

// drawStarts lists the other starts of a game before the usual one.
function drawStarts(starts) {
  const before = find("#new-start select")?.selectedIndex ?? 0;
  const usual = ["", "Place all men yourself"];
  const all = starts.length ? options([...starts.map(({ title, position }) => [position, title]), usual]) : [];
  find("#new-start").replaceChildren(...all.length ? [make("label", {}, make("span", {}, "Start"), " ", make("select", {}, ...all))] : []);
  if (all.length) find("#new-start select").selectedIndex = Math.min(before, all.length - 1);
}

function drawSeats(seats) {
  const place = find("#new-seats");
  if (place.dataset.seats === seats.join()) return; // keeps the choice
  place.dataset.seats = seats.join();
  const before = findAll("#new-seats select").map((s) => [s.value, s.nextElementSibling.value]);
  place.replaceChildren(...seats.map((seat, i) => {
    const [chosen, text] = before[i] ?? [i === 0 ? person : `practice:level=${kept("level") || 3}`, ""];
    const select = make("select", {}, ...options([[person, "a person"], ...levels, ...strong, ["other", "another engine"]], chosen));
    const other = make("input", { placeholder: "alphabeta:nodes=5000", value: text, hidden: chosen !== "other", "aria-label": `player of ${seat}` });
    const words = make("small", { class: "thinks" });
    const tell = () => {
      other.hidden = select.value !== "other";
      const [thinks, engine] = opponentWords(select.value);
      words.replaceChildren(...thinks ? [thinks, " ", make("code", {}, engine)] : []);
    };
    select.addEventListener("change", tell);
    tell();
    return make("label", {}, make("span", {}, seat), " ", select, other, words);
  }));
}
