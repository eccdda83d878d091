package pit

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest/effort"
)

// midgame holds positions of random games on the default boards with barriers, towers and players who are out.
var midgame = []string{
	"x4,bt,x4/x9/x2,o,x3,o,x2/x4,bp,x4/x4,o,x4/x9/x2,o,x3,o,x2/x3,wp,x5/wt,x3,wt,x4 b a 4/5 b1|n,e2|n - 6",
	"x3,bt,x3,bt,x/x3,bp,x5/x2,o,x3,o,x2/x7,wt,x/x4,o,x4/x7,wt,x/x2,o,x3,o,x2/x3,bt,x2,wp,x2/wt,x3,wt,x4 w b 1/2 " +
		"a1|e,a8|n,a9|e,d2|n,d9|e,g6|e,h1|e,h7|e,h8|n h4 15",
	"rt,x8/x4,rp,x4/x2,o,x3,o,x,bp/x9/x4,o,x4/x3,rt,x5/x2,o,x3,o,x2/x9/x7,bt,x r a x3/4/4 " +
		"a1|e,a1|n,a8|n,d4|e,d9|e,h1|n,i7|n - 12",
	"x5,rt,x2,ut/x2,wp,x2,rp,x3/x2,o,x3,o,x,up/x9/bt,x3,o,x3,ut/x9/x2,o,x,bp,x,o,x2/x9/x,wt,x2,wt,x4 r a 4/4/5/4 " +
		"b1|n,b8|e,d5|n,f9|e,i8|n - 11",
}

// starts are the default starts.
var starts = []string{
	"x4,bt,x4/x9/x2,o,x3,o,x2/x9/x4,o,x4/x9/x2,o,x3,o,x2/x9/x4,wt,x4 w p 5/5 - - 1",
	"x4,rt,x4/x9/x2,o,x3,o,x2/x9/bt,x3,o,x4/x9/x2,o,x3,o,x2/x9/x4,wt,x4 w p 5/5/5 - - 1",
	"x4,rt,x4/x9/x2,o,x3,o,x2/x9/bt,x3,o,x3,ut/x9/x2,o,x3,o,x2/x9/x4,wt,x4 w p 5/5/5/5 - - 1",
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
	start := mustRead(b, starts[0])
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
	for _, text := range starts {
		start := mustRead(b, text)
		b.Run(strconv.Itoa(start.rules.seats), func(b *testing.B) {
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
			b.ReportMetric(float64(steps)/float64(b.N), "steps/game")
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

func BenchmarkPlayInto(b *testing.B) {
	positions := readAll(b)
	lists := make([][]engine.Step, len(positions))
	for i, p := range positions {
		lists[i] = p.AppendSteps(nil)
	}
	child := &position{}
	played := 0
	began := effort.ProcessorTime()
	for b.Loop() {
		for i, p := range positions {
			child.rules = p.rules
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

func BenchmarkPatterns(b *testing.B) {
	positions := readAll(b)
	var lists engine.PatternLists
	count := 0
	began := effort.ProcessorTime()
	for b.Loop() {
		for _, p := range positions {
			lists.Reset()
			p.AppendPatterns(&lists)
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
