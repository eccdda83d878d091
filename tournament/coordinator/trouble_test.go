package coordinator

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"pillars/engine"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/wire"
	"pillars/tournament/worker"
)

// said collects the messages that a worker or a coordinator prints.
type said struct {
	mu    sync.Mutex
	texts []string
	heard chan struct{} // gets an element with each text, if there is room
}

func newSaid() *said { return &said{heard: make(chan struct{}, 1)} }

func (t *said) say(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.texts = append(t.texts, text)
	select {
	case t.heard <- struct{}{}:
	default:
	}
}

// until waits for a message that contains the given words.
func (t *said) until(test *testing.T, words string) {
	test.Helper()
	for deadline := time.After(20 * time.Second); ; {
		t.mu.Lock()
		all := strings.Join(t.texts, "\n")
		t.mu.Unlock()
		if strings.Contains(all, words) {
			return
		}
		select {
		case <-t.heard:
		case <-deadline:
			test.Fatalf("nobody says %q; what is said:\n%s", words, all)
		}
	}
}

// TestOtherVersionsDoNotPlay checks that workers of another version do not play, and that both sides say why.
func TestOtherVersionsDoNotPlay(t *testing.T) {
	c, address := open(t, Options{})
	said := newSaid()
	start(t, address, &worker.Worker{Say: said.say})
	said.until(t, "joined")
	later := wire.Announcement{Protocol: wire.Protocol + 1, Session: "later", Run: "run", Job: "job", Title: "a game"}
	answered := make(chan string, 100)
	if _, err := wire.Listen(c.conn, later.Session, wire.ToJoin, func(_ string, m *nats.Msg) {
		var j wire.Join
		if err := wire.Decode(m.Data, &j); err != nil {
			t.Error(err)
		}
		answer(m, wire.Answer{})
		answered <- j.Trouble
	}); err != nil {
		t.Fatal(err)
	}
	over := make(chan struct{})
	defer close(over)
	go func() { // again and again, as coordinators do
		for {
			_ = wire.Announce(c.conn, later)
			select {
			case <-over:
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	said.until(t, "use the same program on both")
	select {
	case trouble := <-answered:
		if !strings.Contains(trouble, "use the same program on both") {
			t.Errorf("the coordinator hears %q", trouble)
		}
	case <-time.After(20 * time.Second):
		t.Error("the coordinator does not hear why the worker does not play")
	}
}

// TestHeartbeatsReportTrouble checks that a worker's latest trouble is shown, also after heartbeats without one, and
// that heartbeats out of order are ignored.
func TestHeartbeatsReportTrouble(t *testing.T) {
	m := newMembers(time.Now, time.Hour)
	if refused := m.join("ada", wire.Join{Slots: 1}); refused != "" {
		t.Fatal(refused)
	}
	for _, step := range []struct {
		beat wire.Heartbeat
		want string
	}{
		{wire.Heartbeat{Number: 1}, ""},
		{wire.Heartbeat{Number: 3, Trouble: "no memory"}, "no memory"},
		{wire.Heartbeat{Number: 2, Trouble: "late"}, "no memory"},
		{wire.Heartbeat{Number: 4}, "no memory"},
	} {
		m.hear("ada", step.beat)
		if got := m.Members()[0].Trouble; got != step.want {
			t.Errorf("after %+v the trouble is %q, want %q", step.beat, got, step.want)
		}
	}
}

// TestProgramsStartOnlyWhereAllowed checks that a worker starts programs only if its user allows it, because a run may
// name any program.
func TestProgramsStartOnlyWhereAllowed(t *testing.T) {
	started := filepath.Join(t.TempDir(), "started")
	program := filepath.Join(t.TempDir(), "engine")
	if err := os.WriteFile(program, []byte("#!/bin/sh\ntouch "+started+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	open, sly := plan(t, spec(2)), plan(t, spec(2))
	open.Spec.Players = []string{"ugi:" + program, "random"}
	games := sly.List()
	for n := range games {
		games[n].Players = []string{"ugi:" + program, "random"}
	}
	for what, plan := range map[string]tournament.Plan{"of the run": open, "of its units alone": sly.Only(games)} {
		t.Run(what, func(t *testing.T) {
			refusesPrograms(t, plan)
			if _, err := os.Stat(started); err == nil {
				t.Error("the program was started")
			}
		})
	}
}

func refusesPrograms(t *testing.T, plan tournament.Plan) {
	c, address := open(t, Options{})
	said := newSaid()
	start(t, address, &worker.Worker{Say: said.say})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- c.Play(ctx, batch(plan, nil, func(tournament.Game) error { return nil }))
	}()
	said.until(t, "this worker starts none")
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestWeightsTravel checks that a worker gets the files that players name by their contents, wherever they are on this
// machine.
func TestWeightsTravel(t *testing.T) {
	weights := filepath.Join(t.TempDir(), "mine.txt")
	text, err := os.ReadFile(filepath.Join("..", "..", "eval", "weights", "pit-of-pillars.txt"))
	if err == nil {
		err = os.WriteFile(weights, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	spec := spec(4)
	spec.Players = []string{"greedy:weights=" + weights, "random"}
	plan := plan(t, spec)
	want := alone(t, plan)
	c, address := open(t, Options{Audit: -1, newPlayer: func(text string, rules engine.Rules) (search.Player, error) {
		return nil, errors.New("the coordinator plays nothing")
	}})
	start(t, address, &worker.Worker{})
	got, err := play(t, c, plan)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, got, want)
	hash, err := players.WeightsHash(spec.Players[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range got {
		tags := ""
		for _, tag := range game.Record.Tags {
			tags += tag.Name + " " + tag.Value + "\n"
		}
		if !strings.Contains(tags, "Weights") || !strings.Contains(tags, hash) {
			t.Errorf("game %s: the record does not name the weights %s:\n%s", game.Identity, hash, tags)
		}
	}
}

// TestNothingIsLostWhenGamesCannotBeKept checks that, if games cannot be stored because the disk is full, the run ends
// and the next session plays the missing games.
func TestNothingIsLostWhenGamesCannotBeKept(t *testing.T) {
	plan := plan(t, spec(30))
	c, address := open(t, Options{})
	start(t, address, &worker.Worker{Slots: 2})
	full := errors.New("no space left on device")
	kept := map[string]tournament.Game{}
	err := c.Play(t.Context(), batch(plan, nil, func(game tournament.Game) error {
		if len(kept) == 5 {
			return full
		}
		kept[game.Identity] = game
		return nil
	}))
	if !errors.Is(err, full) {
		t.Fatalf("error %v, want %v", err, full)
	}
	missing := func(yield func(tournament.Planned) bool) {
		for game := range planned(plan) {
			if _, done := kept[game.Identity]; !done && !yield(game) {
				return
			}
		}
	}
	rest := batch(plan, nil, func(game tournament.Game) error {
		kept[game.Identity] = game
		return nil
	})
	rest.Games, rest.Len = missing, plan.Len()-5
	err = c.Play(t.Context(), rest)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, kept, alone(t, plan))
}
