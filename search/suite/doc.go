// Package suite holds tactical positions that carry their own expectations, and tries players on them. The positions
// are data that a player of the game can read and write: for each game one file of problems that the program's players
// should solve (pilastri.txt) and one of hard ones (pilastri-hard.txt), which come with the program, or a file of one's
// own. Every expectation in a file can be proven, and those of the built-in files are, by exact search
// ([Problem.Verify]).
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
// Of these, id (one word, unique), position, kind and turns must be there. Without game the problem is one of Pit of
// Pillars. The line options, such as "options: reach=1", gives rule options that the position does not fix by itself.
// The kinds are, N being a number of turns of the winner's own:
//
//   - win-in-N: the turns, and no others, win by force by the own turn N from here at the latest, and nothing wins
//     sooner;
//   - only-in-N: there is danger; after the turns, and after no others, the opponent cannot win by force by his turn N
//     at the latest, though perhaps later;
//   - bad-in-N: the turns lose by force, by the opponent's turn N from here at the latest; there are better ones, of
//     which the line "safe: TURN" names one. Other turns may be as bad.
//
// only stands for only-in-1, bad for bad-in-2. With more than two seats there are win-in-1 and win-in-2, against all
// the others together.
//
// Turns are written as everywhere, with blanks between; a text that ends in * stands for all turns that begin so. A
// player solves a win or an only with one of the turns, and a bad one with any turn that is not among them. A player
// that proves a longer win has also solved a win in two or more.
//
// The line nodes is the budget of nodes for a decision within which a player should find the solution, 20000 if it is
// missing; "mcts=5000" is the budget of one kind of player. The line "proof: long" says that the proof takes more than
// a moment: the package's tests leave it to pillars suite --verify.
//
// # The score
//
// What a player needs for a problem is a number of nodes ([Problem.Solve]), and what that is worth are points
// ([Points]). The mean of the points over the suite ([Tally]) is the one number that shows whether a change made a
// player's tactics better or worse.
package suite
