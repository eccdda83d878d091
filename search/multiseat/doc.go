// Package multiseat holds a player for games of two to four seats that searches steps depth first.
//
// With more than two seats a game has no single value to search for; what a player takes the others to want is its mode
// ([Config].Mode):
//
//   - paranoid: all others play against it. Every position has one score, for the seat that searches, and alpha-beta
//     applies; wins are proofs, since they hold against every play of the others (Sturtevant and Korf, On Pruning
//     Techniques for Multi-Player Games, 2000).
//   - brs: between two turns of the player only one opponent, whichever has the best one, replies; the tree is that of
//     two players and the look ahead much longer (Schadd and Winands, Best Reply Search for Multiplayer Games, 2011).
//     Since these games know no passing, the opponents who do not reply play the steps with the best move-ordering
//     scores (Esser, Gras, Winands, Schadd and Lanctot, Improving Best-Reply Search, 2013).
//   - maxn: each seat takes what is best for itself. Every position has a utility vector (Luckhardt and Irani, An
//     Algorithmic Solution of N-Person Games, 1986), and only shallow pruning applies (Korf, Multi-Player Alpha-Beta
//     Pruning, 1991).
//
// The unit is the step: a turn may have several, seats may drop out, and the seat to act need not rotate; a search only
// ever asks whose step it is. search.go searches what has one score (paranoid and brs), quiesce.go values its leaves
// and ends, maxn.go searches vectors; what they have in common with the search for two seats is package kit.
package multiseat
