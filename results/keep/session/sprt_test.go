package session

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
)

// scripted replaces playing: it has the outcome of each game by pair and order of seats.
type scripted func(pair, order int) (engine.Outcome, tournament.Fault)

func (f scripted) Play(_ context.Context, batch runner.Batch) error {
	for p := range batch.Games {
		select {
		case <-batch.Over:
			return nil
		default:
		}
		outcome, fault := f(p.Opening, int(p.Identity[len(p.Identity)-1]-'0'))
		game := tournament.Game{Result: tournament.Result{Identity: p.Identity, Pair: p.Pair, Pairing: p.Pairing,
			Opening: p.Opening, Players: p.Players, Outcome: outcome, Turns: 1, Fault: fault}}
		game.Record = engine.Record{Game: batch.Plan.Spec.Game, Start: p.Start, Players: p.Players, Outcome: outcome,
			Turns: slices.Concat(p.OpeningTurns, []string{p.Identity})}
		if err := batch.Take(game); err != nil {
			return err
		}
	}
	return nil
}

// sequential enters a test of at most a number of rounds that a script plays.
func sequential(
	t *testing.T, db *store.Store, rounds int, rule tournament.FaultRule, test tournament.Test, play scripted,
) (*trial, *results.TestGauge) {
	t.Helper()
	c := newTrial(t, db, func(s *tournament.Spec) {
		s.Format, s.Rounds, s.OnFault = tournament.Sequential{Test: test}, rounds, rule
		s.Openings = openings.Source{Turns: 4}
	}, "greedy", "random")
	gauge, err := results.NewTest(c.Spec, 2)
	if err == nil {
		c.Gauge, c.Elsewhere = gauge, play
		err = c.Enter(t.Context(), db)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c, gauge
}

// halves has twice the points of greedy in the two games of a pair, by the number of the pair.
var halves = [5][2]int{{2, 1}, {2, 2}, {2, 1}, {2, 0}, {1, 0}}

// TestReportOfATest plays a test whose numbers can all be counted by hand. A fault voids every seventh pair.
func TestReportOfATest(t *testing.T) {
	t.Parallel()
	test := tournament.Test{Elo0: 0, Elo1: 30, Alpha: .05, Beta: .1, Model: stats.Logistic.String()}
	play := func(pair, order int) (engine.Outcome, tournament.Fault) {
		if pair%7 == 0 {
			return engine.Win(0, "fault: player 2 failed"), tournament.Fault{Kind: guard.Failed, Seat: 1}
		}
		points := float64(halves[pair%5][order-1]) / 2
		if order == 2 { // random sits first
			points = 1 - points
		}
		return engine.Outcome{Reason: "test", Seats: 2, Scores: [engine.MaxSeats]float64{points, 1 - points}},
			tournament.Fault{}
	}
	c, gauge := sequential(t, open(t), 3000, tournament.FaultVoid, test, play)
	p, err := c.Play(t.Context())
	if err != nil || !p.Enough {
		t.Fatalf("%+v, error %v", p, err)
	}
	r, err := Report(t.Context(), gauge, c.Session)
	if err != nil {
		t.Fatal(err)
	}
	var by [5]int  // pairs, by twice the points
	var wdl [3]int // games that greedy lost, drew and won
	pairs, voided := 0, 0
	for pair := 1; pairs < r.Compared.Games()/2; pair++ {
		if pair%7 == 0 {
			voided++
			continue
		}
		pairs++
		of := halves[pair%5]
		by[of[0]+of[1]]++
		wdl[of[0]]++
		wdl[of[1]]++
	}
	score := float64(2*wdl[2]+wdl[1]) / float64(4*pairs)
	estimate := r.estimate
	wants := []string{
		"\n\ngreedy against random\n\nH1 accepted: rather +30 than +0 (logistic Elo)\n",
		fmt.Sprintf("\nLLR        %.3f, bounds %.3f .. %.3f (elo0 0, elo1 30, alpha 0.05, beta 0.1)\n", r.LLR, r.Lower,
			r.Upper),
		fmt.Sprintf("\npairs      %d: by points 0, 1/2, 1, 3/2, 2: %s\n", pairs, strings.Trim(fmt.Sprint(by), "[]")),
		fmt.Sprintf("\ngames      %d: %d won, %d drawn, %d lost, score %s\n", 2*pairs, wdl[2], wdl[1], wdl[0],
			stats.Percent(score, 1)),
		fmt.Sprintf("\nestimate   %s Elo (95 %%), %s; superior with %s\n", estimate.Elo.Text(1), estimate.Method(),
			results.ChanceText(estimate.LOS)),
		"\nfirst seat scores ",
		fmt.Sprintf("\nleft out   %s with a fault\n\nTo cite:\n", tournament.Counted(voided, "pair")),
		fmt.Sprintf("\n  greedy against random at Pit of Pillars (size=4 reserve=0 repetition=3 cap=2000), %d pairs "+
			"from random set-up and 4 turns, seed 7, no common limit; faults: void: SPRT of logistic Elo [0, 30], "+
			"alpha 0.05, beta 0.1: H1 accepted: rather +30 than +0; Elo %s (95 %%, %s). %s.", pairs,
			estimate.Elo.Text(1), estimate.Method(), runner.Program()),
	}
	text := r.String()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	if !strings.HasSuffix(text, wants[len(wants)-1]) || voided == 0 || r.Voided != voided {
		t.Errorf("%d pairs left out, %d counted, in\n%s", voided, r.Voided, text)
	}
	checkFacts(t, r, wdl)
}

// TestReportWithoutAPair voids each pair by a fault. The report does not state the score of the first seat.
func TestReportWithoutAPair(t *testing.T) {
	t.Parallel()
	c, gauge := sequential(t, open(t), 3, tournament.FaultVoid, endless,
		func(int, int) (engine.Outcome, tournament.Fault) {
			return engine.Win(0, "fault: player 2 failed"), tournament.Fault{Kind: guard.Failed, Seat: 1}
		})
	if _, err := c.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := Report(t.Context(), gauge, c.Session)
	if err != nil {
		t.Fatal(err)
	}
	text := r.String()
	if !strings.Contains(text, "\nleft out   3 pairs with a fault\n") || strings.Contains(text, "first seat") {
		t.Error(text)
	}
}

// checkFacts compares the report for programs with numbers counted by hand.
func checkFacts(t *testing.T, r TestReport, wdl [3]int) {
	t.Helper()
	text, err := json.Marshal(r.Facts())
	var facts map[string]any
	if err == nil {
		err = json.Unmarshal(text, &facts)
	}
	if err != nil {
		t.Fatal(err)
	}
	elo, low, high := r.estimate.Elo.Numbers()
	nelo, _, _ := stats.NormalizedElo(r.Counts).Numbers()
	first, _, _ := r.first.Numbers()
	for key, want := range map[string]any{
		"type": "sprt", "run": r.session.Run.ID, "decision": "H1", "llr": r.LLR, "lower": r.Lower, "upper": r.Upper,
		"elo0": 0., "elo1": 30., "alpha": .05, "beta": .1, "model": "logistic", "wins": float64(wdl[2]),
		"draws": float64(wdl[1]), "losses": float64(wdl[0]), "voided": float64(r.Voided), "elo": elo, "elo_low": low,
		"elo_high": high, "elo_error95": r.estimate.Elo.Half(), "elo_method": r.estimate.Method(),
		"los": r.estimate.LOS, "nelo": nelo, "first_score": first,
	} {
		got := facts[key]
		if number, ok := want.(*float64); ok {
			if want = nil; number != nil {
				want = *number
			}
		}
		if a, ok := got.(float64); ok && !near.Equal(a, want.(float64), 1e-12) || !ok && got != want {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
}

// endless is a script of draws that never decide a test.
var endless = tournament.Test{Elo0: -1, Elo1: 1, Alpha: .05, Beta: .05, Model: "logistic"}

func draws(int, int) (engine.Outcome, tournament.Fault) {
	return engine.Draw(2, engine.TurnCap), tournament.Fault{}
}

// TestAllRoundsArePlayed plays a test that is never decided to its last pair, which is more than are planned at first.
// It is drained when all planned games are played, and continues.
func TestAllRoundsArePlayed(t *testing.T) {
	t.Parallel()
	const rounds = 1100
	db := open(t)
	c, _ := sequential(t, db, rounds, tournament.FaultVoid, endless, draws)
	drain, planned := make(chan struct{}), c.Plan.Len()
	c.Drain = drain
	c.after = func(played int) {
		if played == planned {
			close(drain)
		}
	}
	p, err := c.Play(t.Context())
	if err != nil || p.Done != planned || planned >= 2*rounds || c.Complete(p) || c.Plan.Len() != planned {
		t.Errorf("drained after %d games of %d: %+v, error %v", p.Done, planned, p, err)
	}
	c, gauge := sequential(t, db, rounds, tournament.FaultVoid, endless, draws)
	p, err = c.Play(t.Context())
	if err != nil || p.Enough || !c.Complete(p) || p.Done != 2*rounds || c.Plan.Spec.Rounds != rounds ||
		c.told[0] != GoesOn {
		t.Errorf("%v, then %+v of %d rounds, error %v", c.told, p, c.Plan.Spec.Rounds, err)
	}
	standing, err := gauge.Standing()
	stored, listErr := c.Results(t.Context())
	if err != nil || listErr != nil ||
		stats.Pentanomial(standing.Counts) != (stats.Pentanomial{2: rounds}) || len(stored) != 2*rounds {
		t.Errorf("%d games, %v, errors %v and %v", len(stored), standing.Counts, err, listErr)
	}
}

// TestFaultStopsAtTheEndOfAPlan ends the last planned game by a fault. No further round is planned.
func TestFaultStopsAtTheEndOfAPlan(t *testing.T) {
	t.Parallel()
	c, _ := sequential(t, open(t), 2000, tournament.FaultStops, endless,
		func(pair, order int) (engine.Outcome, tournament.Fault) {
			if pair == 512 && order == 2 {
				return engine.Win(0, "fault: player 2 failed"), tournament.Fault{Kind: guard.Failed, Seat: 1}
			}
			return draws(pair, order)
		})
	planned := c.Plan.Len()
	p, err := c.Play(t.Context())
	if err != nil || !p.Stopped || p.Done != 1024 || planned != 1024 || c.Plan.Len() != planned {
		t.Errorf("%+v of %d games, then %d, error %v", p, planned, c.Plan.Len(), err)
	}
}

// TestSequentialTest plays until the test is decided, without planning all its pairs. It counts the same pairs for any
// number of workers.
func TestSequentialTest(t *testing.T) {
	t.Parallel()
	var first results.TestStanding
	for workers := 1; workers <= 3; workers += 2 {
		db := open(t)
		c := newTrial(t, db, func(s *tournament.Spec) {
			s.Rounds = 2000
			s.Format = tournament.Sequential{
				Test: tournament.Test{Elo0: -400, Elo1: -100, Alpha: .05, Beta: .05, Model: stats.Logistic.String()}}
		}, "a", "b")
		test, err := results.NewTest(c.Spec, 2)
		if err != nil {
			t.Fatal(err)
		}
		c.Gauge, c.Workers = test, workers
		if total := c.Total(); total != 4000 || c.Plan.Total >= total {
			t.Errorf("%d games at most, %d planned", total, c.Plan.Total)
		}
		if err := c.Enter(t.Context(), db); err != nil {
			t.Fatal(err)
		}
		p, err := c.Play(t.Context())
		standing, standingErr := test.Standing()
		if err != nil || standingErr != nil || !p.Enough || !c.Complete(p) || standing.Decision == stats.Undecided {
			t.Fatalf("%v, %v, progress %+v, standing %+v", err, standingErr, p, standing)
		}
		if workers == 1 {
			first = standing
		} else if !slices.Equal(standing.Counts, first.Counts) || standing.Compared != first.Compared {
			t.Errorf("%d workers: %+v, one: %+v", workers, standing, first)
		}
	}
}

// TestVoidedPairs checks that pairs with a fault do not count in a test.
func TestVoidedPairs(t *testing.T) {
	t.Parallel()
	spec := tournament.Spec{
		Players: []string{"a", "b"}, OnFault: tournament.FaultVoid,
		Format: tournament.Sequential{
			Test: tournament.Test{Elo1: 10, Alpha: .05, Beta: .05, Model: stats.Normalized.String()}},
	}
	test, err := results.NewTest(spec, 2)
	if err != nil {
		t.Fatal(err)
	}
	result := func(first string, score float64, fault tournament.Fault) tournament.Result {
		r := tournament.Result{Players: []string{"a", "b"}, Outcome: engine.Win(0, "")}
		if first == "b" {
			slices.Reverse(r.Players)
		}
		r.Outcome.Scores[0], r.Outcome.Scores[1], r.Fault = score, 1-score, fault
		return r
	}
	test.Watch(result("a", 1, tournament.Fault{}))
	test.Watch(result("b", .5, tournament.Fault{}))
	test.Watch(result("a", 1, tournament.Fault{Kind: guard.Failed}))
	test.Watch(result("b", 0, tournament.Fault{}))
	standing, err := test.Standing()
	want := stats.WDL{Wins: 1, Draws: 1}
	if err != nil || standing.Voided != 1 ||
		standing.Compared != want || stats.Pentanomial(standing.Counts) != (stats.Pentanomial{3: 1}) {
		t.Errorf("%+v, error %v", standing, err)
	}
}
