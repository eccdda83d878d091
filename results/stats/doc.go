// Package stats turns scores of games into statements about players: how strong, how sure, and what the first seat
// is worth.
//
// Everything here is a pure function of counts: no game, no store, no clock, no randomness. The parts:
//
//   - a [Sample] is what two players scored, as games ([WDL]) or as pairs with the seats swapped ([Pentanomial]);
//     [Elo], [NormalizedElo] and [LOS] describe it, an [SPRT] decides between two hypotheses about it: watched pair by
//     pair by a [Sequence], estimated after the stop by [AfterStop], planned by a [Prospect];
//   - [Anytime] bounds a mean score so that one may look after every game and stop at will; [OpeningMeans] does so
//     where games share openings.
//
// Data may be too few or too one-sided for an estimate. An [Estimate] therefore says of what kind it is: a value with
// an error, a value between two limits, a limit on one side only, or nothing at all. No number in it is ever NaN or
// infinite. All intervals are at the 95 % level unless a function takes a level.
package stats
