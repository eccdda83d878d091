// Package advantage says what games of a player with itself tell about the seats.
//
// A [Fold] takes finished games one by one and keeps the counts that a [Summary] is made of: each seat's score, draws apart, the score of who opens
// the play after the set-up and of who had a choice, all with anytime intervals. Games that were played before, move for move, count once.
//
// A [Line] takes scores at several places x, of which it supposes that logit(score) = a + b x: rungs of a ladder of node limits, or odds. It
// says how steep the line is, what it promises at a further place, and where it crosses one half.
//
// Everything is valid at all times: one may look after every game and stop at will.
package advantage
