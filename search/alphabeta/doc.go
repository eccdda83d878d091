// Package alphabeta holds a player for two-seat games that searches steps by alpha-beta.
//
// A turn of these games is made of steps, so two steps in a row may belong to the same seat. Every score is for the
// seat to act in its position; on the way up it is negated only where the seat changes (see searcher.child). Depth
// counts steps.
//
// Around that core stand the usual parts of a chess engine, each an option of [Config] with the plain way as its base,
// so that a match can say what it is worth:
//
//   - iterative deepening with principal variation search (Marsland and Campbell, Parallel Search of Strongly Ordered
//     Game Trees, 1982) and aspiration windows;
//   - a transposition table (package kit), with cut-offs only away from the principal variation, so that variation and
//     turn are always whole;
//   - order of steps: the table's step, the game's move-ordering scores (captures first), killers, history, and away
//     from the leaves what a policy learned from games foretells (eval.Policy), in games that have one;
//   - late move reduction, the more the less likely the policy thinks a step, and at low depth late move pruning and
//     futility pruning; most of all of the optional steps that end a turn, after the one that declines;
//   - quiescence over the steps that the game calls noisy. In the middle of a turn it declines what it may.
//
// With threads above 1 several searchers share the table (lazy SMP). A limit by nodes then holds for all together, to
// about a sixteenth, and a decision is not the same every time; proofs are as sound as with one.
//
// With sound=true everything unsound is off: then a score beyond search.Proven is a proof.
package alphabeta
