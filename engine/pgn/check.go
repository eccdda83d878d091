package pgn

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pillars/engine"
)

var (
	tagName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_+#=:-]*$`) // PGN's symbol token
	number  = regexp.MustCompile(`^[0-9]+\.*$`)                     // could be taken for the number of a turn
)

// reserved are characters that PGN gives a meaning between turns.
const reserved = `{}()[]<>;$%"\`

// check reports why the record could not be read back from PGN as it is.
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
	if err := errors.Join(checkSettings(r.Settings), checkTags(r.Tags)); err != nil {
		return err
	}
	for _, tag := range allTags(r) {
		if err := checkValue(tag.Value); err != nil {
			return fmt.Errorf("tag %s: %w", tag.Name, err)
		}
	}
	for i, turn := range r.Turns {
		if err := checkTurn(turn); err != nil {
			return fmt.Errorf("turn %d (%q): %w", i+1, turn, err)
		}
	}
	return nil
}

// checkOutcome reports what is wrong with the outcome of a game of that many seats.
func checkOutcome(o engine.Outcome, seats int) error {
	if !o.Over() {
		if o != (engine.Outcome{}) {
			return errors.New("it has scores but no reason")
		}
		return nil
	}
	if o.Seats != seats {
		return fmt.Errorf("it has %d seats, the game %d", o.Seats, seats)
	}
	for seat, score := range o.Scores {
		if seat >= seats && score != 0 {
			return fmt.Errorf("it has a score for seat %s, which nobody took", engine.Seat(seat))
		}
		if !(score >= 0 && score <= 1) { // so written to catch what is not a number
			return fmt.Errorf("seat %s scores %v; a score lies from 0 to 1", engine.Seat(seat), score)
		}
	}
	if seats == 2 && token(o) == "*" {
		return fmt.Errorf("scores %v and %v; with two seats they are 1 and 0, 0 and 1, or 0.5 each",
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

func checkTags(tags []engine.Tag) error {
	own := []string{resultTag, gameTag, optionsTag, startTag, openingTag, terminationTag, scoreTag, finalTag}
	for i, tag := range tags {
		switch {
		case !tagName.MatchString(tag.Name):
			return fmt.Errorf("tag name %q: must be letters, digits and _+#=:- and begin with a letter or a digit",
				tag.Name)
		case slices.Contains(own, tag.Name) || slices.Contains(seatTags[:], tag.Name):
			return fmt.Errorf("tag name %s belongs to the record's own fields; rename the tag", tag.Name)
		case find(tags, tag.Name) < i:
			return fmt.Errorf("tag %s is given twice", tag.Name)
		}
	}
	return nil
}

func checkValue(value string) error {
	if !utf8.ValidString(value) {
		return errors.New("is not valid UTF-8")
	}
	if i := strings.IndexFunc(value, unicode.IsControl); i >= 0 {
		return fmt.Errorf("has the control character %q", value[i:i+1])
	}
	return nil
}

func checkTurn(turn string) error {
	switch {
	case turn == "":
		return errors.New("is empty")
	case !utf8.ValidString(turn):
		return errors.New("is not valid UTF-8")
	case isToken(turn):
		return errors.New("reads as a result")
	case number.MatchString(turn):
		return errors.New("reads as the number of a turn")
	}
	for _, c := range turn {
		if unicode.IsSpace(c) || unicode.IsControl(c) || strings.ContainsRune(reserved, c) {
			return fmt.Errorf("has the character %q, which cannot stand in a turn", c)
		}
	}
	return nil
}

func isToken(word string) bool {
	switch word {
	case "1-0", "0-1", "1/2-1/2", "*":
		return true
	}
	return false
}
