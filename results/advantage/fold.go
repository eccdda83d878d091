package advantage

import (
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/tournament"
)

// Fold gathers the games of one player with itself. Its unit of observation is the round: the games from one opening in all orders of seats, which
// are not independent of each other, or a single game.
type Fold struct {
	seats  int
	rounds rounds
	counts counts
}

// NewFold makes an empty fold of games with so many seats, whose rounds are of so many games.
func NewFold(seats, size int) *Fold {
	return &Fold{
		seats: seats, rounds: newRounds(size),
		counts: counts{points: make([]sample, seats), wins: make([]sample, seats), given: map[Given]*cell{}},
	}
}

// Add counts a finished game. It fails, and counts nothing, on one with another number of seats or a set-up that cannot be played again.
func (f *Fold) Add(game engine.Game, finished tournament.Game) error {
	outcome := finished.Outcome
	if outcome.Seats != f.seats {
		return fmt.Errorf("game %s has %d seats, not %d", finished.Identity, outcome.Seats, f.seats)
	}
	roles, err := RolesOf(game, finished.Record)
	if err != nil {
		return fmt.Errorf("game %s: %w", finished.Identity, err)
	}
	f.counts.games++
	if finished.Fault() {
		f.counts.faults++
	}
	scores := slices.Clone(outcome.Scores[:outcome.Seats])
	round, fresh := f.rounds.add(finished.Pair, played{finished.Identity, scores, finished.Fault(), digestOf(finished.Record), roles})
	if round != nil {
		f.enter(round, fresh)
	}
	return nil
}

// enter counts a complete round; one that is not fresh only among all.
func (f *Fold) enter(round []played, fresh bool) {
	f.counts.rounds++
	f.counts.all.add(mean(round, func(g played) float64 { return g.scores[0] }))
	if !fresh {
		f.counts.repeated++
		f.counts.idle++
		return
	}
	f.counts.idle = 0
	f.counts.enter(round)
}
