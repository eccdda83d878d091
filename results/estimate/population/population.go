// Package population estimates what holds for a kind of player rather than for one player. Several players, drawn by
// one recipe, each play games of their own, for example against themselves. A [Sample] holds their scores; the score i
// of player p is
//
//	y(p, i) = mu + a(p) + e(p, i),
//
// where a and e are random with mean 0 and variances A and E. [Sample.Estimate] estimates mu, the mean over all players
// that the recipe could make, and the range of their own means mu + a. (H. Scheffé, The Analysis of Variance, 1959; F.
// Satterthwaite, An approximate distribution of estimates of variance components, 1946.)
package population

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"pillars/results/estimate/stats"
)

// Levels of the two intervals of an [Estimate].
const (
	Level      = .95 // of Mean
	RangeLevel = .90 // of Range
)

// Sample holds the scores of players, each on an opening of its own. A player may have none.
type Sample [][]float64

// Estimate is what a [Sample] shows about players of its kind.
type Estimate struct {
	Players      int            // players with scores
	Mean         stats.Estimate // mean score of all players of the kind
	Range        stats.Estimate // where the mean score of a new player of the kind lies
	PlayerSpread float64        // standard deviation A^(1/2) between players
}

// Estimate estimates the model. The intervals are within 0 and 1. With fewer than two players, only the mean of the
// scores is known. Where all scores are equal, each player counts as one observation of a confidence sequence.
//
// The variance of the mean over P players is V/P, where the variance V of the players' means is A + E/n on average,
// with n scores a player. V counts at least its share E/n. A new player's own mean differs from the estimate with the
// variance A + V/P.
func (s Sample) Estimate() (e Estimate) {
	means := s.Means()
	if e.Players = len(means); e.Players == 0 {
		return e
	}
	mean, players := stat.Mean(means, nil), float64(e.Players)
	if e.Mean = (stats.Estimate{Kind: stats.Fixed, Value: mean}); e.Players == 1 {
		return e
	}
	noise, freedom := s.noise()
	own := meanSquare{stat.Variance(means, nil), players - 1}
	if own.value < noise {
		own = meanSquare{noise, players - 1 + freedom}
	}
	if own.value < 1e-24 {
		limits := stats.Anytime(mean*players, players, Level)
		e.Mean = clipped(stats.Limited(mean, limits.Low, limits.High))
		e.Range = e.Mean
		return e
	}
	e.PlayerSpread = math.Sqrt(own.value - noise)
	e.Mean = clipped(within(mean, []meanSquare{{own.value / players, own.freedom}}, Level))
	ofNew := []meanSquare{{own.value * (1 + 1/players), own.freedom}, {-noise, freedom}}
	e.Range = clipped(within(mean, ofNew, RangeLevel))
	return e
}

// Means returns the mean score of each player that has scores.
func (s Sample) Means() (means []float64) {
	for _, row := range s {
		if len(row) > 0 {
			means = append(means, stat.Mean(row, nil))
		}
	}
	return means
}

// noise estimates the mean over players of E/n, with its degrees of freedom. E is the variance of a player's scores,
// pooled.
func (s Sample) noise() (noise, freedom float64) {
	sum, shares, players := 0., 0., 0.
	for _, row := range s {
		if n := float64(len(row)); n > 0 {
			_, variance := stat.PopMeanVariance(row, nil)
			sum, freedom, shares, players = sum+n*variance, freedom+n-1, shares+1/n, players+1
		}
	}
	if freedom > 0 {
		noise = sum / freedom * shares / players
	}
	return noise, max(1, freedom)
}

// A meanSquare is a term of an estimated variance, with its degrees of freedom.
type meanSquare struct{ value, freedom float64 }

// within returns the interval around value for an error whose variance is the sum of the terms. The degrees of freedom
// of the sum are Satterthwaite's.
func within(value float64, terms []meanSquare, level float64) stats.Estimate {
	variance, squares := 0., 0.
	for _, m := range terms {
		variance += m.value
		squares += m.value * m.value / m.freedom
	}
	if variance <= 0 {
		return stats.Symmetric(value, 0)
	}
	return stats.Symmetric(value, student(variance*variance/squares, level)*math.Sqrt(variance))
}

// student returns half the width of the central interval of Student's distribution at a level.
func student(freedom, level float64) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: max(1, freedom)}.Quantile((1 + level) / 2)
}

// clipped returns an estimate of a score with its limits cut off at 0 and 1.
func clipped(e stats.Estimate) stats.Estimate {
	if e.Kind != stats.Measured || e.Low >= 0 && e.High <= 1 {
		return e
	}
	return stats.Limited(e.Value, max(0, e.Low), min(1, e.High))
}

// Further returns the interval in which the mean score of n further players of the same kind falls with the given
// probability, if they play as many games as the players of the sample. It is absent with fewer
// than two players.
func (s Sample) Further(n int, level float64) stats.Estimate {
	means := s.Means()
	if len(means) < 2 || n < 1 {
		return stats.Estimate{}
	}
	players := float64(len(means))
	variance := stat.Variance(means, nil) * (1/players + 1/float64(n))
	return within(stat.Mean(means, nil), []meanSquare{{variance, players - 1}}, level)
}
