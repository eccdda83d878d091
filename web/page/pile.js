// Divides a stack, as the engine draws it, into the men that are lifted and those that stay.
import { svg } from "pillars/dom.js";

let clips = 0; // names of clip paths used so far

/** partsOf lists the elements that draw the pieces on a square. @param {Element} cell */
export const partsOf = (cell) => [...cell.querySelectorAll(":scope > :not(title, rect, .rest)")];

/**
 * parted returns copies of the pieces drawn on a square: the upper ones and the others.
 * @param {any} cell with its stack on the screen
 * @param {number} high
 * @param {number} count of upper pieces
 * @param {string} below colour of the highest piece that stays
 */
export function parted(cell, high, count, below) {
  const parts = partsOf(cell).filter((part) => !part.matches(".count"));
  const copies = () => parts.map((/** @type {Element} */ part) => part.cloneNode(true));
  const face = cell.querySelector("ellipse.face"), line = cell.querySelector("path.line");
  if (count >= high || !face) return { upper: copies(), lower: [] };
  const [cx, top, rx, ry] = ["cx", "cy", "rx", "ry"].map((name) => Number(face.getAttribute(name)));
  const rise = (line.getBBox().height - 2 * ry) * count / high, cut = top + rise;
  const side = (/** @type {number} */ r) => `M${cx - r} ${top}V${cut}a${r} ${ry} 0 0 0 ${2 * r} 0V${top}a${r} ${ry} 0 0 0 ${-2 * r} 0z`;
  const outline = line.cloneNode();
  outline.setAttribute("d", side(rx));
  const rim = face.cloneNode(), like = cell.closest("#board").querySelector(`.face.${below}`) ?? cell.querySelector(`.side.${below}`);
  rim.setAttribute("cy", String(cut));
  rim.setAttribute("class", `face line ${below}`);
  rim.setAttribute("fill", like?.getAttribute("fill") ?? face.getAttribute("fill"));
  for (const name of ["stroke", "stroke-width"]) rim.setAttribute(name, line.getAttribute(name));
  return {
    upper: [clipped(side(rx + 1), copies()), outline],
    lower: [clipped(`M0 ${cut}H${cx - rx - 1}a${rx + 1} ${ry} 0 0 0 ${2 * rx + 2} 0H60V60H0z`, copies()), rim],
  };
}

function clipped(/** @type {string} */ d, /** @type {Node[]} */ parts) {
  const id = `clip-${++clips}`;
  return svg("g", {}, svg("clipPath", { id }, svg("path", { d })), svg("g", { "clip-path": `url(#${id})` }, ...parts));
}

/** tag writes a number at the lower right corner of a square. @param {number} number */
export function tag(number) {
  const width = 6 + 10 * String(number).length;
  return svg("g", { class: "count" }, svg("rect", { x: 55 - width, y: 37, width, height: 18, rx: 3 }),
    svg("text", { x: 55 - width / 2, y: 51.5, class: "number", "text-anchor": "middle", "font-size": 16, "font-weight": 700 }, String(number)));
}
