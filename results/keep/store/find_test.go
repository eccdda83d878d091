package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/engine/parallel"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// mixedGames returns games of two and three seats with all kinds of endings and similar pairings and openings.
func mixedGames() []tournament.Game {
	ends := []struct {
		reason  engine.Reason
		fault   tournament.Fault
		verdict tournament.Verdict
	}{
		{reason: "no stack left"}, {reason: "No Legal Step"}, {reason: engine.TurnCap},
		{reason: "fault: player 1 failed: 100 %", fault: tournament.Fault{Kind: guard.Failed}},
		{reason: "fault: player 2 gave up", fault: tournament.Fault{Kind: guard.Overrun, Seat: 1}},
		{reason: "fault: a strange word"},
		{reason: "adjudicated: proven by both", verdict: tournament.ProvenByBoth},
		{reason: "adjudicated: agreed by both", verdict: tournament.AgreedByBoth},
		{reason: "adjudicated: longest game", verdict: tournament.TooLong},
	}
	scores := [][]float64{{1, 0}, {0, 1}, {.5, .5}, {1, .5, 0}, {.5, .5, .5}, {0, 1, .5}}
	var games []tournament.Game
	for i, pairing := range []string{"1v2", "1v3", "11v2", "2v1", "1v2v3"} {
		for j, opening := range []int{1, 2, 11, 12} {
			for order := range 3 {
				n := i + j + order
				seats := strings.Count(pairing, "v") + 1
				end := ends[(n+j)%len(ends)]
				game := gameFor(fmt.Sprintf("%s/%d/%d", pairing, opening, order+1), end.reason,
					scores[n%3+3*(seats-2)]...)
				game.Pair, game.Pairing, game.Opening = fmt.Sprintf("%s/%d", pairing, opening), pairing, opening
				game.Fault, game.Adjudicated = end.fault, end.verdict
				names := []string{"one", "two", "three", "on", "one:nodes=2"}
				game.Players = slices.Concat(names[n%5:], names[:n%5])[:seats]
				game.Record.Players = game.Players
				games = append(games, game)
			}
		}
	}
	return games
}

// meets reports whether a game matches a filter, without SQL.
func meets(f Filter, g tournament.Game) bool {
	_, opening, _ := strings.Cut(g.Pair, "/")
	return (f.Player == "" || slices.Contains(g.Players, f.Player)) &&
		(f.Opening == 0 || opening == fmt.Sprint(f.Opening)) &&
		(!f.Faults || g.Faulted()) && (f.Openings == 0 || g.Opening <= f.Openings) &&
		(f.Shard.Of == 0 || g.Opening%f.Shard.Of == f.Shard.Part%f.Shard.Of)
}

// filters returns filters of every kind, single and combined.
func filters() []Filter {
	all := []Filter{
		{}, {Player: "one"}, {Player: "on"}, {Player: "nobody"}, {Player: `"`}, {Opening: 1}, {Opening: 12},
		{Opening: 3}, {Player: "two", Opening: 11},
		{Faults: true}, {Faults: true, Player: "three", Opening: 2}, {Openings: -1}, {Openings: 1}, {Openings: 11},
		{Openings: 2, Faults: true}, {Shard: parallel.Shard{Part: 1, Of: 3}}, {Shard: parallel.Shard{Part: 3, Of: 3}},
		{Shard: parallel.Shard{Part: 2, Of: 2}, Openings: 11}, {Skip: 1}, {Skip: 200}, {Skip: 2, Player: "one"},
	}
	for _, f := range slices.Clone(all) {
		f.Limit = 3
		all = append(all, f)
	}
	return all
}

func TestFiltersSelectWhatTheySay(t *testing.T) {
	s, games := newStore(t), mixedGames()
	for _, hash := range []string{"other", "run"} { // the other run must not be seen
		run := newRun(t, s, Run{Hash: hash, Kind: "tournament"})
		appendAll(t, s, run.ID, games...)
	}
	for _, filter := range filters() {
		checkFound(t, s, filter, selected(filter, games))
	}
	slices.SortFunc(games, func(a, b tournament.Game) int { return strings.Compare(a.Identity, b.Identity) })
	for game, err := range s.FindByIdentity(t.Context(), "run") {
		if err != nil || len(games) == 0 || !sameGame(game.Game, games[0]) {
			t.Fatalf("game %s comes before %d games, error %v", game.Identity, len(games), err)
		}
		games = games[1:]
	}
	if len(games) > 0 {
		t.Errorf("%d games are missing", len(games))
	}
}

// selected returns the games that match a filter.
func selected(filter Filter, games []tournament.Game) (found []tournament.Game) {
	for _, game := range games {
		if meets(filter, game) {
			found = append(found, game)
		}
	}
	found = found[min(filter.Skip, len(found)):]
	if filter.Limit > 0 {
		found = found[:min(filter.Limit, len(found))]
	}
	return found
}

// checkFound checks that a filter finds exactly these games in this order, with and without their moves.
func checkFound(t *testing.T, s *Store, filter Filter, want []tournament.Game) {
	t.Helper()
	i := 0
	for got, err := range s.Find(t.Context(), "run", filter) {
		require.NoError(t, err)
		if i >= len(want) || !sameGame(got.Game, want[i]) || time.Since(got.Finished) > time.Hour ||
			time.Since(got.Finished) < 0 {
			t.Fatalf("%+v: game %d is %s of %v", filter, i+1, got.Identity, got.Finished)
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%+v: %d games, want %d", filter, i, len(want))
	}
	i = 0
	for got, err := range s.FindResults(t.Context(), "run", filter) {
		require.NoError(t, err)
		if i >= len(want) || got.Identity != want[i].Identity || got.Outcome != want[i].Outcome ||
			got.Turns != want[i].Turns || len(got.Record.Turns) > 0 {
			t.Fatalf("%+v: result %d is %+v", filter, i+1, got)
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%+v: %d results, want %d", filter, i, len(want))
	}
	if n, err := s.Count(t.Context(), "run", filter); err != nil || n != len(want) {
		t.Errorf("%+v: %d games are counted, %v; want %d", filter, n, err, len(want))
	}
}
