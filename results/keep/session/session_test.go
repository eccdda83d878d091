package session

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/results/keep/keeptest"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
)

// trial is a session of fakes on the smallest board, with the events that it reported.
type trial struct {
	*Session
	told  []EventKind
	games int // played now
	after func(played int)
}

func newTrial(t *testing.T, db *store.Store, change func(*tournament.Spec), names ...string) *trial {
	t.Helper()
	game, err := games.Find("pit-of-pillars")
	require.NoError(t, err)
	spec := plantest.Small(names...)
	spec.Limits = search.Limits{}
	if change != nil {
		change(&spec)
	}
	maker := plantest.NewFake
	if strings.HasPrefix(names[0], "greedy") {
		maker = players.Recorded
	}
	if spec, err = spec.Settle(game, maker); err != nil {
		t.Fatal(err)
	}
	c := &trial{after: func(int) {}}
	c.Session, err = New("tournament", spec, game, Observer{
		Event: func(e Event) { c.told = append(c.told, e.Kind) },
		Played: func(game tournament.Game) error {
			if _, err := db.Game(t.Context(), c.Run.ID, game.Identity); err != nil {
				t.Errorf("game %s is told of, and not stored: %v", game.Identity, err)
			}
			c.games++
			c.after(c.games)
			return nil
		},
	})
	require.NoError(t, err)
	c.NewPlayer = maker
	return c
}

// play enters and plays the session, and checks the number of games that it plays and its events.
func (c *trial) play(t *testing.T, db *store.Store, games int, events ...EventKind) runner.Progress {
	t.Helper()
	require.NoError(t, c.Enter(t.Context(), db))
	p, err := c.Play(t.Context())
	require.NoError(t, err)
	if c.games != games || !slices.Equal(c.told, events) {
		t.Errorf("%d games and the events %v, want %d and %v", c.games, c.told, games, events)
	}
	return p
}

// moves returns the turns of all games of a run.
func moves(t *testing.T, s *Session) map[string]string {
	t.Helper()
	all := map[string]string{}
	for game, err := range s.Store.Find(t.Context(), s.Run.ID, store.Filter{}) {
		require.NoError(t, err)
		all[game.Identity] = strings.Join(game.Record.Turns, " ")
	}
	return all
}

// TestStopDropsGamesInPlay ends the context, as a second interrupt does, while a player thinks.
func TestStopDropsGamesInPlay(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	c := newTrial(t, db, nil, "random", "random b", "hanging")
	c.Workers = 2
	ctx, stop := context.WithCancel(t.Context())
	c.after = func(int) { stop() }
	require.NoError(t, c.Enter(ctx, db))
	p, err := c.Play(ctx)
	if !errors.Is(err, context.Canceled) || p.Complete() {
		t.Errorf("a stopped run ends with %v and the progress %+v", err, p)
	}
	if results, err := c.Results(t.Context()); err != nil || len(results) == 0 || len(results) != c.games {
		t.Errorf("%d games are stored (%v), %d were told of", len(results), err, c.games)
	}
}

// TestObserverEndsSession checks that the error of an observer is returned, and that the game passed to it is stored.
func TestObserverEndsSession(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	c, full := newTrial(t, db, nil, "random", "random b"), errors.New("the pipe is closed")
	c.Observer.Played = func(tournament.Game) error { return full }
	require.NoError(t, c.Enter(t.Context(), db))
	if _, err := c.Play(t.Context()); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	if results, err := c.Results(t.Context()); len(results) != 1 {
		t.Errorf("%d games are stored (%v)", len(results), err)
	}
}

// TestTablesOfAllWorkersAreCounted checks that a run is refused if its players together need more memory than any
// machine has.
func TestTablesOfAllWorkersAreCounted(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	c := newTrial(t, db, nil, "random", "random b")
	c.Workers, c.Spec.Players = 1<<40, []string{"alphabeta:table=1", "random"}
	require.ErrorContains(t, c.Enter(t.Context(), db), "tables of 1 MiB each")
	if runs, err := db.Runs(t.Context()); err != nil || len(runs) > 0 {
		t.Errorf("runs %v, error %v", runs, err)
	}
}

// TestSettle checks that players that would never move are refused.
func TestSettle(t *testing.T) {
	t.Parallel()
	game, err := games.Find("pit-of-pillars")
	require.NoError(t, err)
	spec := tournament.Spec{Game: game.Name(), Players: []string{"mcts", "random"}, Rounds: 1}
	five := search.Limits{Nodes: 5}
	for _, c := range []struct {
		own     []tournament.Control
		common  search.Limits
		refused bool
	}{
		{nil, search.Limits{}, true}, {[]tournament.Control{{}, {Limits: five}}, search.Limits{}, true},
		{[]tournament.Control{{Limits: five}, {}}, search.Limits{}, false}, {nil, search.Limits{Depth: 2}, false},
	} {
		spec.Own, spec.Limits = c.own, c.common
		_, err := Settle(spec, game)
		if _, refused := errors.AsType[UnlimitedError](err); refused != c.refused || err != nil && !refused {
			t.Errorf("own limits %+v, common %+v: error %v", c.own, c.common, err)
		}
	}
	if spec, err := Settle(spec, game); err != nil || spec.Players[0] == "" || !players.Unlimited(spec.Players[0]) {
		t.Errorf("settled as %v, %v", spec.Players, err)
	}
}
