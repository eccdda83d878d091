// Which squares and steps can be chosen. A step is chosen by clicking its squares in order; buttons distinguish steps with
// the same squares.

/** @typedef {import("pillars/types").Choice} Choice */
/** @typedef {import("pillars/types").View} View */

/** candidates lists the legal steps that begin with the squares chosen. @param {View} view @param {string[]} chosen */
export const candidates = (view, chosen) => (view.legal ?? []).filter((c) => chosen.every((name, i) => c.squares?.[i] === name));

/** begins returns whether a legal step continues from the squares chosen to a further one. @param {View} view @param {string[]} chosen */
export const begins = (view, chosen) => candidates(view, chosen).some((c) => c.squares.length > chosen.length);

/** forced lists the first squares that all legal steps share, such as the cell at which a barrier must be built. @param {View} view */
export function forced(view) {
  const legal = view.legal ?? [], [one] = legal;
  const all = one?.squares?.length === 1 && legal.length > 1 && legal.every((c) => c.squares?.join() === one.squares.join());
  return all ? one.squares : [];
}

/**
 * after returns what a click on a square chooses: a step, or the squares chosen so far. It returns undefined if no legal step
 * continues to the square.
 * @param {View} view
 * @param {string[]} chosen
 * @param {string} square
 * @param {string} brush chooses among the steps of a square, such as the colour to place
 * @returns {{ step?: string, chosen?: string[] } | undefined}
 */
export function after(view, chosen, square, brush) {
  const given = forced(view);
  for (const squares of [[...chosen, square], [...given, square], [square]]) {
    const all = candidates(view, squares), done = all.filter((c) => c.squares.length === squares.length);
    const painted = done.filter((c) => c.rest === brush);
    if (brush && painted.length === 1) return { step: painted[0].step };
    if (done.length === 1 && all.length === 1) return { step: done[0].step };
    if (all.length) return { chosen: chosen.join() === squares.join() ? given : squares };
  }
  return chosen.includes(square) && !given.length ? { chosen: [] } : undefined;
}

/**
 * liftedBy returns how many pieces move from a square to another one. It returns the largest number if there is a choice, or
 * if the destination is not known yet.
 * @param {View} view
 * @param {string} from
 * @param {string | null} to
 */
export function liftedBy(view, from, to) {
  const high = view.squares.find((s) => s.name === from).pieces.length;
  const all = candidates(view, [from]).filter((c) => c.squares.length > 1), there = all.filter((c) => c.squares[1] === to);
  return Math.min(high, Math.max(1, ...(there.length ? there : all).map(({ count = 1 }) => count)));
}
