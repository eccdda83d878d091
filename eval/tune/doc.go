// Package tune fits the weights of an evaluation to results: logistic regression on positions of games, data in, weights out. It knows no files and no
// players.
//
// The expected result of a position is modelled as sigmoid(worth/100), where the worth is what package eval computes: a sum of counted inputs
// times weights that change with the phase of the game. Fitted is the mean cross entropy of that and the target, plus a penalty for weights far from
// where they began. The loss is convex, so there is one best answer, and the way there is a matter of time only.
//
// A [Set] holds millions of positions in memory, one to two bytes for each input. [Fit] descends by L-BFGS. Sums are taken in an order that does not depend on the
// number of workers, so weights do not either.
package tune
