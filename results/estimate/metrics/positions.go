package metrics

import (
	"math"
	"slices"

	"pillars/results/estimate/stats"
)

var positionMetrics = []entry{
	{"repetition", "Repeated positions", Share, 2, "positions",
		"Share of positions, at the starts of turns and at the end, that had occurred before in the game.", ludii,
		share(noteNothing, Game.positions)},
	{"repeating", "Games with a repetition", Share, 1, "games",
		"Share of games in which a position occurred twice.", own,
		anytimeMean(func(g Game) (repeated float64) {
			g.positions(func(again, _ float64) { repeated = max(repeated, again) })
			return repeated
		})},
	{"permanence", "Permanence", Share, 1, "turns",
		"Share of decided turns after the set-up that the opponent's next turn does not undo. To undo is to restore " +
			"every changed square.", afterBrowne, share(noteNothing, Game.permanence)},
	{"coverage", "Board coverage", Share, 1, "games",
		"Share of the squares on which steps after the set-up change something, mean over games.", "after " + ludii,
		measure{byOpening, coverage}},
	{"state-bound", "State space, at most", Logarithm, 1, "rules",
		"Upper bound of the number of positions, by counting what squares and reserves can hold.", own,
		measure{fromBounds, stateBound}},
	{"state-estimate", "State space, estimated", Logarithm, 1, "positions of random games",
		"Number of positions of random games: Chao's lower bound, from how many were seen once and twice.",
		"Chao, Estimating the population size for capture-recapture data with unequal catchability, 1987",
		measure{"below: Chao's, log-normal; above: the bound by counting", stateEstimate}},
	{"new-positions", "New positions", Share, 1, "positions of random games",
		"Chance that the next position of a random game is new: the share of positions seen just once.",
		"Good, The population frequencies of species and the estimation of population parameters, 1953",
		measure{"normal (Esty, 1983)", newPositions}},
}

// positions calls add for the position before every turn and at the end: with 1 if the position occurred earlier in the
// game, else with 0.
func (g Game) positions(add func(again, weight float64)) {
	seen := map[uint64]bool{}
	visit := func(key uint64) {
		add(number(seen[key]), 1)
		seen[key] = true
	}
	for _, turn := range g.Turns {
		visit(turn.Key)
	}
	visit(g.Final)
}

// permanence calls add for every decided turn after the set-up that an opponent answers: with 0 if the answer undoes
// the turn, else with 1.
func (g Game) permanence(add func(sum, weight float64)) {
	for i, turn := range g.Turns {
		if !turn.Given && !turn.SetUp && i+1 < len(g.Turns) && g.Turns[i+1].Seat != turn.Seat {
			add(number(!turn.Undone), 1)
		}
	}
}

// stateBound returns the upper bound of the number of positions that the rules know, as a decimal logarithm.
func stateBound(s Sample) []Metric {
	if s.Rules.positionBound == 0 {
		return absent("the game knows no bound")
	}
	return one(1, stats.Estimate{Kind: stats.AtMost, High: s.Rules.positionBound}, "")
}

// stateEstimate returns Chao's lower bound of the number of positions, as a decimal logarithm. The bound is distinct +
// T, where T = once (once - 1)/(2 (twice + 1)) estimates how many positions were not seen. The lower limit of its
// log-normal interval is distinct + T/C with C = exp(1.96 sqrt(log(1 + variance/T^2))) (Colwell, EstimateS user guide,
// after Chao, 1987).
func stateEstimate(s Sample) []Metric {
	v := s.States
	if v.Positions == 0 {
		return absent(noteNoPlayouts)
	}
	once, twice := float64(v.Once), float64(v.Twice)
	unseen := once * (once - 1) / (2 * (twice + 1))
	value := math.Log10(float64(v.Distinct) + unseen)
	low := float64(v.Distinct)
	if unseen > 0 {
		q := twice + 1
		variance := once*(once-1)/(2*q) + once*(2*once-1)*(2*once-1)/(4*q*q) +
			once*once*twice*(once-1)*(once-1)/(4*q*q*q*q)
		low += unseen / math.Exp(stats.Z95*math.Sqrt(math.Log1p(variance/(unseen*unseen))))
	}
	if s.Rules.positionBound == 0 {
		return one(v.Positions, stats.Estimate{Kind: stats.AtLeast, Low: math.Log10(low)}, "")
	}
	return one(v.Positions, stats.Limited(value, math.Log10(low), max(value, s.Rules.positionBound)), "")
}

// newPositions returns the Good-Turing estimate of the probability of new positions, with Esty's normal limits (1983).
func newPositions(s Sample) []Metric {
	v := s.States
	if v.Positions == 0 {
		return absent(noteNoPlayouts)
	}
	n, once := float64(v.Positions), float64(v.Once)
	share := once / n
	half := stats.Z95 * math.Sqrt((once*(1-share) + 2*float64(v.Twice))) / n
	if half == 0 {
		return one(v.Positions, stats.MeanScore(once, v.Positions), "")
	}
	return one(v.Positions, stats.Limited(share, max(0, share-half), min(1, share+half)), "")
}

// SquareUse says how often games use a square.
type SquareUse struct {
	Square     string // name
	file, rank int    // from 0
	Games      int
	share      stats.Estimate // share of the games that use the square; anytime interval, by opening
}

// uses reports for each square of the board whether the game uses it after the set-up.
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

// coverage returns the mean share of the squares that a game uses.
func coverage(s Sample) []Metric {
	all := 0. // number of squares of the board
	for _, name := range s.Rules.Squares {
		all += number(name != "")
	}
	if all == 0 {
		return absent("the board is not known")
	}
	return share(noteNothing, perGame(func(g Game) float64 {
		used := 0.
		for square, isUsed := range g.uses(len(s.Rules.Squares)) {
			used += number(isUsed && s.Rules.Squares[square] != "")
		}
		return used / all
	})).take(s)
}

// SquaresUsed returns how many games use each square after the set-up, rank by rank; nil without games or board.
func SquaresUsed(s Sample) (all []SquareUse) {
	games := sound(s.Games)
	if len(games) == 0 {
		return nil
	}
	means := make([]stats.OpeningMeans, len(s.Rules.Squares))
	for _, g := range games {
		for square, used := range g.uses(len(means)) {
			means[square].Add(g.Opening, number(used))
		}
	}
	for square, name := range s.Rules.Squares {
		if name != "" {
			all = append(all, SquareUse{name, square % s.Rules.files, square / s.Rules.files, len(games),
				means[square].Estimate(1 - 2*tail)})
		}
	}
	return all
}

const (
	noteNoPlayouts = "no random games were played"
	byGame         = "Student, by game"
)

var randomMetrics = []entry{
	{"random-decided", "Random games decided", Share, 1, "random games",
		"Share of random games with a winner.", aiai, playoutEnds(Won)},
	{"random-drawn", "Random games drawn", Share, 1, "random games",
		"Share of random games drawn by a rule.", aiai, playoutEnds(Drawn)},
	{"random-cut-off", "Random games cut off", Share, 1, "random games",
		"Share of random games that became too long.", aiai, playoutEnds(CutOff)},
	{"random-first", "First seat in random games", Score, 3, "random games",
		"Mean score of the first seat in random games.", aiai,
		playoutScore(func(p Playout) float64 { return p.Outcome.Score(0) })},
	{"random-turns", "Turns of a random game", Turns, 1, "random games",
		"Mean number of turns of random games.", aiai,
		playoutMean(func(p Playout) float64 { return float64(p.Turns) })},
	{"random-steps", "Steps of a random game", Steps, 1, "random games",
		"Mean number of steps of random games.", aiai,
		playoutMean(func(p Playout) float64 { return float64(p.Steps) })},
	{"random-time", "Time of a random game", Micros, 1, "random games",
		"Mean time of a random game on this machine.", aiai, measure{byGame, playoutTime}},
	{"random-signal", "Signal of random games", Score, 3, "games",
		"Mean score, in random games from the middle of real ones, of the seat that won the real game.", own,
		share("no random games were played from real ones", func(g Game, add func(sum, weight float64)) {
			if g.Promise != nil {
				add(*g.Promise, 1)
			}
		})},
}

// playoutEnds measures the share of random games with the given ending.
func playoutEnds(ending Ending) measure {
	return playoutScore(func(p Playout) float64 { return number(p.Ending == ending) })
}

// playoutScore measures the mean over random games of a number from 0 to 1.
func playoutScore(of func(Playout) float64) measure {
	return measure{anytime, func(s Sample) []Metric {
		if len(s.Playouts) == 0 {
			return absent(noteNoPlayouts)
		}
		sum := 0.
		for _, p := range s.Playouts {
			sum += of(p)
		}
		return one(len(s.Playouts), stats.MeanScore(sum, len(s.Playouts)), "")
	}}
}

// playoutMean measures the mean over random games of a number above 0.
func playoutMean(of func(Playout) float64) measure {
	return measure{byGame, func(s Sample) []Metric {
		if len(s.Playouts) == 0 {
			return absent(noteNoPlayouts)
		}
		var sums parts
		for _, p := range s.Playouts {
			sums.add("", of(p), 1)
		}
		return []Metric{sums.mean("")}
	}}
}

// playoutTime returns the mean time of a random game, absent if no game was timed.
func playoutTime(s Sample) []Metric {
	if !slices.ContainsFunc(s.Playouts, func(p Playout) bool { return p.Microseconds > 0 }) {
		return absent("nobody took the time")
	}
	return playoutMean(func(p Playout) float64 { return p.Microseconds }).take(s)
}
