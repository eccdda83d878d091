package session

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"pillars/engine"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// Enter finds the session's run in db, or makes the run. It extends a stored run if the session's spec has more rounds.
// It returns an error if a player's file of weights has changed since the run began.
func (s *Session) Enter(ctx context.Context, db *store.Store) error {
	s.Store = db
	if err := players.CheckMemory(s.Workers, s.Spec.Players...); err != nil {
		return err
	}
	created, err := s.findRun(ctx)
	if err != nil {
		return err
	}
	if created {
		s.tell(Event{Kind: Made, Run: s.Run})
	} else if err := s.resume(ctx); err != nil {
		return err
	}
	if s.Plan.Short {
		s.tell(Event{Kind: FewOpenings})
	}
	games := min(s.Workers, s.Total()-s.Run.Games)
	if text := s.Spec.Overload(games, runtime.GOMAXPROCS(0)); text != "" {
		s.tell(Event{Kind: Overloaded, Text: text})
	}
	return s.refuseChangedWeights(ctx)
}

// findRun sets s.Run to the stored run or to a new one, and reports whether it made a new run. It adds the session's
// tags to a stored run. The field Games of s.Run counts only games of the session's shard.
func (s *Session) findRun(ctx context.Context) (created bool, err error) {
	wanted := store.Run{
		Kind: s.Kind, Hash: s.Spec.Hash(), Spec: s.Spec.String(), Total: s.Plan.Len(), Program: runner.Program(),
		Tags: s.Tags,
	}
	if created = s.Fresh; created {
		s.Run, err = s.Store.CreateRun(ctx, wanted)
	} else {
		s.Run, created, err = s.Store.FindOrCreateRun(ctx, wanted)
	}
	if err != nil || created {
		return created, err
	}
	if err = s.Store.Tag(ctx, s.Run, s.Tags...); err == nil {
		s.Run, err = s.Store.Run(ctx, s.Run.ID)
	}
	if err == nil && !s.Shard.Whole() {
		s.Run.Games, err = s.countStored(ctx, 0 /* openings: all */)
	}
	return false, err
}

// countStored counts the stored games of the session's shard from openings numbered up to openings; 0 means all.
func (s *Session) countStored(ctx context.Context, openings int) (games int, err error) {
	return s.Store.Count(ctx, s.Run.ID, store.Filter{Openings: openings, Shard: s.Shard})
}

// resume continues a stored run, and extends the run if the spec has more rounds. It sends the observer an event that
// says whether the run is incomplete, complete or extended.
func (s *Session) resume(ctx context.Context) error {
	stored, err := tournament.ParseSpec(s.Run.Spec)
	if err != nil {
		return fmt.Errorf("run %s: %w", s.Run.ID, err)
	}
	complete, err := s.complete(ctx)
	if err != nil {
		return err
	}
	found := s.Run
	tell := func(kind EventKind) { s.tell(Event{Kind: kind, Rounds: stored.Rounds, Run: found}) }
	switch {
	case stored.Rounds < s.Spec.Rounds:
		s.Run, err = s.Store.Extend(ctx, found, s.Spec.String(), s.Plan.Len(), runner.Program())
		if s.Run.Games = found.Games; err != nil {
			return err
		}
		tell(Extended)
	case complete:
		tell(Done)
	default:
		tell(GoesOn)
	}
	if found.Program != runner.Program() && !complete {
		tell(OtherProgram)
	}
	return nil
}

// complete reports whether all games of the session are stored.
func (s *Session) complete(ctx context.Context) (bool, error) {
	if s.Run.Games < s.Total() {
		return false, nil
	}
	stored, err := s.countStored(ctx, s.Plan.Spec.Rounds) // leaves out games of an earlier, longer plan
	return stored == s.Total(), err
}

// A ChangedWeightsError says that a player's file of weights has changed since the player's first game of the run.
type ChangedWeightsError struct{ player, run string }

// Error names the player and the run.
func (e ChangedWeightsError) Error() string {
	return fmt.Sprintf("player %q: its file of weights has changed since run %s began", e.player, e.run)
}

// refuseChangedWeights returns a [ChangedWeightsError] if a player's weights differ from the weights in the player's
// first stored game. The games of two different players would otherwise count as games of one.
func (s *Session) refuseChangedWeights(ctx context.Context) error {
	for _, player := range s.Plan.Spec.Players {
		facts, err := players.FileFacts(player)
		if err != nil {
			return err
		}
		if len(facts) == 0 {
			continue
		}
		for game, err := range s.Store.Find(ctx, s.Run.ID, store.Filter{Player: player, Limit: 1}) {
			seat := engine.Seat(slices.Index(game.Players, player))
			if err != nil {
				return err
			}
			for _, fact := range facts {
				if !slices.Contains(game.Record.Tags, engine.Tag{Name: fact.Name + seat.String(), Value: fact.Value}) {
					return ChangedWeightsError{player, s.Run.ID}
				}
			}
		}
	}
	return nil
}

// Joining is a planned run in which new players meet all players of stored runs.
type Joining struct {
	Spec tournament.Spec
	Game engine.Game
	Run  store.Run // the run that the players join; its hash is to be a tag of the new run
}

// Join plans a run in which newcomers meet all players of the stored run that a word names, and of the runs that joined
// it, with the same conditions and openings. If the named run itself joined another run, Join uses that other run. If
// the same newcomers have joined before, they meet the same opponents again. The planned run has as many rounds as the
// stored run has now.
func Join(ctx context.Context, db *store.Store, word string, newcomers []string) (j Joining, err error) {
	if j.Run, err = db.Run(ctx, word); err != nil {
		return j, err
	}
	for _, tag := range j.Run.Tags {
		if first, err := db.FindRun(ctx, tag); err == nil {
			j.Run = first
		}
	}
	stored, err := catalog.Together(ctx, db, j.Run.ID)
	if err != nil {
		return j, err
	}
	j.Spec, j.Game = stored.Specs[0], stored.Rules.Game()
	if k := j.Spec.Format.Kind; k != tournament.RoundRobin && k != tournament.Gauntlet {
		return j, fmt.Errorf("run %v is a %s; players can join only a %s or a %s", j.Run, k, tournament.RoundRobin,
			tournament.Gauntlet)
	}
	own := map[string]tournament.Control{} // by player: limits of this player alone
	for _, spec := range stored.Specs {
		for i, control := range spec.Own {
			own[spec.Players[i]] = control
		}
	}
	j.Spec.Format, j.Spec.Own = tournament.Format{Kind: tournament.Gauntlet, Challengers: len(newcomers)}, nil
	if j.Spec.Players, err = joined(stored, newcomers); err != nil {
		return j, err
	}
	for _, player := range j.Spec.Players {
		if len(own) > 0 {
			j.Spec.Own = append(j.Spec.Own, own[player])
		}
	}
	j.Spec, err = Settle(j.Spec, j.Game)
	return j, err
}

// joined returns the players of the new run: the newcomers, followed by all players of the stored runs. If the same
// newcomers have joined before, it returns the players of that earlier run.
func joined(stored *catalog.Combined, newcomers []string) ([]string, error) {
	var names []string
	for _, text := range newcomers {
		player, err := players.Recorded(text, stored.Rules)
		if err != nil {
			return nil, err
		}
		names = append(names, player.Name())
	}
	for _, spec := range stored.Specs {
		if f := spec.Format; f.Kind == tournament.Gauntlet && slices.Equal(spec.Players[:f.Challengers], names) {
			return spec.Players, nil
		}
	}
	for _, name := range names {
		if slices.Contains(stored.Players, name) {
			return nil, fmt.Errorf("%s already plays in these runs; leave it out", name)
		}
	}
	return slices.Concat(names, stored.Players), nil
}
