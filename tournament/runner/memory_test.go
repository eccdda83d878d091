package runner_test

import (
	"context"
	"runtime"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
)

// pretender returns games of a plan without playing them, the games of each unit of eight in reverse order, and
// measures the memory in use.
type pretender struct {
	handed int
	most   uint64 // bytes in use
}

func (p *pretender) Play(_ context.Context, batch runner.Batch) error {
	var unit []tournament.Planned
	for game := range batch.Games {
		if p.handed++; p.handed%(batch.Len/4) == 0 {
			p.most = max(p.most, inUse())
		}
		if unit = append(unit, game); len(unit) < 8 && p.handed < batch.Len {
			continue
		}
		for i := range unit {
			g := unit[len(unit)-1-i]
			result := tournament.Result{Identity: g.Identity, Pair: g.Pair, Pairing: g.Pairing, Opening: g.Opening,
				Players: g.Players, Outcome: engine.Win(0, "test")}
			if err := batch.Take(tournament.Game{Result: result}); err != nil {
				return err
			}
		}
		unit = unit[:0]
	}
	return nil
}

func inUse() uint64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// TestManyGamesTakeLittleMemory hands out all games of a large plan and takes their results, which are watched in the
// order of the plan. The run may keep about 4 bytes per pair, whereas a planned game takes 800.
func TestManyGamesTakeLittleMemory(t *testing.T) {
	pairs := enginetest.Count(10_000, 1_000_000)
	before := inUse()
	spec := plantest.Small("random a", "random b")
	spec.Options, spec.Rounds = nil, pairs
	spec.Openings = openings.Source{Turns: 4}
	plan := plantest.Plan(t, spec)
	var others pretender
	watched := 0
	progress, err := runner.Runner{Plan: plan, Elsewhere: &others, Watch: func(r tournament.Result) bool {
		if n, planned := plan.Number(r); n != watched || !planned {
			t.Fatalf("game %s is shown as number %d", r.Identity, watched)
		}
		watched++
		return false
	}}.Run(t.Context())
	if err != nil || progress.Done != 2*pairs || watched != 2*pairs || others.handed != 2*pairs {
		t.Errorf("%d games of %d, %d watched and %d handed out: %v", progress.Done, 2*pairs, watched, others.handed,
			err)
	}
	if used, most := others.most-before, uint64(6*pairs+6<<20); used > most {
		t.Errorf("%d pairs have %d bytes in use, the most is %d", pairs, used, most)
	} else {
		t.Logf("%d pairs: %d bytes in use", pairs, used)
	}
}
