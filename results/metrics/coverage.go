package metrics

import "pillars/results/stats"

// SquareUse is how often a square is used.
type SquareUse struct {
	Square     string // name
	File, Rank int    // from 0
	Games      int
	Share      stats.Estimate // of the games that use it: with the anytime interval, by opening
}

// uses are the squares that a game uses after the set-up, by number.
func (g Game) uses(squares int) []bool {
	used := make([]bool, squares)
	for _, turn := range g.Turns {
		for _, square := range turn.Squares {
			if !turn.SetUp && square < squares {
				used[square] = true
			}
		}
	}
	return used
}

// coverage is the share of the squares that games use.
func coverage(s Sample) []Metric {
	squares := 0
	for _, name := range s.Rules.Squares {
		squares += number(name != "")
	}
	if squares == 0 {
		return absent("the board is not known")
	}
	var sums parts
	for _, g := range s.Games {
		used := 0
		for square, is := range g.uses(len(s.Rules.Squares)) {
			used += number(is && s.Rules.Squares[square] != "")
		}
		sums.add(g.Opening, float64(used)/float64(squares), 1)
	}
	return shareMetric(len(s.Games), &sums)
}

// SquaresUsed is the share of games that use each square after the set-up, rank by rank from the lowest. Games that a player's fault ended are left out;
// nil if there are no others or the board is not known.
func SquaresUsed(s Sample) (all []SquareUse) {
	games := sound(s.Games)
	if len(games) == 0 {
		return nil
	}
	var used [][]bool
	for _, g := range games {
		used = append(used, g.uses(len(s.Rules.Squares)))
	}
	for square, name := range s.Rules.Squares {
		if name == "" {
			continue
		}
		var means stats.OpeningMeans
		for i, g := range games {
			means.Add(g.Opening, float64(number(used[i][square])))
		}
		all = append(all, SquareUse{name, square % s.Rules.Files, square / s.Rules.Files, len(games), means.Estimate(1 - 2*tail)})
	}
	return all
}
