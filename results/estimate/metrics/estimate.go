package metrics

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"pillars/results/estimate/stats"
)

// How intervals are made.
const (
	anytime        = "anytime, by game"
	anytimeOpening = "anytime, by opening"
	byOpening      = "Student, by opening"
	fromBounds     = "bounds"
)

// Notes for figures without an interval.
const (
	noteFew     = "too few games for an interval"
	noteNothing = "no game tells it"
	noteSame    = "the same in all games"
	noteEven    = "the same whichever games are left out"
	noteNoGames = "no games"
)

// tail is the probability outside an interval on each side.
const tail = .025

// A fold passes to add what a game contributes to a ratio: a part of its numerator and of its denominator. For the mean
// of observations that is each observation with the weight 1.
type fold func(g Game, add func(sum, weight float64))

// parts holds the numerators and denominators of a ratio. Games from one opening count as one observation.
type parts struct {
	index map[string]int // of openings
	all   []struct{ sum, weight float64 }
	n     int // sum of the weights, which are whole numbers
}

// folded returns what all games contribute to a ratio.
func folded(games []Game, of fold) (p parts) {
	for _, g := range games {
		of(g, func(sum, weight float64) { p.add(g.Opening, sum, weight) })
	}
	return p
}

func (p *parts) add(opening string, sum, weight float64) {
	if weight == 0 {
		return
	}
	if p.index == nil {
		p.index = map[string]int{}
	}
	at, known := p.index[opening]
	if !known || opening == "" {
		at = len(p.all)
		p.index[opening] = at
		p.all = append(p.all, struct{ sum, weight float64 }{})
	}
	p.all[at].sum += sum
	p.all[at].weight += weight
	p.n += int(weight)
}

// mean returns the ratio as a metric.
func (p *parts) mean(subject string) Metric {
	e, note := p.ratio()
	return Metric{subject: subject, N: p.n, Estimate: e, Note: note}
}

// mean measures a ratio; none says why it is absent where no game contributes.
func mean(none string, of fold) measure { return ratioOf(none, of, (*parts).ratio) }

// share measures a ratio that is a share, see [parts.share].
func share(none string, of fold) measure { return ratioOf(none, of, (*parts).share) }

func ratioOf(none string, of fold, estimate func(*parts) (stats.Estimate, string)) measure {
	return measure{byOpening, func(s Sample) []Metric {
		p := folded(s.Games, of)
		if p.n == 0 {
			return absent(none)
		}
		e, note := estimate(&p)
		return []Metric{{N: p.n, Estimate: e, Note: note}}
	}}
}

// perGame returns the fold of a number that every game has.
func perGame(of func(Game) float64) fold {
	return func(g Game, add func(sum, weight float64)) { add(of(g), 1) }
}

// ratio estimates the sum of sums over the sum of weights. Its variance is linearised: with residuals d = sum - ratio
// weight of k parts it is k/(k-1) sum(d^2) / (sum of weights)^2 (Cochran, Sampling techniques, 1977, section 6.3); the
// interval is Student's with k-1 degrees of freedom.
func (p *parts) ratio() (stats.Estimate, string) {
	var sum, weight float64
	for _, part := range p.all {
		sum, weight = sum+part.sum, weight+part.weight
	}
	k := len(p.all)
	if k == 0 || weight == 0 {
		return stats.Estimate{}, noteNothing
	}
	mean, squares := sum/weight, 0.
	for _, part := range p.all {
		d := part.sum - mean*part.weight
		squares += d * d
	}
	switch {
	case k < 2:
		return fixed(mean), noteFew
	case squares <= 1e-18*sum*sum:
		return fixed(mean), noteSame
	}
	deviation := math.Sqrt(float64(k)/float64(k-1)*squares) / math.Abs(weight)
	return stats.Symmetric(mean, stats.Student95(k-1)*deviation), ""
}

// share returns the ratio as a share. If all games agree, it has the anytime interval of as many observations.
func (p *parts) share() (stats.Estimate, string) {
	e, note := p.ratio()
	if e.Kind == stats.Fixed {
		k := len(p.all)
		return stats.MeanScore(min(max(0, e.Value*float64(k)), float64(k)), k), ""
	}
	return e, note
}

// anytimeMean measures the mean of a number from 0 to 1 that games have, with the anytime interval over openings.
func anytimeMean(of func(Game) float64) measure {
	return measure{anytimeOpening, func(s Sample) []Metric { return []Metric{meanOver(s.Games, "", of)} }}
}

func meanOver(games []Game, subject string, of func(Game) float64) Metric {
	m := Metric{subject: subject, N: len(games), Estimate: meanOfOpenings(games, of, 1-2*tail)}
	if m.N == 0 {
		m.Note = noteNoGames
	}
	return m
}

func meanOfOpenings(games []Game, of func(Game) float64, level float64) stats.Estimate {
	var means stats.OpeningMeans
	for _, g := range games {
		means.Add(g.Opening, of(g))
	}
	return means.Estimate(level)
}

// quantile estimates the q-quantile of a number that games have, with an interval between two ranks. For games by
// themselves it holds whatever the distribution (David and Nagaraja, Order statistics, 2003, section 7.1). Where games
// share openings it is no narrower than that, nor than the ranks at the ends of the interval of the share of games
// below the quantile (Woodruff, Confidence intervals for medians and other position measures, 1952).
func quantile(games []Game, of func(Game) float64, q float64) (stats.Estimate, string) {
	n := len(games)
	if n == 0 {
		return stats.Estimate{}, noteNothing
	}
	values := make([]float64, n)
	for i, g := range games {
		values[i] = of(g)
	}
	slices.Sort(values)
	value := atRank(values, q*float64(n-1))
	low, high := quantileRanks(n, q)
	below := folded(games, perGame(func(g Game) float64 { return number(of(g) <= value) }))
	if openings := len(below.all); openings < n {
		share, _ := below.ratio()
		low = min(low, int(float64(n)*(q-share.Error95)))
		high = max(high, int(float64(n)*(q+share.Error95))+1)
		if openings < 2 {
			low = 0
		}
	}
	if low < 1 || high > n {
		return fixed(value), noteFew
	}
	return stats.Limited(value, min(value, values[low-1]), max(value, values[high-1])), ""
}

// quantileRanks returns the ranks, from 1, between which the q-quantile of n values lies; 0 and n+1 if n is too small.
func quantileRanks(n int, q float64) (low, high int) {
	below := distuv.Binomial{N: float64(n), P: q} // how many values lie below the true quantile
	low, high = 0, n+1
	for low < n && below.CDF(float64(low)) <= tail {
		low++
	}
	for high > 1 && 1-below.CDF(float64(high-2)) <= tail {
		high--
	}
	return low, high
}

func atRank(sorted []float64, rank float64) float64 {
	below := min(int(rank), len(sorted)-1)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + (rank-float64(below))*(sorted[above]-sorted[below])
}

// blocks is the most groups that a jackknife leaves out in turn.
const blocks = 100

// jackknife estimates a figure that is no mean (Efron and Tibshirani, An introduction to the bootstrap, 1993, chapter
// 11). The games from one opening are left out together. figure reports whether there is one.
func jackknife(games []Game, figure func([]Game) (float64, bool)) (stats.Estimate, string) {
	value, ok := figure(games)
	if !ok {
		return stats.Estimate{}, noteNothing
	}
	group, groups := grouped(games)
	var left []float64
	for out := range groups {
		rest := make([]Game, 0, len(games))
		for i, g := range games {
			if group[i] != out {
				rest = append(rest, g)
			}
		}
		if without, ok := figure(rest); ok {
			left = append(left, without)
		}
	}
	k := len(left)
	if k < 2 || k < groups {
		return fixed(value), noteFew
	}
	mean, spread := meanOf(left), squares(left)
	if spread <= 1e-18*mean*mean {
		return fixed(value), noteEven
	}
	return stats.Symmetric(value, stats.Student95(k-1)*math.Sqrt(float64(k-1)/float64(k)*spread)), ""
}

// grouped divides the games into groups. Games from one opening are in the same group.
func grouped(games []Game) (group []int, groups int) {
	openings := map[string]int{}
	for _, g := range games {
		at, known := openings[g.Opening]
		if !known || g.Opening == "" {
			at = groups
			groups++
			openings[g.Opening] = at
		}
		group = append(group, at%blocks)
	}
	return group, min(groups, blocks)
}

func fixed(value float64) stats.Estimate { return stats.Estimate{Kind: stats.Fixed, Value: value} }

func meanOf(values []float64) float64 {
	sum := 0.
	for _, x := range values {
		sum += x
	}
	return sum / float64(len(values))
}

// squares returns the sum of the squared distances from the mean.
func squares(values []float64) (sum float64) {
	mean := meanOf(values)
	for _, x := range values {
		sum += (x - mean) * (x - mean)
	}
	return sum
}

// number returns 1 for true and 0 for false.
func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
