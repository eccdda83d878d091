// Stored runs: their list, and which of them is looked at. What is shown follows the store while it grows; nothing
// moves while the pointer is on it.
import { button, find, make } from "pillars/dom.js";
import { RunPage } from "pillars/runs-run.js";
import { playing } from "pillars/runs-live.js";

let context, page = null, source = null, live = [], word = "", most = 100;
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

// open shows the list of runs, or the run that was looked at before.
export async function open(given) {
  if (!context) {
    document.addEventListener("visibilitychange", follow);
    new MutationObserver(follow).observe(find("#runs"), { attributeFilter: ["hidden"] });
  }
  context = given;
  follow();
  await draw();
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

// refresh draws again, though not more often than a store that grows fast can be read.
function refresh() {
  if (due || !context) return;
  due = setTimeout(async () => {
    due = null;
    if (find("#runs").hidden || document.hidden) return;
    if (find("#runs").querySelector("tbody:hover, form:focus-within")) return refresh();
    last = Date.now();
    await context.table.guard(draw);
  }, Math.max(100, last + pause - Date.now()));
}

async function draw() {
  const place = find("#runs");
  try {
    if (page) {
      await page.refresh();
      page.play(live);
      if (page && page.place.parentElement !== place) place.replaceChildren(page.place);
    } else {
      await list(place);
    }
  } catch (error) {
    place.replaceChildren(make("p", { class: "empty" }, `Nothing can be shown: ${error.message}.`),
      ...(page ? [button("all runs", () => go(null))] : []));
  }
}

function go(run) {
  page = run && new RunPage(run, context, () => go(null));
  scrollTo(0, 0);
  return context.table.guard(draw);
}

// list shows the runs whose words hold what is typed, the latest first.
async function list(place) {
  const all = (await get("runs")).reverse();
  if (page) return;
  if (!all.length) return place.replaceChildren(make("p", { class: "empty" }, "No run is stored yet. ", make("code", {}, "pillars tournament"), " plays one."));
  const box = make("input", { type: "search", id: "runs-word", value: word, autocomplete: "off" });
  const rows = make("div"), now = make("div", { id: "runs-playing" });
  const fill = () => rows.replaceChildren(...found(all, fill));
  box.addEventListener("input", () => { word = box.value; most = 100; fill(); });
  place.replaceChildren(make("h2", {}, "Stored runs"), now, make("p", {}, make("label", { for: "runs-word" }, "Search "), box), rows);
  fill();
  showPlaying();
}

function found(all, again) {
  const parts = word.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (run) => [run.id, run.name, run.game, run.kind, ...run.tags, ...run.players].join("\n").toLowerCase();
  const runs = parts.length ? all.filter((run) => parts.every((part) => text(run).includes(part))) : all;
  const rows = runs.slice(0, most).map((run) => [named(run), run.game, run.kind,
    run.total ? `${run.games} of ${run.total}` : String(run.games), shortened(run.players), run.created.slice(0, 16).replace("T", " "),
    run.faults ? make("strong", { class: "fault" }, String(run.faults)) : "0"]);
  return [make("p", { class: "soft", role: "status" }, `${runs.length} of ${all.length} runs`),
    grid(["run", "game", "played as", "games", "players", "begun", "faults"], rows),
    runs.length > most ? button(`Show ${runs.length - most} more`, () => { most = Infinity; again(); }) : ""];
}

const named = (run) => make("span", {}, button(run.name || run.id, () => go(run.id)), ...run.tags.flatMap((tag) => [" ", make("bdi", { class: "tag" }, tag)]));

const shortened = (players) => players.slice(0, 6).join(", ") + (players.length > 6 ? `, and ${players.length - 6} more` : "");

function showPlaying() {
  find("#runs-playing")?.replaceChildren(...live.map((run) => make("p", {}, "Being played: ", button(run.run, () => go(run.run)), " ", playing(run))));
}

// grid is a table of cells: texts, or elements.
export function grid(heads, rows) {
  return make("div", { class: "scroll", tabindex: "0" }, make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((h) => make("th", { scope: "col" }, h)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell) => cellOf(cell)))))));
}

function cellOf(cell) {
  if (cell instanceof Node) return make("td", {}, cell);
  const text = String(cell ?? "");
  return make("td", text.length < 28 ? { class: "one" } : {}, make("bdi", {}, text));
}
