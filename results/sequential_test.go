package results

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/results/estimate/stats"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/plantest"
)

// TestMixedTestComparesSeats checks that a test of three and four seats counts the same comparisons as a [Fold],
// opening by opening.
func TestMixedTestComparesSeats(t *testing.T) {
	for _, seats := range []int{3, 4} {
		spec := tournament.Spec{Players: []string{"new", "old"}, Format: tournament.UntilTest(tournament.Test{
			Elo0: -5, Elo1: 5, Alpha: .05, Beta: .05, Model: "logistic"})}
		var all []tournament.Result
		for opening := 1; opening <= 7; opening++ {
			for n, order := range tournament.MixedSeatings(seats) {
				players, places := make([]string, seats), make([]int, seats)
				for seat, member := range order {
					players[seat] = spec.Players[member]
					places[seat] = (seat*opening + n*n) % 3 // with ties
				}
				r := tournament.Result{Identity: fmt.Sprintf("1v2/%d/%d", opening, n+1), Opening: opening,
					Pair: fmt.Sprintf("1v2/%d", opening), Players: players, Outcome: engine.Outcome{Seats: seats}}
				for a, place := range places {
					for b, other := range places {
						switch {
						case a == b:
						case place < other:
							r.Outcome.Scores[a] += 1 / float64(seats-1)
						case place == other:
							r.Outcome.Scores[a] += .5 / float64(seats-1)
						}
					}
				}
				all = append(all, r)
			}
		}
		all = all[:len(all)-1] // the last opening is not complete
		path, err := FollowTest(spec, plantest.Earlier(all))
		require.NoError(t, err)
		orders := len(tournament.MixedSeatings(seats))
		if path.Counts.Count() != 6 || path.Counts.Games() != 6*orders ||
			path.Decision != stats.Undecided || path.Unit() != "opening" {
			t.Errorf("%d seats: %+v", seats, path)
		}
		halves := 0
		for won, openings := range path.Counts {
			halves += won * openings
		}
		near.Check(t, path.Compared.Points(), float64(halves)/2, 1e-12, "comparisons won")
		six := Fold{}
		for _, r := range all[:6*orders] {
			require.NoError(t, six.Add(Finished{r.Players, r.Outcome.Scores[:r.Outcome.Seats], r.Round()}))
		}
		share := path.Compared.Points() / float64(path.Compared.Games())
		near.Check(t, share, six.mixed("new", "old").score.Value, 1e-12, "share")
	}
}

// pairedTest returns the spec of a sequential test of ann and bob, and the results of a pair of games from an opening.
// The scores are ann's in both games; a score below 0 is a fault of ann.
func pairedTest() (spec tournament.Spec, pair func(opening int, scores ...float64) []tournament.Result) {
	spec = tournament.Spec{Players: []string{"ann", "bob"}, OnFault: tournament.FaultVoid,
		Format: tournament.UntilTest(tournament.Test{Elo1: 100, Alpha: .05, Beta: .05, Model: "logistic"})}
	return spec, func(opening int, scores ...float64) (games []tournament.Result) {
		for i, score := range scores {
			r := tournament.Result{Opening: opening, Players: []string{"ann", "bob"}, Outcome: engine.Outcome{Seats: 2}}
			if score < 0 {
				r.Fault, score = tournament.Fault{Kind: guard.Failed}, 0
			}
			r.Outcome.Scores = [engine.MaxSeats]float64{score, 1 - score}
			if i == 1 {
				r.Players = []string{"bob", "ann"}
				r.Outcome.Scores = [engine.MaxSeats]float64{1 - score, score}
			}
			games = append(games, r)
		}
		return games
	}
}

// TestPairsAreTakenInTheirOrder follows a test whose games were stored in another order. The second pair is void, the
// fourth is incomplete, and the fifth has to wait for it.
func TestPairsAreTakenInTheirOrder(t *testing.T) {
	t.Parallel()
	spec, pair := pairedTest()
	third, first := pair(3, .5, 0), pair(1, 1, .5)
	games := slices.Concat(pair(5, 1, 1), third[:1], pair(2, -1, 1), first, third[1:], pair(4, 1, 1)[:1])
	path, err := FollowTest(spec, plantest.Earlier(games))
	require.NoError(t, err)
	last, voided := path.Used()
	if last != 3 || !slices.Equal(voided, []int{2}) || path.Voided != 1 || path.Counts.Count() != 2 ||
		path.Compared != (stats.WDL{Wins: 1, Draws: 2, Losses: 1}) || path.Decision != stats.Undecided {
		t.Errorf("used are %d and not %v: %+v", last, voided, path)
	}
	if !slices.Equal(path.Counts, stats.Openings{0, 1, 0, 1, 0}) {
		t.Errorf("pairs by half points %v", path.Counts)
	}
	llr, err := path.SPRT.LLR(path.Counts)
	near.Check(t, path.LLR, llr, 1e-9, "the ratio of all pairs together")
	if err != nil {
		t.Error(err)
	}
	broken := errors.New("broken")
	_, err = FollowTest(spec, func(yield func(tournament.Result, error) bool) { yield(tournament.Result{}, broken) })
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// TestDecidedTestsReadNoFurtherGame follows a test that ann wins, and checks that it stops at its decision.
func TestDecidedTestsReadNoFurtherGame(t *testing.T) {
	t.Parallel()
	spec, pair := pairedTest()
	path := TestStanding{}
	read, n := 0, 0
	for n = 1; path.Decision == stats.Undecided && n < 99; n++ {
		var err error
		if path, err = FollowTest(spec, func(yield func(tournament.Result, error) bool) {
			read = 0
			for opening := 1; opening <= n+2; opening++ {
				for _, r := range pair(opening, 1, []float64{1, .5}[opening%2]) {
					read++
					if !yield(r, nil) {
						return
					}
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	last, _ := path.Used()
	if path.Decision != stats.AcceptH1 || path.Counts.Count() != last || read != 2*last || path.LLR < path.Upper {
		t.Errorf("%d games are read, %d openings used: %+v", read, last, path)
	}
}

// TestTestsWithoutGames checks a test before its first game, and which specs have no test.
func TestTestsWithoutGames(t *testing.T) {
	t.Parallel()
	spec, _ := pairedTest()
	test, err := NewTest(spec, 2)
	require.NoError(t, err)
	now, err := test.Standing()
	share, known := now.Share()
	if last, voided := now.Used(); err != nil || known || share != 0 || now.LLR != 0 || last != 0 || voided != nil ||
		!near.Equal(now.Lower, -2.944, .3) || !near.Equal(now.Upper, 2.944, .3) { // the bounds allow for overshoot
		t.Errorf("%+v, %v", now, err)
	}
	for _, format := range []tournament.Format{{}, {Kind: tournament.Sequential,
		Test: &tournament.Test{Elo1: 5, Alpha: .05, Beta: .05, Model: "bayes"}}} {
		spec.Format = format
		if _, err := FollowTest(spec, nil); err == nil {
			t.Errorf("format %v has a test", format)
		}
	}
}
