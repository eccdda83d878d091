package stats

import (
	"fmt"
	"math"
)

// BayesEloOptions say how [RateBayesElo] rates. The zero value is the usual way.
type BayesEloOptions struct {
	Anchors   map[int]float64 // at most one player whose rating is given; in every other pool, or without one, ratings average 0
	Advantage *float64        // of the first seat in Elo, where it is given and not estimated
	DrawElo   *float64        // in Elo, above 0, where it is given and not estimated
	Prior     float64         // draws that every player is supposed to have drawn before, in all; 0 stands for 2
}

// BayesElo are ratings in the model of the rating program BayesElo.
type BayesElo struct {
	Ratings
	DrawElo Estimate // by how much a player must be stronger, seat included, to win half of his games, in Elo as fitted; absent without games
	Scale   float64  // by which ratings are shown smaller than fitted, so that near even strength they promise the same scores as Elo
}

// usualDrawElo is the draw Elo with which the program BayesElo begins, a value from chess.
const usualDrawElo = 97.3

// RateBayesElo fits the strengths of all players, the advantage of the first seat and the width of draws together. For a first seat stronger by D
// points, the advantage a of its seat, and the draw Elo d,
//
//	P(win)  = 1/(1 + 10^((-D - a + d)/400))
//	P(loss) = 1/(1 + 10^(( D + a + d)/400))
//
// and a draw is the rest. (Rao and Kupper, Ties in paired-comparison experiments: a generalization of the Bradley-Terry model, 1967; Coulom, Bayesian
// Elo Rating, 2005, whose program maximises the same function by Hunter's minorisation-maximisation.) As a prior every player has played Prior draws
// more, divided among his opponents by the number of games with each and evenly between the seats. So everyone who has played has a rating; but
// ratings of few games lie too close together. They are shown times the scale 4x/(1 + x)^2, x = 10^(-d/400); advantage and draw Elo as fitted.
//
// Few games may be the likelier the wider draws are, without end, as when nobody has ever won from the first seat. Then the draw Elo stays at the
// 97.3 that BayesElo begins with, and is Fixed. Errors come from the inverse of the negative Hessian, the other parameters included, and take games
// as independent. Games of a player against himself do not count.
//
// It fails when the options or the anchors cannot be.
func RateBayesElo(r *Results, o BayesEloOptions) (*BayesElo, error) {
	if o.Prior == 0 {
		o.Prior = 2
	}
	if err := o.check(r.players); err != nil {
		return nil, fmt.Errorf("ratings: %w", err)
	}
	m := newBayesEloModel(r, o)
	curvature, err := maximise(m)
	if o.DrawElo == nil && (err != nil || !wellConditioned(curvature)) {
		usual := usualDrawElo
		o.DrawElo = &usual
		m = newBayesEloModel(r, o)
		curvature, err = maximise(m)
	}
	if err != nil {
		return nil, err
	}
	return m.ratings(curvature)
}

// check finds the first option that cannot be.
func (o BayesEloOptions) check(players int) error {
	const most = 10000 // Elo
	switch {
	case !(o.Prior > 0 && o.Prior <= most):
		return fmt.Errorf("prior of %v draws: give a number above 0, such as 2", o.Prior)
	case o.Advantage != nil && !(math.Abs(*o.Advantage) <= most):
		return fmt.Errorf("advantage of %v Elo: give one between -%v and %v", *o.Advantage, most, most)
	case o.DrawElo != nil && !(*o.DrawElo >= 1e-3 && *o.DrawElo <= most):
		return fmt.Errorf("draw Elo of %v: give one between 0.001 and %v", *o.DrawElo, most)
	case len(o.Anchors) > 1:
		return fmt.Errorf("%d anchors: this model takes one, as its ratings are scaled as a whole", len(o.Anchors))
	}
	return checkAnchors(o.Anchors, players)
}
