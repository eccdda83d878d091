// The rules of the games, from a template with a part for each game. A card above them shows the summary, with each paragraph
// after the term that it begins with. Sections for reference are folded.
import { button, find, findAll, link, make } from "pillars/dom.js";
import { note } from "pillars/history.js";
import { still } from "pillars/drawn.js";

const parts = [...find("#rules-source").content.querySelectorAll("section")];

// folded lists the headings of sections for reference.
const folded = ["Options", "Notation", "Readings"];

// rulesPage returns a function that calls shown and then shows the rules of a game. play(game) begins a game.
export function rulesPage(engine, shown, play) {
  const open = (name, heading = "") => {
    const part = parts.find(({ dataset }) => dataset.game === name) ?? parts[0];
    shown();
    showRules(engine, part, play);
    note(`#rules=${part.dataset.game}${heading ? `&part=${heading}` : ""}`);
    const place = findAll("#rules-text h3").find((one) => one.textContent === heading);
    place?.closest("details")?.setAttribute("open", "");
    place?.scrollIntoView();
  };
  find("#rules-nav").append(...parts.map(({ dataset: { title, game } }) => link(title, `#rules=${game}`, () => open(game), { "data-game": game })));
  return open;
}

function showRules(engine, part, play) {
  const shown = part.cloneNode(true), { game } = part.dataset;
  for (const image of shown.querySelectorAll("img")) {
    const place = make("span", { class: "picture", role: "img", "aria-label": image.alt });
    engine.ask({ do: "view", game, start: image.title }).then((view) => place.replaceChildren(still(view)), () => { place.textContent = image.alt; });
    image.replaceWith(place);
  }
  for (const wide of shown.querySelectorAll("table, pre")) wide.tabIndex = 0; // so that keys can scroll it
  const [title, author, figure] = shown.children, short = [...shown.querySelectorAll("h3")].find((one) => one.textContent === "In short");
  const words = make("div", {}, title, author, make("dl", {}, ...below(short).flatMap((part) => {
    const term = part.querySelector("strong");
    term?.remove();
    return [make("dt", {}, term?.textContent.replace(/\.$/, "") ?? ""), make("dd", {}, part.textContent.trim())];
  })), make("p", { class: "buttons" }, engine.games().some((one) => one.lesson && one.name === game) ? make("a", { href: "#lesson=" + game, class: "button" }, "Play a lesson") : null,
    button("Play a game", () => play(game))));
  author.className = "soft";
  shown.prepend(make("div", { class: "card" }, figure, words));
  for (const one of below(short)) one.remove();
  short?.remove();
  const fold = make("details", {}, make("summary", {}, "To look up: options, notation and more"));
  for (const heading of shown.querySelectorAll("h3")) {
    if (folded.includes(heading.textContent)) fold.append(heading, ...below(heading));
  }
  if (fold.children.length > 1) shown.append(fold);
  find("#rules-text").replaceChildren(shown);
  for (const one of findAll("#rules-nav a")) one.ariaCurrent = one.dataset.game === game ? "page" : null;
}

// below lists the elements between a heading and the next one.
function below(heading) {
  const all = [];
  for (let one = heading?.nextElementSibling; one && one.tagName !== "H3"; one = one.nextElementSibling) all.push(one);
  return all;
}
