// Hands on the board: a stack is dragged to where it goes, by mouse or touch, and a long touch peeks at it.

const far = 8; // pixels that a hand may tremble
const long = 450; // milliseconds

export function hands(board) {
  const { place } = board;
  let held = null, handled = false; // handled: the click that follows is none

  const end = () => {
    clearTimeout(held?.timer);
    held?.ghost?.remove();
    held?.cell.classList.remove("lifted");
    held = null;
  };

  place.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return end();
    end();
    handled = false;
    const cell = event.target.closest?.("[data-square]"), touch = event.pointerType === "touch";
    if (!cell) return;
    const name = cell.dataset.square;
    held = { name, cell, touch, pointer: event.pointerId, x: event.clientX, y: event.clientY };
    board.look(name);
    if (touch) held.timer = setTimeout(() => { handled = true; board.look(name, cell); }, long);
  });

  addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.pointer) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < far) return;
      const scrolls = held.touch && !held.cell.classList.contains("grab"); // a finger moves the page, not what cannot move
      held.ghost = scrolls ? null : board.take(held.name);
      if (!held.ghost) return end();
      clearTimeout(held.timer);
      handled = true;
      board.look(null);
      held.cell.classList.add("lifted");
    }
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(place.firstElementChild.getScreenCTM().inverse());
    held.ghost.setAttribute("transform", `translate(${at.x - 30} ${at.y - 30})`);
  });

  addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.pointer) return;
    const { ghost, name } = held;
    end();
    if (!ghost) return;
    /** @type {HTMLElement | null} */
    const below = document.elementFromPoint(event.clientX, event.clientY)?.closest("#board [data-square]");
    board.drop(name, below?.dataset.square ?? null);
  });

  addEventListener("pointercancel", (event) => {
    if (event.pointerId !== held?.pointer) return;
    if (held.ghost) board.drop(held.name, null);
    end();
  });

  place.addEventListener("touchmove", (event) => { if (held?.ghost) event.preventDefault(); }, { passive: false });
  place.addEventListener("contextmenu", (event) => { if (held?.touch) event.preventDefault(); });
  place.addEventListener("click", (event) => {
    if (handled) event.stopImmediatePropagation();
    handled = false;
  }, true);
}
