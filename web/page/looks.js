// The look of the boards: wood, slate or high contrast.
import { find, make, svg } from "pillars/dom.js";
import { keep, kept } from "pillars/store.js";

const looks = { wood: "Wood", slate: "Slate", contrast: "High contrast" };

// applyLook gives all boards the look that the person chose.
export function applyLook() {
  const look = kept("look");
  document.documentElement.dataset.board = look in looks ? look : "wood";
  if (!find("#stripes")) document.body.append(patterns());
}

// patterns makes the fills that distinguish red and blue pieces in high contrast. board.css refers to them.
function patterns() {
  const pattern = (id, size, ground, ...parts) => svg("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)" }, svg("rect", { width: size, height: size, fill: ground }), ...parts);
  return svg("svg", { width: 0, height: 0, "aria-hidden": "true", style: "position:absolute" },
    pattern("stripes", 5, "#b80d00", svg("rect", { width: 2, height: 5, fill: "#fff" })),
    pattern("dots", 5, "#0038b8", svg("circle", { cx: 2.5, cy: 2.5, r: 1.2, fill: "#fff" })));
}

// darkSwitch makes the switch change between light and dark. Until the person has used it, the page is as the system is. A script
// in the head of the page does the same before the first drawing.
export function darkSwitch() {
  const system = matchMedia("(prefers-color-scheme: dark)"), button = find("#dark");
  const apply = () => {
    const dark = kept("dark") ?? system.matches;
    document.documentElement.toggleAttribute("data-dark", dark);
    button.setAttribute("aria-pressed", String(dark));
  };
  system.addEventListener("change", apply);
  button.addEventListener("click", () => { keep("dark", button.getAttribute("aria-pressed") !== "true"); apply(); });
  apply();
}

// lookPicker returns radio buttons, each with a part of a board in its look.
export function lookPicker() {
  const now = document.documentElement.dataset.board;
  const choice = ([value, text]) => make("label", { "data-board": value },
    make("input", { type: "radio", name: "look", value, checked: value === now, onchange: () => { keep("look", value); applyLook(); } }),
    swatch(), text);
  return make("fieldset", { class: "looks" }, make("legend", {}, "Board"), ...Object.entries(looks).map(choice));
}

function swatch() {
  const square = (x, kind, fill) => [svg("rect", { class: kind, x, y: 5, width: 60, height: 60 }),
    svg("circle", { class: "line", cx: x + 30, cy: 35, r: 21, fill, "stroke-width": 2 })];
  return svg("svg", { class: "board", viewBox: "0 0 130 70", "aria-hidden": "true" },
    ...square(5, "square dark", "#fff"), ...square(65, "square", "#1d1f23"));
}
