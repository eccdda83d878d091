package session

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/search/players"
	"pillars/tournament"
)

// Joining is a run in which new players meet all players of a pool.
type Joining struct {
	Spec tournament.Spec
	Game engine.Game
	Pool string // names the pool for [runs.Together]
	Tag  string // puts the run into the pool
}

// Join plans the run in which new players join a pool, under its conditions and from its openings. A word names the
// pool as in [runs.Together]; a run that has joined another stands for that one. Players who joined before meet whom
// they met then, in as many rounds as the pool's first run has by now.
func Join(ctx context.Context, db *store.Store, word string, newcomers []string) (j Joining, err error) {
	if j.Pool, j.Tag, err = poolOf(ctx, db, word); err != nil {
		return j, err
	}
	pool, err := runs.Together(ctx, db, []string{j.Pool}, "", false)
	if err != nil {
		return j, err
	}
	if err := checkConditions(pool); err != nil {
		return j, err
	}
	j.Spec, j.Game = pool.Specs[0], pool.Rules.Game()
	j.Spec.Format, j.Spec.Challengers, j.Spec.Own = tournament.Gauntlet, len(newcomers), nil
	if j.Spec.Players, err = joined(pool, newcomers); err != nil {
		return j, err
	}
	own, some := map[string]tournament.Control{}, false
	for _, spec := range pool.Specs {
		for i, control := range spec.Own {
			own[spec.Players[i]], some = control, true
		}
	}
	for _, player := range j.Spec.Players {
		if some {
			j.Spec.Own = append(j.Spec.Own, own[player])
		}
	}
	j.Spec, err = settle(j.Spec, j.Game, players.StoredRecorded)
	return j, err
}

// poolOf names the pool of a run or a tag, and the tag of its runs: the hash of the first one, or the tag itself.
func poolOf(ctx context.Context, db *store.Store, word string) (pool, tag string, err error) {
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

// checkConditions refuses a pool whose runs differ in more than their players.
func checkConditions(pool *runs.Pool) error {
	common := func(spec tournament.Spec) string {
		spec.Players, spec.Own, spec.Format, spec.Challengers = nil, nil, "", 0
		return spec.Hash()
	}
	controls := map[string]tournament.Control{}
	for i, spec := range pool.Specs {
		if f := spec.Format; f != tournament.RoundRobin && f != tournament.Gauntlet {
			return fmt.Errorf("run %v is of the format %s: players can join a %s or a %s", pool.Runs[i], f,
				tournament.RoundRobin, tournament.Gauntlet)
		}
		same := common(spec) == common(pool.Specs[0])
		for n, player := range spec.Players {
			known, met := controls[player]
			controls[player] = spec.ControlOf(n)
			same = same && (!met || known == controls[player])
		}
		if !same {
			return fmt.Errorf("runs %v and %v have different openings, seeds, limits or rules for ending games: join one "+
				"of them", pool.Runs[0], pool.Runs[i])
		}
	}
	return nil
}

// joined are new players and those of a pool behind them.
func joined(pool *runs.Pool, newcomers []string) ([]string, error) {
	var names []string
	for _, text := range newcomers {
		player, err := players.Recorded(text, pool.Rules)
		if err != nil {
			return nil, err
		}
		names = append(names, player.Name())
	}
	for _, spec := range pool.Specs {
		if spec.Format == tournament.Gauntlet && slices.Equal(spec.Players[:spec.Challengers], names) {
			return spec.Players, nil
		}
	}
	for _, name := range names {
		if slices.Contains(pool.Players, name) {
			return nil, fmt.Errorf("%s plays in the pool already", name)
		}
	}
	return slices.Concat(names, pool.Players), nil
}
