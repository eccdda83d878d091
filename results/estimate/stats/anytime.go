package stats

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

const level95 = .95

// Interval holds the limits of a confidence interval.
type Interval struct{ Low, High float64 }

// Anytime returns a confidence interval for the mean of scores in [0, 1], given their sum, points, after n games. With
// probability at least level, the interval holds after every number of games, so one may look after each game and stop
// at will. It is the set of all p with M_n(p) < 1/(1 - level), where S is the sum and
//
//	M_n(p) = B(1/2 + S, 1/2 + n - S) / (B(1/2, 1/2) p^S (1 - p)^(n - S))
//
// is the likelihood ratio of a mixture over means, with density Beta(1/2, 1/2), to the mean p. If p is the true mean,
// M_n is a nonnegative supermartingale, and Ville's inequality applies. (Robbins, Statistical methods related to the
// law of the iterated logarithm, 1970; Howard, Ramdas, McAuliffe and Sekhon, Time-uniform, nonparametric, nonasymptotic
// confidence sequences, 2021.) This also holds for scores between 0 and 1, because the exponential function is convex.
//
// The sum must lie between 0 and n. Neither the sum nor n has to be a whole number. Without games, the interval is from
// 0 to 1.
func Anytime(points, n, level float64) Interval {
	limits := Interval{0, 1}
	if n <= 0 {
		return limits
	}
	lost := max(0, n-points)
	mixture := mathext.Lbeta(.5+points, .5+lost) - mathext.Lbeta(.5, .5)
	excess := func(p float64) float64 { // ln M_n(p) - ln(1/(1 - level))
		return mixture - points*math.Log(p) - lost*math.Log1p(-p) + math.Log1p(-level)
	}
	mean := points / n
	if points > 0 {
		limits.Low = Bisect(0, mean, func(p float64) float64 { return -excess(p) })
	}
	if lost > 0 {
		limits.High = Bisect(mean, 1, excess)
	}
	return limits
}

// MeanScore returns the mean score of n games with its 95 % [Anytime] interval. The estimate is absent without games,
// and if points is not between 0 and n.
func MeanScore(points float64, n int) Estimate {
	if n <= 0 || !(points >= 0 && points <= float64(n)) {
		return Estimate{}
	}
	limits := Anytime(points, float64(n), level95)
	return Limited(points/float64(n), limits.Low, limits.High)
}

// observed holds the observations from which [OpeningMeans.Estimate] computes an interval. An observation is a [Total],
// and x_i is its mean. On each total, the gambler described at Estimate bets only a part of the capital, the stake,
// which is proportional to the number of games in the total. So the product in Estimate becomes the product of
//
//	1 + stake (w x_i/m + (1 - w)(1 - x_i)/(1 - m) - 1)
//
// The product is again a martingale if m is the true mean over games, and its logarithm is again convex in m.
type observed struct {
	values []float64 // mean of each different total; the slices below have the same order
	stakes []float64 // stake on each total, up to 1
	counts []float64 // how often each total was observed
	n, sum float64   // sum of the stakes of all observations, and of the values times their stakes
	shares []float64 // shares w of the gambler's bets; the capital is the mean over them
}

// newObserved returns the observations, given how often each total occurred. ok is false if a mean is outside [0, 1], a
// total has no games, or a count is negative.
func newObserved(totals map[Total]int) (o observed, ok bool) {
	mostGames, observations := 0, 0.
	for t, count := range totals {
		if count > 0 {
			mostGames = max(mostGames, t.Games)
		}
	}
	for _, t := range slices.SortedFunc(maps.Keys(totals), Total.compare) {
		count, x := float64(totals[t]), t.Sum/float64(t.Games)
		if !(x >= 0 && x <= 1) || t.Games < 1 || count < 0 {
			return o, false
		}
		if count == 0 {
			continue
		}
		stake := float64(t.Games) / float64(mostGames)
		o.values, o.stakes, o.counts = append(o.values, x), append(o.stakes, stake), append(o.counts, count)
		o.n += stake * count
		o.sum += x * stake * count
		observations += count
	}
	o.shares = chebyshevShares(int(shareDensity * math.Sqrt(observations)))
	return o, true
}

// The number of shares w over which capitals are averaged is fewestShares + shareDensity sqrt(n) for n observations.
// The density must resolve the peaks of the capital as a function of the angle from which chebyshevShares computes a
// share. The peaks are about 1/sqrt(n) wide.
const (
	shareDensity = 8
	fewestShares = 64
)

// chebyshevShares returns the nodes of Gauss-Chebyshev quadrature on [0, 1], fewestShares + more of them. The mean of a
// function over the nodes approximates its mean over Beta(1/2, 1/2). (M. Abramowitz and I. Stegun, Handbook of
// mathematical functions, 1964, 25.4.38.)
func chebyshevShares(more int) []float64 {
	shares := make([]float64, fewestShares+more)
	for k := range shares {
		angle := (float64(k) + .5) * math.Pi / float64(len(shares))
		shares[k] = (1 - math.Cos(angle)) / 2
	}
	return shares
}

// logCapital returns the logarithm of the capital M(m) of [OpeningMeans.Estimate].
func (o observed) logCapital(m float64) float64 {
	logs, top := make([]float64, len(o.shares)), math.Inf(-1) // top, the greatest log, is taken out to avoid overflow
	for k, w := range o.shares {
		above, below := w/m, (1-w)/(1-m)
		for i, x := range o.values {
			logs[k] += o.counts[i] * math.Log(1-o.stakes[i]+o.stakes[i]*(above*x+below*(1-x)))
		}
		top = max(top, logs[k])
	}
	sum := 0.
	for _, log := range logs {
		sum += math.Exp(log - top)
	}
	return top + math.Log(sum/float64(len(logs)))
}

// OpeningMeans estimates the mean over games of a number from 0 to 1, such as a score. The games from one opening are
// one observation, whoever plays them. The zero value is empty.
type OpeningMeans struct {
	totals map[Total]int // number of openings with each total
}

// Total is the sum of a number over some games, and how many games these are.
type Total struct {
	Sum   float64
	Games int
}

// Mean returns the mean over the games, or NaN without games.
func (t Total) Mean() float64 { return t.Sum / float64(t.Games) }

// compare orders totals by their sums, then by their numbers of games. Adding in this order makes rounding
// reproducible.
func (t Total) compare(u Total) int {
	return cmp.Or(cmp.Compare(t.Sum, u.Sum), cmp.Compare(t.Games, u.Games))
}

// AddMany adds count openings that all have the total t. It ignores openings without games. It rounds sums, because
// their last digits depend on the order in which games were added.
func (m *OpeningMeans) AddMany(t Total, count int) {
	if t.Games == 0 {
		return
	}
	if m.totals == nil {
		m.totals = map[Total]int{}
	}
	m.totals[Total{math.Round(t.Sum*1e12) / 1e12, t.Games}] += count
}

// Total returns the total of all games.
func (m *OpeningMeans) Total() (sum Total) {
	for _, t := range slices.SortedFunc(maps.Keys(m.totals), Total.compare) {
		sum.Sum, sum.Games = sum.Sum+t.Sum*float64(m.totals[t]), sum.Games+t.Games*m.totals[t]
	}
	return sum
}

// Openings returns the number of openings, where each game without an opening counts as one.
func (m *OpeningMeans) Openings() (n int) {
	for _, count := range m.totals {
		n += count
	}
	return n
}

// Estimate returns the mean over games with an interval that holds, with probability at least level, after every number
// of openings. If every opening has one game and all values are 0 or 1, the interval equals [Anytime]. For values
// between 0 and 1, the interval is narrower than [Anytime], because such values vary less. The values need not be
// independent, if each has the same mean given the earlier ones. The estimate is absent without games, for numbers
// outside [0, 1] and for impossible levels.
//
// With one game an opening, the interval is the set of all m with M(m) < 1/(1 - level), where
//
//	M(m) = mean over w of prod_i (w x_i/m + (1 - w)(1 - x_i)/(1 - m))
//
// is the capital of a gambler with the initial capital 1. The gambler bets the share w on values above m and the share
// 1 - w on values below m; the mean is over shares w with the distribution Beta(1/2, 1/2). If m is the true mean, M is
// a nonnegative martingale, and Ville's inequality applies. (T. Cover, Universal portfolios, 1991; F. Orabona and K.
// Jun, Tight concentrations and confidence sequences from the regret of universal portfolio, 2024.) The logarithm of M
// is convex in m, so the set is an interval. By Jensen's inequality it contains the mean of the observations. Openings
// with more games count in proportion to their games, see observed.
func (m *OpeningMeans) Estimate(level float64) Estimate {
	o, ok := newObserved(m.totals)
	if !ok || o.n == 0 || !(level > 0 && level < 1) {
		return Estimate{}
	}
	mean, logBound := o.sum/o.n, -math.Log1p(-level) // the bound is 1/(1 - level)
	low, high := 0., 1.
	if o.sum > 0 {
		low = Bisect(0, mean, func(m float64) float64 { return logBound - o.logCapital(m) })
	}
	if o.sum < o.n {
		high = Bisect(mean, 1, func(m float64) float64 { return o.logCapital(m) - logBound })
	}
	return Limited(min(1, mean), low, high) // rounding can make the mean exceed 1
}

// Fixed returns the mean over games as a score and as an Elo difference, for a number N of openings that was fixed
// beforehand. If opening i has n_i games with the mean x_i, the mean is s = sum n_i x_i/sum n_i with the variance
//
//	V + max(V/(N-1), s (1-s)/(N sum n_i)),  V = sum (n_i (x_i - s))^2/(sum n_i)^2
//
// where V/(N-1) corrects the bias of V (W. Cochran, Sampling techniques, 1977, 6.3). A few openings may agree by
// chance, which makes V too small. Therefore the correction is at least 1/N of s (1-s)/sum n_i, the variance of s for
// independent games without draws. The 95 % interval is Student's with N-1 degrees of freedom. If it would leave (0,
// 1), or if all openings have the same mean, Fixed uses the interval of [OpeningMeans.Estimate].
func (m *OpeningMeans) Fixed() (score, elo Estimate) {
	totals := m.totals
	openings, games, points, squares := 0., 0., 0., 0.
	order := slices.SortedFunc(maps.Keys(totals), Total.compare)
	for _, t := range order {
		openings += float64(totals[t])
		games += float64(totals[t] * t.Games)
		points += float64(totals[t]) * t.Sum
	}
	mean := points / games
	for _, t := range order {
		deviation := t.Sum - mean*float64(t.Games)
		squares += float64(totals[t]) * deviation * deviation
	}
	if openings > 1 && squares > 0 {
		v := squares / (games * games)
		variance := v + max(v/(openings-1), mean*(1-mean)/games/openings)
		score = Symmetric(mean, Student95(int(openings)-1)*math.Sqrt(variance))
	}
	if !(score.Low > 0 && score.High < 1) { // true also if score is still unset
		score = m.Estimate(level95)
	}
	return score, EloOf(score)
}

// Fewest is the smallest number of independent observations, such as openings, from which their standard deviation is
// known well enough to claim that a player is stronger.
const Fewest = 8

// A Look is a moment at which a user sees estimates of a run. Claims of all looks together are false with a probability
// of at most 5 %: 4 % at the planned end of the run, and 1 % at all other looks, before the end or after the run was
// extended. If no end was planned, all looks share 5 %. The zero value is a look at a run without a planned end.
type Look struct {
	Planned int  // number of openings that was fixed before the first game; 0 if none was
	AtEnd   bool // whether exactly the planned games are finished
}

// Alpha returns the probability, accepted by design, that any claim at looks like l is false: at all looks at the
// planned end together if l is one of them, otherwise at all other looks together. [Look] has the figures.
func (l Look) Alpha() float64 {
	switch {
	case l.AtEnd:
		return .04
	case l.Planned > 0:
		return .01
	}
	return .05
}

// Errors returns half the width of an interval in standard errors, for an estimate from n independent observations. All
// intervals at looks of the kind of l (see [Look]) hold together with a probability of 1 - alpha. At the planned end,
// the result is a quantile of Student's distribution if the standard error was measured on the observations (measured),
// otherwise of the normal distribution. At other looks the result is [AtAnyLook]. For n below [Fewest] it is infinite.
func (l Look) Errors(n int, measured bool, alpha float64) float64 {
	switch {
	case n < Fewest:
		return math.Inf(1)
	case l.AtEnd && measured:
		return distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile(1 - alpha/2)
	case l.AtEnd:
		return distuv.UnitNormal.Quantile(1 - alpha/2)
	}
	return AtAnyLook(n, l.Expected(), alpha)
}

// Expected returns the planned number of openings, or 20 if none was planned.
func (l Look) Expected() int { return cmp.Or(l.Planned, 20) }

// AtAnyLook returns the critical number of standard errors after n independent observations, for an estimate that is
// tested after every observation. With probability at least 1 - alpha, the estimate is within this distance of the
// truth at every n from [Fewest] on. So one may stop at will. The standard error is estimated from the same n
// observations. For n below Fewest the result is infinite.
//
// The number is the t at which the sequential t-test
//
//	(1 + n r^2)^(-1/2) ((n - 1 + t^2)/(n - 1 + t^2/(1 + n r^2)))^(n/2)
//
// reaches 1/alpha. This is a likelihood ratio of invariant statistics, and a martingale for normal observations. Its
// alternative hypothesis is a normally distributed mean, with r standard deviations of one observation as standard
// deviation. (Lai, On confidence sequences, 1976; Wang and Ramdas, Anytime-valid t-tests and confidence sequences for
// Gaussian means with unknown variance, 2025.) The choice of r makes the number nearly smallest for twice the planned
// number N of observations: r^2 = (ln(1 - 2 ln(alpha)) - 2 ln(alpha))/(2 N). (Howard, Ramdas, McAuliffe and Sekhon,
// Time-uniform, nonparametric, nonasymptotic confidence sequences, 2021, section 3.5.) Scores are not normal, so the
// probability is approximate.
func AtAnyLook(n, planned int, alpha float64) float64 {
	if n < Fewest {
		return math.Inf(1)
	}
	bits := -2 * math.Log(alpha)
	next := 1 + float64(n)*(bits+math.Log1p(bits))/float64(2*planned)
	ratio := math.Pow(next/(alpha*alpha), 1/float64(n)) // (n - 1 + t^2)/(n - 1 + t^2/next) at this t
	if ratio >= next {                                  // even an infinite t does not reach 1/alpha
		return math.Inf(1)
	}
	return math.Sqrt(float64(n-1) * (ratio - 1) / (1 - ratio/next))
}

// EloAtAnyLook returns the Elo difference of a sample with the interval of [AtAnyLook] at 95 %. For few or uniform
// outcomes, it is the interval of [Anytime].
func EloAtAnyLook(sample Sample) Estimate {
	n, _, _ := moments(sample.outcomes())
	return eloWithin(sample, AtAnyLook(int(n), Look{}.Expected(), 1-level95)/math.Sqrt(n-1))
}

// LooksNeeded predicts how many observations a claim needs. The argument errors is the distance of an estimate from 0
// after n observations, in standard errors. If the estimate keeps its value, this distance exceeds [AtAnyLook] after
// needed observations, including the first n. ok is false if needed would be greater than most; most is at least n.
func LooksNeeded(n, planned int, errors, alpha float64, most int) (needed int, ok bool) {
	reached := func(total int) bool { // the standard error falls with the root of the number of observations
		return errors*math.Sqrt(float64(total)/float64(n)) > AtAnyLook(total, planned, alpha)
	}
	if !reached(most) {
		return 0, false
	}
	return n + sort.Search(most-n, func(more int) bool { return reached(n + more) }), true
}
