package tournament

import (
	"slices"
	"strings"
	"time"
)

// Pace is how long groups of players take for a game, learned from games that they have played. The zero Pace has learned nothing.
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
func (p *Pace) Add(game Game) {
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

// Expect is the time that the games would take when so many are played at the same time, and whether it can be told: every group of players among
// them must have played a game before.
func (p *Pace) Expect(games []Planned, workers int) (time.Duration, bool) {
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
