package catalog

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
	"unicode/utf8"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/results"
	"pillars/results/estimate/stats"
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

// GameLines returns a function that formats games of a run as lines of a list, one by one. Therefore the widths of
// the columns depend on the run's spec, not on the games.
func GameLines(ctx context.Context, db *store.Store, run store.Run) (func(tournament.Stored) string, error) {
	facts, err := OutlineOf(run)
	if err != nil {
		return nil, err
	}
	identity, err := db.LongestIdentity(ctx, run.ID)
	name, player := len(run.ID)+1+identity, widest(facts.Players)
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
			scores = append(scores, scoreText(score))
		}
		return fmt.Sprintf("%s  %-*s  %9s  %s", line, width, strings.Join(scores, "-"),
			tournament.Counted(game.Turns, "turn"), game.Outcome.Reason)
	}, err
}

// scoreText returns a score as "1", "1/2" or "0.33".
func scoreText(score float64) string {
	switch score {
	case 0, 1:
		return strconv.Itoa(int(score))
	case 0.5:
		return "1/2"
	}
	return strconv.FormatFloat(score, 'f', 2, 64)
}

// widest returns the number of characters of the longest text.
func widest(texts []string) (width int) {
	for _, text := range texts {
		width = max(width, utf8.RuneCountInString(text))
	}
	return width
}

// A Summary counts the games of a run by reason and player.
type Summary struct {
	Reasons   []ReasonCount // the most frequent first; all faults are one reason
	Games     int
	after     int // games stored after the decision of a sequential test, which do not count
	FirstSeat results.SeatScore
	Players   []PlayerCount // all players of the spec, and others that have games
}

// A ReasonCount counts the games that ended for a reason.
type ReasonCount struct {
	Reason string `json:"reason"`
	Games  int    `json:"games"`
	Turns  int    `json:"turns"` // in all of these games
}

// PlayerCount holds the results of a player.
type PlayerCount struct {
	Player string  `json:"player"`
	Games  int     `json:"games"`
	Points float64 `json:"points"`
	Faults int     `json:"faults"`
}

// Summarize counts the games of a run.
func Summarize(ctx context.Context, db *store.Store, run store.Run) (Summary, error) {
	s := Summary{Reasons: []ReasonCount{}, Players: []PlayerCount{}}
	facts, err := OutlineOf(run)
	if err != nil {
		return s, err
	}
	for _, name := range facts.Players {
		s.player(name)
	}
	spec, _ := tournament.ParseSpec(run.Spec) // which fails for the spec of a later program
	spec.OnFault = facts.OnFault
	source, err := SourceOf(ctx, db, run.ID, spec)
	if err != nil {
		return s, err
	}
	outcomes := outcomeCounts{source: source, counts: map[string]*outcomeCount{}}
	if err := db.EachRow(ctx, run.ID, outcomes.add); err != nil {
		return s, err
	}
	for _, key := range slices.Sorted(maps.Keys(outcomes.counts)) {
		s.add(*outcomes.counts[key])
	}
	slices.SortStableFunc(s.Reasons, func(a, b ReasonCount) int { return cmp.Compare(b.Games, a.Games) })
	fold, err := Rate(ctx, db, source)
	if err != nil {
		return s, err
	}
	if s.FirstSeat = fold.SeatScore(0); source.Openings > 0 {
		s.after = run.Games - s.Games
	}
	return s, nil
}

// An outcomeCount counts games with the same players in the same seats and the same end.
type outcomeCount struct {
	players      []string // by seat
	outcome      engine.Outcome
	faulty       int // the seat at fault, from 1; 0 for none
	games, turns int
}

// An outcomeCounts counts the games of a source, grouped by all columns of the result except the turns.
type outcomeCounts struct {
	source Source
	counts map[string]*outcomeCount
	key    []byte // of the last game in counts
}

func (o *outcomeCounts) add(row store.Row) (err error) {
	if !o.source.Has(row.Opening) {
		return nil
	}
	o.key = append(append(append(o.key[:0], row.Players...), row.Scores...), row.Reason...)
	o.key = append(o.key, 0, byte(row.FaultSeat))
	count := o.counts[string(o.key)]
	if count == nil {
		count = &outcomeCount{faulty: row.FaultSeat}
		if count.players, count.outcome, err = row.Outcome(); err != nil {
			return err
		}
		o.counts[string(o.key)] = count
	}
	count.games++
	count.turns += row.Turns
	return nil
}

func (s *Summary) add(c outcomeCount) {
	reason := string(c.outcome.Reason)
	if c.faulty > 0 && c.faulty <= len(c.players) {
		reason = "a player's fault" // the words differ from game to game
		s.player(c.players[c.faulty-1]).Faults += c.games
	}
	ended := entry(&s.Reasons, ReasonCount{Reason: reason}, func(r ReasonCount) bool { return r.Reason == reason })
	ended.Games += c.games
	ended.Turns += c.turns
	s.Games += c.games
	for seat, name := range c.players {
		player := s.player(name)
		player.Games += c.games
		player.Points += float64(c.games) * c.outcome.Scores[seat]
	}
}

func (s *Summary) player(name string) *PlayerCount {
	return entry(&s.Players, PlayerCount{Player: name}, func(p PlayerCount) bool { return p.Player == name })
}

func entry[T any](list *[]T, made T, is func(T) bool) *T {
	i := slices.IndexFunc(*list, is)
	if i < 0 {
		i = len(*list)
		*list = append(*list, made)
	}
	return &(*list)[i]
}

// WriteText writes the facts about a run, all of its spec, and the counts of its games.
func (s Summary) WriteText(w io.Writer, run store.Run) error {
	spec, err := specGrid(run)
	if err != nil {
		return err
	}
	games := tournament.Counted(run.Games, "game")
	if run.Total > 0 {
		games = fmt.Sprintf("%d of %s", run.Games, tournament.Counted(run.Total, "game"))
	}
	after := ""
	if s.after > 0 {
		after = fmt.Sprintf(", %d of them after the decision of the test and left out below", s.after)
	}
	table.Printf(w, "run %v: %s, %s stored%s\n\n", run, run.Kind, games, after)
	if err := spec.WriteText(w); err != nil {
		return err
	}
	if s.Games == 0 {
		return table.Printf(w, "\nno game is stored yet\n")
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

// specGrid returns all fields of a run's spec in their order, including fields that only later programs know.
func specGrid(run store.Run) (*table.Grid, error) {
	if _, err := OutlineOf(run); err != nil {
		return nil, err
	}
	grid := table.New("", "~")
	if len(run.Tags) > 0 {
		grid.Add("tags", strings.Join(run.Tags, ", "))
	}
	grid.Add("begun", run.Created.UTC().Format(time.DateTime+" UTC"))
	grid.Add("program", strings.TrimSuffix(run.Program+"; then "+strings.Join(run.Others, ", "), "; then "))
	spec := json.NewDecoder(strings.NewReader(run.Spec)) // which OutlineOf has read
	spec.UseNumber()
	_, _ = spec.Token()
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
			name = ""
		}
	}
	return grid, nil
}

// valueLines returns a JSON value as text for people: strings without quotation marks, lists with one entry per line,
// objects as "name=value".
func valueLines(spec *json.Decoder) (lines []string) {
	const shown = 100 // entries of a list: an opening book may have thousands
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
