// Package runs shows stored runs and games: in lists, as facts for JSON, and turn by turn. It answers in sentences what
// runs that are rated together show. It also writes games for other programs.
//
// Games are written as JSON lines with everything that is stored, or as PGN for rating programs such as Ordo and
// BayesElo. They are written one at a time, so runs of any length need little memory.
package runs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"pillars/results"
	"pillars/results/keep/catalog"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/results/show/answer"
	"pillars/results/show/table"
	"pillars/tournament"
)

// A Filter selects the runs that [List] lists.
type Filter struct {
	Tag     string // selects runs with this tag; empty for all
	Deleted bool   // selects only deleted runs; otherwise, runs that are not deleted
}

// List returns the runs that a filter selects, the oldest first, as a table for people and as records for JSON.
func List(ctx context.Context, db *store.Store, f Filter) (grid *table.Grid, records []any, err error) {
	read := db.Runs
	if f.Deleted {
		read = db.Deleted
	}
	all, err := read(ctx)
	if err != nil {
		return nil, nil, err
	}
	grid = table.New("run", "kind", "begun", "games", "game", "faults", "tags", "~players, openings, limits")
	for _, run := range all {
		if f.Tag != "" && !slices.Contains(run.Tags, f.Tag) {
			continue
		}
		outline, err := catalog.OutlineOf(run)
		if err != nil {
			return nil, nil, err
		}
		faults, err := db.Count(ctx, run.ID, store.Filter{Faults: true})
		if err != nil {
			return nil, nil, err
		}
		records = append(records, append(Facts(run), table.Object("game", outline.Game, "players", outline.Players,
			"faults", faults)...))
		played := strings.Join(outline.Players, ", ")
		if spec, err := tournament.ParseSpec(run.Spec); err == nil { // this program can read it
			played += "; " + tournament.ConditionsText(spec)
		}
		grid.Add(run.ID, run.Kind, run.Created.Format("2006-01-02 15:04"), catalog.GamesDone(run), outline.Game,
			faults, strings.Join(run.Tags, ", "), played)
	}
	return grid, records, nil
}

// Facts returns a run as the fields of a JSON object.
func Facts(run store.Run) table.Facts {
	return table.Object("type", "run", "id", run.ID, "kind", run.Kind, "games", run.Games, "total", run.Total,
		"created", run.Created, "program", run.Program, "tags", append([]string{}, run.Tags...),
		"spec", json.RawMessage(run.Spec))
}

// ResultFacts returns the result of one game as the fields of a JSON object.
func ResultFacts(run string, r tournament.Result) table.Facts {
	return table.Object("type", "game", "run", run, "identity", r.Identity, "players", r.Players,
		"scores", r.Outcome.Scores[:r.Outcome.Seats], "reason", r.Outcome.Reason, "turns", r.Turns)
}

// GameLine returns a game as a line of a list: its name, players, scores, length and the reason of its end.
func GameLine(game tournament.Stored) string {
	var scores []string
	for _, score := range game.Outcome.Scores[:game.Outcome.Seats] {
		scores = append(scores, scoreText(score))
	}
	return strings.Join([]string{game.Name(), strings.Join(game.Players, "  "), strings.Join(scores, "-"),
		tournament.Counted(game.Turns, "turn"), string(game.Outcome.Reason)}, "  ")
}

func scoreText(score float64) string {
	switch score {
	case 0, 1:
		return strconv.Itoa(int(score))
	case 0.5:
		return "1/2"
	}
	return strconv.FormatFloat(score, 'f', 2, 64)
}

// WriteRun writes the answer a about a run, then the progress of the run, the program that began it, and its spec as
// JSON, including fields that this program does not know.
func WriteRun(w io.Writer, run store.Run, a answer.Answer) error {
	var spec map[string]json.RawMessage
	if err := json.Unmarshal([]byte(run.Spec), &spec); err != nil {
		return fmt.Errorf("run %s: its spec cannot be read: %w", run.ID, err)
	}
	grid := table.New("", "~")
	grid.Add("games", catalog.GamesDone(run))
	grid.Add("begun", run.Created.UTC().Format(time.DateTime+" UTC"))
	grid.Add("program", run.Program)
	for _, name := range slices.Sorted(maps.Keys(spec)) {
		const longest = 1000 // most letters to show of a field, which may be a long opening book
		text := []rune(string(spec[name]))
		if more := len(text) - longest; more > 0 {
			text = append(text[:longest], []rune(fmt.Sprintf("... and %d more characters", more))...)
		}
		grid.Add(strings.ReplaceAll(name, "_", " "), string(text))
	}
	return cmp.Or(a.WriteAbove(w), table.Printf(w, "run %v: %s\n\n", run, run.Kind), grid.WriteText(w))
}

// PlanText describes what a session is going to play: a line with the game, the format and the numbers of players and
// games, a line for each player, and a line about openings and limits. For a sequential test of two seats, another line
// says how long it takes.
func PlanText(s *session.Session) string {
	spec := s.Spec
	pace := fmt.Sprintf("%d at a time", s.Workers)
	if s.Workers == 0 {
		pace = "all played by workers elsewhere"
	}
	text := fmt.Sprintf("%s (%s): %s, %s, %s, %s\n", s.Plan.Rules.Game().Title(), spec.Options,
		tournament.Counted(len(spec.Players), "player"),
		spec.FormatText(s.Plan.Rules.Seats()), gamesText(s), pace)
	for i, player := range spec.Players {
		text += fmt.Sprintf("  %d  %s", i+1, player)
		if len(spec.Own) > 0 && spec.Own[i] != (tournament.Control{}) {
			text += fmt.Sprintf("  (%s)", tournament.ControlText(spec.Own[i], spec.Margin))
		}
		text += "\n"
	}
	spec.Own = nil // the limits of single players are in the lines above
	text += "openings: " + tournament.ConditionsText(spec) + "\n"
	if test, ok := s.Gauge.(*results.TestGauge); ok && s.Plan.Rules.Seats() == 2 {
		standing, _ := test.Standing() // no game has been counted
		if length, err := answer.TestLength(standing.SPRT); err == nil {
			text += length + "\n"
		}
	}
	return text
}

// gamesText returns the number of planned games in words.
func gamesText(s *session.Session) string {
	games := tournament.Counted(s.Plan.Len(), "game")
	switch {
	case !s.Shard.Whole():
		return fmt.Sprintf("%d of %s in shard %v", s.Total(), games, s.Shard)
	case s.Spec.Format.EndsEarly():
		return games + " at most"
	}
	return games + " in all"
}
