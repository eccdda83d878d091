// The history of the browser: every view has an address, the part behind #.

// noted is the key of the view that the browser is at.
export const noted = () => history.state?.key ?? "";

// note writes the address of what is shown. A view with another key than the one before it gets an entry of its own.
export function note(address, key = address) {
  try {
    history[history.state && noted() !== key ? "pushState" : "replaceState"]({ key }, "", address);
  } catch { /* some browsers take only so many addresses in half a minute, some none at all in a frame */ }
}
