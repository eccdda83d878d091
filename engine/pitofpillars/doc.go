// Package pitofpillars holds the rules of Pit of Pillars (Christian Freeling, 2013) on boards of 4 x 4 to 8 x 8 squares, as docs/RULES.md lays them
// down.
//
// # How a position is kept
//
// Every board lies in the lower left corner of an 8 x 8 grid, so one set of shifts serves all sizes; a mask per size says which squares exist. A
// position holds the board twice. Bitboards answer questions about all squares at once: who controls a stack where, where pillars stand, which stacks are
// mixed, and in three planes the binary digits of each stack's height (7 standing for 7 or more: nobody moves further). A list by square
// holds each stack's exact height and the colours of its men. Steps, counts and captures come from the bitboards; playing a step reads and
// writes two entries of the list.
//
// Only mixed stacks need their colours spelled out, and no play leads to a mixed stack of more than four men: landing there captures. A
// stack packs into two bytes because of that (see type stack).
//
// The files: bitboard and geometry below everything; stack and zobrist; position with its steps, play, text and read; perft and playout, the native
// loops; noisy, scores, features and patterns for searches and evaluations; invariants, checked after every step when built with the tag of that
// name.
package pitofpillars
