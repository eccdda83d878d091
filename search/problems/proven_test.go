package problems

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// TestProve compares proven positions of random games with plain recursion, and reads and verifies them again.
func TestProve(t *testing.T) {
	t.Parallel()
	made := map[string]int{}
	for _, start := range []engine.Position{
		enginetest.Rules(t, "pilastri", "size=4").Start(), enginetest.Rules(t, "pit", "board=.2./.o./.1.").Start(),
	} {
		solve, err := NewSolver(start.Rules(), 100_000)
		require.NoError(t, err)
		game := start.Rules().Game().Name()
		for seed := uint64(0); made[game] < 5; seed++ {
			h := enginetest.RandomGame(t, start.Rules(), seed, 60)
			h = h.AfterTurn(max(0, h.Position().Turn()-6))
			p := h.Position()
			wins := new(recursion).first(p, 20)
			problem, ok := Prove(t.Context(), p, solve)
			keeps := 0
			for turn, kept := range wins {
				if kept {
					keeps++
				}
				if ok && problem.lists(turn) != (kept == (problem.Kind.theme == keep)) {
					t.Errorf("%s: %s keeps the win: %t; the problem is %s", p, turn, kept, problem.Text())
				}
			}
			if ok != (keeps > 0 && keeps < len(wins)) {
				t.Errorf("%s: %d of %d turns keep a win; a problem: %t", p, keeps, len(wins), ok)
			}
			if !ok {
				continue
			}
			made[game]++
			problem.ID, problem.Origin = "a", Origin{int(seed) + 1, 9}
			again := readOne(t, problem.Text())
			if !reflect.DeepEqual(again, problem) {
				t.Errorf("%+v is read back as %+v", problem, again)
			}
			require.NoError(t, again.Verify(t.Context()))
			again.turns = slices.Concat(again.turns[1:], again.turns[:1], again.turns[:1])
			require.ErrorContains(t, again.Verify(t.Context()), "proven is", "a wrong list of turns")
		}
	}
}

// TestProveTrap checks that a turn that loses at once makes a trap, and a turn that loses later does not.
func TestProveTrap(t *testing.T) {
	t.Parallel()
	problem := readOne(t, retreat)
	p := load(t, &problem)
	for text, want := range map[string]string{"b2a2": "only-in-1: b2c2 b2b1", "b2b1": ""} {
		turn, err := engine.ParseTurn(p, text)
		require.NoError(t, err)
		found, ok := ProveTrap(t.Context(), p, turn, 2)
		got := fmt.Sprintf("%s: %s", found.Kind, strings.Join(found.turns, " "))
		if ok != (want != "") || ok && got != want {
			t.Errorf("%s: %t, %s", text, ok, got)
		}
	}
}

// TestHeldOut checks that about half of the games of origin are held out.
func TestHeldOut(t *testing.T) {
	held := 0
	for n := range 1000 {
		if (&Problem{Game: "pit", Origin: Origin{Game: n + 1}}).HeldOut() {
			held++
		}
	}
	if held < 400 || held > 600 {
		t.Errorf("%d of 1000 games are held out", held)
	}
}
