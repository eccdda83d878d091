// Package pilastri holds the rules of Pilastri (Christopher Field, 2025) on boards of 2 x 2 to 8 x 8 squares, as docs/RULES.md lays them down.
//
// # How a position is kept
//
// Every board lies in the lower left corner of an 8 x 8 grid, so one set of shifts serves all sizes. A position holds its stacks as
// bitboards: who owns the top piece where, the binary digits of the stacks' heights, and per level where black pieces lie. A list of heights by
// square saves gathering digits when a step is played.
//
// A step joins two stacks of a file or rank with nothing between them: a pair. The whole set of pairs is compared at once: the digits of each
// stack's height are carried along its rank, and along its file, onto the next stack, and the two heights on every square then say which of
// the pair may climb the other (see pairs.go). A position keeps the legal steps of the player to act as four such sets, one per direction,
// renewed with every step played; counting, listing, drawing and the end of the game are read off them.
//
// The files: bitboard and geometry below everything; board with its pairs; zobrist; position with its steps, play, text and read; perft and playout, the
// native loops; noisy, scores, features and patterns for searches and evaluations; invariants, checked after every step when built with the tag of that
// name.
package pilastri
