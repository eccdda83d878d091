package store

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/tournament"
)

// gameFor returns a game with a number of seats that ended at once.
func gameFor(identity string, reason engine.Reason, scores ...float64) tournament.Game {
	outcome := engine.Outcome{Reason: reason, Seats: len(scores)}
	copy(outcome.Scores[:], scores)
	players := []string{"one", "two", "three", "four"}[:len(scores)]
	return tournament.Game{
		Result: tournament.Result{Identity: identity, Pair: "pair", Players: players, Outcome: outcome, Turns: 1},
		Record: engine.Record{
			Game: "some", Start: "here", Players: players, Turns: []string{"there"}, Outcome: outcome, Final: "there",
			Tags: []engine.Tag{{Name: "Weights3", Value: "sha256:00"}},
		},
	}
}

func TestScoresOfEverySeatComeBack(t *testing.T) {
	games := []tournament.Game{
		gameFor("1v2v3/1/1", "last in", 0, 1, 1./2),
		gameFor("1v2v3v4/1/1", "last in", 1./3, 1, 2./3, 0),
		gameFor("1v2v3v4/1/2", "fault: player 3 gave up", 2./3, 2./3, 0, 2./3),
		gameFor("1v2v3/1/2", engine.TurnCap, .5, .5, .5),
	}
	s := newStore(t)
	run := newRun(t, s, Run{Hash: "run", Kind: "tournament"})
	appendAll(t, s, run.ID, slices.Repeat(games, 2)...) // the second time they are compared with the stored ones
	back := storedGames(t, s, run.ID)
	for _, game := range games {
		if got := back[game.Identity]; !sameGame(got, game) {
			t.Errorf("game %s came back as\n%+v\nwant\n%+v", game.Identity, got, game)
		}
	}
	results, err := collect(s.Results(t.Context(), run.ID))
	if err != nil || len(results) != len(games) {
		t.Fatalf("%d results of %d games, error %v", len(results), len(games), err)
	}
	for i, result := range results {
		if want := games[i].Result; result.Identity != want.Identity || result.Outcome != want.Outcome ||
			!slices.Equal(result.Players, want.Players) {
			t.Errorf("result %d is %+v, want %+v", i, result, want)
		}
	}
	for _, seats := range []int{-1, 5} { // as a liar may send it
		result, record := games[1], games[1]
		result.Outcome.Seats, record.Record.Outcome.Seats = seats, seats
		for _, forged := range []tournament.Game{result, record} {
			err := s.Append(t.Context(), run.ID, forged)
			if err == nil || !strings.Contains(err.Error(), "no game has more") {
				t.Errorf("error %v for a game of %d seats", err, seats)
			}
		}
	}
	changed := games[1]
	changed.Record.Outcome.Scores[3], changed.Record.Outcome.Scores[0] = changed.Record.Outcome.Scores[0], 0
	if err := s.Append(t.Context(), run.ID, changed); err == nil {
		t.Error("a game with two places exchanged was taken for the stored one")
	}
}
