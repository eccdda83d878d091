// The rules of the games: they stand in a template, one part for each game.
import { button, find, make } from "pillars/dom.js";
import { note } from "pillars/history.js";

const parts = [...find("#rules-source").content.querySelectorAll("section")];

// rulesPage makes a function that shows the rules of a game and calls shown first.
export function rulesPage(engine, shown) {
  const open = (name) => {
    const part = parts.find(({ dataset }) => dataset.game === name) ?? parts[0];
    shown();
    showRules(engine, part);
    note(`#rules=${part.dataset.game}`);
  };
  find("#rules-nav").append(...parts.map((part) => button(part.dataset.title, () => open(part.dataset.game))));
  return open;
}

function showRules(engine, part) {
  const shown = part.cloneNode(true);
  for (const image of shown.querySelectorAll("img")) {
    const place = make("span", { class: "picture", role: "img", "aria-label": image.alt });
    engine.ask({ do: "picture", game: part.dataset.game, start: image.title })
      .then(({ svg }) => { place.innerHTML = svg; }, () => { place.textContent = image.alt; });
    image.replaceWith(place);
  }
  for (const wide of shown.querySelectorAll("table, pre")) wide.tabIndex = 0; // so that keys scroll them
  shown.firstElementChild.after(make("p", {}, make("a", { href: "#lesson=" + part.dataset.game, class: "button" }, "Learn it on the board, in two minutes")));
  find("#rules-text").replaceChildren(shown);
  for (const b of find("#rules-nav").children) b.setAttribute("aria-pressed", String(b.textContent === part.dataset.title));
}
