// The form of a new run. While the person fills it in, it describes in words what will be played, and how many games.
import { button, make, optionControl, options } from "pillars/dom.js";
import { engines, opponentName } from "pillars/opponents.js";
import { picture } from "pillars/picture.js";
import { duration } from "pillars/runs-live.js";
import { back } from "pillars/runs.js";
import { now, post } from "pillars/runs-play.js";

/** @typedef {import("pillars/types").GameFacts} GameFacts */
/** @typedef {"tournament" | "sprt" | "measure"} Kind */

/** @type {[Kind, string, string][]} */
const kinds = [
  ["tournament", "Tournament", "Who is stronger? Every two players meet from the same openings, in both seats."],
  ["sprt", "Sequential test", "Is the first player stronger than the second? The test ends as soon as the games decide."],
  ["measure", "Fairness study", "Which seat is better off? A player meets itself."],
];

/** fields lists the number fields of each kind of run: name, label, default, smallest value. @type {Record<Kind, [string, string, number, number][]>} */
const fields = {
  tournament: [["rounds", "Openings for every pairing", 20, 1]],
  sprt: [["elo0", "H0: difference, normalized Elo", 0, -1000], ["elo1", "H1: difference, normalized Elo", 10, -1000],
    ["rounds", "Openings, at most", 5000, 1]],
  measure: [["rounds", "Openings", 100, 1], ["nodes", "Nodes of a decision", 1000, 1]],
};

/** clocks lists the clocks to choose from: seconds and the gain of a turn, and words. */
const clocks = [["", "none"], ["1 0.1", "1 second + 0.1 a turn"], ["10 0.1", "10 seconds + 0.1 a turn"], ["60 1", "1 minute + 1 second a turn"]];

/** @type {Record<Kind, string[]>} */
const first = { tournament: ["practice:level=2", "practice:level=4", "greedy"], sprt: ["alphabeta:nodes=1000", "mcts:nodes=1000"],
  measure: ["alphabeta"] };

/** presets lists the players to choose from: text and name. @param {Kind} kind @param {number} levels @returns {[string, string][]} */
function presets(kind, levels) {
  if (kind === "measure") return [...engines, ["greedy", opponentName("greedy")]];
  return [...Array.from({ length: levels }, (_, i) => /** @type {[string, string]} */ ([`practice:level=${i + 1}`, `Level ${i + 1}`])),
    ...["random", "greedy"].map((text) => /** @type {[string, string]} */ ([text, opponentName(text)])),
    ...[1000, 10000].flatMap((nodes) => engines.map(([name, title]) => /** @type {[string, string]} */ ([`${name}:nodes=${nodes}`, `${title}, ${nodes} nodes`])))];
}

export class NewRun {
  id = "new run";
  /** @type {Kind} */ kind = "tournament";
  players = [...first.tournament];
  /** @type {ReturnType<typeof setTimeout> | undefined} */ due;
  asked = 0;

  /** @param {{table: any}} context @param {(run: string | null) => void} go */
  constructor(context, go) {
    this.context = context;
    this.go = go;
    this.rules = make("div");
    this.seats = make("div", { class: "players" });
    this.numbers = make("div", { class: "fields" });
    this.words = make("div", { class: "planned", role: "status" });
    this.trouble = make("p", { role: "alert", id: "new-run-error" });
    this.start = make("button", { class: "main", disabled: true }, "Start");
    this.look = make("div");
    const choice = make("fieldset", { class: "card" }, make("legend", {}, "What do you want to know?"), make("div", { class: "kinds" },
      ...kinds.map(([kind, title, help]) => make("label", {},
        make("input", { type: "radio", name: "kind", value: kind, checked: kind === this.kind }),
        make("span", {}, make("strong", {}, title), make("span", { class: "soft" }, help))))));
    const step = (/** @type {string} */ title, /** @type {any} */ part) => make("fieldset", { class: "card" }, make("legend", {}, title), part);
    this.form = make("form", { class: "new-run", novalidate: true }, make("h2", {}, "New run"), make("div", { class: "form" },
      make("div", { class: "steps" }, choice, step("Which game?", this.rules), step("Who plays?", this.seats), step("How much?", this.numbers)),
      make("section", { class: "card summary", "aria-label": "What will be played" }, this.look, this.words, this.trouble,
        make("p", { class: "buttons" }, this.start, button("Cancel", () => go(null))))));
    this.place = make("div", {}, make("p", {}, back()), this.form);
    this.form.addEventListener("input", () => this.#changed());
    this.form.addEventListener("submit", (/** @type {Event} */ event) => { event.preventDefault(); this.#begin(); });
  }

  /** refresh returns the form, with its contents unchanged. */
  async refresh() {
    if (!now.allowed) return make("p", { class: "empty" }, "This server plays no runs. ", make("code", {}, "pillars serve --allow-runs"), " does.");
    if (this.games) return this.place;
    this.games = /** @type {GameFacts[]} */ (this.context.table.engine.games());
    this.#drawRules(this.games[0].name);
    this.#drawKind();
    return this.place;
  }

  play() {}

  /** @param {string} name */
  #drawRules(name) {
    const game = this.game = this.games?.find((one) => one.name === name);
    const { engine } = this.context.table;
    if (!this.choice) {
      this.choice = make("div", { class: "choice", role: "radiogroup", "aria-label": "Game" }, ...(this.games ?? []).map((one) => make("label", {},
        picture(engine, one.name), make("input", { type: "radio", name: "game", value: one.name, checked: one.name === name }), one.title)));
      this.choice.addEventListener("change", (/** @type {any} */ event) => {
        this.#drawRules(event.target.value);
        this.#drawPlayers();
        this.#changed();
      });
      this.rest = make("div", { class: "fields" });
      this.rules.replaceChildren(this.choice, this.#error("game"), this.rest);
    }
    this.look.replaceChildren(picture(engine, name));
    const chosen = (game?.options ?? []).map((o) => this.#field(`option-${o.name}`, o.title, optionControl(o, o.default), o.help));
    this.rest.replaceChildren(...chosen.slice(0, 1),
      chosen.length > 1 ? make("details", {}, make("summary", {}, "Other rules"), make("div", { class: "fields" }, ...chosen.slice(1))) : "",
      this.#error("options"));
  }

  #drawKind() {
    this.numbers.replaceChildren(...fields[this.kind].map(([name, label, value, min]) =>
      this.#field(name, label, make("input", { type: "number", value, min, step: "1" }))),
    ...this.kind === "measure" ? [] : [this.#field("clock", "Clock of each player", make("select", {}, ...options(clocks)))]);
    this.#drawPlayers();
    this.#changed();
  }

  #drawPlayers() {
    const listed = presets(this.kind, this.game?.levels ?? 0), fixed = this.kind !== "tournament";
    const rows = this.players.map((player, i) => {
      const known = listed.some(([value]) => value === player);
      const typed = make("input", { name: `player${i}`, value: player, "aria-label": `Text of player ${i + 1}`, hidden: known,
        spellcheck: "false", autocapitalize: "off", autocomplete: "off", maxlength: "200" });
      const pick = make("select", { "aria-label": `Player ${i + 1}` },
        ...options(listed.map(([value, name]) => [value, `${name} (${value})`]), player),
        make("option", { value: "", selected: !known }, "Another, as text ..."));
      pick.addEventListener("change", () => {
        typed.hidden = pick.value !== "";
        if (pick.value) typed.value = this.players[i] = pick.value; else typed.focus();
      });
      typed.addEventListener("input", () => { this.players[i] = typed.value.trim(); });
      const away = fixed || this.players.length <= 2 ? ""
        : button("Remove", () => this.#without(i), { "aria-label": `Remove player ${i + 1}` });
      return make("div", { class: "player" }, make("span", { class: "soft" }, `${i + 1}.`), pick, typed, away, this.#error(`player${i}`));
    });
    this.seats.replaceChildren(...rows, this.#error("players"), ...(fixed ? [] : [button("Add a player", () => {
      this.players.push(listed.find(([value]) => !this.players.includes(value))?.[0] ?? "random");
      this.#drawPlayers();
      this.#changed();
    })]));
  }

  /** @param {number} i */
  #without(i) {
    this.players.splice(i, 1);
    this.#drawPlayers();
    this.#changed();
  }

  /** field makes a labelled control with a place for its error. @param {string} name @param {string} label @param {any} control
   * @param {string} [help] */
  #field(name, label, control, help) {
    control.id = `new-run-${name}`;
    control.name = name;
    return make("div", { class: "field" }, make("label", { for: control.id }, label), control,
      help ? make("span", { class: "soft" }, help) : "", this.#error(name));
  }

  /** @param {string} name */
  #error(name) { return make("p", { class: "wrong", id: `new-run-${name}-error`, "data-field": name, hidden: true }); }

  /** wish returns the contents of the form as the server expects them. */
  #wish() {
    const given = new FormData(this.form);
    const options = Object.fromEntries((this.game?.options ?? []).map((o) => [o.name, String(given.get(`option-${o.name}`) ?? o.default)])
      .filter(([name, value]) => this.game?.options.some((o) => o.name === name && o.default !== value)));
    const [clock, gain] = String(given.get("clock") || "0 0").split(" ").map(Number);
    const numbers = Object.fromEntries(fields[this.kind].map(([name]) => [name, Number(given.get(name))]));
    return { kind: this.kind, game: String(given.get("game")), options, players: this.players, seed: 1, clock, gain, ...numbers };
  }

  // changed asks the server what would be played, as soon as the form has not changed for a moment.
  #changed() {
    const kind = /** @type {Kind} */ (new FormData(this.form).get("kind"));
    if (kind !== this.kind) {
      this.kind = kind;
      this.players = [...first[kind]];
      return this.#drawKind();
    }
    clearTimeout(this.due);
    this.due = setTimeout(() => this.#plan(), 250);
  }

  async #plan() {
    const number = ++this.asked;
    try {
      const wish = this.#wish(), { words, games } = await post("plan", wish);
      if (number !== this.asked) return;
      this.#tell(null);
      const [head, ...lines] = words.split("\n");
      this.words.replaceChildren(make("p", {}, make("span", { class: "many" }, String(games)), this.kind === "sprt" ? " games at most" : " games"),
        make("p", { class: "soft" }, head), make("ul", {}, ...lines.map((/** @type {string} */ line) => make("li", {}, line.trim()))));
      this.start.disabled = now.playing;
      if (now.playing) this.trouble.textContent = "Another run is being played. Stop it, or wait for its end.";
      const { takes } = await post("plan", { ...wish, try: true });
      if (number === this.asked) this.words.firstChild.after(make("p", { class: "takes" }, `They take ${takes.atLeast ? "at least" : "about"} ${duration(takes.seconds)} here.`));
    } catch (error) {
      if (number === this.asked) this.#tell(/** @type {any} */ (error));
    }
  }

  /** tell shows an error beside its field, or none. @param {(Error & {field?: string}) | null} error */
  #tell(error) {
    this.trouble.textContent = "";
    for (const place of this.form.querySelectorAll("[data-field]")) {
      const own = error?.field === place.dataset.field;
      place.hidden = !own;
      place.textContent = own ? error?.message : "";
      for (const control of place.parentElement.querySelectorAll(":scope > input, :scope > select")) {
        if (own) control.setAttribute("aria-invalid", "true"); else control.removeAttribute("aria-invalid");
        if (own) control.setAttribute("aria-describedby", place.id); else control.removeAttribute("aria-describedby");
      }
      if (own) place.closest("details")?.setAttribute("open", "");
    }
    if (!error) return;
    this.words.replaceChildren();
    this.start.disabled = true;
    if (!this.form.querySelector("[data-field]:not([hidden])")) this.trouble.textContent = error.message;
  }

  async #begin() {
    this.start.disabled = true;
    try {
      const { run } = await post("start", this.#wish());
      this.go(run);
    } catch (error) {
      this.#tell(/** @type {any} */ (error));
      this.start.disabled = false;
    }
  }
}
