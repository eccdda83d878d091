package advantage

import (
	"fmt"
	"math"

	"pillars/results/stats"
)

// Point is what was scored at one place of a line.
type Point struct {
	X      float64 // place, such as the logarithm of a node limit
	Points float64 // obtained, from 0 to Games
	Games  int
}

// Line is what scores at several places say about a line logit(score) = a + b x.
//
// Its limits are anytime-valid at the 95 % level. Let L(a, b) be the likelihood of all scores, a score between 0 and 1 counting in parts, and M the
// mean of L under a prior that was fixed beforehand. If (a, b) is the truth then M/L(a, b) is a nonnegative supermartingale with the mean 1, also
// where the places were chosen by looking at earlier scores, and exceeds 20 at any time with a probability of at most 1/20. So the set of all (a, b)
// with L(a, b) > M/20 holds the truth at all times with probability .95, and so does every range taken over it. (H. Robbins, Statistical methods
// related to the law of the iterated logarithm, 1970; S. Howard, A. Ramdas, J. McAuliffe and J. Sekhon, Time-uniform, nonparametric, nonasymptotic
// confidence sequences, 2021.) The limits of slope, score and crossing hold together, since they are ranges over one set.
type Line struct {
	likelihood likelihood
	bound      float64 // logarithm of the likelihood below which a line is excluded
	games      int
}

// Bounds of what is looked for. What lies beyond is as good as infinite.
const (
	steepest = 30. // slope, in logits
	highest  = 60. // logit of a score
	farthest = 40. // place of a crossing
	anyScore = .001
)

// FitLine fits a line. It fails on points that cannot be. Points without games say nothing.
func FitLine(points []Point) (Line, error) {
	var l Line
	for i, p := range points {
		switch {
		case p.Games < 0 || !(p.Points >= 0 && p.Points <= float64(p.Games)):
			return Line{}, fmt.Errorf("line: point %d: %v points in %d games: give points between 0 and the number of games", i+1, p.Points, p.Games)
		case !(math.Abs(p.X) <= farthest):
			return Line{}, fmt.Errorf("line: point %d: place %v: give one between %v and %v", i+1, p.X, -farthest, farthest)
		case p.Games > 0:
			l.likelihood = l.likelihood.with(p)
			l.games += p.Games
		}
	}
	l.bound = l.likelihood.mixture() - math.Log(20)
	return l, nil
}

// Games is the number of games in all points.
func (l Line) Games() int { return l.games }

// Slope is by how many logits the score rises where x rises by 1. It is absent where the points allow any slope, and a bound where they allow any
// steep one on one side.
func (l Line) Slope() stats.Estimate {
	if l.games == 0 {
		return stats.Estimate{}
	}
	profile := func(b float64) float64 { return l.likelihood.top(b) }
	return l.ends(l.likelihood.slope(), profile, steepest)
}

// At is the score at a place, from 0 to 1; absent where the points allow nearly any. It supposes that the line goes on as far as there: nobody
// should ask far beyond the points.
func (l Line) At(x float64) stats.Estimate {
	if l.games == 0 || !(math.Abs(x) <= farthest) {
		return stats.Estimate{}
	}
	moved := l.likelihood.moved(x)
	value := moved.height(moved.slope())
	profile := func(a float64) float64 { return moved.steepTop(a, -steepest) }
	e := l.ends(value, profile, highest)
	limits := stats.Estimate{Kind: stats.Bracketed, Value: logistic(value), High: 1}
	if e.Kind == stats.Bracketed || e.Kind == stats.AtLeast {
		limits.Low = logistic(e.Low)
	}
	if e.Kind == stats.Bracketed || e.Kind == stats.AtMost {
		limits.High = logistic(e.High)
	}
	if limits.Low < anyScore && limits.High > 1-anyScore {
		return stats.Estimate{}
	}
	return limits
}

// Even is the place at which the line crosses a score of one half, for lines that rise. It is absent where the points do not show that it rises, or
// allow any crossing.
func (l Line) Even() stats.Estimate {
	if l.games == 0 {
		return stats.Estimate{}
	}
	b := l.likelihood.slope()
	if b <= 0 {
		return stats.Estimate{}
	}
	value := max(-farthest, min(farthest, -l.likelihood.height(b)/b))
	profile := func(x float64) float64 { return l.likelihood.moved(x).steepTop(0, 0) }
	return l.ends(value, profile, farthest)
}

// ends are the limits of the range, between -most and most, in which a profile of the likelihood stays above the bound, from its best place on.
func (l Line) ends(best float64, profile func(float64) float64, most float64) stats.Estimate {
	best = max(-most, min(most, best))
	end := func(outer float64) (float64, bool) {
		if profile(outer) > l.bound {
			return 0, false
		}
		in, out := best, outer
		for range 45 {
			middle := in + (out-in)/2
			if profile(middle) > l.bound {
				in = middle
			} else {
				out = middle
			}
		}
		return out, true
	}
	low, hasLow := end(-most)
	high, hasHigh := end(most)
	switch {
	case hasLow && hasHigh:
		return stats.Estimate{Kind: stats.Bracketed, Value: best, Low: low, High: high}
	case hasLow:
		return stats.Estimate{Kind: stats.AtLeast, Low: low}
	case hasHigh:
		return stats.Estimate{Kind: stats.AtMost, High: high}
	}
	return stats.Estimate{}
}

// logistic is the score with a logit.
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
