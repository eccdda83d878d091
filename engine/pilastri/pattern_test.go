package pilastri_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// checkPatterns compares what both seats show with the model and counts it.
func checkPatterns(t *testing.T, p engine.Position, m *model, seen map[string]bool) {
	t.Helper()
	if p.Over() {
		return
	}
	for seat, player := range []string{"w", "b"} {
		enginetest.CheckShown(t, player+" in "+p.String(), enginetest.Shown(t, p, engine.Seat(seat)),
			m.patterns(player), seen)
	}
}

// uneven returns a position with random stacks, of which a random share belongs to White, so that one side may have
// many and the other few.
func uneven(random *rand.Rand) *model {
	m := &model{files: 2 + random.IntN(7), ranks: 2 + random.IntN(7), stacks: map[string]string{},
		player: []string{"w", "b"}[random.IntN(2)], turn: 1}
	if m.files*m.ranks%2 != 0 {
		m.files = 8
	}
	left := map[string]int{"w": m.files * m.ranks / 2, "b": m.files * m.ranks / 2}
	white, empty, tall := random.Float64(), random.Float64(), random.Float64()
	for _, square := range m.squares() {
		for random.Float64() > empty {
			piece := "b"
			if random.Float64() < white {
				piece = "w"
			}
			if left[piece] == 0 {
				break
			}
			left[piece]--
			m.stacks[square] += piece
			if random.Float64() > tall {
				break
			}
		}
	}
	return m
}

// cross returns a stack with four neighbours of random heights and colours, and two singles elsewhere that both sides
// can move.
func cross(random *rand.Rand) *model {
	m := &model{files: 8, ranks: 8, stacks: map[string]string{}, player: []string{"w", "b"}[random.IntN(2)], turn: 1}
	m.stacks["f5"], m.stacks["f6"] = "w", "b"
	own, highest := random.Float64(), 1+random.IntN(6)
	for _, square := range []string{"c3", "a3", "h3", "c2", "c7"} {
		for range highest - random.IntN(1+random.IntN(highest)) {
			piece := "b"
			if random.Float64() < own {
				piece = "w"
			}
			m.stacks[square] += piece
		}
	}
	return m
}

// TestPatterns compares the patterns with those that plain loops find, and checks that there is a position for every
// pattern.
func TestPatterns(t *testing.T) {
	t.Parallel()
	seen, random := map[string]bool{}, rand.New(engine.NewRandom(12))
	eachCase(t, func(p engine.Position, m *model) {
		if p.CountSteps() <= 12 || random.IntN(10) == 0 { // trying all replies to all steps takes long
			checkPatterns(t, p, m, seen)
		}
	})
	for i := range enginetest.Shorter(8000) {
		m := cross(random)
		if i%8 == 0 {
			m = uneven(random)
		}
		checkPatterns(t, read(t, m.String(), m.settings()), m, seen)
	}
	if !enginetest.Long() {
		return
	}
	for _, pattern := range newRules(t, nil).(engine.PatternRules).Patterns() {
		if !seen[pattern.Name] {
			t.Errorf("no position shows %s (%s)", pattern.Name, pattern.Help)
		}
	}
}

// TestPhase checks the phases of positions with given numbers of vacant squares.
func TestPhase(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"w,b/b,w w 1":   0,
		"wb,b/x,w w 2":  24,
		"x,wb/wb,x w 3": 48,
		"x2/x,wbwb w 4": 64,
		"x2/w,b w 4":    48,
		"w,b,w,b,w,b/b,w,b,w,b,w/w,b,w,b,w,b/b,w,b,w,b,w/w,b,w,b,w,b/b,w,b,w,b,w w 1": 0,
		"x,b/w,bw b 9": 24,
		"x3,wwwwwwwwwwwwwwwww,x4/x8/x8/x3,bbbbbbbbbbbbbbbbb,x2,bw,x/x8/x8/x8/x3,w,x2,wb,x w 40": 64,
		"w,b,w/bb,x,w w 2": 16,
	} {
		if got := read(t, text, nil).(engine.PatternPosition).Phase(); got != want {
			t.Errorf("phase %d, want %d: %s", got, want, text)
		}
	}
}

// TestPatternsByHand compares patterns with those found by hand.
func TestPatternsByHand(t *testing.T) {
	t.Parallel()
	// White, who acts, has a4 and d2 (bw), Black d4 and a2 (wbb). The singles may land on each other; d2 may climb a2,
	// which cannot move. Nothing that Black can do takes d2a2 away: the only step covers a4. White's own step from a4
	// is lost by it.
	const text = "w,x2,b/x4/wbb,x2,bw/x4 w 9"
	for seat, want := range [2]string{
		"around-1-0000-0110 around-2t-0000-1010 few-movable-2-1 few-safe-steps-1-0 few-steps-2-1 lead-movable+1 " +
			"lead-safe-steps+1 lead-steps+1 life-next-1-1-1 " +
			"life-next-2t-1-0",
		"around-1-0000-0101 around-3o-0000-2000 life-wait-1-1-1 life-wait-3o-0-1",
	} {
		enginetest.CheckShown(t, text, enginetest.Shown(t, read(t, text, nil), engine.Seat(seat)),
			strings.Fields(want), map[string]bool{})
	}
}
