package pilastri

import (
	"math/rand/v2"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest/effort"
)

// The positions that the benchmarks start from: the start and positions of random games on 6 x 6.
const startText = "w,b,w,b,w,b/b,w,b,w,b,w/w,b,w,b,w,b/b,w,b,w,b,w/w,b,w,b,w,b/b,w,b,w,b,w w 1"

var midgame = []string{
	"w,x,wb,b,w,b/bw,x,b,w,b,w/wb,bw,x,b,w,bw/x,w,b,w,b,x/w,b,w,b,x,b/b,wb,x,w,bw,w b 8",
	"w,x,wb,b,w,x/b,x,b,wb,x,wb/wbww,b,x2,w,bwb/x,w,b,x,b,x/x2,wb,bw,x,b/b,wbw,x,w,bw,w b 18",
	"x2,wb,b,ww,x/bw,x2,wbbw,x,w/wbww,b,x3,bwbw/x2,bb,x3/x2,wbb,b,x2/b,wbw,x,w,bwb,w w 29",
	"x,b,w,bbb,w,x/x2,bwwbwww,x3/x6/x,wbbww,bb,w,bw,x/w,x2,bwbwbbb,x,bw/x5,wwb w 41",
}

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
	start := mustRead(b, startText)
	const depth = 4
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
	const depth = 4
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

// BenchmarkRandomGame plays games from the start, a board size after the other.
func BenchmarkRandomGame(b *testing.B) {
	for _, size := range []string{"4", "6", "8"} {
		b.Run(size, func(b *testing.B) {
			rules, err := Game.New(engine.Settings{{Name: "size", Value: size}})
			if err != nil {
				b.Fatal(err)
			}
			start := rules.Start().(*position)
			random := rand.NewPCG(1, 2)
			p := &position{rules: start.rules}
			steps := 0
			began := effort.ProcessorTime()
			for b.Loop() {
				p.copyFrom(&start.state)
				played, _ := p.Playout(random, 1<<30)
				steps += played
			}
			reportPer(b, began, steps, "step")
		})
	}
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

// BenchmarkPlayInto includes finding the child's legal steps.
func BenchmarkPlayInto(b *testing.B) {
	positions := readAll(b)
	lists := make([][]engine.Step, len(positions))
	for i, p := range positions {
		lists[i] = p.AppendSteps(nil)
	}
	child := new(position)
	child.rules = positions[0].rules
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
	features := make([]int32, len(positions[0].rules.Features()))
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

func BenchmarkNoisy(b *testing.B) {
	positions := readAll(b)
	var steps []engine.Step
	count := 0
	began := effort.ProcessorTime()
	for b.Loop() {
		for _, p := range positions {
			steps = p.AppendNoisy(steps[:0])
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

func BenchmarkAppendStepPatterns(b *testing.B) {
	positions := readAll(b)
	lists := make([][]engine.Step, len(positions))
	for i, p := range positions {
		lists[i] = p.AppendSteps(nil)
	}
	var shown engine.StepPatternLists
	count := 0
	began := effort.ProcessorTime()
	for b.Loop() {
		for i, p := range positions {
			shown.Reset()
			p.AppendStepPatterns(lists[i], &shown)
			count += len(lists[i])
		}
	}
	reportPer(b, began, count, "step")
}
