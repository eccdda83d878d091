package catalog

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/referee"
	"pillars/tournament/runner"
)

// A Verifier checks stored games of one run, several at the same time. Calls of Found and Progress never overlap.
type Verifier struct {
	Run    store.Run
	Stored []string // identities of the stored games

	Missing   int // number of planned games that are not stored
	Checked   int // number of games compared with the rules and the plan
	Wrong     int // number of checked games that contradict the rules or the plan
	Decided   int // number of games that were played again by their players
	Different int // number of games that went differently when played again

	Workers  int
	Again    bool                                     // whether Verify lets the players play the games again
	Found    func(identity string, fault error) error // receives a fault of a game; an error of Found ends Verify
	Progress func()                                   // called after every verified game

	db      *store.Store
	plan    tournament.Plan
	numbers map[string]int // by identity of a stored game: its index in the plan
}

// NewVerifier returns a verifier with the plan of the run and the identities of its stored games. It returns an error
// for a damaged file, because such a file may have lost games.
func NewVerifier(ctx context.Context, db *store.Store, run store.Run) (*Verifier, error) {
	if err := db.Check(ctx); err != nil {
		return nil, err
	}
	v := &Verifier{Run: run, Workers: 1, db: db, numbers: map[string]int{}}
	spec, rules, err := SpecOf(run)
	if err == nil && spec.Hash() != run.Hash {
		err = fmt.Errorf("run %s: its spec does not have the stored hash: the file is damaged", run.ID)
	}
	if err == nil {
		v.plan, err = tournament.NewPlan(spec, rules.Game())
	}
	if err != nil {
		return nil, err
	}
	damaged := 0 // damaged games are not missing: Verify reports them
	for stored, err := range db.FindResults(ctx, run.ID, store.Filter{}) {
		if err != nil && !errors.Is(err, store.ErrDamaged) {
			return nil, err
		}
		v.Stored = append(v.Stored, stored.Identity)
		if n, planned := v.plan.Number(stored.Result); err != nil {
			damaged++
		} else if planned {
			v.numbers[stored.Identity] = n
		}
	}
	slices.Sort(v.Stored)
	if !spec.Format.EndsEarly() {
		v.Missing = max(0, v.plan.Len()-len(v.numbers)-damaged)
	}
	return v, nil
}

// Verify checks the games with the given identities. If Again is set, it also lets the players play these games again.
func (v *Verifier) Verify(ctx context.Context, identities []string) error {
	err := parallel.Pool[string, checked]{
		Workers: v.Workers,
		Start: func() (parallel.Worker[string, checked], error) {
			return parallel.Worker[string, checked]{Do: v.check}, nil
		},
		Take: func(game checked) error {
			v.Checked++
			if game.fault != nil {
				v.Wrong++
			}
			return v.report(game.identity, game.fault)
		},
	}.Run(ctx, slices.Values(identities))
	if err == nil && v.Again {
		err = v.decide(ctx, identities)
	}
	return err
}

// OwnRun reports whether this version of the program made the run.
func (v *Verifier) OwnRun() bool { return v.Run.Program == runner.Program() }

type checked struct {
	identity string
	fault    error // what is wrong with the game; nil if nothing is
}

// check compares one game with the rules and the plan. It returns an error only if ctx has ended.
func (v *Verifier) check(ctx context.Context, identity string) (checked, error) {
	stored, err := v.db.Game(ctx, v.Run.ID, identity)
	if ctx.Err() != nil {
		return checked{}, ctx.Err()
	}
	if n, planned := v.numbers[identity]; err == nil && planned {
		game, spec := v.plan.Game(n), v.plan.Spec
		tags := slices.Concat(runner.Tags(spec, ""), runner.OwnTags(spec, game))
		err = referee.Verify(game, stored.Game, v.plan.Rules, tags)
	} else if err == nil {
		err = errors.New("the run has not planned such a game")
	}
	return checked{identity, err}, nil
}

func (v *Verifier) report(identity string, fault error) (err error) {
	if fault != nil {
		err = v.Found(identity, fault)
	}
	if err == nil {
		v.Progress()
	}
	return err
}

// Sample returns n identities, drawn at random by the seed and sorted. If n is 0 or too large, it returns all
// identities.
func Sample(identities []string, n int, seed uint64) []string {
	if n == 0 || n >= len(identities) {
		return identities
	}
	drawn := slices.Clone(identities)
	rand.New(engine.NewRandom(seed)).Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	slices.Sort(drawn[:n])
	return drawn[:n]
}

// Repeatable returns an error if the players might play the games of the run differently the next time, for example
// because of a clock.
func (v *Verifier) Repeatable() error {
	spec := v.plan.Spec
	if spec.Timed() {
		return fmt.Errorf("run %s was played with limits by time", v.Run.ID)
	}
	for _, player := range spec.Players {
		if parsed, _ := search.ParseSpec(player); !parsed.Program() && parsed.Varies() != "" {
			return fmt.Errorf("player %s %s", player, parsed.Varies())
		}
	}
	return nil
}

// decide lets the players play the games with the given identities again, except games that the plan does not have. It
// reports each [tournament.Difference] from the stored games.
func (v *Verifier) decide(ctx context.Context, identities []string) error {
	var games []tournament.Planned
	for _, identity := range identities {
		if n, planned := v.numbers[identity]; planned {
			games = append(games, v.plan.Game(n))
		}
	}
	plan := v.plan.Only(games)
	// The empty format is a round robin, which plays each game regardless of the results of other games.
	plan.Spec.Format, plan.Spec.OnFault = tournament.Format{}, tournament.FaultLoses
	if err := players.CheckMemory(v.Workers, plan.Spec.Players...); err != nil {
		return err
	}
	again := runner.Runner{Plan: plan, NewPlayer: players.Recorded, Workers: v.Workers}
	again.Sink = func(game tournament.Game) error {
		stored, err := v.db.Game(ctx, v.Run.ID, game.Identity)
		if err != nil {
			return err
		}
		v.Decided++
		var fault error
		if difference := tournament.FirstDifference(stored.Game, game); difference != nil {
			v.Different++
			fault = difference
		}
		return v.report(game.Identity, fault)
	}
	_, err := again.Run(ctx)
	return err
}
