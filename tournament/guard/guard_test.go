package guard_test

import (
	"context"
	"errors"
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

func TestDecide(t *testing.T) {
	step := search.Decision{Steps: []engine.Step{1}}
	for want, decide := range map[string]func() (search.Decision, error){
		"":                          func() (search.Decision, error) { return step, nil },
		"error: failed: tired":      func() (search.Decision, error) { return step, errTired },
		"no step: returned no step": func() (search.Decision, error) { return search.Decision{}, nil },
		"panic: panicked: nerves":   func() (search.Decision, error) { panic("nerves") },
	} {
		_, err := guard.Decide(t.Context(), player{decide: decide}, nil, search.Limits{})
		got := ""
		if fault, ok := errors.AsType[*guard.Error](err); ok {
			got = string(fault.Kind) + ": " + fault.Error()
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if want == "error: failed: tired" && !errors.Is(err, errTired) {
			t.Error("what the player said is lost")
		}
	}
}

func TestMake(t *testing.T) {
	for want, factory := range map[string]guard.Factory{
		"":                            func(string, engine.Rules) (search.Player, error) { return player{}, nil },
		"tired":                       func(string, engine.Rules) (search.Player, error) { return nil, errTired },
		`no player was made of "one"`: func(string, engine.Rules) (search.Player, error) { return nil, nil },
		"panicked: nerves":            func(string, engine.Rules) (search.Player, error) { panic("nerves") },
	} {
		made, err := guard.Make(factory, "one", nil)
		if (err == nil) != (want == "") || err != nil && err.Error() != want || err == nil && made == nil {
			t.Errorf("made %v, error %v; want %q", made, err, want)
		}
	}
}

func TestEnd(t *testing.T) {
	ended := 0
	guard.End(player{closed: func() error { ended++; return errTired }})
	guard.End(player{closed: func() error { ended++; panic("nerves") }})
	guard.End(nil)
	if ended != 2 {
		t.Errorf("%d players ended, want 2", ended)
	}
}
