// The answers of package web/host that several modules of the page read, and the state they share.
export interface Choice { step: string; squares?: string[]; rest?: string; count?: number; side?: string; words?: string }
export interface Wall { cell: string; side: string }
export interface Square { name: string; words: string; pieces?: string[]; drawn?: string; walls?: string }
export interface Result { scores: number[]; words: string }
export interface ToldTurn { seat: number; words: string; threat?: string; ways: string[][]; walls?: Wall[] }

// View is everything about a position that is shown.
export interface View {
  game: string; title: string; settings: Record<string, string>; position: string; drawings?: Record<string, string>;
  files: number; ranks: number; squares: Square[]; notes: string[]; seats: string[]; places: number[];
  reserves?: number[]; colors?: string[]; seat: number; next?: number; startsTurn: boolean; legal?: Choice[]; result?: Result; guide?: string;
  last?: ToldTurn; turns: string[]; occurrences: number; repetition: number; starts?: { title: string; position: string }[];
}

// Rules name a game, its options and where it begins; a state adds what was played.
export interface Rules { game: string; options?: Record<string, string>; start?: string }
export interface State extends Rules { turns?: string[]; steps?: string[] }

// Node is a turn in the tree of a game. loss, best and chance, which is that of the first seat after it, come from a review,
// thought from the player of a stored game; comment, marks, by PGN's numbers, and drawn, circles such as "a1" and arrows such as "a1 b2", are the person's or from a file; ended says who gave up after it, without words if a file says so.
export interface Node {
  turn: string | null; parent: Node | null; children: Node[]; loss?: number; best?: string; chance?: number;
  thought?: { chance: number; score: string; depth: number };
  comment?: string; marks?: number[]; drawn?: string[]; ended?: { seat: number; words: string };
}
export interface Option {
  name: string; title: string; help: string; default: string; min?: number; max?: number; values?: { value: string; words: string }[];
}
export interface GameFacts {
  name: string; title: string; pitch?: string; length?: string; first: Record<string, string>; options: Option[];
  seats: number; start?: string; levels: number; lesson: boolean; puzzles: boolean;
}
