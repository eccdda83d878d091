// The page: it connects the engine, the table and the parts around it.
import { Analysis } from "pillars/analysis.js";
import { acted, find, findAll, free } from "pillars/dom.js";
import { showEnd } from "pillars/end.js";
import { commenting } from "pillars/comment.js";
import { drawing } from "pillars/drawing.js";
import { Engine, serverHost, workerHost } from "pillars/engine.js";
import { Editor } from "pillars/editor.js";
import { filesDialog, save, settings } from "pillars/files.js";
import { hint } from "pillars/hint.js";
import { Home } from "pillars/home.js";
import { myGames } from "pillars/mygames.js";
import { Lesson } from "pillars/lessons.js";
import { applyLook, darkSwitch, lookPicker } from "pillars/looks.js";
import { menu } from "pillars/menu.js";
import { openings } from "pillars/openings.js";
import { newGame } from "pillars/newgame.js";
import { Pages } from "pillars/pages.js";
import { Puzzles } from "pillars/puzzles.js";
import { resign } from "pillars/resign.js";
import { Review } from "pillars/review.js";
import { rulesPage } from "pillars/rules.js";
import { openShare } from "pillars/share.js";
import { sound } from "pillars/sound.js";
import { keep, kept } from "pillars/store.js";
import { Table } from "pillars/table.js";
import { walk } from "pillars/walk.js";

applyLook();
find("#settings p").after(lookPicker());
darkSwitch();
const packed = find("#engine");
const engine = new Engine(packed ? workerHost(find("#worker").textContent, packed.textContent) : serverHost("ask"));
const table = new Table(engine, { analyse: (node) => pages.analyse(node), sound });
const analysis = new Analysis(table);
const review = new Review(table, analysis);
new Editor(table, analysis);
commenting(table);
drawing(table);
openings(table);
const puzzles = new Puzzles(table);
const begin = (...given) => pages.begin(...given);
const ask = async (game, from = null) => newGame(engine, engine.games(), game, begin, from);
const guarded = (action) => (...given) => table.guard(() => action(...given));
const home = new Home(engine, {
  begin: guarded(begin),
  more: guarded((game) => ask({ game })),
  learn: guarded((game) => pages.learn(game)),
  resume: guarded((id) => pages.resume(id)),
});
const lesson = new Lesson(table, {
  play: (game) => home.play(game, 1),
  puzzle: (game) => pages.solve(game),
});
const pages = new Pages(table, {
  puzzles, home, lesson,
  openRules: rulesPage(engine, () => pages.show("rules"), guarded((game) => home.play(game))),
  runs: find("#runs") && import("pillars/runs.js"), // only in the page of a server
});

// Reactions to each new view of the table.
table.follow(() => { if (table.mode === "analyse") table.guard(() => analysis.shown()); });
table.follow(() => { if (table.mode === "puzzle") table.guard(() => puzzles.shown()); });
table.follow(() => { if (table.mode === "lesson") table.guard(() => lesson.shown()); });
table.follow(() => showEnd(table, {
  begin, sound,
  review: async () => { await pages.open("analyse"); await review.run(); },
  home: () => pages.start(),
}));

const onClick = {
  "new": () => ask(table.game.rules),
  "undo-step": () => table.undoStep(),
  "undo": () => table.undoTurn(),
  "hint": () => hint(table),
  "resign": () => resign(table),
  "to-remove": async () => { if (table.game.at.parent) await table.change(() => table.game.remove(table.game.at)); },
  "to-main": () => table.change(() => table.game.promote()),
  "flip": () => table.turn(),
  "to-best": async () => { const [best] = analysis.ranked(); if (best?.turns.length) await table.playTurn(best.turns[0]); },
  "to-play": () => ask(table.game.rules, table.game),
  "files": files,
  "share": () => openShare(table),
};
for (const one of findAll("[data-press]")) one.addEventListener("click", () => find(one.dataset.press).click());
for (const [id, action] of Object.entries(onClick)) find("#" + id).addEventListener("click", () => table.view && table.guard(action));
for (const tab of findAll("header [data-page]")) acted(tab, guarded(() => pages.open(tab.dataset.page)));
acted(find("#to-home"), guarded(() => pages.start()));
table.follow(() => { for (const one of findAll(".notation")) one.href = `#rules=${table.view.game}&part=Notation`; });
find("#more").addEventListener("click", () => find("#settings").showModal());
find("#typing").addEventListener("submit", (event) => {
  event.preventDefault();
  table.guard(async () => { await table.type(find("#typed").value); find("#typed").value = ""; });
});
find("#puzzle-game").addEventListener("change", (event) => table.guard(() => pages.solve(event.target.value)));
find("#puzzle-list").addEventListener("change", (event) => table.guard(() => puzzles.choose(Number(event.target.value))));
walk(table);
menu("menu");
filesDialog(table, (...given) => pages.openGame(...given));
for (const [id, name] of [["set-animation", "animation"], ["set-sound", "sound"]]) {
  const box = find("#" + id);
  box.checked = kept(name) ?? box.checked;
  table.board.animated = find("#set-animation").checked;
  box.addEventListener("change", () => { keep(name, box.checked); table.board.animated = find("#set-animation").checked; });
}

// files opens the dialog of saved games.
function files() {
  find("#save-line").hidden = !table.game.inVariation();
  find("#add-mine").hidden = table.mode !== "analyse";
  find("#files-dialog").showModal();
}

find("#add-mine").addEventListener("click", () => settings(() => {
  table.remember(true);
  return "It is in My games.";
}));
for (const one of findAll(".my-games-open")) one.addEventListener("click", () => {
  find("#files-dialog").close();
  myGames(engine, ({ kind, id, value }) => table.guard(() => (kind === "game" ? pages.openKept(id, value) : pages.openAnalysis(id, value))));
});

const keys = { f: "flip", j: "to-back", k: "to-forward", ArrowLeft: "to-back", ArrowRight: "to-forward", u: "undo", h: "hint", n: "new",
  "[": "to-back", "]": "to-forward", b: "to-best", c: "comment-turn", o: "openings-open", x: "threat", Home: "to-start", End: "to-end" };
addEventListener("keydown", (event) => {
  if (!free(event) || find("#table").hidden || "editing" in document.body.dataset) return;
  const digit = find(`#choices [data-digit="${CSS.escape(event.key)}"]`);
  if (digit) return digit.click();
  if (event.key === "l" && table.mode === "analyse") return find("#analysis-on").click();
  const target = keys[event.key] && find("#" + keys[event.key]);
  if (!target || !usable(target)) return;
  event.preventDefault(); // the letter is not for a field that this opens
  target.click();
});

// usable returns whether a button belongs to the current page; it may be in a closed menu.
function usable(one) {
  const only = one.closest("[class*=only-]");
  return !one.disabled && !one.hidden && (!only || only.classList.contains("only-" + table.mode));
}

find(".skip").addEventListener("click", (event) => { event.preventDefault(); find("#board [tabindex='0']")?.focus(); });

table.guard(() => pages.route());
Object.assign(globalThis, { pillars: { engine, table, puzzles, pages, save: () => save(table) } }); // for the console of the browser, and for tests
