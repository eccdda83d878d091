// The clock of a game.

// Clock counts the time of the seats. A seat gains the increment when its turn is over.
export class Clock {
  constructor({ seconds, increment, left }, seats) {
    Object.assign(this, { seconds, increment, left: left ?? Array(seats).fill(seconds), running: null });
  }

  count() {
    const now = performance.now();
    if (this.running !== null) this.left[this.running] = Math.max(0, this.left[this.running] - (now - this.since) / 1000);
    this.since = now;
  }

  // turn lets the time of a seat run, or nobody's.
  turn(seat, begins) {
    this.count();
    if (begins && this.running !== null && seat !== this.running) this.left[this.running] += this.increment;
    this.running = seat;
  }

  toJSON() { return { seconds: this.seconds, increment: this.increment, left: this.left }; }
}

export function timeText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
