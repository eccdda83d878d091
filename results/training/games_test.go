package training

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/search"
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

// failing is a player that fails in half of the games. It has a beginning in each game for each of the two seats.
type failing struct {
	search.Player
	beginnings *int
}

func (f failing) NewGame(seed uint64) {
	*f.beginnings++
	f.Player.NewGame(seed)
}

func (f failing) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, info func(search.Info),
) (search.Decision, error) {
	if (*f.beginnings+1)/2%2 == 0 {
		return search.Decision{}, errors.New("out of order")
	}
	return f.Player.Decide(ctx, h, limits, info)
}

// TestGamesWithFaultsAreLeftOut plays four games, in two of which the player fails, and reads the others.
func TestGamesWithFaultsAreLeftOut(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	db, err := store.Open(t.TempDir() + "/games.db")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	spec, err := SelfPlay{MostRandom: 2}.Spec(rules, quick, 4, 3).Settle(rules.Game(), players.New)
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.New("self-play", spec, rules.Game(), session.Observer{})
	if err != nil {
		t.Fatal(err)
	}
	s.Workers = 1 // players count their games together, without a lock
	beginnings := 0
	s.NewPlayer = func(text string, rules engine.Rules) (search.Player, error) {
		player, err := players.New(text, rules)
		return failing{player, &beginnings}, err
	}
	if err := s.Enter(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	faulted, err := db.Count(t.Context(), s.Run.ID, store.Filter{Faults: true})
	if err != nil || faulted == 0 || faulted == 4 {
		t.Fatalf("%d of 4 games end by a fault, %v; the test means to see some", faulted, err)
	}
	var told string
	var a all
	read := Games{Store: db, Runs: []string{s.Run.ID}, Remark: func(text string) { told += text }}
	err = read.read(t.Context(), rules.Game(), Selection{}, &a)
	want := fmt.Sprintf("run %s: %s ended by a fault: left out", s.Run.ID, tournament.Counted(faulted, "game"))
	if err != nil || len(a.games) != 4-faulted || told != want {
		t.Errorf("%d games, %q, %v; want %q", len(a.games), told, err, want)
	}
}

// TestGamesWithoutAllThoughts cuts off the last thought of a stored game.
func TestGamesWithoutAllThoughts(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	games, replay := stored(t, rules, source(t, rules, small, quick, 1))
	game, ignore := games[0], func(engine.Position, turn) error { return nil }
	if err := replay.each(game, ignore); err != nil {
		t.Fatal(err)
	}
	n := len(game.Thoughts) - 1
	game.Thoughts = game.Thoughts[:n]
	want := fmt.Sprintf("it has more turns than the %d that are thought about", n)
	if err := replay.each(game, ignore); err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

// TestRandomTurnsAreRanges reads and writes ranges of random turns.
func TestRandomTurnsAreRanges(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2..12": "2..12", "0..0": "0..0", "3": "3..3", "0": "0..0", "5..5": "5..5", "": "", "a": "", "1..b": "",
		"3..2": "", "-1..2": "", "-2": "", "1..2..3": "",
	} {
		play := SelfPlay{LeastRandom: 90, MostRandom: 91}
		flag := RandomTurns{&play}
		err := flag.Set(text)
		if want == "" {
			want = "90..91"
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q is not of the form A..B", text)) {
				t.Errorf("%q: error %v", text, err)
			}
		} else if err != nil {
			t.Errorf("%q: error %v", text, err)
		}
		if got := flag.String(); got != want {
			t.Errorf("%q becomes %s, want %s", text, got, want)
		}
	}
	if text := (RandomTurns{}).String(); text != "" {
		t.Errorf("without a place for it the range is %q", text)
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
		if _, sequential := test.Format.(tournament.Sequential); sequential != proven {
			t.Errorf("%s: a match is a %s", rules.Settings(), test.Format)
		}
		want := tournament.Test{Elo1: 20, Alpha: .05, Beta: .05, Model: "normalized"}
		if f, ok := test.Format.(tournament.Sequential); ok && f.Test != want {
			t.Errorf("the test is %+v, want %+v", f.Test, want)
		}
	}
}

// countTaken returns a function for [replay.each] that counts the decided positions which a selection takes.
func countTaken(s Selection, n *int) func(engine.Position, turn) error {
	return func(_ engine.Position, now turn) error {
		if now.decided && s.takes(now) {
			*n++
		}
		return nil
	}
}
