package advantage

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/tournament"
)

// Fold gathers the games of one player with itself. Its unit of observation is the round: the games from one opening in all orders of seats, which
// are not independent of each other, or a single game.
type Fold struct {
	seats, size int // of a round, in games
	waiting     map[string][]played
	seen        map[digest]bool
	counts      counts
}

type digest [sha256.Size]byte

// played is what a game has to say.
type played struct {
	scores []float64
	fault  bool
	moves  digest
	roles  Roles
}

// NewFold makes an empty fold of games with so many seats, whose rounds are of so many games.
func NewFold(seats, size int) *Fold {
	return &Fold{
		seats: seats, size: max(1, size), waiting: map[string][]played{}, seen: map[digest]bool{},
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
	one := played{slices.Clone(outcome.Scores[:outcome.Seats]), finished.Fault(), digestOf(finished.Record), roles}
	round := append(f.waiting[finished.Pair], one)
	f.waiting[finished.Pair] = round
	if len(round) == f.size {
		delete(f.waiting, finished.Pair)
		f.enter(round)
	}
	return nil
}

// digestOf tells games of different moves apart.
func digestOf(r engine.Record) digest {
	return sha256.Sum256([]byte(r.Start + "\n" + strings.Join(r.Turns, " ")))
}

// digestOfRound tells rounds of different moves apart.
func digestOfRound(round []played) digest {
	var moves []byte
	for _, g := range round {
		moves = append(moves, g.moves[:]...)
	}
	return sha256.Sum256(moves)
}

// enter counts a complete round, unless it has a fault or was played before.
func (f *Fold) enter(round []played) {
	if slices.ContainsFunc(round, func(g played) bool { return g.fault }) {
		return
	}
	f.counts.rounds++
	f.counts.all.add(mean(round, func(g played) float64 { return g.scores[0] }))
	key := digestOfRound(round)
	if f.seen[key] {
		f.counts.repeated++
		f.counts.idle++
		return
	}
	f.seen[key], f.counts.idle = true, 0
	f.counts.enter(round)
}
