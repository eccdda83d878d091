// Package engine says what a game is. Everything above it (searches, tournaments, statistics, pages) sees games only through the contract here;
// everything a particular game does lies in its own package below engine.
//
// # The contract
//
// A [Game] has options; settling them gives [Rules]; rules give a [Position] to start from. A position lists its legal steps, plays one, says who
// acts, whether and how the game ended, hashes itself and writes itself as text. A turn is everything one player does before another may act; it
// consists of one or more steps, all by one seat. The unit here is the step: the seat to act need not alternate, and nobody above may assume that it
// does. Who needs whole turns goes through them with [EachTurn]. A [History] adds what a position alone cannot know: repetition and the turn cap. A
// [Record] is a history on paper, and package pgn writes and reads it as PGN-shaped text.
//
// Hot loops (perft, random playouts, features) live inside each game with its concrete types; callers use them whole, so that the cost of an
// interface call never shows.
//
// # How to add a game
//
// docs/ADDING_A_GAME.md walks through all of it with a complete small game. In short:
//
//  1. Make a package engine/NAME with a type for the position, small enough to copy, and tables per board in an immutable Rules.
//  2. Implement [Game], [Rules] and [Position]. Pack a step into a small number above 0. Play must keep the hash up to date; the hash leaves
//     the turn number out. Let Reversible return 0 after every step that cannot be undone.
//     If the board has symmetries, implement [Symmetric] too, so that lists of openings hold none twice.
//  3. Write texts as docs/RULES.md lays down: fields separated by blanks, the board first, the turn number last; steps as short words;
//     [Decline] for a step that turns an option down. Read refuses what cannot be, naming the field.
//  4. Add the game to the list in engine/games. The conformance suite in engine/enginetest then runs on it: random play, copies, hashes,
//     text both ways, perft against plain counting, playouts against step lists.
//  5. Add perft counts from another program to the package's testdata, and a plain model of the rules to its tests.
//  6. Name the features an evaluation can weigh and give them weights in eval/weights.
package engine
