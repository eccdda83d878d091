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
	task     string // name of the match in the progress
	players  [2]string
	pairs    int // number of pairs of games; with more than two seats, of openings
	openings openings.Source
	seed     uint64
	signed   string // player whose signature workers must show, see [runner.Batch]
}

// matchError is the probability of an error of the first and of the second kind in a sequential test: alpha and beta.
const matchError = 0.05

// MatchOutcome is the current state of a match.
type MatchOutcome struct {
	Run      string            `json:"run"`             // id of the run in the folder's database
	Decision string            `json:"decision"`        // text of [stats.Decision]: H1 if the first player is stronger
	Pairs    stats.Pentanomial `json:"pairs"`           // results of the first player
	LLR      float64           `json:"llr"`             // log-likelihood ratio of the sequential test
	Mixed    *MixedOutcome     `json:"mixed,omitempty"` // for more than two seats, instead of Pairs and LLR
}

// MixedOutcome is the result of the first of two players in games of more than two seats, see [results.Mixed].
type MixedOutcome struct {
	Openings int     `json:"openings"`
	Score    float64 `json:"score"`
	Low      float64 `json:"low"`  // lower limit of the score's 95 % interval
	High     float64 `json:"high"` // upper limit
	Elo      float64 `json:"elo"`  // Elo difference; 0 if the score is 0 or 1
}

// played returns the number of pairs of games. With more than two seats, it is the number of openings.
func (v MatchOutcome) played() int {
	if v.Mixed != nil {
		return v.Mixed.Openings
	}
	p := v.Pairs
	return p[0] + p[1] + p[2] + p[3] + p[4]
}

// Score returns the first player's mean score, or 1/2 before the first pair.
func (v MatchOutcome) Score() float64 {
	switch {
	case v.played() == 0:
		return 0.5
	case v.Mixed != nil:
		return v.Mixed.Score
	}
	p := v.Pairs // p[i] pairs have i of 4 half points
	return float64(p[1]+2*p[2]+3*p[3]+4*p[4]) / float64(4*v.played())
}

// better reports whether the test accepted H1, or is undecided and the score is above one half.
func (v MatchOutcome) better() bool {
	return v.accepted() || v.Decision == stats.Undecided.String() && v.Score() > 0.5
}

func (v MatchOutcome) accepted() bool { return v.Decision == stats.AcceptH1.String() }

// String returns the outcome in words, with the observed Elo difference.
func (v MatchOutcome) String() string {
	decision := strings.Replace(v.Decision, stats.Undecided.String(), "undecided", 1)
	if m := v.Mixed; m != nil {
		return fmt.Sprintf("score %.1f %% (%.1f to %.1f) in %s, %s, %s Elo", 100*m.Score, 100*m.Low, 100*m.High,
			tournament.Counted(m.Openings, "opening"), decision, stats.FormatNumber(m.Elo, 0))
	}
	return fmt.Sprintf("score %.1f %% in %s, LLR %.2f, %s, %s Elo", 100*v.Score(),
		tournament.Counted(v.played(), "pair"), v.LLR, decision, stats.Elo(v.Pairs).Text(0))
}

// spec returns the spec of the match without a format, whose default is a round robin.
func (m match) spec() tournament.Spec {
	return tournament.Spec{
		Game: m.Rules.Game().Name(), Options: m.Rules.Settings(), Players: m.players[:], Rounds: m.pairs, Seed: m.seed,
		Openings: m.openings, Adjudication: tournament.Adjudication{Proven: m.Rules.Seats() == 2},
	}
}

// play plays the match without storing its games, and returns the first player's results: draws if both are the same.
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
// that the first is stronger by elo1 in normalized Elo (H1). With more than two seats, they play in all mixed seatings
// instead, without a test.
func (m match) testSpec(elo1 float64) tournament.Spec {
	spec := m.spec()
	if m.Rules.Seats() > 2 {
		spec.Format = tournament.Format{Kind: tournament.Mixed}
		return spec
	}
	spec.Format = tournament.UntilTest(tournament.Test{Elo1: elo1, Alpha: matchError, Beta: matchError,
		Model: stats.Normalized.String()})
	return spec
}

// test plays the match until its test is decided. It stores the games in db and does not repeat games stored there.
func (m match) test(ctx context.Context, db *store.Store, elo1 float64) (*MatchOutcome, error) {
	spec, err := m.testSpec(elo1).Settle(m.Rules.Game(), m.NewPlayer)
	if err != nil {
		return nil, err
	}
	gauge, kind := &matchGauge{}, "tournament"
	if spec.Format.Test != nil {
		if gauge.test, err = results.NewTest(spec, m.Rules.Seats()); err != nil {
			return nil, err
		}
		kind = "sprt"
	}
	run, err := m.Work.enter(ctx, db, kind, spec)
	if err != nil {
		return nil, err
	}
	run.Gauge = gauge
	run.Observer.Progress = func(runner.Progress) {
		v := gauge.outcome(run.Run.ID)
		state := progress.State{Task: m.task, Unit: "pair", Done: v.played(), Total: m.pairs, AtMost: true,
			Notes: []string{"score " + stats.Percent(v.Score(), 1), fmt.Sprintf("LLR %.2f", v.LLR)}}
		if v.Mixed != nil {
			state.Unit, state.AtMost, state.Notes = "opening", false, state.Notes[:1]
		}
		notify(m.Show, state)
	}
	err = finish(ctx, run)
	outcome := gauge.outcome(run.Run.ID)
	return &outcome, cmp.Or(gauge.err, err)
}

// matchGauge follows a match and ends it at the first fault. A sequential test also ends with its decision. A match in
// all mixed seatings is always played to its end, because its interval is valid only for a number of openings that was
// fixed in advance. It decides for H1 if its interval lies above one half (the first is better), for H0 if below.
type matchGauge struct {
	test *results.TestGauge // nil for mixed seatings
	fold results.Fold       // used for mixed seatings
	spec tournament.Spec
	err  error
}

// Restart forgets all games. It implements session.Gauge.
func (g *matchGauge) Restart(spec tournament.Spec) {
	g.spec, g.fold = spec, results.Fold{}
	if g.test != nil {
		g.test.Restart(spec)
	}
}

// Watch counts a game and reports whether the match is over.
func (g *matchGauge) Watch(r tournament.Result) (enough bool) {
	g.err = checkFault(r)
	switch {
	case g.err != nil:
		return true
	case g.test != nil:
		return g.test.Watch(r)
	}
	g.err = g.fold.AddResult(r)
	return g.err != nil
}

// checkFault returns an error if a fault ended the game. Such a game says nothing about strength.
func checkFault(r tournament.Result) error {
	if !r.Faulted() {
		return nil
	}
	return fmt.Errorf("game %s between %s: %s (seat %s)", r.Identity, strings.Join(r.Players, " and "),
		r.Outcome.Reason, r.Fault.Seat)
}

// outcome returns the present outcome of the match with the given id of its run.
func (g *matchGauge) outcome(run string) MatchOutcome {
	if g.test != nil {
		standing, err := g.test.Standing()
		g.err = errors.Join(g.err, err)
		return MatchOutcome{Run: run, Decision: standing.Decision.String(),
			Pairs: stats.Pentanomial(standing.Counts), LLR: standing.LLR}
	}
	m, decision := g.fold.Mixed(g.spec.Players[0], g.spec.Players[1]), stats.Undecided
	switch {
	case m.Score.Kind == stats.Absent: // no game yet
		m.Score = stats.Limited(.5, 0, 1) // anything is possible
	case m.Score.Low > .5:
		decision = stats.AcceptH1
	case m.Score.High < .5:
		decision = stats.AcceptH0
	}
	return MatchOutcome{Run: run, Decision: decision.String(),
		Mixed: &MixedOutcome{m.Openings, m.Score.Value, m.Score.Low, m.Score.High, m.Elo.Value}}
}
