// The rules of the games: they stand in a template, one part for each game. Above them a card says the most important in
// three sentences; what only some want to know is folded.
import { button, find, findAll, make } from "pillars/dom.js";
import { note } from "pillars/history.js";
import { still } from "pillars/picture.js";

const parts = [...find("#rules-source").content.querySelectorAll("section")];

/** @type {Record<string, string[]>} What one wants, does in a turn, and how the game ends. */
const cards = {
  "pit-of-pillars": ["Leave your opponent without a stack.", "Move men off a stack of yours straight, one square for each man, or enter one " +
    "from your reserve. A mixed stack that is too high for its square bursts into a pillar of yours.", "A player who controls no stack has lost."],
  "pilastri": ["Keep climbing longer than your opponent.", "Lift your piece off the top of a stack onto the nearest stack in a straight line. " +
    "It must stand higher there than before.", "A player who cannot climb has lost. There are no draws."],
  "pylyx": ["Bring all your checkers together in one stack.", "Move one checker along diagonals, two along files and ranks, three in all " +
    "directions, as far as the way is free. Nothing is captured.", "The first who has a single stack wins. Two passes in a row are a draw."],
  "pit": ["Be the last player with a pawn.", "Take a piece beside you, move, or enter a tower; then build a barrier beside it. Beside a hole " +
    "you may have to jump.", "You are out when your pawn is taken, falls into a hole, or barriers cut it off from another. The last one left wins."],
};

// folded are the headings of what is there to look up.
const folded = ["Options", "Notation", "Readings"];

// rulesPage makes a function that shows the rules of a game and calls shown first. play(game) begins a game.
export function rulesPage(engine, shown, play) {
  const open = (name) => {
    const part = parts.find(({ dataset }) => dataset.game === name) ?? parts[0];
    shown();
    showRules(engine, part, play);
    note(`#rules=${part.dataset.game}`);
  };
  find("#rules-nav").append(...parts.map((part) => button(part.dataset.title, () => open(part.dataset.game))));
  return open;
}

function showRules(engine, part, play) {
  const shown = part.cloneNode(true), { game } = part.dataset;
  for (const image of shown.querySelectorAll("img")) {
    const place = make("span", { class: "picture", role: "img", "aria-label": image.alt });
    engine.ask({ do: "view", game, start: image.title }).then(({ picture }) => {
      place.innerHTML = still(picture); // from the engine, which escapes all text
    }, () => { place.textContent = image.alt; });
    image.replaceWith(place);
  }
  for (const wide of shown.querySelectorAll("table, pre")) wide.tabIndex = 0; // so that keys scroll them
  const [title, author, figure] = shown.children, terms = ["Goal", "Your turn", "The end"];
  const words = make("div", {}, title, author,
    make("dl", {}, ...terms.flatMap((term, i) => [make("dt", {}, term), make("dd", {}, cards[game]?.[i] ?? "")])),
    make("p", { class: "buttons" }, make("a", { href: "#lesson=" + game, class: "button" }, "Play a lesson"),
      button("Play a game", () => play(game))));
  author.className = "soft";
  shown.prepend(make("div", { class: "card" }, figure, words));
  const short = [...shown.querySelectorAll("h3")].find((one) => one.textContent === "In short");
  short?.nextElementSibling.remove(); // the card says it
  short?.remove();
  const fold = make("details", {}, make("summary", {}, "To look up: options, notation and more"));
  for (const heading of shown.querySelectorAll("h3")) {
    if (!folded.includes(heading.textContent)) continue;
    for (let one = heading; one && (one === heading || one.tagName !== "H3");) {
      const next = one.nextElementSibling;
      fold.append(one);
      one = next;
    }
  }
  if (fold.children.length > 1) shown.append(fold);
  find("#rules-text").replaceChildren(shown);
  for (const b of findAll("#rules-nav button")) b.setAttribute("aria-pressed", String(b.textContent === part.dataset.title));
}
