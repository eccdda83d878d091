package enginetest

import (
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
)

func checkRepetition(t *testing.T, h *engine.History, hashes []uint64) []uint64 {
	p := h.Position()
	if p.Over() || !p.StartsTurn() {
		return hashes
	}
	hashes = append(hashes, p.Hash())
	count := 0
	for _, hash := range hashes {
		if hash == p.Hash() {
			count++
		}
	}
	if got := h.Occurrences(); got != count {
		t.Fatalf("the history counts %d occurrences with Reversible at %d, the whole game has %d: %s", got,
			p.Reversible(), count, p)
	}
	if p.Reversible() < 0 || p.Reversible() >= len(hashes) {
		t.Fatalf("Reversible is %d after %d turns: %s", p.Reversible(), len(hashes)-1, p)
	}
	return hashes
}

func checkPlayout(t *testing.T, rules engine.Rules, random *rand.PCG) {
	endless := rules.Repetition() == 0 && rules.TurnCap() == 0
	start := rules.Start()
	for range 40 {
		if !endless {
			checkWholePlayout(t, start, random)
		}
		checkPartOfPlayout(t, start, int(random.Uint64()%20), random)
		start.Play(engine.RandomStep(start, random))
		if start.Over() {
			start = rules.Start()
		}
	}
}

func checkWholePlayout(t *testing.T, start engine.Position, random *rand.PCG) {
	p := start.Clone()
	again := *random
	steps, outcome := engine.Playout(p, random, math.MaxInt)
	if steps < 2000 { // histories look for repetitions turn by turn
		checkNeutral(t, start, &again, steps, outcome)
	}
	if !outcome.Over() || outcome.Seats != p.Rules().Seats() {
		t.Fatalf("a playout without bound from %s ends with %v at %s", start, outcome, p)
	}
	checkScores(t, p, outcome)
	checkEnd(t, start, p, steps, outcome)
}

func checkPartOfPlayout(t *testing.T, start engine.Position, turns int, random *rand.PCG) {
	p := start.Clone()
	steps, outcome := engine.Playout(p, random, turns)
	if p.Turn() > start.Turn()+turns+1 {
		t.Fatalf("a playout of %d turns from %s continues to %s", turns, start, p)
	}
	if !outcome.Over() && (p.Over() || !p.StartsTurn()) {
		t.Fatalf("a playout of %d turns from %s ends without an outcome at %s", turns, start, p)
	}
	checkEnd(t, start, p, steps, outcome)
}

// plain is a position without a Playout method, so that engine.Playout counts repetitions and turns by a History.
type plain struct{ engine.Position }

func (p plain) RandomStep(random *rand.PCG) engine.Step { return engine.RandomStep(p.Position, random) }

// checkNeutral repeats a playout through [plain].
func checkNeutral(t *testing.T, start engine.Position, random *rand.PCG, steps int, outcome engine.Outcome) {
	gotSteps, got := engine.Playout(plain{start.Clone()}, random, math.MaxInt)
	if gotSteps != steps || got != outcome {
		t.Fatalf("a playout from %s ends after %d steps with %v, played step by step after %d with %v",
			start, steps, outcome, gotSteps, got)
	}
}

func checkEnd(t *testing.T, start, p engine.Position, steps int, outcome engine.Outcome) {
	rules := p.Rules()
	turnCap := rules.TurnCap()
	past := turnCap > 0 && p.Turn() > turnCap
	switch {
	case p.Over() && outcome != p.Outcome():
		t.Fatalf("a playout ends with %v in a position whose outcome is %v: %s", outcome, p.Outcome(), p)
	case !p.Over() && outcome.Reason == engine.TurnCap && !past:
		t.Fatalf("a playout ends by the turn cap %d too early: %s", turnCap, p)
	case !p.Over() && past && outcome.Reason != engine.TurnCap && outcome.Reason != engine.Repetition && p.StartsTurn():
		t.Fatalf("a playout stops beyond the turn cap %d with %v: %s", turnCap, outcome, p)
	case turnCap > 0 && p.Turn() > max(turnCap+1, start.Turn()+1):
		t.Fatalf("a playout from %s passes the turn cap %d: %s", start, turnCap, p)
	case !p.Over() && outcome.Reason == engine.Repetition && (rules.Repetition() == 0 || p.Reversible() == 0):
		t.Fatalf("a playout ends by repetition where none can be: %s", p)
	case steps < p.Turn()-start.Turn() || steps == 0 && p.String() != start.String():
		t.Fatalf("a playout from %s to %s cannot have taken %d steps", start, p, steps)
	}
	checkReading(t, p)
}

// checkScores checks that the scores add up to half a point per seat.
func checkScores(t *testing.T, p engine.Position, outcome engine.Outcome) {
	total := 0.0
	for seat := range outcome.Seats {
		score := outcome.Score(engine.Seat(seat))
		if !(0 <= score && score <= 1) {
			t.Fatalf("a score of %v: %s", score, p)
		}
		total += score
	}
	if !near.Equal(total, float64(outcome.Seats)/2, 1e-9) {
		t.Fatalf("the scores %v do not share out half a point a seat: %s", outcome.Scores, p)
	}
}
