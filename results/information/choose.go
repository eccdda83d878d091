package information

import (
	"cmp"
	"slices"

	"pillars/results/stats"
)

// Told is what pairs from an opening are expected to tell, over all that its games leave open.
type Told struct {
	slope  float64 // by how much the expected score of a pair moves with the difference: k f (1 - f)
	spread float64 // twice the variance of the score, f (1 - f)
}

// Most is the information of a pair from an even opening from which as much shows as from an average one.
const Most = .5

// Information is that of a pair about the difference, in logits^-2, if all pairs count alike and come from openings
// like these: the square of the mean slope, divided by the mean variance. It is less than the mean of the openings'
// own informations, since a test does not know from which pairs to learn more.
func Information(told ...Told) float64 {
	sum := sum(told)
	if sum.spread == 0 {
		return 0
	}
	return 2 * sum.slope * sum.slope / (sum.spread * float64(len(told)))
}

func sum(told []Told) (sum Told) {
	for _, t := range told {
		sum.slope, sum.spread = sum.slope+t.slope, sum.spread+t.spread
	}
	return sum
}

// told is what pairs from a candidate are expected to tell.
func (m model) told(c Candidate) (told Told) {
	for i, weight := range m.posterior(c).weights {
		f := stats.Sigmoid(m.bias(c, grid[i]))
		told.slope += weight * m.shown(c, grid[i]) * f * (1 - f)
		told.spread += weight * f * (1 - f)
	}
	return told
}

// Tell is what pairs from each of the candidates are expected to tell, by a model fitted to all of them.
func Tell(candidates []Candidate) ([]Told, error) {
	model, err := fit(candidates)
	if err != nil {
		return nil, err
	}
	told := make([]Told, len(candidates))
	for i, c := range candidates {
		told[i] = model.told(c)
	}
	return told, nil
}

// Choose returns the numbers, in order, of n openings that have the greatest [Information] together, next to it at
// worst. The information is a convex function of the two sums, so the best openings are the first in the order of slope
// - x spread for some x, and a step to those that are best by its tangent, where x is slope/spread/2 of the sums, never
// lowers it. Such steps begin from many x. (Dinkelbach, On nonlinear fractional programming, 1967, for such ratios.)
func Choose(told []Told, n int) (best []int) {
	const starts = 64
	steepest, most := 0., -1.
	for _, t := range told {
		if t.spread > 0 {
			steepest = max(steepest, t.slope/t.spread)
		}
	}
	for start := range starts {
		chosen := climb(told, min(n, len(told)), steepest*float64(start)/starts)
		if information := Information(pick(told, chosen)...); information > most {
			best, most = chosen, information
		}
	}
	return best
}

// climb takes the first n in the order of slope - x spread, with the x of those it has, until they stay.
func climb(told []Told, n int, x float64) (chosen []int) {
	const most = 100 // steps; three or four are usual
	for range most {
		order := make([]int, len(told))
		for i := range order {
			order[i] = i
		}
		gain := func(i int) float64 { return told[i].slope - x*told[i].spread }
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(gain(b), gain(a)) })
		next := order[:n]
		slices.Sort(next)
		if slices.Equal(next, chosen) {
			break
		}
		chosen = next
		if sum := sum(pick(told, chosen)); sum.spread > 0 {
			x = sum.slope / sum.spread / 2
		}
	}
	return chosen
}

func pick(told []Told, numbers []int) (picked []Told) {
	for _, i := range numbers {
		picked = append(picked, told[i])
	}
	return picked
}

// Checked compares the chosen openings with all candidates in one match that took no part in the choice.
type Checked struct {
	Match       int
	All, Chosen stats.Pentanomial
}

// Times is how many times as much a pair from the chosen openings told: the ratio of the squares of both normalized
// Elo; 0 where one of them has no value.
func (c Checked) Times() float64 {
	all, chosen := stats.NormalizedElo(c.All), stats.NormalizedElo(c.Chosen)
	if !all.HasValue() || !chosen.HasValue() || all.Value == 0 {
		return 0
	}
	return chosen.Value * chosen.Value / (all.Value * all.Value)
}

// Check chooses n openings twice, by every other match, and follows them in the matches that were left out. A single
// match cannot be checked.
func Check(candidates []Candidate, n int) (checked []Checked, err error) {
	for half := range 2 {
		known := make([]Candidate, len(candidates))
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
		told, err := Tell(known)
		if err == errTooFew {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		chosen := Choose(told, n)
		for match, left := range out {
			if left {
				checked = append(checked, follow(candidates, chosen, match))
			}
		}
	}
	slices.SortFunc(checked, func(a, b Checked) int { return cmp.Compare(a.Match, b.Match) })
	return checked, nil
}

func follow(candidates []Candidate, chosen []int, match int) Checked {
	c := Checked{Match: match}
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
