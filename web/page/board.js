// The board on which people play. drawn.js draws it; this module adds highlights, choices and messages at squares.
import { Bubble, putBeside } from "pillars/beside.js";
import { Carried } from "pillars/carry.js";
import { after, begins, candidates, forced } from "pillars/choose.js";
import { button, svg } from "pillars/dom.js";
import { Drawn } from "pillars/drawn.js";
import { hands } from "pillars/drag.js";
import { arrowOf, countOf, frame, layer, markOf, numberOf, sideOf, sizeNames } from "pillars/marks.js";
import { Motion, losses } from "pillars/motion.js";

const pause = 500; // milliseconds for which a mouse rests on a square before its stack is drawn

export class Board {
  /** @type {import("pillars/types").View} */ view;
  /** @type {any} */ place;
  /** @type {HTMLElement} */ choices;
  /** @type {any} */ step;
  /** @type {any} */ look;
  /** @type {(kind: string) => void} */ sound;
  /** @type {string[]} */ chosen = [];
  animated = true;
  turned = false;
  busy = false;
  enabled = false;

  /** @type {Carried | null} */ carried = null;
  /** @type {Drawn | null} The board that an animation leads to. */ next = null;
  /** @type {string | null} The square pressed while the board accepted no step. */ pressed = null;
  brush = "";

  /**
   * step(text) is called with the step chosen; look(cell) with the cell whose stack should be shown, or null for none; sound(kind)
   * for each step.
   * @param {HTMLElement} place
   * @param {HTMLElement} choices
   * @param {{ step: (text: string) => void, look: Function, sound: (kind: string) => void }} hooks
   */
  constructor(place, choices, { step, look, sound }) {
    Object.assign(this, { place, choices, step, look, sound });
    this.motion = new Motion(this);
    const bubble = new Bubble(this);
    this.tell = bubble.tell.bind(bubble);
    this.before = choices.previousElementSibling; // the choices follow it when they are not at a square
    place.append(this.motion.air, bubble.place);
    place.addEventListener("click", (event) => this.#click(event));
    place.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => sizeNames(place)).observe(place);
    this.#watch(place);
    hands(this);
  }

  // watch shows the stack of a square for the keyboard, and for a mouse that moves to it and pauses there, which a click is not.
  #watch(place) {
    let timer = 0, over = null, at = "";
    const still = () => {
      clearTimeout(timer);
      timer = 0;
    };
    place.addEventListener("pointermove", (event) => {
      const square = this.#square(event), moved = at !== `${event.clientX} ${event.clientY}`;
      if (event.pointerType !== "mouse" || !moved || over === square && !timer) return; // a browser also reports moves of what is below
      at = `${event.clientX} ${event.clientY}`;
      still();
      if (over !== square) this.look(null);
      over = square;
      timer = window.setTimeout(() => {
        timer = 0;
        if (!this.busy && event.buttons === 0) this.look(this.cell(square));
      }, pause);
    });
    place.addEventListener("pointerdown", (event) => {
      still();
      [over, at] = [this.#square(event), `${event.clientX} ${event.clientY}`];
    }, true);
    place.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "mouse") return;
      still();
      this.look(over = null);
    });
    place.addEventListener("focusin", (event) => {
      if (event.target.matches(":focus-visible")) this.look(event.target.closest("[data-square]"));
    });
    place.addEventListener("focusout", () => this.look(null));
  }

  // animate plays the animation of a step, before its view is shown.
  async animate(way, view) {
    if (!way || !this.view) return;
    this.sound(losses(this.view, view, way).length ? "capture" : "place");
    await this.carried?.settled;
    if (!this.motion.on || this.pressed) return;
    this.#unmark();
    this.next = new Drawn(view, this.turned);
    await this.motion.play(way, view, this.next, this.carried);
  }

  // show draws a view.
  show(view, enabled) {
    const active = document.activeElement, pressed = this.choices.contains(active); // redrawn elements lose the focus
    const focus = this.place.contains(active) && /** @type {HTMLElement} */ (active).dataset?.square;
    this.view = view;
    this.carried = null;
    this.motion.clear();
    this.enabled = enabled && !view.result;
    this.busy &&= !this.enabled && !view.result;
    if (this.next?.position !== view || this.next.turned !== this.turned) this.next = new Drawn(view, this.turned);
    this.next.put(this.place);
    this.next = null;
    this.marks = layer("marks");
    this.counts = layer("counts");
    this.arrows = layer("arrows");
    this.trail = layer("arrows");
    this.mine = layer("arrows");
    sizeNames(this.place);
    this.place.firstElementChild.append(this.marks, this.counts, this.trail, this.mine, this.arrows);
    frame(this.place, view, this.trail);
    for (const way of view.last?.ways ?? []) {
      const points = way.map((name) => this.#middle(name));
      if (points.length > 1) this.trail.append(arrowOf(points, "trail"));
    }
    const first = this.cell(focus) ?? this.place.querySelector("[data-square]");
    first?.setAttribute("tabindex", "0");
    this.#choose(forced(this.view));
    if (focus) first?.focus();
    else if (pressed) (this.choices.querySelector("button") ?? first)?.focus();
    const next = this.enabled && this.pressed;
    if (!this.busy) this.pressed = null;
    if (next) this.press(next, true);
  }

  // hold accepts no step until the next board on which a person can act. A square pressed before that counts on that board.
  hold() { Object.assign(this, { enabled: false, busy: true, pressed: null }); }

  // release accepts steps again and forgets a square pressed meanwhile.
  release() { Object.assign(this, { busy: false, pressed: null }); }

  /** own draws the person's own circles, such as "a1", and arrows, such as "a1 b2". @param {string[]} all */
  own(all) {
    const drawn = all.map((one) => one.split(" ").map((name) => this.#middle(name))).filter((points) => points.every(Boolean));
    this.mine.replaceChildren(...drawn.map(([from, to]) => (to ? arrowOf([from, to], "own") : svg("circle", { cx: from[0], cy: from[1], r: 26, class: "own" }))));
  }

  // arrow draws a turn: a line through the squares of each of its steps, and the barriers that it places. An arrow without a
  // number replaces those that are shown.
  arrow(ways, kind, walls = [], number = 0, mark = String(number)) {
    if (!number) this.arrows.replaceChildren();
    for (const { cell, side } of walls) {
      const wall = svg("rect", { ...this.#side(side), class: `wall ${kind}` });
      wall.setAttribute("transform", this.cell(cell)?.getAttribute("transform") ?? "");
      this.arrows.append(wall);
    }
    for (const way of ways) {
      const points = way.map((name) => this.#middle(name)).filter(Boolean);
      if (points.length === 1) this.arrows.append(svg("circle", { cx: points[0][0], cy: points[0][1], r: 24, class: kind }));
      else if (points.length) this.arrows.append(arrowOf(points, kind));
    }
    const [first] = ways.map((way) => way.map((name) => this.#middle(name)).filter(Boolean));
    if (number && first?.length) this.arrows.append(numberOf(first, kind, number, mark));
  }

  cell(name) { return !name ? null : this.place.querySelector(`[data-square="${CSS.escape(name)}"]`); }

  // corner returns the column and the row in which a square is drawn.
  corner(name) {
    const { e, f } = this.cell(name).transform.baseVal.consolidate().matrix;
    return [e / 60, f / 60];
  }

  #middle(name) {
    const at = this.cell(name)?.transform.baseVal.consolidate()?.matrix;
    return at && [at.e + 30, at.f + 30];
  }

  #square(event) { return event.target.closest?.("[data-square]")?.dataset.square ?? null; }

  #choose(chosen) {
    this.chosen = chosen;
    if (this.carried && this.carried.from !== chosen[0]) this.carried.back();
    const all = this.enabled ? candidates(this.view, chosen) : [];
    for (const cell of this.place.querySelectorAll("[data-square]")) {
      const name = cell.dataset.square;
      cell.classList.toggle("chosen", chosen.includes(name));
      cell.classList.toggle("can", all.some((c) => c.squares?.[chosen.length] === name));
    }
    this.#mark(chosen);
    this.#offer(all);
  }

  // mark marks squares by form: a dot on an empty destination, a ring around pieces that can move, corners around the pieces
  // on an occupied destination.
  #mark(chosen) {
    this.#unmark();
    for (const { name, pieces, words } of this.view.squares) {
      const cell = this.cell(name), can = cell?.classList.contains("can");
      cell?.setAttribute("aria-label", can ? words + "; can be chosen" : words);
      cell?.classList.toggle("grab", Boolean(this.enabled && pieces && begins(this.view, [name])));
      if (!can) continue;
      const onto = chosen.length > 0 || !this.view.legal.some((c) => c.squares?.length > 1 && c.squares[0] === name);
      const mark = markOf(pieces, onto);
      mark.setAttribute("transform", cell.getAttribute("transform"));
      this.marks.append(mark);
      this.counts.append(...countOf(cell));
    }
  }

  // offer shows buttons for the steps that cannot be chosen by squares alone, and for the colours to place. If a person has
  // chosen squares, the buttons stand beside the last one.
  #offer(all) {
    const { choices, chosen } = this, depth = chosen.length, held = choices.contains(document.activeElement);
    const here = all.filter((c) => (c.squares?.length ?? 0) === depth && (depth > 0 || !c.squares));
    const buttons = here.map((c, i) => button(c.words ?? c.step, () => this.step(c.step), { "data-digit": i + 1 }));
    const brushes = depth ? [] : [...new Set(all.filter((c) => c.squares?.length === 1 && c.words).map((c) => c.rest))];
    if (brushes.length > 1) {
      if (!brushes.includes(this.brush)) this.brush = brushes[0];
      for (const rest of brushes) {
        const words = all.find((c) => c.rest === rest).words;
        buttons.push(button("place " + words, () => { this.brush = rest; this.#choose([]); },
          { "aria-pressed": String(rest === this.brush) }));
      }
    } else {
      this.brush = "";
    }
    const near = depth > 0 && here.length > 0 && !forced(this.view).length;
    if (near) buttons.push(button("×", () => this.#choose([]), { class: "quiet", "aria-label": "Cancel" }));
    choices.replaceChildren(...buttons);
    choices.classList.toggle("near", near);
    if (near && choices.parentElement !== this.place) this.place.append(choices);
    if (!near && choices.parentElement === this.place) this.before.after(choices);
    if (near) putBeside(this, choices, chosen.at(-1), [...chosen, ...all.map((c) => c.squares[depth]).filter(Boolean)], ["100%"]);
    if (held && !choices.contains(document.activeElement)) this.place.querySelector("[tabindex='0']")?.focus();
    this.#edges(here);
  }

  // edges makes places to click for barriers.
  #edges(all) {
    for (const edge of this.place.querySelectorAll(".edge")) edge.remove();
    for (const c of all) {
      const box = this.#side(c.side), cell = this.cell(c.squares?.[0]);
      if (!box || !cell) continue;
      const edge = svg("rect", { ...box, class: "edge" });
      edge.addEventListener("click", (event) => { event.stopPropagation(); this.step(c.step); });
      cell.append(edge);
      cell.parentElement.append(cell); // above its neighbours
      cell.parentElement.parentElement.insertBefore(cell.parentElement, this.marks);
    }
  }

  // side returns the place of a barrier on a side of a cell, or undefined without a side.
  #side(side) { return sideOf(side, this.turned); }

  #click(event) {
    const square = this.#square(event);
    if (square) this.press(square);
  }

  // press handles a click on a square, or a key that does the same. If early is set, the press is from before this board was
  // shown, so a square that begins no step is ignored.
  press(square, early = false) {
    if (!this.enabled) {
      if (!this.busy) return;
      this.pressed = square;
      return this.motion.skip();
    }
    const next = after(this.view, this.chosen, square, this.brush);
    if (next?.step) this.step(next.step);
    else if (next) this.#choose(next.chosen);
    else if (!early) this.tell(square, this.#guide());
  }

  // grasp highlights where a stack can go as soon as it is touched. It returns whether the highlights are new.
  grasp(name) {
    const grabs = this.enabled && this.cell(name).classList.contains("grab");
    if (!grabs || this.chosen.includes(name) || candidates(this.view, [...this.chosen, name]).length) return false;
    this.#choose([name]);
    return true;
  }

  // take lifts the pieces on a square, to be carried by the pointer.
  take(name, finger) {
    if (!this.enabled || !this.view.squares.find((s) => s.name === name)?.pieces) return null;
    this.carried?.back();
    const chosen = begins(this.view, [name]) ? [name] : forced(this.view);
    if (chosen.join() !== this.chosen.join()) this.#choose(chosen); // unless grasp has chosen it
    return this.carried = new Carried(this, name, finger);
  }

  // drop plays the step from one square to another, or says what can be done if there is none.
  drop(from, to) {
    const goes = to && to !== from && this.enabled;
    if (goes && candidates(this.view, [from, to]).length) {
      this.carried.settle(to);
      this.chosen = [from];
      return this.press(to);
    }
    this.carried?.back();
    if (goes) this.tell(to, this.#guide());
  }

  #guide() { return this.view.guide || "That is not possible here."; }

  #unmark() { for (const over of [this.marks, this.counts]) over.replaceChildren(); }

  #key(event) {
    const square = this.#square(event);
    if (!square) return;
    const moves = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.press(square);
    } else if (event.key === "Escape") {
      this.#choose(forced(this.view));
    } else if (moves[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      this.#move(square, moves[event.key].map((by) => this.turned ? -by : by));
    }
  }

  // move moves the focus to the next square in a direction, across holes.
  #move(square, [right, up]) {
    let file = square.charCodeAt(0), rank = Number(square.slice(1));
    for (let i = 0; i < Math.max(this.view.files, this.view.ranks); i++) {
      file += right;
      rank += up;
      const next = this.cell(String.fromCharCode(file) + rank);
      if (!next) continue;
      this.cell(square).setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      return next.focus();
    }
  }
}
