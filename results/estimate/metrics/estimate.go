package metrics

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

// Notes that say why a metric has no value or no interval.
const (
	noteFew     = "too few games for an interval"
	noteNothing = "no game tells it"
	noteSame    = "the same in all games"
	noteNoGames = "no games"
)

// tail is the probability with which the true value may lie above a 95 % interval, and also that with which it may lie
// below.
const tail = .025

// A contribution calls add with the amounts by which the game g increases the numerator (sum) and the denominator
// (weight) of a ratio. For a mean of observations, it adds each observation with the weight 1.
type contribution func(g Trace, add func(sum, weight float64))

// A part holds what the games from one opening add to the numerator and the denominator of a ratio. It is one
// observation, or count equal ones.
type part struct {
	sum, weight float64
	count       int
}

// parts holds the parts of a ratio.
type parts struct {
	all []part
	n   int // sum of the weights, which are whole numbers
}

// openings returns the number of observations.
func (p *parts) openings() (n int) {
	for _, part := range p.all {
		n += part.count
	}
	return n
}

// folded adds up the contributions of all games to a ratio, separately for each opening. It ignores contributions with
// the weight 0.
func (s Sample) folded(of contribution) (p parts) {
	for _, round := range s.rounds {
		one := part{count: 1}
		add := func(sum, weight float64) {
			if weight != 0 {
				one.sum, one.weight = one.sum+sum, one.weight+weight
			}
		}
		for _, g := range round {
			of(g, add)
		}
		if one.weight != 0 {
			p.all, p.n = append(p.all, one), p.n+int(one.weight)
		}
	}
	return p
}

// mean returns a metric with the given subject whose estimate is the ratio.
func (p *parts) mean(subject string) Metric {
	e, note := p.ratio()
	return Metric{Subject: subject, N: p.n, Estimate: e, Note: note}
}

// mean returns a measure that is a mean: the ratio of the two sums of contributions, with Student's interval. Without
// data, the measure has no estimate, and noDataNote is its note.
func mean(noDataNote string, of contribution) measure {
	return ratioOf(noDataNote, of, (*parts).ratio)
}

// share returns a measure that is a share from 0 to 1, estimated by [parts.share]. Without data, the measure has no
// estimate, and noDataNote is its note.
func share(noDataNote string, of contribution) measure {
	return ratioOf(noDataNote, of, (*parts).share)
}

// anytimeMean returns a measure that is the mean of a number from 0 to 1 over the games that have it, with its anytime
// interval. Without such games, the measure has no estimate, and noDataNote is its note.
func anytimeMean(noDataNote string, number func(Trace) (x float64, has bool)) measure {
	return func(s Sample) []Metric {
		var means stats.OpeningMeans
		for _, round := range s.rounds {
			means.AddMany(rounds.Sum(round, number), 1)
		}
		return []Metric{anytime(means, "", noDataNote)}
	}
}

// anytime returns a mean with its anytime interval, as a metric with the given subject. Without games, the metric has
// no estimate, and noDataNote is its note.
func anytime(means stats.OpeningMeans, subject, noDataNote string) Metric {
	m := Metric{Subject: subject, N: means.Total().Games, Estimate: means.Estimate(1 - 2*tail)}
	if m.N == 0 {
		m.Note = noDataNote
	}
	return m
}

// ratioOf returns the measure of a ratio. The function estimate computes the ratio and its note from the sums of the
// contributions.
func ratioOf(noDataNote string, of contribution, estimate func(*parts) (stats.Estimate, string)) measure {
	return func(s Sample) []Metric {
		p := s.folded(of)
		if p.n == 0 {
			return absent(noDataNote)
		}
		e, note := estimate(&p)
		return oneMetric(p.n, e, note)
	}
}

// ratio returns the sum of numerators divided by the sum of denominators, and a note if there is no interval. The
// variance of the ratio is linearised: for k observations with residuals d = numerator - ratio * denominator it is
// k/(k-1) sum(d^2) / (sum of denominators)^2 (Cochran, Sampling techniques, 1977, section 6.3). The interval is
// Student's with k-1 degrees of freedom.
func (p *parts) ratio() (e stats.Estimate, note string) {
	var sum, weight float64
	for _, part := range p.all {
		sum, weight = sum+float64(part.count)*part.sum, weight+float64(part.count)*part.weight
	}
	k := p.openings()
	if k == 0 || weight == 0 {
		return stats.Estimate{}, noteNothing
	}
	mean, squares := sum/weight, 0.
	for _, part := range p.all {
		d := part.sum - mean*part.weight
		squares += float64(part.count) * d * d
	}
	switch {
	case k < 2:
		return fixed(mean), noteFew
	case squares <= 1e-18*sum*sum: // zero but for rounding
		return fixed(mean), noteSame
	}
	deviation := math.Sqrt(float64(k)/float64(k-1)*squares) / math.Abs(weight)
	return stats.Symmetric(mean, stats.Student95(k-1)*deviation), ""
}

// share returns a ratio from 0 to 1. If Student's interval does not exist, share uses the anytime interval.
func (p *parts) share() (e stats.Estimate, note string) {
	e, note = p.ratio()
	if e.Kind == stats.Fixed { // there is at most one observation, or all have the same ratio
		k := p.openings()
		return stats.MeanScore(min(max(0, e.Value*float64(k)), float64(k)), k), ""
	}
	return e, note
}

// lengths returns the parts of the mean, over the games that no fault ended, of a number that depends on the length.
func (s Sample) lengths(of func(turns float64) float64) (p parts) {
	for _, r := range s.Results {
		total := rounds.Sum(r.Round, func(g rounds.Game) (float64, bool) {
			return of(float64(g.Turns)), isWhole(g)
		})
		if total.Games > 0 {
			p.all = append(p.all, part{total.Sum, float64(total.Games), r.Count})
			p.n += total.Games * r.Count
		}
	}
	return p
}

// quantile estimates the q-quantile of the lengths of games, and returns a note if there is no interval. values holds
// the lengths sorted. The limits of the interval are two of them. For independent games the interval is valid for any
// distribution (David and Nagaraja, Order statistics, 2003, section 7.1). For games that share openings, the
// interval is widened to include Woodruff's interval (Confidence intervals for medians and other position measures,
// 1952). Woodruff estimates the share of games whose number is at most the q-quantile, and takes the quantiles at both
// ends of the interval of this share.
func (s Sample) quantile(values []float64, q float64) (e stats.Estimate, note string) {
	n := len(values)
	if n == 0 {
		return stats.Estimate{}, noteNothing
	}
	value := atRank(values, q*float64(n-1))
	low, high := quantileRanks(n, q)
	notAbove := s.lengths(func(x float64) float64 { return rounds.Indicator(x <= value) })
	if openings := notAbove.openings(); openings < n { // games share openings: include Woodruff's interval
		share, _ := notAbove.ratio()
		low = min(low, int(float64(n)*(q-share.Error95)))
		high = max(high, int(float64(n)*(q+share.Error95))+1)
		if openings < 2 {
			low = 0 // a single opening has no interval
		}
	}
	if low < 1 || high > n {
		return fixed(value), noteFew
	}
	return stats.Limited(value, min(value, values[low-1]), max(value, values[high-1])), ""
}

// quantileRanks returns the ranks, counted from 1, of the two of n sorted values between which the true q-quantile lies
// with a probability of at least 95 %. A rank of 0 or n+1 means that n is too small for that limit.
func quantileRanks(n int, q float64) (low, high int) {
	below := distuv.Binomial{N: float64(n), P: q} // distribution of the number of values below the true quantile
	// The quantile lies below the value at rank low if fewer than low values are below the quantile. It lies above the
	// value at rank high if at least high values are below the quantile.
	low = sort.Search(n, func(i int) bool { return below.CDF(float64(i)) > tail })
	high = 1 + sort.Search(n, func(i int) bool { return 1-below.CDF(float64(i)) <= tail })
	return low, high
}

// atRank returns the sorted value at a rank, counted from 0. Between whole ranks it interpolates.
func atRank(sorted []float64, rank float64) float64 {
	below := min(int(rank), len(sorted)-1)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + (rank-float64(below))*(sorted[above]-sorted[below])
}

// jackknife returns a measure that is not a mean (Efron and Tibshirani, An introduction to the bootstrap, 1993, chapter
// 11). It divides the rounds into groups and computes the figure again without each group in turn. The function figure
// also returns how many games determine it. Without any, the measure has no estimate, and noDataNote is its note.
func jackknife(noDataNote string, figure func([]Trace) (x float64, n int)) measure {
	return func(s Sample) []Metric {
		groups := min(len(s.rounds), 100)
		value, n := figure(s.Games)
		if n == 0 {
			return absent(noDataNote)
		}
		var replicates []float64 // the figure without each of the groups
		for omitted := range groups {
			var others []Trace
			for i, round := range s.rounds {
				if i%groups != omitted {
					others = append(others, round...)
				}
			}
			if replicate, n := figure(others); n > 0 {
				replicates = append(replicates, replicate)
			}
		}
		k := len(replicates)
		if k < 2 || k < groups {
			return oneMetric(n, fixed(value), noteFew)
		}
		mean, variance := stat.PopMeanVariance(replicates, nil)
		if float64(k)*variance <= 1e-18*mean*mean { // zero but for rounding
			return oneMetric(n, fixed(value), "the same whichever games are left out")
		}
		error95 := stats.Student95(k-1) * math.Sqrt(float64(k-1)*variance)
		return oneMetric(n, stats.Symmetric(value, error95), "")
	}
}

// fixed returns a value without an interval.
func fixed(value float64) stats.Estimate { return stats.Estimate{Kind: stats.Fixed, Value: value} }
