package openings

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/search/players"
)

// fair returns a search for even set-ups, with the values of the oracle.
func fair(rules engine.Rules, tries int) Fair {
	return Fair{Start: rules.Start(), Tries: tries, Valuer: balanced(rules, 1).Valuer}
}

// modelValue returns the value of a position for the seat to act: by the oracle after the set-up, and of the best
// choice before.
func modelValue(p engine.Position) search.Score {
	if !engine.IsPieChoice(p) {
		return oracleScore(p)
	}
	return slices.Max(modelChoices(p))
}

func modelChoices(p engine.Position) (scores []search.Score) {
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		score := modelValue(child)
		if child.Seat() != p.Seat() {
			score = -score
		}
		scores = append(scores, score.Later(1))
	}
	return scores
}

// TestFairAgainstAModel compares the values of set-ups with plain ones, in a game whose set-up ends with a choice and
// in one without, and checks that even set-ups come first.
func TestFairAgainstAModel(t *testing.T) {
	for _, rules := range []engine.Rules{enginetest.Rules(t, "pylyx", "size=6"),
		enginetest.Rules(t, "pit-of-pillars", "size=4")} {
		const tries = 40
		f := fair(rules, tries)
		reported := 0
		f.Report = func(done, total int) {
			if reported++; done != reported || total != tries {
				t.Errorf("report of %d of %d, want %d", done, total, reported)
			}
		}
		setUps, err := f.SetUps(t.Context())
		if err != nil || len(setUps) != tries || reported != tries {
			t.Fatalf("%d set-ups, %d reported, error %v", len(setUps), reported, err)
		}
		draws := map[int]bool{}
		for i, s := range setUps {
			draws[s.Draw] = true
			var choices, want []search.Score
			for _, choice := range s.Choices {
				choices = append(choices, choice.Score)
			}
			spread := search.Score(0)
			if engine.IsPieChoice(s.Position) {
				want = modelChoices(s.Position)
				slices.SortFunc(want, func(a, b search.Score) int { return int(b - a) })
				spread = want[0] - want[1]
			}
			uneven := max(s.Score, -s.Score, spread)
			if s.Score != modelValue(s.Position) || !slices.Equal(choices, want) || s.Spread() != spread ||
				s.Unevenness() != uneven || i > 0 && setUps[i-1].Unevenness() > uneven {
				t.Errorf("%s: score %d, choices %v, unevenness %d; want choices %v and %d", s.Position, s.Score,
					s.Choices, s.Unevenness(), want, uneven)
			}
			if p := after(t, rules, f.Opening(&s)); p.String() != s.Position.String() {
				t.Errorf("the opening of %s leads to %s", s.Position, p)
			}
			if within := len(Within(setUps, uneven.Logits())); within < i+1 {
				t.Errorf("%d set-ups are as even as number %d", within, i+1)
			}
		}
		if len(draws) != tries || !draws[1] || !draws[tries] {
			t.Errorf("draws %v", draws)
		}
	}
}

// TestFairDrawsStay checks that set-ups and values depend on the number of workers and of draws in no way, and that the
// seed of each draw follows from its number as in earlier versions, so that books can be made again.
func TestFairDrawsStay(t *testing.T) {
	rules := enginetest.Rules(t, "pylyx", "size=6")
	drawn := func(workers, tries int) (texts []string) {
		f := Fair{Start: rules.Start(), Tries: tries,
			Valuer: Valuer{Seed: 1, Player: "mcts:nodes=5", NewPlayer: players.New, Workers: workers}}
		setUps, err := f.SetUps(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(setUps, func(a, b SetUp) int { return a.Draw - b.Draw })
		for _, s := range setUps {
			texts = append(texts, fmt.Sprint(s.Position, s.Score, s.Choices))
		}
		return texts
	}
	few, many := drawn(1, 4), drawn(6, 7)
	if !slices.Equal(few, many[:4]) {
		t.Errorf("one worker and four draws: %v; six and seven: %v", few, many)
	}
	first, err := drawSetUp(rules.Start(), engine.DeriveSeed(1, "set-up", "1"))
	if err != nil || !strings.HasPrefix(few[0], first.Position().String()) {
		t.Errorf("the first set-up is %s, want %s (%v)", few[0], first.Position(), err)
	}
}

// TestFairValuesWhatIsGiven checks that a position at a choice of three or of two, or after the set-up, is valued as it
// is, and that set-ups from another position than the start are written as positions.
func TestFairValuesWhatIsGiven(t *testing.T) {
	rules := enginetest.Rules(t, "pylyx", "size=6")
	list, err := First(rules, 3, Source{Kind: SetUps}, 1)
	if err != nil {
		t.Fatal(err)
	}
	choice := after(t, rules, list[0])
	given := []engine.Position{choice}
	for _, step := range choice.AppendSteps(nil) {
		p := choice.Clone()
		p.Play(step)
		given = append(given, p)
	}
	for _, p := range given {
		f := fair(rules, 10)
		f.Start = p
		setUps, err := f.SetUps(t.Context())
		if err != nil || len(setUps) != 1 || setUps[0].Score != modelValue(p) || len(setUps[0].Turns) != 0 ||
			f.Opening(&setUps[0]).Start != p.String() || engine.IsPieChoice(p) != (setUps[0].Spread() != 0) {
			t.Errorf("%s: %+v, error %v; want one worth %d", p, setUps, err, modelValue(p))
		}
	}
	pit := enginetest.Rules(t, "pit-of-pillars", "size=4")
	f := fair(pit, 1)
	f.Start = after(t, pit, Opening{Turns: []string{"@b1"}})
	if setUps, err := f.SetUps(t.Context()); err != nil || len(setUps[0].Turns) == 0 ||
		f.Opening(&setUps[0]).Start != setUps[0].Position.String() {
		t.Errorf("%+v, error %v", setUps, err)
	}
}

// TestFairIsInterrupted checks that a cancelled search returns the set-ups that are valued, and that a player's fault
// leaves none.
func TestFairIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := fair(enginetest.Rules(t, "pit-of-pillars", "size=4"), 9)
	f.Workers = 1
	f.Report = func(done, _ int) {
		if done == 2 {
			cancel()
		}
	}
	if setUps, err := f.SetUps(ctx); !errors.Is(err, context.Canceled) || len(setUps) < 2 || len(setUps) > 3 {
		t.Errorf("%d set-ups, error %v; want 2 and a cancelled context", len(setUps), err)
	}
	for _, tries := range []int{0, MaxTries + 1} {
		f.Tries = tries
		if _, err := f.SetUps(t.Context()); err == nil {
			t.Errorf("%d tries are accepted", tries)
		}
	}
	f.NewPlayer, f.Tries = failing, 9
	if setUps, err := f.SetUps(t.Context()); err == nil || setUps != nil {
		t.Errorf("%d set-ups, error %v", len(setUps), err)
	}
}

// TestValuesOfOpenings checks that the values of openings are the same as in the search for balanced openings, in the
// order of the list, and that a failed search is an error.
func TestValuesOfOpenings(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	b := balanced(rules, 12)
	found, _, err := b.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(found)
	var list []Opening
	for i := range found {
		list, found[i].Draw = append(list, found[i].Opening), i+1
	}
	for b.Workers = 1; b.Workers < 4; b.Workers += 2 {
		valued, err := b.Values(t.Context(), rules, list)
		if err != nil || !reflect.DeepEqual(valued, found) {
			t.Errorf("%d workers: error %v,\n%v, want\n%v", b.Workers, err, valued, found)
		}
	}
	if _, err := b.Values(t.Context(), rules, []Opening{{Turns: []string{"@a1"}}}); err == nil {
		t.Error("an opening that cannot be played was valued")
	}
}
