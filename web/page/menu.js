// A menu: a button that opens a list of buttons. Escape, a choice and a click elsewhere close it.
import { find } from "pillars/dom.js";

/** menu makes the button with an id open and close the list that it controls. @param {string} id */
export function menu(id) {
  const opener = find("#" + id), list = find("#" + opener.getAttribute("aria-controls"));
  const open = (on) => {
    list.hidden = !on;
    opener.setAttribute("aria-expanded", String(on));
  };
  opener.addEventListener("click", () => {
    open(list.hidden);
    if (!list.hidden) shown(list)[0]?.focus();
  });
  addEventListener("click", (event) => { if (!opener.contains(event.target)) open(false); });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      open(false);
      opener.focus();
    } else if (step) {
      event.preventDefault();
      const all = shown(list);
      all.at((all.indexOf(document.activeElement) + step) % all.length).focus();
    }
  });
}

const shown = (list) => [...list.querySelectorAll("button:not(:disabled)")].filter((one) => one.offsetParent);
