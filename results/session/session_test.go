package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/games"
	"pillars/engine/pit"
	"pillars/eval"
	"pillars/results"
	"pillars/results/stats"
	"pillars/results/store"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
)

// fake plays at random. Its name says what else it does: "failing" gives up at its third decision of every game,
// "waiting" then waits until it is stopped.
type fake struct {
	name      string
	random    *rand.PCG
	decisions int
}

func newFake(name string, _ engine.Rules) (search.Player, error) { return &fake{name: name}, nil }

func (f *fake) Name() string { return f.name }

func (f *fake) NewGame(seed uint64) { f.random, f.decisions = engine.NewRandom(seed), 0 }

func (f *fake) Decide(
	ctx context.Context, h *engine.History, _ search.Limits, _ func(search.Info),
) (search.Decision, error) {
	f.decisions++
	switch {
	case f.decisions < 3:
	case f.name == "failing":
		return search.Decision{}, errors.New("gave up")
	case f.name == "waiting":
		<-ctx.Done()
		return search.Decision{}, ctx.Err()
	}
	return search.Decision{Steps: []engine.Step{engine.RandomStep(h.Position(), f.random)}}, nil
}

// trial is a session of fakes on the smallest board, and what it tells.
type trial struct {
	*Session
	told  []EventKind
	games int // played now
	after func(played int)
}

func newTrial(t *testing.T, db *store.Store, change func(*tournament.Spec), names ...string) *trial {
	t.Helper()
	game, err := games.Find("pit-of-pillars")
	if err != nil {
		t.Fatal(err)
	}
	spec := tournament.Spec{
		Game: game.Name(), Options: engine.Settings{{Name: "size", Value: "4"}}, Players: names, Rounds: 3, Seed: 7,
		Openings: openings.Source{Turns: 2},
	}
	if change != nil {
		change(&spec)
	}
	maker := newFake
	if strings.HasPrefix(names[0], "greedy") {
		maker = players.Recorded
	}
	if spec, err = spec.Settle(game, maker); err != nil {
		t.Fatal(err)
	}
	c := &trial{after: func(int) {}}
	c.Session, err = New("tournament", spec, game, Observer{
		Told: func(e Event) { c.told = append(c.told, e.Kind) },
		Played: func(game tournament.Game) error {
			if _, err := db.Game(t.Context(), c.Run.ID, game.Identity); err != nil {
				t.Errorf("game %s is told of, and not stored: %v", game.Identity, err)
			}
			c.games++
			c.after(c.games)
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	c.NewPlayer = maker
	return c
}

// play enters and plays, and wants so many games to be played now and these events to be told.
func (c *trial) play(t *testing.T, db *store.Store, games int, events ...EventKind) runner.Progress {
	t.Helper()
	if err := c.Enter(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	p, err := c.Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if c.games != games || !slices.Equal(c.told, events) {
		t.Errorf("%d games and the events %v, want %d and %v", c.games, c.told, games, events)
	}
	return p
}

func open(t *testing.T) *store.Store {
	t.Helper()
	db, err := store.Open(filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// moves are the turns of all games of a run.
func moves(t *testing.T, s *Session) map[string]string {
	t.Helper()
	all := map[string]string{}
	for game, err := range s.Store.Find(t.Context(), s.Run.ID, store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		all[game.Identity] = strings.Join(game.Record.Turns, " ")
	}
	return all
}

// TestRunGoesOn drains a run after its second game, goes on, extends it, and asks for less: the games are those of a
// run played at once.
func TestRunGoesOn(t *testing.T) {
	t.Parallel()
	db := open(t)
	five := func(s *tournament.Spec) { s.Rounds = 5 }
	drained, drain := newTrial(t, db, nil, "a", "b"), make(chan struct{})
	drained.Drain = drain
	drained.after = func(played int) {
		if played == 2 {
			close(drain)
		}
	}
	if err := drained.Enter(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	p, err := drained.Play(t.Context()) // some more games may be in play
	if err != nil || drained.Complete(p) || p.Done < 2 || p.Done > 5 || p.Total != 6 {
		t.Errorf("a drained run has the progress %+v, %v", p, err)
	}
	again := newTrial(t, db, nil, "a", "b")
	again.Name, again.Tags = "ladder", []string{"may"}
	if p := again.play(t, db, 6-p.Done, GoesOn); !again.Complete(p) || p.Done != 6 || again.Run.Name != "ladder" {
		t.Errorf("run %v that went on has the progress %+v", again.Run, p)
	}
	newTrial(t, db, nil, "a", "b").play(t, db, 0, Done)
	if run, err := db.Run(t.Context(), "ladder"); err != nil || run.ID != again.Run.ID ||
		!slices.Equal(run.Tags, []string{"may"}) {
		t.Errorf("run %+v, error %v: want the name and the tag that it was given once", run, err)
	}
	extended := newTrial(t, db, five, "a", "b")
	extended.play(t, db, 4, Extended)
	newTrial(t, db, nil, "a", "b").play(t, db, 0, AskedForMore, Done)
	fresh := newTrial(t, db, nil, "a", "b")
	fresh.Fresh = true
	fresh.play(t, db, 6, Made)

	other := open(t)
	whole := newTrial(t, other, five, "a", "b")
	whole.Workers = 3
	whole.play(t, other, 10, Made)
	if got, want := moves(t, extended.Session), moves(t, whole.Session); !maps.Equal(got, want) {
		t.Errorf("bit by bit the games are\n%v\nat once\n%v", got, want)
	}
}

// TestStopDropsGamesInPlay ends the context, as a second interrupt does, while a player thinks.
func TestStopDropsGamesInPlay(t *testing.T) {
	t.Parallel()
	db := open(t)
	c := newTrial(t, db, nil, "a", "b", "waiting")
	c.Workers = 2
	ctx, stop := context.WithCancel(t.Context())
	c.after = func(int) { stop() }
	if err := c.Enter(ctx, db); err != nil {
		t.Fatal(err)
	}
	p, err := c.Play(ctx)
	if !errors.Is(err, context.Canceled) || c.Complete(p) {
		t.Errorf("a stopped run ends with %v and the progress %+v", err, p)
	}
	if results, err := c.Results(t.Context()); err != nil || len(results) == 0 || len(results) != c.games {
		t.Errorf("%d games are stored (%v), %d were told of", len(results), err, c.games)
	}
}

// TestFaults plays against a player that fails: by the rule the run goes on, or stops at once.
func TestFaults(t *testing.T) {
	t.Parallel()
	db := open(t)
	if p := newTrial(t, db, nil, "a", "failing").play(t, db, 6, Made); p.Stopped || p.Faults == 0 {
		t.Errorf("progress %+v of a run with faults", p)
	}
	stops := func(s *tournament.Spec) { s.OnFault = tournament.FaultStops }
	stopped := newTrial(t, db, stops, "a", "failing")
	if err := stopped.Enter(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if p, err := stopped.Play(t.Context()); err != nil || !p.Stopped || stopped.Complete(p) || p.Done > 5 {
		t.Errorf("progress %+v of a run that a fault stops, %v", p, err)
	}
}

// TestObserverEndsSession wants the error of an observer back, and its game stored.
func TestObserverEndsSession(t *testing.T) {
	t.Parallel()
	db := open(t)
	c, full := newTrial(t, db, nil, "a", "b"), errors.New("the pipe is closed")
	c.Observer.Played = func(tournament.Game) error { return full }
	if err := c.Enter(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Play(t.Context()); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	if results, err := c.Results(t.Context()); len(results) != 1 {
		t.Errorf("%d games are stored (%v)", len(results), err)
	}
}

// TestTablesOfAllWorkersAreCounted wants no run of players that do not fit into the memory of any machine together.
func TestTablesOfAllWorkersAreCounted(t *testing.T) {
	t.Parallel()
	db := open(t)
	c := newTrial(t, db, nil, "a", "b")
	c.Workers, c.Spec.Players = 1<<40, []string{"alphabeta:table=1", "random"}
	if err := c.Enter(t.Context(), db); err == nil || !strings.Contains(err.Error(), "tables of 1 MiB each") {
		t.Errorf("error %v: want one that names the memory", err)
	}
	if runs, err := db.Runs(t.Context()); err != nil || len(runs) > 0 {
		t.Errorf("runs %v, error %v", runs, err)
	}
}

// TestFaultsAreReplayed plays the games again that a fault ended, beside those that are sound, which stay as they were.
func TestFaultsAreReplayed(t *testing.T) {
	t.Parallel()
	db := open(t)
	first := newTrial(t, db, nil, "a", "failing", "b")
	p := first.play(t, db, 18, Made)
	before := moves(t, first.Session)
	again := newTrial(t, db, nil, "a", "failing", "b")
	again.NewPlayer = func(name string, _ engine.Rules) (search.Player, error) {
		return &fake{name: strings.Replace(name, "failing", "mended", 1)}, nil
	}
	again.FaultsAgain = true
	mended := again.play(t, db, p.Faults, FaultsAgain, GoesOn)
	if p.Faults == 0 || p.Faults == 18 || mended.Faults != 0 || again.Run.ID != first.Run.ID+"-2" {
		t.Errorf("run %s has %d faults, run %s %d", first.Run.ID, p.Faults, again.Run.ID, mended.Faults)
	}
	kept := 0
	for identity, turns := range moves(t, again.Session) {
		if turns == before[identity] {
			kept++
		}
	}
	if kept < 18-p.Faults {
		t.Errorf("%d games are as they were, want %d", kept, 18-p.Faults)
	}
	third := newTrial(t, db, nil, "a", "failing", "b")
	third.FaultsAgain = true
	if third.play(t, db, 0, Done); third.Run.ID != again.Run.ID {
		t.Errorf("without a fault another run is made: %s", third.Run.ID)
	}
}

// TestFaultsOfASwissStay wants none of its games again: who met whom followed from the faults.
func TestFaultsOfASwissStay(t *testing.T) {
	t.Parallel()
	db := open(t)
	swiss := func(spec *tournament.Spec) { spec.Format, spec.MatchPairs = tournament.Swiss, 1 }
	c := newTrial(t, db, swiss, "a", "failing", "b", "c")
	if err := c.Enter(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if p, err := c.Play(t.Context()); err != nil || p.Faults == 0 {
		t.Fatalf("%d faults, error %v", p.Faults, err)
	}
	again := newTrial(t, db, swiss, "a", "failing", "b", "c")
	again.FaultsAgain = true
	if err := again.Enter(t.Context(), db); err == nil || !strings.Contains(err.Error(), "start over") {
		t.Errorf("error %v", err)
	}
}

// TestOtherProgramsAreNamed goes on, twice, with a run that another program has begun. Both are named once this one has
// played.
func TestOtherProgramsAreNamed(t *testing.T) {
	t.Parallel()
	db := open(t)
	c := newTrial(t, db, nil, "a", "b")
	begun := store.Run{Kind: "tournament", Hash: c.Spec.Hash(), Spec: c.Spec.String(), Total: 6, Program: "another"}
	run, err := db.CreateRun(t.Context(), begun)
	if err != nil {
		t.Fatal(err)
	}
	again := newTrial(t, db, nil, "a", "b")
	for range 2 {
		if err := again.Enter(t.Context(), db); err != nil || !slices.Contains(again.told, OtherProgram) {
			t.Errorf("told %v, error %v", again.told, err)
		}
	}
	if run, err = db.Run(t.Context(), run.ID); err != nil || len(run.Others) > 0 {
		t.Errorf("nothing has been played, and the programs are %v, error %v", run.Programs(), err)
	}
	if _, err := again.Play(t.Context()); err != nil {
		t.Error(err)
	}
	run, err = db.Run(t.Context(), run.ID)
	if want := []string{"another", runner.Program()}; err != nil || !slices.Equal(run.Programs(), want) ||
		run.Total != 6 || !slices.Equal(again.Run.Programs(), want) {
		t.Errorf("run %+v, error %v", run, err)
	}
}

// TestProgramsAreBounded has workers call their programs what they like: not all are noted.
func TestProgramsAreBounded(t *testing.T) {
	t.Parallel()
	db := open(t)
	c := newTrial(t, db, nil, "a", "b")
	if err := c.Enter(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	for i := range 2 * mostPrograms {
		tags := []engine.Tag{{Name: "Round", Value: "r"}, {Name: "Program", Value: fmt.Sprint(i / 2)}}
		if err := c.credit(t.Context(), tags); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.credit(t.Context(), nil); err != nil {
		t.Error(err)
	}
	run, err := db.Run(t.Context(), c.Run.ID)
	if programs := run.Programs(); err != nil || len(programs) != mostPrograms || programs[1] != "0" ||
		!slices.Equal(programs, c.Run.Programs()) {
		t.Errorf("%d programs, error %v", len(programs), err)
	}
}

// TestDatabaseGoesAway deletes the database when the first game is stored.
func TestDatabaseGoesAway(t *testing.T) {
	db, err := store.Open(filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	c := newTrial(t, db, nil, "a", "b")
	c.after = func(int) {
		if err := os.Remove(db.Path()); err != nil {
			t.Error(err)
		}
	}
	if err := c.Enter(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	_, err = c.Play(t.Context())
	if !errors.Is(err, store.ErrGone) || c.games != 1 {
		t.Errorf("%d games played and error %v; want 1 and that the file is gone", c.games, err)
	}
	if said := db.CloseAfter(err).Error(); strings.Count(said, store.ErrGone.Error()) != 1 {
		t.Errorf("the error is %q; want it to say once that the file is gone", said)
	}
}

// TestFormerWords goes on with a run that is stored under a player's name of former times, also with more rounds.
func TestFormerWords(t *testing.T) {
	t.Parallel()
	db := open(t)
	const name = "mcts:nodes=5,cpuct=2"
	former := search.FormerText(name)
	if former == name {
		t.Fatal("the name has no former words")
	}
	newTrial(t, db, nil, "a", former).play(t, db, 6, Made)
	more := newTrial(t, db, func(s *tournament.Spec) { s.Rounds = 4 }, "a", name)
	more.play(t, db, 2, Extended)
	if runs, err := db.Runs(t.Context()); len(runs) != 1 || err != nil || more.Spec.Players[1] != former {
		t.Errorf("%d runs (%v); the players are %v", len(runs), err, more.Spec.Players)
	}
}

// TestFormerOpenings goes on with a run that was begun when openings might be images of each other, and draws its own
// openings anew for it; a run begun now has others.
func TestFormerOpenings(t *testing.T) {
	t.Parallel()
	db := open(t)
	newTrial(t, db, nil, "a", "b").play(t, db, 6, Made)
	distinct := func(s *tournament.Spec) { s.Openings.Distinct = true }
	again := newTrial(t, db, distinct, "a", "b")
	again.play(t, db, 0, Done)
	if again.Spec.Openings.Distinct {
		t.Error("openings of a stored run are drawn in another way")
	}
	anew := newTrial(t, db, distinct, "a", "b")
	anew.Fresh = true
	anew.play(t, db, 6, Made)
	newTrial(t, db, distinct, "a", "b").play(t, db, 0, Done)
	if runs, err := db.Runs(t.Context()); len(runs) != 2 || err != nil || runs[0].Hash == runs[1].Hash {
		t.Errorf("%d runs (%v)", len(runs), err)
	}
}

// TestFormerOpeningsAreMore extends a run begun when openings might be images of each other beyond the number of
// those that are not: it goes on as it began. No new run can be as long.
func TestFormerOpeningsAreMore(t *testing.T) {
	t.Parallel()
	few := func(distinct bool, rounds int) func(*tournament.Spec) {
		return func(s *tournament.Spec) {
			s.Openings, s.Rounds = openings.Source{Distinct: distinct}, rounds
		}
	}
	db := open(t)
	newTrial(t, db, few(false, 3), "a", "b").play(t, db, 6, Made)
	const rounds = 200
	more := newTrial(t, db, few(true, rounds), "a", "b")
	more.play(t, db, 2*rounds-6, Extended)
	newTrial(t, db, few(true, rounds), "a", "b").play(t, db, 0, Done)
	again := newTrial(t, db, few(true, rounds), "a", "b")
	again.Fresh = true
	for name, c := range map[string]*trial{"anew": again, "others": newTrial(t, db, few(true, rounds), "a", "c")} {
		if err := c.Enter(t.Context(), db); !errors.Is(err, openings.ErrTooFew) || err != c.TooFew {
			t.Errorf("%s: %v", name, err)
		}
	}
	if runs, err := db.Runs(t.Context()); len(runs) != 1 || err != nil {
		t.Errorf("%d runs, %v", len(runs), err)
	}
}

// TestSequentialTest plays until the test is decided, which takes no plan of all its pairs, and counts the same pairs
// whatever the number of workers.
func TestSequentialTest(t *testing.T) {
	t.Parallel()
	var first results.TestStanding
	for workers := 1; workers <= 3; workers += 2 {
		db := open(t)
		c := newTrial(t, db, func(s *tournament.Spec) {
			s.Format, s.Rounds = tournament.Sequential, 2000
			s.Test = tournament.Test{Elo0: -400, Elo1: -100, Alpha: .05, Beta: .05, Model: stats.Logistic.String()}
		}, "a", "b")
		test, err := results.NewTest(c.Spec)
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
		} else if standing.Pairs != first.Pairs || standing.Games != first.Games {
			t.Errorf("%d workers: %+v, one: %+v", workers, standing, first)
		}
	}
}

// TestVoidedPairs leaves pairs with a fault out of a test.
func TestVoidedPairs(t *testing.T) {
	t.Parallel()
	spec := tournament.Spec{
		Players: []string{"a", "b"}, OnFault: tournament.FaultVoid,
		Test: tournament.Test{Elo1: 10, Alpha: .05, Beta: .05, Model: stats.Normalized.String()},
	}
	test, err := results.NewTest(spec)
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
	if err != nil || standing.Voided != 1 || standing.Games != want || standing.Pairs != (stats.Pentanomial{3: 1}) {
		t.Errorf("%+v, error %v", standing, err)
	}
}

// TestChangedWeights refuses to go on with another content of a file of weights, and makes a new run of it.
func TestChangedWeights(t *testing.T) {
	t.Parallel()
	db, path := open(t), filepath.Join(t.TempDir(), "weights.txt")
	layout, err := eval.NewLayout(enginetest.Rules(t, "pit-of-pillars", "size=4"))
	if err != nil {
		t.Fatal(err)
	}
	write := func(header string) {
		var text bytes.Buffer
		err := eval.WriteWeights(&text, layout, layout.Named(make([]eval.Weight, layout.Len())), header)
		if err = errors.Join(err, os.WriteFile(path, text.Bytes(), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	play := func(fresh bool) error {
		c := newTrial(t, db, func(s *tournament.Spec) { s.Rounds = 1 }, "greedy:weights="+path, "random")
		c.Fresh = fresh
		if err := c.Enter(t.Context(), db); err != nil {
			return err
		}
		_, err := c.Play(t.Context())
		return err
	}
	write("nothing")
	if err := play(false); err != nil {
		t.Fatal(err)
	}
	if err := play(false); err != nil {
		t.Errorf("the same weights: %v", err)
	}
	write("nothing else")
	if changed, refused := errors.AsType[ChangedWeightsError](play(false)); !refused ||
		!strings.HasSuffix(changed.player, path) {
		t.Errorf("other weights are not refused: %v", changed)
	}
	if err := play(true); err != nil {
		t.Errorf("other weights in a new run: %v", err)
	}
}

// TestSettle refuses players that would never move.
func TestSettle(t *testing.T) {
	t.Parallel()
	game, err := games.Find("pit-of-pillars")
	if err != nil {
		t.Fatal(err)
	}
	spec := tournament.Spec{Game: game.Name(), Players: []string{"mcts", "random"}, Rounds: 1}
	unlimited := func() bool {
		_, err := Settle(spec, game)
		_, refused := errors.AsType[UnlimitedError](err)
		if err != nil && !refused {
			t.Error(err)
		}
		return refused
	}
	if !unlimited() {
		t.Error("no limit")
	}
	spec.Own = []tournament.Control{{}, {Limits: search.Limits{Nodes: 5}}}
	if !unlimited() {
		t.Error("a limit of the other player")
	}
	spec.Own = []tournament.Control{{Limits: search.Limits{Nodes: 5}}, {}}
	if unlimited() {
		t.Error("an own limit is refused")
	}
	spec.Own, spec.Limits.Depth = nil, 2
	if unlimited() {
		t.Error("a common limit is refused")
	}
	if spec, err := Settle(spec, game); err != nil || spec.Players[0] == "" || !players.Unlimited(spec.Players[0]) {
		t.Errorf("settled as %v, %v", spec.Players, err)
	}
}

// TestStoredPace learns from games by the same rules only.
func TestStoredPace(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "games.db")
	if pace, err := storedPace(t.Context(), path, tournament.Spec{}); err != nil || pace.Games != 0 {
		t.Fatalf("%d games of no database, %v", pace.Games, err)
	}
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	c := newTrial(t, db, nil, "a", "b")
	c.play(t, db, 6, Made)
	newTrial(t, db, func(s *tournament.Spec) { s.Options[0].Value = "5" }, "a", "b").play(t, db, 6, Made)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	pace, err := storedPace(t.Context(), path, c.Spec)
	if err != nil || pace.Games != 6 {
		t.Errorf("%d games, %v; want 6", pace.Games, err)
	}
}

// planForSeats plans random and greedy players at Pit.
func planForSeats(t *testing.T, seats string) tournament.Plan {
	t.Helper()
	spec, err := tournament.Spec{
		Game: pit.Game.Name(), Options: engine.Settings{{Name: "players", Value: seats}},
		Players: []string{"random", "greedy", "mcts:nodes=5", "uct:nodes=5"}, Rounds: 2, Seed: 1,
		Openings: openings.Source{Turns: 2},
	}.Settle(pit.Game, players.Recorded)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := tournament.NewPlan(spec, pit.Game)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func TestPlansForMoreSeatsAreDescribed(t *testing.T) {
	for seats, want := range map[string]string{
		"2": "4 players, 6 pairings, 2 pairs of games for each, 24 games in all, 3 at a time",
		"3": "4 players, 4 groups of 3, 2 openings in 6 orders for each, 48 games in all, 3 at a time",
		"4": "4 players, 1 group of 4, 2 openings in 12 orders for each, 24 games in all, 3 at a time",
	} {
		plan := planForSeats(t, seats)
		s := Session{Spec: plan.Spec, Plan: plan, Workers: 3}
		if text := s.PlanText(); !strings.Contains(text, want) {
			t.Errorf("%s seats: described as\n%swant %s", seats, text, want)
		}
	}
}
