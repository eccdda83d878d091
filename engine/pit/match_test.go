package pit_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// playMatch plays a random game of the engine and the model side by side, and counts what happens in it. Purely random
// games are short, so a step that puts its own player out is usually drawn again.
func playMatch(t *testing.T, start engine.Position, random *rand.Rand, steps int, seen *enginetest.Events) {
	t.Helper()
	m := readModel(start.String())
	enginetest.PlayMatch(t, start, m, steps, func(legal []string) string {
		step := legal[random.IntN(len(legal))]
		for range random.IntN(8) {
			if m.careful(step) {
				break
			}
			step = legal[random.IntN(len(legal))]
		}
		m.count(step, seen)
		return step
	})
	seen.Add("a finished game", m.result != "")
}

// careful reports whether a step neither puts its player out nor brings the pawn next to a hole.
func (m *model) careful(step string) bool {
	after := m.Clone()
	after.Play(step)
	pawns := after.find(m.player + "p")
	return len(pawns) == 1 && !after.nextToHole(pawns[0]) && after.result == ""
}

// events lists what the games of a test must contain; see [model.count].
var events = []string{"a tower replaced", "a pawn replaced", "a tower fallen", "a pawn fallen",
	"a tower gone into a distant hole", "an entry", "a slide over three cells or more", "a barrier that parts pawns",
	"a barrier that isolates towers", "a barrier taken away", "a player without an action",
	"a game that goes on with a player out", "a finished game"}

// count counts what a step does.
func (m *model) count(step string, seen *enginetest.Events) {
	after := m.Clone()
	after.Play(step)
	seen.Add("a game that goes on with a player out", len(after.place) > len(m.place) && after.result == "")
	seen.Add("a player without an action", m.leavesStuck(after, step))
	switch {
	case m.step == "b":
		away := len(after.barriers) == len(m.barriers)
		seen.Add("a barrier taken away", away)
		seen.Add("a barrier that parts pawns", away || strings.HasSuffix(after.result, "pawns parted"))
		seen.Add("a barrier that isolates towers", m.isolates(after))
	case step[0] == '@':
		seen.Add("an entry", m.step == "a")
	default:
		from, to := splitMove(step)
		distance := max(from.file-to.file, to.file-from.file, from.rank-to.rank, to.rank-from.rank)
		seen.Add("a tower replaced", strings.HasSuffix(m.at(to), "t"))
		seen.Add("a pawn replaced", strings.HasSuffix(m.at(to), "p"))
		seen.Add("a tower fallen", m.isHole(to) && strings.HasSuffix(m.at(from), "t"))
		seen.Add("a pawn fallen", m.isHole(to) && strings.HasSuffix(m.at(from), "p"))
		seen.Add("a tower gone into a distant hole", m.isHole(to) && distance > 1)
		seen.Add("a slide over three cells or more", distance >= 3)
	}
}

// leavesStuck reports whether a step leaves another player without an action, whose pawn it does not replace.
func (m *model) leavesStuck(after *model, step string) bool {
	taken := ""
	if m.step == "a" && step[0] != '@' {
		_, to := splitMove(step)
		taken = m.at(to)
	}
	for player := range after.place {
		if _, wasOut := m.place[player]; !wasOut && player != m.player && player+"p" != taken {
			return true
		}
	}
	return strings.HasSuffix(after.result, "no legal step")
}

// isolates reports whether players who are still in have lost towers by a barrier.
func (m *model) isolates(after *model) bool {
	lost := 0
	for _, player := range m.players {
		if _, gone := after.place[player]; !gone && after.result == "" {
			lost += len(m.find(player+"t")) - len(after.find(player+"t"))
		}
	}
	return lost > 0
}
