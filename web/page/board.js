// The board that one plays on. The engine draws it; this adds what lights up, what moves, and what squares can be chosen.
// A step is chosen by its squares in order; steps that share all squares are told apart by buttons.
import { button, make, svg } from "pillars/dom.js";
import { hands } from "pillars/drag.js";
import { arrowOf, frame, numberOf } from "pillars/marks.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  /** @type {import("pillars/types").View} */ view;
  /** @type {any} */ place;
  /** @type {HTMLElement} */ choices;
  /** @type {any} */ step;
  /** @type {any} */ refuse;
  /** @type {any} */ look;
  /** @type {string[]} */ chosen = [];
  animated = true;
  turned = false;
  busy = false;
  enabled = false;

  // step(text) is called with the step chosen; refuse(chosen, square) with a square where no step goes on; look(square,
  // cell) with the one under the pointer or the focus, or null, and with its cell if its stack is to be drawn.
  constructor(place, choices, { step, refuse, look }) {
    Object.assign(this, { place, choices, step, refuse, look, chosen: [], enabled: false, animated: true, turned: false, brush: "" });
    place.addEventListener("click", (event) => this.#click(event));
    place.addEventListener("keydown", (event) => this.#key(event));
    for (const type of ["pointerover", "focusin"]) {
      place.addEventListener(type, (event) => {
        const seen = type === "focusin" ? event.target.matches(":focus-visible") : event.pointerType === "mouse" && !event.buttons;
        this.look(this.#square(event), seen ? event.target.closest("[data-square]") : null);
      });
    }
    place.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") this.look(null); });
    place.addEventListener("focusout", () => this.look(null));
    hands(this);
  }

  // animate shows what a step does before its view is shown: what moves slides along its way, what disappears fades.
  async animate(way, view) {
    if (!way || !this.view || !this.animated || still.matches || this.pressed) return;
    this.marks.replaceChildren();
    if (way.length > 1 && !this.dropped) await this.#slide(way, view);
    const after = new Map(view.squares.map((s) => [s.name, s.pieces ?? []]));
    const gone = this.view.squares.filter(({ name, pieces = [] }) => pieces.length && (way.length < 2 || name !== way[0]) &&
      pieces.some((piece, i) => after.get(name)?.[i] !== piece));
    await Promise.all(gone.map(({ name }) => this.#lift(name)?.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 260 })
      .finished.catch(() => {})));
  }

  // show draws a view.
  show(view, enabled) {
    const active = document.activeElement, pressed = this.choices.contains(active); // what is drawn anew loses the focus
    const focus = this.place.contains(active) && /** @type {HTMLElement} */ (active).dataset?.square;
    this.view = view;
    this.dropped = false;
    this.enabled = enabled && !view.result;
    this.busy &&= !this.enabled && !view.result;
    this.place.innerHTML = view.picture; // from the engine, which escapes all text
    this.marks = svg("g", { class: "marks", "aria-hidden": "true" });
    this.arrows = svg("g", { class: "arrows", "aria-hidden": "true" });
    this.trail = svg("g", { class: "arrows", "aria-hidden": "true" });
    this.place.firstElementChild.append(this.marks, this.trail, this.arrows);
    frame(this.place, view, this.trail);
    for (const way of view.last?.ways ?? []) {
      const points = way.map((name) => this.#middle(name));
      if (points.length > 1) this.trail.append(arrowOf(points, "trail"));
    }
    const first = this.#cell(focus) ?? this.place.querySelector("[data-square]");
    first?.setAttribute("tabindex", "0");
    this.#choose(this.#forced());
    if (focus) first?.focus();
    else if (pressed) (this.choices.querySelector("button") ?? first)?.focus();
    const next = this.enabled && this.pressed;
    if (!this.busy) this.pressed = null;
    if (next) this.press(next);
  }

  // hold takes no step until the next board that a person plays on; what is pressed until then counts there.
  hold() { Object.assign(this, { enabled: false, busy: true, pressed: null }); }

  // release forgets what was pressed meanwhile.
  release() { Object.assign(this, { busy: false, pressed: null }); }

  // arrow draws the way of a turn: a line through the squares of each of its steps, and the barrier that it puts.
  // One with a number stands beside those that are shown.
  arrow(ways, kind, walls = [], number = 0) {
    if (!number) this.arrows.replaceChildren();
    for (const { cell, side } of walls) {
      const wall = svg("rect", { ...this.#side(side), class: `wall ${kind}` });
      wall.setAttribute("transform", this.#cell(cell)?.getAttribute("transform") ?? "");
      this.arrows.append(wall);
    }
    for (const way of ways) {
      const points = way.map((name) => this.#middle(name)).filter(Boolean);
      if (points.length === 1) this.arrows.append(svg("circle", { cx: points[0][0], cy: points[0][1], r: 24, class: kind }));
      else if (points.length) this.arrows.append(arrowOf(points, kind));
    }
    const [first] = ways.map((way) => way.map((name) => this.#middle(name)).filter(Boolean));
    if (number && first?.length) this.arrows.append(numberOf(first, kind, number));
  }

  #cell(name) { return !name ? null : this.place.querySelector(`[data-square="${CSS.escape(name)}"]`); }

  #middle(name) {
    const at = this.#cell(name)?.transform.baseVal.consolidate()?.matrix;
    return at && [at.e + 30, at.f + 30];
  }

  #square(event) { return event.target.closest?.("[data-square]")?.dataset.square ?? null; }

  // candidates are the legal steps that go on from the squares chosen.
  #candidates(chosen) {
    return (this.view.legal ?? []).filter((c) => chosen.every((name, i) => c.squares?.[i] === name));
  }

  // forced are the squares that all steps share, such as the cell that a barrier must be built at.
  #forced() {
    const legal = this.view.legal ?? [];
    const [one] = legal;
    const all = one?.squares?.length === 1 && legal.length > 1 && legal.every((c) => c.squares?.join() === one.squares.join());
    return all ? one.squares : [];
  }

  #choose(chosen) {
    this.chosen = chosen;
    const candidates = this.enabled ? this.#candidates(chosen) : [];
    for (const cell of this.place.querySelectorAll("[data-square]")) {
      const name = cell.dataset.square;
      cell.classList.toggle("chosen", chosen.includes(name));
      cell.classList.toggle("can", candidates.some((c) => c.squares?.[chosen.length] === name));
    }
    this.#mark(chosen);
    this.#offer(candidates);
  }

  // mark tells squares apart by form: a dot on an empty one to go to, a ring around what can move, corners around what
  // stands on a square to go to.
  #mark(chosen) {
    this.marks.replaceChildren();
    for (const { name, pieces, words } of this.view.squares) {
      const cell = this.#cell(name), can = cell?.classList.contains("can");
      cell?.setAttribute("aria-label", can ? words + "; can be chosen" : words);
      cell?.classList.toggle("grab", Boolean(this.enabled && pieces && this.#begins([name])));
      if (!can) continue;
      const onto = chosen.length > 0 || !this.view.legal.some((c) => c.squares?.length > 1 && c.squares[0] === name);
      const mark = !pieces ? svg("circle", { cx: 30, cy: 30, r: 6.5, class: "dot" })
        : onto ? svg("path", { d: "M4 18V4H18M42 4H56V18M56 42V56H42M18 56H4V42", class: "corners" })
          : svg("rect", { x: 3.5, y: 3.5, width: 53, height: 53, rx: 26, class: "ring" });
      mark.setAttribute("transform", cell.getAttribute("transform"));
      this.marks.append(mark);
    }
  }

  // offer shows buttons for the steps that squares alone do not choose, and the colours to place.
  #offer(candidates) {
    const depth = this.chosen.length;
    const here = candidates.filter((c) => (c.squares?.length ?? 0) === depth && (depth > 0 || !c.squares));
    const buttons = here.map((c, i) => button(c.words ?? c.step, () => this.step(c.step), { "data-digit": i + 1 }));
    const brushes = depth ? [] : [...new Set(candidates.filter((c) => c.squares?.length === 1 && c.words).map((c) => c.rest))];
    if (brushes.length > 1) {
      if (!brushes.includes(this.brush)) this.brush = brushes[0];
      for (const rest of brushes) {
        const words = candidates.find((c) => c.rest === rest).words;
        buttons.push(button("place " + words, () => { this.brush = rest; this.#choose([]); },
          { "aria-pressed": String(rest === this.brush) }));
      }
    } else {
      this.brush = "";
    }
    if (depth && !this.#forced().length) buttons.push(button("cancel", () => this.#choose([]), { class: "quiet" }));
    this.choices.replaceChildren(...buttons);
    this.#edges(here);
  }

  // edges are places to click for barriers.
  #edges(candidates) {
    for (const edge of this.place.querySelectorAll(".edge")) edge.remove();
    for (const c of candidates) {
      const box = this.#side(c.side), cell = this.#cell(c.squares?.[0]);
      if (!box || !cell) continue;
      const edge = svg("rect", { ...box, class: "edge" });
      edge.addEventListener("click", (event) => { event.stopPropagation(); this.step(c.step); });
      cell.append(edge);
      cell.parentElement.append(cell); // above its neighbours
      cell.parentElement.parentElement.insertBefore(cell.parentElement, this.marks);
    }
  }

  // side is the place of a barrier on a side of a cell; undefined without a side.
  #side(side) {
    const at = ["n", "e", "s", "w"].indexOf(side);
    return at < 0 ? undefined : [{ x: 4, y: -7, width: 52, height: 14, rx: 5 }, { x: 53, y: 4, width: 14, height: 52, rx: 5 },
      { x: 4, y: 53, width: 52, height: 14, rx: 5 }, { x: -7, y: 4, width: 14, height: 52, rx: 5 }][this.turned ? (at + 2) % 4 : at];
  }

  #click(event) {
    const square = this.#square(event);
    if (square) this.press(square);
  }

  // press is a click on a square, or its like by keyboard.
  press(square) {
    if (!this.enabled) {
      if (!this.busy) return;
      this.pressed = square;
      for (const one of this.place.getAnimations({ subtree: true })) one.finish();
      return;
    }
    const forced = this.#forced();
    for (const chosen of [[...this.chosen, square], [...forced, square], [square]]) {
      let candidates = this.#candidates(chosen);
      if (!candidates.length) continue;
      const done = candidates.filter((c) => c.squares.length === chosen.length);
      const painted = done.filter((c) => c.rest === this.brush);
      if (this.brush && painted.length === 1) return this.step(painted[0].step);
      if (done.length === 1 && candidates.length === 1) return this.step(done[0].step);
      return this.#choose(chosen);
    }
    if (this.chosen.includes(square) && !forced.length) return this.#choose([]);
    this.refuse(this.chosen, square);
  }

  #begins(chosen) { return this.#candidates(chosen).some((c) => c.squares.length > chosen.length); }

  // take returns what is drawn on a square, to be dragged, and shows where it can go.
  take(name) {
    if (!this.enabled || !this.view.squares.find((s) => s.name === name)?.pieces) return null;
    this.#choose(this.#begins([name]) ? [name] : this.#forced());
    const ghost = svg("g", { class: "ghost" }, ...[...this.#cell(name).children].slice(2, -1).map((part) => part.cloneNode(true)));
    this.place.firstElementChild.append(ghost);
    return ghost;
  }

  // drop plays the step from one square to another, or says why there is none.
  drop(from, to) {
    const goes = to && to !== from && this.enabled;
    if (!goes || !this.#candidates([from, to]).length) this.#choose(this.#forced());
    if (!goes) return;
    if (!this.#candidates([from, to]).length) return this.refuse([from], to);
    this.chosen = [from];
    this.dropped = true;
    this.press(to);
  }

  #key(event) {
    const square = this.#square(event);
    if (!square) return;
    const moves = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.press(square);
    } else if (event.key === "Escape") {
      this.#choose(this.#forced());
    } else if (moves[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      this.#move(square, moves[event.key].map((by) => this.turned ? -by : by));
    }
  }

  // move carries the focus to the next square in a direction, over what is no square.
  #move(square, [right, up]) {
    let file = square.charCodeAt(0), rank = Number(square.slice(1));
    for (let i = 0; i < Math.max(this.view.files, this.view.ranks); i++) {
      file += right;
      rank += up;
      const next = this.#cell(String.fromCharCode(file) + rank);
      if (!next) continue;
      this.#cell(square).setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      return next.focus();
    }
  }

  // slide carries what stands on the first square to the last, over what the next view leaves there.
  async #slide(squares, view) {
    const from = this.#middle(squares[0]), to = this.#middle(squares.at(-1));
    const piece = from && to && this.#lift(squares[0]);
    if (!piece) return;
    const next = make("div");
    next.innerHTML = view.picture; // from the engine, as in show
    const left = next.querySelector(`[data-square="${CSS.escape(squares[0])}"]`);
    if (left) this.#cell(squares[0]).lastElementChild.before(...[...left.children].slice(2, -1));
    const base = `translate(${from[0] - 30}px, ${from[1] - 30}px)`;
    const motion = piece.animate([{ transform: base }, { transform: `${base} translate(${to[0] - from[0]}px, ${to[1] - from[1]}px)` }],
      { duration: 220, easing: "ease-in-out", fill: "forwards" });
    await motion.finished.catch(() => {});
  }

  // lift takes what is drawn on a square above all others.
  #lift(name) {
    const cell = this.#cell(name);
    if (!cell) return null;
    const piece = svg("g", { class: "sliding", transform: cell.getAttribute("transform") });
    piece.append(...[...cell.children].slice(2, -1));
    this.place.firstElementChild.append(piece);
    return piece;
  }
}
