package session

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"pillars/engine"
	"pillars/results"
	"pillars/results/keep/store"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/work"
)

// An Event is something that the user of a run should know.
type Event struct {
	Kind   EventKind
	rounds int       // number of rounds of the stored run before the event, for [Extended] and [AskedForMore]
	lie    *work.Lie // names the worker that sent wrong results, for [Withdrawn]
	run    store.Run // the run before the event changed it; empty for [FewOpenings]
}

// An EventKind says what happened.
type EventKind uint8

// The kinds of events. [Session.Enter] reports exactly one of the first four.
const (
	Made         EventKind = iota // a new run is stored
	GoesOn                        // an incomplete stored run is continued
	Extended                      // a stored run is extended by further rounds
	Done                          // the stored run is complete
	AskedForMore                  // an earlier command asked for more rounds of the stored run
	OtherProgram                  // another version of the program began the incomplete stored run
	FaultsAgain                   // a new run takes over the games without a fault; the other games are played again
	Locked                        // another program has locked the database, and a game waits to be stored
	Withdrawn                     // a new run takes over the games, except games of workers that are not trusted
	FewOpenings                   // fewer openings exist than rounds are wanted
)

func (s *Session) tell(e Event) {
	if s.Observer.Event != nil {
		s.Observer.Event(e)
	}
}

// EventText returns an event as one line for people.
func (s *Session) EventText(e Event) string {
	if e.Kind == FewOpenings {
		consequence := "there are " + tournament.Counted(s.Plan.Total, "game")
		if s.Spec.Traits().Test != nil {
			unit := results.TestUnit(s.Plan.Rules.Seats())
			consequence = "the test is of " + tournament.Counted(s.Plan.Spec.Rounds, unit)
		}
		openings := tournament.Counted(s.Plan.Spec.Rounds, "opening")
		return fmt.Sprintf("note: only %s exist, so %s at most", openings, consequence)
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

// DoneText returns a text such as "4 of 6 games", or "4 games" if tie-breaks may add games.
func (s *Session) DoneText(games int) string {
	if s.Spec.Traits().TieBreaks {
		return tournament.Counted(games, "game")
	}
	return fmt.Sprintf("%d of %s", games, tournament.Counted(s.Total(), "game"))
}

// Enter finds the session's run in the store or makes it. It extends the run if the spec has more rounds. It returns an
// error if a player's file of weights has changed since the run began.
func (s *Session) Enter(ctx context.Context, db *store.Store) error {
	s.Store = db
	db.Waiting = func() { s.tell(Event{Kind: Locked, run: s.Run}) }
	if err := players.CheckMemory(s.Workers, s.Spec.Players...); err != nil {
		return err
	}
	run, created, err := s.findRun(ctx)
	if err != nil {
		return err
	}
	if created {
		s.tell(Event{Kind: Made, run: run})
	} else if run, err = s.enterStored(ctx, run); err != nil {
		return err
	}
	s.Run = run
	if s.Plan.Short {
		s.tell(Event{Kind: FewOpenings})
	}
	if err := s.refuseChangedWeights(ctx); err != nil || s.Shard.Whole() {
		return err
	}
	s.Run.Games, err = s.countStored(ctx, 0)
	return err
}

// enterStored prepares to continue a stored run. It returns that run or, if FaultsAgain is set, a new run without the
// games that a fault ended. It gives the returned run the session's name and tags.
func (s *Session) enterStored(ctx context.Context, run store.Run) (_ store.Run, err error) {
	if s.FaultsAgain {
		if run, err = s.withoutFaults(ctx, run); err != nil {
			return run, err
		}
	}
	if run, err = s.resume(ctx, run); err != nil {
		return run, err
	}
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

// countStored counts the stored games of the session's shard from openings up to the given number. 0 means all
// openings.
func (s *Session) countStored(ctx context.Context, openings int) (games int, err error) {
	return s.Store.Count(ctx, s.Run.ID, store.Filter{Openings: openings, Shard: s.Shard})
}

// withoutFaults makes a new run that takes over the games without a fault. If no game has a fault, it returns run.
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

// withdraw removes the games that cannot be trusted, as lie says, and games that follow from their results. If any such
// games are stored, it makes a new run of the other games and deletes the earlier run, whose games stay in the file.
func (s *Session) withdraw(ctx context.Context, lie *work.Lie) error {
	earlier := s.Run
	sound, all, err := s.choose(ctx, earlier, func(game tournament.Game) bool { return lie.Spares(work.By(game)) })
	if err == nil && s.Spec.Traits().Staged {
		s.dropUnplanned(sound)
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

// dropUnplanned removes results of games that follow from missing results, such as a second round without the first
// one. It repeats this, because further games may follow from the removed results.
func (s *Session) dropUnplanned(results map[string]tournament.Result) {
	for before := -1; before != len(results); {
		before = len(results)
		planned := map[string]bool{}
		for _, game := range s.Plan.Known(results).List() {
			planned[game.Identity] = true
		}
		maps.DeleteFunc(results, func(identity string, _ tournament.Result) bool { return !planned[identity] })
	}
}

// choose returns the results of those games of a run for which sound is true, by identity, and the number of all games.
func (s *Session) choose(
	ctx context.Context, run store.Run, sound func(tournament.Game) bool,
) (chosen map[string]tournament.Result, all int, err error) {
	chosen = map[string]tournament.Result{}
	for game, err := range s.Store.Find(ctx, run.ID, store.Filter{}) {
		if err != nil {
			return nil, 0, err
		}
		all++
		if sound(game.Game) {
			chosen[game.Identity] = game.Result
		}
	}
	return chosen, all, nil
}

// takeOver makes a new run that takes over the given games of a run, by identity.
func (s *Session) takeOver(ctx context.Context, from store.Run, games map[string]tournament.Result) (store.Run, error) {
	from.Others, from.Program = from.Programs(), runner.Program()
	return s.Store.WithGames(ctx, from, slices.Collect(maps.Keys(games)))
}

// findRun returns the stored run to continue. It creates a run if there is none, or if Fresh is set.
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

// storedTotal returns the value of [store.Run].Total: the planned number of games, or 0 if tie-breaks may add games.
func (s *Session) storedTotal() int {
	if s.Spec.Traits().TieBreaks {
		return 0
	}
	return s.runTotal()
}

// resume continues a stored run, and extends the run if the spec has more rounds. It sends the observer an event that
// says whether the run is incomplete, complete or extended.
func (s *Session) resume(ctx context.Context, run store.Run) (store.Run, error) {
	stored, err := tournament.ParseSpec(run.Spec)
	if err != nil {
		return run, fmt.Errorf("run %s: %w", run.ID, err)
	}
	s.Run = run
	if !s.Shard.Whole() {
		if run.Games, err = s.countStored(ctx, 0); err != nil {
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

// complete reports whether all games of the session's shard are stored.
func (s *Session) complete(ctx context.Context) (bool, error) {
	plan := s.Plan.Part(s.Shard)
	if !s.planned() || s.Run.Games < plan.Len() {
		return false, nil
	}
	if s.Spec.Traits().Staged {
		results, err := s.Results(ctx)
		return plan.Complete(results), err
	}
	stored, err := s.countStored(ctx, plan.Spec.Rounds)
	return stored == plan.Len(), err
}

// A ChangedWeightsError says that a player's file of weights has changed since games of a run were played with it.
type ChangedWeightsError struct{ player, run string }

func (e ChangedWeightsError) Error() string {
	return fmt.Sprintf("player %q: its file of weights has changed since run %s began", e.player, e.run)
}

// refuseChangedWeights returns a [ChangedWeightsError] if a player's file of weights has changed since a game was
// stored. Otherwise games of two different players would count as games of one.
func (s *Session) refuseChangedWeights(ctx context.Context) error {
	for _, player := range s.Plan.Spec.Players {
		hash, err := players.WeightsHash(player)
		if err != nil {
			return err
		}
		for seat := 0; hash != "" && seat < s.Plan.Rules.Seats(); seat++ {
			tag := engine.Tag{Name: "Weights" + engine.Seat(seat).String(), Value: hash}
			changed, err := s.Store.Untagged(ctx, s.Run.ID, player, seat, tag)
			if err != nil {
				return err
			}
			if changed {
				return ChangedWeightsError{player, s.Run.ID}
			}
		}
	}
	return nil
}
