package session

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/search/players"
	"pillars/tournament"
)

// Joining is a run in which new players meet all players of stored runs.
type Joining struct {
	Spec tournament.Spec
	Game engine.Game
	Word string // names the stored runs, for [catalog.Together]
	Tag  string // tag for the new run, by which Word will also select the new run
}

// Join plans a run in which new players join stored runs, with the same conditions and openings. The word names the
// stored runs as in [catalog.Together]. If the named run itself joined another run, Join uses that other run. If the
// same newcomers have joined these runs before, they meet the same opponents again. The number of rounds is always the
// number that the first run has now.
func Join(ctx context.Context, db *store.Store, word string, newcomers []string) (j Joining, err error) {
	if j.Word, j.Tag, err = firstOf(ctx, db, word); err != nil {
		return j, err
	}
	stored, err := catalog.Together(ctx, db, []string{j.Word}, "", false)
	if err != nil {
		return j, err
	}
	if err := checkConditions(stored); err != nil {
		return j, err
	}
	j.Spec, j.Game = stored.Specs[0], stored.Rules.Game()
	j.Spec.Format, j.Spec.Own = tournament.Gauntlet{Challengers: len(newcomers)}, nil
	if j.Spec.Players, err = joined(stored, newcomers); err != nil {
		return j, err
	}
	own := map[string]tournament.Control{} // by player: limits of this player alone
	for _, spec := range stored.Specs {
		for i, control := range spec.Own {
			own[spec.Players[i]] = control
		}
	}
	for _, player := range j.Spec.Players {
		if len(own) > 0 {
			j.Spec.Own = append(j.Spec.Own, own[player])
		}
	}
	j.Spec, err = Settle(j.Spec, j.Game)
	return j, err
}

// firstOf finds the run that a word names. If that run joined another run, firstOf finds the other run instead. It
// returns the id and the hash of the run that it finds. The hash is also the tag of all runs that joined this run. If
// no run has the word as id or name, firstOf returns the word as id and as tag.
func firstOf(ctx context.Context, db *store.Store, word string) (id, tag string, err error) {
	run, err := db.Run(ctx, word)
	if errors.Is(err, store.ErrNotFound) {
		return word, word, nil
	}
	for _, tag := range run.Tags {
		if first, err := db.FindRun(ctx, tag); err == nil {
			return first.ID, first.Hash, nil
		}
	}
	return run.ID, run.Hash, err
}

// checkConditions returns an error if the runs differ in more than their players and formats.
func checkConditions(stored *catalog.Combined) error {
	common := func(spec tournament.Spec) string { // the hash without players, their own limits and format
		spec.Players, spec.Own, spec.Format = nil, nil, nil
		return spec.Hash()
	}
	controls := map[string]tournament.Control{} // by player: limits in the runs so far
	for i, spec := range stored.Specs {
		switch f := spec.Format.(type) {
		case tournament.RoundRobin, tournament.Gauntlet:
		default:
			return fmt.Errorf("run %v is a %s; players can join only a %s or a %s", stored.Runs[i], f,
				tournament.RoundRobin{}, tournament.Gauntlet{})
		}
		same := common(spec) == common(stored.Specs[0])
		for n, player := range spec.Players {
			earlier, known := controls[player]
			controls[player] = spec.ControlOf(n)
			same = same && (!known || earlier == controls[player])
		}
		if !same {
			return fmt.Errorf("runs %v and %v have different openings, seeds, limits or rules for ending games: "+
				"join one of them", stored.Runs[0], stored.Runs[i])
		}
	}
	return nil
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
		if f, ok := spec.Format.(tournament.Gauntlet); ok && slices.Equal(spec.Players[:f.Challengers], names) {
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
