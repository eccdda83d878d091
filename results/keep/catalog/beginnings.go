package catalog

import (
	"context"
	"maps"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results/keep/store"
)

// Beginnings holds the first turns of stored games, for counting what was played in a position.
type Beginnings struct {
	Players []string    `json:"players"`
	Games   []Beginning `json:"games"`
}

// A Beginning is the first turns of a game, with its players, as indices in [Beginnings], and their scores, by seat.
type Beginning struct {
	Turns   string    `json:"turns"`
	Players []int     `json:"players"`
	Scores  []float64 `json:"scores"`
}

// ReadBeginnings returns the first turns of the games that began at a position, under its rules: at most the given
// number of games, from the latest runs. It leaves out runs that this program cannot read.
func ReadBeginnings(
	ctx context.Context, db *store.Store, start engine.Position, turns, games int,
) (*Beginnings, error) {
	runs, err := db.Runs(ctx)
	if err != nil {
		return nil, err
	}
	b, text := &Beginnings{Players: []string{}, Games: []Beginning{}}, start.String()
	for _, run := range slices.Backward(runs) {
		_, rules, err := SpecOf(run)
		if err != nil || !same(rules, start.Rules()) || len(b.Games) >= games {
			continue
		}
		for game, err := range db.Find(ctx, run.ID, store.Filter{Limit: games - len(b.Games)}) {
			if err != nil {
				return nil, err
			}
			if record := game.Record; record.Start == text {
				record.Turns = record.Turns[:min(turns, len(record.Turns))]
				b.add(record)
			}
		}
	}
	return b, nil
}

func (b *Beginnings) add(record engine.Record) {
	one := Beginning{Turns: strings.Join(record.Turns, " "), Scores: record.Outcome.Scores[:record.Outcome.Seats]}
	for _, player := range record.Players {
		at := slices.Index(b.Players, player)
		if at < 0 {
			at, b.Players = len(b.Players), append(b.Players, player)
		}
		one.Players = append(one.Players, at)
	}
	b.Games = append(b.Games, one)
}

// same reports whether two rules are those of the same game with the same settings.
func same(a, b engine.Rules) bool {
	return a.Game().Name() == b.Game().Name() && maps.Equal(a.Settings().Values(), b.Settings().Values())
}
