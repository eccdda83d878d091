package report

import (
	"maps"
	"slices"
	"strconv"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

const level = .95

// A Tally counts the results of games, which it receives one by one.
type Tally struct {
	Games        int   // number of games that count
	faults       int   // number of games that a fault ended
	voided       int   // number of games that do not count because of a fault
	turns        []int // lengths in turns of the games that count, except games that a fault ended
	scores       results.Fold
	reasons      map[string]*reasonTally        // by the reason why games ended
	openings     map[string]*stats.OpeningMeans // by opening: the first seat's scores, with pairs as observations
	sizes, drawn map[string]int                 // by opening: numbers of games and of drawn games
	groups       map[string]bool                // names of the pairs of games
}

// A reasonTally counts the games that ended for one reason.
type reasonTally struct {
	games    int
	turns    int            // sum of the lengths of the games, in turns
	openings map[string]int // number of games by opening
}

// share returns the share of some games among all games, with an anytime interval that takes openings as observations.
// games has the number of these games by opening.
func (t *Tally) share(games map[string]int) stats.Estimate {
	var means stats.OpeningMeans
	for opening, all := range t.sizes {
		means.AddMany(stats.Total{Sum: float64(games[opening]), Games: all}, 1)
	}
	return means.Estimate(level)
}

// NewTally returns an empty tally for games of a spec.
func NewTally(spec tournament.Spec) *Tally {
	return &Tally{scores: results.Fold{LeaveFaults: spec.OnFault == tournament.FaultVoid},
		reasons: map[string]*reasonTally{}, openings: map[string]*stats.OpeningMeans{}, sizes: map[string]int{},
		drawn: map[string]int{}, groups: map[string]bool{}}
}

// Add counts a game, or leaves it out if a fault makes it void. It returns an error for an impossible result.
func (t *Tally) Add(r tournament.Result) error {
	if r.Faulted() && t.scores.LeaveFaults {
		t.Leave(r)
		return t.scores.AddResult(r) // to complete the round of the game
	}
	t.Games++
	if !r.Faulted() {
		t.turns = append(t.turns, r.Turns)
	}
	t.sizes[r.Round()]++
	t.groups[r.Pair] = true
	t.addReason(r)
	if t.openings[r.Round()] == nil {
		t.openings[r.Round()] = &stats.OpeningMeans{}
	}
	t.openings[r.Round()].Add(r.Pair, r.Outcome.Score(0))
	return t.scores.AddResult(r)
}

// Leave notes a game that does not count: it has a fault, or a test leaves its opening out because of a fault.
func (t *Tally) Leave(r tournament.Result) {
	t.voided++
	if r.Faulted() {
		t.faults++
	}
}

// seat returns the scores in a seat of the named player or, if name is empty, of all players. Seats are counted from 0.
func (t *Tally) seat(seat int, name string) *stats.OpeningMeans {
	return t.scores.Means(func(players []string, scores []float64) (total stats.Total) {
		if name == "" || players[seat] == name {
			total = stats.Total{Sum: scores[seat], Games: 1}
		}
		return total
	})
}

// first returns the first seat's scores in the games in which the named player took part, in any seat.
func (t *Tally) first(name string) *stats.OpeningMeans {
	return t.scores.Means(func(players []string, scores []float64) (total stats.Total) {
		if slices.Contains(players, name) {
			total = stats.Total{Sum: scores[0], Games: 1}
		}
		return total
	})
}

// addReason counts a game by the reason of its end. It counts all faults as one reason, since their texts differ.
func (t *Tally) addReason(r tournament.Result) {
	reason := string(r.Outcome.Reason)
	if r.Faulted() {
		t.faults++
		reason = "a player's fault"
	}
	scores := r.Outcome.Scores[:r.Outcome.Seats]
	if len(scores) > 0 && slices.Min(scores) == slices.Max(scores) {
		t.drawn[r.Round()]++
	}
	if t.reasons[reason] == nil {
		t.reasons[reason] = &reasonTally{openings: map[string]int{}}
	}
	t.reasons[reason].games++
	t.reasons[reason].openings[r.Round()]++
	t.reasons[reason].turns += r.Turns
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

func median(values []int) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return float64(sorted[(n-1)/2]+sorted[n/2]) / 2
}

// medianText returns the median of the values, with one decimal if it is not a whole number.
func medianText(values []int) string {
	middle := median(values)
	if middle == float64(int(middle)) {
		return digits(middle, 0)
	}
	return digits(middle, 1)
}

func count(n int) string { return strconv.Itoa(n) }

func digits(x float64, decimals int) string { return stats.FormatNumber(x, decimals) }

// percent returns a share in per cent without the sign, which the name of the column has.
func percent(share float64) string { return digits(100*share, 1) }

// estimateCells returns three cells with the value and the limits of an estimate. Cells of unknown numbers are empty.
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

// shareCells returns what estimateCells does, for a share in per cent.
func shareCells(e stats.Estimate) []string { return estimateCells(e.Scaled(100), 1) }

// shareText returns the value of a share in per cent, or a dash if it is unknown.
func shareText(e stats.Estimate) string {
	if !e.HasValue() {
		return "–"
	}
	return percent(e.Value) + " %"
}

// limitsText returns the limits of a share in per cent, or "" for an open interval.
func limitsText(e stats.Estimate) string {
	if e.Kind != stats.Measured && e.Kind != stats.Bracketed {
		return ""
	}
	return percent(e.Low) + " .. " + percent(e.High) + " %"
}
