package runs

import (
	"context"
	"slices"
	"strings"

	"pillars/engine/games"
	"pillars/results/store"
	"pillars/results/table"
)

// Filter selects runs. Zero fields select all that are not deleted; a run must meet all others.
type Filter struct {
	Tag, Game string
	Player    string // a part of a player's text
	Deleted   bool   // runs that are deleted, and no others
}

// List reads the runs that a filter selects, the oldest first: for people, and for programs.
func List(ctx context.Context, db *store.Store, f Filter) (grid *table.Grid, records []any, err error) {
	read := db.Runs
	if f.Deleted {
		read = db.Deleted
	}
	if _, err := games.Find(f.Game); err != nil && f.Game != "" {
		return nil, nil, err
	}
	all, err := read(ctx)
	if err != nil {
		return nil, nil, err
	}
	faults, err := db.FaultCounts(ctx)
	if err != nil {
		return nil, nil, err
	}
	named := slices.ContainsFunc(all, func(run store.Run) bool { return run.Name != "" || len(run.Tags) > 0 })
	heads := []string{"run", "kind", "begun", "games", "game", "players", "faults"}
	if named {
		heads = append(heads, "name", "tags")
	}
	grid = table.New(heads...)
	for _, run := range all {
		facts, err := FactsOf(run)
		if err != nil {
			return nil, nil, err
		}
		has := func(player string) bool { return strings.Contains(player, f.Player) }
		if f.Tag != "" && !slices.Contains(run.Tags, f.Tag) || f.Game != "" && facts.Game != f.Game ||
			!slices.ContainsFunc(facts.Players, has) {
			continue
		}
		records = append(records, append(Record(run), table.Object("game", facts.Game, "players", facts.Players,
			"faults", faults[run.ID])...))
		row := []any{run.ID, run.Kind, run.Created.Format("2006-01-02 15:04"), GamesDone(run), facts.Game,
			len(facts.Players), faults[run.ID]}
		if named {
			row = append(row, run.Name, strings.Join(run.Tags, ", "))
		}
		grid.Add(row...)
	}
	return grid, records, nil
}
