// Package proof proves results of two-seat games, and wins of one seat against all the others where there are more: it
// says whether the seat to act can force a win, or cannot avoid a loss, within a number of turns, and which turns do
// it. It looks at every step, knows no evaluation, reduces nothing and guesses nothing, so what it calls a win or a
// loss is one. Players are measured against it, and test positions are verified by it.
//
// The search answers one question again and again (searcher.forces): can a given seat force a win within so many turns?
// Where that seat acts one step must do, where the other one acts all must (an AND/OR search). Depth counts turns: the
// rest of a turn that has begun counts as one, and the seat to act need not alternate from step to step. Shorter
// distances are tried before longer ones.
//
// Two things make it fast enough for boards of full size, and neither touches the answer: steps that answered the
// question elsewhere come first (with move-ordering scores behind them), and answers are kept in a table by position,
// winner and turns left. The table tells positions apart by their 64-bit hashes, so a proof is as sure as those do not
// collide.
//
// # Repetition and the turn cap
//
// The search does not look for draws by repetition, and need not: a seat that can force a win within n turns can do so
// by always choosing a shortest win. Then the distance falls with every turn, so no position stands twice, and no such
// draw comes in between. A draw therefore neither spoils a win found here nor hides one. This holds when repetitions
// are counted from the position that is asked about, as they are for a position read from text; a game's earlier
// positions are not known here. The turn cap cuts the number of turns looked ahead.
package proof
