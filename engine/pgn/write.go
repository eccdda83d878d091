// Package pgn writes game records in the shape of PGN and reads games from it. (Steven J. Edwards, "Portable Game
// Notation Specification and Implementation Guide", 1994.)
//
// [Write] writes all of a record, so that programs that rate players from PGN files can read it. [Games] and [Headers]
// read the games of any program.
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

// widest is the longest line of turns. The export format of PGN asks for lines shorter than 80 columns.
const widest = 79

// roster are tags that PGN wants at the head of every game and that a record has no field for, with what stands there
// when nothing is known.
var roster = [...]engine.Tag{
	{Name: "Event", Value: "?"}, {Name: "Site", Value: "?"},
	{Name: "Date", Value: "????.??.??"}, {Name: "Round", Value: "?"},
}

// seatTags name the players. PGN knows two players and calls them White and Black, whatever their colours here.
var seatTags = [engine.MaxSeats]string{"White", "Black", "Player3", "Player4"}

// Tags that hold fields of a record, besides the players'.
const (
	resultTag      = "Result"      // the token that also ends the game: 1-0, 0-1, 1/2-1/2 or *
	gameTag        = "Game"        // Record.Game
	optionsTag     = "Options"     // Record.Settings, as "name=value" with blanks between
	startTag       = "Start"       // Record.Start
	openingTag     = "Opening"     // Record.Opening
	terminationTag = "Termination" // Outcome.Reason, left out while the game goes on
	scoreTag       = "Score"       // Outcome.Scores by seat with blanks between, left out while the game goes on
	finalTag       = "Final"       // Record.Final, left out if empty
)

// Write writes all of a record.
//
// The seven tags that PGN asks for come first. White and Black are the players of the first and second seat, Player3
// and Player4 those beyond. Event, Site, Date and Round are taken from the record's tags of these names and are unknown
// otherwise; the record's other tags follow last, in their order. Turns are numbered from 1, each with a number of its
// own. The result token knows two seats only: with more it is always *, and the tag Score holds the scores.
//
// Control and format characters in tags are written as [outside.Visible] has them. A record that PGN cannot hold is
// refused before anything is written: two tags of one name, a tag named as one of those that Write itself writes, a
// turn with blanks, brackets or other characters that PGN gives a meaning, scores that are no outcome. The error then
// wraps [ErrRecord].
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

// ErrRecord is the error of a record that a file cannot hold.
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

// blankOut writes blanks inside a setting otherwise, as blanks stand between settings.
var blankOut = strings.NewReplacer("%", "%25", " ", "%20")

func settingsText(settings engine.Settings) string {
	texts := settings.Texts()
	for i, text := range texts {
		texts[i] = blankOut.Replace(text)
	}
	return strings.Join(texts, " ")
}

// token is the result as PGN has it, * for one it has no token for.
func token(o engine.Outcome) string {
	if o.Seats != 2 || !o.Over() {
		return "*"
	}
	tokens := map[[2]float64]string{{1, 0}: "1-0", {0, 1}: "0-1", {.5, .5}: "1/2-1/2"}
	return cmp.Or(tokens[[2]float64(o.Scores[:2])], "*")
}

func isToken(word string) bool { return slices.Contains([]string{"1-0", "0-1", "1/2-1/2", "*"}, word) }

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

// isTagSymbol reports whether a name is PGN's symbol token.
func isTagSymbol(name string) bool {
	return name != "" && strings.Contains(letters+digits, name[:1]) && strings.Trim(name, letters+digits+"_+#=:-") == ""
}

// isNumber reports whether a text could be taken for the number of a turn.
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
		if !(score >= 0 && score <= 1) { // so written to catch what is not a number
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

// HeldTags returns those of a record's further tags that a file can hold, and what is wrong with the first of the
// others.
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
