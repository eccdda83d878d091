package tournament_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/pit"
	"pillars/engine/pitofpillars"
	"pillars/engine/pylyx"
	"pillars/tournament"
)

// mirrorSpec is a player that meets itself on the smallest board, from the start.
func mirrorSpec(format tournament.Format, players ...string) tournament.Spec {
	spec := smallSpec(players...)
	spec.Format, spec.Openings, spec.Spread = format, tournament.OpeningSource{Kind: tournament.StartOpenings}, 1.5
	spec.Limits.Nodes = 1000
	return spec
}

func nodesOf(game tournament.Planned) []float64 {
	var nodes []float64
	for _, control := range game.Controls {
		nodes = append(nodes, float64(control.Limits.Nodes))
	}
	return nodes
}

func TestSelfPlayFromTheStart(t *testing.T) {
	spec := mirrorSpec(tournament.SelfPlay, "random a", "random b")
	spec.Rounds = 400
	plan := planOf(t, spec)
	if len(plan.Games) != 800 || plan.Total != 800 {
		t.Fatalf("%d games and a total of %d; want one for each player and round", len(plan.Games), plan.Total)
	}
	identities, logarithms := map[string]bool{}, []float64{}
	for _, game := range plan.Games {
		identities[game.Identity] = true
		if game.Players[0] != game.Players[1] || len(game.Opening) > 0 || game.Start != "" {
			t.Fatalf("%s is between %v from %v", game.Identity, game.Players, game.Opening)
		}
		for _, nodes := range nodesOf(game) {
			logarithms = append(logarithms, math.Log(nodes/1000)/math.Log(1.5))
		}
	}
	if len(identities) != 800 || plan.Games[1].Identity != "2v2/1/1" {
		t.Errorf("%d identities, the second %s", len(identities), plan.Games[1].Identity)
	}
	mean, square := 0., 0.
	for _, x := range logarithms {
		if math.Abs(x) > 1.001 {
			t.Fatalf("a limit is 1.5^%v times that of all", x)
		}
		mean += x / float64(len(logarithms))
		square += x * x / float64(len(logarithms))
	}
	// A uniform logarithm has the mean 0 and the mean square 1/3, with errors of 0.0144 and 0.0075 here.
	if math.Abs(mean) > .06 || math.Abs(square-1./3) > .03 {
		t.Errorf("drawn logarithms have the mean %.3f and the mean square %.3f", mean, square)
	}
}

func TestLimitsDrawnChangeSeats(t *testing.T) {
	spec := mirrorSpec(tournament.SelfPlay, "random")
	spec.Openings = tournament.OpeningSource{Turns: 2}
	plan := planOf(t, spec)
	if len(plan.Games) != 6 {
		t.Fatalf("%d games; want both orders of 3 rounds", len(plan.Games))
	}
	for i := 0; i < 6; i += 2 {
		there, back := nodesOf(plan.Games[i]), nodesOf(plan.Games[i+1])
		slices.Reverse(back)
		if !slices.Equal(there, back) || there[0] == there[1] {
			t.Errorf("limits %v, and with the seats swapped %v", there, back)
		}
		if !slices.Equal(plan.Games[i].Opening, plan.Games[i+1].Opening) || plan.Games[i].Pair != plan.Games[i+1].Pair {
			t.Errorf("%s and %s are no pair", plan.Games[i].Identity, plan.Games[i+1].Identity)
		}
	}
}

func TestSelfPlayOfFourSeats(t *testing.T) {
	spec := mirrorSpec(tournament.SelfPlay, "random")
	spec.Game, spec.Options = "pit", engine.Settings{{Name: "players", Value: "4"}}
	spec.Openings = tournament.OpeningSource{Turns: 1}
	settled, err := spec.Settle(pit.Game, newFake)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := tournament.NewPlan(settled, pit.Game)
	if err != nil || len(plan.Games) != 36 || len(plan.Games[0].Players) != 4 {
		t.Fatalf("%d games, error %v; want 12 orders of 3 rounds", len(plan.Games), err)
	}
}

// TestSelfPlayGrows checks that more rounds keep the games of fewer.
func TestSelfPlayGrows(t *testing.T) {
	spec := mirrorSpec(tournament.SelfPlay, "random")
	few := planOf(t, spec)
	spec.Rounds = 7
	many := planOf(t, spec)
	for i, game := range few.Games {
		if again := many.Games[i]; again.Identity != game.Identity || !slices.Equal(again.Seeds, game.Seeds) ||
			!slices.Equal(again.Controls, game.Controls) {
			t.Errorf("game %s changed when rounds were added", game.Identity)
		}
	}
	if few.Spec.Hash() != many.Spec.Hash() {
		t.Error("with more rounds it is another run")
	}
}

// won are results of games in which the first seat wins with the chance that its nodes give it: surely with more than ratio times those of the second.
func won(games []tournament.Planned, ratio float64, results map[string]tournament.Result) {
	for _, game := range games {
		nodes := nodesOf(game)
		outcome := engine.Win(1, "test")
		if nodes[0]*ratio > nodes[1] {
			outcome = engine.Win(0, "test")
		}
		results[game.Identity] = tournament.Result{Identity: game.Identity, Pair: game.Pair, Players: game.Players, Outcome: outcome}
	}
}

// TestOddsAreFound has a player that is even with itself at known odds, and checks where the search plays.
func TestOddsAreFound(t *testing.T) {
	for _, even := range []float64{1. / 20, 1, 6} {
		spec := mirrorSpec(tournament.Odds, "random")
		spec.Rounds = 30
		plan := planOf(t, spec)
		if plan.Total != 30*16 || len(plan.Games) != 16 {
			t.Fatalf("%d games in all, %d at first", plan.Total, len(plan.Games))
		}
		results := map[string]tournament.Result{}
		for range spec.Rounds {
			if plan.Complete(results) {
				t.Fatal("complete before the last stage")
			}
			won(plan.Known(results), even, results)
		}
		known := plan.Known(results)
		if len(known) != 30*16 || !plan.Complete(results) {
			t.Fatalf("%d games after the last stage", len(known))
		}
		mean := 0.
		for _, game := range known[20*16:] {
			nodes := nodesOf(game)
			mean += math.Log2(nodes[1]/nodes[0]) / 160
		}
		if math.Abs(mean-math.Log2(even)) > .7 {
			t.Errorf("even at %v: the last games are played around a ratio of %.2f", even, math.Exp2(mean))
		}
	}
}

// TestStartedOddsStayWhereTheyAre checks that games of later stages do not depend on how many results there are of the present one.
func TestStartedOddsStayWhereTheyAre(t *testing.T) {
	plan := planOf(t, mirrorSpec(tournament.Odds, "random"))
	results := map[string]tournament.Result{}
	won(plan.Games[:15], 1, results)
	if got := plan.Known(results); len(got) != 16 {
		t.Errorf("%d games are known before the first stage is finished", len(got))
	}
}

func TestMirrorsRefuse(t *testing.T) {
	cases := map[string]struct {
		change func(*tournament.Spec)
		want   string
	}{
		"nobody":        {func(s *tournament.Spec) { s.Players = nil }, "no player given"},
		"odds of two":   {func(s *tournament.Spec) { s.Format, s.Players = tournament.Odds, []string{"random a", "random b"} }, "one player"},
		"odds of pairs": {func(s *tournament.Spec) { s.Format, s.Openings = tournament.Odds, tournament.OpeningSource{} }, "takes no openings"},
		"narrow":        {func(s *tournament.Spec) { s.Spread = .5 }, "from 1 to 4"},
		"no number":     {func(s *tournament.Spec) { s.Spread = math.NaN() }, "from 1 to 4"},
		"unlimited":     {func(s *tournament.Spec) { s.Limits.Nodes = 0 }, "limit by nodes"},
		"of a tournament": {func(s *tournament.Spec) {
			s.Format, s.Players = tournament.RoundRobin, []string{"random a", "random b"}
		}, "only players that meet"},
		"turns of a start": {func(s *tournament.Spec) { s.Openings.Turns = 2 }, "have none after"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			spec := mirrorSpec(tournament.SelfPlay, "random")
			c.change(&spec)
			if _, err := spec.Settle(pitofpillars.Game, newFake); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one that says %q", err, c.want)
			}
		})
	}
}

// TestSetUpsLeaveTheChoice checks that of a divided set-up the choice is left to the players, and of others nothing.
func TestSetUpsLeaveTheChoice(t *testing.T) {
	for _, game := range []engine.Game{pylyx.Game, pitofpillars.Game} {
		rules, err := game.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		openings, err := tournament.Openings(rules, 3, tournament.OpeningSource{Kind: tournament.SetUpOpenings}, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, opening := range openings {
			h := engine.NewHistory(rules.Start())
			for _, turn := range opening.Turns {
				steps, err := engine.ParseTurn(h.Position(), turn)
				if err != nil {
					t.Fatal(err)
				}
				for _, step := range steps {
					if err := h.Play(step); err != nil {
						t.Fatal(err)
					}
				}
			}
			if p := h.Position(); p.InOpening() != (game == pylyx.Game) || !p.StartsTurn() || tournament.IsChoice(p) != p.InOpening() {
				t.Errorf("an opening ends in %s", p)
			}
		}
	}
}

func TestSpreadIsWrittenDown(t *testing.T) {
	spec := mirrorSpec(tournament.SelfPlay, "random")
	again, err := tournament.ParseSpec(spec.String())
	if err != nil || again.Spread != 1.5 || again.Hash() != spec.Hash() {
		t.Errorf("spread %v, error %v", again.Spread, err)
	}
	spec.Spread = 1.25
	if again.Hash() == spec.Hash() {
		t.Error("with another spread it is the same run")
	}
}
