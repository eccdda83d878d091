// Stored runs: their list, and the current view, which is the list, a run or the form of a new run. The view
// follows the store while it grows, but does not change under the pointer.
import { button, find, link, make, named, percent } from "pillars/dom.js";
import { note, noted } from "pillars/history.js";
import { about, automatic, bar, chip, kinds, text, when } from "pillars/runs-figures.js";
import { playing } from "pillars/runs-live.js";
import { NewRun } from "pillars/runs-new.js";
import { picture } from "pillars/picture.js";
import { now, set } from "pillars/runs-play.js";
import { RunPage } from "pillars/runs-run.js";

let context, page = null, source = null, live = [], all = [], most = 100;
// pages visited lately, by id; the scroll position of each view, by address; most pages to keep
const visited = new Map(), places = new Map(), keptPages = 10;
let read = null; // the address of the current view, once it is completely drawn
let due = null, last = 0, urgent = 0; // the view is redrawn even under the pointer until the time urgent
const pause = 2000; // shortest time between two readings of a growing store, in milliseconds

// get sends a request to the server and returns its answer. Answers and errors are JSON.
export async function get(address) {
  const response = await fetch(address).catch(() => { throw new Error("the server does not answer; is pillars serve still running?"); });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  let wrong = text.trim();
  try { wrong = JSON.parse(text).error; } catch { /* plain text */ }
  throw new Error(wrong || response.statusText);
}

const form = "new run"; // names the form in place of a run's id, which never has a space

// wanted returns the view that an address names: a run, the form of a new one, or null for the list.
export const wanted = (words) => words.get("run") ?? (words.get("runs") === "new" ? form : null);

// open shows the view of a run, by default the last view, at the scroll position where it was left.
export async function open(given, run = page?.id) {
  if (!context) {
    context = given;
    set(await get("play"));
    document.addEventListener("visibilitychange", follow);
    new MutationObserver(follow).observe(find("#runs"), { attributeFilter: ["hidden"] });
    addEventListener("scroll", () => { if (read === noted() && !find("#runs").hidden) places.set(read, scrollY); }, { passive: true });
  }
  context = given;
  await show(run, true);
}

// show shows a view, from its top or, with again, where it was left.
async function show(run, again = !run) {
  const address = addressOf(run), same = page?.id === (run ?? undefined), down = again ? places.get(address) : 0;
  read = null; // until everything is drawn, the page scrolls by itself, and not because the person scrolls
  if (!same) page = run ? pageOf(run, context) : null;
  note(address);
  follow();
  await draw();
  if (noted() !== address) return;
  if (down !== undefined && (again || !same)) scrollTo(0, down);
  read = address;
}

const addressOf = (run) => (run === form ? "#runs=new" : run ? `#run=${encodeURIComponent(run)}` : "#runs=all");

// pageOf returns the page of a run or another view. A page visited lately still has its unfolded parts.
function pageOf(run, context) {
  if (run === form) return new NewRun(context, go);
  const known = visited.get(run) ?? new RunPage(run, context);
  visited.delete(run);
  visited.set(run, known);
  if (visited.size > keptPages) visited.delete(visited.keys().next().value);
  return known;
}

// go shows a run, the form, or the list.
export const go = (run) => context.table.guard(() => show(run));

// replay puts a stored game on the board, at the position after a number of turns.
export async function replay(given, run, identity, at) {
  await pageOf(run, given).games.replay(identity, at);
}

// follow receives changes of the store, but only while the runs are visible: a browser allows few connections to a server, and
// all its tabs share them.
function follow() {
  const wanted = !find("#runs").hidden && !document.hidden;
  if (wanted === Boolean(source)) return;
  source?.close();
  source = null;
  if (!wanted) return;
  live = [];
  source = new EventSource("live");
  source.addEventListener("change", refresh);
  source.addEventListener("games", (event) => {
    const before = live;
    live = JSON.parse(event.data);
    if (before.some(({ run }) => !live.some((one) => one.run === run))) ended();
    if (find("#runs").hidden || document.hidden) return;
    if (page) page.play(live); else showPlaying();
  });
  source.addEventListener("play", (event) => {
    const { playing } = now;
    set(JSON.parse(event.data));
    page?.play(live);
    if (playing && !now.playing) ended(); else refresh();
  });
  source.onerror = () => { if (source?.readyState === EventSource.CLOSED) { source = null; setTimeout(follow, 5000); } };
}

// ended reads the store when a run has ended, even if a mouse is on a table; the last game may be stored somewhat later.
function ended() {
  urgent = Date.now() + 5000;
  refresh();
}

// refresh redraws the view, at most once in each pause. It waits while a mouse is on a table or on the list.
function refresh() {
  if (due || !context) return;
  due = setTimeout(async () => {
    due = null;
    if (find("#runs").hidden || document.hidden) return;
    if (Date.now() > urgent && matchMedia("(hover: hover)").matches && find("#runs").querySelector("tbody:hover, .run-list:hover")) return refresh();
    last = Date.now();
    await context.table.guard(draw);
  }, Math.max(100, last + pause - Date.now()));
}

// draw draws the current view, unless another view has become current meanwhile.
async function draw() {
  const place = find("#runs"), shown = page;
  try {
    const part = await (shown ? shown.refresh() : list());
    if (page !== shown) return;
    if (part.parentElement !== place) place.replaceChildren(part);
    if (page) page.play(live); else showPlaying();
  } catch (error) {
    if (page !== shown) return;
    place.replaceChildren(make("p", { class: "empty", role: "alert" }, `Nothing can be shown: ${error.message}.`),
      ...(page ? [back()] : []));
  }
}

/** back makes a link to the list of runs. */
export const back = () => link("← All runs", "#runs=all", () => go(null), { class: "back" });

// renew replaces the parts of a place, and keeps the focus and the horizontal scrolling of tables.
export function renew(place, ...parts) {
  const stops = () => [...place.querySelectorAll("button, input, summary, [tabindex]")], wide = () => [...place.querySelectorAll(".scroll, pre")];
  const { id } = document.activeElement, at = stops().indexOf(document.activeElement), words = document.activeElement.textContent, across = wide().map((part) => part.scrollLeft);
  place.replaceChildren(...parts);
  wide().forEach((part, i) => { part.scrollLeft = across[i] ?? 0; });
  if (at < 0) return;
  const there = stops(), alike = (part) => part?.textContent === words;
  (there.find((part) => id && part.id === id) ?? (alike(there[at]) ? there[at] : there.find(alike) ?? there[at]))?.focus({ preventScroll: true });
}

const known = new Map(); // what the runs show, by id, each with the number of games that it rests on

// list shows the runs whose words contain the typed text, the latest first.
async function list() {
  all = (await get("runs")).reverse();
  asked.clear();
  for (const run of all) run.result = known.get(run.id)?.result;
  add.hidden = !now.allowed;
  if (!all.length && !now.allowed) return make("p", { class: "empty" }, "No run is stored yet. ", make("code", {}, "pillars tournament"),
    " plays one.");
  fill();
  summarize();
  return runsPlace;
}

let summarizing = false;
const asked = new Set(); // runs that were asked about since the list was read

// summarize asks what the runs show, one after the other, while the list is shown. A run in progress keeps what it showed.
async function summarize() {
  const missing = () => all.find((run) => !asked.has(run.id) && !(run.result && live.some((one) => one.run === run.id)) &&
    (known.get(run.id)?.games !== run.games || run.result?.state === "playing"));
  if (summarizing) return;
  summarizing = true;
  for (let run = missing(); run && !page; run = missing()) {
    asked.add(run.id);
    const { id, games } = run, shown = await get(`runs/${encodeURIComponent(id)}`).catch(() => null);
    if (!shown) break;
    const { figures, facts, ...result } = shown.result ?? { state: "stopped", conclusion: [`The results cannot be shown: ${shown.trouble}.`] };
    known.set(id, { games, result });
    for (const one of all) if (one.id === id) one.result = result;
    fill();
  }
  summarizing = false;
}

const rows = make("div"), playingPlace = make("div", { id: "runs-playing" });
const add = button("New run", () => go(form), { class: "main" });
const box = make("input", { type: "search", id: "runs-word", autocomplete: "off", oninput: () => { most = 100; fill(); } });
const runsPlace = make("div", { class: "runs" }, make("div", { class: "runs-head" }, make("h2", {}, "Runs"), add,
  make("p", {}, make("label", { for: "runs-word" }, "Search "), box)),
make("p", { class: "lead" }, "Tournaments, tests and studies that were played here, the latest first."), playingPlace, rows);

let filled = ""; // the data from which the list was drawn

// fill draws the list, unless its data are the same. It waits while a finger or a mouse is on a link, whose click would be lost.
function fill() {
  if (rows.matches(":active")) return void setTimeout(fill, 100);
  const from = JSON.stringify([all, live.map((one) => one.run), box.value, most]);
  if (from === filled) return;
  filled = from;
  renew(rows, ...found());
}

const state = (run) => (live.some((one) => one.run === run.id) ? "playing" : run.result?.state ?? "stored");

function found() {
  const parts = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const words = (run) => [run.id, run.game, about(run), run.kind, kinds[run.kind], state(run), ...run.result?.conclusion ?? [],
    ...run.tags, ...run.players].join("\n").toLowerCase();
  const runs = parts.length ? all.filter((run) => parts.every((part) => words(run).includes(part))) : all;
  if (!all.length) return [make("p", { class: "empty" }, "No run is stored yet.")];
  const many = runs.length < all.length ? `${runs.length} of ${all.length} runs` : `${all.length} ${all.length === 1 ? "run" : "runs"}`;
  return [make("p", { class: "soft", role: "status" }, many),
    make("ol", { class: "run-list" }, ...grouped(runs.slice(0, most)).map((group) => (group.length > 1 ? folded(group, parts.length > 0) : row(group[0])))),
    runs.length > most ? button(`Show ${runs.length - most} more`, () => { most = Infinity; fill(); }) : ""];
}

// grouped puts the finished fairness studies of a game together, at the place of the latest one.
function grouped(runs) {
  const groups = new Map();
  for (const run of runs) {
    const at = state(run), finished = at === "finished" || at === "stored" && run.games >= run.total; // so that no row moves when its state is known
    const key = ["advantage", "measure"].includes(run.kind) && finished ? run.title : run.id;
    groups.set(key, [...groups.get(key) ?? [], run]);
  }
  return [...groups.values()];
}

const unfolded = new Set(); // games whose studies are unfolded

// folded makes the card of the fairness studies of a game. During a search it shows those that were found.
function folded(group, open) {
  const [{ title, game, options }] = group;
  const place = make("details", { open: open || unfolded.has(title), ontoggle: () => unfolded[place.open ? "add" : "delete"](title) },
    make("summary", {}, picture(context.table.engine, game, options), make("span", { class: "what" }, make("strong", {}, `Fairness of ${title}: ${group.length} studies`))),
    make("ol", { class: "run-list" }, ...group.map(row)));
  return make("li", { class: "group" }, place);
}

// row makes the entry of a run: what it shows, below that its game and settings, and beside them the first scores.
function row(run) {
  const at = state(run), games = run.games < run.total && run.kind !== "sprt" ? `${run.games} of ${run.total} games` : `${run.games} games`;
  const { result } = run;
  return make("li", {}, picture(context.table.engine, run.game, run.options), make("div", { class: "what" },
    link(result ? text(result.conclusion?.[0] ?? about(run)) : blank(), `#run=${encodeURIComponent(run.id)}`, () => go(run.id),
      { class: "verdict-link", "aria-label": result ? null : `${about(run)}: the conclusion is being found` }),
    make("p", { class: "about" }, at === "stored" ? null : chip(at),
      make("span", {}, kinds[run.kind] ?? named(run.kind)), make("span", {}, about(run)), make("span", {}, games),
      run.faults ? make("strong", { class: "fault" }, `${run.faults} faults`) : null, when(run.created),
      ...run.tags.filter((tag) => tag !== automatic).map((tag) => named(tag, "tag")))), leaders(run));
}

// blank makes a placeholder for what is still being found.
const blank = () => make("span", { class: "blank", "aria-hidden": "true" });

// leaders makes the part with the first scores of a run, or the players if there are none.
function leaders({ result, players }) {
  const scores = result ? (result.scores ?? []).slice(0, 3) : players.slice(0, 3).map((name) => ({ name })), rest = players.length - scores.length;
  if (!scores.length) return make("p", { class: "leaders" }, shortened(players));
  return make("div", { class: "leaders" }, ...scores.map(({ name, share }) => make("p", {}, named(name),
    make("span", { class: "one" }, share === undefined ? "\u00a0" : percent(share)), share === undefined ? blank() : bar(share))),
  rest > 0 ? make("p", { class: "soft" }, `and ${rest} more`) : "");
}

// shortened names as many of the first players as fit into a line or two.
function shortened(players) {
  let length = 0;
  const some = players.filter((player, i) => i === 0 || (length += player.length) < 120);
  return make("span", { class: "names" }, ...some.flatMap((player, i) => [i ? ", " : "", named(player)]),
    players.length > some.length ? `, and ${players.length - some.length} more` : "");
}

function showPlaying() {
  const name = (id) => all.find((run) => run.id === id)?.tags[0] ?? id;
  renew(playingPlace, ...live.map((run) => make("p", {}, "Being played: ", link(named(name(run.run)), `#run=${encodeURIComponent(run.run)}`, () => go(run.run)), " ", playing(run))));
  if (all.length) fill();
}

// grid makes a table of cells, which are texts or elements.
export function grid(heads, rows) {
  return make("div", { class: "scroll", tabindex: "0" }, make("table", {},
    make("thead", {}, make("tr", {}, ...heads.map((h) => make("th", { scope: "col" }, h)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell) => cellOf(cell)))))));
}

function cellOf(cell) {
  if (cell instanceof Node) return make("td", {}, cell);
  const text = String(cell ?? "");
  return make("td", { class: text.length < 28 ? "one" : "names" }, named(text));
}
