// Stored runs: their list, and which of them is looked at. What is shown follows the store while it grows; nothing
// moves while the pointer is on it.
import { button, find, make, named } from "pillars/dom.js";
import { note } from "pillars/history.js";
import { RunPage } from "pillars/runs-run.js";
import { playing } from "pillars/runs-live.js";

let context, page = null, source = null, live = [], all = [], most = 100;
let due = null, last = 0;
const pause = 2000; // at least, between two looks at a store that grows, in milliseconds

// get asks the server; what it answers is JSON, errors too.
export async function get(address) {
  const response = await fetch(address).catch(() => { throw new Error("the server does not answer; is pillars serve still running?"); });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  let wrong = text.trim();
  try { wrong = JSON.parse(text).error; } catch { /* plain text */ }
  throw new Error(wrong || response.statusText);
}

// open shows the list of runs, or a run, with its report if that is wanted; or what was looked at before.
export async function open(given, run = page?.id, report = false) {
  if (!context) {
    document.addEventListener("visibilitychange", follow);
    new MutationObserver(follow).observe(find("#runs"), { attributeFilter: ["hidden"] });
  }
  context = given;
  if (page?.id !== (run ?? undefined)) {
    page = run ? new RunPage(run, context) : null;
    scrollTo(0, 0);
  }
  note(run ? `#run=${encodeURIComponent(run)}${report ? "&report=1" : ""}` : "#runs=all");
  page?.report(report);
  follow();
  await draw();
}

// go opens a run, or the list.
export const go = (run, report) => context.table.guard(() => open(context, run, report));

// replay puts a stored game on the board, after a number of turns.
export async function replay(given, run, identity, at) {
  await (page?.id === run ? page : new RunPage(run, given)).games.replay(identity, at);
}

// follow listens to the store while it is looked at: a browser has few connections to a server, which all tabs share.
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
    live = JSON.parse(event.data);
    if (find("#runs").hidden || document.hidden) return;
    if (page) page.play(live); else showPlaying();
  });
  source.onerror = () => { if (source?.readyState === EventSource.CLOSED) { source = null; setTimeout(follow, 5000); } };
}

// refresh draws again, though not more often than a store that grows fast can be read, and not below a mouse.
function refresh() {
  if (due || !context) return;
  due = setTimeout(async () => {
    due = null;
    if (find("#runs").hidden || document.hidden) return;
    if (matchMedia("(hover: hover)").matches && find("#runs").querySelector("tbody:hover")) return refresh();
    last = Date.now();
    await context.table.guard(draw);
  }, Math.max(100, last + pause - Date.now()));
}

// draw shows what is looked at. Whoever looks at something else meanwhile overtakes it.
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
      ...(page ? [button("all runs", () => go(null))] : []));
  }
}

// renew puts other parts into a place, and keeps the focus and how far tables are scrolled.
export function renew(place, ...parts) {
  const stops = () => [...place.querySelectorAll("button, input, summary, [tabindex]")], wide = () => [...place.querySelectorAll(".scroll, pre")];
  const at = stops().indexOf(document.activeElement), words = document.activeElement.textContent, across = wide().map((part) => part.scrollLeft);
  place.replaceChildren(...parts);
  wide().forEach((part, i) => { part.scrollLeft = across[i] ?? 0; });
  if (at >= 0) (stops().find((part) => part.textContent === words) ?? stops()[at])?.focus({ preventScroll: true });
}

// list shows the runs whose words hold what is typed, the latest first.
async function list() {
  all = (await get("runs")).reverse();
  if (!all.length) return make("p", { class: "empty" }, "No run is stored yet. ", make("code", {}, "pillars tournament"), " plays one.");
  fill();
  return runsPlace;
}

const rows = make("div"), playingPlace = make("div", { id: "runs-playing" });
const box = make("input", { type: "search", id: "runs-word", autocomplete: "off", oninput: () => { most = 100; fill(); } });
const runsPlace = make("div", {}, make("h2", {}, "Stored runs"), playingPlace, make("p", {}, make("label", { for: "runs-word" }, "Search "), box), rows);

const fill = () => renew(rows, ...found());

function found() {
  const parts = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (run) => [run.id, run.name, run.game, run.kind, ...run.tags, ...run.players].join("\n").toLowerCase();
  const runs = parts.length ? all.filter((run) => parts.every((part) => text(run).includes(part))) : all;
  const rows = runs.slice(0, most).map((run) => [titled(run), run.game, run.kind,
    run.total ? `${run.games} of ${run.total}` : String(run.games), shortened(run.players), run.created.slice(0, 16).replace("T", " "),
    run.faults ? make("strong", { class: "fault" }, String(run.faults)) : "0"]);
  return [make("p", { class: "soft", role: "status" }, `${runs.length} of ${all.length} runs`),
    grid(["run", "game", "played as", "games", "players", "begun", "faults"], rows),
    runs.length > most ? button(`Show ${runs.length - most} more`, () => { most = Infinity; fill(); }) : ""];
}

const titled = (run) => make("span", {}, button(named(run.name || run.id), () => go(run.id)), ...run.tags.flatMap((tag) => [" ", named(tag, "tag")]));

// shortened names the first players, as many as a line or two can hold.
function shortened(players) {
  let length = 0;
  const some = players.filter((player, i) => i === 0 || (length += player.length) < 120);
  return make("span", { class: "names" }, ...some.flatMap((player, i) => [i ? ", " : "", named(player)]),
    players.length > some.length ? `, and ${players.length - some.length} more` : "");
}

function showPlaying() {
  const name = (id) => all.find((run) => run.id === id)?.name || id;
  renew(playingPlace, ...live.map((run) => make("p", {}, "Being played: ", button(named(name(run.run)), () => go(run.run)), " ", playing(run))));
}

// grid is a table of cells: texts, or elements.
export function grid(heads, rows) {
  return make("div", { class: "scroll", tabindex: "0" }, make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((h) => make("th", { scope: "col" }, h)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell) => cellOf(cell)))))));
}

function cellOf(cell) {
  if (cell instanceof Node) return make("td", {}, cell);
  const text = String(cell ?? "");
  return make("td", { class: text.length < 28 ? "one" : "names" }, named(text));
}
