package problems

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// A recursion finds forced wins by plain recursion over legal turns, without package proof. It counts the turns that it
// plays.
type recursion struct{ played int }

// forces reports whether a seat can force a win from p within a number of turns of both seats.
func (r *recursion) forces(p engine.Position, seat engine.Seat, turns int) bool {
	if p.Over() {
		return p.Outcome().Score(seat) == 1
	}
	if turns == 0 {
		return false
	}
	own := p.Seat() == seat
	for _, after := range engine.EachTurn(p) {
		r.played++
		if r.forces(after, seat, turns-1) == own {
			return own
		}
	}
	return !own
}

// first returns the texts of all legal turns, and whether the seat to act can force a win after each within a number
// of own turns that includes it.
func (r *recursion) first(p engine.Position, own int) map[string]bool {
	wins := map[string]bool{}
	for turn, after := range engine.EachTurn(p) {
		wins[engine.LineText(p, turn)] = r.forces(after, p.Seat(), 2*own-2)
	}
	return wins
}

// sample returns all puzzles in a thorough run, else some that are drawn by chance and quick to prove by plain
// recursion.
func sample(t *testing.T) []Problem {
	t.Helper()
	list, err := BuiltIn(Puzzles)
	require.NoError(t, err)
	if enginetest.Long() {
		return list
	}
	random := enginetest.Random(t)
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	var quick []Problem
	for _, p := range list {
		if work(t, &p) < 3e5 {
			quick = append(quick, p)
		}
	}
	return quick[:min(len(quick), 24)]
}

// work estimates the turns that plain recursion plays: it tries all turns of the seat that solves the puzzle, and few
// replies.
func work(t *testing.T, p *Problem) (turns float64) {
	legal := float64(engine.PerftTurns(load(t, p), 1))
	turns = legal
	for range p.Kind.Turns - 1 {
		turns *= 3 * legal
	}
	return turns
}

func load(t *testing.T, p *Problem) engine.Position {
	t.Helper()
	position, err := p.Load()
	if err != nil {
		t.Fatalf("%s: %v", p.ID, err)
	}
	return position
}
