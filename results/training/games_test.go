package training

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/search/players"
	"pillars/tournament"
)

// small is the self-play of most tests: games that take only a moment.
var small = SelfPlay{MostRandom: 4, Stray: 0.5, OwnSetUp: 0.3, Longest: 60}

const quick = "alphabeta:nodes=60,table=1"

// source plays games of self-play into a new store and returns them.
func source(t *testing.T, rules engine.Rules, play SelfPlay, player string, games int) Games {
	t.Helper()
	db, err := store.Open(t.TempDir() + "/games.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return Games{Store: db, Runs: []string{playInto(t, db, play.Spec(rules, player, games, 3))}}
}

// playInto plays a run and returns its id.
func playInto(t *testing.T, db *store.Store, spec tournament.Spec) string {
	t.Helper()
	game := enginetest.Rules(t, spec.Game).Game()
	spec, err := spec.Settle(game, players.New)
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.New("self-play", spec, game, session.Observer{})
	if err != nil {
		t.Fatal(err)
	}
	s.Workers = 2
	if err := s.Enter(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Play(t.Context()); err != nil || !s.Complete(p) {
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
	if err := games.read(t.Context(), rules.Game(), Selection{Quiet: QuietAny}, &a); err != nil {
		t.Fatal(err)
	}
	return a.games, &replay{rules: rules, quiet: QuietAny}
}
