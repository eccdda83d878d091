package openings

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
)

// oracle is a player that values a position by its hash, from -1 to 1 logits for the first seat, or sees a win.
type oracle struct{ err error }

func (o *oracle) Name() string   { return "oracle" }
func (o *oracle) NewGame(uint64) {}

func (o *oracle) Decide(
	_ context.Context, h *engine.History, _ search.Limits, _ func(search.Info),
) (search.Decision, error) {
	p := h.Position()
	return search.Decision{Steps: p.AppendSteps(nil)[:1], Info: search.Info{Score: oracleScore(p)}}, o.err
}

// oracleScore returns the oracle's score for the seat to act.
func oracleScore(p engine.Position) search.Score {
	hash := engine.CanonicalHash(p)
	score := search.Score(hash%201) - 100
	if hash%17 == 0 {
		score = search.WinIn(3)
	}
	if p.Seat() == 1 {
		return -score
	}
	return score
}

func balanced(rules engine.Rules, count int) Balanced {
	return Balanced{
		Rules: rules, Openings: Source{Turns: 1}, Count: count, Tries: MaxTries, Margin: 30,
		Valuer: Valuer{Seed: 3, Player: "oracle", Workers: 1,
			NewPlayer: func(string, engine.Rules) (search.Player, error) { return &oracle{}, nil }},
	}
}

// TestBalancedOpeningsAreTheFirstThatAreEven finds the balanced openings independently, among the different openings of
// a tournament.
func TestBalancedOpeningsAreTheFirstThatAreEven(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	const count = 20
	all, err := first(rules, 3, Source{Turns: 1}, 300)
	require.NoError(t, err)
	var want []Valued
	different := map[uint64]bool{}
	for _, opening := range all {
		p := after(t, rules, opening)
		key := engine.CanonicalHash(p)
		if different[key] {
			continue
		}
		different[key] = true
		score := oracleScore(p)
		if p.Seat() == 1 {
			score = -score
		}
		if max(score, -score) <= 30 {
			want = append(want, Valued{Opening: opening, Draw: len(different), Score: score})
		}
	}
	if len(want) < count || len(different) == len(all) {
		t.Fatalf("%d even openings of %d, %d of them different; the test means to see more even ones, and repeats",
			len(want), len(all), len(different))
	}
	for _, workers := range []int{0, 1, 4} {
		b := balanced(rules, count)
		b.Workers = workers
		found, valued, err := b.Find(t.Context())
		if err != nil || valued != want[count-1].Draw || !slices.EqualFunc(found, want[:count], sameBalanced) {
			t.Errorf("%d workers: found %v of %d, error %v; want %v", workers, found, valued, err, want[:count])
		}
	}
}

func sameBalanced(a, b Valued) bool {
	return sameOpening(a.Opening, b.Opening) && a.Draw == b.Draw && a.Score == b.Score
}

// TestBalancedOpeningsRunOut searches for more balanced openings than exist, and within a number of tries.
func TestBalancedOpeningsRunOut(t *testing.T) {
	b := balanced(enginetest.Rules(t, "pilastri", "size=4"), 1000)
	b.Openings.Turns = 2
	found, valued, err := b.Find(t.Context())
	if err != nil || len(found) == 0 || len(found) >= valued || valued < 50 {
		t.Errorf("found %d of %d, error %v; want some of all", len(found), valued, err)
	}
	b.Tries = 17
	if found, valued, err = b.Find(t.Context()); err != nil || valued != 17 || len(found) == 0 {
		t.Errorf("found %d of %d in 17 tries, error %v", len(found), valued, err)
	}
	b.Tries, b.Margin = 1, 0
	if found, valued, err := b.Find(t.Context()); err != nil || valued != 1 || len(found) > 0 && found[0].Score != 0 {
		t.Errorf("found %v of %d, error %v", found, valued, err)
	}
}

// TestBalancedKeepsWhatIsFound checks that an interrupted search returns the openings found so far.
func TestBalancedKeepsWhatIsFound(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := balanced(enginetest.Rules(t, "pit-of-pillars", "size=4"), 1000)
	b.Report = func(found, _ int) {
		if found == 5 {
			cancel()
		}
	}
	found, valued, err := b.Find(ctx)
	if !errors.Is(err, context.Canceled) || len(found) < 5 || len(found) > 6 || valued < len(found) {
		t.Errorf("found %d of %d, error %v; want 5 and the error of the context", len(found), valued, err)
	}
}

func TestBalancedRefuses(t *testing.T) {
	for want, change := range map[string]func(*Balanced){
		"two seats":         func(b *Balanced) { b.Rules = enginetest.Rules(t, "pit", "players=3") },
		"openings wanted 0": func(b *Balanced) { b.Count = 0 },
		"openings wanted":   func(b *Balanced) { b.Count = MaxTries + 1 },
		"tries 0":           func(b *Balanced) { b.Tries = 0 },
		"tries 100001":      func(b *Balanced) { b.Tries = MaxTries + 1 },
		"margin":            func(b *Balanced) { b.Margin = -1 },
		"random openings":   func(b *Balanced) { b.Openings.Kind = FromBook },
		"opening turns":     func(b *Balanced) { b.Openings.Turns = -1 },
		"was over": func(b *Balanced) {
			b.Rules, b.Openings.Turns = enginetest.Rules(t, "pit-of-pillars", "size=4", "cap=3"), 5
		},
		"opening 1: player o": func(b *Balanced) { b.NewPlayer = failing },
	} {
		b := balanced(enginetest.Rules(t, "pit-of-pillars", "size=4"), 5)
		change(&b)
		if found, _, err := b.Find(t.Context()); err == nil || !strings.Contains(err.Error(), want) || len(found) > 0 {
			t.Errorf("found %d, error %v; want %q", len(found), err, want)
		}
	}
}

func failing(string, engine.Rules) (search.Player, error) {
	return &oracle{errors.New("no idea")}, nil
}
