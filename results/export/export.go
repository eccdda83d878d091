// Package export writes stored games for other programs: as PGN, as lines of JSON, as a table of comma-separated
// values. Games are written one by one as they come, so a run of any length passes through little memory.
//
//	format  holds                                   for
//	jsonl   everything that is stored               scripts; a line is a [Record]
//	csv     who played whom and how it ended        spreadsheets, data frames
//	pgn     the moves, the result, all other facts  rating programs such as Ordo and BayesElo
package export

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"pillars/engine"
	"pillars/engine/pgn"
	"pillars/results/table"
	"pillars/tournament"
)

// Options say how games are written.
type Options struct {
	Format string // one of [Formats]
	Seats  int    // of the game with the most seats: a table has columns for so many
}

// Formats are the names of the formats, the fullest first.
func Formats() []string { return []string{"jsonl", "csv", "pgn"} }

// FormatOf is the format that a file's name tells by its ending, and whether it does.
func FormatOf(path string) (format string, told bool) {
	ending := strings.TrimPrefix(filepath.Ext(path), ".")
	return ending, slices.Contains(Formats(), ending)
}

// NewWriter returns a function that writes games to w, one by one. It fails on a game that the format cannot hold,
// naming it, and when the output fails.
func NewWriter(w io.Writer, o Options) (func(tournament.Stored) error, error) {
	switch o.Format {
	case "jsonl":
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		return func(g tournament.Stored) error { return encoder.Encode(NewRecord(g)) }, nil
	case "csv":
		if o.Seats < 2 || o.Seats > engine.MaxSeats {
			return nil, fmt.Errorf("a table for %d seats; games have 2 to %d", o.Seats, engine.MaxSeats)
		}
		games := table.Table[tournament.Stored]{Columns: columns(o.Seats)}
		return func(g tournament.Stored) error {
			if len(g.Players) > o.Seats {
				return fmt.Errorf("game %s/%s: %d seats in a table for %d", g.Run, g.Identity, len(g.Players), o.Seats)
			}
			games.Rows = []tournament.Stored{g}
			return games.AppendCSV(w)
		}, games.WriteCSV(w)
	case "pgn":
		return func(g tournament.Stored) error {
			if err := pgn.Write(w, PGNRecord(g)); err != nil {
				return fmt.Errorf("game %s/%s: %w", g.Run, g.Identity, err)
			}
			return nil
		}, nil
	}
	return nil, fmt.Errorf("format %q is not known; there are %s", o.Format, strings.Join(Formats(), ", "))
}

// columns are those of the table. Games with fewer seats leave the columns of the others empty.
func columns(seats int) (all []table.Column[tournament.Stored]) {
	add := func(key string, value func(tournament.Stored) any) {
		all = append(all, table.Column[tournament.Stored]{Key: key, Value: value})
	}
	bySeat := func(key string, value func(g tournament.Stored, seat int) any) {
		for seat := range seats {
			add(key+strconv.Itoa(seat+1), func(g tournament.Stored) any {
				if seat >= len(g.Players) {
					return nil
				}
				return value(g, seat)
			})
		}
	}
	add("run", func(g tournament.Stored) any { return g.Run })
	add("identity", func(g tournament.Stored) any { return g.Identity })
	add("pair", func(g tournament.Stored) any { return g.Pair })
	bySeat("seat", func(g tournament.Stored, seat int) any { return g.Players[seat] })
	bySeat("score", func(g tournament.Stored, seat int) any { return g.Outcome.Scores[seat] })
	bySeat("rank", rank)
	add("reason", func(g tournament.Stored) any { return string(g.Outcome.Reason) })
	add("turns", func(g tournament.Stored) any { return g.Turns })
	add("finished", func(g tournament.Stored) any { return g.Finished.UTC().Format(time.RFC3339) })
	return all
}

// rank is the place of a seat from 1, equal in a tie.
func rank(g tournament.Stored, seat int) any {
	rank := 1
	for _, score := range g.Outcome.Scores[:g.Outcome.Seats] {
		if score > g.Outcome.Scores[seat] {
			rank++
		}
	}
	return rank
}

// Record is a game as JSON holds it.
type Record struct {
	Type     string       `json:"type"` // "record"
	Run      string       `json:"run"`
	Identity string       `json:"identity"`
	Players  []string     `json:"players"` // by seat
	Scores   []float64    `json:"scores"`  // by seat, from 0 to 1
	Reason   string       `json:"reason"`
	Turns    int          `json:"turns"` // the opening's included
	Pair     string       `json:"pair"`
	Finished time.Time    `json:"finished"`
	Game     string       `json:"game"`
	Options  string       `json:"options"` // "name=value" with blanks between
	Start    string       `json:"start"`
	Opening  int          `json:"opening_turns"`
	Moves    []string     `json:"moves"` // turns
	Final    string       `json:"final"`
	Tags     []engine.Tag `json:"tags"`
	Thoughts []thought    `json:"thoughts"` // one for each turn after the opening
}

type thought struct {
	Score   float64 `json:"score"`            // in logits; 0 if it is proven
	Proven  string  `json:"proven,omitempty"` // "win in 5": a result with its distance in steps
	Depth   int     `json:"depth"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	Left    float64 `json:"left_seconds,omitempty"` // on the player's clock after the turn
}

// NewRecord puts down all that is stored of a game.
func NewRecord(g tournament.Stored) Record {
	r := Record{
		Type: "record", Run: g.Run, Identity: g.Identity, Players: g.Players,
		Scores: g.Outcome.Scores[:g.Outcome.Seats],
		Reason: string(g.Outcome.Reason), Turns: g.Turns, Pair: g.Pair, Finished: g.Finished, Game: g.Record.Game,
		Options: g.Record.Settings.String(), Start: g.Record.Start, Opening: g.Record.Opening,
		Moves: slices.Concat([]string{}, g.Record.Turns),
		Final: g.Record.Final, Tags: slices.Concat([]engine.Tag{}, g.Record.Tags),
		Thoughts: make([]thought, len(g.Thoughts)),
	}
	for i, t := range g.Thoughts {
		r.Thoughts[i] = thought{Depth: t.Depth, Nodes: t.Nodes, Seconds: t.Time.Seconds(), Left: t.Left.Seconds()}
		if t.Score.Decided() {
			r.Thoughts[i].Proven = t.Score.String()
		} else {
			r.Thoughts[i].Score = float64(t.Score) / 100
		}
	}
	return r
}

// PGNRecord is a game's record with the tags that PGN wants at its head: the run as Event, the day on which it was
// finished as Date, its identity as Round. Tags of these names that it has stay as they are. Characters that no tag
// can hold, which the message of a failing player may bring into the reason, become blanks.
func PGNRecord(g tournament.Stored) engine.Record {
	r := g.Record
	r.Tags = slices.Clone(r.Tags)
	for _, tag := range []engine.Tag{
		{Name: "Event", Value: "pillars run " + g.Run},
		{Name: "Date", Value: g.Finished.UTC().Format("2006.01.02")},
		{Name: "Round", Value: g.Identity},
	} {
		if !slices.ContainsFunc(r.Tags, func(t engine.Tag) bool { return t.Name == tag.Name }) {
			r.Tags = append(r.Tags, tag)
		}
	}
	r.Outcome.Reason = engine.Reason(printable(string(r.Outcome.Reason)))
	return r
}

func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(text, " "))
}
