// What the players of a stored game expected while they played it, as a chart by turn.
import { make, named, percent, svg } from "pillars/dom.js";
import { numbering } from "pillars/tree.js";

const size = { width: 340, height: 150, left: 44, right: 10, top: 10, bottom: 34 };
const strokes = ["—", "- -", "···", "–·–"]; // of the lines of the seats

// told is a thought of a player that tells any.
export const told = (t) => (t?.depth || t?.nodes ? t : undefined);

// thoughts draws the chances: of two players, both lines are the chance of the first. name says what a player is called.
export function thoughts(table, { thoughts: all, opening, players }, nodes, name) {
  if (!all.some(told)) return [];
  const two = players.length === 2, { seats } = table.view, whose = two ? seats[0] : "its own seat";
  const graph = axes(table, nodes.length, `Win chance of ${whose} by turn, as each player expected it`);
  players.forEach((player, seat) => {
    const dots = [];
    let path = "";
    all.forEach((t, i) => {
      const node = nodes[i + opening];
      if (!told(t) || t.seat !== seat || !node) return;
      const chance = two && seat === 1 ? 1 - t.chance : t.chance, title = svg("title");
      path += `${path ? "L" : "M"}${across(i + opening + 1, nodes.length).toFixed(1)} ${down(chance).toFixed(1)}`;
      title.textContent = `${i + opening + 1}. ${node.turn}: ${name(player)} expected ${percent(t.chance)} (${t.score}), depth ${t.depth}`;
      const dot = svg("circle", { cx: across(i + opening + 1, nodes.length), cy: down(chance), r: 2.5, class: `thought seat${seat}` }, title);
      dot.addEventListener("click", () => table.guard(() => table.goTo(node)));
      dots.push(dot);
    });
    graph.append(svg("path", { d: path, class: `course seat${seat}` }), ...dots);
  });
  const one = (player, seat) => make("span", { class: "line" }, `${strokes[seat]} `, named(name(player)), ` (${seats[seat]})`);
  return [make("p", {}, make("strong", {}, two ? `Win chance of ${seats[0]} (` : "Win chance of each player", ...two ? [named(name(players[0])), ")"] : []),
    two ? ", as each player expected it:" : ", as each expected it:"), make("p", { class: "lines" }, ...players.map(one)), graph];
}

const across = (turn, turns) => size.left + turn * (size.width - size.left - size.right) / Math.max(2, turns);
const down = (chance) => size.top + (1 - chance) * (size.height - size.top - size.bottom);

// axes draws the win chance from 0 to 100 % and the turns, numbered as in their list.
function axes(table, turns, label) {
  const numbered = numbering(table), step = Math.max(1, Math.ceil(turns / 2 / 5)) * 2, ends = [size.left, size.width - size.right];
  const words = (text, x, y, anchor) => {
    const place = svg("text", { x, y, "text-anchor": anchor });
    place.append(text);
    return place;
  };
  const scale = [];
  for (let turn = step; turn <= turns; turn += step) {
    scale.push(svg("path", { d: `M${across(turn, turns)} ${down(0)}v3`, class: "tick" }),
      words(numbered(turn).number.replace(/\D/, ""), across(turn, turns), down(0) + 14, "middle"));
  }
  return svg("svg", { viewBox: `0 0 ${size.width} ${size.height}`, role: "img", "aria-label": label },
    ...[1, 0.75, 0.5, 0.25, 0].map((chance) => svg("path", { d: `M${ends[0]} ${down(chance)}H${ends[1]}`, class: chance === 0.5 ? "even" : "tick" })),
    ...[1, 0.5, 0].map((chance) => words(percent(chance), size.left - 5, down(chance) + 4, "end")), ...scale,
    words("turn", (ends[0] + ends[1]) / 2, size.height - 5, "middle"));
}
