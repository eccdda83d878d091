package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"pillars/engine/games"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/store"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Filter selects runs that match all of its fields. An empty field matches every run.
type Filter struct {
	Tag, Game string
	Player    string // a part of a player's text
	Deleted   bool   // selects the deleted runs instead of the others
}

func (f Filter) selects(run store.Run, outline Outline) bool {
	isPlayer := func(player string) bool { return strings.Contains(player, f.Player) }
	return (f.Tag == "" || slices.Contains(run.Tags, f.Tag)) && (f.Game == "" || f.Game == outline.Game) &&
		slices.ContainsFunc(outline.Players, isPlayer)
}

// List returns the runs that a filter selects, the oldest first, as a table for people and as records for JSON.
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
	labelled := slices.ContainsFunc(all, func(run store.Run) bool { return run.Name != "" || len(run.Tags) > 0 })
	heads := []string{"run", "kind", "begun", "games", "game", "players", "faults"}
	if labelled {
		heads = append(heads, "name", "tags")
	}
	grid = table.New(heads...)
	for _, run := range all {
		outline, err := OutlineOf(run)
		if err != nil {
			return nil, nil, err
		}
		if !f.selects(run, outline) {
			continue
		}
		faults, err := db.Count(ctx, run.ID, store.Filter{Faults: true})
		if err != nil {
			return nil, nil, err
		}
		records = append(records, append(RunFacts(run), table.Object("game", outline.Game, "players", outline.Players,
			"faults", faults)...))
		row := []any{run.ID, run.Kind, run.Created.Format("2006-01-02 15:04"), GamesDone(run), outline.Game,
			len(outline.Players), faults}
		if labelled {
			row = append(row, run.Name, strings.Join(run.Tags, ", "))
		}
		grid.Add(row...)
	}
	return grid, records, nil
}

// GameLines returns a function that formats a game as a line. All lines of a run have columns of the same widths.
func GameLines(ctx context.Context, db *store.Store, run store.Run) (func(tournament.Stored) string, error) {
	outline, err := OutlineOf(run)
	if err != nil {
		return nil, err
	}
	longest, err := db.LongestIdentity(ctx, run.ID)
	nameWidth, playerWidth := len(run.ID+"/")+longest, widest(outline.Players)
	return func(game tournament.Stored) string {
		line := fmt.Sprintf("%-*s", nameWidth, game.Name())
		for _, player := range game.Players {
			line += fmt.Sprintf("  %-*s", playerWidth, player)
		}
		scoresWidth := len("1/2-1/2")
		if seats := len(game.Players); seats > 2 {
			scoresWidth = seats*len("0.33-") - len("-")
		}
		var scores []string
		for _, score := range game.Outcome.Scores[:game.Outcome.Seats] {
			scores = append(scores, scoreText(score))
		}
		return fmt.Sprintf("%s  %-*s  %9s  %s", line, scoresWidth, strings.Join(scores, "-"),
			tournament.Counted(game.Turns, "turn"), game.Outcome.Reason)
	}, err
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

func widest(texts []string) (width int) {
	for _, text := range texts {
		width = max(width, utf8.RuneCountInString(text))
	}
	return width
}

// A Summary counts the games of a run by the reason of their end and by player.
type Summary struct {
	Reasons   []ReasonCount // the most frequent first; all faults count as one reason
	Games     int           // games that count
	unused    int           // games that do not count because a sequential test has not used them
	Voided    int           // games that do not count because of a fault
	FirstSeat results.SeatScore
	Players   []PlayerCount // all players of the spec, then other players of stored games
}

// A ReasonCount counts the games that ended for one reason.
type ReasonCount struct {
	Reason string `json:"reason"`
	Games  int    `json:"games"`
	Turns  int    `json:"turns"` // number of turns in these games
}

// PlayerCount counts the games, points and faults of one player.
type PlayerCount struct {
	Player string  `json:"player"`
	Games  int     `json:"games"`
	Points float64 `json:"points"`
	Faults int     `json:"faults"`
}

// Summarize counts the stored games of a run.
func Summarize(ctx context.Context, db *store.Store, run store.Run) (Summary, error) {
	s := Summary{Reasons: []ReasonCount{}, Players: []PlayerCount{}}
	outline, err := OutlineOf(run)
	if err != nil {
		return s, err
	}
	for _, name := range outline.Players {
		s.player(name)
	}
	spec, _ := tournament.ParseSpec(run.Spec) // stays empty if a newer program wrote it; the games count anyway
	spec.OnFault = outline.OnFault
	source, err := SourceOf(ctx, db, run.ID, spec)
	if err != nil {
		return s, err
	}
	fold, err := Fold(ctx, db, source)
	if err != nil {
		return s, err
	}
	s.FirstSeat, s.Games = fold.SeatScore(0), fold.Games()
	for _, name := range fold.Players() {
		player := s.player(name)
		player.Games, player.Points = fold.Scored(name)
	}
	for r, err := range db.Results(ctx, run.ID) {
		if err != nil {
			return s, err
		}
		s.add(r, source)
	}
	slices.SortFunc(s.Reasons, func(a, b ReasonCount) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Reason, b.Reason))
	})
	s.unused = run.Games - s.Games - s.Voided
	return s, nil
}

// add counts a game as voided or by its reason, and a fault by its player. Games count as voided if the test left out
// their opening because of a fault.
func (s *Summary) add(r tournament.Result, source Source) {
	voidOpening := slices.Contains(source.LeftOut, r.Opening)
	if !voidOpening && !source.Has(r.Opening) {
		return
	}
	reason := string(r.Outcome.Reason)
	if r.Faulted() && int(r.Fault.Seat) < len(r.Players) {
		reason = "a player's fault" // one reason for all faults, since their texts differ from game to game
		s.player(r.Players[r.Fault.Seat]).Faults++
	}
	if voidOpening || source.voids(r) {
		s.Voided++
		return
	}
	count := entry(&s.Reasons, ReasonCount{Reason: reason}, func(c ReasonCount) bool { return c.Reason == reason })
	count.Games++
	count.Turns += r.Turns
}

func (s *Summary) player(name string) *PlayerCount {
	return entry(&s.Players, PlayerCount{Player: name}, func(p PlayerCount) bool { return p.Player == name })
}

// entry returns the first element of list for which matches holds. If there is none, it appends missing.
func entry[T any](list *[]T, missing T, matches func(T) bool) *T {
	i := slices.IndexFunc(*list, matches)
	if i < 0 {
		i = len(*list)
		*list = append(*list, missing)
	}
	return &(*list)[i]
}

// WriteText writes the spec of the run, the reasons why games ended, the players and the score of the first seat.
func (s Summary) WriteText(w io.Writer, run store.Run) error {
	spec, err := specGrid(run)
	if err != nil {
		return err
	}
	games := tournament.Counted(run.Games, "game")
	if run.Total > 0 {
		games = fmt.Sprintf("%d of %s", run.Games, tournament.Counted(run.Total, "game"))
	}
	leftOut := ""
	if s.unused > 0 {
		leftOut = fmt.Sprintf(", %d of them not used by the test and left out below", s.unused)
	}
	if s.Voided > 0 {
		leftOut += fmt.Sprintf(", %d of them void because of a fault and left out below", s.Voided)
	}
	table.Printf(w, "run %v: %s, %s stored%s\n\n", run, run.Kind, games, leftOut)
	if err := spec.WriteText(w); err != nil {
		return err
	}
	if s.Games == 0 {
		return table.Printf(w, "\nno game counts yet\n")
	}
	reasons := table.New("#games", "#share", "#mean turns", "~ended by")
	for _, r := range s.Reasons {
		reasons.Add(r.Games, stats.Percent(float64(r.Games)/float64(s.Games), 1),
			stats.FormatNumber(float64(r.Turns)/float64(r.Games), 1), r.Reason)
	}
	players := table.New("#games", "#points", "#faults", "…player")
	for _, p := range s.Players {
		players.Add(p.Games, stats.FormatNumber(p.Points, 1), p.Faults, p.Player)
	}
	for _, grid := range []*table.Grid{reasons, players} {
		grid.Indent = 2
		fmt.Fprintln(w)
		if err := grid.WriteText(w); err != nil {
			return err
		}
	}
	return table.Printf(w, "\nFirst seat: %v.\n", s.FirstSeat)
}

// specGrid returns a table of the fields of a run's spec, including fields that this program does not know.
func specGrid(run store.Run) (*table.Grid, error) {
	if _, err := OutlineOf(run); err != nil {
		return nil, err
	}
	grid := table.New("", "~")
	if len(run.Tags) > 0 {
		grid.Add("tags", strings.Join(run.Tags, ", "))
	}
	grid.Add("begun", run.Created.UTC().Format(time.DateTime+" UTC"))
	program := run.Program
	if len(run.Others) > 0 {
		program += "; then " + strings.Join(run.Others, ", ")
	}
	grid.Add("program", program)
	spec := json.NewDecoder(strings.NewReader(run.Spec)) // valid JSON, since OutlineOf has read it
	spec.UseNumber()
	_, _ = spec.Token() // the opening brace
	for spec.More() {
		token, _ := spec.Token()
		name, lines := strings.ReplaceAll(fmt.Sprint(token), "_", " "), valueLines(spec)
		if name == "options" {
			lines = []string{strings.Join(lines, " ")}
		}
		for i, line := range lines {
			if len(lines) > 1 {
				line = fmt.Sprintf("%d  %s", i+1, line)
			}
			grid.Add(name, line)
			name = "" // only the first line of a value has the name
		}
	}
	return grid, nil
}

// valueLines reads the next JSON value and returns it as lines for people: strings without quotation marks, a list with
// one entry per line, an object as "name=value, name=value".
func valueLines(spec *json.Decoder) (lines []string) {
	const shown = 100 // greatest number of entries shown; the list may be an opening book with thousands
	switch token, _ := spec.Token(); token {
	case nil:
		return []string{""}
	case json.Delim('['):
		for spec.More() {
			lines = append(lines, strings.Join(valueLines(spec), " "))
		}
		_, _ = spec.Token()
		if more := len(lines) - shown; more > 0 {
			lines = append(lines[:shown], fmt.Sprintf("... and %d more", more))
		}
		return lines
	case json.Delim('{'):
		for spec.More() {
			name, _ := spec.Token()
			value := strings.Join(valueLines(spec), " ")
			lines = append(lines, strings.ReplaceAll(fmt.Sprint(name), "_", " ")+"="+value)
		}
		_, _ = spec.Token()
		return []string{strings.Join(lines, ", ")}
	default:
		return []string{fmt.Sprint(token)}
	}
}

// Facts returns the counts for JSON.
func (s Summary) Facts() table.Facts {
	return table.Object("reasons", s.Reasons, "first_seat", s.FirstSeat, "player_counts", s.Players, "voided", s.Voided)
}
