// Games in the browser's storage: the readable ones, and messages about the others.
import { button, find } from "pillars/dom.js";
import { download } from "pillars/files.js";
import { allKept, setAside } from "pillars/store.js";

/** @type {{ why: string, text: string }[]} Unreadable games that no message has reported yet. */
const broken = [];

// readable lists the kept games, the game of this tab first. It sets aside unreadable ones.
export function readable() {
  const all = allKept("game");
  for (const { id, value } of all) if (!value?.game) breaks(id, "it is torn");
  return all.filter(({ value }) => value?.game);
}

/**
 * breaks sets a kept game aside, for the reason why.
 * @param {string} id
 * @param {string} why
 */
export function breaks(id, why) { broken.push({ why, text: setAside("game", id) }); }

/**
 * tellBroken shows which kept games cannot be read, and offers to save their text.
 * @param {import("pillars/table.js").Table} table
 */
export function tellBroken(table) {
  const all = broken.splice(0);
  if (!all.length) return;
  const why = all[0].why.replace(/[.]?$/, ".");
  const place = table.say(`A game that this browser kept cannot be read: ${why} It is set aside, not lost.`, true);
  place.append(" ", button("Save what is left of it", () => download("kept-game.txt", "text/plain", all.map((one) => one.text).join("\n"))));
}

// keptWords describes a kept game in words that distinguish it from others.
export function keptWords(games, { game, turns, time }) {
  const title = games.find((g) => g.name === game)?.title ?? game;
  return `${title}, ${turns.length} ${turns.length === 1 ? "turn" : "turns"}, ${new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}`;
}
