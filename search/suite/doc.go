// Package suite holds tactical positions that carry their own expectations, and tries players on them. The positions are data that a player of the game
// can read and write: pit-of-pillars.txt, pilastri.txt, pylyx.txt, pit.txt and pit-of-pillars-hard.txt, which come with the program, or a file of
// one's own. Every expectation in a file can be proven, and those of the built-in files are, by exact search ([Problem.Verify]), which is for games
// of two seats.
//
// # The file
//
// Problems are blocks of lines "key: value" with empty lines between. A line that begins with # is a remark.
//
//	id: shut-in-by-a-pillar
//	game: pit-of-pillars
//	position: x2/r,W,x2/x3,W/w,x w m 0/0 - 9
//	kind: win-in-1
//	turns: b1c1^d2a2
//	nodes: 2000 mcts=5000
//	comment: the pillar from d2 shuts Red's last man in
//
// Of these, id (one word, unique), position, kind and turns must be there. Without game the problem is one of Pit of Pillars. The kinds are:
//
//   - win-in-1: the turns win at once, and no others do;
//   - win-in-2: nothing wins at once; the turns, and no others, win whatever the opponent answers, by the own turn after that at the latest;
//   - only: there is danger; after the turns, and after no others, the opponent cannot win at once;
//   - bad: the turns lose by force, by the opponent's second turn from here at the latest; there are better ones, of which the line "safe: TURN" names
//     one. Other turns may be as bad.
//
// Turns are written as everywhere, with blanks between; a text that ends in * stands for all turns that begin so. A player solves a problem of the
// first three kinds with one of the turns, and a bad one with any turn that is not among them. A player that proves a longer win has also solved a
// win-in-2.
//
// The line nodes is the budget of nodes for a decision within which a player should find the solution, 20000 if it is missing; "mcts=5000" is the
// budget of one kind of player.
package suite
