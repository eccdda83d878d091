// The list of a game's turns with all its variations: each stands indented behind the turn that it replaces.
import { make } from "pillars/dom.js";

// turnList makes the items of the list; buttonOf(node, number) makes the button of a turn.
export function turnList(game, buttonOf) {
  const behind = (node, number) => {
    const items = [];
    while (node.children.length) {
      const [main, ...others] = node.children;
      number++;
      items.push(make("li", {}, buttonOf(main, number)));
      for (const other of others) {
        items.push(make("li", { class: "variation" },
          make("ol", { "aria-label": `variation of turn ${number}` }, make("li", {}, buttonOf(other, number)), ...behind(other, number))));
      }
      node = main;
    }
    return items;
  };
  return behind(game.root, 0);
}
