// What the browser keeps for the person, in its local storage and nowhere else. A browser that keeps nothing (some do
// not for files) loses nothing but the memory.
const prefix = "pillars.";

// keep says whether the browser kept it.
export function keep(name, value) {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(prefix + name));
  } catch {
    return null;
  }
}
