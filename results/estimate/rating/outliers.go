package rating

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"pillars/results/estimate/stats"
)

// Side says whose points in the games of an opening are compared with the expected ones.
type Side int

// The sides.
const (
	FirstSeat Side = iota
	Stronger       // in each game the player with the higher rating; games between equals do not count
)

// Outlier compares the points of a side in the games of one opening with what the ratings expect.
type Outlier struct {
	Openings []string // names of the openings with these results
	Side     Side
	Residual
}

// gridSize is the number of values of [openingLink.deviation] for which the points of an opening are computed.
const gridSize = 41

// design holds the games of openings in which the same players meet in the same seats.
type design struct {
	logOdds []float64              // of the first seat by game, apart from the opening
	signs   [2][]float64           // by side and game: 1 if the side has the first seat, -1 the second, 0 for no side
	games   [2]int                 // by side: number of games that count
	points  [2][gridSize][]float64 // by side and deviation: probabilities that the side gets 0, 1, 2, ... half points
	squares [gridSize]moments      // by deviation: moments of the square of the first seat's residual
}

// moments holds a mean and a variance, or sums of them.
type moments struct{ mean, variance float64 }

// sharedOpening holds openings with equal results.
type sharedOpening struct {
	round
	*design
	square float64 // square of the residual of the first seat's points
}

// outliers compares the points of both sides in every shared opening with the expected ones. It returns nil for fewer
// than [stats.Fewest] openings. Given the opening, games are taken as independent. The advantage that openings give the
// first seat is taken as normally distributed, with a flat prior of its standard deviation, called deviation here. The
// likelihood of a deviation comes from the squared residuals of all openings except the tested one, since an outlier
// would hide itself by widening the deviation. The sum of these squares is taken as gamma distributed. Where openings
// decide many games, the points of one of n openings then have about the distribution of Student's t with n - 2 degrees
// of freedom, as in Grubbs, Procedures for detecting outlying observations in samples, 1969. A two-sided p is twice the
// smaller tail. Sidak's bound turns p into P, which allows for testing all openings and sides (Rectangular confidence
// regions for the means of multivariate normal distributions, 1967).
func (m *model) outliers(l openingLink) (all []Outlier) {
	if m.sharedOpenings() < stats.Fewest {
		return nil
	}
	openings := m.openingsWithDesigns(l)
	observed, expected := 0., [gridSize]moments{} // of the sum of the squared residuals of all openings
	for _, o := range openings {
		observed += float64(o.count) * o.square
		for g := range expected {
			expected[g].add(o.squares[g], float64(o.count))
		}
	}

	tested := 0 // number of openings and sides
	for _, o := range openings {
		weights := o.weights(observed, expected)
		for _, side := range []Side{FirstSeat, Stronger} {
			if o.games[side] == 0 {
				continue
			}
			tested += o.count
			mass := make([]float64, 2*o.games[side]+1) // probabilities of 0, 1, 2, ... half points
			for g, weight := range weights {
				floats.AddScaled(mass, weight, o.points[side][g])
			}
			residual := m.pointsOf(o, side, l)
			halves := int(2 * residual.Scored)
			residual.Z = (residual.Scored - residual.Expected) / math.Sqrt(max(squareOf(mass).mean, 1e-12))
			residual.P = min(1, 2*floats.Sum(mass[:halves+1]), 2*floats.Sum(mass[halves:])) // p; the last loop makes P
			all = append(all, Outlier{o.names, side, residual})
		}
	}

	for i := range all {
		all[i].P = -math.Expm1(float64(tested) * math.Log1p(-min(all[i].P, 1-1e-15)))
	}
	return all
}

// openingsWithDesigns returns the shared openings with their designs.
func (m *model) openingsWithDesigns(l openingLink) (openings []sharedOpening) {
	designs, draws, n := map[string]*design{}, m.linkedDrawRate(l), float64(m.sharedOpenings())
	for _, r := range m.shared {
		o := sharedOpening{round: r, design: m.designOf(designs, r.kinds, draws)}
		residual := m.pointsOf(o, FirstSeat, l)
		o.square = math.Pow(residual.Scored-residual.Expected, 2) * n / (n - 1) // the fit makes the residuals' mean 0
		openings = append(openings, o)
	}
	return openings
}

// add adds the moments of count independent variables, given the moments of each. A negative count removes variables.
func (m *moments) add(each moments, count float64) {
	m.mean, m.variance = m.mean+count*each.mean, m.variance+count*each.variance
}

// weights returns the probability of each deviation on the grid, given the results of all openings except o. observed
// is the sum of the squared residuals of all openings. expected holds the moments of this sum for each deviation.
func (o sharedOpening) weights(observed float64, expected [gridSize]moments) []float64 {
	weights := make([]float64, gridSize)
	for g, e := range expected {
		e.add(o.squares[g], -1) // without o itself
		gamma := distuv.Gamma{Alpha: e.mean * e.mean / e.variance, Beta: e.mean / e.variance}
		width := max(.25, float64(g)) // proportional to the distance of grid points, since deviations grow with g^2
		weights[g] = gamma.LogProb(max(observed-o.square, 1e-9)) + math.Log(width)
	}
	most := floats.Max(weights)
	for g := range weights {
		weights[g] = math.Exp(weights[g] - most)
	}
	floats.Scale(1/floats.Sum(weights), weights)
	return weights
}

// linkedDrawRate returns the draw rate between equals at which the expected number of draws is the observed one.
func (m *model) linkedDrawRate(l openingLink) float64 {
	draws, _ := m.observedDraws()
	if draws == 0 {
		return 0
	}
	return stats.Bisect(0, 1, func(rate float64) float64 {
		surplus := -draws // expected less observed draws
		m.duels(func(k int, _, games float64) {
			for i, x := range l.nodes {
				e := stats.Sigmoid(m.logOdds(k) + math.Sqrt2*l.deviation*x)
				surplus += games * l.weights[i] * stats.DrawProbability(e, rate)
			}
		})
		return surplus
	})
}

// designOf returns the design of games of the given kinds. If the design is not among designs yet, designOf creates it.
// draws is the draw rate between equals.
func (m *model) designOf(designs map[string]*design, kinds []int32, draws float64) *design {
	var key []byte
	for _, k := range kinds {
		key = fmt.Append(key, m.table.seated(int(k)))
	}
	if d := designs[string(key)]; d != nil {
		return d
	}
	d := &design{games: [2]int{FirstSeat: len(kinds)}}
	for _, k := range kinds {
		p := m.table.seated(int(k))
		stronger := cmp.Compare(m.strength(int(p[0])), m.strength(int(p[1])))
		d.logOdds = append(d.logOdds, m.logOdds(int(k)))
		d.signs[FirstSeat] = append(d.signs[FirstSeat], 1)
		d.signs[Stronger] = append(d.signs[Stronger], float64(stronger))
		d.games[Stronger] += stronger * stronger // 0 for equals, otherwise 1
	}
	for g := range gridSize {
		const widest = 6. // largest deviation, in log odds
		deviation := widest * math.Pow(float64(g)/(gridSize-1), 2)
		for side := range d.games {
			d.points[side][g] = d.averaged(side, deviation, draws)
		}
		d.squares[g] = squareOf(d.points[FirstSeat][g])
	}
	designs[string(key)] = d
	return d
}

// averaged returns the probabilities that a side gets 0, 1, 2, ... half points, averaged over openings that favour the
// first seat by normally distributed log odds with the given standard deviation.
func (d *design) averaged(side int, deviation, draws float64) []float64 {
	const reach, step = 5., .25 // of the integral over openings, in standard deviations
	games := d.games[side]
	mass, total := make([]float64, 2*games+1), 0.
	for x := -reach; x <= reach; x += step {
		weight := distuv.UnitNormal.Prob(x)
		floats.AddScaled(mass, weight, d.pointsGiven(d.signs[side], deviation*x, draws, games))
		total += weight
	}
	floats.Scale(1/total, mass)
	return mass
}

// squareOf returns the moments of the squared residual of points, given their distribution in half points.
func squareOf(mass []float64) (m moments) {
	mean := meanOf(mass)
	for h, p := range mass {
		m.mean += p * math.Pow(float64(h)/2-mean, 2)
		m.variance += p * math.Pow(float64(h)/2-mean, 4)
	}
	m.variance = max(m.variance-m.mean*m.mean, 1e-12)
	return m
}

// meanOf returns the mean of points with the given distribution in half points.
func meanOf(mass []float64) (mean float64) {
	for h, p := range mass {
		mean += p * float64(h) / 2
	}
	return mean
}

// pointsOf returns the scored and the expected points of a side in the games from one opening.
func (m *model) pointsOf(o sharedOpening, side Side, l openingLink) (r Residual) {
	for i, k := range o.kinds {
		scored := m.scored(int(k))
		expected, _ := l.scoreAt(o.logOdds[i])
		switch o.signs[side][i] {
		case 1:
			r.add(1, scored, expected)
		case -1:
			r.add(1, 1-scored, 1-expected)
		}
	}
	return r
}

// pointsGiven returns the probabilities that a side gets 0, 1, 2, ... half points, if the opening favours the first
// seat by the log odds effect. signs says for each game whether the side has the first seat, 1, the second, -1, or
// none, 0. games is the number of games in which the side has a seat.
func (d *design) pointsGiven(signs []float64, effect, draws float64, games int) []float64 {
	const mostExact = 60                                       // the points of more games are close to normal
	mass, mean, variance := make([]float64, 2*games+1), 0., 0. // mean and variance of the half points
	mass[0] = 1
	last := 0 // most half points so far
	for i, sign := range signs {
		if sign == 0 {
			continue
		}
		e := stats.Sigmoid(sign * (d.logOdds[i] + effect))
		drawn := stats.DrawProbability(e, draws)
		won := e - drawn/2
		mean, variance = mean+2*e, variance+4*(e*(1-e)-drawn/4)
		if games > mostExact {
			continue
		}
		last += 2
		for h := last; h >= 0; h-- { // downwards, so that mass[h-1] and mass[h-2] are still without this game
			sum := mass[h] * (1 - won - drawn)
			if h >= 1 {
				sum += mass[h-1] * drawn
			}
			if h >= 2 {
				sum += mass[h-2] * won
			}
			mass[h] = sum
		}
	}
	if games > mostExact {
		normal := distuv.Normal{Mu: mean, Sigma: math.Sqrt(max(variance, 1e-6))}
		for h := range mass {
			mass[h] = normal.CDF(float64(h)+.5) - normal.CDF(float64(h)-.5)
		}
	}
	return mass
}

// openingLink computes expected scores of the first seat, if the log odds by which an opening favours that seat are
// normally distributed with the mean 0. As a function of the difference in strength, the mean score over all openings
// is then not logistic: it is flatter and has another shape. (Zeger, Liang and Albert, Models for longitudinal data: a
// generalized estimating equation approach, 1988.)
type openingLink struct {
	deviation      float64   // standard deviation of the openings' log odds
	nodes, weights []float64 // of Gauss-Hermite quadrature over the normal distribution
}

// scoreAt returns the expected score at a difference in log odds, and its derivative.
func (l openingLink) scoreAt(logOdds float64) (score, slope float64) {
	for i, x := range l.nodes {
		p := stats.Sigmoid(logOdds + math.Sqrt2*l.deviation*x)
		score += l.weights[i] * p
		slope += l.weights[i] * p * (1 - p)
	}
	return score, slope
}

// covariance returns the covariance of the scores of two games that is due to their common opening, summed over every
// two games of a round. logOdds holds those of the games, apart from the opening.
func (l openingLink) covariance(logOdds []float64) (sum float64) {
	meanSum, meanSquares := 0., 0.
	for _, x := range logOdds {
		p, _ := l.scoreAt(x)
		meanSum, meanSquares = meanSum+p, meanSquares+p*p
	}
	// The products of every two of some numbers add up to half of (square of their sum - sum of their squares).
	for i, x := range l.nodes {
		scoreSum, scoreSquares := 0., 0. // given the opening at this node
		for _, o := range logOdds {
			p := stats.Sigmoid(o + math.Sqrt2*l.deviation*x)
			scoreSum, scoreSquares = scoreSum+p, scoreSquares+p*p
		}
		sum += l.weights[i] * (scoreSum*scoreSum - scoreSquares) / 2
	}
	return sum - (meanSum*meanSum-meanSquares)/2
}

// fitLink fits the strengths and the deviation of openings together. In the fit, the expected points of every player
// and of the first seat equal the points scored, and the products of two residuals from one opening add up to their
// expectation.
func (m *model) fitLink() (l openingLink, err error) {
	const points = 15
	l = openingLink{nodes: make([]float64, points), weights: make([]float64, points)}
	quad.Hermite{}.FixedLocations(l.nodes, l.weights, math.Inf(-1), math.Inf(1))
	floats.Scale(1/math.Sqrt(math.Pi), l.weights)
	const rounds, steps = 4, 20 // a round fits the deviation and then, in at most 20 Newton steps, the strengths
	for range rounds {
		observed := 0. // sum of the products of two residuals from one opening
		for _, r := range m.shared {
			sum, squares := 0., 0. // of the residuals from one opening
			for _, k := range r.kinds {
				p, _ := l.scoreAt(m.logOdds(int(k)))
				miss := m.scored(int(k)) - p
				sum, squares = sum+miss, squares+miss*miss
			}
			observed += float64(r.count) * ((sum*sum - squares) / 2)
		}
		l.deviation = l.deviationFor(observed, m)
		for range steps {
			change, err := m.improve(l)
			if err != nil {
				return l, err
			}
			if change < 1e-10 {
				break
			}
		}
	}
	return l, nil
}

// deviationFor returns the deviation at which the products of two residuals from one opening are expected to add up to
// the observed sum. If the sum is negative, the deviation is 0.
func (l openingLink) deviationFor(observed float64, m *model) float64 {
	const (
		widest   = 6. // in log odds: the largest deviation that the search considers
		halvings = 20
	)
	logOdds := make([][]float64, len(m.shared))
	for i, r := range m.shared {
		for _, k := range r.kinds {
			logOdds[i] = append(logOdds[i], m.logOdds(int(k)))
		}
	}
	low, high := 0., widest
	for range halvings {
		expected := 0.
		l.deviation = (low + high) / 2
		for i, r := range m.shared {
			expected += float64(r.count) * l.covariance(logOdds[i])
		}
		if expected < observed {
			low = l.deviation
		} else {
			high = l.deviation
		}
	}
	return low
}

// improve makes one step of Newton's method towards strengths whose expected points equal the points scored. It returns
// the largest change of a parameter.
func (m *model) improve(l openingLink) (change float64, err error) {
	if len(m.theta) == 0 {
		return 0, nil
	}
	gradient, curvature := mat.NewVecDense(len(m.theta), nil), mat.NewSymDense(len(m.theta), nil)
	m.duels(func(k int, _, games float64) {
		score, slope := l.scoreAt(m.logOdds(k))
		slopes := m.duelSlopes(k)
		for _, s := range slopes {
			gradient.SetVec(s.index, gradient.AtVec(s.index)+games*(m.scored(k)-score)*s.value)
		}
		addOuter(curvature, slopes, games*slope)
	})
	var hessian mat.Cholesky
	var newtonStep mat.VecDense
	if !hessian.Factorize(curvature) || hessian.SolveVecTo(&newtonStep, gradient) != nil {
		return 0, errTooFewGames
	}
	m.hessian = &hessian
	floats.Add(m.theta, newtonStep.RawVector().Data)
	return mat.Norm(&newtonStep, math.Inf(1)), nil
}
