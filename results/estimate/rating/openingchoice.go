package rating

import (
	"cmp"
	"slices"

	"pillars/results/estimate/stats"
)

// OpeningInformation holds the posterior expectations from which [PairInformation] is computed.
type OpeningInformation struct {
	slope  float64 // derivative of a pair's expected score by the difference in strength: k f (1 - f)
	spread float64 // twice the variance of the score: f (1 - f)
}

// MostInformation is the information, in logit^-2, of a pair from an even opening of average discrimination.
const MostInformation = .5

// PairInformation returns the mean Fisher information of a pair about the difference in strength, in logit^-2, for a
// test that plays these openings and weighs all pairs alike: the square of the mean slope, divided by the mean
// variance. That is less than the mean information of the openings, since such a test cannot give good openings more
// weight.
func PairInformation(info ...OpeningInformation) float64 {
	sum := sum(info)
	if sum.spread == 0 {
		return 0
	}
	return 2 * sum.slope * sum.slope / (sum.spread * float64(len(info)))
}

// sum adds up slopes and spreads.
func sum(info []OpeningInformation) (sum OpeningInformation) {
	for _, t := range info {
		sum.slope, sum.spread = sum.slope+t.slope, sum.spread+t.spread
	}
	return sum
}

// information returns the expected information of pairs from a candidate.
func (m openingModel) information(c OpeningCandidate) (info OpeningInformation) {
	for i, weight := range m.posterior(c).weights {
		f := stats.Sigmoid(m.bias(c, quadrature[i]))
		info.slope += weight * m.discrimination(c, quadrature[i]) * f * (1 - f)
		info.spread += weight * f * (1 - f)
	}
	return info
}

// EstimateOpenings returns the expected information of pairs from each of the candidates, by a model fitted to all.
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

// ChooseOpenings returns the indices, in order, of n openings whose [PairInformation] together is the greatest, or
// nearly so. The information is a convex function of the sums of slopes and spreads. Therefore the best openings are
// those with the largest slope - x spread, for some x. Replacing the chosen openings by those that are best for x =
// slope/spread/2 of their sums, the tangent, never lowers the information. ChooseOpenings repeats such steps, from many
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

// bestByTangents chooses the n openings with the largest slope - x spread, and repeats that with x from the openings
// chosen before until they stay the same.
func bestByTangents(info []OpeningInformation, n int, x float64) (chosen []int) {
	const most = 100 // steps; three or four are usual
	for range most {
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
		if sum := sum(pick(info, chosen)); sum.spread > 0 {
			x = sum.slope / sum.spread / 2
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

// CheckedChoice compares the chosen openings with all candidates in one match that was not used for the choice.
type CheckedChoice struct {
	Match       int
	All, Chosen stats.Pentanomial // pairs of games from all candidates and from the chosen openings
}

// Times returns how many times the information of an average pair a pair from the chosen openings has: the ratio of the
// squared normalized Elo differences. It is 0 if one of these has no value.
func (c CheckedChoice) Times() float64 {
	all, chosen := stats.NormalizedElo(c.All), stats.NormalizedElo(c.Chosen)
	if !all.HasValue() || !chosen.HasValue() || all.Value == 0 {
		return 0
	}
	return chosen.Value * chosen.Value / (all.Value * all.Value)
}

// CheckChoice chooses n openings by the matches with even numbers and checks them in the others, and the reverse. It
// returns a comparison for every match, none if there is only one match.
func CheckChoice(candidates []OpeningCandidate, n int) (checked []CheckedChoice, err error) {
	for half := range 2 {
		known := make([]OpeningCandidate, len(candidates))
		out := map[int]bool{}
		for i, c := range candidates {
			known[i] = c
			known[i].Games = nil
			for _, game := range c.Games {
				if out[game.Match] = game.Match%2 == half; !out[game.Match] {
					known[i].Games = append(known[i].Games, game)
				}
			}
		}
		info, err := EstimateOpenings(known)
		if err == errNoGames {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		chosen := ChooseOpenings(info, n)
		for match, left := range out {
			if left {
				checked = append(checked, follow(candidates, chosen, match))
			}
		}
	}
	slices.SortFunc(checked, func(a, b CheckedChoice) int { return cmp.Compare(a.Match, b.Match) })
	return checked, nil
}

// follow compares the chosen openings with all candidates in one match.
func follow(candidates []OpeningCandidate, chosen []int, match int) CheckedChoice {
	c := CheckedChoice{Match: match}
	for i, candidate := range candidates {
		points, seats := 0., 0
		for _, game := range candidate.Games {
			if game.Match == match {
				points, seats = points+game.Score, seats+1
			}
		}
		if seats != 2 { // a pair of which a game is missing
			continue
		}
		c.All[int(2*points)]++
		if _, ok := slices.BinarySearch(chosen, i); ok {
			c.Chosen[int(2*points)]++
		}
	}
	return c
}
