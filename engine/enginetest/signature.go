package enginetest

import (
	"fmt"
	"hash/fnv"
	"testing"

	"pillars/engine"
)

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
	terms := rules.Features()
	if patterned, ok := rules.(engine.PatternRules); ok {
		terms = append(terms[:len(terms):len(terms)], patterned.Patterns()...)
	}
	if patterned, ok := rules.(engine.StepPatternRules); ok {
		terms = append(terms[:len(terms):len(terms)], patterned.StepPatterns()...)
	}
	for _, term := range terms {
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

// told is all that a position tells of itself.
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
