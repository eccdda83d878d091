package tournament_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/pitofpillars"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// fake is a random mover with a flaw that shows at its third turn of a game.
type fake struct {
	name   string
	flaw   func(ctx context.Context, h *engine.History, good search.Decision) (search.Decision, error)
	random *rand.PCG
	turns  int
}

func (f *fake) Name() string { return f.name }

func (f *fake) NewGame(seed uint64) {
	f.random = engine.NewRandom(seed)
	f.turns = 0
}

func (f *fake) Decide(
	ctx context.Context, h *engine.History, _ search.Limits, _ func(search.Info),
) (search.Decision, error) {
	step := engine.RandomStep(h.Position(), f.random)
	good := search.Decision{Steps: []engine.Step{step}, Info: search.Info{Nodes: 1, Depth: 2, Score: 3}}
	if h.Position().StartsTurn() {
		f.turns++
	}
	if f.flaw == nil || f.turns < 3 {
		return good, nil
	}
	return f.flaw(ctx, h, good)
}

// flaws are the ways in which a player can misbehave, with a word that the referee's reason must hold.
var flaws = map[string]struct {
	word string
	play func(ctx context.Context, h *engine.History, good search.Decision) (search.Decision, error)
}{
	"illegal": {"illegal step", func(_ context.Context, h *engine.History, _ search.Decision) (search.Decision, error) {
		return search.Decision{Steps: []engine.Step{engine.Step(h.Position().Rules().StepSpace() + 1)}}, nil
	}},
	"empty": {"no step", func(context.Context, *engine.History, search.Decision) (search.Decision, error) {
		return search.Decision{}, nil
	}},
	"failing": {"out of ideas", func(context.Context, *engine.History, search.Decision) (search.Decision, error) {
		return search.Decision{}, errors.New("out of ideas\nand of lines")
	}},
	"panicking": {"panicked", func(context.Context, *engine.History, search.Decision) (search.Decision, error) {
		var nowhere []int
		return search.Decision{Steps: []engine.Step{engine.Step(nowhere[3])}}, nil
	}},
	"overrunning": {"beyond the end of the turn",
		func(_ context.Context, h *engine.History, good search.Decision) (search.Decision, error) {
			probe := h.Clone()
			var steps []engine.Step
			for range 3 { // no turn of this game has three steps
				step := probe.Position().AppendSteps(nil)[0]
				steps = append(steps, step)
				if err := probe.Play(step); err != nil {
					return good, err
				}
			}
			return search.Decision{Steps: steps}, nil
		}},
	"hanging": {"lost on time", func(ctx context.Context, _ *engine.History, good search.Decision) (search.Decision,
		error) {
		<-ctx.Done()
		return good, nil
	}},
}

// newFake makes random movers of names that begin with "random", and flawed players.
func newFake(text string, _ engine.Rules) (search.Player, error) {
	if strings.HasPrefix(text, "random") {
		return &fake{name: text}, nil
	}
	if text == "exploding" {
		panic("no such luck")
	}
	flaw, known := flaws[text]
	if !known {
		return nil, fmt.Errorf("unknown player %q", text)
	}
	return &fake{name: text, flaw: flaw.play}, nil
}

// smallSpec is a tournament on the smallest board.
func smallSpec(players ...string) tournament.Spec {
	return tournament.Spec{
		Game: "pit-of-pillars", Options: engine.Settings{{Name: "size", Value: "4"}}, Players: players,
		Rounds: 3, Openings: openings.Source{Turns: 2}, Seed: 7, Limits: search.Limits{Nodes: 10},
	}
}

// planOf settles and plans a spec that must be right.
func planOf(t *testing.T, spec tournament.Spec) tournament.Plan {
	t.Helper()
	settled, err := spec.Settle(pitofpillars.Game, newFake)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := tournament.NewPlan(settled, pitofpillars.Game)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}
