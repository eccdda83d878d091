// Links: the part of an address after # as a short text, since some messengers cut addresses at 2,000 characters.

const longest = 200_000; // most bytes of an unpacked address; the longest game has far fewer

/** pack returns the address, compressed if that is shorter. @param {string} hash */
export async function pack(hash) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(hash.slice(1)));
  const letters = bytes.reduce((all, byte) => all + String.fromCharCode(byte), "");
  const packed = "#z=" + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return packed.length < hash.length ? packed : hash;
}

/** unpack returns the address that pack was given. @param {string} hash */
export async function unpack(hash) {
  if (!packed(hash)) return hash;
  try {
    const letters = atob(hash.slice(3).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(new DecompressionStream("deflate-raw"), Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
    const address = "#" + new TextDecoder().decode(bytes);
    if (!packed(address)) return address;
  } catch { /* see below */ }
  throw new Error("it is cut off or damaged");
}

/** packed returns whether pack has compressed an address. @param {string} hash */
const packed = (hash) => hash.startsWith("#z=");

// through returns the bytes that a stream makes of the given ones, by packing or unpacking them.
async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).then(() => writer.close()).catch(() => {}); // the reader gets the error
  const reader = stream.readable.getReader();
  const all = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Uint8Array.from(all);
    all.push(...value);
    if (all.length > longest) throw new Error("too long");
  }
}
