package training

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
)

// match says how two players play a match.
type match struct {
	Work
	task    string // name of the match when the progress is shown
	players [2]string
	pairs   int // number of pairs of games; with more than two seats, of openings
	turns   int // number of random turns in an opening
	seed    uint64
}

// matchError is the probability of an error of the first and of the second kind in a sequential test: alpha and beta.
const matchError = 0.05

// MatchOutcome is the current state of a match. Of self-play, only Run is set.
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
	return v.Decision == stats.AcceptH1.String() || v.Decision == stats.Undecided.String() && v.Score() > 0.5
}

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
		Openings: openings.Source{Turns: m.turns}, Adjudication: tournament.Adjudication{Proven: m.Rules.Seats() == 2},
	}
}

// compare plays the match without storing the games. It returns how many games the first player won minus how many it
// lost. If both players are the same, it plays nothing.
func (m match) compare(ctx context.Context) (lead int, err error) {
	if m.players[0] == m.players[1] {
		return 0, nil
	}
	plan, err := tournament.NewPlan(m.spec(), m.Rules.Game())
	if err != nil {
		return 0, err
	}
	var fault error
	run := runner.Runner{
		Plan: plan, NewPlayer: m.NewPlayer, Workers: m.Workers, Program: runner.Program(),
		Sink: func(tournament.Game) error { return nil },
	}
	run.Watch = func(r tournament.Result) bool {
		won := int(2*r.Outcome.Score(0)) - 1 // 1 for a win of the first seat, 0 for a draw
		if r.Players[0] != m.players[0] {
			won = -won
		}
		lead += won
		fault = checkFault(r)
		return fault != nil
	}
	_, err = run.Run(ctx)
	return lead, errors.Join(err, fault)
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
func (m match) test(ctx context.Context, db *games, elo1 float64) (MatchOutcome, error) {
	return m.Work.play(ctx, db, m.task, m.testSpec(elo1))
}
