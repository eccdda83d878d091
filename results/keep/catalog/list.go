package catalog

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pillars/engine/games"
	"pillars/results/keep/store"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Filter selects runs. A run must match all fields that are not zero; the zero Filter selects all that are not deleted.
type Filter struct {
	Tag, Game string
	Player    string // a part of a player's text
	Deleted   bool   // runs that are deleted, and no others
}

// List reads the runs that a filter selects, the oldest first, and returns them as a table for people and as facts for
// programs.
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
	named := slices.ContainsFunc(all, func(run store.Run) bool { return run.Name != "" || len(run.Tags) > 0 })
	heads := []string{"run", "kind", "begun", "games", "game", "players", "faults"}
	if named {
		heads = append(heads, "name", "tags")
	}
	grid = table.New(heads...)
	for _, run := range all {
		facts, err := OutlineOf(run)
		if err != nil {
			return nil, nil, err
		}
		has := func(player string) bool { return strings.Contains(player, f.Player) }
		if f.Tag != "" && !slices.Contains(run.Tags, f.Tag) || f.Game != "" && facts.Game != f.Game ||
			!slices.ContainsFunc(facts.Players, has) {
			continue
		}
		faults, err := db.Count(ctx, run.ID, store.Filter{Faults: true})
		if err != nil {
			return nil, nil, err
		}
		records = append(records, append(RunFacts(run), table.Object("game", facts.Game, "players", facts.Players,
			"faults", faults)...))
		row := []any{run.ID, run.Kind, run.Created.Format("2006-01-02 15:04"), GamesDone(run), facts.Game,
			len(facts.Players), faults}
		if named {
			row = append(row, run.Name, strings.Join(run.Tags, ", "))
		}
		grid.Add(row...)
	}
	return grid, records, nil
}

// GameLines writes games of a run as lines of a list, each as soon as it is read. The widths of the columns therefore
// follow from the run's spec, not from the games.
func GameLines(ctx context.Context, db *store.Store, run store.Run) (func(tournament.Stored) string, error) {
	facts, err := OutlineOf(run)
	if err != nil {
		return nil, err
	}
	identity, err := db.LongestIdentity(ctx, run.ID)
	name, player := len(run.ID)+1+identity, Widest(facts.Players)
	return func(game tournament.Stored) string {
		line := fmt.Sprintf("%-*s", name, game.Name())
		for _, text := range game.Players {
			line += fmt.Sprintf("  %-*s", player, text)
		}
		width := len("1/2-1/2") // the widest of two
		if seats := len(game.Players); seats > 2 {
			width = seats*len("0.33-") - 1
		}
		var scores []string
		for _, score := range game.Outcome.Scores[:game.Outcome.Seats] {
			scores = append(scores, ScoreText(score))
		}
		return fmt.Sprintf("%s  %-*s  %9s  %s", line, width, strings.Join(scores, "-"),
			tournament.Counted(game.Turns, "turn"), game.Outcome.Reason)
	}, err
}

// ScoreText returns a score as "1", "1/2" or "0.33".
func ScoreText(score float64) string {
	switch score {
	case 0, 1:
		return strconv.Itoa(int(score))
	case 0.5:
		return "1/2"
	}
	return strconv.FormatFloat(score, 'f', 2, 64)
}

// Widest returns the number of characters of the longest text.
func Widest(texts []string) (width int) {
	for _, text := range texts {
		width = max(width, utf8.RuneCountInString(text))
	}
	return width
}
