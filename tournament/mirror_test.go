package tournament_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/engine/pit"
	"pillars/engine/pitofpillars"
	"pillars/engine/pylyx"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
)

// mirrorSpec returns a spec in which players meet themselves on the smallest board, from the start.
func mirrorSpec(format tournament.Format, players ...string) tournament.Spec {
	spec := plantest.Small(players...)
	spec.Format, spec.Openings = format, openings.Source{Kind: openings.None}
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
	spec := mirrorSpec(tournament.SelfPlay{Spread: 1.5}, "random a", "random b")
	spec.Rounds = 400
	plan := plantest.Plan(t, spec)
	if plan.Len() != 800 || plan.Total != 800 {
		t.Fatalf("%d games and a total of %d; want one for each player and round", plan.Len(), plan.Total)
	}
	identities, seeds := map[string]bool{}, map[uint64]bool{}
	for _, game := range plan.List() {
		identities[game.Identity] = true
		if game.Players[0] != game.Players[1] || len(game.OpeningTurns) > 0 || game.Start != "" {
			t.Fatalf("%s is between %v from %v", game.Identity, game.Players, game.OpeningTurns)
		}
		for _, seed := range game.Draws {
			seeds[seed] = true
		}
	}
	if len(identities) != 800 || len(seeds) != 1600 || plan.List()[1].Identity != "2v2/1/1" {
		t.Errorf("%d identities, %d seeds of draws, the second game is %s", len(identities), len(seeds),
			plan.List()[1].Identity)
	}
}

// listener is a random mover that records its node limits.
type listener struct {
	plantest.Fake
	heard *[]float64
}

func (l *listener) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (search.Decision, error) {
	*l.heard = append(*l.heard, float64(limits.Nodes))
	return l.Fake.Decide(ctx, h, limits, report)
}

// TestLimitsAreDrawn plays games and checks the node limits that the players received: their logarithms are uniformly
// distributed, and a second run has the same limits.
func TestLimitsAreDrawn(t *testing.T) {
	spec := mirrorSpec(tournament.SelfPlay{Spread: 1.5}, "random")
	spec.Rounds = 20
	var heard [2][]float64
	for again := range heard {
		runner := runner.Runner{
			Plan: plantest.Plan(t, spec),
			NewPlayer: func(text string, _ engine.Rules) (search.Player, error) {
				return &listener{plantest.Fake{Text: text}, &heard[again]}, nil
			},
		}
		if _, err := runner.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(heard[0], heard[1]) {
		t.Error("the same games have other limits when they are played again")
	}
	n, mean, square := float64(len(heard[0])), 0., 0.
	for _, nodes := range heard[0] {
		x := math.Log(nodes/1000) / math.Log(1.5)
		near.Check(t, x, 0, 1.002, "a limit to the base 1.5")
		mean += x / n
		square += x * x / n
	}
	// Uniform between -1 and 1: the mean 0 with the variance 1/(3n), the mean square 1/3 with 4/(45n). Five errors are
	// allowed.
	if n < 500 || !near.Equal(mean, 0, 5*math.Sqrt(1/(3*n))) || !near.Equal(square, 1./3, 5*math.Sqrt(4/(45*n))) {
		t.Errorf("%v logarithms have the mean %.3f and the mean square %.3f", n, mean, square)
	}
}

func TestDrawsChangeSeats(t *testing.T) {
	spec := mirrorSpec(tournament.SelfPlay{Spread: 1.5}, "random")
	spec.Openings = openings.Source{Turns: 2}
	plan := plantest.Plan(t, spec)
	if plan.Len() != 6 {
		t.Fatalf("%d games; want both orders of 3 rounds", plan.Len())
	}
	for i := 0; i < 6; i += 2 {
		there, back := plan.List()[i], plan.List()[i+1]
		if there.Draws[0] != back.Draws[1] || there.Draws[1] != back.Draws[0] || there.Draws[0] == there.Draws[1] {
			t.Errorf("draws %v, and with the seats swapped %v", there.Draws, back.Draws)
		}
		if !slices.Equal(there.OpeningTurns, back.OpeningTurns) || there.Pair != back.Pair {
			t.Errorf("%s and %s are no pair", there.Identity, back.Identity)
		}
	}
}

func TestSelfPlayOfFourSeats(t *testing.T) {
	spec := mirrorSpec(tournament.SelfPlay{Spread: 1.5}, "random")
	spec.Game, spec.Options = "pit", engine.Settings{{Name: "players", Value: "4"}}
	spec.Openings = openings.Source{Turns: 1}
	settled, err := spec.Settle(pit.Game, plantest.NewFake)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := tournament.NewPlan(settled, pit.Game)
	if err != nil || plan.Len() != 36 || len(plan.List()[0].Players) != 4 {
		t.Fatalf("%d games, error %v; want 12 orders of 3 rounds", plan.Len(), err)
	}
}

// TestSelfPlayGrows checks that a plan with more rounds contains the games of a plan with fewer.
func TestSelfPlayGrows(t *testing.T) {
	spec := mirrorSpec(tournament.SelfPlay{Spread: 1.5}, "random")
	few := plantest.Plan(t, spec)
	spec.Rounds = 7
	many := plantest.Plan(t, spec)
	for i, game := range few.List() {
		if again := many.List()[i]; again.Identity != game.Identity || !slices.Equal(again.Seeds, game.Seeds) ||
			!slices.Equal(again.Controls, game.Controls) || !slices.Equal(again.Draws, game.Draws) {
			t.Errorf("game %s changed when rounds were added", game.Identity)
		}
	}
	if few.Spec.Hash() != many.Spec.Hash() {
		t.Error("with more rounds it is another run")
	}
}

// won are results of games in which the first seat wins with the chance that its nodes give it: surely with more than
// ratio times those of the second.
func won(games []tournament.Planned, ratio float64, results map[string]tournament.Result) {
	for _, game := range games {
		nodes := nodesOf(game)
		outcome := engine.Win(1, "test")
		if nodes[0]*ratio > nodes[1] {
			outcome = engine.Win(0, "test")
		}
		results[game.Identity] = tournament.Result{Identity: game.Identity, Pair: game.Pair, Players: game.Players,
			Outcome: outcome}
	}
}

// TestOddsAreFound checks that, for a player whose even odds are known, later stages are played on both sides of them.
func TestOddsAreFound(t *testing.T) {
	for _, even := range []float64{1. / 20, 1, 6} {
		spec := mirrorSpec(tournament.Odds{Spread: 1.5}, "random")
		spec.Rounds = 30
		plan := plantest.Plan(t, spec)
		if plan.Total != 30*16 || plan.Len() != 16 {
			t.Fatalf("%d games in all, %d at first", plan.Total, plan.Len())
		}
		results := map[string]tournament.Result{}
		for range spec.Rounds {
			if plan.Complete(results) {
				t.Fatal("complete before the last stage")
			}
			won(plan.Known(results).List(), even, results)
		}
		known := plan.Known(results).List()
		if len(known) != 30*16 || !plan.Complete(results) {
			t.Fatalf("%d games after the last stage", len(known))
		}
		for stage := 20; stage < 30; stage++ {
			below, above := 0, 0
			for _, game := range known[stage*16 : stage*16+16] {
				switch ratio := nodesOf(game)[1] / nodesOf(game)[0]; {
				case ratio < even && ratio > even/17:
					below++
				case ratio > even && ratio < even*17:
					above++
				}
			}
			if below != 8 || above != 8 {
				t.Errorf("even at %v: of stage %d %d games are played a little below and %d a little above", even,
					stage, below, above)
			}
		}
	}
}

// TestStartedOddsStayWhereTheyAre checks that the games of a stage do not depend on the number of results that the
// stage has so far.
func TestStartedOddsStayWhereTheyAre(t *testing.T) {
	plan := plantest.Plan(t, mirrorSpec(tournament.Odds{Spread: 1.5}, "random"))
	results := map[string]tournament.Result{}
	won(plan.List()[:15], 1, results)
	if got := plan.Known(results).List(); len(got) != 16 {
		t.Errorf("%d games are known before the first stage is finished", len(got))
	}
}

// TestOddsPassOverFaults checks that games that end by faults do not count. A stage of such games is followed by the
// same stage as an even score, and so is a stage of one draw and faults that the second seat made.
func TestOddsPassOverFaults(t *testing.T) {
	spec := mirrorSpec(tournament.Odds{Spread: 1.5}, "random")
	spec.Rounds = 2
	plan := plantest.Plan(t, spec)
	secondStage := func(result func(game int) tournament.Result) []tournament.Planned {
		results := map[string]tournament.Result{}
		for i, game := range plan.List() {
			results[game.Identity] = result(i)
		}
		return plan.Known(results).List()[16:]
	}
	even := tournament.Result{Outcome: engine.Draw(2, "test")}
	fault := tournament.Result{Outcome: engine.Win(0, "test"), Fault: tournament.Fault{Kind: guard.NoStep, Seat: 1}}
	want := secondStage(func(int) tournament.Result { return even })
	for name, games := range map[string][]tournament.Planned{
		"only faults": secondStage(func(int) tournament.Result { return fault }),
		"one draw": secondStage(func(game int) tournament.Result {
			if game == 3 {
				return even
			}
			return fault
		}),
	} {
		for i, game := range games {
			if !slices.Equal(nodesOf(game), nodesOf(want[i])) {
				t.Errorf("%s: game %s has the limits %v, want %v", name, game.Identity, nodesOf(game), nodesOf(want[i]))
			}
		}
		if len(games) != 16 {
			t.Errorf("%s: %d games follow", name, len(games))
		}
	}
}

func TestMirrorsRefuse(t *testing.T) {
	cases := map[string]struct {
		change func(*tournament.Spec)
		want   string
	}{
		"nobody": {func(s *tournament.Spec) { s.Players = nil }, "no player is given"},
		"odds of two": {func(s *tournament.Spec) {
			s.Format, s.Players = tournament.Odds{},
				[]string{"random a", "random b"}
		}, "one player"},
		"odds of pairs": {func(s *tournament.Spec) { s.Format, s.Openings = tournament.Odds{}, openings.Source{} },
			"takes no openings"},
		"narrow": {func(s *tournament.Spec) { s.Format = tournament.SelfPlay{Spread: .5} }, "from 1 to 4"},
		"no number": {func(s *tournament.Spec) { s.Format = tournament.SelfPlay{Spread: math.NaN()} },
			"from 1 to 4"},
		"unlimited":        {func(s *tournament.Spec) { s.Limits.Nodes = 0 }, "node limit"},
		"turns of a start": {func(s *tournament.Spec) { s.Openings.Turns = 2 }, "have none after"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			spec := mirrorSpec(tournament.SelfPlay{Spread: 1.5}, "random")
			c.change(&spec)
			if _, err := spec.Settle(pitofpillars.Game, plantest.NewFake); err == nil ||
				!strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one that says %q", err, c.want)
			}
		})
	}
}

// TestSetUpsLeaveTheChoice checks that openings of the kind set-up leave the choice of a divided set-up to the players,
// and nothing of other set-ups.
func TestSetUpsLeaveTheChoice(t *testing.T) {
	for _, game := range []engine.Game{pylyx.Game, pitofpillars.Game} {
		rules, err := game.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		list, err := openings.First(rules, 3, openings.Source{Kind: openings.SetUps}, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, opening := range list {
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
			if p := h.Position(); p.InOpening() != (game == pylyx.Game) || !p.StartsTurn() ||
				engine.IsPieChoice(p) != p.InOpening() {
				t.Errorf("an opening ends in %s", p)
			}
		}
	}
}

func TestSpreadIsWrittenDown(t *testing.T) {
	spec := mirrorSpec(tournament.SelfPlay{Spread: 1.5}, "random")
	again, err := tournament.ParseSpec(spec.String())
	if err != nil || again.Traits().Spread != 1.5 || again.Hash() != spec.Hash() {
		t.Errorf("spread %v, error %v", again.Traits().Spread, err)
	}
	spec.Format = tournament.SelfPlay{Spread: 1.25}
	if again.Hash() == spec.Hash() {
		t.Error("with another spread it is the same run")
	}
}
