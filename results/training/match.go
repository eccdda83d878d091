package training

import (
	"context"
	"errors"
	"fmt"

	"pillars/engine"
	"pillars/results/stats"
	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
)

// match is a sequential test of one player against another.
type match struct {
	game         engine.Game
	options      engine.Settings
	players      [2]string // the first one is to be found stronger
	pairs        int       // at most
	openingTurns int
	elo0, elo1   float64 // the hypotheses in normalized Elo; both errors have a chance of matchError
	seed         uint64
	workers      int
	newPlayer    guard.Factory
}

// matchError is the chance of either error of a match.
const matchError = 0.05

// Verdict is how a match ended, or stands.
type Verdict struct {
	Run      string            `json:"run"`      // in the folder's file of games
	Decision string            `json:"decision"` // of the test, see [stats.Decision]
	Pairs    stats.Pentanomial `json:"pairs"`    // by half points of the first player
	LLR      float64           `json:"llr"`
}

// Score is the first player's share of the points, 1/2 before the first pair.
func (v Verdict) Score() float64 {
	pairs, halfPoints := 0, 0
	for i, n := range v.Pairs {
		pairs, halfPoints = pairs+n, halfPoints+i*n
	}
	if pairs == 0 {
		return 0.5
	}
	return float64(halfPoints) / float64(4*pairs)
}

// better reports whether the first player is to be taken for the better one: by the test, or if that came to no end,
// by the score.
func (v Verdict) better() bool {
	if v.Decision == stats.Undecided.String() {
		return v.Score() > 0.5
	}
	return v.accepted()
}

// accepted reports whether the test found the first player stronger.
func (v Verdict) accepted() bool { return v.Decision == stats.AcceptH1.String() }

// errDrained says that work was broken off as its user wanted, with everything kept.
var errDrained = errors.New("interrupted")

// play plays what the store lacks of the match, until it is decided.
func (m match) play(ctx context.Context, db *store.Store, drain <-chan struct{}, report func(Verdict)) (Verdict,
	error) {
	plan, err := m.plan()
	if err != nil {
		return Verdict{}, err
	}
	run, err := enterRun(ctx, db, plan)
	if err != nil {
		return Verdict{}, err
	}
	earlier, err := db.Results(ctx, run.ID)
	if err != nil {
		return Verdict{}, err
	}
	gauge, err := newGauge(plan.Spec, run.ID)
	if err != nil {
		return Verdict{}, err
	}
	runner := runner.Runner{
		Plan: plan, NewPlayer: m.newPlayer, Workers: m.workers, Earlier: earlier, Program: runner.Program(),
		Drain: drain, Watch: gauge.watch,
		Sink:   func(game tournament.Game) error { return db.Append(context.WithoutCancel(ctx), run.ID, game) },
		Report: func(runner.Progress) { report(gauge.verdict()) },
	}
	progress, err := runner.Run(ctx)
	if err = errors.Join(err, gauge.err); err != nil {
		return gauge.verdict(), err
	}
	if !progress.Complete() {
		return gauge.verdict(), errDrained
	}
	return gauge.verdict(), nil
}

// plan is the list of the match's games.
func (m match) plan() (tournament.Plan, error) {
	spec := tournament.Spec{
		Game: m.game.Name(), Options: m.options, Players: m.players[:], Format: tournament.Sequential, Rounds: m.pairs,
		Seed:         m.seed,
		Openings:     openings.Source{Turns: m.openingTurns},
		Adjudication: tournament.Adjudication{Proven: true},
		Test: tournament.Test{Elo0: m.elo0, Elo1: m.elo1, Alpha: matchError, Beta: matchError,
			Model: stats.Normalized.String()},
	}
	spec, err := spec.Settle(m.game, m.newPlayer)
	if err != nil {
		return tournament.Plan{}, err
	}
	return tournament.NewPlan(spec, m.game)
}

// enterRun finds the run of a plan in the store, or makes it.
func enterRun(ctx context.Context, db *store.Store, plan tournament.Plan) (store.Run, error) {
	run, err := db.FindRun(ctx, plan.Spec.Hash())
	if errors.Is(err, store.ErrNotFound) {
		return db.CreateRun(ctx, store.Run{
			Kind: "sprt", Hash: plan.Spec.Hash(), Spec: plan.Spec.String(), Total: plan.Total,
			Program: runner.Program(),
		})
	}
	return run, err
}

// gauge follows a match pair by pair.
type gauge struct {
	run      string
	first    string // the player to be found stronger
	sequence stats.Sequence
	half     *tournament.Result // the first game of a pair
	err      error
}

func newGauge(spec tournament.Spec, run string) (*gauge, error) {
	test := stats.SPRT{Elo0: spec.Test.Elo0, Elo1: spec.Test.Elo1, Alpha: spec.Test.Alpha, Beta: spec.Test.Beta,
		Model: stats.Normalized}
	sequence, err := test.OnPairs()
	return &gauge{run: run, first: spec.Players[0], sequence: sequence}, err
}

// watch takes results in the order of the plan: the two games of a pair follow each other.
func (g *gauge) watch(r tournament.Result) bool {
	if r.Faulted() {
		g.err = fmt.Errorf("game %s of run %s: %s (seat %s)", r.Identity, g.run, r.Outcome.Reason, r.Fault.Seat)
		return true
	}
	if g.half == nil {
		g.half = &r
		return g.enough()
	}
	halfPoints := 0
	for _, game := range []tournament.Result{*g.half, r} {
		score := game.Outcome.Score(0)
		if game.Players[0] != g.first {
			score = 1 - score
		}
		halfPoints += int(2 * score)
	}
	g.half = nil
	g.sequence, g.err = g.sequence.Next(halfPoints)
	return g.enough()
}

func (g *gauge) enough() bool { return g.err != nil || g.sequence.Decision() != stats.Undecided }

func (g *gauge) verdict() Verdict {
	v := Verdict{Run: g.run, Decision: g.sequence.Decision().String(), LLR: g.sequence.LLR()}
	if pairs, ok := g.sequence.Sample().(stats.Pentanomial); ok {
		v.Pairs = pairs
	}
	return v
}
