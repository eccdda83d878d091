package pylyx

import (
	"math/rand/v2"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest/effort"
)

// midgame holds positions on 12 x 12: three of random games, and one with tall stacks.
var midgame = []string{
	"x3,b,x3,b2,x2/x10,b,x/x2,w,x4,w,x4/x3,b,x8/x12/x3,w2,x5,w,x,w/x11,b/x4,w,b,x4,b,x/x7,w,x2,w,b2/x10,w,x/x12/x10 " +
		"2 m 1 0 58",
	"x10/x3,b,x8/x5,b,x6/w,x5,w,x2,b,x2/x3,w,x3,b,x4/b,b,x4,w,x2,b2,x2/x2,b,x5,w,x3/x3,b,x2,w,x5/x12/x9,w,x2/" +
		"w,x5,w,x5/x,w,x8 1 m 1 0 123",
	"x10/x6,b3,b,x2,b2,x/x6,w,x5/x2,b,w2,x4,w,w,w,x/x12/x12/x6,w,x,b,x3/x9,w,x,b/x10,w,x/x12/x3,b,x8/x4,w,x5 2 m 2 " +
		"0 594",
	"x10/x12/x12/x3,w7,x8/x12/x4,w2,x7/x12/x2,b8,x3,w,x5/x12/x5,b,x6/x12/x4,b,x5 2 m 1 1 400",
}

// start is the beginning of a game on 12 x 12.
const start = "x10/x12/x12/x12/x12/x12/x12/x12/x12/x12/x12/x10 1 s ? 0 1"

func mustRead(tb testing.TB, text string) *position {
	tb.Helper()
	p, err := Game.Read(text, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return p.(*position)
}

func readAll(tb testing.TB) []*position {
	positions := make([]*position, len(midgame))
	for i, text := range midgame {
		positions[i] = mustRead(tb, text)
	}
	return positions
}

// reportPer reports the wall and CPU time since the benchmark and its CPU time began, per unit of work.
func reportPer(b *testing.B, cpuBegan time.Duration, units int, unit string) {
	b.ReportMetric(float64(b.Elapsed())/float64(units), "ns/"+unit)
	b.ReportMetric(float64(effort.ProcessorTime()-cpuBegan)/float64(units), "cpu-ns/"+unit)
}

// made counts the positions that a bulk-counted perft plays: all but those of the last level.
func made(p engine.Position, depth int) (total int) {
	for d := 1; d < depth; d++ {
		total += int(engine.Perft(p, d))
	}
	return total
}

func BenchmarkPerftStart(b *testing.B) {
	start := mustRead(b, start)
	const depth = 5
	per, units := made(start, depth), 0
	began := effort.ProcessorTime()
	for b.Loop() {
		engine.Perft(start, depth)
		units += per
	}
	reportPer(b, began, units, "position")
}

func BenchmarkPerftMidgame(b *testing.B) {
	positions := readAll(b)
	const depth = 3
	per, units := 0, 0
	for _, p := range positions {
		per += made(p, depth)
	}
	began := effort.ProcessorTime()
	for b.Loop() {
		for _, p := range positions {
			engine.Perft(p, depth)
		}
		units += per
	}
	reportPer(b, began, units, "position")
}

func BenchmarkRandomGame(b *testing.B) {
	start := mustRead(b, start)
	random := rand.NewPCG(1, 2)
	p := &position{rules: start.rules}
	steps := 0
	began := effort.ProcessorTime()
	for b.Loop() {
		p.state = start.state
		played, _ := p.Playout(random, 1<<30)
		steps += played
	}
	reportPer(b, began, steps, "step")
}

func BenchmarkAppendSteps(b *testing.B) {
	positions := readAll(b)
	var steps []engine.Step
	listed := 0
	began := effort.ProcessorTime()
	for b.Loop() {
		for _, p := range positions {
			steps = p.AppendSteps(steps[:0])
			listed += len(steps)
		}
	}
	reportPer(b, began, listed, "step")
}

func BenchmarkCountSteps(b *testing.B) {
	positions := readAll(b)
	count := 0
	began := effort.ProcessorTime()
	for b.Loop() {
		for _, p := range positions {
			p.CountSteps()
			count++
		}
	}
	reportPer(b, began, count, "position")
}

func BenchmarkPlayInto(b *testing.B) {
	positions := readAll(b)
	lists := make([][]engine.Step, len(positions))
	for i, p := range positions {
		lists[i] = p.AppendSteps(nil)
	}
	child := &position{rules: positions[0].rules}
	played := 0
	began := effort.ProcessorTime()
	for b.Loop() {
		for i, p := range positions {
			for _, step := range lists[i] {
				p.PlayInto(step, child)
			}
			played += len(lists[i])
		}
	}
	reportPer(b, began, played, "step")
}

func BenchmarkFeatures(b *testing.B) {
	positions := readAll(b)
	features := make([]int32, featureCount)
	count := 0
	began := effort.ProcessorTime()
	for b.Loop() {
		for _, p := range positions {
			p.Features(0, features)
			count++
		}
	}
	reportPer(b, began, count, "position")
}

func BenchmarkOrderingScores(b *testing.B) {
	positions := readAll(b)
	lists := make([][]engine.Step, len(positions))
	for i, p := range positions {
		lists[i] = p.AppendSteps(nil)
	}
	var scores [1024]int32
	hinted := 0
	began := effort.ProcessorTime()
	for b.Loop() {
		for i, p := range positions {
			p.OrderingScores(lists[i], scores[:len(lists[i])])
			hinted += len(lists[i])
		}
	}
	reportPer(b, began, hinted, "step")
}

func BenchmarkAppendPatterns(b *testing.B) {
	positions := readAll(b)
	var lists engine.PatternLists
	count, shown := 0, 0
	began := effort.ProcessorTime()
	for b.Loop() {
		for _, p := range positions {
			lists.Reset()
			p.AppendPatterns(&lists)
			count++
			shown += len(lists[0]) + len(lists[1])
		}
	}
	reportPer(b, began, count, "position")
	b.ReportMetric(float64(shown)/float64(count), "patterns/position")
}

func BenchmarkAppendStepPatterns(b *testing.B) {
	positions := readAll(b)
	lists := make([][]engine.Step, len(positions))
	for i, p := range positions {
		lists[i] = p.AppendSteps(nil)
	}
	var patterns engine.StepPatternLists
	steps, shown := 0, 0
	began := effort.ProcessorTime()
	for b.Loop() {
		for i, p := range positions {
			patterns.Reset()
			p.AppendStepPatterns(lists[i], &patterns)
			steps += len(lists[i])
			shown += len(patterns.Numbers)
		}
	}
	reportPer(b, began, steps, "step")
	b.ReportMetric(float64(shown)/float64(steps), "patterns/step")
}
