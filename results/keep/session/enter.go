package session

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"pillars/engine"
	"pillars/results/keep/store"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/work"
)

// An Event is something that a user of a run should know.
type Event struct {
	Kind   EventKind
	rounds int       // the rounds of the stored run, for [Extended] and [AskedForMore]
	lie    *work.Lie // for [Withdrawn]
	run    store.Run // the run as it was found; empty for [FewOpenings]
}

// An EventKind says what happened.
type EventKind uint8

// The kinds of events. Entering a run is one of the first four.
const (
	Made         EventKind = iota // a new run is stored
	GoesOn                        // a stored run is not complete
	Extended                      // a stored run is extended by further rounds
	Done                          // a stored run is complete
	AskedForMore                  // a stored run was asked for more rounds before; its games stay in it
	OtherProgram                  // another program began the stored run, which is not complete
	FaultsAgain                   // a new run takes over the games without a fault, and replays the others
	Locked                        // another program has locked the database: a game waits to be stored
	Withdrawn                     // a new run takes over the games except those of a worker that lied
	FewOpenings                   // there are fewer openings than rounds asked for
)

func (s *Session) tell(e Event) {
	if s.Observer.Told != nil {
		s.Observer.Told(e)
	}
}

// EventText returns an event as one line for people.
func (s *Session) EventText(e Event) string {
	if e.Kind == FewOpenings {
		most := "there are " + tournament.Counted(s.Plan.Total, "game")
		if s.Spec.Traits().Test != nil {
			unit := map[bool]string{true: "pair", false: "opening"}[s.Plan.Rules.Seats() == 2]
			most = "the test is of " + tournament.Counted(s.Plan.Spec.Rounds, unit)
		}
		openings := tournament.Counted(s.Plan.Spec.Rounds, "opening")
		return fmt.Sprintf("note: only %s exist, so %s at most", openings, most)
	}
	run, rounds, path := e.run, tournament.Counted(e.rounds, "round"), s.Store.Path()
	name := fmt.Sprintf("run %s in %s", run.ID, path)
	if !s.Shard.Whole() {
		name = fmt.Sprintf("shard %v of %s", s.Shard, name)
	}
	switch e.Kind {
	case Made:
		return name
	case GoesOn:
		return name + " goes on after " + s.DoneText(run.Games)
	case Extended:
		return fmt.Sprintf("%s is extended from %s to %d; %d games are stored", name, rounds, s.Spec.Rounds, run.Games)
	case Done:
		return name + " is complete"
	case FaultsAgain:
		return fmt.Sprintf("the games of run %s that a fault ended are played again; the others are taken over", run.ID)
	case Withdrawn:
		return fmt.Sprintf("run %s continues without the games of worker %s and replays them; the deleted run %s "+
			"still holds them", s.Run.ID, e.lie.Worker, e.run.ID)
	case Locked:
		return path + " is locked by another program; waiting"
	case AskedForMore:
		return fmt.Sprintf("note: an earlier command asked run %s for %s; it keeps all of its games", run.ID, rounds)
	}
	return fmt.Sprintf("note: another program (%s) began this run; players may have changed", run.Program)
}

// DoneText returns the number of games out of all, such as "4 of 6 games".
func (s *Session) DoneText(games int) string {
	if s.Spec.Traits().TieBreaks {
		return tournament.Counted(games, "game")
	}
	return fmt.Sprintf("%d of %s", games, tournament.Counted(s.Total(), "game"))
}

// Enter finds the run in the store, or makes it.
func (s *Session) Enter(ctx context.Context, db *store.Store) error {
	s.Store = db
	db.Waiting = func() { s.tell(Event{Kind: Locked, run: s.Run}) }
	if err := players.CheckMemory(s.Workers, s.Spec.Players...); err != nil {
		return err
	}
	run, created, err := s.findRun(ctx)
	if created {
		s.tell(Event{Kind: Made, run: run})
	} else {
		if err == nil && s.FaultsAgain {
			run, err = s.withoutFaults(ctx, run)
		}
		if err == nil {
			run, err = s.resume(ctx, run)
		}
		if err == nil {
			run, err = s.label(ctx, run)
		}
	}
	if err != nil {
		return err
	}
	s.Run = run
	if s.Plan.Short {
		s.tell(Event{Kind: FewOpenings})
	}
	err = s.refuseChangedWeights(ctx)
	if !s.Shard.Whole() && err == nil {
		s.Run.Games, err = s.stored(ctx, 0)
	}
	return err
}

// stored counts the stored games of the shard; unless openings is 0, only games from openings up to this number.
func (s *Session) stored(ctx context.Context, openings int) (games int, err error) {
	return s.Store.Count(ctx, s.Run.ID, store.Filter{Openings: openings, Shard: s.Shard})
}

// label gives a stored run the session's name and tags.
func (s *Session) label(ctx context.Context, run store.Run) (store.Run, error) {
	if s.Name != "" && s.Name != run.Name {
		if err := s.Store.Rename(ctx, run, s.Name); err != nil {
			return run, err
		}
	}
	if err := s.Store.Tag(ctx, run, s.Tags...); err != nil {
		return run, err
	}
	return s.Store.Run(ctx, run.ID)
}

// withoutFaults returns a new run with the games of a stored run that have no fault, or the stored run itself if none
// of its games has a fault.
func (s *Session) withoutFaults(ctx context.Context, run store.Run) (store.Run, error) {
	sound, all, err := s.choose(ctx, run, func(game tournament.Game) bool { return !game.Faulted() })
	if err != nil || len(sound) == all {
		return run, err
	}
	if s.Spec.Traits().Staged {
		return run, fmt.Errorf("run %s: later games of a %s follow from those with a fault; start over", run.ID,
			s.Spec.Format)
	}
	s.tell(Event{Kind: FaultsAgain, run: run})
	return s.takeOver(ctx, run, sound)
}

// withdraw removes the games of a worker that lied, of other workers that cannot be trusted, see [work.Lie], and
// games that follow from the results of such games. If any of these are stored, it makes a new run with the other
// games and deletes the earlier run, whose games stay in the file.
func (s *Session) withdraw(ctx context.Context, lie *work.Lie) error {
	earlier := s.Run
	sound, all, err := s.choose(ctx, earlier, func(game tournament.Game) bool { return lie.Spares(work.By(game)) })
	for before := -1; err == nil && s.Spec.Traits().Staged && before != len(sound); {
		before = len(sound)
		known := map[string]bool{}
		for _, game := range s.Plan.Known(sound).List() {
			known[game.Identity] = true
		}
		maps.DeleteFunc(sound, func(identity string, _ tournament.Result) bool { return !known[identity] })
	}
	if err != nil || len(sound) == all {
		return err
	}
	run, err := s.takeOver(ctx, earlier, sound)
	if err == nil {
		err = s.Store.Delete(ctx, earlier)
	}
	if err != nil {
		return err
	}
	s.Run = run
	s.tell(Event{Kind: Withdrawn, lie: lie, run: earlier})
	return nil
}

// choose returns the results of those games of a run that are sound, by identity, and the number of all its games.
func (s *Session) choose(
	ctx context.Context, run store.Run, sound func(tournament.Game) bool,
) (chosen map[string]tournament.Result, all int, err error) {
	chosen = map[string]tournament.Result{}
	for game, err := range s.Store.Find(ctx, run.ID, store.Filter{}) {
		if err != nil {
			return nil, 0, err
		}
		if all++; sound(game.Game) {
			chosen[game.Identity] = game.Result
		}
	}
	return chosen, all, nil
}

// takeOver makes a new run with the given games of another run.
func (s *Session) takeOver(ctx context.Context, from store.Run, games map[string]tournament.Result) (store.Run, error) {
	from.Others, from.Program = from.Programs(), runner.Program()
	return s.Store.WithGames(ctx, from, slices.Collect(maps.Keys(games)))
}

// findRun returns the stored run to continue, or a new run if there is none or a fresh one is wanted.
func (s *Session) findRun(ctx context.Context) (run store.Run, created bool, err error) {
	wanted := store.Run{
		Kind: s.Kind, Hash: s.Spec.Hash(), Spec: s.Spec.String(), Total: s.storedTotal(), Program: runner.Program(),
		Name: s.Name, Tags: s.Tags,
	}
	if s.Fresh {
		run, err = s.Store.CreateRun(ctx, wanted)
		return run, true, err
	}
	return s.Store.FindOrCreateRun(ctx, wanted)
}

// storedTotal returns the number of planned games to store with the run. It is 0 for a knock-out, whose number of
// tie-breaks is unknown in advance.
func (s *Session) storedTotal() int {
	if s.Spec.Traits().TieBreaks {
		return 0
	}
	return s.whole()
}

// resume continues a stored run, and extends it if more rounds are wanted.
func (s *Session) resume(ctx context.Context, run store.Run) (store.Run, error) {
	stored, err := tournament.ParseSpec(run.Spec)
	if err != nil {
		return run, fmt.Errorf("run %s: %w", run.ID, err)
	}
	if s.Run = run; !s.Shard.Whole() {
		if run.Games, err = s.stored(ctx, 0); err != nil {
			return run, err
		}
	}
	complete, err := s.complete(ctx)
	if err != nil {
		return run, err
	}
	found := run
	tell := func(kind EventKind) { s.tell(Event{Kind: kind, rounds: stored.Rounds, run: found}) }
	if stored.Rounds > s.Spec.Rounds {
		tell(AskedForMore)
	}
	switch {
	case stored.Rounds < s.Spec.Rounds:
		run, err = s.Store.Extend(ctx, run, s.Spec.String(), s.storedTotal(), runner.Program())
		tell(Extended)
	case complete:
		tell(Done)
	default:
		tell(GoesOn)
	}
	if run.Program != runner.Program() && !complete {
		tell(OtherProgram)
	}
	return run, err
}

// complete reports whether all games of the shard are stored.
func (s *Session) complete(ctx context.Context) (bool, error) {
	plan := s.Plan.Part(s.Shard)
	if !s.planned() || s.Run.Games < plan.Len() {
		return false, nil
	}
	if s.Spec.Traits().Staged {
		results, err := s.Results(ctx)
		return plan.Complete(results), err
	}
	stored, err := s.stored(ctx, plan.Spec.Rounds)
	return stored == plan.Len(), err
}

// A ChangedWeightsError says that a player's file of weights has changed since games of a run were played with it.
type ChangedWeightsError struct{ player, run string }

func (e ChangedWeightsError) Error() string {
	return fmt.Sprintf("player %q: its file of weights has changed since run %s began", e.player, e.run)
}

// refuseChangedWeights returns an error if the file of weights of a player has changed since stored games were
// played: the results would mix two players.
func (s *Session) refuseChangedWeights(ctx context.Context) error {
	for _, player := range s.Plan.Spec.Players {
		hash, err := players.WeightsHash(player)
		for seat := 0; err == nil && hash != "" && seat < s.Plan.Rules.Seats(); seat++ {
			other := false
			tag := engine.Tag{Name: "Weights" + engine.Seat(seat).String(), Value: hash}
			if other, err = s.Store.Untagged(ctx, s.Run.ID, player, seat, tag); other {
				return ChangedWeightsError{player, s.Run.ID}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
