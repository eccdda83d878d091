package quiescence_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search/quiescence"
	"pillars/search/utility"
)

// scatter is a random evaluation that differs between positions and seats.
type scatter struct{}

func (scatter) Evaluate(p engine.Position, seat engine.Seat) int {
	mixed := (p.Hash() + uint64(seat)) * 0xd6e8feb86659fd93
	return int(mixed>>40)%1201 - 600
}

// plainQuiet searches plainly, with new positions and lists everywhere.
func plainQuiet(p engine.Position, left int) utility.Vector {
	seats := p.Rules().Seats()
	after := func(step engine.Step) utility.Vector {
		child := p.Clone()
		child.Play(step)
		return plainQuiet(child, left-1)
	}
	if p.Over() {
		return p.Outcome().Scores
	}
	if left == 0 {
		return utility.Evaluate(scatter{}, p, seats, 2)
	}
	steps := p.AppendSteps(nil)
	if !p.StartsTurn() {
		best, scores := 0, make([]int32, len(steps))
		p.OrderingScores(steps, scores)
		for i, step := range steps {
			if step == p.DeclineStep() {
				return after(step)
			}
			if scores[i] > scores[best] {
				best = i
			}
		}
		return after(steps[best])
	}
	var values []utility.Vector
	forcing := p.AppendNoisy(nil)
	if len(forcing) == 0 || len(forcing) < len(steps) {
		values = append(values, utility.Evaluate(scatter{}, p, seats, 2))
	}
	for _, step := range forcing {
		values = append(values, after(step))
	}
	best := values[0]
	for _, v := range values {
		if v[p.Seat()] > best[p.Seat()] {
			best = v
		}
	}
	return best
}

// TestQuiet compares the search with the plain one along random games of stones and Pit with three and four seats.
func TestQuiet(t *testing.T) {
	t.Parallel()
	played := 0
	for _, rules := range manySeats(t) {
		quiet := quiescence.NewVectorSearcher(rules, scatter{}, 2)
		for seed := range uint64(8) {
			random := engine.NewRandom(seed)
			for p := rules.Start(); !p.Over(); p.Play(engine.RandomStep(p, random)) {
				got, want := quiet.Value(p), plainQuiet(p, 12)
				if got != want {
					t.Fatalf("shares %v, plainly %v: %s", got, want, p)
				}
				if got != utility.Evaluate(scatter{}, p, rules.Seats(), 2) {
					played++
				}
			}
		}
	}
	if played < 100 {
		t.Errorf("steps were played out in %d positions only; the test means to see more", played)
	}
}

// manySeats returns rules of small games and of Pit.
func manySeats(t *testing.T) []engine.Rules {
	t.Helper()
	rules := []engine.Rules{&enginetest.Stones{Players: 3, Pile: 7}, &enginetest.Stones{Players: 4, Pile: 5}}
	for _, players := range []string{"3", "4"} {
		rules = append(rules, enginetest.Rules(t, "pit", "players="+players))
	}
	return rules
}
