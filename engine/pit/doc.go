// Package pit holds the rules of Pit (GiocatGeneric, 2021) for two to four players on boards of up to 16 x 16 cells, as docs/RULES.md lays them down.
//
// # How a position is kept
//
// A bitboard has a bit for each of 16 x 16 cells, a rank to sixteen bits, whatever the size of the board, so one set of shifts serves all boards
// and a rank is one uint16. Pieces are kept by seat; what is occupied is kept twice, once turned over at the diagonal, so that a file is one uint16
// too. A wall is what nothing crosses: a barrier, the side of a hole, the edge of the board. Walls on the east and on the north sides of cells are
// bitboards as well. How far a tower slides or sees is then found on two uint16 lines by counting zeros, without a walk from cell to cell.
//
// A new barrier separates its two sides only if it closes a ring of walls. Most barriers have an end that touches no other wall: there is a way
// round that end, and nothing else needs to be looked at. Only for the others the cells joined to one side are flooded, until the other side is
// reached or nothing is left. Before the barrier all pawns were joined and every tower had a way to a hole (Read refuses anything else), so the two
// sides of the barrier are all that can have changed.
//
// The files: cell, bitboard, walls, board and layout below everything; lines and zobrist; position with its steps (compulsory, moves), play (raise
// for barriers, turn for what ends one) and text; perft and playout, the native loops; noisy, scores, features and patterns for searches and evaluations;
// invariants, checked after every step when built with the tag of that name.
package pit
