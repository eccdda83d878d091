// The comment and the mark of the turn on the board, which people write in analysis.
import { button, find, make } from "pillars/dom.js";
import { showTurns, signs } from "pillars/tree.js";

/** commenting sets up the form, which a button opens and closes. @param {import("pillars/table.js").Table} table */
export function commenting(table) {
  const form = find("#note"), words = find("#note-words"), opener = find("#comment-turn");
  const mark = (/** @type {number} */ i) => button(signs[i], () => {
    const { at } = table.game, on = at.marks?.includes(i);
    at.marks = on ? undefined : [i];
    changed();
  }, { "data-mark": i, "aria-label": `Mark the turn ${signs[i]}` });
  form.prepend(make("p", { class: "buttons" }, ...[3, 1, 5, 6, 2, 4].map(mark), button("Done", () => open(false), { class: "main" })));
  const open = (/** @type {boolean} */ on) => {
    form.hidden = !on;
    opener.setAttribute("aria-expanded", String(on));
    show();
    if (on) words.focus();
    else opener.focus({ preventScroll: true });
  };
  const changed = () => {
    show();
    showTurns(table);
    table.remember();
  };
  const show = () => {
    const { comment = "", marks = [], parent } = table.game.at;
    find("#comment").textContent = form.hidden ? comment : "";
    if (document.activeElement !== words || !words.value.trim().startsWith(comment)) words.value = comment;
    for (const one of form.querySelectorAll("[data-mark]")) {
      one.disabled = !parent;
      one.setAttribute("aria-pressed", String(marks.includes(Number(one.dataset.mark))));
    }
  };
  opener.addEventListener("click", () => open(form.hidden));
  words.addEventListener("input", () => {
    table.game.at.comment = words.value.trim() || undefined;
    changed();
  });
  form.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") open(false); });
  form.addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  table.follow(show);
}
