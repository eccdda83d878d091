// Animated GIF files. A file has one palette of 255 colours. A frame contains only the rectangle that differs from the frame
// before, and within it only the pixels that differ.

const clear = 256, end = 257; // codes of LZW with pixels of 8 bits
const unchanged = 255; // the colour index of pixels that do not change

/**
 * palette returns the most frequent colours of pictures, leaving out those too close to a more frequent one.
 * @param {Uint8ClampedArray[]} pictures red, green, blue and opacity of each pixel
 */
export function palette(pictures) {
  const counts = new Map();
  for (const pixels of pictures) {
    for (let i = 0; i < pixels.length; i += 4) {
      const colour = pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2];
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  const chosen = [];
  for (const [colour] of [...counts].sort((a, b) => b[1] - a[1])) {
    if (chosen.length < unchanged && chosen.every((other) => apart(colour, other) > 100)) chosen.push(colour);
  }
  return chosen;
}

// apart returns the square of the distance between two colours.
const apart = (a, b) => ((a >> 16) - (b >> 16)) ** 2 + ((a >> 8 & 255) - (b >> 8 & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

export class Gif {
  /** @type {BlobPart[]} */ parts = [];
  /** @type {Uint8Array | null} The frame before. */ before = null;
  /** @type {Map<number, number>} The index of the nearest palette colour, by colour. */ places = new Map();

  /**
   * @param {number} width
   * @param {number} height
   * @param {number[]} colours of the palette
   */
  constructor(width, height, colours) {
    this.width = width;
    this.height = height;
    this.colours = colours;
    const table = new Uint8Array(768);
    colours.forEach((colour, i) => table.set([colour >> 16, colour >> 8 & 255, colour & 255], 3 * i));
    const text = (words) => [...words].map((letter) => letter.charCodeAt(0));
    this.parts.push(Uint8Array.from([...text("GIF89a"), ...short(width), ...short(height), 0xf7, 0, 0]), table,
      Uint8Array.from([0x21, 0xff, 11, ...text("NETSCAPE2.0"), 3, 1, 0, 0, 0])); // repeat without end
  }

  /**
   * add adds a frame.
   * @param {Uint8ClampedArray} pixels
   * @param {number} delay hundredths of a second
   */
  add(pixels, delay) {
    const frame = this.#indices(pixels), { x, y, width, height } = this.#changed(frame);
    const part = new Uint8Array(width * height);
    for (let i = 0; i < part.length; i++) {
      const at = (y + Math.floor(i / width)) * this.width + x + i % width;
      part[i] = frame[at] === this.before?.[at] ? unchanged : frame[at];
    }
    this.parts.push(Uint8Array.from([0x21, 0xf9, 4, 5, ...short(delay), unchanged, 0, 0x2c, ...[x, y, width, height].flatMap(short), 0, 8]),
      blocks(lzw(part)));
    this.before = frame;
  }

  file() { return new Blob([...this.parts, Uint8Array.of(0x3b)], { type: "image/gif" }); }

  // #indices finds the colour of each pixel in the palette.
  #indices(pixels) {
    const indices = new Uint8Array(this.width * this.height);
    for (let i = 0; i < indices.length; i++) {
      const colour = pixels[4 * i] << 16 | pixels[4 * i + 1] << 8 | pixels[4 * i + 2];
      let place = this.places.get(colour);
      if (place === undefined) {
        place = this.colours.reduce((best, other, j) => (apart(colour, other) < apart(colour, this.colours[best]) ? j : best), 0);
        this.places.set(colour, place);
      }
      indices[i] = place;
    }
    return indices;
  }

  // #changed finds the rectangle in which a frame differs from the one before: at least one pixel.
  #changed(frame) {
    if (!this.before) return { x: 0, y: 0, width: this.width, height: this.height };
    let left = this.width, right = 0, top = -1, bottom = 0;
    for (let i = 0; i < frame.length; i++) {
      if (frame[i] === this.before[i]) continue;
      const x = i % this.width;
      bottom = Math.floor(i / this.width);
      if (top < 0) top = bottom;
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
    if (top < 0) return { x: 0, y: 0, width: 1, height: 1 };
    return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  }
}

const short = (n) => [n & 255, n >> 8];

// lzw compresses pixels: each code means a series of pixels that came before.
function lzw(pixels) {
  const bytes = [], series = new Uint16Array(4096 << 8); // by the code of a series and the next pixel, the code of both together; 0 for none
  let size = 9, next = end + 1, buffer = 0, bits = 0;
  const put = (code) => {
    buffer |= code << bits;
    for (bits += size; bits >= 8; bits -= 8, buffer >>>= 8) bytes.push(buffer & 255);
  };
  put(clear);
  let code = pixels[0];
  for (let i = 1; i < pixels.length; i++) {
    const key = code << 8 | pixels[i];
    if (series[key]) {
      code = series[key];
      continue;
    }
    put(code);
    code = pixels[i];
    if (next === 4096) {
      put(clear);
      series.fill(0);
      [size, next] = [9, end + 1];
    } else {
      if (next === 1 << size) size++;
      series[key] = next++;
    }
  }
  put(code);
  if (next === 1 << size && size < 12) size++;
  put(end);
  if (bits) bytes.push(buffer & 255);
  return bytes;
}

// blocks divides bytes into blocks of at most 255, each after its length; an empty block ends them.
function blocks(bytes) {
  const all = [];
  for (let i = 0; i < bytes.length; i += 255) {
    const block = bytes.slice(i, i + 255);
    all.push(block.length, ...block);
  }
  return Uint8Array.from([...all, 0]);
}
