// What the browser keeps for the person, in its local storage and nowhere else. A browser that keeps nothing (some do
// not for files) loses nothing but the memory.
const prefix = "pillars.";
const most = 50; // of each kind

const attempt = (action) => { try { return action(); } catch { return null; } };

// keep says whether the browser kept it.
export function keep(name, value) {
  return attempt(() => { localStorage.setItem(prefix + name, JSON.stringify(value)); return true; }) ?? false;
}

export const kept = (name) => attempt(() => JSON.parse(localStorage.getItem(prefix + name)));

// Games and analyses belong to a tab of the browser: each tab keeps its own under a name of its own, which a reload
// leaves. own holds these names.
const own = {};
export const fresh = () => `${Date.now()}-${Math.random().toString(36).slice(2, 8)}`;

// adopt makes what is kept under a name that of this tab, and returns the name that the tab had.
export function adopt(kind, id) {
  const before = ownName(kind);
  own[kind] = id ?? before;
  attempt(() => sessionStorage.setItem(prefix + kind, own[kind]));
  return before;
}

// ownName is the name under which this tab keeps.
export function ownName(kind) {
  return own[kind] ??= attempt(() => sessionStorage.getItem(prefix + kind)) ?? fresh();
}

export function keepOwn(kind, value) {
  adopt(kind);
  return keep(`${kind}.${own[kind]}`, { ...value, time: Date.now() });
}

// allKept lists what the tabs kept: {id, own, value, time}, that of this tab first, then the latest. value is null where
// it cannot be read.
export function allKept(kind) {
  const start = `${prefix}${kind}.`;
  const ids = (attempt(() => Object.keys(localStorage)) ?? []).filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
  const all = ids.map((id) => ({ id, own: id === ownName(kind), value: kept(`${kind}.${id}`) }));
  all.sort((a, b) => b.own - a.own || (b.value?.time ?? 0) - (a.value?.time ?? 0));
  for (const { id } of all.filter((one) => one.value).slice(most)) attempt(() => localStorage.removeItem(start + id));
  return all;
}

// setAside takes what cannot be read out of the way, under another name, and returns its text.
export function setAside(kind, id) {
  const key = `${prefix}${kind}.${id}`, text = attempt(() => localStorage.getItem(key)) ?? "";
  attempt(() => {
    localStorage.setItem(`${prefix}aside.${kind}.${id}`, text);
    localStorage.removeItem(key);
  });
  return text;
}

// Another tab may take over what this one keeps: a new page goes on with the latest game, and a tab can be doubled. What
// stood there is then kept under a new name, as this tab's.
globalThis.addEventListener("storage", ({ key, newValue, oldValue }) => {
  for (const kind of Object.keys(own)) {
    if (key !== `${prefix}${kind}.${own[kind]}` || newValue === null || oldValue === null) continue;
    adopt(kind, fresh());
    attempt(() => localStorage.setItem(`${prefix}${kind}.${own[kind]}`, oldValue));
  }
});
