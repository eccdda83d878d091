// The start of the page. A server sends it after the modules and the rules; in a single file it follows unpack.js, which unpacks
// them. The check in page.go waits for it before it reports a failure.
globalThis.starting = (async () => {
  const { nonce } = document.currentScript, { served } = globalThis; // before anything is awaited
  const { modules, rules, games } = served ?? await (await unpacked(document.querySelector("#parts").textContent)).json();
  document.querySelector("#rules-source").innerHTML = rules;
  globalThis.games = games;
  const address = (text) => (served ? URL.createObjectURL(new Blob([text], { type: "text/javascript" })) : "data:text/javascript," + encodeURIComponent(text));
  const imports = Object.fromEntries(Object.entries(modules).map(([name, text]) => [name, address(text)]));
  const map = Object.assign(document.createElement("script"), { type: "importmap", nonce, textContent: JSON.stringify({ imports }) });
  document.head.append(map);
  await import("pillars/main.js");
})().catch(({ message }) => console.warn(message));
