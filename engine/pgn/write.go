// Package pgn writes and reads game records in PGN (S. J. Edwards, "Portable Game Notation Specification and
// Implementation Guide", 1994).
//
// [Write] writes a whole record. [Games] and [Headers] read the games of any program. [Load] and [Entry.Replay] replay
// games that have the tags of [Write].
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

// widest is the largest number of columns in a line of turns. PGN's export format requires fewer than 80 columns.
const widest = 79

// roster holds those tags that PGN requires at the beginning of every game and for which a record has no field. Their
// values here mean "unknown".
var roster = [...]engine.Tag{
	{Name: "Event", Value: "?"}, {Name: "Site", Value: "?"},
	{Name: "Date", Value: "????.??.??"}, {Name: "Round", Value: "?"},
}

// seatTags holds the names of the tags for the players, by seat. PGN prescribes White and Black, so the first two seats
// have these tags even in games where they play other colours.
var seatTags = [engine.MaxSeats]string{"White", "Black", "Player3", "Player4"}

// The names of the tags for the other fields of a record.
const (
	resultTag      = "Result"      // the token that also ends the game: 1-0, 0-1, 1/2-1/2 or *
	gameTag        = "Game"        // Record.Game
	optionsTag     = "Options"     // Record.Settings, as "name=value" separated by blanks
	startTag       = "Start"       // Record.Start
	openingTag     = "Opening"     // Record.Opening
	terminationTag = "Termination" // Outcome.Reason, only in a finished game
	scoreTag       = "Score"       // Outcome.Scores by seat, separated by blanks, only in a finished game
	finalTag       = "Final"       // Record.Final, unless that is empty
)

// Write writes a record in PGN.
//
// The seven tags that PGN requires come first. The tags Event, Site, Date and Round have the values of the record's
// tags with these names, or values that mean "unknown". The record's other tags come last. Turns are numbered from 1.
// With more than two seats the result is always *, and the tag Score has the scores. [outside.Visible] replaces control
// and format characters in tags.
//
// If PGN cannot represent the record, Write writes nothing and returns an error that wraps [ErrRecord]. For example,
// two tags may have the same name, a tag may have a name that Write itself uses, a turn may contain blanks or
// characters with a meaning in PGN, or the scores may be impossible.
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

// ErrRecord is the error for a record that PGN cannot represent.
var ErrRecord = errors.New("PGN cannot hold the record")

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// allTags returns the tags of a record in the order in which [Write] writes them.
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
	options := r.Settings.Texts()
	for i, text := range options {
		options[i] = blankOut.Replace(text)
	}
	add(optionsTag, strings.Join(options, " "))
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

// find returns the index of the tag with the given name, or -1.
func find(tags []engine.Tag, name string) int {
	return slices.IndexFunc(tags, func(t engine.Tag) bool { return t.Name == name })
}

// blankOut escapes blanks inside a setting as %20, since blanks separate settings in the tag Options.
var blankOut = strings.NewReplacer("%", "%25", " ", "%20")

// scores holds the score of the first seat for each of PGN's tokens for the result of a finished game.
var scores = map[string]float64{"1-0": 1, "0-1": 0, "1/2-1/2": .5}

// token returns PGN's token for the result of an outcome. It is * if the game is unfinished or has more than two seats.
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

// writeTurns writes the turns and the result token in lines of at most widest columns.
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

// isTagSymbol reports whether PGN allows a tag with this name.
func isTagSymbol(name string) bool {
	return name != "" && strings.Contains(letters+digits, name[:1]) && strings.Trim(name, letters+digits+"_+#=:-") == ""
}

// isNumber reports whether a text looks like the number of a turn, such as "12.".
func isNumber(text string) bool {
	dotless := strings.TrimRight(text, ".")
	return dotless != "" && strings.Trim(dotless, digits) == ""
}

// reserved holds the characters that have a meaning in PGN, so that turns cannot contain them.
const reserved = `{}()[]<>;$%"\`

// check returns an error if PGN cannot represent a record.
func check(r engine.Record) error {
	if n := len(r.Players); n < 2 || n > engine.MaxSeats {
		return fmt.Errorf("it has %d players; PGN needs 2 to %d", n, engine.MaxSeats)
	}
	if err := checkOutcome(r.Outcome, len(r.Players)); err != nil {
		return fmt.Errorf("outcome: %w", err)
	}
	if _, err := HeldTags(r.Tags); err != nil {
		return err
	}
	for i, turn := range r.Turns {
		if err := checkTurn(turn); err != nil {
			return fmt.Errorf("turn %d (%q): %w", i+1, turn, err)
		}
	}
	return nil
}

// checkOutcome returns an error if an outcome does not fit a game with the given number of seats, or has scores that
// PGN cannot represent. It accepts the zero Outcome, which means an unfinished game.
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

// HeldTags returns those of a record's tags that PGN can represent. If tags are left out, wrong says why PGN cannot
// represent the first of them.
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

// checkTurn returns an error if a reader of PGN would not read the text of a turn as this turn. The error's text is a
// predicate, such as "is empty".
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
