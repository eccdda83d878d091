package tournament_test

import (
	"errors"
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/engine/parallel"
	"pillars/engine/pitofpillars"
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
		{Players: many, Format: tournament.Format{Kind: tournament.Gauntlet, Challengers: 2}, Limits: limits,
			Margin: time.Millisecond},
		{Players: two, Format: tournament.UntilTest(test), Rounds: 90},
		{Players: two, Format: tournament.Format{Kind: tournament.SelfPlay, Spread: 2}, Limits: limits},
		{Players: two, Format: tournament.Format{Kind: tournament.SelfPlay, Spread: 1.5}, Openings: atStart,
			Limits: limits},
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

// TestPlansStay checks that the same games are planned as in all earlier versions, in any order, because stored runs
// depend on it.
func TestPlansStay(t *testing.T) {
	digest := fnv.New64a()
	for _, spec := range goldenSpecs() {
		plan := plantest.Plan(t, spec)
		fmt.Fprintln(digest, plan.Len(), plan.Short)
		var games []string
		for _, game := range plan.List() {
			games = append(games, fmt.Sprintln(game.Identity, game.Pair, game.Players, game.Seeds, game.Start,
				game.OpeningTurns, game.Controls, game.Spread, game.Draws, game.Adjudication))
		}
		slices.Sort(games)
		fmt.Fprintln(digest, games)
	}
	if got := digest.Sum64(); got != 0x52c6147bcddb0ec8 {
		t.Errorf("digest %#x", got)
	}
}

// resultOf returns a result of a planned game, by which plans find the game.
func resultOf(game tournament.Planned) tournament.Result {
	return tournament.Result{Identity: game.Identity, Pair: game.Pair, Pairing: game.Pairing, Opening: game.Opening,
		Players: game.Players}
}

// TestNumbersOfGames checks that plans of every format find their games by results, and do not find games of further
// rounds, and that further rounds change no game.
func TestNumbersOfGames(t *testing.T) {
	for _, spec := range goldenSpecs() {
		plan := plantest.Plan(t, spec)
		spec.Rounds++
		longer := plantest.Plan(t, spec)
		for n, game := range longer.List() {
			got, planned := plan.Number(resultOf(game))
			if planned != (n < plan.Len()) || planned && (got != n || !samePlanned(game, plan.Game(n))) {
				t.Errorf("%s: game %d of a longer plan, %s, is found as %d (%v)", spec.Format, n, game.Identity, got,
					planned)
			}
		}
		if plan.Spec.Hash() != longer.Spec.Hash() {
			t.Errorf("%s: with more rounds it is another run", spec.Format)
		}
	}
}

func samePlanned(a, b tournament.Planned) bool {
	return a.Identity == b.Identity && slices.Equal(a.OpeningTurns, b.OpeningTurns) && slices.Equal(a.Seeds, b.Seeds) &&
		slices.Equal(a.Controls, b.Controls) && slices.Equal(a.Draws, b.Draws)
}

func TestMorePlayersKeepEarlierGames(t *testing.T) {
	large := map[string]tournament.Planned{}
	for _, game := range plantest.Plan(t, plantest.Small(plantest.Names(3)...)).List() {
		large[game.Identity] = game
	}
	for _, game := range plantest.Plan(t, plantest.Small(plantest.Names(2)...)).List() {
		if !samePlanned(large[game.Identity], game) {
			t.Errorf("game %s changed when a player was added", game.Identity)
		}
	}
}

func TestTooManyGames(t *testing.T) {
	for players, rounds := range map[int]int{6: tournament.MaxRounds, 1_000_000: 1} {
		spec := tournament.Spec{Game: "pit-of-pillars", Players: plantest.Names(players), Rounds: rounds}
		_, err := tournament.NewPlan(spec, pitofpillars.Game)
		require.ErrorContains(t, err, "games in all", players)
	}
}

// TestMixedPlan checks that a mixed plan has every opening in all seatings with both players, each game once and with
// seeds of its own, and finds each game by its result. With two seats its games are those of a round robin.
func TestMixedPlan(t *testing.T) {
	for seats, each := range map[int]int{2: 2, 3: 6, 4: 14} {
		pairs := plantest.Piles(t, seats, 3, plantest.Names(seats)...)
		spec := pairs.Spec
		spec.Players, spec.Format.Kind = spec.Players[:2], tournament.Mixed
		plan := plantest.PlanOf(t, enginetest.Pile{}, spec, plantest.NewFake)
		if plan.Len() != 3*each || plan.OpeningGames() != each {
			t.Errorf("%d seats: %d games, want %d", seats, plan.Len(), 3*each)
		}
		seatings, seeds := map[string]int{}, map[uint64]int{}
		for n, game := range plan.List() {
			seatings[strings.Join(game.Players, ", ")]++
			for _, seed := range game.Seeds {
				seeds[seed]++
			}
			opening := n/each + 1
			if game.Opening != opening || resultOf(game).Round() != fmt.Sprint(opening) ||
				game.Identity != fmt.Sprintf("1v2/%d/%d", opening, n%each+1) {
				t.Errorf("%d seats: game %d is %s from opening %d", seats, n, game.Identity, game.Opening)
			}
			if at, planned := plan.Number(resultOf(game)); !planned || at != n {
				t.Errorf("%s is found as game %d (%v), want %d", game.Identity, at, planned, n)
			}
		}
		tournament.CheckCounts(t, "seating", seatings, each, 3)
		tournament.CheckCounts(t, "seed", seeds, 3*each*seats, 1)
		if seats == 2 && !reflect.DeepEqual(plan.List(), pairs.List()) {
			t.Errorf("%v, want %v", plan.List(), pairs.List())
		}
	}
}

// TestPairsShareTheWholeSetUp checks openings of a game in which one seat makes the set-up alone and the sides are then
// chosen: both games of a pair begin the movement from the same position, so that each player gets each side, and the
// first move, once.
func TestPairsShareTheWholeSetUp(t *testing.T) {
	game, err := games.Find("pylyx")
	require.NoError(t, err)
	const rounds, turns = 30, 2
	plan := plantest.PlanOf(t, game, tournament.Spec{
		Game: "pylyx", Players: []string{"random a", "random b"}, Rounds: rounds,
		Openings: openings.Source{Turns: turns}, Seed: 5,
	}, plantest.NewFake)
	began, side, chosen, setUps := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	for _, planned := range plan.List() {
		setUps[planned.OpeningTurns[0]]++
		chosen[planned.OpeningTurns[1]]++
		before := planned.OpeningTurns[:len(planned.OpeningTurns)-turns]
		h, err := openings.Play(plan.Rules, openings.Opening{Turns: before})
		require.NoError(t, err)
		p := h.Position()
		if p.InOpening() {
			t.Errorf("%q does not lead through the set-up", before)
		}
		began[planned.Players[p.Seat()]]++
		owner := strings.Fields(p.String())[3]
		side[planned.Players[owner[0]-'1']]++
	}
	tournament.CheckCounts(t, "first move of a player", began, 2, rounds)
	tournament.CheckCounts(t, "game of a player with the white checkers", side, 2, rounds)
	tournament.CheckCounts(t, "set-up", setUps, rounds, 2)
	if chosen["first"] == 0 || chosen["white"] == 0 || chosen["black"] == 0 {
		t.Errorf("choices %v; want some of each", chosen)
	}
}

// TestPartsOfPlans checks that the shards of a fixed plan have each game once, with all games from one opening in the
// same shard, and that other plans have no shards.
func TestPartsOfPlans(t *testing.T) {
	for _, kind := range tournament.FormatKinds() {
		spec := plantest.Small("random a", "random b", "random c")
		spec.Format.Kind, spec.Rounds = kind, 7
		fixed := kind != tournament.Sequential
		if !fixed {
			spec.Format.Test = &tournament.Test{}
		}
		if err := spec.CheckShard(); (err == nil) != fixed || !fixed && !errors.Is(err, tournament.ErrNoShards) {
			t.Errorf("%s: %v", kind, err)
		}
		if !fixed {
			continue
		}
		switch kind {
		case tournament.Mixed:
			spec.Players = spec.Players[:2]
		case tournament.Training:
			spec.Players = spec.Players[:1]
		}
		plan := plantest.Plan(t, spec)
		shards := map[string]int{} // by game
		owners := map[int]int{}    // by opening
		for part := 1; part <= 3; part++ {
			games := plan.Part(parallel.Shard{Part: part, Of: 3})
			if len(games.List()) != games.Len() {
				t.Errorf("%s: %d games of %d", kind, len(games.List()), games.Len())
			}
			for n, game := range games.List() {
				got, ok := games.Number(resultOf(game))
				if whole, _ := plan.Number(resultOf(game)); !ok || got != n || !samePlanned(games.Game(n), game) ||
					!samePlanned(plan.Game(whole), game) {
					t.Errorf("%s: game %s is number %d, %v, not %d", kind, game.Identity, got, ok, n)
				}
				if owner := owners[game.Opening]; owner != 0 && owner != part {
					t.Errorf("%s: games from opening %d are in shards %d and %d", kind, game.Opening, owner, part)
				}
				owners[game.Opening] = part
				shards[game.Identity]++
			}
		}
		tournament.CheckCounts(t, kind.String()+": game", shards, plan.Len(), 1)
	}
}

// TestSequentialTestMakesDoWithFewerOpenings checks that a test that asks for more openings than there are gets a
// shorter plan, and that other formats get an error.
func TestSequentialTestMakesDoWithFewerOpenings(t *testing.T) {
	for _, source := range []openings.Source{{Kind: openings.All, Turns: 1}, // two, up to symmetry
		{Kind: openings.FromBook, Book: "two lines", Lines: []string{"@b1", "@b2"}}} {
		spec := plantest.Small(plantest.Names(2)...)
		spec.Openings, spec.Rounds = source, 10
		spec.Format = tournament.UntilTest(tournament.Test{Elo1: 5, Alpha: .05, Beta: .05, Model: "normalized"})
		plan := plantest.Plan(t, spec)
		if !plan.Short || plan.Spec.Rounds != 2 || plan.Len() != 4 {
			t.Errorf("%s: %d games of %d rounds, short: %v; want the 4 from 2 openings", source.Kind, plan.Len(),
				plan.Spec.Rounds, plan.Short)
		}
		spec.Rounds = 2
		if exact := plantest.Plan(t, spec); exact.Short || !slices.EqualFunc(exact.List(), plan.List(), samePlanned) {
			t.Errorf("%s: the games of 2 rounds are others, or the plan is called short", source.Kind)
		}
		spec.Rounds, spec.Format = 10, tournament.Format{}
		if _, err := tournament.NewPlan(spec, pitofpillars.Game); !errors.Is(err, openings.ErrTooFew) {
			t.Errorf("a round robin of too few openings: error %v", err)
		}
	}
}
