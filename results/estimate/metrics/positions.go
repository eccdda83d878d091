package metrics

import (
	"math"
	"slices"

	"pillars/results/estimate/stats"
)

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

// repeats returns 1 if a position occurs twice, otherwise 0.
func (g Game) repeats() (repeated float64) {
	g.positions(func(again, _ float64) { repeated = max(repeated, again) })
	return repeated
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
	}))(s)
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

const noteNoPlayouts = "no random games were played"

// promised calls add with the score of the later winner in random games from the middle of the game, if it is known.
func (g Game) promised(add func(sum, weight float64)) {
	if g.Promise != nil {
		add(*g.Promise, 1)
	}
}

// playoutEnds measures the share of random games with the given ending.
func playoutEnds(ending Ending) measure {
	return playoutScore(func(p Playout) float64 { return number(p.Ending == ending) })
}

// playoutScore measures the mean over random games of a number from 0 to 1.
func playoutScore(of func(Playout) float64) measure {
	return func(s Sample) []Metric {
		if len(s.Playouts) == 0 {
			return absent(noteNoPlayouts)
		}
		sum := 0.
		for _, p := range s.Playouts {
			sum += of(p)
		}
		return one(len(s.Playouts), stats.MeanScore(sum, len(s.Playouts)), "")
	}
}

// playoutMean measures the mean over random games of a number above 0.
func playoutMean(of func(Playout) float64) measure {
	return func(s Sample) []Metric {
		if len(s.Playouts) == 0 {
			return absent(noteNoPlayouts)
		}
		var sums parts
		for _, p := range s.Playouts {
			sums.add("", of(p), 1)
		}
		return []Metric{sums.mean("")}
	}
}

// playoutTime returns the mean time of a random game, absent if no game was timed.
func playoutTime(s Sample) []Metric {
	if !slices.ContainsFunc(s.Playouts, func(p Playout) bool { return p.Microseconds > 0 }) {
		return absent("nobody took the time")
	}
	return playoutMean(func(p Playout) float64 { return p.Microseconds })(s)
}

// quantities returns the means of the game's own quantities. For an event this is the number of times that it happens
// in a game; for another quantity, its value half-way through a game and at the end.
func quantities(s Sample) (found []Metric) {
	for i, q := range s.Rules.Quantities {
		add := func(when string, of func(Game) float64) {
			p := folded(s.Games, perGame(of))
			m := p.mean(q.Name + when)
			if q.Most > 0 { // 0 means that the greatest possible value is unknown
				m.Estimate = between(m.Estimate, 0, float64(q.Most))
			}
			found = append(found, m)
		}
		if q.Event {
			add(" in a game", func(g Game) (sum float64) {
				for turn := range g.Turns {
					sum += g.quantityAfter(i, turn+1)
				}
				return sum
			})
			continue
		}
		add(" half-way", func(g Game) float64 { return g.quantityAfter(i, len(g.Turns)/2) })
		add(" at the end", func(g Game) float64 { return g.quantityAfter(i, len(g.Turns)) })
	}
	if len(found) == 0 {
		return absent("the game has no quantities of its own")
	}
	return found
}

// quantityAfter returns the value of a quantity, given by its index in [Rules.Quantities], after a number of turns.
func (g Game) quantityAfter(quantity, turns int) float64 {
	values := g.Start
	if turns > 0 {
		values = g.Turns[turns-1].Quantities
	}
	if quantity >= len(values) {
		return 0
	}
	return float64(values[quantity])
}

// TurnMean is the mean of a number at one turn, over the games that have the number there.
type TurnMean struct {
	Turn     int // from 1; 0 is the start of the game
	Games    int // number of these games
	Estimate stats.Estimate
}

// along returns the mean of a number at every turn. The function of returns a game's number at a turn, if it has one.
func along(games []Game, of func(g Game, turn int) (x float64, ok bool)) (points []TurnMean) {
	var sums []parts // by turn
	for _, g := range games {
		for turn := range len(g.Turns) + 1 {
			if turn == len(sums) {
				sums = append(sums, parts{})
			}
			if x, ok := of(g, turn); ok {
				sums[turn].add(g.Opening, x, 1)
			}
		}
	}
	for turn, sum := range sums {
		if e, _ := sum.ratio(); sum.n > 0 {
			points = append(points, TurnMean{turn, sum.n, e})
		}
	}
	return points
}

// QuantityAlong returns the mean of a quantity after each turn.
func QuantityAlong(games []Game, quantity int) []TurnMean {
	return along(games, func(g Game, turn int) (float64, bool) { return g.quantityAfter(quantity, turn), true })
}

// HappenedBy returns, for each turn up to last, the mean number of times that an event has happened by then. Games that
// have ended before count with their final number.
func HappenedBy(games []Game, quantity, last int) (points []TurnMean) {
	happened := make([]float64, len(games))
	for turn := range last + 1 {
		var sums parts
		for i, g := range games {
			if turn > 0 && turn <= len(g.Turns) {
				happened[i] += g.quantityAfter(quantity, turn)
			}
			sums.add(g.Opening, happened[i], 1)
		}
		e, _ := sums.ratio()
		points = append(points, TurnMean{turn, len(games), e})
	}
	return points
}

// StepsAlong returns the mean number of legal steps at each turn.
func StepsAlong(games []Game) []TurnMean {
	return along(games, func(g Game, turn int) (float64, bool) {
		if turn == 0 || len(g.Turns[turn-1].Steps) == 0 {
			return 0, false
		}
		sum := 0
		for _, step := range g.Turns[turn-1].Steps {
			sum += step.Legal
		}
		return float64(sum) / float64(len(g.Turns[turn-1].Steps)), true
	})
}

// TurnsAlong returns the mean number of legal whole turns at each turn for which they were counted.
func TurnsAlong(games []Game) []TurnMean {
	return along(games, func(g Game, turn int) (float64, bool) {
		if turn == 0 || g.Turns[turn-1].Wholes == 0 {
			return 0, false
		}
		return float64(g.Turns[turn-1].Wholes), true
	})
}

// ExpectationAlong returns the indices of the evaluated turns, and the score that the judge expects for a seat before
// each of them. The last value is the seat's score at the end of the game. It returns nil without a judge.
func ExpectationAlong(g Game, seat int) (turns []int, values []float64) {
	for i, turn := range g.Turns {
		if turn.Expectation != nil {
			turns, values = append(turns, i), append(values, turn.Expectation[seat])
		}
	}
	if turns == nil {
		return nil, nil
	}
	return append(turns, len(g.Turns)), append(values, g.Outcome.Scores[seat])
}
