package tournament

import (
	"cmp"
	"maps"
	"slices"

	"pillars/engine"
)

// Tally counts results while a tournament runs: enough for a status line. Estimates and errors are made from the games themselves elsewhere.
type Tally struct {
	Games     int
	Draws     int // games in which all seats scored the same
	Faults    int
	FirstSeat float64 // points of the first seat; a point is a score of 1, whatever the number of seats
	scores    map[string]*Score
	faults    map[string]int // by player
}

// Score is what one player has.
type Score struct {
	Player string
	Games  int
	Points float64
}

// Rate is points per game, 0 without games.
func (s Score) Rate() float64 {
	if s.Games == 0 {
		return 0
	}
	return s.Points / float64(s.Games)
}

// Add counts a result.
func (t *Tally) Add(r Result) {
	if t.scores == nil {
		t.scores = map[string]*Score{}
	}
	t.Games++
	t.FirstSeat += r.Outcome.Score(0)
	t.countFault(r)
	if isDraw(r.Outcome) {
		t.Draws++
	}
	for seat, player := range r.Players {
		score := t.scores[player]
		if score == nil {
			score = &Score{Player: player}
			t.scores[player] = score
		}
		score.Games++
		score.Points += r.Outcome.Scores[seat]
	}
}

// count adds a result, of a fault as the rule for faults has it.
func (t *Tally) count(r Result, rule FaultRule) {
	if r.Fault() && rule == FaultVoid {
		t.countFault(r)
		return
	}
	t.Add(r)
}

// countFault counts the fault that ended a game, if one did.
func (t *Tally) countFault(r Result) {
	seat, ok := r.Faulty()
	if !ok {
		return
	}
	t.Faults++
	if t.faults == nil {
		t.faults = map[string]int{}
	}
	if int(seat) < len(r.Players) {
		t.faults[r.Players[seat]]++
	}
}

// FaultsOf is the number of games that were ended by a fault of the player.
func (t *Tally) FaultsOf(player string) int { return t.faults[player] }

// isDraw reports whether all seats have the same score.
func isDraw(o engine.Outcome) bool {
	for _, score := range o.Scores[:o.Seats] {
		if score != o.Scores[0] {
			return false
		}
	}
	return o.Over()
}

// Clone is a copy that does not change when t does.
func (t *Tally) Clone() Tally {
	c := *t
	c.faults = maps.Clone(t.faults)
	c.scores = make(map[string]*Score, len(t.scores))
	for player, score := range t.scores {
		s := *score
		c.scores[player] = &s
	}
	return c
}

// Standing lists the players by their rate, the best first, equals by name.
func (t *Tally) Standing() []Score {
	standing := make([]Score, 0, len(t.scores))
	for _, score := range t.scores {
		standing = append(standing, *score)
	}
	slices.SortFunc(standing, func(a, b Score) int {
		return cmp.Or(cmp.Compare(b.Rate(), a.Rate()), cmp.Compare(a.Player, b.Player))
	})
	return standing
}
