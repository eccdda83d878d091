// The axes of a chart of win chances by turn: chances from 0 to 100 % upwards, and turns, numbered as in their list.
import { find, percent, svg } from "pillars/dom.js";

const plot = { height: 112, left: 44, right: 10, top: 9, bottom: 20 };

/** text makes a text in a chart. @param {string} words @param {number} x @param {number} y @param {string} anchor */
function text(words, x, y, anchor) {
  const place = svg("text", { x, y, "text-anchor": anchor });
  place.append(words);
  return place;
}

export class Axes {
  /** @param {number} turns from the left end to the right */
  constructor(turns) {
    this.turns = Math.max(2, turns);
    const wide = find("#graph").clientWidth || find("#side").clientWidth, high = innerHeight < 720 ? 80 : innerHeight < 860 ? 112 : 140;
    this.size = { ...plot, width: Math.max(300, Math.round(plot.height * wide / high)) }; // as wide as its place
  }

  /** x returns the horizontal position of a turn; turn 0 is the start. @param {number} turn */
  x(turn) { return this.size.left + turn * (this.size.width - this.size.left - this.size.right) / this.turns; }

  /** y returns the vertical position of a chance from 0 to 1. @param {number} chance */
  y(chance) { return this.size.top + (1 - chance) * (this.size.height - this.size.top - this.size.bottom); }

  /** at returns the turn, as a fractional number, at a share of the picture's width. @param {number} share */
  at(share) { return (share * this.size.width - this.size.left) / (this.size.width - this.size.left - this.size.right) * this.turns; }

  /** line returns the SVG path through points, each a turn with its chance. @param {[number, number][]} points */
  line(points) { return points.map(([turn, chance], i) => `${i ? "L" : "M"}${this.x(turn).toFixed(1)} ${this.y(chance).toFixed(1)}`).join(""); }

  /** draw returns the chart: the elements in below, the axes, and the elements in above.
   * @param {{ label?: string, below?: Element[], above: Element[] }} parts */
  draw({ label, below = [], above }) {
    const ends = [this.size.left, this.size.width - this.size.right], step = Math.max(1, Math.ceil(this.turns / 2 / 6)) * 2;
    const turns = [text("0", this.x(0), this.size.height - 6, "middle")];
    for (let turn = step; turn <= this.turns; turn += step) {
      turns.push(svg("path", { d: `M${this.x(turn)} ${this.y(0)}v3`, class: "tick" }),
        text(String(turn), this.x(turn), this.size.height - 6, "middle"));
    }
    return svg("svg", { viewBox: `0 0 ${this.size.width} ${this.size.height}`, ...label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" } },
      ...below, ...[1, 0.75, 0.5, 0.25, 0].map((chance) => svg("path", { d: `M${ends[0]} ${this.y(chance)}H${ends[1]}`, class: chance === 0.5 ? "even" : "tick" })),
      ...[1, 0.5, 0].map((chance) => text(percent(chance), this.size.left - 5, this.y(chance) + 4, "end")), ...turns, ...above);
  }
}
