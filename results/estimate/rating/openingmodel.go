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
	Value float64 // value that a search gives the opening for the first seat, in logits
	Turns int     // length of the opening
	Games []OpeningGame
}

// OpeningGame is the result of one game from an opening.
type OpeningGame struct {
	Match int     // number of the match, a pair of players, from 0
	Seat  int     // seat of the match's first player, 0 or 1
	Score float64 // score of the match's first player, from 0 to 1
}

// Indices of the parameters in theta. After them, theta has the difference of strength in each match. The mean
// advantage of the first seat is biasMean + biasOfValue value + biasOfLength length + biasOfBoth value length, where
// value is the opening's value from a search, and length its standardized length. k is the discrimination of the
// opening, see openingModel.
const (
	biasMean    = iota
	biasOfValue // 1 if the values of the search predict results exactly
	biasOfLength
	biasOfBoth
	logSpread              // logarithm of the standard deviation of the advantage around its mean
	spreadOfLength         // effect of length on that logarithm
	discriminationOfLength // effect of length on ln k
	discriminationSpread   // standard deviation of ln k
	parameters             // number of the parameters above
)

// centres holds the prior means of the parameters. Their prior standard deviations are 1.
var centres = [parameters]float64{biasOfValue: 1}

// openingModel predicts how well a pair of games from an opening measures a difference in strength. For the difference
// d_m of the players of match m and the advantage b of the first seat in the opening, both in logits,
//
//	P(the first player of the match wins) = s(k d_m + b) in the first seat, s(k d_m - b) in the second,
//
// where s is the logistic function and k, on average 1, is the discrimination of the opening: the factor by which it
// stretches differences. A small difference d moves the expected score of a pair by k f (1 - f) d, where f = s(b), and
// the score has the variance f (1 - f)/2. Therefore a pair has the Fisher information 2 k^2 f (1 - f) about d. (Bradley
// and Terry, Rank analysis of incomplete block designs, 1952; Davidson and Beaver, On extending the Bradley-Terry model
// to incorporate within-pair order effects, 1977.)
//
// A few games say little about b and k. Therefore b and ln k have normal priors, whose means and standard deviations
// are fitted to all openings together. The information of an opening is an expectation over the posterior of b and k
// (empirical Bayes: Robbins, An empirical Bayes approach to statistics, 1956; Efron and Morris, Data analysis using
// Stein's estimator, 1975).
type openingModel struct {
	theta       []float64
	turns, unit float64 // mean and standard deviation of the candidates' lengths, in turns; unit is 1 if all are equal
}

// errNoGames is the error of [fitOpenings] for candidates without games.
var errNoGames = errors.New("the candidates have no games")

// fitOpenings returns the model with the parameters of the greatest posterior density, or [errNoGames].
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
	m.theta[discriminationSpread] = .3
	m.turns = stat.Mean(lengths, nil)
	m.unit = stat.PopStdDev(lengths, nil)
	if m.unit < 1e-9 { // all openings have the same length
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
	return m.at(found.X), nil // err is not fatal: after a failed line search the best point is close to the minimum
}

// at returns the model with the parameters theta.
func (m openingModel) at(theta []float64) openingModel {
	m.theta = theta
	return m
}

// loss returns minus the logarithm of the posterior density of the parameters, up to a constant. If gradient is not
// nil, loss also sets it to the gradient.
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

// quadratureNode is a pair of values of b and ln k, each in standard deviations from its mean, with its prior weight.
type quadratureNode struct{ bias, discrimination, weight float64 }

// quadrature holds the nodes by which integrals over b and ln k are computed: a grid around their means.
var quadrature = func() (nodes []quadratureNode) {
	const reach = 3 // standard deviations from the mean
	sum := 0.
	for i := -2 * reach; i <= 2*reach; i++ { // half steps for b, because games say more about b than about k
		for j := -reach; j <= reach; j++ {
			bias, discrimination := float64(i)/2, float64(j)
			weight := math.Exp(-(bias*bias + discrimination*discrimination) / 2)
			nodes, sum = append(nodes, quadratureNode{bias, discrimination, weight}), sum+weight
		}
	}
	for i := range nodes {
		nodes[i].weight /= sum
	}
	return nodes
}()

// openingPosterior is the distribution of b and k, given the games of a candidate.
type openingPosterior struct {
	weights  []float64 // by node of the quadrature
	evidence float64   // logarithm of the probability of the games
}

// posterior returns the distribution of b and k for a candidate.
func (m openingModel) posterior(c OpeningCandidate) openingPosterior {
	p := openingPosterior{weights: make([]float64, len(quadrature))}
	most := math.Inf(-1)
	for i, n := range quadrature {
		b, k := m.bias(c, n), m.discrimination(c, n)
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

// length returns the length of a candidate, in standard deviations from the mean length of all candidates.
func (m openingModel) length(c OpeningCandidate) float64 {
	return (float64(c.Turns) - m.turns) / m.unit
}

// spread returns the standard deviation of the first seat's advantage around its mean.
func (m openingModel) spread(c OpeningCandidate) float64 {
	return math.Exp(m.theta[logSpread] + m.theta[spreadOfLength]*m.length(c))
}

// bias returns the first seat's advantage b at a node, in logits.
func (m openingModel) bias(c OpeningCandidate, n quadratureNode) float64 {
	t, length := m.theta, m.length(c)
	mean := t[biasMean] + t[biasOfValue]*c.Value + t[biasOfLength]*length + t[biasOfBoth]*c.Value*length
	return mean + m.spread(c)*n.bias
}

// discrimination returns the factor k at a node.
func (m openingModel) discrimination(c OpeningCandidate, n quadratureNode) float64 {
	return math.Exp(m.theta[discriminationOfLength]*m.length(c) + m.theta[discriminationSpread]*n.discrimination)
}

// logit returns the logit of the probability that the first player of a match wins a game.
func (m openingModel) logit(game OpeningGame, b, k float64) float64 {
	return k*m.theta[parameters+game.Match] + sign(game.Seat)*b
}

// sign returns 1 for the first seat and -1 for the second.
func sign(seat int) float64 { return float64(1 - 2*seat) }

// logLikelihood returns the log-likelihood of a score, given the logit of a win. Draws count as halves.
func logLikelihood(logit, score float64) float64 {
	if logit > 0 {
		return -math.Log1p(math.Exp(-logit)) - (1-score)*logit
	}
	return score*logit - math.Log1p(math.Exp(logit))
}

// addGradient adds a candidate's part of the gradient of the loss. By Fisher's identity, that part is the posterior
// expectation of the gradient for known b and k.
func (m openingModel) addGradient(gradient []float64, c OpeningCandidate, p openingPosterior) {
	length, spread := m.length(c), m.spread(c)
	for i, n := range quadrature {
		b, k, weight := m.bias(c, n), m.discrimination(c, n), p.weights[i]
		if weight < 1e-9 {
			continue
		}
		byBias, byDiscrimination := 0., 0.
		for _, game := range c.Games {
			missed := weight * (stats.Sigmoid(m.logit(game, b, k)) - game.Score)
			byBias += missed * sign(game.Seat)
			byDiscrimination += missed * k * m.theta[parameters+game.Match]
			gradient[parameters+game.Match] += missed * k
		}
		gradient[biasMean] += byBias
		gradient[biasOfValue] += byBias * c.Value
		gradient[biasOfLength] += byBias * length
		gradient[biasOfBoth] += byBias * c.Value * length
		gradient[logSpread] += byBias * spread * n.bias
		gradient[spreadOfLength] += byBias * spread * n.bias * length
		gradient[discriminationOfLength] += byDiscrimination * length
		gradient[discriminationSpread] += byDiscrimination * n.discrimination
	}
}
