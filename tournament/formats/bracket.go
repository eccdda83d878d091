package formats

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Write writes a bracket as a tree that grows from left to right: first the players with their seeds, then by their
// seeds those who went on, each with the points of the match; at the right the winner. "?" stands for who is not known
// yet. Notes on ties follow.
func (k KnockOut) Write(w io.Writer, bracket [][]Match) error {
	if len(bracket) == 0 {
		return nil
	}
	drawing := bracketDrawing{players: k.Players, rounds: bracket, lines: make([]strings.Builder, 4*len(bracket[0])-1)}
	for n := range bracket {
		drawing.addColumn(drawing.entrants(n))
		drawing.addJoints(n)
	}
	drawing.addColumn([]string{drawing.winner()})
	var b strings.Builder
	for i := range drawing.lines {
		b.WriteString(strings.TrimRight(drawing.lines[i].String(), " ") + "\n")
	}
	b.WriteString(bracketNotes(bracket, k.MatchPairs))
	_, err := io.WriteString(w, b.String())
	return err
}

// bracketDrawing is a bracket on its way to text, written column by column.
type bracketDrawing struct {
	players []string
	rounds  [][]Match
	lines   []strings.Builder
	columns int // of entrants, so far
}

// line is where an entrant of a round stands, midway between the two whom he came from.
func line(round, entrant int) int { return (2*entrant+1)<<round - 1 }

func (d *bracketDrawing) entrants(n int) []string {
	var names, points []string
	width := 0
	for _, match := range d.rounds[n] {
		for side, seed := range match.Seeds {
			name := d.entrant(n, match, seed)
			names, width = append(names, name), max(width, utf8.RuneCountInString(name))
			score := ""
			if match.Games > 0 {
				score = pointsText(match.Points[side])
			}
			points = append(points, score)
		}
	}
	for i := range names {
		names[i] = fmt.Sprintf("%-*s  %s", width, names[i], points[i])
	}
	return names
}

// entrant is who stands on one side of a match.
func (d *bracketDrawing) entrant(n int, match Match, seed int) string {
	switch {
	case seed == 0 && match.By == WinWithoutOne:
		return strings.Repeat(" ", len(d.number(0))) + "  bye"
	case seed == 0:
		return "?"
	case n == 0:
		return d.number(seed) + "  " + d.players[seed-1]
	}
	return strconv.Itoa(seed)
}

func (d *bracketDrawing) number(seed int) string {
	return fmt.Sprintf("%*d", len(strconv.Itoa(len(d.players))), seed)
}

func (d *bracketDrawing) winner() string {
	seed := d.rounds[len(d.rounds)-1][0].Winner
	if seed == 0 {
		return "?"
	}
	return strconv.Itoa(seed) + "  " + d.players[seed-1]
}

func (d *bracketDrawing) addColumn(texts []string) {
	width := 0
	for _, text := range texts {
		width = max(width, utf8.RuneCountInString(text))
	}
	at := make([]string, len(d.lines))
	for i, text := range texts {
		at[line(d.columns, i)] = text
	}
	for i := range d.lines {
		fmt.Fprintf(&d.lines[i], "%-*s", width, at[i])
	}
	d.columns++
}

// addJoints draws the lines from a round's entrants to those of the next.
func (d *bracketDrawing) addJoints(n int) {
	at := make([]string, len(d.lines))
	for i := range d.rounds[n] {
		top, bottom := line(n, 2*i), line(n, 2*i+1)
		for l := top + 1; l < bottom; l++ {
			at[l] = "  │"
		}
		at[top], at[line(n+1, i)], at[bottom] = " ─┐", "  ├─ ", " ─┘"
	}
	for i := range d.lines {
		fmt.Fprintf(&d.lines[i], "%-5s", at[i])
	}
}

func bracketNotes(bracket [][]Match, pairs int) string {
	var b strings.Builder
	for _, round := range bracket {
		for _, match := range round {
			further := match.Games/2 - pairs
			if further <= 0 {
				continue
			}
			fmt.Fprintf(&b, "%d - %d: tied after the match, %s : %s with %d more", match.Seeds[0], match.Seeds[1],
				pointsText(match.Points[0]), pointsText(match.Points[1]), further)
			b.WriteString(map[bool]string{true: " pair", false: " pairs"}[further == 1])
			if match.By == WinBySeed {
				b.WriteString("; the better seed goes on")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// pointsText are points without needless digits.
func pointsText(points float64) string { return strconv.FormatFloat(points, 'f', -1, 64) }
