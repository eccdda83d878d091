// The engine's side of a Web Worker. wasm_exec.js of the Go toolchain stands before it. The first message brings the
// WebAssembly: packed (gzip, as text) or as a module that another worker has unpacked. Questions wait until it runs.
let ready;
const running = new Promise((resolve) => { ready = resolve; });
globalThis.pillarsReady = () => ready();

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%()*+,-./:;>?@[]^_{}";

// bytesOf reads the text that page.go's packText writes: five digits of base 85 for four bytes.
function bytesOf(text) {
  const values = new Uint8Array(128);
  for (let i = 0; i < digits.length; i++) values[digits.charCodeAt(i)] = i;
  const start = text.indexOf(" ") + 1, length = Number(text.slice(0, start));
  const bytes = new DataView(new ArrayBuffer(length + 4));
  for (let i = start, at = 0; at < length; i += 5, at += 4) {
    let word = 0;
    for (let k = 0; k < 5; k++) word = word * 85 + values[text.charCodeAt(i + k)];
    bytes.setUint32(at, word);
  }
  return new Uint8Array(bytes.buffer, 0, length);
}

async function unpack(packed) {
  if (!globalThis.DecompressionStream) throw new Error("this browser cannot unpack it; one of 2023 or later can");
  const stream = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  postMessage({ module });
  return module;
}

// run runs the engine, which never ends by itself.
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
