// Package verify checks the stored games of a run: against the rules and the plan, and by having the players decide
// every turn again.
package verify

import (
	"cmp"
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

	Missing   int // games planned, not stored
	Checked   int // against the rules and the plan
	Wrong     int // of those checked
	Decided   int // again
	Different int // of those decided

	Workers  int
	Found    func(identity string, fault error) error // is told what is wrong with a game; its error ends the work
	Progress func()                                   // is called after every game; may be nil

	db      *store.Store
	plan    tournament.Plan
	numbers map[string]int // of stored games in the plan, by identity
}

// startedAhead is how many games of a sequential test may have been begun before earlier ones were stored. Its plan is
// not drawn to the end: most of it is never played.
const startedAhead = 256

// New plans a run once more. It refuses a damaged file, in which games can be missing.
func New(ctx context.Context, db *store.Store, run store.Run) (*Verifier, error) {
	if err := db.Check(ctx); err != nil {
		return nil, err
	}
	v := &Verifier{Run: run, Workers: 1, db: db, numbers: map[string]int{}}
	if err := v.schedule(); err != nil {
		return nil, fmt.Errorf("run %s: %w", run.ID, err)
	}
	if v.plan.Spec.Format.Staged() {
		stored, err := db.Results(ctx, run.ID)
		if err != nil {
			return nil, err
		}
		v.plan = v.plan.Known(tournament.ByIdentity(stored))
	}
	damaged := 0 // which Check finds again
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
	if !v.plan.Spec.Format.EndsEarly() {
		v.Missing = max(0, v.plan.Len()-len(v.numbers)-damaged)
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
	game, err := games.Find(spec.Game)
	if err != nil {
		return err
	}
	if spec.Format.Shortens() {
		spec.Rounds = min(spec.Rounds, v.Run.Games+startedAhead)
	}
	v.plan, err = tournament.NewPlan(spec, game)
	return err
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

type checked struct {
	identity string
	fault    error
}

func (v *Verifier) check(ctx context.Context, identity string) (checked, error) {
	stored, err := v.db.Game(ctx, v.Run.ID, identity)
	if ctx.Err() != nil {
		return checked{}, ctx.Err()
	}
	if n, planned := v.numbers[identity]; err == nil && planned {
		err = referee.Verify(v.plan.Game(n), stored.Game, v.plan.Rules)
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
	for _, planned := range v.chosen(identities) {
		for seat, control := range planned.Controls {
			if control.Limits.Time > 0 || control.Clock.Runs() {
				return fmt.Errorf("game %s/%s was played with limits by time (player %s: %s)",
					v.Run.ID, planned.Identity, engine.Seat(seat), planned.Players[seat])
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

// chosen are the games with these identities, those that the run has planned.
func (v *Verifier) chosen(identities []string) (games []tournament.Planned) {
	for _, identity := range identities {
		if n, planned := v.numbers[identity]; planned {
			games = append(games, v.plan.Game(n))
		}
	}
	return games
}

// changes reports whether a player with this key in its text decides otherwise every time.
func changes(setting string) bool {
	key, _, _ := strings.Cut(setting, "=")
	return key == "time" || key == "threads"
}

// Decide has the players play stored games again, those that the run has planned, and compares them. What differs is
// told as a [Difference].
func (v *Verifier) Decide(ctx context.Context, identities []string) error {
	plan := v.plan.Of(v.chosen(identities)) // a plain one, in which no game hangs on the result of another
	plan.Spec.Format, plan.Spec.OnFault, plan.Total = tournament.RoundRobin, tournament.FaultLoses, plan.Len()
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

// Difference is the first thing in which a game that was played again differs from the stored one.
type Difference struct {
	Turn   int // from 1, 0 if it is not about a turn
	What   string
	Stored string
	New    string
}

func (d *Difference) Error() string {
	text := fmt.Sprintf("%s: stored is %s, now it is %s", d.What, d.Stored, d.New)
	if d.Turn > 0 {
		text = fmt.Sprintf("turn %d, %s", d.Turn, text)
	}
	return text
}

func compare[T comparable](turn int, what string, stored, again T) *Difference {
	if stored == again {
		return nil
	}
	return &Difference{turn, what, fmt.Sprint(stored), fmt.Sprint(again)}
}

// firstDifference compares all that players decided, and what their files of weights held; not the time that they took.
func firstDifference(stored, again tournament.Game) *Difference {
	if d := compareTags(stored, again); d != nil {
		return d
	}
	for i := range max(len(stored.Record.Turns), len(again.Record.Turns)) {
		d := cmp.Or(compare(i+1, "turn", turnAt(stored, i), turnAt(again, i)), compareThoughts(stored, again, i))
		if d != nil {
			return d
		}
	}
	if stored.Outcome != again.Outcome {
		return &Difference{0, "outcome", stored.Outcome.Text(), again.Outcome.Text()}
	}
	return nil
}

func turnAt(game tournament.Game, i int) string {
	if i >= len(game.Record.Turns) {
		return "the end of the game"
	}
	return game.Record.Turns[i]
}

// compareThoughts compares what was thought at a turn, by number from 0.
func compareThoughts(stored, again tournament.Game, turn int) *Difference {
	i := turn - stored.Record.Opening
	switch {
	case i < 0:
		return nil
	case i >= len(stored.Thoughts) || i >= len(again.Thoughts):
		return compare(turn+1, "thoughts", tournament.Counted(len(stored.Thoughts), "thought"),
			tournament.Counted(len(again.Thoughts), "thought"))
	}
	a, b := stored.Thoughts[i], again.Thoughts[i]
	return cmp.Or(compare(turn+1, "score", a.Score, b.Score), compare(turn+1, "depth", a.Depth, b.Depth),
		compare(turn+1, "nodes", a.Nodes, b.Nodes))
}

// compareTags compares tags that both records have, except those that say who played when: seeds, and what players told
// of themselves.
func compareTags(stored, again tournament.Game) *Difference {
	for _, a := range stored.Record.Tags {
		if slices.Contains([]string{"Run", "Program", "Event", "Date"}, a.Name) {
			continue
		}
		for _, b := range again.Record.Tags {
			if a.Name == b.Name && a.Value != b.Value {
				return &Difference{0, "tag " + a.Name, a.Value, b.Value}
			}
		}
	}
	return nil
}
