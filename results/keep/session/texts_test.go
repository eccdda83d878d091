package session

import (
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/parallel"
	"pillars/engine/pit"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
)

// described returns a session that plans a run whose players are never made.
func described(t *testing.T, change func(*tournament.Spec), players ...string) *Session {
	t.Helper()
	spec := tournament.Spec{Game: "pit-of-pillars", Players: players, Rounds: 3, Seed: 7,
		Openings: openings.Source{Turns: 2}}
	change(&spec)
	game, err := games.Find(spec.Game)
	if err != nil {
		t.Fatal(err)
	}
	if spec, err = spec.Settle(game, newFake); err != nil {
		t.Fatal(err)
	}
	s, err := New("tournament", spec, game, Observer{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFormatsAreDescribed compares the texts about every format with numbers of games that were counted by hand.
func TestFormatsAreDescribed(t *testing.T) {
	t.Parallel()
	four := []string{"a", "b", "c", "d"}
	for name, c := range map[string]struct {
		change  func(*tournament.Spec)
		players []string
		says    string
		total   int
		done    string // after 5 games
	}{
		"round robin": {func(*tournament.Spec) {}, four,
			": 4 players, 6 pairings, 3 pairs of games for each, 36 games in all, 1 at a time\n", 36, "5 of 36 games"},
		"gauntlet": {func(s *tournament.Spec) { s.Format = tournament.Gauntlet{Challengers: 1} }, four,
			": 4 players, gauntlet, 3 pairings, 3 pairs of games for each, 18 games in all, ", 18, "5 of 18 games"},
		"one pair for each": {func(s *tournament.Spec) { s.Rounds = 1 }, four,
			": 4 players, 6 pairings, 1 pair of games for each, 12 games in all, ", 12, "5 of 12 games"},
		"swiss": {func(s *tournament.Spec) { s.Format = tournament.Swiss{MatchPairs: 2} }, four,
			": 4 players, Swiss, 3 rounds, matches of 2 pairs, 24 games in all, ", 24, "5 of 24 games"},
		"knock-out": {func(s *tournament.Spec) { s.Format = tournament.KnockOut{MatchPairs: 1} }, four,
			": 4 players, knock-out, matches of 1 pair, 6 games and tie-breaks, ", 6, "5 games"},
		"sprt": {func(s *tournament.Spec) {
			s.Rounds = 2000
			s.Format = tournament.Sequential{
				Test: tournament.Test{Elo1: 10, Alpha: .05, Beta: .05, Model: "normalized"}}
		}, four[:2], ": 2 players, a sequential test, 4000 games at most, ", 4000, "5 of 4000 games"},
		"self-play": {func(s *tournament.Spec) { s.Format, s.Rounds = tournament.SelfPlay{}, 600 }, four[:2],
			": 2 players, self-play of each player with itself, 2400 games at most, ", 2400, "5 of 2400 games"},
		"self-play from the start": {func(s *tournament.Spec) {
			s.Format, s.Rounds, s.Openings = tournament.SelfPlay{}, 600, openings.Source{Kind: openings.None}
		}, four[:2], ": 2 players, self-play of each player with itself, 1200 games at most, ", 1200,
			"5 of 1200 games"},
		"mixed": {func(s *tournament.Spec) {
			s.Game, s.Options, s.Format = "pit", engine.Settings{{Name: "players", Value: "3"}}, tournament.Mixed{}
		}, four[:2], ": 2 players, mixed seatings, 3 openings in 6 orders, 18 games in all, ", 18, "5 of 18 games"},
		"gauntlet of three": {func(s *tournament.Spec) {
			s.Game, s.Options = "pit", engine.Settings{{Name: "players", Value: "3"}}
			s.Format = tournament.Gauntlet{Challengers: 1}
		}, four, ": 4 players, gauntlet, 3 groups of 3, 3 openings in 6 orders for each, 54 games in all, ", 54,
			"5 of 54 games"},
	} {
		s := described(t, c.change, c.players...)
		if text := s.PlanText(); !strings.Contains(text, c.says) || s.Total() != c.total || s.DoneText(5) != c.done {
			t.Errorf("%s: %d games, %s of\n%swant %d, %s and %q", name, s.Total(), s.DoneText(5), text, c.total, c.done,
				c.says)
		}
		stored := c.total
		if s.Spec.Traits().TieBreaks {
			stored = 0
		}
		if got := s.storedTotal(); got != stored {
			t.Errorf("%s: %d games are kept with the run, want %d", name, got, stored)
		}
	}
}

// TestPartsAreDescribed describes a shard, workers elsewhere and players with limits of their own.
func TestPartsAreDescribed(t *testing.T) {
	t.Parallel()
	s := described(t, func(s *tournament.Spec) {
		s.Own = []tournament.Control{{}, {Limits: search.Limits{Nodes: 5}}}
		s.Limits.Depth = 3
	}, "a", "b")
	s.Workers = 0
	want := "Pit of Pillars (size=8 reserve=0 repetition=3 cap=2000): 2 players, 1 pairing, 3 pairs of games for " +
		"each, 6 games in all, all played by workers elsewhere\n  1  a\n  2  b  (5 nodes a decision)\n" +
		"openings: random set-up and 2 turns, seed 7; limits for all: 3 steps ahead\n"
	if text := s.PlanText(); text != want {
		t.Errorf("described as\n%swant\n%s", text, want)
	}
	if s.Workers = 2; !strings.Contains(s.PlanText(), ", 2 at a time\n") {
		t.Errorf("described as\n%s", s.PlanText())
	}
	if err := s.Take(parallel.Shard{Part: 1, Of: 2}); err != nil || s.Total() != 4 ||
		s.GamesText() != "4 of 6 games in shard 1/2" || s.DoneText(1) != "1 of 4 games" {
		t.Errorf("%d games, %q, %q, error %v", s.Total(), s.GamesText(), s.DoneText(1), err)
	}
}

// TestEventTexts checks that the text of every event says what happened to which run in which file.
func TestEventTexts(t *testing.T) {
	db := open(t)
	s := described(t, func(*tournament.Spec) {}, "a", "b")
	s.Store, s.Run = db, store.Run{ID: "new"}
	run := store.Run{ID: "abc", Games: 4, Program: "pillars of old"}
	file := "run abc in " + db.Path()
	check := func(e Event, want string) {
		t.Helper()
		if text := s.EventText(e); text != want {
			t.Errorf("%v is told as\n%s\nwant\n%s", e.Kind, text, want)
		}
	}
	for kind, want := range map[EventKind]string{
		Made: file, GoesOn: file + " goes on after 4 of 6 games",
		Extended:     file + " is extended from 2 rounds to 3; 4 games are stored",
		Done:         file + " is complete",
		AskedForMore: "note: an earlier command asked run abc for 2 rounds; it keeps all of its games",
		OtherProgram: "note: another program (pillars of old) began this run; players may have changed",
		FaultsAgain:  "the games of run abc that a fault ended are played again; the others are taken over",
		Locked:       db.Path() + " is locked by another program; waiting",
		Withdrawn: "run new continues without the games of worker liar-2 and replays them; the deleted run abc still " +
			"holds them",
		FewOpenings: "note: only 3 openings exist, so there are 6 games at most",
	} {
		check(Event{Kind: kind, rounds: 2, run: run, worker: "liar-2"}, want)
	}
	s.Shard = parallel.Shard{Part: 2, Of: 3}
	check(Event{Kind: Made, run: run}, "shard 2/3 of "+file)
	s = described(t, func(s *tournament.Spec) {
		s.Rounds, s.Openings = 2000, openings.Source{Kind: openings.All, Turns: 1}
		s.Options = engine.Settings{{Name: "size", Value: "4"}}
		s.Format = tournament.Sequential{Test: tournament.Test{Elo1: 10, Alpha: .05, Beta: .05, Model: "normalized"}}
	}, "a", "b")
	if text := s.EventText(Event{Kind: FewOpenings}); !s.Plan.Short ||
		!strings.HasPrefix(text, "note: only ") || !strings.Contains(text, " openings exist, so the test is of ") {
		t.Errorf("few openings (%v) are told as %q", s.Plan.Short, text)
	}
}

// TestStates checks that the state of a session counts its games and faults, and shows the score of the first seat.
func TestStates(t *testing.T) {
	t.Parallel()
	s := described(t, func(*tournament.Spec) {}, "a", "b")
	state := s.State(runner.Progress{Done: 3, Total: 5, Faults: 1})
	if state.Unit != "game" || state.Done != 3 || state.Total != 6 || state.AtMost || state.Table != nil ||
		strings.Join(state.Notes, ";") != "1 fault" {
		t.Errorf("before it plays: %+v", state)
	}
	s.live = newLive(s.Plan)
	if state = s.State(runner.Progress{Total: 9}); len(state.Notes) > 0 || state.Table != nil || state.Total != 9 {
		t.Errorf("without a game: %+v", state)
	}
	for _, outcome := range []engine.Outcome{engine.Win(0, "test"), engine.Draw(2, "test")} {
		s.live.add(tournament.Result{Players: []string{"a", "b"}, Outcome: outcome, Opening: 1})
	}
	state = s.State(runner.Progress{Done: 2, Faults: 2})
	if strings.Join(state.Notes, ";") != "2 faults;first seat 75 %" ||
		!strings.HasPrefix(state.Leader, "a leads with 75 %") {
		t.Errorf("%q, %q", state.Notes, state.Leader)
	}
	if s.Spec.Format = (tournament.SelfPlay{}); s.State(runner.Progress{}).Table != nil {
		t.Error("players that meet nobody have standings")
	}
}

// TestTakeAsLong changes, one after the other, the settings that affect how long a game takes.
func TestTakeAsLong(t *testing.T) {
	spec := func(change func(*tournament.Spec)) tournament.Spec {
		s := tournament.Spec{Game: "pit", Options: engine.Settings{{Name: "players", Value: "2"}},
			Players: []string{"a", "b"}, Rounds: 3, Seed: 1, Limits: search.Limits{Nodes: 5},
			Clock: tournament.TimeControl{Base: time.Minute}}
		change(&s)
		return s
	}
	own := func(s *tournament.Spec) { s.Own = []tournament.Control{{}, {Limits: search.Limits{Nodes: 9}}} }
	plain, limited := spec(func(*tournament.Spec) {}), spec(own)
	for name, c := range map[string]struct {
		a, b tournament.Spec
		want bool
	}{
		"the same":       {plain, plain, true},
		"more rounds":    {plain, spec(func(s *tournament.Spec) { s.Rounds, s.Seed = 9, 8 }), true},
		"other players":  {plain, spec(func(s *tournament.Spec) { s.Players = []string{"c", "d"} }), true},
		"another game":   {plain, spec(func(s *tournament.Spec) { s.Game = "pylyx" }), false},
		"another option": {plain, spec(func(s *tournament.Spec) { s.Options = nil }), false},
		"other limits":   {plain, spec(func(s *tournament.Spec) { s.Limits.Nodes = 6 }), false},
		"another clock":  {plain, spec(func(s *tournament.Spec) { s.Clock = tournament.TimeControl{} }), false},
		"shorter games":  {plain, spec(func(s *tournament.Spec) { s.Adjudication.LongestGame = 9 }), false},
		"own limits":     {plain, limited, false},
		"the same ones":  {limited, limited, true},
		"of others":      {limited, spec(func(s *tournament.Spec) { own(s); s.Players = []string{"b", "a"} }), false},
	} {
		if got := takeAsLong(c.a, c.b); got != c.want || takeAsLong(c.b, c.a) != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// planForSeats plans random and greedy players at Pit.
func planForSeats(t *testing.T, seats string) tournament.Plan {
	t.Helper()
	spec, err := tournament.Spec{
		Game: pit.Game.Name(), Options: engine.Settings{{Name: "players", Value: seats}},
		Players: []string{"random", "greedy", "mcts:nodes=5", "uct:nodes=5"}, Rounds: 2, Seed: 1,
		Openings: openings.Source{Turns: 2},
	}.Settle(pit.Game, players.Recorded)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := tournament.NewPlan(spec, pit.Game)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func TestPlansForMoreSeatsAreDescribed(t *testing.T) {
	for seats, want := range map[string]string{
		"2": "4 players, 6 pairings, 2 pairs of games for each, 24 games in all, 3 at a time",
		"3": "4 players, 4 groups of 3, 2 openings in 6 orders for each, 48 games in all, 3 at a time",
		"4": "4 players, 1 group of 4, 2 openings in 12 orders for each, 24 games in all, 3 at a time",
	} {
		plan := planForSeats(t, seats)
		s := Session{Spec: plan.Spec, Plan: plan, Workers: 3}
		if text := s.PlanText(); !strings.Contains(text, want) {
			t.Errorf("%s seats: described as\n%swant %s", seats, text, want)
		}
	}
}
