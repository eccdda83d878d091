// The list of a game's turns with all its variations: each stands indented behind the turn that it replaces.
import { button, find, make } from "pillars/dom.js";

export function showTurns(table) {
  const place = find("#turns"), focused = place.contains(document.activeElement);
  place.replaceChildren(...behind(table, table.game.root, 0));
  const current = place.querySelector("[aria-current]"); // only the list scrolls, never the page with the board
  if (focused) (current ?? find("#to-start")).focus({ preventScroll: true });
  if (current) place.scrollTop += current.getBoundingClientRect().top - place.getBoundingClientRect().top - place.clientHeight / 2;
}

// behind makes the items of what follows a turn.
function behind(table, node, number) {
  const items = [];
  while (node.children.length) {
    const [main, ...others] = node.children;
    number++;
    items.push(make("li", {}, turnButton(table, main, number)));
    for (const other of others) {
      items.push(make("li", { class: "variation" }, make("ol", { "aria-label": `variation of turn ${number}` },
        make("li", {}, turnButton(table, other, number)), ...behind(table, other, number))));
    }
    node = main;
  }
  return items;
}

function turnButton(table, node, number) {
  const current = node === table.game.at ? { "aria-current": "true" } : {};
  const loss = node.loss > 0.2 ? " ??" : node.loss > 0.1 ? " ?" : "";
  const text = node.turn.length > 28 ? node.turn.slice(0, 26) + "…" : node.turn;
  return button(`${number}. ${text}${loss}`, () => table.guard(() => table.jump(node)), { title: node.turn, ...current });
}
