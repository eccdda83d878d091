package rating

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"

	"pillars/results/estimate/stats"
)

// openingLink computes expected scores of the first seat, if the log odds by which an opening favours that seat are
// normally distributed with the mean 0. As a function of the difference in strength, the mean score over all openings
// is then not logistic: it is flatter and has another shape. (Zeger, Liang and Albert, Models for longitudinal data: a
// generalized estimating equation approach, 1988.)
type openingLink struct {
	deviation      float64   // standard deviation of the openings' log odds
	nodes, weights []float64 // of Gauss-Hermite quadrature over the normal distribution
}

// at returns the expected score at a difference in log odds, and its derivative.
func (l openingLink) at(odds float64) (score, slope float64) {
	for i, x := range l.nodes {
		p := stats.Sigmoid(odds + math.Sqrt2*l.deviation*x)
		score += l.weights[i] * p
		slope += l.weights[i] * p * (1 - p)
	}
	return score, slope
}

// covariance returns the covariance of the scores of two games that is due to their common opening, summed over every
// two games of a round. odds holds the log odds of the games, apart from the opening.
func (l openingLink) covariance(odds []float64) (sum float64) {
	meanSum, meanSquares := 0., 0.
	for _, x := range odds {
		p, _ := l.at(x)
		meanSum, meanSquares = meanSum+p, meanSquares+p*p
	}
	// The products of every two of some numbers add up to half of (square of their sum - sum of their squares).
	for i, x := range l.nodes {
		scoreSum, scoreSquares := 0., 0. // given the opening at this node
		for _, o := range odds {
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
		observed := 0.
		for _, r := range m.shared {
			sum, squares := 0., 0. // of the residuals from one opening
			for _, k := range r.kinds {
				p, _ := l.at(m.odds(int(k)))
				miss := m.scored(int(k)) - p
				sum, squares = sum+miss, squares+miss*miss
			}
			observed += float64(r.count) * ((sum*sum - squares) / 2)
		}
		l.deviation = l.deviationFor(observed, m)
		for range steps {
			change, err := m.step(l)
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
		widest   = 6. // log odds: the largest deviation that the search considers
		halvings = 20
	)
	odds := make([][]float64, len(m.shared))
	for i, r := range m.shared {
		for _, k := range r.kinds {
			odds[i] = append(odds[i], m.odds(int(k)))
		}
	}
	low, high := 0., widest
	for range halvings {
		expected := 0.
		l.deviation = (low + high) / 2
		for i, r := range m.shared {
			expected += float64(r.count) * l.covariance(odds[i])
		}
		if expected < observed {
			low = l.deviation
		} else {
			high = l.deviation
		}
	}
	return low
}

// step makes one step of Newton's method towards strengths whose expected points equal the points scored. It returns
// the largest change of a parameter.
func (m *model) step(l openingLink) (change float64, err error) {
	if len(m.theta) == 0 {
		return 0, nil
	}
	gradient, curvature := mat.NewVecDense(len(m.theta), nil), mat.NewSymDense(len(m.theta), nil)
	m.duels(func(k int, _, games float64) {
		score, slope := l.at(m.odds(k))
		by := m.duelSlopes(k)
		for _, s := range by {
			gradient.SetVec(s.at, gradient.AtVec(s.at)+games*(m.scored(k)-score)*s.by)
		}
		addOuter(curvature, by, games*slope)
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
