// Runs that the server plays for the page: what it plays now, and how to start, stop and continue it.

/** @typedef {{allowed: boolean, run?: string, part?: number, parts?: number, playing: boolean, stopping: boolean, trouble?: string}} Playing */

/** now is what the server plays, or played last. @type {Playing} */
export let now = { allowed: false, playing: false, stopping: false };

/** set takes what the server tells of its run. @param {Playing} state */
export function set(state) { now = state; }

/** plays says whether the server itself plays a run. @param {string} run */
export const plays = (run) => now.playing && now.run === run;

/** post asks the server to do something; the error of a refusal has the field that is wrong.
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
