// The engine's side of a Web Worker. wasm_exec.js of the Go toolchain stands before it. The first message brings the
// WebAssembly: packed (gzip, as text) or as a module that another worker has unpacked. Questions wait until it runs.
let ready;
const running = new Promise((resolve) => { ready = resolve; });
globalThis.pillarsReady = () => ready();

const unkept = [0, 13, 60];

// bytesOf reads the text that page.go's packText writes: a character for seven bits, or one from 256 on for fourteen.
function bytesOf(text) {
  const start = text.indexOf(" ") + 1, bytes = new Uint8Array(Number(text.slice(0, start)));
  let bits = 0, have = 0, at = 0;
  const put = (seven) => {
    bits = (bits << 7 | seven) & 0xffff;
    have += 7;
    if (have >= 8) bytes[at++] = bits >> (have -= 8);
  };
  for (let i = start; at < bytes.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 256) put(unkept[code - 256 >> 7]);
    put(code & 127);
  }
  return bytes;
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
