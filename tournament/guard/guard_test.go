package guard_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament/guard"
)

// player is a player whose end a test sets.
type player struct {
	search.Player
	closed func() error
}

func (p player) Close() error { return p.closed() }

var errTired = errors.New("tired")

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
