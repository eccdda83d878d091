// Arrows and circles of one's own in analysis: the right mouse button draws them, and draws them again to take them away.

/** drawing lets the person draw on the board of a table. @param {import("pillars/table.js").Table} table */
export function drawing(table) {
  const { board } = table, { place } = board, show = () => board.own(table.mode === "analyse" ? table.game.at.drawn ?? [] : []);
  /** @type {string | undefined} The square on which the button was pressed. */ let from;
  const square = (/** @type {PointerEvent} */ event) => {
    const cell = /** @type {HTMLElement | null | undefined} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest("#board [data-square]"));
    return cell?.dataset.square;
  };
  place.addEventListener("contextmenu", (/** @type {Event} */ event) => { if (table.mode === "analyse") event.preventDefault(); });
  place.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => { from = event.button === 2 && table.mode === "analyse" ? square(event) : undefined; });
  addEventListener("pointerup", (event) => {
    const to = square(event), node = table.game?.at;
    if (event.button !== 2 || !from || !to || !node) return;
    const drawn = from === to ? from : `${from} ${to}`, others = (node.drawn ?? []).filter((one) => one !== drawn);
    node.drawn = others.length < (node.drawn ?? []).length ? others : [...others, drawn];
    if (!node.drawn.length) delete node.drawn;
    from = undefined;
    show();
    table.remember();
  });
  table.follow(show);
}
