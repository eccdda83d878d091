package engine

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// pgnWidth is the longest line of turns. The export format of PGN asks for lines shorter than 80 columns.
const pgnWidth = 79

// Tags that PGN wants at the head of every game and that a Record has no field for, with what stands there when nothing is known.
var pgnRoster = [...]Tag{{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}}

// pgnSeats are the tags that name the players, by seat. PGN knows two players and calls them White and Black, whatever their colours here.
var pgnSeats = [MaxSeats]string{"White", "Black", "Player3", "Player4"}

// Tags that hold fields of a Record, besides the players'.
const (
	pgnResult      = "Result"      // the token that also ends the game: 1-0, 0-1, 1/2-1/2 or *
	pgnGame        = "Game"        // Record.Game
	pgnOptions     = "Options"     // Record.Settings, as "name=value" with blanks between
	pgnStart       = "Start"       // Record.Start
	pgnOpening     = "Opening"     // Record.Opening
	pgnTermination = "Termination" // Outcome.Reason, left out while the game goes on
	pgnScore       = "Score"       // Outcome.Scores by seat with blanks between, left out while the game goes on
	pgnFinal       = "Final"       // Record.Final, left out if empty
)

// WritePGN writes the record in the shape of PGN (Steven J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994), so that
// programs that rate players from PGN files can read it, and [ReadPGN] can read all of it back.
//
// The seven tags that PGN asks for come first. White and Black are the players of the first and second seat, Player3 and Player4 those beyond. Event,
// Site, Date and Round are taken from the record's tags of these names and are unknown otherwise; the record's other tags follow last, in their
// order. Turns are numbered from 1, each with a number of its own. The result token knows two seats only: with more it is always *, and the
// tag Score holds the scores.
//
// A record that PGN cannot hold is refused before anything is written: control characters, two tags of one name, a tag named as one of those that
// WritePGN itself writes, a turn with blanks, brackets or other characters that PGN gives a meaning, scores that are no outcome.
func (r Record) WritePGN(w io.Writer) error {
	if err := r.checkPGN(); err != nil {
		return fmt.Errorf("record does not fit PGN: %w", err)
	}
	var b bytes.Buffer
	for _, tag := range r.pgnTags() {
		fmt.Fprintf(&b, "[%s %s]\n", tag.Name, pgnQuote(tag.Value))
	}
	b.WriteByte('\n')
	writePGNTurns(&b, r.Turns, pgnToken(r.Outcome))
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}

// pgnTags are all tags in the order they are written in.
func (r Record) pgnTags() []Tag {
	var tags, own []Tag
	for _, standard := range pgnRoster {
		if i := pgnFind(r.Tags, standard.Name); i >= 0 {
			standard.Value = r.Tags[i].Value
		}
		tags = append(tags, standard)
	}
	for _, tag := range r.Tags {
		if pgnFind(pgnRoster[:], tag.Name) < 0 {
			own = append(own, tag)
		}
	}
	for seat, player := range r.Players {
		tags = append(tags, Tag{pgnSeats[seat], player})
		if seat == 1 {
			tags = append(tags, Tag{pgnResult, pgnToken(r.Outcome)})
		}
	}
	tags = append(tags, Tag{pgnGame, r.Game}, Tag{pgnOptions, pgnSettingsText(r.Settings)}, Tag{pgnStart, r.Start},
		Tag{pgnOpening, strconv.Itoa(r.Opening)})
	if r.Outcome.Over() {
		tags = append(tags, Tag{pgnTermination, string(r.Outcome.Reason)}, Tag{pgnScore, pgnScoreText(r.Outcome)})
	}
	if r.Final != "" {
		tags = append(tags, Tag{pgnFinal, r.Final})
	}
	return append(tags, own...)
}

// pgnFind is the index of the tag of that name, or -1.
func pgnFind(tags []Tag, name string) int {
	for i, tag := range tags {
		if tag.Name == name {
			return i
		}
	}
	return -1
}

var pgnEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func pgnQuote(value string) string { return `"` + pgnEscapes.Replace(value) + `"` }

// Blanks stand between settings, so those inside a value are written otherwise.
var (
	pgnBlankOut  = strings.NewReplacer("%", "%25", " ", "%20")
	pgnBlankBack = strings.NewReplacer("%25", "%", "%20", " ")
)

func pgnSettingsText(settings Settings) string {
	parts := make([]string, len(settings))
	for i, setting := range settings {
		parts[i] = pgnBlankOut.Replace(setting.Name + "=" + setting.Value)
	}
	return strings.Join(parts, " ")
}

func pgnScoreText(o Outcome) string {
	parts := make([]string, o.Seats)
	for seat := range parts {
		parts[seat] = strconv.FormatFloat(o.Scores[seat], 'g', -1, 64)
	}
	return strings.Join(parts, " ")
}

// pgnToken is the result as PGN has it, * for one it has no token for.
func pgnToken(o Outcome) string {
	if o.Seats != 2 || !o.Over() {
		return "*"
	}
	switch [2]float64{o.Scores[0], o.Scores[1]} {
	case [2]float64{1, 0}:
		return "1-0"
	case [2]float64{0, 1}:
		return "0-1"
	case [2]float64{0.5, 0.5}:
		return "1/2-1/2"
	}
	return "*"
}

// writePGNTurns keeps each turn on one line with its number.
func writePGNTurns(b *bytes.Buffer, turns []string, token string) {
	column := 0
	write := func(words string) {
		width := utf8.RuneCountInString(words)
		if column > 0 && column+1+width > pgnWidth {
			b.WriteByte('\n')
			column = 0
		}
		if column > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(words)
		column += width
	}
	for i, turn := range turns {
		write(strconv.Itoa(i+1) + ". " + turn)
	}
	write(token)
	b.WriteByte('\n')
}
