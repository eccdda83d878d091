// The position on the table as text, which can be copied and replaced, and an editor that changes it square by square.
import { button, find, make, options } from "pillars/dom.js";
import { piece } from "pillars/drawn.js";
import { Game } from "pillars/game.js";

const takeTop = "x";

export class Editor {
  /** @type {any} The position being edited: the engine's last answer. */ now = null;
  /** @type {string} The piece that a click puts on a square. */ piece = "";
  asked = 0;

  /**
   * @param {import("pillars/table.js").Table} table
   * @param {import("pillars/analysis.js").Analysis} analysis
   */
  constructor(table, analysis) {
    this.table = table;
    this.analysis = analysis;
    const text = find("#position-text"), guard = (action) => table.guard(action);
    find("#position").addEventListener("submit", (event) => {
      event.preventDefault();
      guard(() => this.#use());
    });
    text.addEventListener("change", () => { if (this.now) guard(() => this.#change({ start: text.value })); });
    find("#edit").addEventListener("click", () => guard(() => this.#open()));
    const put = (event) => {
      const square = this.now && event.target.closest("[data-square]")?.dataset.square;
      if (square) guard(() => this.#change({ square, put: this.piece }));
    };
    find("#board").addEventListener("click", put);
    find("#board").addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") put(event); });
    table.follow(() => this.#shown());
  }

  // shown follows the table when it shows another position.
  #shown() {
    if (this.now) this.#close();
    find("#position-text").value = this.table.view.position;
    this.#tell("");
  }

  async #open() {
    if (this.now) return this.#leave();
    this.table.engine.stop();
    await this.#change({ start: this.table.view.position, options: this.table.game.rules.options });
    find("#editor [name=piece]")?.focus({ preventScroll: true });
  }

  #close() {
    this.asked++;
    this.now = null;
    delete document.body.dataset.editing;
    find("#edit").setAttribute("aria-expanded", "false");
    find("#editor").hidden = true;
    find("#editor").replaceChildren();
  }

  // leave shows the position of the table again.
  #leave() {
    const { table } = this;
    this.#close();
    table.board.show(table.view, table.mine());
    this.#shown();
    table.guard(() => this.analysis.search());
    find("#menu").focus({ preventScroll: true });
  }

  #ask(change) {
    const { game, options } = this.table.game.rules;
    return this.table.engine.ask({ do: "edit", game, options: this.now?.options ?? options, start: this.now?.start ?? "",
      ...change });
  }

  // change asks the engine for a change of the position and shows the result. Errors are shown at the text.
  async #change(change) {
    const number = ++this.asked;
    let now;
    try {
      now = await this.#ask(change);
    } catch (error) {
      if (error.lost) throw error;
      return this.#tell(error.message);
    }
    if (number !== this.asked) return;
    this.now = now;
    this.table.board.show({ ...now, legal: [] }, false);
    find("#position-text").value = now.start;
    this.#tell(now.wrong ?? "");
    this.#draw();
  }

  #tell(wrong) {
    find("#position-wrong").textContent = wrong && `${wrong[0].toUpperCase()}${wrong.slice(1)}.`;
    find("#position-text").setAttribute("aria-invalid", String(Boolean(wrong)));
  }

  // use puts the position in the text on the table, if it is legal.
  async #use() {
    const { table } = this, { game } = table.game.rules;
    let now;
    try {
      now = await this.#ask({ start: find("#position-text").value.trim() });
    } catch (error) {
      if (error.lost) throw error;
      now = { wrong: error.message };
    }
    this.#tell(now.wrong ?? "");
    if (now.wrong) return find("#position-text").focus();
    await table.open(Game.of({ game, options: now.options, start: now.start }), { mode: "analyse" });
  }

  // draw makes the editor once and then sets its values, so that the focus stays.
  #draw() {
    const place = find("#editor"), { pieces, fields } = this.now;
    document.body.dataset.editing = "";
    find("#edit").setAttribute("aria-expanded", "true");
    place.hidden = false;
    if (!pieces.some(({ value }) => value === this.piece) && this.piece !== takeTop) this.piece = pieces[0].value;
    if (place.dataset.pieces !== pieces.map((p) => p.value).join() || !place.firstChild) this.#build(place);
    fields.forEach(({ value, values }, i) => { if (values) place.querySelector(`[name=field${i}]`).value = value; });
  }

  #build(place) {
    const { table } = this, { pieces, fields } = this.now;
    const guarded = (change) => () => table.guard(() => this.#change(change));
    place.dataset.pieces = pieces.map((p) => p.value).join();
    const choice = (value, words, drawing) => {
      const label = make("label", {}, make("input", { type: "radio", name: "piece", value, checked: value === this.piece,
        onchange: () => { this.piece = value; } }), make("span", { class: "picture", "aria-hidden": "true" }), words);
      label.children[1].append(drawing ? piece(drawing) : "✕");
      return label;
    };
    const field = ({ title, values }, i) => {
      const set = (event) => {
        const parts = this.now.start.split(" ");
        parts[i + 1] = event.target.value;
        table.guard(() => this.#change({ start: parts.join(" ") }));
      };
      return values ? make("label", {}, make("span", {}, title), make("select", { name: `field${i}`, onchange: set }, ...options(values.map((v) => [v.value, v.words])))) : null;
    };
    place.replaceChildren(
      make("fieldset", { class: "palette" }, make("legend", {}, "Choose a piece, then click squares"),
        ...pieces.map((p) => choice(p.value, p.words, p.drawing)), choice(takeTop, "take away")),
      make("div", { class: "edit-fields" }, ...fields.map(field).filter(Boolean)), // the text has the others
      make("p", { class: "buttons" }, button("Clear the board", guarded({ put: "clear" })), button("Start position", guarded({ start: "" })),
        button("Cancel", () => this.#leave())));
  }
}
