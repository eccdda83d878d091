package tournament_test

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"
	"time"

	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
)

// goldenSpecs returns specs of every format, with many options set.
func goldenSpecs() (specs []tournament.Spec) {
	two := []string{"random a", "random b"}
	many := append(two, "random c", "random d", "random e")
	atStart := openings.Source{Kind: openings.None}
	limits := search.Limits{Nodes: 100, Depth: 7, Time: time.Second}
	clock := tournament.TimeControl{Base: time.Minute, Increment: time.Second}
	test := tournament.Test{Elo1: 10, Alpha: .05, Beta: .05, Model: "logistic"}
	for _, spec := range []tournament.Spec{
		{Players: many},
		{Players: many, Format: tournament.Gauntlet{Challengers: 2}, Limits: limits, Margin: time.Millisecond},
		{Players: many, Format: tournament.Swiss{MatchPairs: 2}, Clock: clock},
		{Players: many, Format: tournament.KnockOut{MatchPairs: 1}, OnFault: tournament.FaultVoid},
		{Players: two, Format: tournament.Sequential{Test: test}, Rounds: 90},
		{Players: two, Format: tournament.SelfPlay{Spread: 2}, Limits: limits},
		{Players: two, Format: tournament.SelfPlay{Spread: 1.5}, Openings: atStart, Limits: limits},
		{Players: two[:1], Format: tournament.Odds{Spread: 2}, Openings: atStart, Limits: limits},
		{
			Players: two, Own: []tournament.Control{{Limits: search.Limits{Nodes: 5}}, {Clock: clock}}, Clock: clock,
			Adjudication: tournament.Adjudication{Proven: true, AgreeScore: 300, AgreeTurns: 3, LongestGame: 90},
		},
	} {
		spec.Game, spec.Options, spec.Seed = "pit-of-pillars", plantest.Small().Options, 11
		if spec.Rounds == 0 {
			spec.Rounds = 3
		}
		specs = append(specs, spec)
	}
	return specs
}

// TestPlansStay checks that games are planned as in all earlier versions, because stored runs depend on it.
func TestPlansStay(t *testing.T) {
	digest := fnv.New64a()
	for _, spec := range goldenSpecs() {
		plan := plantest.Plan(t, spec)
		fmt.Fprintln(digest, plan.Total, plan.Short)
		results := map[string]tournament.Result{}
		for len(results) < 60 && !plan.Complete(results) {
			for i, game := range plan.Known(results).List() {
				if _, done := results[game.Identity]; done {
					continue
				}
				fmt.Fprintln(digest, game.Identity, game.Pair, game.Players, game.Seeds, game.Start, game.OpeningTurns,
					game.Controls, game.Spread, game.Draws, game.Adjudication)
				result := tournament.Result{Identity: game.Identity, Players: game.Players}
				result.Outcome.Seats = 2
				result.Outcome.Scores[i%2] = 1
				results[game.Identity] = result
			}
		}
	}
	if got := digest.Sum64(); got != 0xca26c3adbab75936 {
		t.Errorf("digest %#x", got)
	}
}

// TestBooksForPlayersOnly checks that a spec keeps the mark of a book for players only, that specs with other books
// have not changed, and that no player meets itself from such openings.
func TestBooksForPlayersOnly(t *testing.T) {
	spec := plantest.Small("random a", "random b")
	spec.Openings = openings.Source{Kind: openings.FromBook, Book: "b", Lines: []string{"@b1"}}
	earlier := spec
	spec.Openings.OnlyPlayers = true
	if strings.Contains(earlier.String(), "only_players") || spec.Hash() == earlier.Hash() {
		t.Errorf("%s: hash %s, of any book %s", earlier, earlier.Hash(), spec.Hash())
	}
	read, err := tournament.ParseSpec(spec.String())
	if err != nil || !read.Openings.OnlyPlayers || read.Hash() != spec.Hash() {
		t.Errorf("%s reads as %s (%v)", spec, read, err)
	}
	game := enginetest.Rules(t, spec.Game).Game()
	if _, err := spec.Settle(game, plantest.NewFake); err != nil {
		t.Errorf("a tournament from such a book: %v", err)
	}
	spec.Format = tournament.SelfPlay{}
	_, err = spec.Settle(game, plantest.NewFake)
	if err == nil || !strings.Contains(err.Error(), "advantage of a seat") {
		t.Errorf("players that meet themselves: %v", err)
	}
	earlier.Format = tournament.SelfPlay{}
	if _, err := earlier.Settle(game, plantest.NewFake); err != nil {
		t.Errorf("players that meet themselves, from any book: %v", err)
	}
}

func TestSpecsInWords(t *testing.T) {
	const bounded = "limits for all: 100 nodes a decision, 7 steps ahead, 1s a turn "
	for i, want := range []string{
		"no common limit",
		bounded + "(margin 1ms)",
		"limits for all: a clock of 1m0s+1s (margin 0s)",
		"no common limit; faults: void",
		"no common limit",
		bounded + "(margin 0s), each drawn between 1/2 and 2 times that",
		bounded + "(margin 0s), each drawn between 1/1.5 and 1.5 times that",
		bounded + "(margin 0s), each drawn between 1/2 and 2 times that, at odds between the seats",
		"limits for all: a clock of 1m0s+1s (margin 0s); for random a: 5 nodes a decision; for random b: a " +
			"clock of 1m0s+1s (margin 0s); proven results end games; agreement by +3.00 for 3 turns ends games; " +
			"drawn after 90 turns",
	} {
		spec := goldenSpecs()[i]
		if got := tournament.LimitsText(spec) + tournament.EndsText(spec); got != want {
			t.Errorf("spec %d: %q, want %q", i+1, got, want)
		}
	}
	for want, source := range map[string]openings.Source{
		"all of 1 turn, up to symmetry":  {Kind: openings.All, Turns: 1},
		"random set-up":                  {Kind: openings.SetUps},
		"random set-up and 2 turns":      {Turns: 2},
		"none":                           {Kind: openings.None},
		"2 lines of b":                   {Kind: openings.FromBook, Book: "b", Lines: []string{"x", "y"}},
		"random set-up and 1 to 4 turns": {Kind: openings.Varied, Least: 1, Turns: 4},
		"random set-up and 0 to 1 turn (25 % of the games: these turns from the start)": {
			Kind: openings.Varied, Turns: 1, OwnSetUp: .25},
	} {
		if got := tournament.OpeningsText(source); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	none, minute := tournament.TimeControl{}, tournament.TimeControl{Base: time.Minute}
	if text := none.String() + minute.String(); text != "1m0s" {
		t.Errorf("clocks %q", text)
	}
}

// TestNumbersOfGames checks that plans of every format find their games by results, and do not find games of further
// rounds.
func TestNumbersOfGames(t *testing.T) {
	for _, spec := range goldenSpecs() {
		plan := plantest.Plan(t, spec)
		for n, listed := range plan.List() {
			game := plan.Game(n)
			result := tournament.Result{Identity: game.Identity, Pair: game.Pair, Pairing: game.Pairing,
				Opening: game.Opening}
			if got, planned := plan.Number(result); got != n || !planned || !samePlanned(game, listed) {
				t.Errorf("%s: game %d, %s, is listed as %s and found as %d (%v)", spec.Format, n, game.Identity,
					listed.Identity, got, planned)
			}
		}
		spec.Rounds++
		longer := plantest.Plan(t, spec)
		for n, game := range longer.List() {
			result := tournament.Result{Identity: game.Identity, Pair: game.Pair, Pairing: game.Pairing,
				Opening: game.Opening}
			if _, planned := plan.Number(result); planned != (n < plan.Len()) {
				t.Errorf("%s: game %d of a longer plan, %s, is planned: %v", spec.Format, n, game.Identity, planned)
			}
		}
	}
}
