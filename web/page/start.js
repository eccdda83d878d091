// The start of the page in one file, after unpack.js. The check in page.go waits for it before it reports a failure.
globalThis.starting = (async () => {
  const { modules, rules } = await (await unpacked(document.querySelector("#parts").textContent)).json();
  document.querySelector("#rules-source").innerHTML = rules;
  const imports = {};
  for (const name in modules) imports[name] = "data:text/javascript," + encodeURIComponent(modules[name]);
  const map = document.createElement("script");
  map.type = "importmap";
  map.textContent = JSON.stringify({ imports });
  document.head.append(map);
  await import("pillars/main.js");
})().catch(({ message }) => console.warn(message));
