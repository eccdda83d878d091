// The beginning of the page in one file. unpack.js stands before it. The check at the end of loading waits for it.
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
