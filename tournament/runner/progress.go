package runner

import (
	"slices"
	"strings"
	"time"

	"pillars/tournament"
)

// Progress is how far a run has come.
type Progress struct {
	Done    int  // games finished, those of earlier sessions included
	Total   int  // games planned
	Played  int  // games finished in this session
	Faults  int  // among all games done
	Stopped bool // a fault in this session has ended the run, as the spec wants it
	Enough  bool // whoever watches has seen enough: no further game is wanted
}

// Complete reports whether no game is left to play.
func (p Progress) Complete() bool { return p.Enough || p.Done == p.Total }

func (p *Progress) count(r tournament.Result) {
	p.Done++
	if r.Faulted() {
		p.Faults++
	}
}

// Pace is how long groups of players take for a game, learned from games that they have played.
type Pace struct {
	AtMost bool // some players may think for less time than is expected
	groups map[string]thinking
	games  int
}

type thinking struct {
	games  int
	time   time.Duration
	atMost bool
}

// Add learns from a game.
func (p *Pace) Add(game tournament.Game) {
	key := groupKey(game.Players)
	group := p.groups[key]
	group.games++
	p.games++
	for _, thought := range game.Thoughts {
		group.time += thought.Time
	}
	p.set(key, group)
}

func (p *Pace) set(key string, group thinking) {
	if p.groups == nil {
		p.groups = map[string]thinking{}
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
