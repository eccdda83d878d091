package recorder

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
)

// playedGames returns the games of a small tournament, from an opening of two turns in all orders of seats.
func playedGames(t *testing.T, rules engine.Rules, rounds int) (all []tournament.Game) {
	t.Helper()
	spec := plantest.Small([]string{"random a", "random b", "random c"}[:rules.Seats()]...)
	spec.Game, spec.Options, spec.Rounds = rules.Game().Name(), rules.Settings(), rounds
	r := runner.Runner{Plan: plantest.Plan(t, spec), NewPlayer: plantest.NewFake, Workers: 1,
		Sink: func(g tournament.Game) error {
			all = append(all, g)
			return nil
		}}
	if _, err := r.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return all
}

// small returns rules of small variants of all games.
func small(t *testing.T) map[string]engine.Rules {
	return map[string]engine.Rules{
		"pit of pillars": enginetest.Rules(t, "pit-of-pillars", "size=4", "cap=60"),
		"pilastri":       enginetest.Rules(t, "pilastri", "size=4"),
		"pylyx":          enginetest.Rules(t, "pylyx", "size=6", "cap=40"),
		"pit":            enginetest.Rules(t, "pit"),
		"pit for three":  enginetest.Rules(t, "pit", "players=3"),
	}
}

// sampleOf makes all possible records of a small tournament.
func sampleOf(t *testing.T, rules engine.Rules) metrics.Sample {
	t.Helper()
	ctx := context.Background()
	s := metrics.Sample{Rules: metrics.RulesOf(rules), Judge: "alphabeta"}
	r, err := Effort{Seed: 1, WholeTurns: 3, Judge: "alphabeta:nodes=50,weights=hand", Judgements: 1,
		Shallow: "alphabeta:nodes=5", Deep: "alphabeta:nodes=40"}.recorder(rules)
	require.NoError(t, err)
	for _, game := range playedGames(t, rules, 2) {
		g, err := r.Record(ctx, game)
		require.NoError(t, err)
		checkRecord(t, game, g)
		s.Games = append(s.Games, g)
	}
	s.Chain = []metrics.Rung{{Player: "random"}, {Player: "greedy", Points: 18, Games: 20},
		{Player: "alphabeta", Points: 11, Games: 20}}
	return s
}

// checkRecord compares a record with its game.
func checkRecord(t *testing.T, game tournament.Game, g metrics.Trace) {
	t.Helper()
	if len(g.Turns) != game.Turns || len(g.Positions) != game.Turns+1 || g.Outcome != game.Outcome ||
		g.Opening == "" || g.Opening != game.Round() {
		t.Fatalf("%s: %d turns, %v and opening %q, not %d and %v", game.Identity, len(g.Turns), g.Outcome, g.Opening,
			game.Turns, game.Outcome)
	}
	wholes := 0
	for i, turn := range g.Turns {
		if turn.Given != (i < game.Record.Opening) || len(turn.Steps) == 0 {
			t.Errorf("%s, turn %d: %+v", game.Identity, i+1, turn)
		}
		if turn.Wholes > 0 {
			wholes++
		}
		checkExpectation(t, turn)
	}
	if decided := len(g.Turns) - game.Record.Opening; wholes != min(3, decided) {
		t.Errorf("%s: whole turns are counted %d times in %d decided turns", game.Identity, wholes, decided)
	}
}

// checkExpectation checks that the expected scores of the seats sum to half the number of seats, and that only decided
// turns have them.
func checkExpectation(t *testing.T, turn metrics.Turn) {
	t.Helper()
	sum := 0.
	for _, x := range turn.Expectation {
		sum += x
	}
	if seats := len(turn.Expectation); (seats == 0) != turn.Given || !near.Equal(sum, float64(seats)/2, 1e-9) {
		t.Errorf("%+v", turn)
	}
}

// TestEveryMetricOfEveryGame computes all metrics of real games. None may be absent that the game can have, and the
// records must be reproducible.
func TestEveryMetricOfEveryGame(t *testing.T) {
	t.Parallel()
	for name, rules := range small(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sampleOf(t, rules)
			given := map[string]bool{}
			for _, m := range metrics.Of(s) {
				given[m.Name] = given[m.Name] || m.Estimate.Kind != stats.Absent
			}
			for name, given := range given {
				if !given && !mayBeAbsent(name, rules) {
					t.Errorf("%s is absent", name)
				}
			}
			again := sampleOf(t, rules)
			if !reflect.DeepEqual(s.Games, again.Games) {
				t.Error("the records differ from one time to the next")
			}
		})
	}
}

// mayBeAbsent reports whether small runs of a game need not determine a metric.
func mayBeAbsent(metric string, rules engine.Rules) bool {
	switch metric {
	case "opening-score", "opening-decided":
		return true // these openings are played twice each
	case "opener", "opener-score":
		return rules.Game().Name() == "pilastri" // has no set-up
	case "drama", "behind", "judge-skill", "decided-turn":
		return rules.Game().Name() == "pylyx" // few random games have a winner
	}
	return (metric == "clarity-top" || metric == "near-best") && rules.Seats() > 2
}

// TestWholeTurns counts whole turns in another way: by the texts of all turns that can be played.
func TestWholeTurns(t *testing.T) {
	t.Parallel()
	for name, rules := range small(t) {
		p := rules.Start()
		random := engine.NewRandom(3)
		for turns := 0; turns < 6 && !p.Over(); {
			if p.StartsTurn() && !(name == "pylyx" && turns == 0) { // its set-up is one turn of many steps
				_, got := drawTurns(p, 0, engine.NewRandom(0))
				if want := slowWholes(p, new(int)); got != want {
					t.Errorf("%s, %s: %d whole turns, not %d", name, p, got, want)
				}
			}
			p.Play(engine.RandomStep(p, random))
			if p.StartsTurn() {
				turns++
			}
		}
	}
}

// slowWholes returns the number of different texts of positions after a turn. It adds the number of turns to lines.
func slowWholes(p engine.Position, lines *int) int {
	found := map[string]bool{}
	var complete func(engine.Position)
	complete = func(p engine.Position) {
		for _, text := range engine.StepTexts(p) {
			step, _ := engine.ParseStep(p, text)
			child := p.Clone()
			child.Play(step)
			if child.Over() || child.StartsTurn() {
				found[child.String()] = true
				*lines++
			} else {
				complete(child)
			}
		}
	}
	complete(p)
	return len(found)
}

// TestLooks makes records with one worker and, from the games in another order, with four.
func TestLooks(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	games := playedGames(t, rules, 4)
	looks := Effort{Judge: "alphabeta:nodes=50", Seed: 2, WholeTurns: 2, Workers: 1}
	one, err := looks.Record(context.Background(), rules, games, nil)
	require.NoError(t, err)
	slices.Reverse(games)
	looks.Workers = 4
	four, err := looks.Record(context.Background(), rules, games, nil)
	if err != nil || !reflect.DeepEqual(one, four) {
		t.Errorf("four workers record other things than one: %v", err)
	}
	games[2].Record.Final = "elsewhere"
	if _, err := looks.Record(context.Background(), rules, games, nil); err == nil ||
		!strings.Contains(err.Error(), games[2].Identity) {
		t.Errorf("a game that does not end where its record says is recorded, or not named: %v", err)
	}
}

// TestJudgesAreImpartial checks that a player that plays the games does not judge them.
func TestJudgesAreImpartial(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	games, looks := playedGames(t, rules, 1), Effort{Judge: "alphabeta:nodes=50", Workers: 1}
	for players, want := range map[string]string{"greedy random": "alphabeta:nodes=50",
		"greedy alphabeta:nodes=50": "alphabeta:nodes=150"} {
		games[0].Players = strings.Fields(players)
		if s, err := looks.Sample(t.Context(), rules, games, time.Time{}, func(int) {}); err != nil || s.Judge != want {
			t.Errorf("%s: judge %s, error %v, want %s", players, s.Judge, err, want)
		}
	}
}
