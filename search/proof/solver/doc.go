// Package solver finds what games on small boards are worth under best play, and proves it: it looks at everything that
// matters, guesses nothing, and tells positions apart by exact keys and not by hashes. Players and estimates are
// measured against it.
//
// # Two ways
//
// [Retrograde] is for games whose positions can come again, and serves any. It finds all positions that play can reach
// at the beginnings of turns, and then the won and lost ones from the ends of games backwards (Richard Bellman, On the
// Application of Dynamic Programming to the Determination of Optimal Play in Chess and Checkers, 1965; Ken Thompson,
// Retrograde Analysis of Certain Endgames, 1986). Sweep n decides what is won or lost in n turns, so every value comes
// with its distance. What no sweep decides is a draw: neither side can force an end.
//
// [Prover] is for games in which no position can come again. It searches depth first by alpha-beta with three scores
// (Donald Knuth and Ronald Moore, An Analysis of Alpha-Beta Pruning, 1975), keeps what it has proven of every position,
// and meets a small part of them. It knows no distances.
//
// # What is left out
//
// The game solved is the one without the draw by repetition, in which play without end is a draw, and without the turn
// cap. The first changes no value: who can win can do so by a shortest way, on which no position comes twice, and who
// can hold a draw need not mind that it is declared. The second would make draws of wins that take longer than the cap.
//
// Positions that a symmetry of the board, or an exchange of the seats, carries into each other are one, in games that
// know it ([engine.Keyed]).
package solver
