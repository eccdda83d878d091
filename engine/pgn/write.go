// Package pgn writes and reads game records in PGN (S. J. Edwards, "Portable Game Notation Specification and
// Implementation Guide", 1994).
//
// [Write] writes a whole record. [Games] and [Headers] read the games of any program. [Load] and [Entry.Replay] play
// games again that have the tags of [Write].
package pgn

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"pillars/engine"
	"pillars/engine/outside"
)

// widest is the length of the longest line of turns: the export format of PGN requires fewer than 80 columns.
const widest = 79

// roster are the tags that PGN requires first in every game and that are no fields of a record, with their values if
// unknown.
var roster = [...]engine.Tag{
	{Name: "Event", Value: "?"}, {Name: "Site", Value: "?"},
	{Name: "Date", Value: "????.??.??"}, {Name: "Round", Value: "?"},
}

// seatTags hold the names of the players. White and Black are the first and second seat, whatever their colours.
var seatTags = [engine.MaxSeats]string{"White", "Black", "Player3", "Player4"}

// Tags that hold fields of a record, besides the players'.
const (
	resultTag      = "Result"      // the token that also ends the game: 1-0, 0-1, 1/2-1/2 or *
	gameTag        = "Game"        // Record.Game
	optionsTag     = "Options"     // Record.Settings, as "name=value" separated by blanks
	startTag       = "Start"       // Record.Start
	openingTag     = "Opening"     // Record.Opening
	terminationTag = "Termination" // Outcome.Reason, only of a finished game
	scoreTag       = "Score"       // Outcome.Scores by seat, separated by blanks, only of a finished game
	finalTag       = "Final"       // Record.Final, unless empty
)

// Write writes a record.
//
// The seven tags that PGN requires come first. White, Black, Player3 and Player4 are the players by seat. Event, Site,
// Date and Round come from the record's tags of these names and are unknown otherwise; the record's other tags come
// last, in their order. Each turn has a number of its own, from 1. With more than two seats the result is always *, and
// the tag Score has the scores.
//
// Control and format characters in tags are replaced as by [outside.Visible]. Write returns an error that wraps
// [ErrRecord], and writes nothing, if PGN cannot represent the record: two tags have one name, a tag has a name that
// Write itself uses, a turn has blanks, brackets or other special characters, or the scores are not an outcome.
func Write(w io.Writer, r engine.Record) error {
	if err := check(r); err != nil {
		return fmt.Errorf("%w: %w", ErrRecord, err)
	}
	var b bytes.Buffer
	for _, tag := range allTags(r) {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", tag.Name, escapes.Replace(outside.Visible(tag.Value, "")))
	}
	b.WriteByte('\n')
	writeTurns(&b, r.Turns, token(r.Outcome))
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}

// ErrRecord is the error of a record that PGN cannot represent.
var ErrRecord = errors.New("PGN cannot hold the record")

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func allTags(r engine.Record) (tags []engine.Tag) {
	add := func(name, value string) { tags = append(tags, engine.Tag{Name: name, Value: value}) }
	for _, standard := range roster {
		if i := find(r.Tags, standard.Name); i >= 0 {
			standard.Value = r.Tags[i].Value
		}
		tags = append(tags, standard)
	}
	for seat, player := range r.Players {
		add(seatTags[seat], player)
		if seat == 1 {
			add(resultTag, token(r.Outcome))
		}
	}
	add(gameTag, r.Game)
	add(optionsTag, settingsText(r.Settings))
	add(startTag, r.Start)
	add(openingTag, strconv.Itoa(r.Opening))
	if r.Outcome.Over() {
		add(terminationTag, string(r.Outcome.Reason))
		add(scoreTag, r.Outcome.ScoreText())
	}
	if r.Final != "" {
		add(finalTag, r.Final)
	}
	for _, tag := range r.Tags {
		if find(roster[:], tag.Name) < 0 {
			tags = append(tags, tag)
		}
	}
	return tags
}

func find(tags []engine.Tag, name string) int {
	return slices.IndexFunc(tags, func(t engine.Tag) bool { return t.Name == name })
}

// blankOut escapes blanks inside a setting, since blanks separate settings.
var blankOut = strings.NewReplacer("%", "%25", " ", "%20")

func settingsText(settings engine.Settings) string {
	texts := settings.Texts()
	for i, text := range texts {
		texts[i] = blankOut.Replace(text)
	}
	return strings.Join(texts, " ")
}

// scores has the score of White for every token of a finished game.
var scores = map[string]float64{"1-0": 1, "0-1": 0, "1/2-1/2": .5}

// token returns the result token of an outcome, * if PGN has none for it.
func token(o engine.Outcome) string {
	for token, score := range scores {
		if o.Seats == 2 && o.Over() && o.Scores[0] == score && o.Scores[1] == 1-score {
			return token
		}
	}
	return "*"
}

func isToken(word string) bool {
	_, is := scores[word]
	return is || word == "*"
}

func writeTurns(b *bytes.Buffer, turns []string, token string) {
	column := 0
	write := func(words string) {
		width := utf8.RuneCountInString(words)
		if column > 0 && column+1+width > widest {
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

const (
	digits  = "0123456789"
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// isTagSymbol reports whether a name is a symbol token of PGN.
func isTagSymbol(name string) bool {
	return name != "" && strings.Contains(letters+digits, name[:1]) && strings.Trim(name, letters+digits+"_+#=:-") == ""
}

// isNumber reports whether a text reads as the number of a turn.
func isNumber(text string) bool {
	dotless := strings.TrimRight(text, ".")
	return dotless != "" && strings.Trim(dotless, digits) == ""
}

const reserved = `{}()[]<>;$%"\`

func check(r engine.Record) error {
	if r.Game == "" {
		return errors.New("the game has no name")
	}
	if n := len(r.Players); n < 2 || n > engine.MaxSeats {
		return fmt.Errorf("it has %d players; PGN needs 2 to %d", n, engine.MaxSeats)
	}
	if r.Opening < 0 {
		return fmt.Errorf("opening: %d turns cannot be", r.Opening)
	}
	if err := checkOutcome(r.Outcome, len(r.Players)); err != nil {
		return fmt.Errorf("outcome: %w", err)
	}
	_, errTags := HeldTags(r.Tags)
	if err := cmp.Or(checkSettings(r.Settings), errTags); err != nil {
		return err
	}
	for i, turn := range r.Turns {
		if err := checkTurn(turn); err != nil {
			return fmt.Errorf("turn %d (%q): %w", i+1, turn, err)
		}
	}
	return nil
}

func checkOutcome(o engine.Outcome, seats int) error {
	switch {
	case o == engine.Outcome{}:
		return nil
	case !o.Over():
		return errors.New("it has scores but no reason")
	case o.Seats != seats:
		return fmt.Errorf("it has %d seats, the game %d", o.Seats, seats)
	}
	for seat, score := range o.Scores {
		if seat >= seats && score != 0 {
			return fmt.Errorf("it has a score for seat %s, in which nobody sits", engine.Seat(seat))
		}
		if !(score >= 0 && score <= 1) { // true for NaN too
			return fmt.Errorf("seat %s scores %v; a score must be from 0 to 1", engine.Seat(seat), score)
		}
	}
	if seats == 2 && token(o) == "*" {
		return fmt.Errorf("scores %v and %v; with two seats they must be 1 and 0, 0 and 1, or 0.5 each",
			o.Scores[0], o.Scores[1])
	}
	return nil
}

func checkSettings(settings engine.Settings) error {
	seen := map[string]bool{}
	for _, setting := range settings {
		switch {
		case setting.Name == "" || strings.Contains(setting.Name, "="):
			return fmt.Errorf("option %q: a name needs a letter and no =", setting.Name)
		case setting.Value == "":
			return fmt.Errorf("option %s has no value", setting.Name)
		case seen[setting.Name]:
			return fmt.Errorf("option %s is given twice", setting.Name)
		}
		seen[setting.Name] = true
	}
	return nil
}

// HeldTags returns those of a record's tags that a file can represent, and an error on the first of the others.
func HeldTags(tags []engine.Tag) (held []engine.Tag, wrong error) {
	own := []string{resultTag, gameTag, optionsTag, startTag, openingTag, terminationTag, scoreTag, finalTag}
	for _, tag := range tags {
		var err error
		switch {
		case !isTagSymbol(tag.Name):
			err = fmt.Errorf("tag name %.80q: must be letters, digits and _+#=:- and begin with a letter or a digit",
				tag.Name)
		case slices.Contains(own, tag.Name) || slices.Contains(seatTags[:], tag.Name):
			err = fmt.Errorf("tag name %s belongs to the record's own fields; rename the tag", tag.Name)
		case find(held, tag.Name) >= 0:
			err = fmt.Errorf("tag %s is given twice", tag.Name)
		default:
			held = append(held, tag)
		}
		wrong = cmp.Or(wrong, err)
	}
	return held, wrong
}

func checkTurn(turn string) error {
	switch {
	case turn == "":
		return errors.New("is empty")
	case isToken(turn):
		return errors.New("reads as a result")
	case isNumber(turn):
		return errors.New("reads as the number of a turn")
	}
	for _, c := range turn {
		if unicode.IsSpace(c) || strings.ContainsRune(reserved, c) {
			return fmt.Errorf("has the character %q, which cannot stand in a turn", c)
		}
	}
	if outside.Visible(turn, "") != turn {
		return errors.New("has control characters, or is not valid UTF-8")
	}
	return nil
}
