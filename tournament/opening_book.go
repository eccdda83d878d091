package tournament

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"pillars/engine"
)

// Bounds of a book.
const (
	MaxBookLine  = 64 << 10  // bytes in a line
	MaxBookLines = 1_000_000 // lines, those without an opening among them
)

const (
	maxProblems    = 10  // of a book that are told
	maxProblemText = 400 // bytes of one
)

// BookReport is what [CheckBook] found out about a book.
type BookReport struct {
	Source     OpeningSource // the good lines; of no use unless there are some and no problems
	Openings   int           // good lines
	Duplicates int           // lines that lead to the position of an earlier one
	Mirrored   int           // lines that lead to a mirror image of one, or to one with the players exchanged
	Faulty     int           // lines that cannot be played or read, or end the game
	problems   []error
}

// Problems are the lines that are not good, up to ten of them, as an error of a line each, or nil.
func (r *BookReport) Problems() error {
	problems := r.problems
	if more := r.Duplicates + r.Mirrored + r.Faulty - len(problems); more > 0 {
		problems = append(problems[:len(problems):len(problems)], fmt.Errorf("and %d more", more))
	}
	return errors.Join(problems...)
}

// ReadBook reads a book of openings: lines of whole turns from the start of the game with blanks between, or of a position. Empty lines, and what
// follows a # at the beginning of a line or after a blank, count for nothing. Every opening must be legal and leave the game going on with
// everybody in, and no two may lead to the same position or to images of each other under the symmetries of the game: their games would tell the
// same twice. Up to ten lines that are wrong are told at once, by name and number. The source holds all lines in their canonical form.
func ReadBook(r io.Reader, name string, rules engine.Rules) (OpeningSource, error) {
	report, err := CheckBook(r, name, rules)
	if err == nil {
		err = report.Problems()
	}
	if err == nil && report.Openings == 0 {
		err = fmt.Errorf("%s: the book has no openings; write one into each line, as turns or as a position", name)
	}
	if err != nil {
		return OpeningSource{}, err
	}
	return report.Source, nil
}

// CheckBook reads a book as [ReadBook] does, but to its end whatever is wrong with its lines. It fails where the reader does, and at a line or a
// number of lines beyond the bounds.
func CheckBook(r io.Reader, name string, rules engine.Rules) (BookReport, error) {
	report := BookReport{Source: OpeningSource{Kind: BookOpenings, Book: name}}
	checker := newBookChecker(rules, func(line int) string { return fmt.Sprintf("%s:%d", name, line) })
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 2*MaxBookLine)
	number := 0
	for lines.Scan() && len(lines.Bytes()) <= MaxBookLine {
		if number++; number > MaxBookLines {
			return report, fmt.Errorf("%s: it has more than %d lines; split it", name, MaxBookLines)
		}
		text := lines.Bytes()
		if number == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		if words := bookWords(string(text)); len(words) > 0 {
			report.add(checker.add(number, words))
		}
	}
	switch err := lines.Err(); {
	case len(lines.Bytes()) > MaxBookLine, errors.Is(err, bufio.ErrTooLong):
		return report, fmt.Errorf("%s:%d: the line is longer than %d bytes", name, number+1, MaxBookLine)
	case err != nil:
		return report, fmt.Errorf("%s:%d: %w", name, number+1, err)
	}
	return report, nil
}

// add notes a line, or what is wrong with it.
func (r *BookReport) add(opening Opening, err error) {
	var twin *twinError
	switch {
	case err == nil:
		r.Openings++
		r.Source.Lines = append(r.Source.Lines, opening.String())
		return
	case !errors.As(err, &twin):
		r.Faulty++
	case twin.mirrored:
		r.Mirrored++
	default:
		r.Duplicates++
	}
	if len(r.problems) < maxProblems {
		r.problems = append(r.problems, err)
	}
}

// bookWords are the words of a line of a book up to a comment.
func bookWords(line string) []string {
	words := strings.Fields(line)
	for i, word := range words {
		if word[0] == '#' {
			return words[:i]
		}
	}
	return words
}

// bookOpenings are the first n openings of a book.
func bookOpenings(rules engine.Rules, source OpeningSource, n int) ([]Opening, error) {
	var short error
	if n > len(source.Lines) {
		short = fmt.Errorf("%w: %d openings are wanted, but the book %s has %d; ask for fewer rounds or add openings to it",
			errNoMoreOpenings, n, source.Book, len(source.Lines))
	}
	checker := newBookChecker(rules, func(line int) string { return fmt.Sprintf("opening %d of the book %s", line, source.Book) })
	openings := make([]Opening, min(n, len(source.Lines)))
	for i := range openings {
		var err error
		if openings[i], err = checker.add(i+1, bookWords(source.Lines[i])); err != nil {
			return nil, err
		}
	}
	return openings, short
}
