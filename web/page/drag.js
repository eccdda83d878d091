// Dragging: a mouse, pen or finger drags a stack to its destination, and a long touch shows what the stack is made of.

const far = { mouse: 4, pen: 8, touch: 8 }; // a movement of at least this many pixels is a drag
const long = 450; // milliseconds of a long touch

export function hands(board) {
  const { place } = board;
  let held = null, handled = false; // handled: ignore the click that follows

  const end = () => {
    clearTimeout(held?.timer);
    held = null;
  };
  const cancel = () => {
    if (carries()) board.drop(held.name, null);
    end();
  };
  const carries = () => held?.carried && board.carried === held.carried;

  place.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return cancel();
    end();
    handled = false;
    const cell = event.target.closest?.("[data-square]"), touch = event.pointerType === "touch";
    if (!cell) return;
    const name = cell.dataset.square;
    held = { name, cell, touch, pointer: event.pointerId, x: event.clientX, y: event.clientY, far: far[event.pointerType] ?? far.touch };
    if (!event.target.closest(".edge")) handled = board.grasp(name);
    board.look(null);
    if (touch) held.timer = setTimeout(() => { handled = true; board.look(cell); }, long);
  });

  addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.pointer) return;
    if (!held.carried) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < held.far) return;
      const scrolls = held.touch && !held.cell.classList.contains("grab"); // a finger on a stack that cannot move scrolls the page
      held.carried = scrolls ? null : board.take(held.name, held.touch);
      if (!held.carried) return end();
      clearTimeout(held.timer);
      handled = true;
      board.look(null);
      place.setPointerCapture(event.pointerId);
    }
    if (carries()) held.carried.to(event.clientX, event.clientY);
  });

  addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.pointer) return;
    if (carries()) board.drop(held.name, held.carried.over);
    end();
  });

  addEventListener("pointercancel", (event) => { if (event.pointerId === held?.pointer) cancel(); });
  addEventListener("scroll", () => { if (carries()) held.carried.measure(); }, { capture: true, passive: true });
  place.addEventListener("touchmove", (event) => { if (held?.carried) event.preventDefault(); }, { passive: false });
  place.addEventListener("contextmenu", (event) => { if (held?.touch) event.preventDefault(); });
  place.addEventListener("click", (event) => {
    if (handled) event.stopImmediatePropagation();
    handled = false;
  }, true);
}
