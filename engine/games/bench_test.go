package games_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/games"
)

// perUnit runs work, which returns the number of its units, and reports the wall and the processor time of a unit.
func perUnit(b *testing.B, unit string, work func() int) {
	units, began := 0, processorTime()
	for b.Loop() {
		units += work()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(units), "ns/"+unit)
	b.ReportMetric(float64(processorTime()-began)/float64(units), "cpu-ns/"+unit)
}

// made returns the number of positions that a bulk-counting perft plays: all but those of the last level.
func made(p engine.Position, depth int) (total int) {
	for d := 1; d < depth; d++ {
		total += int(engine.Perft(p, d))
	}
	return total
}

// BenchmarkPerft counts by each game's own loop, at the start and in positions from the middle of games. A unit is a
// position played.
func BenchmarkPerft(b *testing.B) {
	depths := map[string][2]int{"pit-of-pillars": {5, 4}, "pilastri": {4, 4}, "pylyx": {5, 3}, "pit": {5, 4}}
	for _, game := range games.All() {
		start := enginetest.Rules(b, game.Name()).Start()
		midgame := positions(b, game)
		for i, name := range []string{"start", "midgame"} {
			depth, from := max(1, depths[game.Name()][i]), [2][]engine.Position{{start}, midgame}[i]
			b.Run(game.Name()+"/"+name, func(b *testing.B) {
				count := 0
				for _, p := range from {
					count += made(p, depth)
				}
				perUnit(b, "position", func() int {
					for _, p := range from {
						engine.Perft(p, depth)
					}
					return count
				})
			})
		}
	}
}

// BenchmarkRandomGame plays whole games by each game's own loop.
func BenchmarkRandomGame(b *testing.B) {
	for _, game := range [][]string{{"pit-of-pillars"}, {"pilastri", "size=4"}, {"pilastri"}, {"pilastri", "size=8"},
		{"pylyx"}, {"pit"}, {"pit", "players=3"}, {"pit", "players=4"}} {
		b.Run(game[0]+"/"+enginetest.Rules(b, game[0], game[1:]...).Settings().String(), func(b *testing.B) {
			start := enginetest.Rules(b, game[0], game[1:]...).Start()
			p, random := start.Clone(), rand.NewPCG(1, 2)
			perUnit(b, "step", func() int {
				p.CopyFrom(start)
				steps, _ := engine.Playout(p, random, 1<<30)
				return steps
			})
		})
	}
}

func positions(b *testing.B, game engine.Game) (all []engine.Position) {
	for _, text := range lines(b, game, "midgame.txt") {
		all = append(all, enginetest.Read(b, game.Name(), text))
	}
	return all
}

// BenchmarkPosition measures methods of positions from the middle of games. A unit is a position, or a step for methods
// that concern steps.
func BenchmarkPosition(b *testing.B) {
	var steps []engine.Step
	var lists engine.PatternLists
	var shown engine.StepPatternLists
	scores := make([]int32, 4096)
	for _, method := range []struct {
		name, unit string
		call       func(p, child engine.Position, legal []engine.Step)
	}{
		{"AppendSteps", "step", func(p, _ engine.Position, _ []engine.Step) { steps = p.AppendSteps(steps[:0]) }},
		{"CountSteps", "position", func(p, _ engine.Position, _ []engine.Step) { p.CountSteps() }},
		{"PlayInto", "step", func(p, child engine.Position, legal []engine.Step) {
			for _, step := range legal {
				p.PlayInto(step, child)
			}
		}},
		{"Features", "position", func(p, _ engine.Position, _ []engine.Step) {
			p.Features(0, scores[:len(p.Rules().Features())])
		}},
		{"AppendNoisy", "position", func(p, _ engine.Position, _ []engine.Step) { steps = p.AppendNoisy(steps[:0]) }},
		{"OrderingScores", "step", func(p, _ engine.Position, legal []engine.Step) {
			p.OrderingScores(legal, scores[:len(legal)])
		}},
		{"AppendPatterns", "position", func(p, _ engine.Position, _ []engine.Step) {
			lists.Reset()
			p.(engine.PatternPosition).AppendPatterns(&lists)
		}},
		{"AppendStepPatterns", "step", func(p, _ engine.Position, legal []engine.Step) {
			shown.Reset()
			p.(engine.PatternPosition).AppendStepPatterns(legal, &shown)
		}},
	} {
		for _, game := range games.All() {
			all, children, legal, units := positions(b, game), []engine.Position(nil), [][]engine.Step(nil), 0
			if _, ok := all[0].(engine.PatternPosition); !ok &&
				strings.HasSuffix(method.name, "Patterns") {
				continue
			}
			for _, p := range all {
				children, legal = append(children, p.Clone()), append(legal, p.AppendSteps(nil))
				if units++; method.unit == "step" {
					units += len(legal[len(legal)-1]) - 1
				}
			}
			b.Run(method.name+"/"+game.Name(), func(b *testing.B) {
				perUnit(b, method.unit, func() int {
					for i, p := range all {
						method.call(p, children[i], legal[i])
					}
					return units
				})
			})
		}
	}
}
