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
	Tag  string // the tag that makes the new run one of them
}

// Join plans a run in which new players join stored runs, with the same conditions and openings. The word names the
// stored runs as in [catalog.Together]; if the named run itself joined another, Join uses that other run. If the same
// newcomers have joined these runs before, they meet the same opponents as then, in as many rounds as the first run has
// now.
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
	own := map[string]tournament.Control{}
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

// firstOf finds the run that a word names or, if that run joined another, the other run. It returns the run's id and
// its hash, which is the tag of all runs that joined it. If no run has this id or name, firstOf returns the word as id
// and as tag.
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
	common := func(spec tournament.Spec) string {
		spec.Players, spec.Own, spec.Format = nil, nil, nil
		return spec.Hash()
	}
	controls := map[string]tournament.Control{} // limits of each player
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

// joined returns the new players, then those of the stored runs, or for newcomers that joined before the old list.
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
