package runner

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/tournament"
)

// Progress is how far a run has come.
type Progress struct {
	Done    int           // games finished, those of earlier sessions included
	Total   int           // games planned
	Played  int           // games finished in this session
	Elapsed time.Duration // of this session
	Tally   Tally         // of all games done
	Stopped bool          // a fault in this session has ended the run, as the spec wants it
	Enough  bool          // whoever watches has seen enough: no further game is wanted
}

// Complete reports whether no game is left to play.
func (p Progress) Complete() bool { return p.Enough || p.Done == p.Total }

// snapshot is a copy for another goroutine to keep.
func (p *Progress) snapshot() Progress {
	s := *p
	s.Tally = p.Tally.Clone()
	return s
}

// Rate is games per second in this session, 0 while unknown.
func (p Progress) Rate() float64 {
	if p.Elapsed <= 0 {
		return 0
	}
	return float64(p.Played) / p.Elapsed.Seconds()
}

// Left estimates the time until the last game is done, and whether there is anything to estimate it from.
func (p Progress) Left() (time.Duration, bool) {
	if p.Complete() {
		return 0, true
	}
	if p.Rate() == 0 {
		return 0, false
	}
	return time.Duration(float64(p.Total-p.Done) / p.Rate() * float64(time.Second)), true
}

// Tally counts results while a tournament runs: enough for a status line. Estimates and errors are made from the games
// themselves elsewhere.
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
func (t *Tally) Add(r tournament.Result) {
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
func (t *Tally) count(r tournament.Result, rule tournament.FaultRule) {
	if r.Faulted() && rule == tournament.FaultVoid {
		t.countFault(r)
		return
	}
	t.Add(r)
}

// countFault counts the fault that ended a game, if one did.
func (t *Tally) countFault(r tournament.Result) {
	if !r.Faulted() {
		return
	}
	t.Faults++
	if t.faults == nil {
		t.faults = map[string]int{}
	}
	if int(r.Fault.Seat) < len(r.Players) {
		t.faults[r.Players[r.Fault.Seat]]++
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

// Pace is how long groups of players take for a game, learned from games that they have played. The zero Pace has
// learned nothing.
type Pace struct {
	groups map[string]*thinking
	games  int
}

// thinking is what games of a group took in all.
type thinking struct {
	games int
	time  time.Duration
}

// Add learns from a game.
func (p *Pace) Add(game tournament.Game) {
	if p.groups == nil {
		p.groups = map[string]*thinking{}
	}
	key := groupKey(game.Players)
	if p.groups[key] == nil {
		p.groups[key] = &thinking{}
	}
	group := p.groups[key]
	group.games++
	p.games++
	for _, thought := range game.Thoughts {
		group.time += thought.Time
	}
}

// Games is the number of games learned from.
func (p *Pace) Games() int { return p.games }

// Expect is the time that the games would take when so many are played at the same time, and whether it can be told:
// every group of players among them must have played a game before.
func (p *Pace) Expect(games []tournament.Planned, workers int) (time.Duration, bool) {
	total := 0.
	for _, game := range games {
		group := p.groups[groupKey(game.Players)]
		if group == nil {
			return 0, false
		}
		total += float64(group.time) / float64(group.games)
	}
	return time.Duration(total / float64(max(1, min(workers, len(games))))), true
}

// groupKey is the same for all orders of the same players.
func groupKey(players []string) string {
	return strings.Join(slices.Sorted(slices.Values(players)), "\n")
}
