package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Z95 is the 97.5 % quantile of the standard normal distribution: half the width of a 95 % interval, in standard
// errors.
const Z95 = 1.959963984540054

// Student95 returns the 97.5 % quantile of Student's distribution with the given degrees of freedom, which are 1 or
// more. It replaces [Z95] where the standard error is itself estimated from the data.
func Student95(freedom int) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: float64(freedom)}.Quantile(.975)
}

// perNormalized is C = 800/ln 10, the factor of normalized Elo: a difference of one standard deviation of a game is C
// normalized Elo. With this factor, normalized Elo equals plain Elo for small differences in games without draws. In
// such games the standard deviation is 1/2, and near a score of 1/2, Elo grows by 1600/ln 10 per unit of score.
var perNormalized = 800 / math.Ln10

// EloOfScore returns the Elo difference at which the expected score is s: -400 log10(1/s - 1). (Elo, The Rating of
// Chessplayers, Past and Present, 1978, in its logistic form.) ok is false unless s is between 0 and 1.
func EloOfScore(s float64) (elo float64, ok bool) {
	if !(s > 0 && s < 1) {
		return 0, false
	}
	if s == 0.5 { // the formula would give -0
		return 0, true
	}
	elo = -400 * math.Log10(1/s-1)
	return elo, !math.IsInf(elo, 0)
}

// eloOr returns the Elo difference of the score s. If [EloOfScore] has none, eloOr returns its second argument, which
// is plus or minus infinity.
func eloOr(s, infinity float64) float64 {
	if elo, ok := EloOfScore(s); ok {
		return elo
	}
	return infinity
}

// EloOf converts an estimate of a score to an estimate of the Elo difference. A limit of 0 or 1 becomes an unknown
// limit.
func EloOf(score Estimate) Estimate {
	if score.Kind == Absent {
		return score
	}
	value, _ := EloOfScore(score.Value)
	low, high := eloOr(score.Low, math.Inf(-1)), eloOr(score.High, math.Inf(1))
	elo := Limited(value, low, high)
	if score.Kind == Measured && elo.Kind == Bracketed {
		elo.Kind, elo.Error95 = Measured, (high-low)/2
	}
	return elo
}

// ScoreOfElo returns the inverse of [EloOfScore].
func ScoreOfElo(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Sigmoid returns 1/(1 + e^-x): the expected score for the log odds x.
func Sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Elo returns the Elo difference E(s) of a sample of N observations with mean score s and variance v, where E is
// [EloOfScore]. Its limits are E(s ± z sqrt(v/N)), where z is [Z95]. If a score in these formulas is outside (0, 1),
// or if the variance is zero, the limits come from [Anytime]. The estimate is absent for an empty sample.
func Elo(sample Sample) Estimate {
	n, _, _ := moments(sample.outcomes())
	return eloWithin(sample, Z95/math.Sqrt(n))
}

// PairElo returns the [Elo] of pairs of games, with an interval that is valid for few pairs too. It divides the
// variance by N-1 instead of N, and uses Student's quantile with N-1 degrees of freedom.
func PairElo(pairs Pentanomial) Estimate {
	n, s, _ := moments(pairs.outcomes())
	if n < 2 {
		return bracketedElo(n, s)
	}
	return eloWithin(pairs, Student95(int(n)-1)/math.Sqrt(n-1))
}

// eloWithin returns the Elo of a sample. The limits of its interval are the Elo of two scores: the mean score plus and
// minus a margin, which the argument deviations gives in standard deviations of the outcomes. If these scores have no
// Elo, or if the variance is 0, the limits come from bracketedElo.
func eloWithin(sample Sample, deviations float64) Estimate {
	n, s, v := moments(sample.outcomes())
	margin := deviations * math.Sqrt(v)
	value, hasValue := EloOfScore(s)
	low, hasLow := EloOfScore(s - margin)
	high, hasHigh := EloOfScore(s + margin)
	if hasValue && hasLow && hasHigh && v > 0 {
		return Estimate{Kind: Measured, Value: value, Error95: (high - low) / 2, Low: low, High: high}
	}
	return bracketedElo(n, s)
}

// bracketedElo returns the Elo of the mean score s after n observations, with the limits of the anytime interval. It
// computes the upper limit as minus the lower limit of the opponent, which is more precise if the score is near 1.
func bracketedElo(n, s float64) Estimate {
	if n == 0 {
		return Estimate{}
	}
	lowest := func(points float64) float64 { // lower limit for a player with these points
		return eloOr(Anytime(points, n, level95).Low, math.Inf(-1))
	}
	value, _ := EloOfScore(s)
	return Limited(value, lowest(s*n), -lowest(n-s*n))
}

// NormalizedElo returns the difference between the players relative to the standard deviation of the outcomes. This
// ratio determines how long a test takes. It is C (s - 1/2)/sqrt(v) for games and C (s - 1/2)/sqrt(2v) for pairs, with
// the half width z C/sqrt(N) for games and z C/sqrt(2N) for pairs. C is 800/ln 10; the other symbols are those of
// [Elo]. (Van den Bergh, Normalized Elo.) If all observations are equal, the variance v is 0, and the result is a bound
// or absent. The bound assumes the greatest variance that scores with the mean m can have, m (1 - m).
func NormalizedElo(sample Sample) Estimate {
	n, s, v := moments(sample.outcomes())
	games := sample.gamesEach()
	if v > 0 {
		return Symmetric(perNormalized*(s-.5)/math.Sqrt(games*v), Z95*perNormalized/math.Sqrt(games*n))
	}
	limits := Anytime(s*n, n, level95)
	bound := func(m float64) float64 { return perNormalized * (m - .5) / math.Sqrt(games*m*(1-m)) }
	switch {
	case limits.Low > .5:
		return Estimate{Kind: AtLeast, Low: bound(limits.Low)}
	case limits.High < .5:
		return Estimate{Kind: AtMost, High: bound(limits.High)}
	}
	return Estimate{}
}

// LOS returns the likelihood of superiority, the probability that the first player is stronger. It is Phi((s -
// 1/2)/sqrt(v/N)), where Phi is the standard normal distribution function, and the other symbols are those of [Elo]. As
// in the fishtest framework, an outcome that did not occur counts as 1/1000 of an observation. For few or one-sided
// games, the result is too close to 0 or 1. For an empty sample it is 1/2.
func LOS(sample Sample) float64 {
	outcomes := sample.outcomes()
	if n, _, _ := moments(outcomes); n == 0 {
		return .5
	}
	n, s, v := moments(filled(outcomes))
	return distuv.UnitNormal.CDF((s - .5) / math.Sqrt(v/n))
}

// Superior returns the [LOS], or nil for fewer than [Fewest] observations.
func Superior(sample Sample) *float64 { return ofEnough(sample, LOS(sample)) }

// ofEnough returns x, or nil if the sample has fewer than [Fewest] observations.
func ofEnough(sample Sample, x float64) *float64 {
	if n, _, _ := moments(sample.outcomes()); n < Fewest {
		return nil
	}
	return &x
}

// DrawProbability returns the probability x of a draw if the first player's expected score is e, and d is the draw rate
// between equal players. It is the root in [0, 1] of
//
//	(4 phi^2 - 1) x^2 + 2x - 4 e(1 - e) = 0,  phi = (1 - d)/(2d)
//
// (Davidson, On extending the Bradley-Terry model to accommodate ties in paired comparison experiments, 1970; as in
// Ballicora's Ordo.)
func DrawProbability(e, d float64) float64 {
	if d <= 0 {
		return 0
	}
	phi := (1 - d) / (2 * d)
	c := 4 * e * (1 - e)
	return c / (1 + math.Sqrt(max(0, 1+(4*phi*phi-1)*c))) // this form of the root avoids cancellation
}

// Sample holds the results of the first of two players in a number of observations. Each observation is a game ([WDL]),
// a pair of games ([Pentanomial]), or all mixed seatings of an opening ([Openings]). Outcome i of k possible outcomes
// has the score i/(k-1).
type Sample interface {
	// outcomes returns the number of observations with each outcome, from the worst to the best. No number is negative.
	outcomes() []float64
	// gamesEach returns the number of games in one observation.
	gamesEach() float64
}

// WDL counts the results of single games. Negative counts are taken as zero.
type WDL struct {
	Wins   int `json:"won"`
	Draws  int `json:"drawn"`
	Losses int `json:"lost"`
}

func (g WDL) outcomes() []float64 { return counts(g.Losses, g.Draws, g.Wins) }
func (g WDL) gamesEach() float64  { return 1 }

// Games returns the number of games.
func (g WDL) Games() int { return g.Wins + g.Draws + g.Losses }

// Points returns the points scored, where a draw is half a point.
func (g WDL) Points() float64 { return float64(g.Wins) + float64(g.Draws)/2 }

// OneGame returns the counts of a single game with the given score. Any score other than 0 and 1 is a draw.
func OneGame(score float64) WDL {
	switch score {
	case 1:
		return WDL{Wins: 1}
	case 0:
		return WDL{Losses: 1}
	}
	return WDL{Draws: 1}
}

// Plus returns the sums of the counts of g and h.
func (g WDL) Plus(h WDL) WDL { return WDL{g.Wins + h.Wins, g.Draws + h.Draws, g.Losses + h.Losses} }

// Times returns the counts multiplied by n.
func (g WDL) Times(n int) WDL { return WDL{n * g.Wins, n * g.Draws, n * g.Losses} }

// Pentanomial counts the results of pairs: two games from one opening with the seats swapped. Element i counts the
// pairs in which the first player scored i half points. Negative counts are taken as zero.
type Pentanomial [5]int

func (p Pentanomial) outcomes() []float64 { return counts(p[:]...) }
func (p Pentanomial) gamesEach() float64  { return 2 }

// Openings counts openings by their outcome. Two players play each opening once in every assignment of the 2 to 4 seats
// in which both have a seat. In each game, every seat of the first player is compared with every seat of the second.
// The seat ahead wins both halves of the comparison; tied seats win one half each. Element i counts the openings in
// which the first player won i halves. With two seats, Openings is a [Pentanomial].
type Openings []int

// NewOpenings returns empty counts for games of n seats. There are C(n, k) seatings with k seats of the first player,
// each with k (n - k) comparisons of two halves: n (n - 1) 2^(n-1) halves altogether.
func NewOpenings(seats int) Openings { return make(Openings, 1+seats*(seats-1)<<(seats-1)) }

func (o Openings) outcomes() []float64 { return counts(o...) }

// gamesEach returns the number of seatings: all assignments of two players to the seats, except the two in which one
// player has all seats.
func (o Openings) gamesEach() float64 { return float64(int(1)<<o.Seats() - 2) }

// Seats returns the number of seats.
func (o Openings) Seats() int {
	seats := 2
	for len(NewOpenings(seats)) < len(o) {
		seats++
	}
	return seats
}

// Games returns the number of games.
func (o Openings) Games() int { return o.Count() * int(o.gamesEach()) }

// Count returns the number of openings.
func (o Openings) Count() (n int) {
	for _, count := range o {
		n += count
	}
	return n
}

// counts returns its arguments as outcomes of a [Sample], with zero in place of negative counts.
func counts(n ...int) []float64 {
	out := make([]float64, len(n))
	for i, c := range n {
		out[i] = max(0, float64(c))
	}
	return out
}

// moments returns the size n of a sample, its mean score s, and the variance v of its scores, divided by n and not by
// n-1. They are 0 for an empty sample.
func moments(outcomes []float64) (n, s, v float64) {
	points := 0.
	for i, c := range outcomes {
		n += c
		points += c * score(i, outcomes)
	}
	if n == 0 {
		return 0, 0, 0
	}
	s = points / n
	for i, c := range outcomes {
		d := score(i, outcomes) - s
		v += c / n * d * d
	}
	return n, s, v
}

// filled returns the counts of outcomes, with 1/1000 for outcomes that did not occur.
func filled(outcomes []float64) []float64 {
	out := slices.Clone(outcomes)
	for i, c := range out {
		if c == 0 {
			out[i] = 1e-3
		}
	}
	return out
}

// score returns the score of outcome i, from 0 for the worst outcome to 1 for the best.
func score(i int, outcomes []float64) float64 { return float64(i) / float64(len(outcomes)-1) }
