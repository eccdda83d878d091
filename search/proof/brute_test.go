package proof

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// brute returns the value of a position by plain negamax on whole turns, with scores of +1, 0 and -1, without memory or
// ordering.
func brute(p engine.Position, turns int) int {
	if p.Over() {
		return int(2*p.Outcome().Score(p.Seat()) - 1)
	}
	if turns == 0 {
		return 0
	}
	best := -1
	for _, after := range afterTurns(p) {
		best = max(best, -brute(after, turns-1))
		if best == 1 {
			break
		}
	}
	return best
}

// afterTurns returns the position after every turn, once for each turn.
func afterTurns(p engine.Position) []engine.Position {
	var after []engine.Position
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		if child.Over() || child.StartsTurn() {
			after = append(after, child)
		} else {
			after = append(after, afterTurns(child)...)
		}
	}
	return after
}

// TestAgainstBruteForce compares values, distances and lists of turns on small boards, in positions near the end of
// random games.
func TestAgainstBruteForce(t *testing.T) {
	t.Parallel()
	seen := map[int]int{}
	for seed := range uint64(120) {
		p := late(t, seed)
		wantValue, wantTurns := 0, 0
		for n := 1; n <= 3 && wantValue == 0; n++ {
			if wantValue = brute(p, n); wantValue != 0 {
				wantTurns = n
			}
		}
		got := solve(t, p, 3)
		if got.sign != wantValue || got.turns != wantTurns {
			t.Errorf("%s: %+d in %d turns, want %+d in %d", p, got.sign, got.turns, wantValue, wantTurns)
		}
		seen[got.sign]++
		for winner := range engine.Seat(2) {
			forced, err := Forces(context.Background(), p, winner, 3)
			if err != nil || forced != (wantValue != 0 && (winner == p.Seat()) == (wantValue > 0)) {
				t.Errorf("%s: seat %s forces a win: %v, %v; want the value %+d", p, winner, forced, err, wantValue)
			}
		}
		compareTurns(t, p, 1+int(seed%2))
	}
	for _, value := range []int{0, 1, -1} {
		if seen[value] == 0 {
			t.Errorf("no position with value %+d was tried: %v", value, seen)
		}
	}
}

// compareTurns compares how many turns win and lose within a number of turns.
func compareTurns(t *testing.T, p engine.Position, turns int) {
	t.Helper()
	want := map[int]int{}
	for _, after := range afterTurns(p) {
		want[-brute(after, turns-1)]++
	}
	winning, err := TurnsTo(context.Background(), p, p.Seat(), turns)
	require.NoError(t, err)
	losing, err := TurnsTo(context.Background(), p, 1-p.Seat(), turns)
	require.NoError(t, err)
	if len(winning) != want[1] || len(losing) != want[-1] {
		t.Errorf("%s: %d turns win and %d lose, want %d and %d", p, len(winning), len(losing), want[1], want[-1])
	}
}

// late returns the position a few turns before the end of a random game on the smallest board. Positions with too many
// turns for brute force are skipped.
func late(t *testing.T, seed uint64) engine.Position {
	t.Helper()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	random := engine.NewRandom(engine.DeriveSeed(seed, "late"))
	for {
		var turns []engine.Position
		p := rules.Start()
		for !p.Over() {
			if p.StartsTurn() {
				turns = append(turns, p.Clone())
			}
			p.Play(engine.RandomStep(p, random))
		}
		if p := turns[len(turns)-1-int(seed%4)]; engine.PerftTurns(p, 1) <= 80 {
			return p
		}
	}
}
