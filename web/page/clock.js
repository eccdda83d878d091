// The clock of a game.
import { showClock } from "pillars/status.js";

// sleep is the most milliseconds that one count takes off a clock. Only while the page is asleep do counts lie further apart.
const sleep = 2000;

// Clock counts the time of the seats. A seat gains the increment when its turn is over.
export class Clock {
  /** @type {number[]} Seconds left, by seat. */ left;
  /** @type {number | null} The seat whose time runs. */ running;
  seconds = 0;
  increment = 0;
  since = 0;

  constructor({ seconds, increment, left }, seats) {
    Object.assign(this, { seconds, increment, left: left ?? Array(seats).fill(seconds), running: null, since: performance.now() });
  }

  // count takes the time since the last count off the clock that runs. While the page is hidden or asleep, no time passes.
  count(awake = !document.hidden) {
    const now = performance.now(), passed = Math.min(sleep, now - this.since);
    this.since = now;
    if (awake && this.running !== null) this.left[this.running] = Math.max(0, this.left[this.running] - passed / 1000);
  }

  // turn starts the clock of a seat, or stops all clocks for null.
  turn(seat) {
    this.count();
    this.running = seat;
  }

  // gain adds the increment at the end of a turn.
  gain() {
    this.count();
    if (this.running !== null) this.left[this.running] += this.increment;
  }

  toJSON() { return { seconds: this.seconds, increment: this.increment, left: this.left }; }
}

// watch runs the clock of the game on the table, and stores the game when the person leaves the page.
export function watch(table) {
  setInterval(() => table.guard(() => tick(table)), 250);
  document.addEventListener("visibilitychange", () => { table.clock?.count(document.hidden); table.keepGame(); });
  addEventListener("pagehide", () => table.keepGame());
}

// tick counts the time of the seat to act, and ends the game when that time is used up.
async function tick(table) {
  const { clock } = table, seat = clock?.running ?? null;
  if (seat === null) return;
  clock.count();
  showClock(table);
  if (clock.left[seat] > 0) return;
  clock.running = null;
  const winners = table.view.seats.filter((_, i) => i !== seat);
  await table.end(seat, `${winners.join(" and ")} ${winners.length > 1 ? "win" : "wins"}: ${table.view.seats[seat]}'s time ran out`);
}

export function timeText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
