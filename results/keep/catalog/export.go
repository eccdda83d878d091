package catalog

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
	"pillars/results/show/table"
	"pillars/tournament"
)

// Formats returns the names of the formats in which games are written, the one with the most contents first.
func Formats() []string { return []string{"jsonl", "csv", "pgn"} }

// FormatOf returns the format that the ending of a file's name gives. known is false if it is not one of the [Formats].
func FormatOf(path string) (format string, known bool) {
	ending := strings.TrimPrefix(filepath.Ext(path), ".")
	return ending, slices.Contains(Formats(), ending)
}

// newGameWriter returns a function that writes one game to w in a format. The function returns an error for a game that
// the format cannot express. In PGN it leaves out tags that PGN cannot express, and reports them to leftOut. A CSV
// table has columns for the given number of seats.
func newGameWriter(w io.Writer, format string, seats int, leftOut func(error)) (func(tournament.Stored) error, error) {
	switch format {
	case "jsonl":
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		return func(g tournament.Stored) error { return encoder.Encode(GameFacts(g)) }, nil
	case "csv":
		if seats < 2 || seats > engine.MaxSeats {
			return nil, fmt.Errorf("a table for %d seats; games have 2 to %d", seats, engine.MaxSeats)
		}
		games := table.Table[tournament.Stored]{Columns: columns(seats)}
		return func(g tournament.Stored) error {
			if len(g.Players) > seats {
				return fmt.Errorf("game %s/%s: %d seats in a table for %d", g.Run, g.Identity, len(g.Players), seats)
			}
			games.Rows = []tournament.Stored{g}
			return games.AppendCSV(w)
		}, games.WriteCSV(w)
	case "pgn":
		return func(g tournament.Stored) error { return WritePGN(w, g, leftOut) }, nil
	}
	return nil, fmt.Errorf("format %q: must be one of %s", format, strings.Join(Formats(), ", "))
}

// columns returns the columns of a CSV table for a number of seats. A game with fewer seats leaves cells empty.
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

// rank returns the place of a seat, from 1. Seats with equal scores have the same place.
func rank(g tournament.Stored, seat int) any {
	rank := 1
	for _, score := range g.Outcome.Scores[:g.Outcome.Seats] {
		if score > g.Outcome.Scores[seat] {
			rank++
		}
	}
	return rank
}

// GameFacts returns all that is stored about a game for JSON, with a thought for each turn after the opening.
func GameFacts(g tournament.Stored) table.Facts {
	thoughts := make([]table.Facts, len(g.Thoughts))
	for i, t := range g.Thoughts {
		score, proven := float64(t.Score)/100, "" // in logits; a proven score has a text such as "win in 5" (steps)
		if t.Score.Decided() {
			score, proven = 0, t.Score.String()
		}
		thoughts[i].Add("score", score)
		thoughts[i].AddSome("proven", proven)
		thoughts[i] = append(thoughts[i],
			table.Object("depth", t.Depth, "nodes", t.Nodes, "seconds", t.Time.Seconds())...)
		thoughts[i].AddSome("left_seconds", t.Left.Seconds())
	}
	return table.Object("type", "record", "run", g.Run, "identity", g.Identity, "players", g.Players,
		"scores", g.Outcome.Scores[:g.Outcome.Seats], "reason", g.Outcome.Reason, "turns", g.Turns, "pair", g.Pair,
		"finished", g.Finished, "game", g.Record.Game, "options", g.Record.Settings.String(), "start", g.Record.Start,
		"opening_turns", g.Record.Opening, "moves", append([]string{}, g.Record.Turns...), "final", g.Record.Final,
		"tags", append([]engine.Tag{}, g.Record.Tags...), "thoughts", thoughts)
}

// WritePGN writes a game in PGN. It adds the tags Event (the run), Date (the day on which the game finished) and Round
// (the identity) unless the game has them. It leaves out tags that PGN cannot express, and reports them to leftOut.
func WritePGN(w io.Writer, g tournament.Stored, leftOut func(error)) error {
	r := g.Record
	expressible, err := pgn.HeldTags(r.Tags)
	if err != nil {
		leftOut(fmt.Errorf("game %s: tags that PGN cannot hold are left out: %w", g.Name(), err))
	}
	r.Tags = expressible
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
	if err := pgn.Write(w, r); err != nil {
		return fmt.Errorf("game %s: %w", g.Name(), err)
	}
	return nil
}

// printable replaces control characters and invalid bytes by blanks.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(text, " "))
}
