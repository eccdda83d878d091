// Package verify checks the stored games of a run: against the rules and the plan, and by having the players decide
// every turn again.
package verify

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/parallel"
	"pillars/results/store"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/referee"
	"pillars/tournament/runner"
)

// Verifier checks games of a run, several at once. What it calls is not called twice at the same time.
type Verifier struct {
	Run    store.Run
	Stored []string // identities of its games
	tally

	Workers  int
	Found    func(identity string, fault error) error // is told what is wrong with a game; its error ends the work
	Progress func()                                   // is called after every game; may be nil

	db      *store.Store
	game    engine.Game
	plan    tournament.Plan
	planned map[string]tournament.Planned
}

// tally counts games.
type tally struct {
	Missing   int // planned, not stored
	Checked   int // against the rules and the plan
	Wrong     int // of those checked
	Decided   int // again
	Different int // of those decided
}

// startedAhead is how many games of a sequential test may have been begun before earlier ones were stored. Its plan is
// not drawn to the end: most of it is never played.
const startedAhead = 256

// New plans a run once more. It refuses a damaged file, in which games can be missing.
func New(ctx context.Context, db *store.Store, run store.Run) (*Verifier, error) {
	if err := db.Check(ctx); err != nil {
		return nil, err
	}
	v := &Verifier{Run: run, Workers: 1, db: db, planned: map[string]tournament.Planned{}}
	if err := v.schedule(); err != nil {
		return nil, fmt.Errorf("run %s: %w", run.ID, err)
	}
	stored, err := db.Results(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	results := make(map[string]tournament.Result, len(stored))
	for _, result := range stored {
		results[result.Identity] = result
		v.Stored = append(v.Stored, result.Identity)
	}
	slices.Sort(v.Stored)
	for _, game := range v.plan.Known(results) {
		v.planned[game.Identity] = game
		if _, found := results[game.Identity]; !found && !endsEarly(v.plan.Spec.Format) {
			v.Missing++
		}
	}
	return v, nil
}

func (v *Verifier) schedule() error {
	spec, err := tournament.ParseSpec(v.Run.Spec)
	if err != nil {
		return err
	}
	if spec.Hash() != v.Run.Hash {
		return errors.New("its spec is not that of its hash: the file is damaged")
	}
	if v.game, err = games.Find(spec.Game); err != nil {
		return err
	}
	if spec.Format == tournament.Sequential || spec.Format == tournament.SelfPlay {
		spec.Rounds = min(spec.Rounds, v.Run.Games+startedAhead)
	}
	v.plan, err = tournament.NewPlan(spec, v.game)
	return err
}

// endsEarly reports whether runs of a format are whole at any length, since what they measure may be looked at and
// stopped at any time.
func endsEarly(format tournament.Format) bool {
	return format == tournament.Sequential || format == tournament.SelfPlay || format == tournament.Odds
}

// Check checks stored games against the rules and the plan.
func (v *Verifier) Check(ctx context.Context, identities []string) error {
	return parallel.Pool[string, checked]{
		Workers: v.Workers,
		Start: func() (parallel.Worker[string, checked], error) {
			return parallel.Worker[string, checked]{Do: v.check}, nil
		},
		Take: func(game checked) error {
			v.Checked++
			if game.fault != nil {
				v.Wrong++
			}
			return v.tell(game.identity, game.fault)
		},
	}.Run(ctx, slices.Values(identities))
}

// checked is a game and what is wrong with it.
type checked struct {
	identity string
	fault    error
}

func (v *Verifier) check(ctx context.Context, identity string) (checked, error) {
	stored, err := v.db.Game(ctx, v.Run.ID, identity)
	if ctx.Err() != nil {
		return checked{}, ctx.Err()
	}
	if planned, ok := v.planned[identity]; err == nil && ok {
		err = referee.Verify(planned, stored.Game, v.game)
	} else if err == nil {
		err = errors.New("the run has not planned such a game")
	}
	return checked{identity, err}, nil
}

func (v *Verifier) tell(identity string, fault error) error {
	if fault != nil {
		if err := v.Found(identity, fault); err != nil {
			return err
		}
	}
	if v.Progress != nil {
		v.Progress()
	}
	return nil
}

// Sample draws n of the identities, in their order, by the seed; all if n is 0 or there are no more.
func Sample(identities []string, n int, seed uint64) []string {
	if n == 0 || n >= len(identities) {
		return identities
	}
	drawn := slices.Clone(identities)
	rand.New(engine.NewRandom(seed)).Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	slices.Sort(drawn[:n])
	return drawn[:n]
}

// Repeatable says why the players of games would not decide the same again, if there is a reason.
func (v *Verifier) Repeatable(identities []string) error {
	for _, identity := range identities {
		planned := v.planned[identity]
		for seat, control := range planned.Controls {
			if control.Limits.Time > 0 || control.Clock.Runs() {
				return fmt.Errorf("game %s/%s was played with limits by time (player %s: %s)",
					v.Run.ID, identity, engine.Seat(seat), planned.Players[seat])
			}
		}
		for _, player := range planned.Players {
			_, keys, _ := search.SplitText(player)
			if slices.ContainsFunc(keys, changes) {
				return fmt.Errorf("player %s has a limit by time or several threads", player)
			}
		}
	}
	return nil
}

// changes reports whether a player with this key in its text decides otherwise every time.
func changes(setting string) bool {
	key, _, _ := strings.Cut(setting, "=")
	return key == "time" || key == "threads"
}

// Decide has the players play stored games again, those that the run has planned, and compares them. What differs is
// told as a [Difference].
func (v *Verifier) Decide(ctx context.Context, identities []string) error {
	plan := v.plan // a plain one, in which no game hangs on the result of another
	plan.Spec.Format, plan.Spec.OnFault, plan.Games = tournament.RoundRobin, tournament.FaultLoses, nil
	for _, identity := range identities {
		if planned, ok := v.planned[identity]; ok {
			plan.Games = append(plan.Games, planned)
		}
	}
	plan.Total = len(plan.Games)
	if err := players.CheckMemory(v.Workers, plan.Spec.Players...); err != nil {
		return err
	}
	again := runner.Runner{Plan: plan, NewPlayer: players.StoredRecorded, Workers: v.Workers}
	again.Sink = func(game tournament.Game) error {
		stored, err := v.db.Game(ctx, v.Run.ID, game.Identity)
		if err != nil {
			return err
		}
		v.Decided++
		if found := firstDifference(stored.Game, game); found != nil {
			v.Different++
			return v.tell(game.Identity, found)
		}
		return v.tell(game.Identity, nil)
	}
	_, err := again.Run(ctx)
	return err
}
