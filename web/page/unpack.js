// Unpacks the modules, the rules and the engine of the page in one file. page.go packs them by gzip and encodes them as text.
const unkept = [0, 13, 60];

// bytesOf decodes the text of packText in page.go: a character has seven bits or, from code 256 on, fourteen.
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

async function unpacked(text) {
  return new Response(new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("gzip")));
}
