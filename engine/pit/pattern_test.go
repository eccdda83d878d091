package pit_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// eachPatternCase calls f for positions of random games on many boards, and for random positions.
func eachPatternCase(t *testing.T, f func(p engine.Position)) {
	t.Helper()
	random := rand.New(engine.NewRandom(21))
	for range enginetest.Shorter(40) {
		players := 2 + random.IntN(3)
		p := startOn(t, randomRows(random, players), players)
		for ; !p.Over(); p.Play(engine.RandomStep(p, engine.NewRandom(random.Uint64()))) {
			f(p)
		}
	}
	for range enginetest.Shorter(4000) {
		p := readIfPossible(randomModel(random).String())
		if p == nil {
			continue
		}
		f(p)
		if p.Play(engine.RandomStep(p, engine.NewRandom(random.Uint64()))); !p.Over() {
			f(p)
		}
	}
}

// TestPatterns compares the patterns with those that plain loops find, and checks that every pattern occurs, except
// some of the many words for four sides.
func TestPatterns(t *testing.T) {
	t.Parallel()
	seen, positions := map[string]bool{}, 0
	eachPatternCase(t, func(p engine.Position) {
		positions++
		m := readModel(p.String())
		for seat, player := range m.players {
			enginetest.CheckShown(t, player+" in "+p.String(), enginetest.Shown(t, p, engine.Seat(seat)),
				m.patterns(player), seen)
		}
	})
	t.Logf("%d positions, %d patterns", positions, len(seen))
	if !enginetest.Long() {
		return
	}
	rules := read(t, hotPositions[0], nil).Rules().(engine.PatternRules)
	for _, pattern := range rules.Patterns() {
		if !seen[pattern.Name] && !strings.HasPrefix(pattern.Name, "sides-") {
			t.Errorf("no position shows %s (%s)", pattern.Name, pattern.Help)
		}
	}
}

// TestPhase checks the phases of positions with given numbers of barriers.
func TestPhase(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		hotPositions[0]: 0, // a pawn is to be placed
		// 2 for 76 cells
		"x4,bt,x4/x9/x2,o,x3,o,x2/x4,bp,x4/x4,o,x4/x9/x2,o,x3,o,x2/x3,wp,x5/wt,x3,wt,x4 b a 4/5 b1|n,e2|n - 6": 5,
		"wt,x,bp/x,o,x/wp,x2 w a 5/4 - - 9":              0,
		"wt,x,bp/x,o,x/wp,x2 w a 5/4 a1|e - 9":           24, // 1 for 8 cells
		"wt,x,bp/x,o,x/wp,x2 w a 5/4 a1|e,b1|e,c1|n - 9": 64,
		"wt,x,bp/x,o,x/wp,x2 w a 5/4 a1|e,b1|e - 9":      48,
	} {
		if got := read(t, text, nil).(engine.PatternPosition).Phase(); got != want {
			t.Errorf("phase %d, want %d: %s", got, want, text)
		}
	}
}

// TestPatternsByHand compares patterns with those found by hand.
func TestPatternsByHand(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		// All cells but the corners are next to the hole in the middle. White's pawn on a1 is shut off from b1; the
		// tower on a3 has the way to a2 and b3. Black's pawn on c3 has two cells next to the hole, one of which the
		// tower can come to.
		"wt,x,bp/x,o,x/wp,x2 w a 5/4 a1|e - 9": {
			"far-0 danger-next-0 guard-0-2 held-next-0-3 hunter-next-0-2 moves-next-2-3 near-next-0 pawn-2-0 " +
				"pawns-2-2 rims-next-0 " +
				"side-next-c side-next-c side-next-c side-next-h sides-next-ccch spread-next-0-3 stock-1-5 " +
				"tower-2-0 tower-moves-2",
			"far-0 danger-wait-0 held-wait-0-3 moves-wait-2-3 near-wait-0 pawn-2-0 rims-wait-0 side-wait-c " +
				"side-wait-c side-wait-h side-wait-l " +
				"sides-wait-cchl spread-wait-0-3 stock-0-4 threat-wait-l",
		},
		// White has come to b3 beside Black's pawn, which is next and can take the tower: a barrier may follow.
		// White's own pawn is on the rim.
		"x,wt,bp/x,o,x/x,wp,x w b 5/4 - b3 9": {
			"far-2 danger-wait-0 guard-0-2 hanging-wait-1 held-wait-0-3 hunter-wait-0-1 moves-wait-4-5 near-wait-2 " +
				"pawn-1-0 pawn-rim-wait rims-wait-1 " +
				"side-wait-c side-wait-c side-wait-f side-wait-f sides-wait-cfcf spread-wait-0-3 stock-1-5 " +
				"tower-1-0 tower-moves-2",
			"far-0 danger-next-0 held-next-0-3 moves-next-0-1 near-next-0 pawn-2-0 pawns-1-2 rims-next-0 " +
				"side-next-c side-next-c side-next-h side-next-t " +
				"sides-next-ccth spread-next-0-3 stock-0-4",
		},
	} {
		for seat := range want {
			enginetest.CheckShown(t, text, enginetest.Shown(t, read(t, text, nil), engine.Seat(seat)),
				strings.Fields(want[seat]), map[string]bool{})
		}
	}
}
