// The page: it puts the engine, the table and what stands around it together.
import { Analysis } from "pillars/analysis.js";
import { button, find, make } from "pillars/dom.js";
import { Engine, Stopped, serverHost, workerHost } from "pillars/engine.js";
import { download, filesDialog, save, settings } from "pillars/files.js";
import { Game } from "pillars/game.js";
import { noted } from "pillars/history.js";
import { hint } from "pillars/hint.js";
import { Lesson } from "pillars/lessons.js";
import { newGame } from "pillars/newgame.js";
import { Puzzles } from "pillars/puzzles.js";
import { resign } from "pillars/resign.js";
import { rulesPage } from "pillars/rules.js";
import { adopt, allKept, fresh, keep, kept, ownName, setAside } from "pillars/store.js";
import { Table, person } from "pillars/table.js";

const packed = find("#engine");
const engine = new Engine(packed ? workerHost(find("#worker").textContent, packed.textContent) : serverHost("ask"));
const table = new Table(engine, { shown, analyse, sound });
const analysis = new Analysis(table);
const puzzles = new Puzzles(table);
const lesson = new Lesson(table, {
  play: (game) => beginShown({ game, options: game === "pit-of-pillars" ? { size: "6" } : {} }, [person, "practice:level=1"]),
  puzzle: (game) => { show("puzzle"); return puzzles.open({ game }); },
});
const openRules = rulesPage(engine, () => show("rules"));
const runs = find("#runs") && import("pillars/runs.js"); // while the server answers
let games = [];

function shown() {
  if (table.mode === "analyse") table.guard(() => analysis.search());
  if (table.mode === "puzzle") table.guard(() => puzzles.shown());
  if (table.mode === "lesson") table.guard(() => lesson.shown());
}

// page shows one of the pages; play, analysis and puzzles share the table.
async function page(name) {
  const before = find("header [aria-current]")?.dataset.page;
  if (name === "rules") return openRules(table.game?.rules.game);
  show(name);
  try {
    if (name === "analyse" && table.mode !== "analyse") await analyse(table.game.at);
    else if (name === "play" && table.mode !== "play") await resume();
    else if (name === "puzzle") await puzzles.open(table.game.rules);
    else if (name === "runs") await (await runs).open({ table, openGame });
    else table.note();
  } catch (error) {
    if (!(error instanceof Stopped)) show(before);
    throw error;
  }
}

// analyse takes the game to analysis, at a node of it.
async function analyse(node) {
  show("analyse");
  const copy = Game.of({ ...table.game.rules, turns: table.game.line().map((n) => n.turn) });
  const depth = table.game.path(node).length;
  copy.go([copy.root, ...copy.path()][depth]);
  grow(copy);
  await table.open(copy, { mode: "analyse", seats: table.seats });
}

// show shows what belongs to a page and marks its button.
function show(name) {
  for (const tab of document.querySelectorAll("header [data-page]")) {
    if (tab.dataset.page === name) tab.setAttribute("aria-current", "page"); else tab.removeAttribute("aria-current");
  }
  const own = find(`main > section[id="${name}"]`) ?? find("#table");
  for (const section of document.querySelectorAll("main > section")) section.hidden = section !== own;
  find("#elsewhere").textContent = "";
}

async function openGame(state, stored = null, at = null) {
  const game = Game.of(state);
  if (stored) game.stored = { address: stored, turns: (state.turns ?? []).join(" ") };
  if (at !== null) game.go([game.root, ...game.path()][at] ?? game.at);
  show("analyse");
  await table.open(game, { mode: "analyse", seats: state.seats ?? [] });
}

// grow takes the variations that a tab kept of a game.
function grow(game) {
  const fits = allKept("analysis").find(({ value }) => game.grow(value));
  if (fits) adopt("analysis", fits.id);
}

// resume goes on with the game of a name, with the one that this tab kept, or else with the latest one, or begins one.
async function resume(first) {
  for (const { id, value } of readable().sort((a, b) => (b.id === first) - (a.id === first))) {
    try {
      await openKept(id, value);
      return tellBroken();
    } catch (error) {
      if (error.lost || error instanceof Stopped) throw error;
      broken.push({ why: error.message, text: setAside("game", id) });
    }
  }
  await begin({ game: games[0].name, options: { size: "6" } }, [person, "practice:level=5"]);
  tellBroken();
}

// readable are the kept games. What cannot be read is set aside.
const broken = [];
function readable() {
  const all = allKept("game");
  for (const { id, value } of all) if (!value?.game) broken.push({ why: "it is torn", text: setAside("game", id) });
  return all.filter(({ value }) => value?.game);
}

const openKept = (name, { seats, clock, resigned, ...state }) => table.open(Game.of(state), { seats, clock, resigned, name });

// offerKept lists what other tabs keep, or kept.
function offerKept() {
  const others = readable().filter((one) => !one.own && one.value.turns?.length);
  find("#kept-games").replaceChildren(...others.length ? [make("h3", {}, "Games kept in this browser")] : [], ...others.slice(0, 10).map(({ id, value }) =>
    button(`${games.find((g) => g.name === value.game)?.title}, ${value.turns.length} ${value.turns.length === 1 ? "turn" : "turns"}, ${new Date(value.time).toLocaleString()}`, () => settings(async () => {
      show("play");
      await openKept(id, value);
      find("#settings").close();
    }))));
}

function tellBroken() {
  const all = broken.splice(0);
  if (!all.length) return;
  table.say(`A game that this browser kept cannot be read: ${all[0].why.replace(/[.]?$/, ".")} It is set aside, not lost.`, true);
  find("#message").append(" ", button("Save what is left of it", () => download("kept-game.txt", "text/plain", all.map((one) => one.text).join("\n"))));
}

// begin begins a game. The one before it is kept under its own name, if it has any turn.
async function begin(rules, seats, clock = null) {
  const own = kept(`game.${ownName("game")}`), before = own?.turns?.length || own?.steps?.length ? ownName("game") : null;
  const begun = table.guard(() => table.open(Game.of(rules), { seats, clock, name: before && fresh() }));
  if (before) table.say("The game before is kept. ").append(button("Undo", () => table.guard(() => resume(before)), { class: "quiet" }));
  await begun;
}

function beginShown(...given) {
  show("play");
  return begin(...given);
}

// start shows what the address names, and lays a game on the table where it names none.
async function start() {
  await route();
  if (!games.length) games = await engine.ask({ do: "games" });
  if (!table.game) await resume();
}

// route shows what the address names. Back and Forward come here, too.
async function route() {
  const words = new URLSearchParams(location.hash.slice(1)), run = words.get("run"), key = noted();
  if (words.has("rules")) return openRules(words.get("rules"));
  table.arrived = key;
  if (runs && run && words.has("played")) return (await runs).replay({ table, openGame }, run, words.get("played"), words.get("at"));
  if (runs && (run || words.has("runs"))) {
    show("runs");
    return (await runs).open({ table, openGame }, run, words.has("report"));
  }
  if (!games.length) games = await engine.ask({ do: "games" });
  const id = key.startsWith("play.") && key.slice(5), linked = Game.ofAddress(location.hash);
  if (table.game && key && key === table.key()) {
    show(table.mode);
    return table.note();
  }
  if (!linked && !words.has("lesson") || id && readable().some((one) => one.id === id)) {
    show("play");
    return resume(id);
  }
  try {
    if (words.has("lesson")) {
      show("lesson");
      return await lesson.open(words.get("lesson"), Number(words.get("step")));
    }
    const { game, mode } = linked;
    const same = mode === "play" && readable().find(({ value }) => named(value) === named(game.state()));
    show(same ? "play" : mode === "puzzle" ? "puzzle" : "analyse");
    if (same) return await openKept(same.id, same.value);
    if (mode === "puzzle") return await puzzles.open(game.rules);
    grow(game);
    await table.open(game, { mode: "analyse" });
    tellBroken();
  } catch (error) {
    if (error.lost || error instanceof Stopped) throw error;
    show("play");
    await resume();
    table.say(`The link cannot be shown: ${error.message}`, true);
  }
}

// named is a text of what a link names of a game.
const named = ({ game, options = {}, start, turns }) => JSON.stringify([game, Object.entries(options).sort(), start, turns]);

function sound() {
  if (!find("#set-sound").checked) return;
  const context = sound.context ??= new AudioContext();
  const tone = context.createOscillator(), volume = context.createGain();
  tone.frequency.value = 220;
  volume.gain.setValueAtTime(0.15, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.12);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.13);
}

const nodes = () => [table.game.root, ...table.game.line()];
const onClick = {
  "new": () => newGame(engine, games, table.game.rules, beginShown),
  "undo-step": () => table.undoStep(),
  "undo": () => table.undoTurn(),
  "hint": () => hint(table),
  "resign": () => resign(table),
  "more": () => { offerKept(); find("#settings").showModal(); },
  "to-start": () => table.goTo(table.game.root),
  "to-back": () => table.goTo(table.game.at.parent ?? table.game.root),
  "to-forward": () => table.goTo(table.game.at.children[0] ?? table.game.at),
  "to-end": () => table.goTo(nodes().at(-1)),
  "to-remove": async () => { if (table.game.at.parent) await table.change(() => table.game.remove(table.game.at)); },
  "to-main": () => table.change(() => table.game.promote()),
  "flip": () => table.turn(),
  "to-best": async () => { const [best] = analysis.ranked(); if (best?.turns.length) await table.playTurn(best.turns[0]); },
  "to-play": () => newGame(engine, games, table.game.rules, beginShown, table.game),
};
for (const [id, action] of Object.entries(onClick)) find("#" + id).addEventListener("click", () => table.view && table.guard(action));
for (const tab of document.querySelectorAll("header [data-page]")) {
  const alone = tab.dataset.page === "rules" || tab.dataset.page === "runs"; // these need no game
  tab.addEventListener("click", () => (table.view || alone) && table.guard(() => page(tab.dataset.page)));
}
find("#typing").addEventListener("submit", (event) => {
  event.preventDefault();
  table.guard(async () => { await table.type(find("#typed").value); find("#typed").value = ""; });
});
find("#puzzle-list").addEventListener("change", (event) => table.guard(() => puzzles.choose(Number(event.target.value))));
for (const id of ["analysis-lines", "analysis-seconds", "analysis-player"]) {
  find("#" + id).addEventListener("change", () => table.guard(() => analysis.search()));
}
filesDialog(table, openGame);
for (const [id, name] of [["set-animation", "animation"], ["set-sound", "sound"]]) {
  const box = find("#" + id);
  box.checked = kept(name) ?? box.checked;
  table.board.animated = find("#set-animation").checked;
  box.addEventListener("change", () => { keep(name, box.checked); table.board.animated = find("#set-animation").checked; });
}

const keys = { f: "flip", j: "to-back", k: "to-forward", ArrowLeft: "to-back", ArrowRight: "to-forward", u: "undo", h: "hint", n: "new", "[": "to-back", "]": "to-forward", b: "to-best" };
addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]") || find("#table").hidden) return;
  const digit = find(`#choices [data-digit="${CSS.escape(event.key)}"]`);
  if (digit) return digit.click();
  if (event.key === "l" && table.mode === "analyse") return find("#analysis-on").click();
  const target = keys[event.key] && find("#" + keys[event.key]);
  if (target && target.offsetParent) target.click();
});
addEventListener("popstate", () => table.guard(route));
find(".skip").addEventListener("click", (event) => { event.preventDefault(); find("#board [tabindex='0']")?.focus(); });

table.guard(() => start().catch((error) => {
  find("#status").textContent = "There is nothing to play yet.";
  throw error;
}));
globalThis.pillars = { engine, table, puzzles, save: () => save(table) }; // for the console of the browser, and for tests
