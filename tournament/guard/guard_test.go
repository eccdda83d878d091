package guard_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament/guard"
)

// player is a player whose behaviour a test sets.
type player struct {
	decide func() (search.Decision, error)
	closed func() error
}

func (player) Name() string   { return "player" }
func (player) NewGame(uint64) {}

func (p player) Decide(
	context.Context, *engine.History, search.Limits, func(search.Info),
) (search.Decision, error) {
	return p.decide()
}

func (p player) Close() error { return p.closed() }

var errTired = errors.New("tired")

// TestDecide checks the kinds of faults, and that what the player said is not lost.
func TestDecide(t *testing.T) {
	step := search.Decision{Steps: []engine.Step{1}}
	for want, decide := range map[guard.FaultKind]func() (search.Decision, error){
		"":             func() (search.Decision, error) { return step, nil },
		guard.Failed:   func() (search.Decision, error) { return step, errTired },
		guard.NoStep:   func() (search.Decision, error) { return search.Decision{}, nil },
		guard.Panicked: func() (search.Decision, error) { panic("nerves") },
	} {
		_, err := guard.Decide(t.Context(), player{decide: decide}, nil, search.Limits{})
		got := guard.FaultKind("")
		if fault, ok := errors.AsType[*guard.Error](err); ok {
			got = fault.Kind
		}
		if got != want || errors.Is(err, errTired) != (want == guard.Failed) {
			t.Errorf("%q, error %v, want %q", got, err, want)
		}
	}
}

func TestMake(t *testing.T) {
	for want, factory := range map[string]guard.Factory{
		"":          func(string, engine.Rules) (search.Player, error) { return player{}, nil },
		"tired":     func(string, engine.Rules) (search.Player, error) { return nil, errTired },
		"no player": func(string, engine.Rules) (search.Player, error) { return nil, nil },
		"nerves":    func(string, engine.Rules) (search.Player, error) { panic("nerves") },
	} {
		made, err := guard.Make(factory, "one", nil)
		if (made != nil) != (want == "") || (err == nil) != (want == "") || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("made %v, error %v; want %q", made, err, want)
		}
	}
	ended := 0
	guard.End(player{closed: func() error { ended++; return errTired }})
	guard.End(player{closed: func() error { ended++; panic("nerves") }})
	guard.End(nil)
	if ended != 2 {
		t.Errorf("%d players ended, want 2", ended)
	}
}
