// The Web Worker in which the engine runs, after unpack.js and the Go toolchain's wasm_exec.js. The first message contains the
// WebAssembly: packed, or as a module that another worker has unpacked. Questions wait until the engine runs.
let ready;
const running = new Promise((resolve) => { ready = resolve; });
globalThis.pillarsReady = () => ready();

async function unpack(packed) {
  const module = await WebAssembly.compile(await (await unpacked(packed)).arrayBuffer());
  postMessage({ module });
  return module;
}

// run runs the engine, which does not end by itself.
async function run({ module, packed }) {
  const go = new Go();
  await go.run(await WebAssembly.instantiate(module ?? await unpack(packed), go.importObject));
  throw new Error("it stopped; load the page again");
}

onmessage = async ({ data }) => {
  if (data.question === undefined) return run(data).catch((error) => postMessage({ failed: error.message }));
  await running;
  pillarsAnswer(data.question, (kind, text) => postMessage({ number: data.number, kind, text }));
};
