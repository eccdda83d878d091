package enginetest

import (
	"fmt"
	"hash/fnv"
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
		t.Fatalf("a playout of %d turns from %s goes on to %s", turns, start, p)
	}
	if !outcome.Over() && (p.Over() || !p.StartsTurn()) {
		t.Fatalf("a playout of %d turns from %s ends without an outcome at %s", turns, start, p)
	}
	checkEnd(t, start, p, steps, outcome)
}

// plain is a position without a playout of its own: engine.Playout then counts repetitions and turns as histories do.
type plain struct{ engine.Position }

func (p plain) RandomStep(random *rand.PCG) engine.Step { return engine.RandomStep(p.Position, random) }

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

// checkScores checks that the scores share out the same total however a game ends: half a point for each seat.
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

// TestSignatures holds what a game tells of positions to hashes recorded before, by settings as "name=value" with
// blanks between: rules, texts, hashes, and all that searches, evaluations and metrics ask. A change of the order of
// steps, of a feature or of a pattern shows here.
func TestSignatures(t *testing.T, game engine.Game, want map[string]string) {
	for text, want := range want {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			var options []string
			if text != "" {
				options = append(options, text)
			}
			if got := signature(Rules(t, game.Name(), options...)); got != want {
				t.Errorf("signature %s, not %s as recorded", got, want)
			}
		})
	}
}

func signature(rules engine.Rules) string {
	const games, steps = 12, 250
	hash := fnv.New64a()
	fmt.Fprintln(hash, rules.Settings(), rules.SeatNames(), rules.StepKinds(), rules.StepSpace())
	weighed, shown := terms(rules)
	for _, term := range append(weighed, shown...) {
		fmt.Fprintln(hash, term.Name, term.Help)
	}
	if bounded, ok := rules.(engine.CountedRules); ok {
		fmt.Fprintf(hash, "%.9f\n", bounded.PositionBound())
	}
	fmt.Fprintln(hash, engine.MetricsOf(rules))
	for seed := range uint64(games) {
		random := engine.NewRandom(seed)
		h := engine.NewHistory(rules.Start())
		for before, turn := h.Start().Clone(), 0; len(h.Steps()) < steps && !h.Outcome().Over(); {
			p := h.Position()
			if p.StartsTurn() {
				fmt.Fprintln(hash, engine.AppendMetrics(nil, p, before, h.Steps()[turn:]))
				before, turn = p.Clone(), len(h.Steps())
			}
			fmt.Fprintln(hash, told(p)...)
			if err := h.Play(engine.RandomStep(p, random)); err != nil {
				return err.Error()
			}
		}
		fmt.Fprintln(hash, h.Outcome(), h.Position(), h.Position().Diagram())
	}
	return fmt.Sprintf("%016x", hash.Sum64())
}

func told(p engine.Position) []any {
	steps := p.AppendSteps(nil)
	scores := make([]int32, len(steps))
	p.OrderingScores(steps, scores)
	out := []any{p, p.Hash(), p.Seat(), p.Turn(), p.StartsTurn(), p.StepKind(), p.InOpening(), p.Reversible(),
		engine.CanonicalHash(p), p.Diagram(), p.AppendNoisy(nil), scores, engine.StepTexts(p), p.DeclineStep()}
	for seat := range engine.Seat(p.Rules().Seats()) {
		features := make([]int32, len(p.Rules().Features()))
		p.Features(seat, features)
		score, left := engine.Settled(p, seat)
		out = append(out, features, score, left)
	}
	if patterned, ok := p.(engine.PatternPosition); ok {
		var lists engine.PatternLists
		patterned.AppendPatterns(&lists)
		out = append(out, lists, patterned.Phase())
	}
	if patterned, ok := p.(engine.StepPatternPosition); ok && len(steps) > 0 {
		var lists engine.StepPatternLists
		patterned.AppendStepPatterns(steps, &lists)
		out = append(out, lists)
	}
	if keyed, ok := p.(engine.Keyed); ok && !p.Over() {
		out = append(out, keyed.AppendCanonicalKey(nil))
	}
	return out
}
