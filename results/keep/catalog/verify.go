package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/parallel"
	"pillars/results/keep/store"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/referee"
	"pillars/tournament/runner"
)

// A Verifier checks games of a run, several at once. It never runs two calls of its functions at the same time.
type Verifier struct {
	Run    store.Run
	Stored []string // identities of its games

	Missing   int // games that are planned but not stored
	Checked   int // games compared with the rules and the plan
	Wrong     int // checked games with a fault
	Decided   int // games that their players have decided again
	Different int // games that they decided differently

	Workers  int
	Again    bool                                     // has the players decide the games again
	Found    func(identity string, fault error) error // receives what is wrong with a game; its error ends the work
	Progress func()                                   // is called after every game

	db      *store.Store
	plan    tournament.Plan
	numbers map[string]int // the numbers of stored games in the plan, by identity
}

// startedAhead is the most games of a sequential test that can have begun before earlier ones were stored. A Verifier
// plans only that many games beyond the stored ones, since most of the plan is never played.
const startedAhead = 256

// NewVerifier plans the games of a run again. It fails for a damaged file, in which games may be missing.
func NewVerifier(ctx context.Context, db *store.Store, run store.Run) (*Verifier, error) {
	if err := db.Check(ctx); err != nil {
		return nil, err
	}
	v := &Verifier{Run: run, Workers: 1, db: db, numbers: map[string]int{}}
	if err := v.schedule(); err != nil {
		return nil, fmt.Errorf("run %s: %w", run.ID, err)
	}
	if v.plan.Spec.Traits().Staged {
		known, err := tournament.ByIdentity(db.Results(ctx, run.ID))
		if err != nil {
			return nil, err
		}
		v.plan = v.plan.Known(known)
	}
	damaged := 0 // games; Verify reports them
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
	if !v.plan.Spec.Traits().EndsEarly {
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
	if spec.Traits().Shortens {
		spec.Rounds = min(spec.Rounds, v.Run.Games+startedAhead)
	}
	v.plan, err = tournament.NewPlan(spec, game)
	return err
}

// Verify checks stored games and, if Again is set, has their players decide them again.
func (v *Verifier) Verify(ctx context.Context, identities []string) error {
	err := v.checkAll(ctx, identities)
	if err == nil && v.Again {
		err = v.decide(ctx, identities)
	}
	return err
}

// OwnRun reports whether this program alone played the run.
func (v *Verifier) OwnRun() bool { return slices.Equal(v.Run.Programs(), []string{runner.Program()}) }

// Standing returns the number of verified games in one line.
func (v *Verifier) Standing() string {
	text := fmt.Sprintf("%s checked, %d wrong", tournament.Counted(v.Checked, "game"), v.Wrong)
	if v.Again {
		text += fmt.Sprintf("; %s decided again, %d differently", tournament.Counted(v.Decided, "game"), v.Different)
	}
	return text
}

// Records returns the counts of the verification, for JSON.
func (v *Verifier) Records() []any {
	facts := table.Object("type", "verification", "run", v.Run.ID, "stored", len(v.Stored), "missing", v.Missing,
		"checked", v.Checked, "wrong", v.Wrong)
	facts.AddSome("decided", v.Decided)
	facts.AddSome("different", v.Different)
	return []any{append(facts, table.Object("program", v.Run.Program, "same_program", v.OwnRun())...)}
}

// WriteText writes a line for each check that found nothing wrong, and one for missing games.
func (v *Verifier) WriteText(w io.Writer) (err error) {
	line := func(shown bool, games int, text string) {
		if shown && err == nil {
			err = table.Printf(w, "run %s: %s %s\n", v.Run.ID, tournament.Counted(games, "game"), text)
		}
	}
	line(v.Wrong == 0, v.Checked, "as the rules and the plan have them")
	line(v.Decided > 0 && v.Different == 0, v.Decided, "decided again, turn for turn the same")
	line(v.Missing > 0, v.Missing, "planned and not stored")
	return err
}

// Failure returns an error with the number of wrong games, or nil.
func (v *Verifier) Failure() error {
	var failures []string
	if v.Wrong > 0 {
		failures = append(failures, fmt.Sprintf("%d of %s do not agree with the rules or the plan", v.Wrong,
			tournament.Counted(v.Checked, "game")))
	}
	if v.Different > 0 {
		failures = append(failures, fmt.Sprintf("%d of %s were decided differently", v.Different,
			tournament.Counted(v.Decided, "game")))
	}
	if len(failures) == 0 {
		return nil
	}
	return fmt.Errorf("run %s: %s", v.Run.ID, strings.Join(failures, "; "))
}

// checkAll checks stored games against the rules and the plan.
func (v *Verifier) checkAll(ctx context.Context, identities []string) error {
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
			return v.report(game.identity, game.fault)
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

// report reports a verified game, and its fault if it has one, to the functions of the verifier.
func (v *Verifier) report(identity string, fault error) (err error) {
	if fault != nil {
		err = v.Found(identity, fault)
	}
	if err == nil {
		v.Progress()
	}
	return err
}

// Sample draws n identities at random, determined by the seed, and returns them sorted. It returns all identities if n
// is 0 or larger than their number.
func Sample(identities []string, n int, seed uint64) []string {
	if n == 0 || n >= len(identities) {
		return identities
	}
	drawn := slices.Clone(identities)
	rand.New(engine.NewRandom(seed)).Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	slices.Sort(drawn[:n])
	return drawn[:n]
}

// Repeatable returns an error with the reason why the players may decide differently this time, or nil.
func (v *Verifier) Repeatable(identities []string) error {
	for _, planned := range v.chosen(identities) {
		for seat, control := range planned.Controls {
			if control.Limits.Time > 0 || control.Clock.Runs() {
				return fmt.Errorf("game %s/%s was played with limits by time (player %s: %s)",
					v.Run.ID, planned.Identity, engine.Seat(seat), planned.Players[seat])
			}
		}
		for _, player := range planned.Players {
			if spec, _ := search.ParseSpec(player); !spec.Program() && spec.Varies() != "" {
				return fmt.Errorf("player %s %s", player, spec.Varies())
			}
		}
	}
	return nil
}

// chosen returns the planned games with these identities.
func (v *Verifier) chosen(identities []string) (games []tournament.Planned) {
	for _, identity := range identities {
		if n, planned := v.numbers[identity]; planned {
			games = append(games, v.plan.Game(n))
		}
	}
	return games
}

// decide has the players play the given games again, if the plan contains them, and compares the new games with the
// stored ones. It reports each difference as a [Difference].
func (v *Verifier) decide(ctx context.Context, identities []string) error {
	plan := v.plan.Only(v.chosen(identities)) // in which no game depends on the result of another
	plan.Spec.Format, plan.Spec.OnFault, plan.Total = tournament.RoundRobin{}, tournament.FaultLoses, plan.Len()
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
		found := firstDifference(stored.Game, game)
		if found == nil {
			return v.report(game.Identity, nil) // an error made of found would not be nil
		}
		v.Different++
		return v.report(game.Identity, found)
	}
	_, err := again.Run(ctx)
	return err
}

// A Difference is the first difference between a stored game and the same game played again.
type Difference struct {
	Turn   int // from 1; 0 for a difference in the whole game
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

// firstDifference returns the first difference between the decisions of two games, or between the files of weights of
// their players, or nil. Times may differ.
func firstDifference(stored, again tournament.Game) *Difference {
	d := compareTags(stored, again)
	for i := 0; d == nil && i < max(len(stored.Record.Turns), len(again.Record.Turns)); i++ {
		d = cmp.Or(compare(i+1, "turn", turnAt(stored, i), turnAt(again, i)), compareThoughts(stored, again, i))
	}
	if d == nil && stored.Outcome != again.Outcome {
		d = &Difference{0, "outcome", stored.Outcome.Text(), again.Outcome.Text()}
	}
	return d
}

func turnAt(game tournament.Game, i int) string {
	if i >= len(game.Record.Turns) {
		return "the end of the game"
	}
	return game.Record.Turns[i]
}

// compareThoughts compares the thoughts of a turn, numbered from 0.
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

// compareTags compares the tags that both records have, except tags about who played when: it compares seeds, and
// facts that players reported.
func compareTags(stored, again tournament.Game) *Difference {
	for _, a := range stored.Record.Tags {
		for _, b := range again.Record.Tags {
			if a.Name == b.Name && a.Value != b.Value &&
				!slices.Contains([]string{"Run", "Program", "Event", "Date"}, a.Name) {
				return &Difference{0, "tag " + a.Name, a.Value, b.Value}
			}
		}
	}
	return nil
}
