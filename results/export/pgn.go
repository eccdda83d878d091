package export

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"pillars/engine"
	"pillars/engine/pgn"
	"pillars/tournament"
)

// pgnWriter writes games in the shape of PGN, which [pgn.Write] explains.
type pgnWriter struct{ out io.Writer }

func (p *pgnWriter) Write(g tournament.Stored) error {
	if err := pgn.Write(p.out, PGNRecord(g)); err != nil {
		return fmt.Errorf("game %s/%s: %w", g.Run, g.Identity, err)
	}
	return nil
}

// Flush has nothing to do.
func (p *pgnWriter) Flush() error { return nil }

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

// printable is the text with blanks for control characters and for what is not UTF-8.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(text, " "))
}
