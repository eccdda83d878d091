// Package measures says what a game is like: how even, how long, how wide, how deep. Every measure is a pure function of small records of games
// ([Sample]), and comes with its number of observations, an interval, and its definition as data ([Definitions]), so that tables and pages print the
// same words. Package results/recorder makes the records from stored games.
//
// # Words
//
// A turn is what people count, a step is what searches see. Turns of the set-up, and turns that were given as an opening, are told apart from those
// that players decided. What is said of players' choices counts decided turns only.
//
// # Judge
//
// Some measures need somebody's opinion of positions. It is that of an independent judge, a player who took no part in the games: opinions of the
// players themselves would measure the players. (Gaina and others, TAG, 2020, evaluate by a separate oracle for the same reason.)
//
// # Intervals
//
// All are at the 95 % level. Scores and shares of games have the anytime interval ([stats.Anytime]); means and ratios of sums one from the spread
// between games, the games from one opening taken together ([ratio]); quantiles one from the ranks (exact, binomial); figures that are no means one by the
// jackknife over the openings. Where the data say nothing a measure is absent and says why: nothing is ever NaN.
package metrics
