// Package pylyx holds the rules of Pylyx (Christian Freeling) on boards of 6 x 6 to 12 x 12 squares, as docs/RULES.md lays them down.
//
// # How a position is kept
//
// Every board lies in the lower left corner of a 12 x 12 grid. A position holds the board three times. Each of the 70 ranks, files and diagonals of
// the grid is a word of 16 bits, once per colour and once for all that blocks, the outside of the board included: the nearest obstacles of a
// stack along a line are two scans for a set bit. A list by square holds the heights; stacks are of one colour, so that is all there is to
// know of them. A set of squares per colour gives the stacks in a fixed order. Counting steps, drawing one and listing them all come from the
// lines; playing a move changes four lines at each of its ends.
//
// The set-up is one long turn of One's. Which of its placements leave it possible to complete is worked out in setup.go.
//
// The files: geometry, bitboard, zobrist and step below everything; position with its slides, steps, play and text; setup for the stage of that
// name; perft and playout, the native loops; travel (distances on an empty board) and gather (the best square to bring all men to) below
// features, scores and noisy, which serve searches and evaluations; patternpile (how stacks reach each other as all stand) and patterncamp (the best
// square by that measure) below pattern, for learned evaluations, and patternnames, which says what each pattern means; invariants, checked after
// every step when built with the tag of that name.
package pylyx
