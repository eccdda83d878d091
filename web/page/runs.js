// Stored runs: their list, a run's standing, its games, any of them on the board. What is shown follows the store while
// it grows; nothing moves while the pointer is on it.
import { button, find, make, percent, svg } from "pillars/dom.js";

let context, shown = null, source = null;
const perPage = 100;

async function get(address) {
  const response = await fetch(address).catch(() => { throw new Error("the server does not answer; is pillars serve still running?"); });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}

// open shows the list of runs, or the run that was looked at before.
export async function open(given) {
  context = given;
  if (!source) {
    source = new EventSource("live");
    source.addEventListener("change", () => refresh());
    source.onerror = () => { if (source.readyState === EventSource.CLOSED) source = null; };
  }
  await draw();
}

async function refresh() {
  const place = find("#runs");
  if (place.hidden || document.hidden || place.querySelector("table:hover, form:focus-within")) return;
  await context.table.guard(draw);
}

async function draw() {
  const place = find("#runs");
  try {
    const content = shown ? await runPage() : await listPage();
    place.replaceChildren(...content);
  } catch (error) {
    place.replaceChildren(make("p", { class: "empty" }, `Nothing can be shown: ${error.message}.`));
  }
}

function go(run) {
  shown = run && { id: run, skip: 0, filter: {} };
  return context.table.guard(draw);
}

async function listPage() {
  const runs = (await get("runs")).reverse();
  if (!runs.length) return [make("p", { class: "empty" }, "No run is stored yet. ", make("code", {}, "pillars tournament"), " plays one.")];
  const rows = runs.map((run) => [button(run.name || run.id, () => go(run.id)), run.game, run.kind,
    run.total ? `${run.games} of ${run.total}` : String(run.games), run.players.join(", "), run.created.slice(0, 16).replace("T", " "),
    run.faults ? make("strong", { class: "fault" }, String(run.faults)) : "0"]);
  return [make("h2", {}, "Stored runs"), table(["run", "game", "played as", "games", "players", "begun", "faults"], rows)];
}

async function runPage() {
  const [run, page] = await Promise.all([get(`runs/${encodeURIComponent(shown.id)}`), gamesPage()]);
  const parts = [
    make("p", {}, button("all runs", () => go(null))),
    make("h2", {}, `${run.name || run.id}: ${run.game}, ${run.kind}`),
    make("p", { class: "soft" }, (run.options ?? []).join(" ")),
    progress(run),
    ...(run.conclusion ?? []).map((sentence) => make("p", { class: "conclusion" }, sentence)),
  ];
  if (run.standing) parts.push(standing(run.standing), make("p", { class: "soft" }, run.standing.remarks?.[0] ?? ""));
  if (run.path?.ratios) parts.push(testPath(run.path));
  if (run.standing?.players.length > 2) parts.push(crosstable(run));
  parts.push(make("h3", {}, "Games"), filterForm(run), page, reportPart(run));
  return parts;
}

// progress tells how far the run is and, while it plays, its rate and when it will end.
function progress(run) {
  const now = Date.now();
  if (!shown.first || shown.first.games > run.games) shown.first = { games: run.games, time: now };
  const rate = (run.games - shown.first.games) / ((now - shown.first.time) / 1000);
  let text = run.total ? `${run.games} of ${run.total} games` : `${run.games} games`;
  if (rate > 0 && run.games < (run.total || Infinity)) {
    text += `, ${rate.toFixed(1)} a second`;
    if (run.total) text += `, about ${duration((run.total - run.games) / rate)} left`;
  }
  const bar = run.total ? make("progress", { max: run.total, value: run.games, "aria-label": "games played" }) : null;
  return make("p", {}, bar, " ", text, run.faults ? make("strong", { class: "fault" }, `, ${run.faults} faults`) : "");
}

function duration(seconds) {
  return seconds < 90 ? `${Math.round(seconds)} seconds` : seconds < 5400 ? `${Math.round(seconds / 60)} minutes` : `${(seconds / 3600).toFixed(1)} hours`;
}

function standing(s) {
  const rows = s.players.map((p) => [p.rank, p.name, number(p.rating), p.low == null ? "" : `${number(p.low)} .. ${number(p.high)}`,
    p.openings ?? "", p.games, `${p.wins ?? ""} ${p.draws ?? ""} ${p.losses ?? ""}`, p.games ? percent(p.points / p.games) : ""]);
  return table(["rank", "player", "Elo", "95 %", "openings", "games", "W D L", "score"], rows);
}

const number = (x) => (x == null ? "" : x.toFixed(0));

function crosstable(run) {
  const players = run.standing.players.map((p) => p.name);
  const meetings = run.crosstable?.meetings ?? run.crosstable?.pairs ?? [];
  if (!meetings.length) return make("p");
  const score = (a, b) => {
    const m = meetings.find((x) => x.player === a && x.opponent === b);
    return m?.games ? `${m.points} / ${m.games}` : "";
  };
  return make("details", {}, make("summary", {}, "Crosstable: points of the row's player"),
    table(["player", ...players.map((_, i) => String(i + 1))], players.map((a, i) => [`${i + 1}. ${a}`, ...players.map((b) => score(a, b))])));
}

// testPath draws the log-likelihood ratio of a sequential test between its bounds.
function testPath({ ratios, lower, upper, decision }) {
  const width = 640, height = 180;
  const low = Math.min(lower, ...ratios), high = Math.max(upper, ...ratios);
  const x = (i) => 10 + i * (width - 20) / Math.max(1, ratios.length);
  const y = (r) => 10 + (high - r) * (height - 20) / (high - low || 1);
  const path = ratios.map((r, i) => `L${x(i + 1).toFixed(1)} ${y(r).toFixed(1)}`).join("");
  return make("figure", {}, svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "log-likelihood ratio by pair" },
    svg("path", { d: `M10 ${y(upper)}H${width - 10}M10 ${y(lower)}H${width - 10}`, class: "even" }),
    svg("path", { d: `M10 ${y(0)}${path}`, class: "course" })),
  make("figcaption", {}, `Log-likelihood ratio ${(ratios.at(-1) ?? 0).toFixed(2)} between ${lower.toFixed(2)} and ${upper.toFixed(2)} after ${ratios.length} pairs: ${decision}.`));
}

function filterForm(run) {
  const { filter } = shown;
  const field = (name, label, values) => make("label", {}, label, " ", make("select", { name }, make("option", { value: "" }, "any"),
    ...values.map((v) => make("option", { value: v, selected: filter[name] === v }, v))));
  const form = make("form", { class: "filter" }, field("player", "player", run.players), field("result", "result", ["1-0", "0-1", "draw"]),
    make("label", {}, "ended by ", make("input", { name: "reason", value: filter.reason ?? "" })), make("button", {}, "Filter"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    shown.filter = Object.fromEntries(new FormData(form));
    shown.skip = 0;
    context.table.guard(draw);
  });
  return form;
}

async function gamesPage() {
  const words = new URLSearchParams({ skip: shown.skip, limit: perPage });
  for (const [key, value] of Object.entries(shown.filter)) if (value) words.set(key, value);
  const { games } = await get(`runs/${encodeURIComponent(shown.id)}/games?${words}`);
  const rows = games.map((g) => [button(g.game ?? g.identity, () => context.table.guard(() => replay(g.identity ?? g.game))),
    (g.players ?? []).join(" – "), (g.scores ?? []).join(" – "), g.turns, g.reason]);
  const turn = (by) => () => { shown.skip = Math.max(0, shown.skip + by); context.table.guard(draw); };
  return make("div", {}, table(["game", "players", "scores", "turns", "ended by"], rows), make("p", {},
    button("earlier", turn(-perPage), { disabled: shown.skip === 0 }), ` ${shown.skip + 1} to ${shown.skip + games.length} `,
    button("later", turn(perPage), { disabled: games.length < perPage })));
}

// replay puts a stored game on the board, with what the players thought.
async function replay(identity) {
  const game = await get(`runs/${encodeURIComponent(shown.id)}/game?identity=${encodeURIComponent(identity.split("/").slice(-3).join("/"))}`);
  await context.openGame({ ...game.state, seats: game.players });
  const { table } = context;
  table.game.line().forEach((node, i) => { node.thought = game.thoughts[i - game.opening]; });
  table.say(`${shown.id}/${identity}: ${game.players.join(" against ")}, ${game.scores.join(" – ")}, ${game.reason}`);
}

function reportPart(run) {
  const place = make("div");
  const show = button("Show the report here", () => {
    show.disabled = true;
    place.append(make("iframe", { src: `runs/${encodeURIComponent(run.id)}/report`, title: "report", class: "report" }));
  });
  return make("section", {}, make("h3", {}, "Report"), show, " ", make("a", { href: `runs/${encodeURIComponent(run.id)}/report`, target: "_blank", rel: "noopener" }, "in a page of its own"), place);
}

function table(heads, rows) {
  return make("div", { class: "scroll" }, make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((h) => make("th", { scope: "col" }, h)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell instanceof Node ? cell : String(cell ?? ""))))))));
}
