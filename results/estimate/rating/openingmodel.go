package rating

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/optimize"
	"gonum.org/v1/gonum/stat"

	"pillars/results/estimate/stats"
)

// OpeningCandidate is an opening that may be chosen.
type OpeningCandidate struct {
	Value float64 // for the first seat, in logits, by a search
	Turns int     // that it consists of: openings of one length are of one kind
	Games []OpeningGame
}

// OpeningGame is the result of one game.
type OpeningGame struct {
	Match int     // between two players, from 0
	Seat  int     // of the match's first player: 0 or 1
	Score float64 // of that player, from 0 to 1
}

// The parameters by place; after them comes a difference for each match.
const (
	biasMean    = iota // of the first seat's advantage: this, and the following three times value, kind, both
	biasOfValue        // 1 if the search's logits are those of the results
	biasOfKind
	biasOfBoth
	logSpread    // logarithm of the spread of the advantage around its mean
	spreadOfKind // what the kind adds to it
	shownOfKind  // what the kind adds to ln k
	shownSpread  // spread of ln k
	parameters
)

// centres are the most likely values of the parameters before any game. The prior has the standard deviation 1
// everywhere, so that parameters without data stay finite.
var centres = [parameters]float64{biasOfValue: 1}

// openingModel says how much a pair of games from an opening shows of a difference in strength. With the difference d_m
// in the match m and the opening's advantage b of the first seat, both in logits,
//
//	P(the first player of the match wins) = s(k d_m + b) in the first seat, s(k d_m - b) in the second,
//
// where s is the logistic function and k, 1 on average, is how much of a difference shows from this opening. Then a
// small difference moves the expected score of a pair by k f (1 - f), f = s(b), and the score has the variance
// f (1 - f)/2, so a pair has the Fisher information 2 k^2 f (1 - f) about d. (Bradley and Terry, Rank analysis of
// incomplete block designs, 1952; Davidson and Beaver, On extending the Bradley-Terry model to incorporate within-pair
// order effects, 1977.) A few games say little about b and k. So both are drawn from normal distributions whose means
// and spreads are fitted to all openings together, and what is said of an opening is an expectation over what its games
// leave open (empirical Bayes: Robbins, An empirical Bayes approach to statistics, 1956; Efron and Morris, Data
// analysis using Stein's estimator, 1975).
type openingModel struct {
	theta       []float64
	turns, unit float64 // mean and spread of the candidates' lengths
}

// errNoGames is the error of a fit without games.
var errNoGames = errors.New("the candidates have no games")

// fitOpenings finds the parameters of the greatest posterior density.
func fitOpenings(candidates []OpeningCandidate) (openingModel, error) {
	matches, lengths := 0, make([]float64, len(candidates))
	for i, c := range candidates {
		lengths[i] = float64(c.Turns)
		for _, game := range c.Games {
			matches = max(matches, game.Match+1)
		}
	}
	if matches == 0 {
		return openingModel{}, errNoGames
	}
	m := openingModel{theta: make([]float64, parameters+matches)}
	copy(m.theta, centres[:])
	m.theta[shownSpread] = .3
	m.turns = stat.Mean(lengths, nil)
	if m.unit = stat.PopStdDev(lengths, nil); m.unit < 1e-9 {
		m.unit = 1
	}
	problem := optimize.Problem{
		Func: func(theta []float64) float64 { return m.at(theta).loss(candidates, nil) },
		Grad: func(gradient, theta []float64) { m.at(theta).loss(candidates, gradient) },
	}
	found, err := optimize.Minimize(problem, m.theta, &optimize.Settings{GradientThreshold: 1e-3}, &optimize.BFGS{})
	if found == nil {
		return m, err
	}
	return m.at(found.X), nil // where a line search fails, the best so far is next to the minimum
}

func (m openingModel) at(theta []float64) openingModel {
	m.theta = theta
	return m
}

// loss returns minus the logarithm of the posterior density, without constants, and sets its gradient unless that is
// nil.
func (m openingModel) loss(candidates []OpeningCandidate, gradient []float64) (loss float64) {
	clear(gradient)
	for i, centre := range centres {
		away := m.theta[i] - centre
		loss += away * away / 2
		if gradient != nil {
			gradient[i] = away
		}
	}
	for _, c := range candidates {
		p := m.posterior(c)
		loss -= p.evidence
		if gradient != nil {
			m.addGradient(gradient, c, p)
		}
	}
	return loss
}

// openingNode is a pair of values of b and ln k, in standard deviations from their means, and its weight before any
// game.
type openingNode struct{ bias, shown, weight float64 }

// openingGrid covers the plane of both normal distributions, near enough for integrals over them.
var openingGrid = func() (nodes []openingNode) {
	const reach = 3 // standard deviations from the mean
	sum := 0.
	for i := -2 * reach; i <= 2*reach; i++ { // of b the games say more than of k
		for j := -reach; j <= reach; j++ {
			bias, shown := float64(i)/2, float64(j)
			weight := math.Exp(-(bias*bias + shown*shown) / 2)
			nodes, sum = append(nodes, openingNode{bias, shown, weight}), sum+weight
		}
	}
	for i := range nodes {
		nodes[i].weight /= sum
	}
	return nodes
}()

// openingPosterior is the distribution of b and k that the games of a candidate leave.
type openingPosterior struct {
	weights  []float64 // of the nodes of the grid
	evidence float64   // logarithm of the probability of the games
}

func (m openingModel) posterior(c OpeningCandidate) openingPosterior {
	p := openingPosterior{weights: make([]float64, len(openingGrid))}
	most := math.Inf(-1)
	for i, n := range openingGrid {
		b, k := m.bias(c, n), m.shown(c, n)
		log := math.Log(n.weight)
		for _, game := range c.Games {
			log += logLikelihood(m.logit(game, b, k), game.Score)
		}
		p.weights[i], most = log, max(most, log)
	}
	sum := 0.
	for i, log := range p.weights {
		p.weights[i] = math.Exp(log - most)
		sum += p.weights[i]
	}
	for i := range p.weights {
		p.weights[i] /= sum
	}
	p.evidence = most + math.Log(sum)
	return p
}

// kind returns the class of a candidate's length among the others'.
func (m openingModel) kind(c OpeningCandidate) float64 { return (float64(c.Turns) - m.turns) / m.unit }

func (m openingModel) spread(c OpeningCandidate) float64 {
	return math.Exp(m.theta[logSpread] + m.theta[spreadOfKind]*m.kind(c))
}

func (m openingModel) bias(c OpeningCandidate, n openingNode) float64 {
	t, kind := m.theta, m.kind(c)
	return t[biasMean] + t[biasOfValue]*c.Value + t[biasOfKind]*kind + t[biasOfBoth]*c.Value*kind + m.spread(c)*n.bias
}

func (m openingModel) shown(c OpeningCandidate, n openingNode) float64 {
	return math.Exp(m.theta[shownOfKind]*m.kind(c) + m.theta[shownSpread]*n.shown)
}

// logit returns the logit of the chance of the match's first player.
func (m openingModel) logit(game OpeningGame, b, k float64) float64 {
	return k*m.theta[parameters+game.Match] + side(game.Seat)*b
}

func side(seat int) float64 { return float64(1 - 2*seat) }

// logLikelihood returns the log-likelihood of a win with the part score, and of a loss with the rest: a draw is half of
// either.
func logLikelihood(logit, score float64) float64 {
	if logit > 0 {
		return -math.Log1p(math.Exp(-logit)) - (1-score)*logit
	}
	return score*logit - math.Log1p(math.Exp(logit))
}

// addGradient adds the contribution of a candidate. By Fisher's identity that is the expectation, over what its games
// leave uncertain, of the gradient for known b and k.
func (m openingModel) addGradient(gradient []float64, c OpeningCandidate, p openingPosterior) {
	kind, spread := m.kind(c), m.spread(c)
	for i, n := range openingGrid {
		b, k, weight := m.bias(c, n), m.shown(c, n), p.weights[i]
		if weight < 1e-9 {
			continue
		}
		byBias, byShown := 0., 0.
		for _, game := range c.Games {
			missed := weight * (stats.Sigmoid(m.logit(game, b, k)) - game.Score)
			byBias += missed * side(game.Seat)
			byShown += missed * k * m.theta[parameters+game.Match]
			gradient[parameters+game.Match] += missed * k
		}
		gradient[biasMean] += byBias
		gradient[biasOfValue] += byBias * c.Value
		gradient[biasOfKind] += byBias * kind
		gradient[biasOfBoth] += byBias * c.Value * kind
		gradient[logSpread] += byBias * spread * n.bias
		gradient[spreadOfKind] += byBias * spread * n.bias * kind
		gradient[shownOfKind] += byShown * kind
		gradient[shownSpread] += byShown * n.shown
	}
}
