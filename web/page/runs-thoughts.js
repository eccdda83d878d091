// A chart of the results that the players of a stored game expected, by turn.
import { Axes } from "pillars/axes.js";
import { make, named, percent, svg } from "pillars/dom.js";

const strokes = ["—", "- -", "···", "–·–"]; // of the lines of the seats

// told returns a thought, or undefined if it is empty.
export const told = (t) => (t?.depth || t?.nodes ? t : undefined);

let current = null; // function that moves the line in the chart shown

// marked draws a line in a chart at the turn on the board, and moves it with the board.
function marked(axes, table, nodes, chart) {
  const move = () => {
    const i = table.game.at === table.game.root ? 0 : nodes.indexOf(table.game.at) + 1;
    chart.querySelector(".now").setAttribute("d", i || table.game.at === table.game.root ? `M${axes.x(i)} ${axes.y(1)}V${axes.y(0)}` : "");
  };
  if (!current) table.follow(() => current());
  current = move;
  move();
  return chart;
}

// thoughts makes the chart. With two players, both lines show the chance of the first.
export function thoughts(table, { thoughts: all, opening, players }, nodes) {
  if (!all.some(told)) return [];
  const two = players.length === 2, { seats } = table.view, whose = two ? seats[0] : "its own seat";
  const axes = new Axes(nodes.length), above = players.flatMap((player, seat) => {
    const points = all.flatMap((t, i) => {
      const node = nodes[i + opening];
      return told(t) && t.seat === seat && node ? [{ t, node, at: i + opening + 1, chance: two && seat === 1 ? 1 - t.chance : t.chance }] : [];
    });
    return [svg("path", { d: axes.line(points.map(({ at, chance }) => [at, chance])), class: `course seat${seat} ${seats[seat].toLowerCase()}` }), ...points.map(({ t, node, at, chance }) => {
      const title = svg("title");
      title.textContent = `${at}. ${node.turn}: ${player} expected ${percent(t.chance)} (${t.score}), depth ${t.depth}`;
      const dot = svg("circle", { cx: axes.x(at), cy: axes.y(chance), r: 2.5, class: `thought seat${seat} ${seats[seat].toLowerCase()}` }, title);
      dot.addEventListener("click", () => table.guard(() => table.goTo(node)));
      return dot;
    })];
  });
  above.push(svg("path", { class: "now", d: "" }));
  const one = (player, seat) => make("span", { class: "line" }, make("i", { class: `key ${seats[seat].toLowerCase()} seat${seat}`, "aria-hidden": "true" }, strokes[seat]), " ", named(player), ` (${seats[seat]})`);
  return [make("p", {}, make("strong", {}, two ? `Win chance of ${seats[0]}` : "Win chance of each player"), two ? " by turn, as expected by" : " by turn, as expected by itself"),
    make("p", { class: "lines" }, ...players.map(one)),
  marked(axes, table, nodes, axes.draw({ label: `Win chance of ${whose} by turn, as each player expected it`, above }))];
}
