// Package population estimates what holds for a kind of player rather than for one player. Several players, drawn by
// one recipe, each play themselves. A [Sample] holds their scores; the score of player p on opening o is
//
//	y(p, o) = mu + a(p) + b(o) + e(p, o),
//
// where a, b and e are random with mean 0 and variances A, B and E. [Sample.Estimate] estimates mu, the mean over all
// players that the recipe could make, and the range of their own means mu + a. [Trend] asks whether mu changes with the
// strength of the players. (H. Scheffé, The Analysis of Variance, 1959; F. Satterthwaite, An approximate distribution
// of estimates of variance components, 1946.)
package population

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"pillars/results/estimate/stats"
)

// Levels of the two intervals of an [Estimate].
const (
	Level      = .95 // of Mean
	RangeLevel = .90 // of Range
)

// Sample holds the scores of players that play themselves, by player and opening. NaN stands for a score that is not
// known, for example the opener's in a game that ended before the set-up did.
type Sample struct {
	Scores [][]float64
	// Crossed says that all players play the same openings, drawn from many: Scores[p][o] is a score on opening o.
	// Otherwise each score is on an opening of its own, as from the start, where the player makes the opening.
	Crossed bool
}

// Estimate is what a [Sample] shows about players of its kind.
type Estimate struct {
	Players  int            // players with scores
	Openings int            // openings on which all players have scores; 0 unless they are crossed
	Mean     stats.Estimate // mean score of all players of the kind
	Range    stats.Estimate // where the mean score of a new player of the kind lies

	// Standard deviations between players, between crossed openings, and of what remains in one score.
	PlayerSpread, OpeningSpread, Rest float64
}

// Estimate estimates the model. The intervals are within 0 and 1. With fewer than two players, only the mean of the
// scores is known. Where all scores are equal, each player counts as one observation of a confidence sequence.
func (s Sample) Estimate() Estimate {
	e, uneven := s.estimate()
	switch n := float64(e.Players); {
	case n < 2 || uneven:
	default:
		limits := stats.Anytime(e.Mean.Value*n, n, Level)
		e.Mean = stats.Limited(e.Mean.Value, limits.Low, limits.High)
		e.Range = e.Mean
	}
	e.Mean, e.Range = clipped(e.Mean), clipped(e.Range)
	return e
}

// estimate returns the estimates with intervals that may leave the range from 0 to 1. uneven is false if the scores do
// not vary, so that the intervals have no width.
//
// The variance of the mean over P players and O crossed openings is A/P + B/O + E/(P O). Three mean squares estimate
// it: the variance of the players' means, which is A + E/O on average, the variance of the openings' means, B + E/P,
// and E. Neither of the first two counts less than its share of E. Without crossed openings only the first is needed.
func (s Sample) estimate() (e Estimate, uneven bool) {
	s = s.complete()
	e.Players = len(s.Scores)
	if e.Players == 0 {
		return e, false
	}
	means := s.means()
	mean := stat.Mean(means, nil)
	e.Mean = stats.Estimate{Kind: stats.Fixed, Value: mean}
	if e.Players == 1 {
		return e, false
	}
	players := float64(e.Players)
	rest, noise, freedom := s.rest(means) // E, and the part of E in a player's mean
	own := max(stat.Variance(means, nil), noise)
	e.PlayerSpread, e.Rest = math.Sqrt(own-noise), math.Sqrt(rest)
	ofMean := []meanSquare{{own / players, players - 1}}
	ofNew := []meanSquare{{own * (1 + 1/players), players - 1}, {-noise, freedom}}
	if s.Crossed && len(s.Scores[0]) > 1 {
		e.Openings = len(s.Scores[0])
		openings := float64(e.Openings)
		common := max(stat.Variance(s.turned().means(), nil), rest/players)
		e.OpeningSpread = math.Sqrt(common - rest/players)
		ofMean = append(ofMean, meanSquare{common / openings, openings - 1}, meanSquare{-noise / players, freedom})
		ofNew = append(ofNew[:1], meanSquare{common / openings, openings - 1},
			meanSquare{-noise * (1 + 1/players), freedom})
	}
	e.Mean = within(mean, ofMean, Level)
	e.Range = within(mean, ofNew, RangeLevel)
	return e, e.Mean.Error95 > 1e-12
}

// complete returns the sample without unknown scores and without players that have none. In a crossed sample it leaves
// out openings on which a player has no score.
func (s Sample) complete() Sample {
	lacks := func(o int) bool {
		return slices.ContainsFunc(s.Scores, func(row []float64) bool { return o >= len(row) || math.IsNaN(row[o]) })
	}
	kept := Sample{Crossed: s.Crossed}
	for _, row := range s.Scores {
		var known []float64
		for o, y := range row {
			if !math.IsNaN(y) && (!s.Crossed || !lacks(o)) {
				known = append(known, y)
			}
		}
		if known != nil {
			kept.Scores = append(kept.Scores, known)
		}
	}
	return kept
}

// Means returns the mean score of each player that has scores.
func (s Sample) Means() []float64 { return s.complete().means() }

// means returns the mean score of each player of a complete sample.
func (s Sample) means() (means []float64) {
	for _, row := range s.Scores {
		means = append(means, stat.Mean(row, nil))
	}
	return means
}

// turned returns a crossed sample in which openings and players have changed places.
func (s Sample) turned() Sample {
	turned := Sample{Scores: make([][]float64, len(s.Scores[0])), Crossed: true}
	for _, row := range s.Scores {
		for o, y := range row {
			turned.Scores[o] = append(turned.Scores[o], y)
		}
	}
	return turned
}

// rest estimates the variance E of the rest with its degrees of freedom, and the mean over players of E/n, where n is
// the number of a player's scores. Without crossed openings, E is the variance of a player's scores, pooled.
func (s Sample) rest(means []float64) (rest, noise, freedom float64) {
	offset := make([]float64, len(s.Scores[0])) // by crossed opening: its mean less the mean of all
	if s.Crossed {
		offset = s.turned().means()
		all := stat.Mean(means, nil)
		for o := range offset {
			offset[o] -= all
		}
	}
	sum, shares := 0., 0.
	for p, row := range s.Scores {
		for o, y := range row {
			if s.Crossed {
				y -= offset[o]
			}
			sum += (y - means[p]) * (y - means[p])
		}
		freedom += float64(len(row) - 1)
		shares += 1 / float64(len(row)) / float64(len(s.Scores))
	}
	if s.Crossed {
		freedom -= float64(len(offset) - 1)
	}
	if freedom > 0 {
		rest = sum / freedom
	}
	return rest, rest * shares, max(1, freedom)
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
// probability, if they play as many games as the players of the sample, on the same openings. It is absent with fewer
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

// Of returns the part of the sample with the players of the given numbers.
func (s Sample) Of(players ...int) Sample {
	part := Sample{Crossed: s.Crossed}
	for _, p := range players {
		part.Scores = append(part.Scores, s.Scores[p])
	}
	return part
}

// Rung is the mean score of a population at one strength.
type Rung struct {
	X    float64 // strength, such as a number of factors of four in nodes
	Mean stats.Estimate
}

// Trend estimates by how much the mean score rises when X grows by 1. Scores of rungs scatter about a line by more than
// their intervals say, because every strength has habits of its own. The error of the slope is therefore measured by
// this scatter, with Student's distribution for two degrees of freedom less than there are rungs, and never less than
// the intervals of the rungs say. With fewer than three rungs the scatter is not known, and the trend is absent.
// (R. DerSimonian and N. Laird, Meta-analysis in clinical trials, 1986, for the two sources of error.)
func Trend(rungs []Rung) stats.Estimate {
	if len(rungs) < 3 {
		return stats.Estimate{}
	}
	var x, y []float64
	sampling := 0.
	for _, r := range rungs {
		x, y = append(x, r.X), append(y, r.Mean.Value)
		half := (r.Mean.High - r.Mean.Low) / 2 / stats.Z95
		sampling += half * half / float64(len(rungs))
	}
	height, slope := stat.LinearRegression(x, y, nil, false)
	freedom, scatter := float64(len(rungs)-2), 0.
	for i := range x {
		scatter += (y[i] - height - slope*x[i]) * (y[i] - height - slope*x[i]) / freedom
	}
	spread := stat.Variance(x, nil) * float64(len(x)-1)
	return stats.Symmetric(slope, student(freedom, Level)*math.Sqrt(max(scatter, sampling)/spread))
}
