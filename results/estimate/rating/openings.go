package rating

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
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
// advantage of the first seat is biasMean + biasOfValue*value + biasOfLength*length + biasOfBoth*value*length, where
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
	theta                []float64
	meanTurns, turnsUnit float64 // mean and standard deviation (1 if all are equal) of the candidates' lengths
}

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
	m := openingModel{theta: slices.Concat(centres[:], make([]float64, matches))}
	m.theta[discriminationSpread] = .3 // not 0, where the loss is stationary because it does not depend on the sign
	m.meanTurns, m.turnsUnit = stat.Mean(lengths, nil), stat.PopStdDev(lengths, nil)
	if m.turnsUnit < 1e-9 { // all openings have the same length
		m.turnsUnit = 1
	}
	problem := optimize.Problem{Func: func(theta []float64) float64 { return m.with(theta).loss(candidates, nil) },
		Grad: func(gradient, theta []float64) { m.with(theta).loss(candidates, gradient) }}
	found, err := optimize.Minimize(problem, m.theta, &optimize.Settings{GradientThreshold: 1e-3}, &optimize.BFGS{})
	if found == nil {
		return m, err
	}
	return m.with(found.X), nil // err is not fatal: after a failed line search the best point is close to the minimum
}

func (m openingModel) with(theta []float64) openingModel {
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
		weights, evidence := m.posterior(c)
		loss -= evidence
		if gradient != nil {
			m.addGradient(gradient, c, weights)
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

// posterior returns the distribution of b and k, given the games of a candidate, as weights by node of the quadrature.
// evidence is the logarithm of the probability of the games.
func (m openingModel) posterior(c OpeningCandidate) (weights []float64, evidence float64) {
	weights = make([]float64, len(quadrature))
	for i, n := range quadrature {
		b, k := m.bias(c, n), m.discrimination(c, n)
		weights[i] = math.Log(n.weight)
		for _, game := range c.Games {
			weights[i] += logLikelihood(m.logit(game, b, k), game.Score)
		}
	}
	most, total := floats.Max(weights), 0.
	for i, log := range weights {
		weights[i] = math.Exp(log - most)
		total += weights[i]
	}
	for i := range weights {
		weights[i] /= total
	}
	return weights, most + math.Log(total)
}

// length returns the length of a candidate, in standard deviations from the mean length of all candidates.
func (m openingModel) length(c OpeningCandidate) float64 {
	return (float64(c.Turns) - m.meanTurns) / m.turnsUnit
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
// expectation of the gradient for known b and k. weights is from [openingModel.posterior].
func (m openingModel) addGradient(gradient []float64, c OpeningCandidate, weights []float64) {
	length, spread := m.length(c), m.spread(c)
	for i, n := range quadrature {
		b, k, weight := m.bias(c, n), m.discrimination(c, n), weights[i]
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

// OpeningInformation holds two expectations for one opening, from which [PairInformation] is computed. openingModel
// explains the symbols.
type OpeningInformation struct {
	slope  float64 // k f (1 - f): derivative of a pair's expected score by the difference in strength
	spread float64 // f (1 - f): twice the variance of a pair's score
}

// MostInformation is the information, in logit^-2, of a pair from an even opening of average discrimination.
const MostInformation = .5

// PairInformation returns the mean Fisher information of a pair of games about the difference in strength, in logit^-2,
// for a test that plays the given openings and weighs all pairs alike. It is the square of the mean slope, divided by
// the mean variance of a pair's score.
func PairInformation(info ...OpeningInformation) float64 {
	sum := sum(info)
	if sum.spread == 0 {
		return 0
	}
	return 2 * sum.slope * sum.slope / (sum.spread * float64(len(info)))
}

func sum(info []OpeningInformation) (sum OpeningInformation) {
	for _, t := range info {
		sum.slope, sum.spread = sum.slope+t.slope, sum.spread+t.spread
	}
	return sum
}

// information returns the expected slope and spread of pairs from a candidate.
func (m openingModel) information(c OpeningCandidate) (info OpeningInformation) {
	weights, _ := m.posterior(c)
	for i, weight := range weights {
		f := stats.Sigmoid(m.bias(c, quadrature[i]))
		info.slope += weight * m.discrimination(c, quadrature[i]) * f * (1 - f)
		info.spread += weight * f * (1 - f)
	}
	return info
}

// EstimateOpenings fits a model to the games of all candidates and returns the information of each candidate.
func EstimateOpenings(candidates []OpeningCandidate) (info []OpeningInformation, err error) {
	model, err := fitOpenings(candidates)
	if err != nil {
		return nil, err
	}
	for _, c := range candidates {
		info = append(info, model.information(c))
	}
	return info, nil
}

// ChooseOpenings returns the sorted indices of n openings with the greatest joint [PairInformation], or nearly so. The
// information is a convex function of the sums of slopes and spreads. Therefore the best openings are those with the
// largest slope - x*spread, for some x. From each of many starting values of x, ChooseOpenings chooses these openings,
// sets x to half of their sum of slopes divided by their sum of spreads, and repeats both steps. They never lower the
// information. (Dinkelbach, On nonlinear fractional programming, 1967, treats such ratios.)
func ChooseOpenings(info []OpeningInformation, n int) (best []int) {
	const starts = 64
	steepest, most := 0., -1.
	for _, t := range info {
		if t.spread > 0 {
			steepest = max(steepest, t.slope/t.spread)
		}
	}
	for start := range starts {
		chosen := bestByTangents(info, min(n, len(info)), steepest*float64(start)/starts)
		if information := PairInformation(pick(info, chosen)...); information > most {
			best, most = chosen, information
		}
	}
	return best
}

// bestByTangents chooses the n openings with the largest slope - x*spread. It sets x from the chosen openings and
// repeats the choice until it stays the same.
func bestByTangents(info []OpeningInformation, n int, x float64) (chosen []int) {
	const maxSteps = 100 // usually three or four are enough
	for range maxSteps {
		losses, order := make([]float64, len(info)), make([]int, len(info))
		for i, t := range info {
			losses[i] = x*t.spread - t.slope
		}
		floats.ArgsortStable(losses, order)
		next := order[:n]
		slices.Sort(next)
		if slices.Equal(next, chosen) {
			break
		}
		chosen = next
		if total := sum(pick(info, chosen)); total.spread > 0 {
			x = total.slope / total.spread / 2
		}
	}
	return chosen
}

func pick(info []OpeningInformation, numbers []int) (picked []OpeningInformation) {
	for _, i := range numbers {
		picked = append(picked, info[i])
	}
	return picked
}

// CheckedChoice compares chosen openings with all candidates, in one match that was not used for the choice.
type CheckedChoice struct {
	Match       int
	All, Chosen stats.Pentanomial // pairs of games from all candidates and from the chosen openings
}

// Times returns the information of a pair from the chosen openings, divided by the information of a pair from all
// candidates. It is the ratio of the squared normalized Elo differences, or 0 if one of these has no value.
func (c CheckedChoice) Times() float64 {
	all, chosen := stats.NormalizedElo(c.All), stats.NormalizedElo(c.Chosen)
	if !all.HasValue() || !chosen.HasValue() || all.Value == 0 {
		return 0
	}
	return chosen.Value * chosen.Value / (all.Value * all.Value)
}

// CheckChoice chooses n openings by the matches with even numbers and checks them in the matches with odd numbers, and
// the reverse. It returns a comparison for every match, or nil if only even or only odd matches have games.
func CheckChoice(candidates []OpeningCandidate, n int) (checked []CheckedChoice, err error) {
	for parity := range 2 {
		training := slices.Clone(candidates) // without the games held out
		heldOut := map[int]bool{}            // matches for the check
		for i, c := range candidates {
			training[i].Games = nil
			for _, game := range c.Games {
				if game.Match%2 == parity {
					heldOut[game.Match] = true
				} else {
					training[i].Games = append(training[i].Games, game)
				}
			}
		}
		info, err := EstimateOpenings(training)
		if err == errNoGames {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		chosen := ChooseOpenings(info, n)
		for match := range heldOut {
			checked = append(checked, compareInMatch(candidates, chosen, match))
		}
	}
	slices.SortFunc(checked, func(a, b CheckedChoice) int { return cmp.Compare(a.Match, b.Match) })
	return checked, nil
}

// compareInMatch compares the chosen openings, given by sorted indices, with all candidates in one match.
func compareInMatch(candidates []OpeningCandidate, chosen []int, match int) CheckedChoice {
	c := CheckedChoice{Match: match}
	for i, candidate := range candidates {
		points, games := 0., 0
		for _, game := range candidate.Games {
			if game.Match == match {
				points, games = points+game.Score, games+1
			}
		}
		if games == 2 { // the pair is complete
			c.All[int(2*points)]++
			if _, ok := slices.BinarySearch(chosen, i); ok {
				c.Chosen[int(2*points)]++
			}
		}
	}
	return c
}
