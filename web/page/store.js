// Data that the browser keeps for the person, in its local storage only. Some browsers store nothing for a page from a file;
// there the page works too, but forgets everything.
const prefix = "pillars.";
const most = 200; // most entries of each kind, except those that the person has saved

const attempt = (action) => { try { return action(); } catch { return null; } };

// keep stores a value under a name, and returns whether the browser has stored it.
export function keep(name, value) {
  return attempt(() => { localStorage.setItem(prefix + name, JSON.stringify(value)); return true; }) ?? false;
}

export const kept = (name) => attempt(() => JSON.parse(localStorage.getItem(prefix + name)));

// Games and analyses belong to a tab of the browser: each tab keeps its game and its analysis under its own names, which
// survive a reload. own holds these names by kind.
const own = {};
export const fresh = () => `${Date.now()}-${Math.random().toString(36).slice(2, 8)}`;

// adopt makes the data kept under a name belong to this tab, and returns the name that the tab used before.
export function adopt(kind, id) {
  const before = ownName(kind);
  own[kind] = id ?? before;
  attempt(() => sessionStorage.setItem(prefix + kind, own[kind]));
  return before;
}

// ownName returns the name under which this tab keeps data of a kind.
export function ownName(kind) {
  return own[kind] ??= attempt(() => sessionStorage.getItem(prefix + kind)) ?? fresh();
}

// keepOwn stores the data of a kind of this tab, and returns whether the browser has stored them. If there is no room, it gives up
// some of the oldest analyses and games that the person has not saved.
export function keepOwn(kind, value) {
  adopt(kind);
  for (let i = 0; !keep(`${kind}.${own[kind]}`, { ...value, time: Date.now() }); i++) {
    const old = ["analysis", "game"].flatMap((other) => allKept(other).filter((one) => !one.own && !one.value?.saved).slice(-1).map(({ id }) => [other, id]));
    if (!old.length || i === 5) return false;
    forget(...old[0]);
  }
  return true;
}

// allKept lists the data of a kind that all tabs have kept, as {id, own, value, time}: those of this tab first, then the
// latest. value is null if it cannot be read.
export function allKept(kind) {
  const start = `${prefix}${kind}.`;
  const ids = (attempt(() => Object.keys(localStorage)) ?? []).filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
  const all = ids.map((id) => ({ id, own: id === ownName(kind), value: kept(`${kind}.${id}`) }));
  all.sort((a, b) => b.own - a.own || (b.value?.time ?? 0) - (a.value?.time ?? 0));
  for (const { id } of all.filter((one) => one.value && !one.value.saved).slice(most)) attempt(() => localStorage.removeItem(start + id));
  return all;
}

// forget removes the data of a kind that are kept under a name.
export const forget = (kind, id) => attempt(() => localStorage.removeItem(`${prefix}${kind}.${id}`));

// setAside moves unreadable data to another name and returns their text.
export function setAside(kind, id) {
  const key = `${prefix}${kind}.${id}`, text = attempt(() => localStorage.getItem(key)) ?? "";
  attempt(() => {
    localStorage.setItem(`${prefix}aside.${kind}.${id}`, text);
    localStorage.removeItem(key);
  });
  return text;
}

// Another tab may take over the name of this one: a new page continues the latest game, and a tab can be duplicated. The data
// of this tab are then kept under a new name.
globalThis.addEventListener("storage", ({ key, newValue, oldValue }) => {
  for (const kind of Object.keys(own)) {
    if (key !== `${prefix}${kind}.${own[kind]}` || newValue === null || oldValue === null) continue;
    adopt(kind, fresh());
    attempt(() => localStorage.setItem(`${prefix}${kind}.${own[kind]}`, oldValue));
  }
});
