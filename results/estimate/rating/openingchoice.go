package rating

import (
	"cmp"
	"slices"

	"pillars/results/estimate/stats"
)

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

// sum returns the sums of the slopes and of the spreads.
func sum(info []OpeningInformation) (sum OpeningInformation) {
	for _, t := range info {
		sum.slope, sum.spread = sum.slope+t.slope, sum.spread+t.spread
	}
	return sum
}

// information returns the expected slope and spread of pairs from a candidate.
func (m openingModel) information(c OpeningCandidate) (info OpeningInformation) {
	for i, weight := range m.posterior(c).weights {
		f := stats.Sigmoid(m.bias(c, quadrature[i]))
		info.slope += weight * m.discrimination(c, quadrature[i]) * f * (1 - f)
		info.spread += weight * f * (1 - f)
	}
	return info
}

// EstimateOpenings fits a model to the games of all candidates and returns the information of each candidate.
func EstimateOpenings(candidates []OpeningCandidate) ([]OpeningInformation, error) {
	model, err := fitOpenings(candidates)
	if err != nil {
		return nil, err
	}
	info := make([]OpeningInformation, len(candidates))
	for i, c := range candidates {
		info[i] = model.information(c)
	}
	return info, nil
}

// ChooseOpenings returns the sorted indices of n openings with the greatest joint [PairInformation], or nearly so. The
// information is a convex function of the sums of slopes and spreads. Therefore the best openings are those with the
// largest slope - x spread, for some x. A step sets x to half of the chosen openings' sum of slopes divided by their
// sum of spreads, and chooses again. A step never lowers the information. ChooseOpenings repeats such steps from many
// starting values of x. (Dinkelbach, On nonlinear fractional programming, 1967, treats such ratios.)
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

// bestByTangents chooses the n openings with the largest slope - x spread. It sets x from the chosen openings and
// repeats the choice until it stays the same.
func bestByTangents(info []OpeningInformation, n int, x float64) (chosen []int) {
	const maxSteps = 100 // usually three or four are enough
	for range maxSteps {
		order := make([]int, len(info))
		for i := range order {
			order[i] = i
		}
		gain := func(i int) float64 { return info[i].slope - x*info[i].spread }
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(gain(b), gain(a)) })
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

// pick returns the items with the given indices.
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
// the reverse. It returns a comparison for every match, or nil if there is only one match.
func CheckChoice(candidates []OpeningCandidate, n int) (checked []CheckedChoice, err error) {
	for half := range 2 {
		training := make([]OpeningCandidate, len(candidates)) // without the games held out
		heldOut := map[int]bool{}                             // whether each match is held out for the check
		for i, c := range candidates {
			training[i] = c
			training[i].Games = nil
			for _, game := range c.Games {
				heldOut[game.Match] = game.Match%2 == half
				if !heldOut[game.Match] {
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
		for match, held := range heldOut {
			if held {
				checked = append(checked, compareInMatch(candidates, chosen, match))
			}
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
		if games != 2 { // the pair is incomplete
			continue
		}
		c.All[int(2*points)]++
		if _, ok := slices.BinarySearch(chosen, i); ok {
			c.Chosen[int(2*points)]++
		}
	}
	return c
}
