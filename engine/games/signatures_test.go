package games_test

import (
	"fmt"
	"hash/fnv"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestSignatures compares hashes of what games say about positions with recorded ones. They cover rules, texts, hashes
// and all that searches, evaluations and metrics use, so that a change of the order of steps, of a feature or of a
// pattern shows.
func TestSignatures(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ game, option, want string }{
		{"pit-of-pillars", "", "055b597e01400969"},
		{"pit-of-pillars", "size=4", "c78f18e708a16943"},
		{"pit-of-pillars", "size=5", "14c6b17e5eb345c6"},
		{"pit-of-pillars", "reserve=3", "cb7b7b317b98a94a"},
		{"pilastri", "", "0dec267d860439d3"},
		{"pilastri", "size=4", "914118573a4150bd"},
		{"pilastri", "size=8", "8ad85ff372a43351"},
		{"pilastri", "jumpers=high", "9ddd657fe75ea2e6"},
		{"pylyx", "", "413f4f7ef33afe2e"},
		{"pylyx", "size=6", "bd30376429400a97"},
		{"pylyx", "reach=1", "0d8f335b9195b70b"},
		{"pit", "", "1adaad1ccaf84c56"},
		{"pit", "players=3", "1d6f6fc32e3538b0"},
		{"pit", "players=4", "812c91fdf89c9bc0"},
	} {
		t.Run(test.game+" "+test.option, func(t *testing.T) {
			t.Parallel()
			var options []string
			if test.option != "" {
				options = append(options, test.option)
			}
			if got := signature(enginetest.Rules(t, test.game, options...)); got != test.want {
				t.Errorf("signature %s, not %s as recorded", got, test.want)
			}
		})
	}
}

func signature(rules engine.Rules) string {
	const games, steps = 12, 250
	hash := fnv.New64a()
	fmt.Fprintln(hash, rules.Settings(), rules.SeatNames(), rules.StepKinds(), rules.StepSpace())
	for _, term := range slices.Concat(rules.Features(), rules.(engine.PatternRules).Patterns(),
		rules.(engine.StepPatternRules).StepPatterns()) {
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
			fmt.Fprintln(hash, describe(p)...)
			if err := h.Play(engine.RandomStep(p, random)); err != nil {
				return err.Error()
			}
		}
		fmt.Fprintln(hash, h.Outcome(), h.Position(), drawn(h.Position()))
	}
	return fmt.Sprintf("%016x", hash.Sum64())
}

// drawn returns what a diagram shows, without how it is drawn.
func drawn(p engine.Position) any {
	d := p.Diagram()
	return struct {
		Files, Ranks int
		Cells        []engine.Cell
		Notes        []string
	}{d.Files, d.Ranks, d.Cells, d.Notes}
}

// describe returns what a game says about a position.
func describe(p engine.Position) []any {
	steps := p.AppendSteps(nil)
	scores := make([]int32, len(steps))
	p.OrderingScores(steps, scores)
	out := []any{p, p.Hash(), p.Seat(), p.Turn(), p.StartsTurn(), p.StepKind(), p.InOpening(), p.Reversible(),
		engine.CanonicalHash(p), drawn(p), p.AppendNoisy(nil), scores, engine.StepTexts(p), p.DeclineStep()}
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
