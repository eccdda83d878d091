package games_test

import (
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// TestSignatures compares hashes of what games say about positions with recorded ones. They cover rules, texts, hashes
// and all that searches, evaluations and metrics use, so that a change of the order of steps, of a feature or of a
// pattern shows.
func TestSignatures(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ game, option, want string }{
		{"pit-of-pillars", "", "add013295e93da1a"},
		{"pit-of-pillars", "size=4", "af84146a4506d4a5"},
		{"pit-of-pillars", "size=5", "6c789dc28741755f"},
		{"pit-of-pillars", "reserve=3", "9dff5ca5dd4ec490"},
		{"pilastri", "", "243281ac3c67436c"},
		{"pilastri", "size=4", "a50ca62a39588e17"},
		{"pilastri", "size=8", "3014ba77f057fcd4"},
		{"pilastri", "jumpers=high", "ec354c56ce98ec27"},
		{"pylyx", "", "929c30fcb129bf02"},
		{"pylyx", "size=6", "d0e3a53a66ed09cc"},
		{"pylyx", "reach=1", "be2f26fea698379e"},
		{"pit", "", "141a701eaa1092e5"},
		{"pit", "players=3", "ec98c2c67526455d"},
		{"pit", "players=4", "763d3a08b9fc9ad2"},
	} {
		t.Run(test.game+" "+test.option, func(t *testing.T) {
			t.Parallel()
			var options []string
			if test.option != "" {
				options = append(options, test.option)
			}
			rules := enginetest.Rules(t, test.game, options...)
			var from []engine.Position // positions like those of hot.txt come up in few random games
			if test.option == "" {
				for _, file := range []string{"hot.txt", "midgame.txt"} {
					for _, text := range lines(t, rules.Game(), file) {
						from = append(from, enginetest.Read(t, rules.Game().Name(), text))
					}
				}
			}
			if got := signature(t, rules, from); got != test.want {
				t.Errorf("signature %s, not %s as recorded", got, test.want)
			}
		})
	}
}

// signature returns a hash of what rules say about themselves and about the positions of random games. Some of these
// games begin at the start, and three short ones at each of the positions from.
func signature(t *testing.T, rules engine.Rules, from []engine.Position) string {
	const games, steps = 12, 250
	hash := fnv.New64a()
	fmt.Fprintln(hash, rules.Settings(), rules.SeatNames(), rules.StepKinds(), rules.StepSpace())
	for _, term := range slices.Concat(rules.Features(), rules.(engine.PatternRules).Patterns(),
		rules.(engine.PatternRules).StepPatterns()) {
		fmt.Fprintln(hash, term.Name, term.Help)
	}
	fmt.Fprintln(hash, engine.MetricsOf(rules))
	for seed := range uint64(games) {
		walk(t, hash, rules.Start(), seed, steps)
	}
	for _, p := range from {
		for seed := range uint64(3) {
			walk(t, hash, p, seed, 40)
		}
	}
	return fmt.Sprintf("%016x", hash.Sum64())
}

// walk plays a random game of some steps and writes what the rules say of its positions.
func walk(t *testing.T, hash io.Writer, start engine.Position, seed uint64, steps int) {
	random, h := engine.NewRandom(seed), engine.NewHistory(start)
	for before, turn := start.Clone(), 0; len(h.Steps()) < steps && !h.Outcome().Over(); {
		p := h.Position()
		if p.StartsTurn() {
			fmt.Fprintln(hash, engine.AppendMetrics(nil, p, before, h.Steps()[turn:]))
			before, turn = p.Clone(), len(h.Steps())
		}
		fmt.Fprintln(hash, describe(p)...)
		require.NoError(t, h.Play(engine.RandomStep(p, random)))
	}
	fmt.Fprintln(hash, h.Outcome(), h.Position(), drawn(h.Position()))
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
	if patterned, ok := p.(engine.PatternPosition); ok && len(steps) > 0 {
		var lists engine.StepPatternLists
		patterned.AppendStepPatterns(steps, &lists)
		out = append(out, lists)
	}
	if keyed, ok := p.(engine.Keyed); ok && !p.Over() {
		out = append(out, keyed.AppendCanonicalKey(nil))
	}
	return out
}
