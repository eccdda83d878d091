// A game in the page: its start and a tree of turns. The address of the page describes the game too, so a copied link shows
// the same board. A game has a key in the browser's history; a game of a stored run has the address from which to read it.

/** @typedef {import("pillars/types").Node} Node */

export class Game {
  /** @type {{ address: string, turns: string } | null} */ stored = null;
  /** @type {string | undefined} Identifies this game's entries in the history. */ key;
  /** @type {string[] | undefined} The names of the players of a loaded game. */ players;
  /** @type {string | undefined} The game as a file or a store holds it, see print. */ saved;
  /** @type {string[]} The steps of the turn that has begun. */ steps = [];
  mine = false; // whether the person has added the game to My games

  /** @param {import("pillars/types").Rules} rules */
  constructor({ game, options = {}, start = "" }) {
    this.rules = { game, options, start };
    /** @type {Node} */
    this.root = { turn: null, parent: null, children: [] };
    /** @type {Node} */
    this.at = this.root;
  }

  // path lists the nodes from the first turn to a node.
  path(node = this.at) {
    const nodes = [];
    for (; node.parent; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }

  // line lists the path to a node and the main continuation after it; from the root this is the main line.
  line(node = this.at) {
    const nodes = this.path(node);
    while (node.children.length) nodes.push(node = node.children[0]);
    return nodes;
  }

  state(node = this.at) {
    return { ...this.rules, turns: this.path(node).map((n) => n.turn), steps: node === this.at ? [...this.steps] : [] };
  }

  // play goes to a turn after the current one. If the tree lacks the turn, play adds it as a variation.
  play(turn) {
    let next = this.at.children.find((n) => n.turn === turn);
    if (!next) {
      next = { turn, parent: this.at, children: [] };
      this.at.children.push(next);
    }
    this.go(next);
  }

  go(node) {
    this.at = node;
    this.steps = [];
  }

  back() { if (this.at.parent) this.go(this.at.parent); }
  forward() { if (this.at.children.length) this.go(this.at.children[0]); }

  // remove takes a variation out of the tree.
  remove(node) {
    node.parent.children = node.parent.children.filter((n) => n !== node);
    this.go(node.parent);
  }

  // promote makes a variation the main line, together with all turns that lead to it.
  promote(node = this.at) {
    for (; node.parent; node = node.parent) node.parent.children.sort((a, b) => Number(b === node) - Number(a === node));
  }

  // tree lists the start and all turns, each with the number of the turn before it and what is known about it.
  tree() {
    const nodes = [this.root], numbers = new Map([[this.root, 0]]);
    for (const node of nodes) {
      for (const next of node.children) numbers.set(next, nodes.push(next) - 1);
    }
    return nodes.map(({ turn, parent, children, thought, ...about }) => ({ turn: turn ?? undefined, after: numbers.get(parent), ...about }));
  }

  // planted returns the root of a tree that is listed so.
  static planted(list) {
    /** @type {Node[]} */
    const nodes = list.map(({ turn, after, ...about }) => ({ turn: turn ?? null, parent: null, children: [], ...about }));
    list.slice(1).forEach(({ after = 0 }, i) => { (nodes[i + 1].parent = nodes[after]).children.push(nodes[i + 1]); });
    return nodes[0];
  }

  // print returns a text that differs if anything that a person has made does.
  print() { return JSON.stringify(this.tree().map(({ chance, ...own }) => own)); }

  // grow takes over the tree of the same game if that contains the line of this one. The current node stays. It returns
  // whether it took the tree over.
  grow(saved) {
    if (JSON.stringify(saved?.rules) !== JSON.stringify(this.rules) || !Array.isArray(saved.nodes)) return false;
    const root = Game.planted(saved.nodes);
    const find = (turns) => turns.reduce((node, turn) => node?.children.find((n) => n.turn === turn), root);
    const at = find(this.path().map((n) => n.turn));
    const fits = Boolean(at && find(this.line().map((n) => n.turn)));
    if (fits) Object.assign(this, { root, at });
    return fits;
  }

  static of(state) {
    const game = new Game(state);
    for (const turn of state.turns ?? []) game.play(turn);
    game.steps = state.steps ?? [];
    return game;
  }

  // inVariation returns whether the current node is off the main line.
  inVariation() { return this.at !== this.root && !this.line(this.root).includes(this.at); }

  // address returns the part of an address after #, for the game with the turns of line and for the current node. Off the line,
  // the node at which its path leaves the line stands for it. In play the line has no turns that were taken back.
  address(mode, line = mode === "play" ? this.path() : this.line()) {
    const words = new URLSearchParams({ game: this.rules.game });
    for (const [name, value] of Object.entries(this.rules.options)) words.set("o." + name, value);
    if (this.rules.start) words.set("start", this.rules.start);
    if (line.length) words.set("turns", line.map((n) => n.turn).join(" "));
    const at = this.path().filter((node, i) => line[i] === node).length;
    if (at < line.length) words.set("at", String(at));
    if (mode !== "play") words.set("mode", mode);
    return "#" + words;
  }

  // place returns the address of the game or, for a game of a stored run, the one that also shows its players' thoughts.
  place(mode) {
    if (!this.stored || this.line().map((n) => n.turn).join(" ") !== this.stored.turns) return this.address(mode);
    return `${this.stored.address}&at=${this.path().length}`;
  }

  // ofAddress returns the game that an address describes, or null if it describes none.
  static ofAddress(hash) {
    const words = new URLSearchParams(hash.replace(/^#/, ""));
    if (!words.get("game")) return null;
    const options = {};
    for (const [name, value] of words) if (name.startsWith("o.")) options[name.slice(2)] = value;
    const turns = (words.get("turns") ?? "").split(" ").filter(Boolean);
    const game = Game.of({ game: words.get("game"), options, start: words.get("start") ?? "", turns });
    const at = words.get("at");
    if (at !== null && /^[0-9]+$/.test(at)) game.go([game.root, ...game.path()][Math.min(Number(at), turns.length)]);
    return { game, mode: words.get("mode") ?? "play" };
  }
}
