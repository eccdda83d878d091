package pit_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestNoisy checks that the noisy steps are exactly the replacements and falls that must be, and the barriers after
// which a piece is gone or a player is out.
func TestNoisy(t *testing.T) {
	t.Parallel()
	replacements, falls, barriers := 0, 0, 0
	check := func(m *model) {
		p := readIfPossible(m.String())
		if p == nil {
			return
		}
		var want []string
		for _, step := range m.Legal() {
			switch {
			case m.step == "b" && m.cuts(step):
				barriers++
			case m.step == "a" && m.replaces(step):
				replacements++
			case m.step == "a" && m.mustFall():
				falls++
			default:
				continue
			}
			want = append(want, step)
		}
		enginetest.CheckNoisy(t, p, want)
	}
	random := rand.New(engine.NewRandom(11))
	for range enginetest.Shorter(1500) {
		check(randomModel(random))
	}
	for i := range enginetest.Shorter(60) {
		plan := agreementBoards[i%(len(agreementBoards)-1)]
		m := readModel(startOn(t, onlyTowersOf(plan.rows, 2+i%3), 2+i%3).String())
		for m.result == "" {
			check(m)
			legal := m.Legal()
			m.Play(legal[random.IntN(len(legal))])
		}
	}
	if replacements < enginetest.Shorter(100) || falls < enginetest.Shorter(100) || barriers < enginetest.Shorter(40) {
		t.Errorf("only %d replacements, %d falls and %d barriers that cut something off", replacements, falls, barriers)
	}
}

// cuts reports whether a barrier takes a piece off the board or ends the game.
func (m *model) cuts(step string) bool {
	after := m.Clone()
	after.Play(step)
	return after.result != "" || after.board != m.board
}

func (m *model) replaces(step string) bool {
	if step[0] == '@' {
		return false
	}
	_, to := splitMove(step)
	return m.isTheirs(to)
}

func (m *model) mustFall() bool {
	return slices.ContainsFunc(m.pieces(m.player), m.nextToHole)
}
