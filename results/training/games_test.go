package training

import (
	"cmp"
	"fmt"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// small is the self-play of most tests: games that take only a moment.
var small = SelfPlay{MostRandom: 4, Stray: 0.5, OwnSetUp: 0.3, Longest: 60}

const quick = "alphabeta:nodes=60,table=1"

// source plays games of self-play into a new store and returns them.
func source(t *testing.T, rules engine.Rules, play SelfPlay, player string, games int) Games {
	t.Helper()
	db, err := store.Open(t.TempDir() + "/games.db")
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	return Games{Store: db, Runs: []string{playInto(t, db, play.Spec(rules, player, games, 3))}}
}

// playInto plays a run and returns its id.
func playInto(t *testing.T, db *store.Store, spec tournament.Spec) string {
	t.Helper()
	game := enginetest.Rules(t, spec.Game).Game()
	spec, err := spec.Settle(game, players.New)
	require.NoError(t, err)
	s, err := session.New("self-play", spec, game, session.Observer{})
	require.NoError(t, err)
	s.Workers = 2
	require.NoError(t, s.Enter(t.Context(), db))
	if p, err := s.Play(t.Context()); err != nil || !p.Complete() {
		t.Fatal(p, err)
	}
	return s.Run.ID
}

// all collects games unchanged.
type all struct{ games []storedGame }

func (*all) open(engine.Rules) error { return nil }

func (a *all) add(game storedGame, _ *replay) error {
	a.games = append(a.games, game)
	return nil
}

// stored returns the games of a source, and a replay for which every position is quiet.
func stored(t *testing.T, rules engine.Rules, games Games) ([]storedGame, *replay) {
	t.Helper()
	var a all
	require.NoError(t, games.read(t.Context(), rules.Game(), Selection{Quiet: QuietAny}, &a))
	return a.games, &replay{rules: rules, quiet: QuietAny}
}

// TestGamesWithFaultsAreLeftOut reads a run of four games, of which a player's fault ended two.
func TestGamesWithFaultsAreLeftOut(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	data, ctx := source(t, rules, small, quick, 4), t.Context()
	sound, err := data.Store.Run(ctx, data.Runs[0])
	require.NoError(t, err)
	run, err := data.Store.CreateRun(ctx, store.Run{Kind: sound.Kind, Hash: sound.Hash, Spec: sound.Spec})
	n := 0
	for game, failed := range data.Store.Find(ctx, sound.ID, store.Filter{}) {
		if n++; n%2 == 0 {
			game.Fault = tournament.Fault{Kind: guard.Failed}
		}
		err = cmp.Or(err, failed, data.Store.Append(ctx, run.ID, game.Game))
	}
	if err != nil || n != 4 {
		t.Fatal(n, err)
	}
	var a all
	data.Runs = []string{run.ID}
	err = data.read(ctx, rules.Game(), Selection{}, &a)
	if err != nil || len(a.games) != 2 {
		t.Errorf("%d games, %v", len(a.games), err)
	}
}

// TestGamesWithoutAllThoughts cuts off the last thought of a stored game.
func TestGamesWithoutAllThoughts(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	games, replay := stored(t, rules, source(t, rules, small, quick, 1))
	game, ignore := games[0], func(engine.Position, turn) error { return nil }
	require.NoError(t, replay.each(game, ignore))
	n := len(game.Thoughts) - 1
	game.Thoughts = game.Thoughts[:n]
	require.ErrorContains(t, replay.each(game, ignore), fmt.Sprint(n), n)
}
