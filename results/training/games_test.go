package training

import (
	"cmp"
	"fmt"
	"strings"
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
	var told string
	var a all
	data.Runs, data.Remark = []string{run.ID}, func(text string) { told += text }
	err = data.read(ctx, rules.Game(), Selection{}, &a)
	if err != nil || len(a.games) != 2 || !strings.Contains(told, "2 games") || !strings.Contains(told, run.ID) {
		t.Errorf("%d games, %q, %v", len(a.games), told, err)
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

// TestRandomTurnsAreRanges reads ranges of random turns.
func TestRandomTurnsAreRanges(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]int{
		"2..12": {2, 12}, "0..0": {0, 0}, "3": {3, 3}, "0": {0, 0}, "5..5": {5, 5}, "": {9, 9}, "a": {9, 9},
		"1..b": {9, 9}, "3..2": {9, 9}, "-1..2": {9, 9}, "-2": {9, 9}, "1..2..3": {9, 9},
	} {
		play := SelfPlay{LeastRandom: 9, MostRandom: 9}
		err := play.SetRandomTurns(text)
		if got := [2]int{play.LeastRandom, play.MostRandom}; got != want || (err != nil) != (got[0] == 9) {
			t.Errorf("%q becomes %v, want %v; error %v", text, got, want, err)
		}
	}
}

// TestProvenResultsEndGamesOfTwo checks the conditions of games with two and with three seats.
func TestProvenResultsEndGamesOfTwo(t *testing.T) {
	t.Parallel()
	two, three := enginetest.Rules(t, "pit", "players=2"), enginetest.Rules(t, "pit", "players=3")
	for rules, proven := range map[engine.Rules]bool{two: true, three: false} {
		play := SelfPlay{LeastRandom: 1, MostRandom: 4, Stray: .25, OwnSetUp: .5, Longest: 60}
		learn := play.Spec(rules, "a", 7, 3)
		m := match{Work: Work{Rules: rules}, players: [2]string{"a", "b"}, pairs: 9, seed: 5}
		test := m.testSpec(20)
		if learn.Adjudication != (tournament.Adjudication{Proven: proven, LongestGame: 60}) || learn.Rounds != 7 ||
			test.Adjudication != (tournament.Adjudication{Proven: proven}) || test.Rounds != 9 || test.Seed != 5 {
			t.Errorf("%s: %+v and %+v", rules.Settings(), learn, test)
		}
		want := tournament.Test{Elo1: 20, Alpha: .05, Beta: .05, Model: "normalized"}
		if got := test.Format.Test; got == nil || *got != want {
			t.Errorf("the test is %+v, want %+v", got, want)
		}
	}
}
