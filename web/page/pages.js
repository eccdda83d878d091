// Pages: which page is shown, the address of each, and what it puts on the table. Play, analysis, puzzles and lessons share
// the table. The start screen, the rules and the runs do not use it.
import { button, find, findAll } from "pillars/dom.js";
import { Stopped } from "pillars/engine.js";
import { Game } from "pillars/game.js";
import { note, noted } from "pillars/history.js";
import { breaks, readable, tellBroken } from "pillars/kept.js";
import { unpack } from "pillars/link.js";
import { gameOf } from "pillars/mygames.js";
import { read } from "pillars/notes.js";
import { adopt, allKept, fresh, ownName } from "pillars/store.js";

// usual is the game if none was chosen.
const usual = { game: "pit-of-pillars", options: { size: "6" } };

export class Pages {
  /**
   * @param {import("pillars/table.js").Table} table
   * @param {{ puzzles: any, lesson: any, home: any, openRules: Function, runs: Promise<any> | null }} parts
   */
  constructor(table, { puzzles, lesson, home, openRules, runs }) {
    this.table = table;
    this.puzzles = puzzles;
    this.lesson = lesson;
    this.home = home;
    this.openRules = openRules;
    this.runs = runs;
    /** @type {any} What was on the table before a lesson. */
    this.left = null;
    addEventListener("popstate", () => table.guard(() => this.route()));
  }

  // open shows the named page. If that fails, the page before stays.
  async open(name) {
    const { table } = this, before = document.body.dataset.shown;
    if (name === "rules") return this.learn((table.game ?? { rules: usual }).rules.game, 0);
    if (name === "analyse" && (!table.game || table.mode === "lesson")) return this.analyseNew();
    if (name === "play" && before === "play") return this.start();
    this.show(name);
    try {
      if (name === "analyse" && table.mode !== "analyse") await this.analyse(table.game.at);
      else if (name === "play" && (table.mode !== "play" || !table.game)) await this.resume();
      else if (name === "puzzle") await this.puzzles.open(table.game?.rules ?? usual);
      else if (name === "runs") await (await this.runs).open(this.context(), before === name ? null : undefined);
      else table.note();
    } catch (error) {
      if (!(error instanceof Stopped)) this.show(before);
      throw error;
    }
  }

  context() { return { table: this.table, openGame: this.openGame.bind(this) }; }

  // show shows the elements of a page and marks its button.
  show(name) {
    if (document.body.dataset.shown !== name) scrollTo(0, 0);
    document.body.dataset.shown = name;
    const tabOf = { home: "play", lesson: "rules" };
    for (const tab of findAll("header [data-page]")) {
      if (tab.dataset.page === (tabOf[name] ?? name)) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    const own = find(`main > section[id="${name}"]`) ?? find("#table");
    for (const section of findAll("main > section")) section.hidden = section !== own;
    find("#elsewhere").textContent = "";
  }

  // start shows the start screen, from which a game in play can be continued.
  async start() {
    this.table.engine.stop();
    this.table.clock?.turn(null);
    this.table.keepGame();
    this.show("home");
    note("#", "home");
    await this.home.draw();
    tellBroken(this.table);
  }

  // learn shows a step of the lesson of a game and scrolls to the top. Step 0 is the first step not done.
  async learn(game, step = 1) {
    const before = document.body.dataset.shown, { game: left, mode, seats } = this.table;
    if (left && mode !== "lesson") this.left = { game: left, mode, seats };
    this.show("lesson");
    try {
      await this.lesson.open(game, step);
    } catch (error) {
      if (!(error instanceof Stopped)) this.show(before);
      throw error;
    }
    scrollTo(0, 0);
  }

  // solve shows the first unsolved puzzle of a game.
  async solve(game) {
    this.show("puzzle");
    await this.puzzles.open({ game });
  }

  // analyse opens the game in analysis, at one of its nodes.
  async analyse(node) {
    const { table } = this;
    this.show("analyse");
    const copy = Game.of({ ...table.game.rules, turns: table.game.line().map((n) => n.turn) });
    const depth = table.game.path(node).length;
    copy.go([copy.root, ...copy.path()][depth]);
    grow(copy);
    const last = copy.line().at(-1), { resigned } = table;
    if (last && resigned) last.ended = { seat: resigned.seat, words: resigned.words.replace(/^.*?: /, "") };
    await table.open(copy, { mode: "analyse", seats: table.seats });
  }

  // analyseNew opens an analysis if no game is on the table: the one that a lesson replaced, or of the game played last, or of
  // a new game.
  async analyseNew() {
    if (this.left?.mode === "analyse") {
      this.show("analyse");
      return this.table.open(this.left.game, this.left);
    }
    const [last] = readable();
    await this.openGame(last?.value ?? usual);
  }

  async openGame(state, stored = null, at = null) {
    const game = Game.of(state);
    if (state.tree) game.root = Game.planted(state.tree.map(({ turn, after, ...notes }) => ({ turn, after, ...read(notes) })));
    if (state.tree) game.go(game.line(game.root).at(-1) ?? game.root);
    const last = game.line(game.root).at(-1);
    if (last && state.ended === "resignation") last.ended = { seat: state.result === "1-0" ? 1 : 0, words: "" };
    game.saved = game.print();
    if (stored) game.stored = { address: stored, turns: (state.turns ?? []).join(" ") };
    if (at !== null) game.go([game.root, ...game.path()][at] ?? game.at);
    adopt("analysis", fresh());
    this.show("analyse");
    await this.table.open(game, { mode: "analyse", seats: state.seats ?? [] });
  }

  // resume continues the kept game with a name or, without a name, the game of this tab or else the latest one. If there is
  // none, it shows the start screen.
  async resume(name = null) {
    for (const { id, value } of readable().filter((one) => !name || one.id === name)) {
      try {
        await this.openKept(id, value);
        return tellBroken(this.table);
      } catch (error) {
        if (error.lost || error instanceof Stopped) throw error;
        breaks(id, error.message);
      }
    }
    await this.start();
  }

  /** openAnalysis opens a kept analysis at its start, and keeps it under the same name. @param {string} id @param {any} kept */
  async openAnalysis(id, kept) {
    const game = Object.assign(gameOf(kept), { mine: Boolean(kept.saved) });
    game.go(game.root);
    game.saved = game.print();
    this.show("analyse");
    adopt("analysis", id);
    await this.table.open(game, { mode: "analyse" });
  }

  /** @param {string} name @param {any} kept */
  openKept(name, { seats, clock, resigned, ...state }) {
    this.show("play");
    return this.table.open(Game.of(state), { seats, clock, resigned, name });
  }

  // begin begins a game. The game before stays kept under its own name, if it has any turns.
  async begin(rules, seats, clock = null) {
    const { table } = this;
    this.show("play");
    const before = readable().some(({ own, value }) => own && (value.turns.length || value.steps.length)) ? ownName("game") : null;
    const begun = table.guard(() => table.open(Game.of(rules), { seats, clock, name: before && fresh() }));
    if (before) table.say("The game before is kept. ").append(button("Undo", () => table.guard(() => this.resume(before)), { class: "quiet" }));
    await begun;
  }

  // route shows the page that the address names. The browser's Back and Forward call it too.
  async route() {
    const { table } = this;
    let hash;
    try {
      hash = await unpack(location.hash);
    } catch (error) {
      return this.refuse(error);
    }
    const words = new URLSearchParams(hash.slice(1)), key = noted();
    for (const [word, page] of [["analyse", "analyse"], ["puzzles", "puzzle"], ["learn", "rules"]]) if (words.has(word)) return this.open(page);
    if (words.has("rules")) return this.openRules(words.get("rules"), words.get("part"));
    table.arrived = key;
    if (this.runs && ["run", "runs"].some((word) => words.has(word))) {
      const runs = await this.runs;
      if (words.has("played")) return runs.replay(this.context(), words.get("run"), words.get("played"), words.get("at"));
      this.show("runs");
      return runs.open(this.context(), runs.wanted(words));
    }
    const id = key.startsWith("play.") && key.slice(5), linked = Game.ofAddress(hash);
    if (table.game && key && key === table.key()) {
      this.show(table.mode);
      table.note();
      if (table.mode !== "play" || table.thinking) return;
      table.status(); // the clock continues
      return table.reply();
    }
    if (!linked && !words.has("lesson")) return this.start();
    if (id && readable().some((one) => one.id === id)) return this.resume(id);
    try {
      if (linked) await this.openLinked(linked); else await this.learn(words.get("lesson"), Number(words.get("step")));
    } catch (error) {
      if (error.lost || error instanceof Stopped) throw error;
      await this.refuse(error);
    }
  }

  // refuse shows why a link cannot be opened.
  async refuse(error) {
    await this.start();
    this.table.say(`The link cannot be shown: ${error.message}`, true);
  }

  // openLinked opens the game of a link. If the same game is kept, it continues that one; otherwise it opens an analysis.
  async openLinked({ game, mode }) {
    const same = mode === "play" && readable().find(({ value }) => named(value) === named(game.state()));
    if (same) return this.openKept(same.id, same.value);
    this.show(mode === "puzzle" ? "puzzle" : "analyse");
    if (mode === "puzzle") return this.puzzles.open(game.rules);
    grow(game);
    await this.table.open(game, { mode: "analyse" });
    tellBroken(this.table);
  }
}

// grow adds the variations of a game that a tab has kept.
function grow(game) {
  const fits = allKept("analysis").find(({ value }) => game.grow(value));
  adopt("analysis", fits?.id ?? fresh());
  game.mine = Boolean(fits?.value.saved);
}

// named returns a text that is equal for states that a link does not distinguish.
const named = ({ game, options = {}, start, turns }) => JSON.stringify([game, Object.entries(options).sort(), start, turns]);
