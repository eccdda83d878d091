// A proof of who wins on a small board, from a file of pillars solve --certificate. It is a set of positions, called members,
// in which the seat to act loses. docs/reference/certificates.md describes the file.

/** @typedef {import("pillars/engine.js").Engine} Engine */
/** @typedef {import("pillars/types").State} State */
/** @typedef {{ turn: string, key: string, replies: string[] }} KeyedTurn */
/** @typedef {{ turn: string, value: "win" | "loss" | "unknown" }} ValuedTurn */

/** perfect is the text of the player that plays by the table's proof. */
export const perfect = "proof";

const magic = "pillars certificate 1", headLines = 5;
const fewPositions = 20000; // most positions to search for the value of one of many turns

/** isProof returns whether a file is a certificate of any kind. @param {File} file */
export const isProof = async (file) => /^pillars \w* ?certificate /.test(await file.slice(0, 40).text());

export class Proof {
  /** @param {State} rules @param {number} turns that the file leaves out @param {number} count @param {Uint8Array} columns */
  constructor(rules, turns, count, columns) {
    this.rules = rules;
    this.turns = turns;
    this.count = count;
    this.columns = columns;
    this.width = columns.length / count;
  }

  /** read reads a file and checks its checksum. @param {Blob} file */
  static async read(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    let end = 0, sums = 0;
    for (let line = 0; line < headLines; line++) {
      sums = end;
      end = bytes.indexOf(10, end) + 1;
      if (!end) throw new Error("The file ends within its first lines.");
    }
    const lines = new TextDecoder().decode(bytes.subarray(0, end)).split("\n");
    if (lines[0] !== magic) throw new Error(`The page plays only from proofs of Pilastri; this file begins "${lines[0]}".`);
    const [game, ...settings] = lines[1].split(" "), turns = /^turns (\d+)$/.exec(lines[2]);
    const members = /^members (\d+) of (\d+) bytes$/.exec(lines[3]);
    if (!turns || !members) throw new Error(`Line ${turns ? 4 : 3} of the proof is wrong: ${lines[turns ? 3 : 2]}`);
    const columns = await unzipped(bytes.subarray(end)), [count, width] = members.slice(1).map(Number);
    if (!count || columns.length !== count * width) throw new Error(`The proof does not hold ${count} positions of ${width} bytes.`);
    const sum = await sha256(bytes.subarray(0, sums), columns);
    if (sum && lines[4] !== `sha256 ${sum}`) throw new Error("The proof is damaged: its sum does not fit.");
    return new Proof({ game, options: Object.fromEntries(settings.map((one) => one.split("="))) }, Number(turns[1]), count, columns);
  }

  /** fits returns whether the proof is about a game with these rules. @param {{ game: string, settings: Record<string, string> }} view */
  fits({ game, settings }) {
    return game === this.rules.game && Object.entries(this.rules.options).every(([name, value]) => settings[name] === value);
  }

  /** key returns the key of a member, given by its number. @param {number} member */
  key(member) {
    return hex(Array.from({ length: this.width }, (_, i) => this.columns[i * this.count + member]));
  }

  /** lost returns whether the seat to act loses at a key: the key is a member's, or empty because the game is over. @param {string} key */
  lost(key) {
    if (!key) return true;
    let low = 0, high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1, found = this.key(middle);
      if (found === key) return true;
      if (found < key) low = middle + 1; else high = middle;
    }
    return false;
  }

  // turn returns a turn that wins, or "" if the file has none. It is asked like a search, so that it can be stopped.
  /** @param {Engine} engine @param {State} state */
  async turn(engine, state) {
    const { turns } = await engine.think({ do: "proof", ...state });
    const won = turns.find(({ key }) => !key) ?? turns.find(({ key }) => this.lost(key));
    return won?.turn ?? (await engine.think({ do: "finish", ...state, within: this.turns })).turn;
  }

  /**
   * values returns the turns with their values for the seat to act, until wanted returns false.
   * @param {Engine} engine
   * @param {State} state
   * @param {() => boolean} [wanted]
   * @returns {Promise<ValuedTurn[]>}
   */
  async values(engine, state, wanted = () => true) {
    /** @type {{ turns: KeyedTurn[] }} */
    const { turns } = await engine.ask({ do: "proof", ...state }), valued = [];
    for (const one of turns) if (wanted()) valued.push({ turn: one.turn, value: await this.#value(engine, state, one) });
    return valued;
  }

  async #value(engine, state, { turn, key, replies }) {
    if (this.lost(key)) return "win";
    if (replies.some((reply) => this.lost(reply))) return "loss";
    const after = { ...state, turns: [...state.turns ?? [], turn], steps: [] };
    const { value } = await engine.ask({ do: "finish", ...after, within: this.turns, nodes: fewPositions });
    return value === "win" ? "loss" : value === "loss" ? "win" : "unknown";
  }

  /**
   * check checks that the seat to act loses in a member: each of its turns has a reply that leads to a member, or to a loss that
   * a search finds.
   * @param {Engine} engine
   * @param {number} member
   */
  async check(engine, member) {
    const rules = this.rules, { position, turns } = await engine.ask({ do: "proof", ...rules, key: this.key(member) });
    for (const { turn, replies } of turns) {
      if (replies.some((reply) => this.lost(reply))) continue;
      const { value } = await engine.ask({ do: "finish", ...rules, start: position, turns: [turn], within: this.turns });
      if (value !== "win") throw new Error(`The proof is wrong: nothing in it answers ${turn} at ${position}.`);
    }
  }
}

async function unzipped(bytes) {
  try {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  } catch {
    throw new Error("The proof is damaged: it cannot be unpacked.");
  }
}

// sha256 returns the checksum of bytes as hexadecimal digits, or "" if the browser cannot compute it.
async function sha256(...parts) {
  if (!globalThis.crypto?.subtle) return "";
  const sum = await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
  return hex([...new Uint8Array(sum)]);
}

/** hex writes bytes as hexadecimal digits. @param {number[]} bytes */
const hex = (bytes) => bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
