package pitofpillars_test

import (
	"strconv"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// modelGame is a game of the model: a position with the draws that depend on the past.
type modelGame struct {
	*model
	repetition, cap int
	seen            map[string]int // positions at the start of turns in the movement stage
	lasting         bool           // a man was entered or a stack captured in this turn
	quiet           int            // turns since the last in which that happened
	result          string         // "w" or "r" for the winner, "draw", or "" while the game is in progress
	reason          string
}

func newModelGame(m *model, repetition, turnCap int) *modelGame {
	g := &modelGame{model: m, repetition: repetition, cap: turnCap, seen: map[string]int{}}
	g.note()
	return g
}

func (g *modelGame) step(text string) {
	turn, pillars := g.turn, g.pillars()
	g.play(text)
	g.lasting = g.lasting || text[0] == '@' || g.pillars() > pillars
	if g.turn > turn {
		g.quiet++
		if g.lasting {
			g.quiet, g.lasting = 0, false
		}
	}
	g.note()
}

// note checks for an end: a win first, then repetition, then the cap.
func (g *modelGame) note() {
	if g.winner != "" {
		g.result, g.reason = g.winner, g.why
		return
	}
	startsTurn := g.model.step != "i" && g.model.step != "p"
	if !startsTurn {
		return
	}
	if g.model.step == "m" {
		g.seen[g.key()]++
	}
	switch {
	case g.repetition > 0 && g.seen[g.key()] >= g.repetition:
		g.result, g.reason = "draw", string(engine.Repetition)
	case g.cap > 0 && g.turn > g.cap:
		g.result, g.reason = "draw", string(engine.TurnCap)
	}
}

// perft counts the sequences of exactly depth legal steps.
func (m *model) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	steps := m.legal()
	if depth == 1 {
		return uint64(len(steps))
	}
	var total uint64
	for _, step := range steps {
		child := m.clone()
		child.play(step)
		total += child.perft(depth - 1)
	}
	return total
}

// perftTurns counts the sequences of exactly depth legal turns. A turn that ends the game is complete; the rest of a
// begun turn counts as one.
func (m *model) perftTurns(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var total uint64
	for _, step := range m.legal() {
		child := m.clone()
		child.play(step)
		if child.turn > m.turn {
			total += child.perftTurns(depth - 1)
		} else {
			total += child.perftTurns(depth)
		}
	}
	return total
}

// TestModelPerft compares the model itself with the published counts, as far as its speed allows.
func TestModelPerft(t *testing.T) {
	t.Parallel()
	for i, entry := range perftEntries(t) {
		if entry.Count >= modelLimit(20_000) {
			continue
		}
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			count := readModel(entry.Position).perft
			if entry.Kind == "turns" {
				count = readModel(entry.Position).perftTurns
			}
			if got := count(entry.Depth); got != entry.Count {
				t.Errorf("the model counts %d, not %d: %s", got, entry.Count, entry.Position)
			}
		})
	}
}

// modelLimit returns limit, or a tenth of it in a usual run.
func modelLimit(limit uint64) uint64 {
	return uint64(enginetest.Count(int(limit/10), int(limit)))
}
