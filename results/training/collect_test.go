package training

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// collected reads games with a selection.
func collected(t *testing.T, rules engine.Rules, selection Selection, games Games) *positionCollector {
	t.Helper()
	layout := eval.NewLayout(rules)
	c := newPositionCollector(layout, rules, selection)
	require.NoError(t, games.read(t.Context(), rules.Game(), selection, c))
	return c
}

// TestCollectorCounts checks that stricter kinds of quiet select subsets, and that no position is taken twice.
func TestCollectorCounts(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	data := source(t, rules, small, quick, 60)
	taken := func(quiet Quiet, stage Stage, runs int) int {
		data := Games{Store: data.Store, Runs: slices.Repeat(data.Runs, runs)}
		counts := collected(t, rules, Selection{Quiet: quiet, Lambda: 1, Stage: stage}, data).counts()
		if counts.Games != 60*runs || counts.Held != 0 {
			t.Errorf("%s, %s: %+v", quiet, stage, counts)
		}
		return counts.Train
	}
	both, quietOnes := taken(QuietAny, StageBoth, 1), taken(QuietSearch, StageBoth, 1)
	later, twice := taken(QuietAny, StageMovement, 1), taken(QuietAny, StageBoth, 2)
	if quietOnes == 0 || quietOnes >= both || later >= both || twice != both {
		t.Errorf("%d positions, %d quiet, %d after the set-up; of the run twice %d", both, quietOnes, later, twice)
	}
}

// TestTargets mixes results and scores by hand, and compares them with the samples, one for each selected position, in
// order.
func TestTargets(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	data := source(t, rules, small, quick, 30)
	games, replay := stored(t, rules, data)
	for _, lambda := range []float64{0, 0.7, 1} {
		seen := map[uint64]bool{}
		var want []float64
		for _, g := range games {
			err := replay.each(g, func(p engine.Position, now turn) error {
				if !p.StartsTurn() || !now.decided || now.setUp ||
					now.score > search.Proven || now.score < -search.Proven || seen[p.Hash()] {
					return nil
				}
				seen[p.Hash()] = true
				expected := 1 / (1 + math.Exp(-float64(now.score)/100))
				want = append(want, lambda*g.Outcome.Score(p.Seat())+(1-lambda)*expected)
				return nil
			})
			require.NoError(t, err)
		}
		c := collected(t, rules, Selection{Quiet: QuietAny, Lambda: lambda}, data)
		if c.Train.Len() != len(want) {
			t.Fatalf("lambda %v: %d positions, want %d", lambda, c.Train.Len(), len(want))
		}
		for i := range want {
			_, target := c.Train.At(i)
			near.Check(t, target, want[i], 1e-6, "lambda ", lambda, ": target ", i)
		}
	}
}

// TestValidationByGame checks that all positions of a game are either held back or learned from, by the seed and the
// game alone.
func TestValidationByGame(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	long, beginningOnly := source(t, rules, small, quick, 200), source(t, rules, small, quick, 50)
	selection := Selection{Quiet: QuietAny, Lambda: 1, Validation: 0.25, Seed: 5}
	c := collected(t, rules, selection, long)
	if n := c.counts().Validation; n < 30 || n > 70 {
		t.Errorf("%d of 200 games are held back for a share of 0.25", n)
	}
	games, replay := stored(t, rules, long)
	seen, back, positions := map[uint64]bool{}, map[string]bool{}, map[bool]int{}
	for _, g := range games {
		is := selection.holdsBack(g)
		back[g.Identity] = is
		err := replay.each(g, func(p engine.Position, now turn) error {
			if p.StartsTurn() && now.decided && !now.setUp && !now.score.Decided() && !seen[p.Hash()] {
				seen[p.Hash()] = true
				positions[is]++
			}
			return nil
		})
		require.NoError(t, err)
	}
	if positions[false] != c.Train.Len() || positions[true] != c.Held.Len() || c.Held.Len() == 0 {
		t.Errorf("the games make %v positions, the sets have %d and %d", positions, c.Train.Len(), c.Held.Len())
	}
	beginning, _ := stored(t, rules, beginningOnly)
	for _, g := range beginning {
		if back[g.Identity] != selection.holdsBack(g) {
			t.Fatal("other games are held back when the run is longer")
		}
	}
	selection.Seed++
	if again := collected(t, rules, selection, long); again.Held.Len() == c.Held.Len() {
		t.Error("the seed makes no difference")
	}
}

// TestCollectorRefuses checks the errors for runs of other rules and kinds.
func TestCollectorRefuses(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	data := source(t, rules, small, quick, 1)
	layout := eval.NewLayout(enginetest.Rules(t, "pit-of-pillars", "size=5"))
	selection := Selection{Quiet: QuietAny}
	c := newPositionCollector(layout, enginetest.Rules(t, "pit-of-pillars", "size=5"), selection)
	if err := data.read(t.Context(), rules.Game(), selection, c); err == nil {
		t.Error("games of another board are read")
	}
	if err := data.read(t.Context(), enginetest.Rules(t, "pilastri").Game(), selection, &all{}); err == nil {
		t.Error("games of another game are read")
	}
	other := small.Spec(rules, quick, 1, 3)
	other.Format, other.Openings = tournament.Format{Kind: tournament.SelfPlay}, openings.Source{}
	data.Runs = append(data.Runs, playInto(t, data.Store, other))
	var a all
	err := data.read(t.Context(), rules.Game(), Selection{}, &a)
	if err == nil || !strings.Contains(err.Error(), "not self-play") || len(a.games) != 1 {
		t.Errorf("%d games, %v", len(a.games), err)
	}
}

// TestTargetsOfSeveralSeats mixes results and scores by hand for games of three seats. Every seat that is still in the
// game sees every selected position, with its own result and the score of its own search, in this turn or its next one.
// Without a next turn, the target is the result alone.
func TestTargetsOfSeveralSeats(t *testing.T) {
	rules := enginetest.Rules(t, "pit", "players=3")
	data := source(t, rules, small, "multiseat:nodes=40,table=1", 12)
	games, replay := stored(t, rules, data)
	layout := eval.NewLayout(rules)
	type sight struct {
		p   engine.Position
		now turn
	}
	const lambda = .4
	seen, want, views, left := map[uint64]bool{}, map[string]int{}, 0, 0
	for _, g := range games {
		var turns []sight
		if err := replay.each(g, func(p engine.Position, now turn) error {
			if p.StartsTurn() && now.decided {
				turns = append(turns, sight{p.Clone(), now})
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for i, at := range turns {
			if at.now.setUp || at.now.score.Decided() || seen[at.p.Hash()] {
				continue
			}
			seen[at.p.Hash()] = true
			for seat := range engine.Seat(3) {
				if _, settled := engine.Settled(at.p, seat); settled {
					left++
					continue
				}
				target := g.Outcome.Score(seat)
				for _, next := range turns[i:] {
					if next.p.Seat() == seat {
						target = lambda*target + (1-lambda)*next.now.score.Expectation()
						break
					}
				}
				var in eval.Inputs
				layout.Inputs(at.p, seat, &in)
				want[fmt.Sprintf("%v %v %.5f", in.Index, in.Count, target)]++
				views++
			}
		}
	}
	set := collected(t, rules, Selection{Quiet: QuietAny, Lambda: lambda}, data).Train
	for i := range set.Len() {
		in, target := set.At(i)
		want[fmt.Sprintf("%v %v %.5f", in.Index, in.Count, target)]--
	}
	for key, n := range want {
		if n != 0 {
			t.Fatalf("%d times too few: %s", n, key)
		}
	}
	if set.Len() != views || views < 300 || left == 0 {
		t.Errorf("%d positions, want %d views; %d of seats that were out", set.Len(), views, left)
	}
}

// TestSetUpTargets computes the targets of positions of the set-up by hand: the result of the game mixed with the
// expectation of the first search after the set-up, from the view of the seat to act. The examples must have the same
// checksum.
func TestSetUpTargets(t *testing.T) {
	rules, play := enginetest.Rules(t, "pit-of-pillars", "size=4"), small
	play.LeastRandom, play.MostRandom, play.OwnSetUp = 0, 3, 1
	data := source(t, rules, play, quick, 30)
	selection := Selection{Quiet: QuietAny, Stage: StageSetUp, Lambda: 0.4}
	patterned := rules.(engine.PatternRules)
	got := &exampleCollector{rules: patterned}
	got.Train, got.selection = tune.NewExamples(len(patterned.Patterns())), selection
	want := tune.NewExamples(len(patterned.Patterns()))
	require.NoError(t, data.read(t.Context(), rules.Game(), selection, got))
	games, replay := stored(t, rules, data)
	for _, g := range games {
		require.NoError(t, addSetUpByHand(want, g, replay, selection.Lambda))
	}
	if !reflect.DeepEqual(got.Train, want) || want.Len() < 100 {
		t.Errorf("%d positions, by hand %d; or others", got.Train.Len(), want.Len())
	}
}

// addSetUpByHand adds the positions of a game's set-up once the first search after it is known.
func addSetUpByHand(into *tune.Examples, g storedGame, replay *replay, lambda float64) error {
	first := g.Outcome.Score(0) // what is expected for the first seat
	found := false
	err := replay.each(g, func(p engine.Position, now turn) error {
		if now.decided && !now.setUp && !found {
			found, first = true, 1/(1+math.Exp(-float64(now.score)/100))
			if now.score.Decided() {
				first = now.score.Expectation()
			}
			if p.Seat() == 1 {
				first = 1 - first
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return replay.each(g, func(p engine.Position, now turn) error {
		if !now.decided || !now.setUp || now.score.Decided() {
			return nil
		}
		var lists engine.PatternLists
		p.(engine.PatternPosition).AppendPatterns(&lists)
		expected := first
		if p.Seat() == 1 {
			expected = 1 - first
		}
		into.Add(lists[p.Seat()], lists[1-p.Seat()], engine.SetUpPhase,
			lambda*g.Outcome.Score(p.Seat())+(1-lambda)*expected)
		return nil
	})
}

// TestScores compares the collected scores with those found by going through the games from the end: the turns count
// from the last one back to the last random one.
func TestScores(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	data := source(t, rules, small, quick, 40)
	c := scores{sameRules{rules}, map[string][]tune.Scored{}, map[string]int{}}
	require.NoError(t, data.read(t.Context(), rules.Game(), Selection{}, &c))
	games, replay := stored(t, rules, data)
	var want []tune.Scored
	strayed := 0
	for _, game := range games {
		var positions []engine.Position
		var turns []turn
		if err := replay.each(game, func(p engine.Position, now turn) error {
			if p.StartsTurn() {
				positions, turns = append(positions, p.Clone()), append(turns, now)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		var found []tune.Scored
		last := len(turns) - 1
		for ; last >= 0 && turns[last].decided; last-- {
			if score, p := turns[last].score, positions[last]; !score.Decided() {
				found = append(found, tune.Scored{Score: score.Logits(),
					Result: game.Outcome.Score(p.Seat())})
			}
		}
		for ; last >= 0; last-- {
			if turns[last].decided {
				strayed++
			}
		}
		slices.Reverse(found)
		want = append(want, found...)
	}
	if got := c.positions["alphabeta"]; !slices.Equal(got, want) || len(c.positions) != 1 ||
		c.games["alphabeta"] != 40 {
		t.Errorf("%d scores of %v games, want %d: %v", len(got), c.games, len(want), got)
	}
	if len(want) < 100 || strayed == 0 {
		t.Errorf("%d scores, %d before a random turn; the test means to see more", len(want), strayed)
	}
}

// TestNothingLeftToLearnFrom checks the error of a fit whose games are all held back.
func TestNothingLeftToLearnFrom(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	r := WeightsRun{Job: Job{Rules: rules, Games: source(t, rules, small, quick, 3),
		Selection: Selection{Quiet: QuietAny, Validation: .999999}}}
	_, err := r.Fit(t.Context(), nil)
	require.ErrorContains(t, err, "none of the positions of 3 games is left to learn from: ")
}
