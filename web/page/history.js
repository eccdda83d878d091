// The history of the browser: every view has an address, the part after #.

// noted returns the key of the current entry of the history.
export const noted = () => history.state?.key ?? "";

// note sets the address of the current view. A view whose key differs from the key of the view before gets its own entry.
export function note(address, key = address) {
  try {
    history[history.state && noted() !== key ? "pushState" : "replaceState"]({ key }, "", address);
  } catch { /* some browsers limit the number of changes in half a minute, and some allow none in a frame */ }
}
