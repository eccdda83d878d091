// Going through the game in analysis: by buttons, keys and the mouse wheel, or automatically.
import { find, free } from "pillars/dom.js";

const pace = 1000; // milliseconds for which automatic replay shows each turn
const notch = 40; // pixels of wheel movement per turn of the game; a notch of a mouse wheel is 100 or more

/** walk sets up the buttons, keys and the wheel. @param {import("pillars/table.js").Table} table */
export function walk(table) {
  const auto = find("#to-auto"), back = ({ at, steps } = table.game) => (steps.length ? at : at.parent ?? at);
  const walks = () => table.mode === "analyse" && !find("#table").hidden && !("editing" in document.body.dataset);
  const go = {
    "to-start": () => table.goTo(table.game.root),
    "to-back": () => table.goTo(back()),
    "to-forward": () => forward(table),
    "to-end": () => table.goTo(table.game.line().at(-1) ?? table.game.root),
  };
  for (const [id, action] of Object.entries(go)) find("#" + id).addEventListener("click", () => table.view && table.guard(action));

  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    auto.setAttribute("aria-pressed", "false");
  };
  const next = async () => {
    if (!walks() || !table.game.at.children.length) return stop();
    const own = timer;
    await table.guard(() => forward(table));
    if (timer === own) timer = window.setTimeout(next, pace);
  };
  auto.addEventListener("click", () => {
    if (timer) return stop();
    auto.setAttribute("aria-pressed", "true");
    timer = window.setTimeout(next, 0);
  });
  for (const type of ["pointerdown", "keydown", "wheel"]) {
    addEventListener(type, (event) => { if (timer && !auto.contains(/** @type {any} */ (event.target))) stop(); }, { capture: true, passive: true });
  }

  let turned = 0;
  find("#board").addEventListener("wheel", (event) => {
    if (!walks() || event.ctrlKey || !event.deltaY) return;
    event.preventDefault(); // the page stays where it is
    turned = Math.sign(turned) === Math.sign(event.deltaY) ? turned + event.deltaY : event.deltaY;
    if (Math.abs(turned) < notch && !event.deltaMode) return;
    const to = turned > 0 ? table.game.at.children[0] : back();
    turned = 0;
    if (to && (to !== table.game.at || table.game.steps.length)) table.guard(() => table.goTo(to));
  }, { passive: false });

  addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key], { parent } = table.game?.at ?? {};
    if (!step || !walks() || !parent || parent.children.length < 2 || !free(event)) return;
    event.preventDefault();
    const all = parent.children;
    table.guard(() => table.goTo(all.at((all.indexOf(table.game.at) + step) % all.length)));
  });
}

// forward plays the next turn of the line, and animates its first step.
async function forward(table) {
  const [next] = table.game.at.children;
  if (!next) return;
  table.board.look(null);
  await table.change(() => {
    table.game.go(next);
    return (view) => view.last?.ways?.slice(0, 1).find((way) => way.length > 1);
  });
}
