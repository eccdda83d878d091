package tournament_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/pitofpillars"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/formats"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
)

func TestPlanIsARoundRobinOfPairs(t *testing.T) {
	plan := plantest.Plan(t, plantest.Small("random a", "random b", "random c"))
	if got, want := plan.Len(), 3*2*3; got != want || got != formats.GameCount(3, 2, 3) {
		t.Fatalf("%d games, want 3 pairings x 2 orders x 3 rounds = %d", got, want)
	}
	identities, seeds := map[string]bool{}, map[uint64]bool{}
	seatings := map[string]int{}
	for i, game := range plan.List() {
		identities[game.Identity] = true
		seeds[game.Seeds[0]], seeds[game.Seeds[1]] = true, true
		seatings[strings.Join(game.Players, " - ")]++
		if first := plan.List()[i/6*6]; !slices.Equal(game.OpeningTurns, first.OpeningTurns) {
			t.Errorf("game %s has another opening than %s of the same round", game.Identity, first.Identity)
		}
		if partner := plan.List()[i^1]; partner.Pair != game.Pair || partner.Players[0] != game.Players[1] ||
			partner.Players[1] != game.Players[0] {
			t.Errorf("games %s and %s are no pair with swapped seats", game.Identity, partner.Identity)
		}
	}
	if len(identities) != 18 || len(seeds) != 36 {
		t.Errorf("%d identities and %d seeds: want 18 and 36 different ones", len(identities), len(seeds))
	}
	if len(seatings) != 6 || seatings["random c - random a"] != 3 {
		t.Errorf("seatings %v: want each of 6 ordered pairings 3 times", seatings)
	}
}

func TestMorePlayersAndRoundsKeepEarlierGames(t *testing.T) {
	small := plantest.Plan(t, plantest.Small("random a", "random b"))
	spec := plantest.Small("random a", "random b", "random c")
	spec.Rounds = 5
	large := map[string]tournament.Planned{}
	for _, game := range plantest.Plan(t, spec).List() {
		large[game.Identity] = game
	}
	for _, game := range small.List() {
		if got := large[game.Identity]; !slices.Equal(got.Seeds, game.Seeds) ||
			!slices.Equal(got.OpeningTurns, game.OpeningTurns) {
			t.Errorf("game %s changed when a player and two rounds were added", game.Identity)
		}
	}
}

func TestOpeningsAreDistinctAndPastTheSetUp(t *testing.T) {
	rules, err := pitofpillars.Game.New(engine.Settings{{Name: "size", Value: "4"}})
	if err != nil {
		t.Fatal(err)
	}
	const n, turns = 100, 3
	openings, err := openings.First(rules, 1, openings.Source{Turns: turns}, n)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[uint64]bool{}
	for i, opening := range openings {
		h := engine.NewHistory(rules.Start())
		setUp := 0
		for _, turn := range opening.Turns {
			if h.Position().InOpening() {
				setUp++
			}
			steps, err := engine.ParseTurn(h.Position(), turn)
			if err != nil {
				t.Fatalf("opening %d: %v", i, err)
			}
			for _, step := range steps {
				if err := h.Play(step); err != nil {
					t.Fatalf("opening %d: %v", i, err)
				}
			}
		}
		seen[h.Position().Hash()] = true
		if len(opening.Turns)-setUp != turns || h.Outcome().Over() {
			t.Errorf("opening %d: %d turns after the set-up, over %t; want %d and a game that goes on", i,
				len(opening.Turns)-setUp, h.Outcome().Over(), turns)
		}
	}
	if len(seen) != n {
		t.Errorf("%d different openings, want %d", len(seen), n)
	}
}

func TestOpeningsRunOut(t *testing.T) {
	rules, err := pitofpillars.Game.New(engine.Settings{{Name: "size", Value: "4"}})
	if err != nil {
		t.Fatal(err)
	}
	// The entering stage of 4 x 4 has 171 ends up to symmetry; random play repeats them.
	if many, err := openings.First(rules, 1, openings.Source{}, 20_000); err != nil || len(many) != 20_000 {
		t.Errorf("%d openings, error %v", len(many), err)
	}
	_, err = openings.First(rules, 1, openings.Source{Turns: 1000}, 1)
	if err == nil || !strings.Contains(err.Error(), "fewer opening turns") {
		t.Errorf("error %v: want one that says what to change", err)
	}
}

func TestSpecText(t *testing.T) {
	spec := plantest.Small("random <a>", "random b")
	spec.Seed = 1<<64 - 1
	spec.Limits = search.Limits{Nodes: 9, Depth: 4, Time: 1500 * time.Millisecond}
	spec.Margin = time.Second
	settled, err := spec.Settle(pitofpillars.Game, plantest.NewFake)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"game":"pit-of-pillars","options":["size=4","reserve=0","repetition=3","cap=2000"],` +
		`"players":["random <a>","random b"],` +
		`"rounds":3,"opening_turns":2,"seed":"18446744073709551615","nodes":9,"depth":4,"time":"1.5s","margin":"1s"}`
	if settled.String() != want {
		t.Errorf("text\n%s\nwant\n%s", settled, want)
	}
	back, err := tournament.ParseSpec(want)
	if err != nil {
		t.Fatal(err)
	}
	if back.String() != want || back.Hash() != settled.Hash() {
		t.Errorf("read back as %s", back)
	}
	const hash = "7bf061b3b1ee" // printf %s 'the text above without its rounds' | sha256sum
	if settled.Hash() != hash {
		t.Errorf("hash %s, want %s", settled.Hash(), hash)
	}
	for _, bad := range []string{`{"game":"x","colour":"red"}`, want + "{}", `{"seed":1}`, `{"time":"soon"}`,
		`{"options":["size"]}`, ``} {
		if _, err := tournament.ParseSpec(bad); err == nil {
			t.Errorf("%q was read as a spec", bad)
		}
	}
}

func badControls() []tournament.Control {
	return []tournament.Control{{}, {Limits: search.Limits{Depth: -1}}}
}

// TestSettleAllowsTheBounds checks that values at their bounds are allowed.
func TestSettleAllowsTheBounds(t *testing.T) {
	spec := plantest.Small("random a", "random b")
	spec.Rounds, spec.Margin, spec.Limits.Time = tournament.MaxRounds, 1000*time.Hour, 1000*time.Hour
	spec.Clock = tournament.TimeControl{Base: 1000 * time.Hour, Increment: time.Hour}
	spec.Adjudication = tournament.Adjudication{AgreeScore: 1, AgreeTurns: 1}
	spec.Own = make([]tournament.Control, 2)
	if _, err := spec.Settle(pitofpillars.Game, plantest.NewFake); err != nil {
		t.Error(err)
	}
}

func TestSettleRefuses(t *testing.T) {
	cases := map[string]struct {
		change func(*tournament.Spec)
		want   string
	}{
		"one player":  {func(s *tournament.Spec) { s.Players = s.Players[:1] }, "at least 2"},
		"same player": {func(s *tournament.Spec) { s.Players[1] = " random a " }, "same player"},
		"unknown player": {func(s *tournament.Spec) { s.Players[1] = "deep thought" },
			`player 2: unknown player "deep thought"`},
		"panic":           {func(s *tournament.Spec) { s.Players[1] = "exploding" }, "player 2: panicked"},
		"no rounds":       {func(s *tournament.Spec) { s.Rounds = 0 }, "rounds 0"},
		"openings":        {func(s *tournament.Spec) { s.Openings.Turns = -1 }, "opening turns -1"},
		"time":            {func(s *tournament.Spec) { s.Limits.Time = -1 }, "time limit"},
		"depth":           {func(s *tournament.Spec) { s.Limits.Depth = -1 }, "depth limit"},
		"margin":          {func(s *tournament.Spec) { s.Margin = -1 }, "time margin"},
		"unknown option":  {func(s *tournament.Spec) { s.Options[0].Name = "sighs" }, `no option "sighs"`},
		"impossible size": {func(s *tournament.Spec) { s.Options[0].Value = "9" }, "size=9"},
		"many rounds":     {func(s *tournament.Spec) { s.Rounds = tournament.MaxRounds + 1 }, "rounds 1000001"},
		"long margin":     {func(s *tournament.Spec) { s.Margin = 1000*time.Hour + 1 }, "time margin"},
		"own": {func(s *tournament.Spec) { s.Own = make([]tournament.Control, 1) },
			"2 players have 1 controls"},
		"own limits":      {func(s *tournament.Spec) { s.Own = badControls() }, "player 2: depth limit -1"},
		"agreement":       {func(s *tournament.Spec) { s.Adjudication.AgreeScore = 1 }, "give both or neither"},
		"agreeing turns":  {func(s *tournament.Spec) { s.Adjudication.AgreeTurns = 1 }, "give both or neither"},
		"below 0":         {func(s *tournament.Spec) { s.Adjudication.LongestGame = -1 }, "must be 0 or more"},
		"fault rule":      {func(s *tournament.Spec) { s.OnFault = "laugh" }, `"laugh": must be loss`},
		"long time":       {func(s *tournament.Spec) { s.Limits.Time = 1000*time.Hour + 1 }, "time limit"},
		"long clock":      {func(s *tournament.Spec) { s.Clock.Base = 1000*time.Hour + 1 }, "is above"},
		"increment alone": {func(s *tournament.Spec) { s.Clock.Increment = 1 }, "no time to begin with"},
		"clock below 0":   {func(s *tournament.Spec) { s.Clock.Base = -1 }, "must be 0 or more"},
		"increment": {func(s *tournament.Spec) { s.Clock = tournament.TimeControl{Base: 1, Increment: -1} },
			"must be 0 or more"},
		"moment":     {func(s *tournament.Spec) { s.Limits.Clock.Left[0] = 1 }, "a clock of the moment"},
		"other game": {func(s *tournament.Spec) { s.Game = "go" }, `"go"`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			spec := plantest.Small("random a", "random b")
			c.change(&spec)
			if _, err := spec.Settle(pitofpillars.Game, plantest.NewFake); err == nil ||
				!strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one that says %q", err, c.want)
			}
		})
	}
}

// TestTimed checks that the shortest time limit and the shortest clock make a spec timed, also for a single player.
func TestTimed(t *testing.T) {
	limit := tournament.Control{Limits: search.Limits{Time: 1}}
	clock := tournament.Control{Clock: tournament.TimeControl{Base: 1}}
	for _, c := range []struct {
		spec tournament.Spec
		want bool
	}{
		{tournament.Spec{Limits: search.Limits{Nodes: 5, Depth: 5}}, false},
		{tournament.Spec{Limits: limit.Limits}, true},
		{tournament.Spec{Clock: clock.Clock}, true},
		{tournament.Spec{Own: []tournament.Control{{}, limit}}, true},
		{tournament.Spec{Own: []tournament.Control{{}, clock}}, true},
		{tournament.Spec{Own: []tournament.Control{{}, {}}}, false},
	} {
		c.spec.Players = []string{"a", "b"}
		if got := c.spec.Timed(); got != c.want {
			t.Errorf("%+v is timed: %v", c.spec, got)
		}
	}
}
