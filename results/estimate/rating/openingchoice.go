package rating

import (
	"cmp"
	"slices"

	"pillars/results/estimate/stats"
)

// OpeningInformation is the expected information of pairs from an opening, averaged over what its games leave
// uncertain.
type OpeningInformation struct {
	slope  float64 // by how much the expected score of a pair moves with the difference: k f (1 - f)
	spread float64 // twice the variance of the score, f (1 - f)
}

// MostInformation is the information of a pair from an even opening that shows as much of a difference as the average
// one.
const MostInformation = .5

// PairInformation returns the Fisher information of one pair about the difference, in logit^-2, if all pairs count
// alike and come from openings like these: the square of the mean slope, divided by the mean variance. It is less than
// the mean of the informations of the openings, since a test does not know from which pairs to learn more.
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

// information returns the expected information of pairs from a candidate.
func (m openingModel) information(c OpeningCandidate) (info OpeningInformation) {
	for i, weight := range m.posterior(c).weights {
		f := stats.Sigmoid(m.bias(c, openingGrid[i]))
		info.slope += weight * m.shown(c, openingGrid[i]) * f * (1 - f)
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

// ChooseOpenings returns the numbers, in order, of n openings that have the greatest [PairInformation] together, or
// nearly so. The information is a convex function of the two sums, so the best openings are the first in the order of
// slope - x spread for some x, and a step to those that are best by its tangent, where x is slope/spread/2 of the sums,
// never lowers it. Such steps begin from many x. (Dinkelbach, On nonlinear fractional programming, 1967, for such
// ratios.)
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

// bestByTangents repeatedly takes the first n in the order of slope - x spread, with x from those taken before, until
// they stay the same.
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

func pick(info []OpeningInformation, numbers []int) (picked []OpeningInformation) {
	for _, i := range numbers {
		picked = append(picked, info[i])
	}
	return picked
}

// CheckedChoice compares the chosen openings with all candidates in one match that was not used for the choice.
type CheckedChoice struct {
	Match       int
	All, Chosen stats.Pentanomial
}

// Times returns the ratio of information in a pair from the chosen openings to a usual pair: the ratio of the squares
// of both normalized Elo; 0 if one of them has no value.
func (c CheckedChoice) Times() float64 {
	all, chosen := stats.NormalizedElo(c.All), stats.NormalizedElo(c.Chosen)
	if !all.HasValue() || !chosen.HasValue() || all.Value == 0 {
		return 0
	}
	return chosen.Value * chosen.Value / (all.Value * all.Value)
}

// CheckChoice chooses n openings twice, by every other match, and evaluates them in the other matches. It cannot check
// with a single match.
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
