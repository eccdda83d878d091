package pitofpillars

import (
	"math/rand/v2"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest/effort"
)

// midgame holds positions of random games on 8 x 8 with pillars, reserves and mixed stacks.
var midgame = []string{
	"r,w,w,r,x,r/W,x2,w,x,w,x2/r,x5,w,x/w,x3,r,W,x2/w,w,w,w,wr,x,w,x/x2,r,x,rw,x,r,r/x,r,x,w,wrr,x,w,W/x4,w,x w m " +
		"2/1 - 137",
	"x5,w/r,x4,w,x,w/w,rwr,W,r,w,x3/x2,w,rr,x,R,x,rr/r,x,W,x,w,x3/x3,R,x,R,x2/x8/rw,x2,W,R,x w m 0/0 - 293",
	"x,r,r,r,x2/w,x,W,x,R,x3/x,R,r,rw,W,x3/w,x2,ww,x4/x2,R,x,w,x2,w/w,x,r,x,r,x3/x8/wr,x,W,W,x,w r m 1/3 - 370",
	"x4,r,x/w,x,R,rw,w,x3/R,r,w,x4,ww/x4,rrw,x,rrr,x/x,W,x6/x,r,x,R,x,W,x2/x2,w,x,r,x3/w,x4,r r p 0/0 - 430",
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
	start := mustRead(b, "x6/x8/x8/x8/x8/x8/x8/x6 w o 0/0 - 1")
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

func BenchmarkRandomGame(b *testing.B) {
	start := mustRead(b, "x6/x8/x8/x8/x8/x8/x8/x6 w o 0/0 - 1")
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
	child := new(position)
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
			shown += len(lists[white]) + len(lists[red])
		}
	}
	reportPer(b, began, count, "position")
	b.ReportMetric(float64(shown)/float64(count), "patterns/position")
}
