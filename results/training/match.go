package training

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/store"
	"pillars/results/show/progress"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
)

// match says how two players play a match.
type match struct {
	Work
	task     string // name of the match when the progress is shown
	players  [2]string
	pairs    int // number of pairs of games; with more than two seats, of openings
	openings openings.Source
	seed     uint64
	signed   string // player whose signature remote workers have to present, see [runner.Batch]
}

// matchError is the probability of an error of the first and of the second kind in a sequential test: alpha and beta.
const matchError = 0.05

// MatchOutcome is the current state of a match.
type MatchOutcome struct {
	Run      string         `json:"run"`      // id of the run in the folder's database
	Decision string         `json:"decision"` // text of [stats.Decision]: H1 if the first player is stronger
	Pairs    stats.Openings `json:"pairs"`    // the first player's results by opening; with two seats, by pair
	LLR      float64        `json:"llr"`      // log-likelihood ratio of the sequential test
}

// Score returns the first player's mean score, or 1/2 before the first opening.
func (v MatchOutcome) Score() float64 {
	if v.Pairs.Count() == 0 {
		return 0.5
	}
	halves := 0
	for i, openings := range v.Pairs {
		halves += i * openings
	}
	return float64(halves) / float64((len(v.Pairs)-1)*v.Pairs.Count())
}

// better reports whether the test accepted H1, or is undecided and the score is above one half.
func (v MatchOutcome) better() bool {
	return v.accepted() || v.Decision == stats.Undecided.String() && v.Score() > 0.5
}

func (v MatchOutcome) accepted() bool { return v.Decision == stats.AcceptH1.String() }

// String returns the outcome in words, with the observed Elo difference.
func (v MatchOutcome) String() string {
	return fmt.Sprintf("score %.1f %% in %s, LLR %.2f, %s, %s Elo", 100*v.Score(),
		tournament.Counted(v.Pairs.Count(), results.TestUnit(v.Pairs.Seats())), v.LLR,
		strings.Replace(v.Decision, stats.Undecided.String(), "undecided", 1), stats.Elo(v.Pairs).Text(0))
}

// spec returns the spec of the match. It has no format, which means a round robin.
func (m match) spec() tournament.Spec {
	return tournament.Spec{
		Game: m.Rules.Game().Name(), Options: m.Rules.Settings(), Players: m.players[:], Rounds: m.pairs, Seed: m.seed,
		Openings: m.openings, Adjudication: tournament.Adjudication{Proven: m.Rules.Seats() == 2},
	}
}

// play plays the match without storing the games, and returns the first player's results. If both players are the same,
// it plays nothing and returns draws.
func (m match) play(ctx context.Context) (games stats.WDL, err error) {
	if m.players[0] == m.players[1] {
		return stats.WDL{Draws: 2 * m.pairs}, nil
	}
	plan, err := tournament.NewPlan(m.spec(), m.Rules.Game())
	if err != nil {
		return games, err
	}
	var fault error
	run := runner.Runner{
		Plan: plan, NewPlayer: m.NewPlayer, Workers: m.Workers, Program: runner.Program(),
		Sink: func(tournament.Game) error { return nil },
	}
	if m.Elsewhere != nil {
		run.Elsewhere, run.Signed = m.Elsewhere, []string{m.signed}
	}
	run.Watch = func(r tournament.Result) bool {
		score := r.Outcome.Score(0)
		if r.Players[0] != m.players[0] {
			score = 1 - score
		}
		if fault = checkFault(r); fault == nil {
			games = games.Plus(stats.OneGame(score))
		}
		return fault != nil
	}
	_, err = run.Run(ctx)
	return games, errors.Join(err, fault)
}

// testSpec returns the spec of a sequential test. Its hypotheses are that both players are equally strong (H0), and
// that the first is stronger by elo1 in normalized Elo (H1).
func (m match) testSpec(elo1 float64) tournament.Spec {
	spec := m.spec()
	spec.Format = tournament.UntilTest(tournament.Test{Elo1: elo1, Alpha: matchError, Beta: matchError,
		Model: stats.Normalized.String()})
	return spec
}

// test plays the match until its test is decided. It stores the games in db, and does not repeat games that are already
// stored.
func (m match) test(ctx context.Context, db *store.Store, elo1 float64) (*MatchOutcome, error) {
	spec, err := m.testSpec(elo1).Settle(m.Rules.Game(), m.NewPlayer)
	if err != nil {
		return nil, err
	}
	test, err := results.NewTest(spec, m.Rules.Seats())
	if err != nil {
		return nil, err
	}
	run, err := m.Work.enter(ctx, db, "sprt", spec)
	if err != nil {
		return nil, err
	}
	gauge := &matchGauge{TestGauge: test}
	run.Gauge = gauge
	run.Observer.Progress = func(runner.Progress) {
		v, _ := gauge.outcome(run.Run.ID)
		notify(m.Show, progress.State{Task: m.task, Unit: results.TestUnit(m.Rules.Seats()), Done: v.Pairs.Count(),
			Total: m.pairs, AtMost: true,
			Notes: []string{"score " + stats.Percent(v.Score(), 1), fmt.Sprintf("LLR %.2f", v.LLR)}})
	}
	err = finish(ctx, run)
	outcome, failed := gauge.outcome(run.Run.ID)
	return &outcome, cmp.Or(gauge.fault, failed, err)
}

// matchGauge ends a match at the decision of the sequential test or at the first fault of a player.
type matchGauge struct {
	*results.TestGauge
	fault error
}

// Watch counts a game and reports whether the match is over.
func (g *matchGauge) Watch(r tournament.Result) (enough bool) {
	g.fault = checkFault(r)
	return g.fault != nil || g.TestGauge.Watch(r)
}

// checkFault returns an error if a fault ended the game. Such a game says nothing about strength.
func checkFault(r tournament.Result) error {
	if !r.Faulted() {
		return nil
	}
	return fmt.Errorf("game %s between %s: %s (seat %s)", r.Identity, strings.Join(r.Players, " and "),
		r.Outcome.Reason, r.Fault.Seat)
}

// outcome returns the present outcome of the match. run is the id of the match's run.
func (g *matchGauge) outcome(run string) (MatchOutcome, error) {
	standing, err := g.Standing()
	return MatchOutcome{Run: run, Decision: standing.Decision.String(), Pairs: standing.Counts, LLR: standing.LLR}, err
}
