package main

import (
	"context"
	"fmt"
	"slices"

	"pillars/results"
	"pillars/results/store"
	"pillars/tournament"
)

// ratedRun is what the stored games of a run say about its players: a fold of games of two seats, or the games of more.
type ratedRun struct {
	fold   *results.Fold // nil for games of more than two seats
	places []results.PlaceResult
}

// readRun reads the results of a run, those that count by its rule for faults.
func readRun(ctx context.Context, db *store.Store, run string, rule tournament.FaultRule) (ratedRun, error) {
	counting := store.EveryGame
	if rule == tournament.FaultVoid {
		counting = store.SoundGames
	}
	groups, err := db.Groups(ctx, run, counting)
	if err != nil {
		return ratedRun{}, err
	}
	if len(groups) > 0 && len(groups[0].Games[0].Players) > 2 {
		stored, err := db.Results(ctx, run)
		if counting == store.SoundGames {
			stored = slices.DeleteFunc(stored, tournament.Result.Fault)
		}
		return ratedRun{places: placeResults(stored)}, err
	}
	fold := results.NewFold()
	for _, g := range groups {
		group := results.ResultGroup{Count: g.Count}
		for _, one := range g.Games {
			if len(one.Players) != 2 {
				return ratedRun{}, fmt.Errorf("run %s has games of %d players; a standing is made of games with one number of seats", run, len(one.Players))
			}
			game := results.GroupedGame{Players: [2]string{one.Players[0], one.Players[1]}, Score: one.Scores[0], Turns: one.Turns}
			group.Games = append(group.Games, game)
		}
		if err := fold.AddGroup(group); err != nil {
			return ratedRun{}, fmt.Errorf("run %s: game %w", run, err)
		}
	}
	return ratedRun{fold: fold}, nil
}

// standing rates the games, those of two seats as the options say.
func (r ratedRun) standing(o results.StandingOptions) (standing, error) {
	if r.fold == nil {
		return results.NewPlaceStanding(r.places, results.PlaceOptions{Players: o.Players})
	}
	return r.fold.Standing(o)
}
