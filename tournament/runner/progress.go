package runner

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

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

// snapshot stays as it is while the run goes on.
func (p Progress) snapshot() Progress {
	p.Tally.scores = maps.Clone(p.Tally.scores)
	return p
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
	if p.Complete() || p.Rate() == 0 {
		return 0, p.Complete()
	}
	return time.Duration(float64(p.Total-p.Done) / p.Rate() * float64(time.Second)), true
}

// Tally counts results while a tournament runs: enough for a status line.
type Tally struct {
	Games     int
	Faults    int
	FirstSeat float64 // points of the first seat; a point is a score of 1, whatever the number of seats
	scores    map[string]PlayerTally
}

// PlayerTally is what one player has.
type PlayerTally struct {
	Player string
	Games  int
	Points float64
}

// Rate is points per game, 0 without games.
func (s PlayerTally) Rate() float64 {
	if s.Games == 0 {
		return 0
	}
	return s.Points / float64(s.Games)
}

// Add counts a result.
func (t *Tally) Add(r tournament.Result) {
	if t.scores == nil {
		t.scores = map[string]PlayerTally{}
	}
	t.Games++
	t.FirstSeat += r.Outcome.Score(0)
	if r.Faulted() {
		t.Faults++
	}
	for seat, player := range r.Players {
		score := t.scores[player]
		t.scores[player] = PlayerTally{player, score.Games + 1, score.Points + r.Outcome.Scores[seat]}
	}
}

func (t *Tally) count(r tournament.Result, rule tournament.FaultRule) {
	if r.Faulted() && rule == tournament.FaultVoid {
		t.Faults++
		return
	}
	t.Add(r)
}

// Standing lists the players by their rate, the best first, equals by name.
func (t *Tally) Standing() []PlayerTally {
	return slices.SortedFunc(maps.Values(t.scores), func(a, b PlayerTally) int {
		return cmp.Or(cmp.Compare(b.Rate(), a.Rate()), cmp.Compare(a.Player, b.Player))
	})
}

// Pace is how long groups of players take for a game, learned from games that they have played.
type Pace struct {
	groups map[string]thinking
	games  int
}

type thinking struct {
	games int
	time  time.Duration
}

// Add learns from a game.
func (p *Pace) Add(game tournament.Game) {
	if p.groups == nil {
		p.groups = map[string]thinking{}
	}
	key := groupKey(game.Players)
	group := p.groups[key]
	group.games++
	p.games++
	for _, thought := range game.Thoughts {
		group.time += thought.Time
	}
	p.groups[key] = group
}

// Games is the number of games learned from.
func (p *Pace) Games() int { return p.games }

// Expect is the time that the games would take when so many are played at the same time. It is not known until every
// group of players among them has played a game.
func (p *Pace) Expect(games []tournament.Planned, workers int) (time.Duration, bool) {
	total := 0.
	for _, game := range games {
		group := p.groups[groupKey(game.Players)]
		if group.games == 0 {
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
