// Package plantest provides small tournaments, and players that misbehave, for tests.
package plantest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
)

// Fake is a player for tests that plays random steps. From its third turn of a game on it misbehaves, if it has a flaw.
type Fake struct {
	Text   string
	Flaw   Flaw // how the player misbehaves; nil if it does not
	random *rand.PCG
	turns  int
}

// Name returns f.Text.
func (f *Fake) Name() string { return f.Text }

// NewGame seeds the random steps of the next game.
func (f *Fake) NewGame(seed uint64) {
	f.random = engine.NewRandom(seed)
	f.turns = 0
}

// Decide returns a random step or, if the player has a flaw, a wrong decision.
func (f *Fake) Decide(
	ctx context.Context, h *engine.History, _ search.Limits, _ func(search.Info),
) (search.Decision, error) {
	step := engine.RandomStep(h.Position(), f.random)
	good := search.Decision{Steps: []engine.Step{step}, Info: search.Info{Nodes: 1, Depth: 2, Score: 3}}
	if h.Position().StartsTurn() {
		f.turns++
	}
	if f.Flaw == nil || f.turns < 3 {
		return good, nil
	}
	return f.Flaw(ctx, h, good)
}

// A Flaw returns a wrong decision, given a good one.
type Flaw = func(ctx context.Context, h *engine.History, good search.Decision) (search.Decision, error)

var flaws = map[string]Flaw{
	"illegal": func(_ context.Context, h *engine.History, _ search.Decision) (search.Decision, error) {
		return search.Decision{Steps: []engine.Step{engine.Step(h.Position().Rules().StepSpace() + 1)}}, nil
	},
	"failing": func(context.Context, *engine.History, search.Decision) (search.Decision, error) {
		return search.Decision{}, errors.New("out of \x1b[31mideas\u202e\nand of lines")
	},
	"panicking": func(context.Context, *engine.History, search.Decision) (search.Decision, error) {
		var nowhere []int
		return search.Decision{Steps: []engine.Step{engine.Step(nowhere[3])}}, nil
	},
	"hanging": func(ctx context.Context, _ *engine.History, good search.Decision) (search.Decision, error) {
		<-ctx.Done()
		return good, nil
	},
}

// NewFake makes a [Fake]. Texts that begin with "random" give players without a flaw; "illegal", "failing", "panicking"
// and "hanging" give players with the flaw of this name. With the text "exploding" NewFake panics.
func NewFake(text string, _ engine.Rules) (search.Player, error) {
	kind := strings.TrimPrefix(text, search.CommandKind+":")
	if kind == "exploding" {
		panic("no such luck")
	}
	flaw, known := flaws[kind]
	if !known && !strings.HasPrefix(kind, "random") {
		return nil, fmt.Errorf("unknown player %q", text)
	}
	return &Fake{Text: text, Flaw: flaw}, nil
}

// Small returns the spec of a tournament on the smallest board.
func Small(players ...string) tournament.Spec {
	return tournament.Spec{
		Game: "pit-of-pillars", Options: engine.Settings{{Name: "size", Value: "4"}}, Players: players,
		Rounds: 3, Openings: openings.Source{Turns: 2}, Seed: 7, Limits: search.Limits{Nodes: 10},
	}
}

// Plan returns the plan of a spec whose players [NewFake] makes. It ends the test if the spec is not valid.
func Plan(t testing.TB, spec tournament.Spec) tournament.Plan {
	t.Helper()
	return PlanOf(t, enginetest.Rules(t, spec.Game).Game(), spec, NewFake)
}

// PlanOf returns the plan of a spec of a game and of players that a factory makes. It ends the test if the spec is not
// valid.
func PlanOf(t testing.TB, game engine.Game, spec tournament.Spec, players guard.Factory) tournament.Plan {
	t.Helper()
	settled, err := spec.Settle(game, players)
	require.NoError(t, err)
	plan, err := tournament.NewPlan(settled, game)
	require.NoError(t, err)
	return plan
}

// Piles returns the plan of a tournament of the test game [enginetest.Pile], which is for two to four seats.
func Piles(t testing.TB, seats, rounds int, players ...string) tournament.Plan {
	t.Helper()
	return PlanOf(t, enginetest.Pile{}, tournament.Spec{
		Game: "pile", Options: engine.Settings{{Name: "players", Value: strconv.Itoa(seats)}}, Players: players,
		Rounds: rounds, Openings: openings.Source{Turns: 2}, Seed: 3,
	}, NewFake)
}

// Names returns the names of n random movers.
func Names(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("random %d", i+1)
	}
	return names
}

// Finished returns a finished game, whose record has no turns. The pair ends with the number of the opening, as in
// "1v2/3"; a pair without a number gives a game without an opening.
func Finished(identity, pair string, turns int, players []string, scores ...float64) tournament.Game {
	outcome := engine.Outcome{Seats: len(scores), Reason: "test"}
	copy(outcome.Scores[:], scores)
	_, number, _ := strings.Cut(pair, "/")
	opening, _ := strconv.Atoi(number)
	return tournament.Game{
		Result: tournament.Result{
			Identity: identity, Pair: pair, Opening: opening, Players: players, Outcome: outcome, Turns: turns,
		},
		Record: engine.Record{Game: "test", Players: players, Outcome: outcome},
	}
}

// Earlier returns results as the sequence that [runner.Runner] takes in its field Earlier.
func Earlier(results []tournament.Result) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		for _, result := range results {
			if !yield(result, nil) {
				return
			}
		}
	}
}
