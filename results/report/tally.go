package report

import (
	"maps"
	"slices"
	"strconv"

	"pillars/results/stats"
	"pillars/tournament"
)

const level = .95

// Tally adds up the results of games, one by one. It keeps only the games of a sequential test.
type Tally struct {
	Games, faults int         // of all games, those that count for nobody included
	turns         []int       // of every game
	seats         []seatTally // by seat
	spec          tournament.Spec
	reasons       map[string]*reasonTally
	players       map[string]*playerTally
	openings      map[string][]seatTally      // by seat
	pairs         map[int][]tournament.Result // of a sequential test, by opening
	sizes, drawn  map[string]int              // games, and those drawn, by opening
	groups        map[string]bool             // of games of the same players from one opening: the names of pairs
}

// seatTally is what a seat or a player in it scored.
type seatTally struct {
	Games  int
	points float64
	means  stats.OpeningMeans
}

func (s *seatTally) add(name string, points float64) {
	s.Games++
	s.points += points
	s.means.Add(name, points)
}

func (s *seatTally) score() stats.Estimate { return s.means.Estimate(level) }

type reasonTally struct {
	games, turns int
	openings     map[string]int // games by opening
}

// share is the share of games, given those that are of a kind by opening, with the anytime interval over openings.
func (t *Tally) share(games map[string]int) stats.Estimate {
	var means stats.OpeningMeans
	for opening, all := range t.sizes {
		means.AddMany(stats.Total{Sum: float64(games[opening]), Games: all}, 1)
	}
	return means.Estimate(level)
}

// playerTally is what a player scored in each seat, and what the first seat scored in their games.
type playerTally struct {
	seats []seatTally
	first seatTally
}

// NewTally is empty. Games have so many seats; the spec says how those count that a fault ended.
func NewTally(seats int, spec tournament.Spec) *Tally {
	return &Tally{spec: spec, seats: make([]seatTally, seats), reasons: map[string]*reasonTally{},
		players: map[string]*playerTally{}, openings: map[string][]seatTally{}, pairs: map[int][]tournament.Result{},
		sizes: map[string]int{}, drawn: map[string]int{}, groups: map[string]bool{}}
}

// Add counts a game.
func (t *Tally) Add(r tournament.Result) {
	t.Games++
	t.turns = append(t.turns, r.Turns)
	t.sizes[r.Cluster()]++
	t.groups[r.Pair] = true
	t.addReason(r)
	if t.spec.Format == tournament.Sequential {
		t.pairs[r.Opening] = append(t.pairs[r.Opening], r)
	}
	if r.Faulted() && t.spec.OnFault == tournament.FaultVoid {
		return // its scores count for nobody
	}
	opening := t.openings[r.Cluster()]
	if opening == nil {
		opening = make([]seatTally, len(t.seats))
		t.openings[r.Cluster()] = opening
	}
	for seat := range min(r.Outcome.Seats, len(t.seats)) {
		points := r.Outcome.Scores[seat]
		t.seats[seat].add(r.Cluster(), points)
		opening[seat].add(r.Pair, points) // from one opening pairs are independent
		if seat < len(r.Players) {
			player := t.player(r.Players[seat])
			player.seats[seat].add(r.Cluster(), points)
			if slices.Index(r.Players, r.Players[seat]) == seat { // a player that meets itself has played one game
				player.first.add(r.Cluster(), r.Outcome.Scores[0])
			}
		}
	}
}

// addReason counts how the game ended. Faults go under one heading: their words differ from game to game.
func (t *Tally) addReason(r tournament.Result) {
	reason := string(r.Outcome.Reason)
	if r.Faulted() {
		t.faults++
		reason = "a player's fault"
	}
	scores := r.Outcome.Scores[:r.Outcome.Seats]
	if len(scores) > 0 && slices.Min(scores) == slices.Max(scores) {
		t.drawn[r.Cluster()]++
	}
	if t.reasons[reason] == nil {
		t.reasons[reason] = &reasonTally{openings: map[string]int{}}
	}
	t.reasons[reason].games++
	t.reasons[reason].openings[r.Cluster()]++
	t.reasons[reason].turns += r.Turns
}

func (t *Tally) player(name string) *playerTally {
	if t.players[name] == nil {
		t.players[name] = &playerTally{seats: make([]seatTally, len(t.seats))}
	}
	return t.players[name]
}

func names[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// median of whole numbers; 0 of none.
func median(values []int) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return float64(sorted[(n-1)/2]+sorted[n/2]) / 2
}

func medianText(values []int) string {
	middle := median(values)
	if middle == float64(int(middle)) {
		return digits(middle, 0)
	}
	return digits(middle, 1)
}

func count(n int) string { return strconv.Itoa(n) }

func digits(x float64, decimals int) string { return stats.FormatNumber(x, decimals) }

// percent is a share in per cent, without the sign: that stands in the name of the column.
func percent(share float64) string { return digits(100*share, 1) }

// estimateCells are the value and the limits of an estimate, as far as they mean something.
func estimateCells(e stats.Estimate, decimals int) []string {
	value, low, high := e.Numbers()
	cells := make([]string, 3)
	for i, x := range []*float64{value, low, high} {
		if x != nil {
			cells[i] = digits(*x, decimals)
		}
	}
	return cells
}

func shareCells(e stats.Estimate) []string { return estimateCells(e.Scaled(100), 1) }

// shareText is a share with its interval, for running text.
func shareText(e stats.Estimate) string {
	if !e.HasValue() {
		return "–"
	}
	return percent(e.Value) + " %"
}

func limitsText(e stats.Estimate) string {
	if e.Kind != stats.Measured && e.Kind != stats.Bracketed {
		return ""
	}
	return percent(e.Low) + " .. " + percent(e.High) + " %"
}
