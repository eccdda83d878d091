package training

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/stats"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
	"pillars/tournament/work"
)

// Work holds what a [Loop] and a [Tuning] have in common.
type Work struct {
	Folder    string // for all that is made
	Rules     engine.Rules
	Workers   int
	NewPlayer guard.Factory
	Drain     <-chan struct{}    // when it is closed, what is under way is brought to a point that it can go on from
	Elsewhere Elsewhere          // has games played by others; nil to play them here
	matching  func(MatchOutcome) // follows the tests, game by game; may be nil
}

// Elsewhere has games of all kinds played by workers, see package coordinator.
type Elsewhere interface {
	runner.Elsewhere
	// SignedBy returns an Elsewhere that admits workers by the signatures of these players instead of the plan's own,
	// which are like them.
	SignedBy(players ...string) runner.Elsewhere
	// Liars lists the workers whose games turned out to be wrong.
	Liars() []string
}

type match struct {
	Work
	players  [2]string
	pairs    int
	openings openings.Source
	seed     uint64
	like     string                   // a player with the signature of both
	made     func(maker string) error // is called with who played a game elsewhere
}

// took records who has played a game.
func (m match) took(game tournament.Game) error {
	if maker := work.By(game); maker != "" && m.made != nil {
		return m.made(maker)
	}
	return nil
}

const matchError = 0.05 // the chance of either error of a sequential test

// MatchOutcome is the state or the result of a match.
type MatchOutcome struct {
	Run      string            `json:"run"`      // in the folder's file of games
	Decision string            `json:"decision"` // of the test, see [stats.Decision]
	Pairs    stats.Pentanomial `json:"pairs"`    // by half points of the first player
	LLR      float64           `json:"llr"`
	Mixed    *MixedOutcome     `json:"mixed,omitempty"` // with more than two seats, in place of pairs and ratio
}

// played is the number of pairs or, with more than two seats, of openings.
func (v MatchOutcome) played() int {
	if v.Mixed != nil {
		return v.Mixed.Openings
	}
	p := v.Pairs
	return p[0] + p[1] + p[2] + p[3] + p[4]
}

// Score returns the first player's share of the points, 1/2 before the first pair.
func (v MatchOutcome) Score() float64 {
	switch {
	case v.played() == 0:
		return 0.5
	case v.Mixed != nil:
		return v.Mixed.Score
	}
	p := v.Pairs
	return float64(p[1]+2*p[2]+3*p[3]+4*p[4]) / float64(4*v.played())
}

// better reports whether the first player is better, by the test or, if that did not end, by the score.
func (v MatchOutcome) better() bool {
	return v.accepted() || v.Decision == stats.Undecided.String() && v.Score() > 0.5
}

func (v MatchOutcome) accepted() bool { return v.Decision == stats.AcceptH1.String() }

// DecisionText returns H0, H1 or, where a test that still runs would say to go on, undecided.
func (v MatchOutcome) DecisionText() string {
	if v.Decision == stats.Undecided.String() {
		return "undecided"
	}
	return v.Decision
}

func (v MatchOutcome) String() string {
	if v.Mixed != nil {
		return v.Mixed.String() + ", " + v.DecisionText()
	}
	pairs := tournament.Counted(v.played(), "pair")
	return fmt.Sprintf("score %.1f %% in %s, LLR %.2f, %s", 100*v.Score(), pairs, v.LLR, v.DecisionText())
}

// TextWithElo returns the outcome in words, with the difference that was observed.
func (v MatchOutcome) TextWithElo() string {
	if v.Mixed != nil {
		return v.String() + ", " + stats.FormatNumber(v.Mixed.Elo, 0) + " Elo"
	}
	return v.String() + ", " + stats.Elo(v.Pairs).Text(0) + " Elo"
}

// errDrained is the error of work that its user interrupted, with everything kept.
var errDrained = errors.New("interrupted")

// Interrupted reports whether an error means that a loop or a tuning was interrupted and can be continued.
func Interrupted(err error) bool {
	return errors.Is(err, errDrained) || errors.Is(err, context.Canceled)
}

func (m match) spec() tournament.Spec {
	return tournament.Spec{
		Game: m.Rules.Game().Name(), Options: m.Rules.Settings(), Players: m.players[:], Rounds: m.pairs, Seed: m.seed,
		Openings: m.openings, Adjudication: tournament.Adjudication{Proven: m.Rules.Seats() == 2},
	}
}

// checkFault returns an error if a fault ended the game: such a game shows nothing about strength.
func checkFault(r tournament.Result) error {
	if !r.Faulted() {
		return nil
	}
	return fmt.Errorf("game %s between %s: %s (seat %s)", r.Identity, strings.Join(r.Players, " and "),
		r.Outcome.Reason, r.Fault.Seat)
}

// score returns the score of the first player.
func (m match) score(r tournament.Result) (float64, error) {
	if r.Players[0] == m.players[0] {
		return r.Outcome.Score(0), checkFault(r)
	}
	return 1 - r.Outcome.Score(0), checkFault(r)
}

// play counts all games for the first player. If the players do not differ, they share the points without playing.
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
		Plan: plan, NewPlayer: m.NewPlayer, Workers: m.Workers, Program: runner.Program(), Sink: m.took,
	}
	if m.Elsewhere != nil {
		run.Elsewhere = m.Elsewhere.SignedBy(m.like)
	}
	run.Watch = func(r tournament.Result) bool {
		var score float64
		if score, fault = m.score(r); fault == nil {
			games = games.Plus(stats.OneGame(score))
		}
		return fault != nil
	}
	_, err = run.Run(ctx)
	return games, errors.Join(err, fault)
}

// tested returns the spec of a sequential test of whether the first player is stronger by elo1, normalized, rather than
// by 0. With more than two seats it describes a match in all mixed seatings.
func (m match) tested(elo1 float64) tournament.Spec {
	spec := m.spec()
	if m.Rules.Seats() > 2 {
		spec.Format = tournament.Mixed{}
		return spec
	}
	spec.Format = tournament.Sequential{Test: tournament.Test{Elo1: elo1, Alpha: matchError, Beta: matchError,
		Model: stats.Normalized.String()}}
	return spec
}

func (m match) test(ctx context.Context, db *store.Store, elo1 float64) (*MatchOutcome, error) {
	spec, err := m.tested(elo1).Settle(m.Rules.Game(), m.NewPlayer)
	if err != nil {
		return nil, err
	}
	gauge, kind, err := newGauge(spec)
	if err != nil {
		return nil, err
	}
	run, err := m.Work.enter(ctx, db, kind, spec)
	if err != nil {
		return nil, err
	}
	run.Gauge, run.Observer.Played = gauge, m.took
	run.Observer.Progress = func(runner.Progress) { notify(m.matching, gauge.verdict(run.Run.ID)) }
	err = finish(ctx, run)
	verdict := gauge.verdict(run.Run.ID)
	return &verdict, cmp.Or(gauge.fault(), err)
}

// enter finds or makes the run of a spec.
func (w Work) enter(ctx context.Context, db *store.Store, kind string, spec tournament.Spec) (*session.Session, error) {
	spec, err := spec.Settle(w.Rules.Game(), w.NewPlayer)
	if err != nil {
		return nil, err
	}
	run, err := session.New(kind, spec, w.Rules.Game(), session.Observer{})
	if err != nil {
		return nil, err
	}
	run.Workers, run.NewPlayer, run.Drain = w.Workers, w.NewPlayer, w.Drain
	if w.Elsewhere != nil {
		run.Elsewhere = w.Elsewhere
	}
	return run, run.Enter(ctx, db)
}

// finish plays what a run lacks. If it is drained, the error is one that [Interrupted] recognizes.
func finish(ctx context.Context, run *session.Session) error {
	progress, err := run.Play(ctx)
	if err == nil && !run.Complete(progress) {
		return errDrained
	}
	return err
}
