package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"pillars/results"
	"pillars/results/store"
	"pillars/tournament"
)

// Rated is what the stored games of a run say about its players: a fold of games of two seats, or the games of more.
type Rated struct {
	Fold   *results.Fold // nil for games of more than two seats
	Places []results.PlaceResult
}

// Rate reads the results of a run, those that count by its rule for faults.
func Rate(ctx context.Context, db *store.Store, run string, rule tournament.FaultRule) (Rated, error) {
	counting := store.EveryGame
	if rule == tournament.FaultVoid {
		counting = store.SoundGames
	}
	groups, err := db.Groups(ctx, run, counting)
	if err != nil {
		return Rated{}, err
	}
	if len(groups) > 0 && len(groups[0].Games[0].Players) > 2 {
		stored, err := db.Results(ctx, run)
		if counting == store.SoundGames {
			stored = slices.DeleteFunc(stored, tournament.Result.Faulted)
		}
		return Rated{Places: placeResults(stored)}, err
	}
	fold := results.NewFold()
	for _, g := range groups {
		group := results.ResultGroup{Count: g.Count}
		for _, one := range g.Games {
			if len(one.Players) != 2 {
				return Rated{}, fmt.Errorf("run %s has games of %d players; a standing is made of games with one number of seats", run, len(one.Players))
			}
			game := results.GroupedGame{Players: [2]string{one.Players[0], one.Players[1]}, Score: one.Scores[0], Turns: one.Turns}
			group.Games = append(group.Games, game)
		}
		if err := fold.AddGroup(group); err != nil {
			return Rated{}, fmt.Errorf("run %s: game %w", run, err)
		}
	}
	return Rated{Fold: fold}, nil
}

// Standing rates the games, those of two seats as the options say.
func (r Rated) Standing(o results.StandingOptions) (Standing, error) {
	if r.Fold == nil {
		return results.NewPlaceStanding(r.Places, results.PlaceOptions{Players: o.Players})
	}
	return r.Fold.Standing(o)
}

// Standing is how players stand, after games of two or of more.
type Standing interface {
	json.Marshaler
	WriteTable(io.Writer) error
	WriteCSV(io.Writer) error
}

// placeResults are stored games of three or more seats as a standing takes them.
func placeResults(stored []tournament.Result) []results.PlaceResult {
	games := make([]results.PlaceResult, len(stored))
	for i, r := range stored {
		games[i] = results.PlaceResult{Players: r.Players, Scores: r.Outcome.Scores[:r.Outcome.Seats], Turns: r.Turns, Opening: r.Cluster()}
	}
	return games
}
