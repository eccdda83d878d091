// What is known about a turn, as comments and marks of PGN and back: evaluations as lichess writes them, losses and better
// turns of a review as commands of the same form, arrows and circles as lichess writes them too.
import { kindOf } from "pillars/tree.js";

/** @typedef {import("pillars/types").Node} Node */

const perPawn = 0.368208; // lichess: the win chance is 1 / (1 + exp(-0.368208 * pawns))
const most = 30; // pawns; more would not change the win chance

/** markOf returns PGN's number of the mark for a loss, or nothing. @param {number | undefined} loss */
const markOf = (loss) => ({ blunder: 4, mistake: 2 }[kindOf(loss)]);

/** written returns the comment and the marks of a node. @param {Partial<Node>} node */
export function written({ chance, loss, best, comment = "", marks = [], drawn = [] }) {
  const pawns = Math.max(-most, Math.min(most, Math.log(chance / (1 - chance)) / perPawn)), mark = markOf(loss);
  const commands = [chance !== undefined && `[%eval ${pawns.toFixed(2)}]`, loss !== undefined && `[%loss ${loss.toFixed(4)}]`, best && `[%best ${best}]`,
    ...[["csl", drawn.filter((one) => !one.includes(" "))], ["cal", drawn.filter((one) => one.includes(" "))]].map(([name, all]) =>
      all.length > 0 && `[%${name} ${/** @type {string[]} */ (all).map((one) => "G" + one.replace(" ", "")).join()}]`)];
  return { comment: [...commands, comment].filter(Boolean).join(" "), marks: mark && !marks.includes(mark) ? [mark, ...marks] : marks };
}

/** read returns what the comment and the marks of a turn say. @param {{ comment?: string, marks?: number[] }} turn @returns {Partial<Node>} */
export function read({ comment = "", marks = [] }) {
  const command = (/** @type {string} */ name) => (comment.includes("[%") ? new RegExp(`\\[%${name} ([^\\]\\s]+)\\]`).exec(comment)?.[1] : undefined);
  const [pawns, loss] = [command("eval"), command("loss")].map((text) => (Number.isFinite(Number(text ?? NaN)) ? Number(text) : undefined));
  const known = { chance: pawns === undefined ? undefined : 1 / (1 + Math.exp(-perPawn * pawns)), loss, best: command("best") };
  const drawn = ["csl", "cal"].flatMap((name) => (command(name) ?? "").split(",")).flatMap((one) => {
    const [, from, to] = /^[A-Z]([a-z]\d+)([a-z]\d+)?$/.exec(one) ?? [];
    return from ? [[from, to].filter(Boolean).join(" ")] : [];
  });
  const words = comment.replace(/\[%(eval|loss|best|csl|cal) [^\]]*\]/g, "").replace(/\s+/g, " ").trim(), own = marks.filter((mark) => mark !== markOf(loss));
  return { ...known, comment: words || undefined, marks: own.length ? own : undefined, drawn: drawn.length ? drawn : undefined };
}
