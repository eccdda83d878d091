// A run in progress, played by this or another process: its progress in words, and its workers.
import { make, percent } from "pillars/dom.js";
import { grid } from "pillars/runs.js";

// playing returns in words how far a run is, and when it will end.
export function playing({ done, total, rate, faults, most }) {
  let text = total ? `${done} of ${most ? "at most " : ""}${total} games` : `${done} games`;
  if (rate > 0) {
    text += rate < 1 ? `, ${(60 * rate).toFixed(1)} a minute` : `, ${rate.toFixed(1)} a second`;
    if (total > done) text += `, ${most ? "at most" : "about"} ${duration((total - done) / rate)} left`;
  }
  return make("span", {}, text, faults ? make("strong", { class: "fault" }, `, ${faults} faults`) : "");
}

/** duration writes a number of seconds in words. @param {number} seconds */
export function duration(seconds) {
  return seconds < 90 ? `${Math.round(seconds)} seconds` : seconds < 5400
    ? `${Math.round(seconds / 60)} minutes` : `${(seconds / 3600).toFixed(1)} hours`;
}

// crew makes a table of the workers of a run, which play on other machines.
export function crew(workers) {
  const all = workers.reduce((sum, w) => sum + w.games, 0);
  const state = (w) => w.trouble || (w.busy ? `plays ${w.busy}` : "waits");
  const rows = workers.map((w) => [w.name, w.games, percent(w.games / Math.max(1, all)), w.rate.toFixed(2), state(w)]);
  return grid(["worker", "games", "share", "games a second", "now"], rows);
}
