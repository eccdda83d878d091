// Which squares and steps can be chosen. A step is chosen by its squares in order; steps that share all squares are told
// apart by buttons.

/** @typedef {import("pillars/types").Choice} Choice */
/** @typedef {import("pillars/types").View} View */

/** candidates are the legal steps that go on from the squares chosen. @param {View} view @param {string[]} chosen */
export const candidates = (view, chosen) => (view.legal ?? []).filter((c) => chosen.every((name, i) => c.squares?.[i] === name));

/** begins says whether a step goes on from the squares chosen to another one. @param {View} view @param {string[]} chosen */
export const begins = (view, chosen) => candidates(view, chosen).some((c) => c.squares.length > chosen.length);

/** forced are the squares that all steps share, such as the cell that a barrier must be built at. @param {View} view */
export function forced(view) {
  const legal = view.legal ?? [], [one] = legal;
  const all = one?.squares?.length === 1 && legal.length > 1 && legal.every((c) => c.squares?.join() === one.squares.join());
  return all ? one.squares : [];
}

/**
 * after is what a click on a square chooses: the step, the squares chosen now, or undefined where no step goes on.
 * @param {View} view
 * @param {string[]} chosen
 * @param {string} square
 * @param {string} brush tells apart the steps of a square
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
 * liftedBy is how many pieces go from a square to another one: the largest number where there is a choice, or where it
 * cannot be told yet.
 * @param {View} view
 * @param {string} from
 * @param {string | null} to
 */
export function liftedBy(view, from, to) {
  const high = view.squares.find((s) => s.name === from).pieces.length;
  const all = candidates(view, [from]).filter((c) => c.squares.length > 1), there = all.filter((c) => c.squares[1] === to);
  return Math.min(high, Math.max(1, ...(there.length ? there : all).map(({ count = 1 }) => count)));
}
