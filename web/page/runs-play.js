// The run that the server plays for the page: its state, and requests to start, stop and continue it.

/** @typedef {{allowed: boolean, run?: string, playing: boolean, stopping: boolean, trouble?: string}} Playing */

/** now is the state of the run that the server plays, or played last. @type {Playing} */
export let now = { allowed: false, playing: false, stopping: false };

/** set sets the state that the server has sent. @param {Playing} state */
export function set(state) { now = state; }

/** plays returns whether the server itself plays the run with an id. @param {string} run */
export const plays = (run) => now.playing && now.run === run;

/** post sends a request to the server. If the server refuses it, the error names the wrong field, if there is one.
 * @param {"plan" | "start" | "stop" | "continue"} what @param {object} asked */
export async function post(what, asked = {}) {
  const response = await fetch(`play/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) })
    .catch(() => { throw new Error("the server does not answer; is pillars serve still running?"); });
  const words = await response.text();
  if (response.ok) return JSON.parse(words);
  let told = { error: words.trim() || response.statusText, field: "" };
  try { told = JSON.parse(words); } catch { /* plain text */ }
  throw Object.assign(new Error(told.error), { field: told.field });
}
