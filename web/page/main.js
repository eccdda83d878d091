// The page: it puts the engine, the table and what stands around it together.
import { Analysis } from "pillars/analysis.js";
import { button, find, make, short } from "pillars/dom.js";
import { Engine, Stopped, serverHost, workerHost } from "pillars/engine.js";
import { Game } from "pillars/game.js";
import { hint } from "pillars/hint.js";
import { newGame } from "pillars/newgame.js";
import { Puzzles } from "pillars/puzzles.js";
import { nameOf } from "pillars/status.js";
import { adopt, allKept, keep, kept, setAside } from "pillars/store.js";
import { Table, person } from "pillars/table.js";

const packed = find("#engine");
const engine = new Engine(packed ? workerHost(find("#worker").textContent, packed.textContent) : serverHost("ask"));
const table = new Table(engine, { shown, analyse, sound });
const analysis = new Analysis(table);
const puzzles = new Puzzles(table);
const runs = find("#runs") && import("pillars/runs.js"); // while the server answers
let games = [];

function shown() {
  if (table.mode === "analyse") table.guard(() => analysis.search());
  if (table.mode === "puzzle") table.guard(() => puzzles.shown());
}

// page shows one of the pages; play, analysis and puzzles share the table.
async function page(name) {
  const before = find("header [aria-current]").dataset.page;
  show(name);
  try {
    if (name === "analyse" && table.mode !== "analyse") await analyse(table.game.at);
    if (name === "play" && table.mode !== "play") await resume();
    if (name === "puzzle") await puzzles.open(table.game.rules);
    if (name === "rules") showRules(parts.find((part) => part.dataset.game === table.game?.rules.game) ?? parts[0]);
    if (name === "runs") (await runs).open({ table, openGame });
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

async function openGame(state) {
  show("analyse");
  await table.open(Game.of(state), { mode: "analyse", seats: state.seats ?? [] });
}

// grow takes the variations that a tab kept of a game.
function grow(game) {
  const fits = allKept("analysis").find(({ value }) => game.grow(value));
  if (fits) adopt("analysis", fits.id);
}

// resume goes on with the game that this tab kept, or else with the latest one, or begins one.
async function resume() {
  show("play");
  for (const { id, value } of readable()) {
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
      await openKept(id, value);
      show("play");
      find("#settings").close();
    }))));
}

function tellBroken() {
  const all = broken.splice(0);
  if (!all.length) return;
  table.say(`A game that this browser kept cannot be read: ${all[0].why.replace(/[.]?$/, ".")} It is set aside, not lost.`, true);
  find("#message").append(" ", button("Save what is left of it", () => download("kept-game.txt", "text/plain", all.map((one) => one.text).join("\n"))));
}

function begin(rules, seats, clock = null) {
  show("play");
  return table.guard(() => table.open(Game.of(rules), { seats, clock }));
}

async function start() {
  if (!games.length) games = await engine.ask({ do: "games" });
  const linked = Game.ofAddress(location.hash);
  if (!linked) return resume();
  try {
    const { game, mode } = linked;
    const same = mode === "play" && readable().find(({ value }) => named(value) === named(game.state()));
    if (same) return await openKept(same.id, same.value);
    show(mode === "puzzle" ? "puzzle" : "analyse");
    if (mode === "puzzle") return await puzzles.open(game.rules);
    grow(game);
    await table.open(game, { mode: "analyse" });
    tellBroken();
  } catch (error) {
    if (error.lost || error instanceof Stopped) throw error;
    history.replaceState(null, "", "#");
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

// save writes the game as PGN.
async function save() {
  const { game, view, resigned } = table;
  const question = { do: "save", ...game.state(game.line().at(-1) ?? game.root), steps: [], resigned: resigned?.seat,
    players: view.seats.map((_, i) => nameOf(table, i)), date: new Date().toISOString().slice(0, 10).replaceAll("-", ".") };
  return (await engine.ask(question)).pgn;
}

function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function loadText(text) {
  return settings(async () => {
    const [game, ...more] = await engine.ask({ do: "load", pgn: text });
    find("#settings").close();
    await openGame(game);
    const players = game.players.map((name) => short(name) || "?").join(" and ");
    table.say(`${players}, ${game.result}${game.ended ? ", " + short(game.ended) : ""}${more.length ? `; the first of ${more.length + 1} games` : ""}`);
  });
}

// settings runs what a button of the dialog does and says in the dialog what went wrong.
async function settings(action) {
  const place = find("#settings-said");
  try {
    place.className = "";
    place.textContent = await action() ?? "";
  } catch (error) {
    place.className = "wrong";
    place.textContent = error.message;
  }
}

const nodes = () => [table.game.root, ...table.game.line()];
const onClick = {
  "new": () => newGame(engine, games, table.game.rules, begin),
  "undo-step": () => table.undoStep(),
  "undo": () => table.undoTurn(),
  "hint": () => hint(table),
  "resign": () => table.resign(),
  "more": () => { offerKept(); find("#settings").showModal(); },
  "to-start": () => table.goTo(table.game.root),
  "to-back": () => table.goTo(table.game.at.parent ?? table.game.root),
  "to-forward": () => table.goTo(table.game.at.children[0] ?? table.game.at),
  "to-end": () => table.goTo(nodes().at(-1)),
  "to-remove": async () => { if (table.game.at.parent) await table.change(() => table.game.remove(table.game.at)); },
  "to-main": () => table.change(() => table.game.promote()),
  "flip": () => table.turn(),
  "to-best": async () => { const best = analysis.lines?.find(Boolean); if (best?.turns.length) await table.playTurn(best.turns[0]); },
  "to-play": () => newGame(engine, games, table.game.rules, begin, table.game),
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
find("#copy-link").addEventListener("click", () => settings(async () => {
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  return copied ? "The link is copied." : `This browser cannot copy here. The link is ${location.href}`;
}));
find("#save-pgn").addEventListener("click", () => settings(async () => download("game.pgn", "text/plain", await save())));
find("#save-svg").addEventListener("click", () => settings(async () => {
  const { svg } = await engine.ask({ do: "picture", ...table.game.state() });
  download("position.svg", "image/svg+xml", svg);
}));
find("#load-pgn").addEventListener("click", () => loadText(find("#pgn").value));
find("#pgn-file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) loadText(await file.text());
});
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
addEventListener("hashchange", () => table.guard(async () => {
  if (location.hash !== table.game?.address(table.mode)) await start();
}));

// The rules stand in a template, one part for each game.
const source = find("#rules-source").content;
const parts = [...source.querySelectorAll("section")];
find("#rules-nav").append(...parts.map((part) => button(part.dataset.title, () => showRules(part))));
function showRules(part) {
  const shown = part.cloneNode(true);
  for (const image of shown.querySelectorAll("img")) {
    const place = make("span", { class: "picture", role: "img", "aria-label": image.alt });
    engine.ask({ do: "picture", game: part.dataset.game, start: image.title })
      .then(({ svg }) => { place.innerHTML = svg; }, () => { place.textContent = image.alt; });
    image.replaceWith(place);
  }
  for (const wide of shown.querySelectorAll("table, pre")) wide.tabIndex = 0; // so that keys scroll them
  for (const link of shown.querySelectorAll("a[href^='#']")) { // to a heading: the part behind # belongs to the game
    const title = link.getAttribute("href").replace(/^#|-[0-9]+$/g, "");
    const heading = [...shown.querySelectorAll("h2, h3")].find((h) => h.textContent.toLowerCase().replaceAll(" ", "-") === title);
    link.addEventListener("click", (event) => { event.preventDefault(); heading?.scrollIntoView(); });
  }
  find("#rules-text").replaceChildren(shown);
  for (const b of find("#rules-nav").children) b.setAttribute("aria-pressed", String(b.textContent === part.dataset.title));
}

table.guard(() => start().catch((error) => {
  find("#status").textContent = "There is nothing to play yet.";
  throw error;
}));
globalThis.pillars = { engine, table, save }; // for the console of the browser, and for tests
