package openings

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/engine/pgn"
)

// Limits for a book.
const (
	maxLine        = 64 << 10  // largest number of bytes in a line
	maxLines       = 1_000_000 // largest number of lines, including lines without an opening
	maxProblems    = 10        // largest number of problems to report
	maxProblemText = 400       // largest length of a problem's text, in bytes
)

// ReadBook reads a book of openings. A line contains the turns of an opening from the start of the game, separated by
// blanks, or a position. A # at the beginning of a line or after a blank begins a comment; empty lines are ignored.
// Every opening must be legal and must leave the game unfinished with all seats in it, and no two openings may lead
// to the same position up to symmetry. Otherwise ReadBook returns an error, which names up to ten wrong lines. The
// returned source has all lines in canonical form.
func ReadBook(r io.Reader, name string, rules engine.Rules) (Source, error) {
	source, wrong, problems := Source{Kind: FromBook, Book: name}, 0, []error(nil)
	checker := newBookChecker(rules, func(line int) string { return fmt.Sprintf("%s:%d", name, line) })
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 2*maxLine) // the loop itself stops at a line that is longer than maxLine
	number := 0
	for lines.Scan() && len(lines.Bytes()) <= maxLine {
		if number++; number > maxLines {
			return source, fmt.Errorf("%s: it has more than %d lines; split it", name, maxLines)
		}
		words := bookWords(strings.TrimPrefix(lines.Text(), "\ufeff")) // a byte order mark
		if len(words) == 0 {
			continue
		}
		if strings.IndexByte("[{;%", words[0][0]) >= 0 && len(source.Lines)+wrong == 0 {
			return source, fmt.Errorf("%s:%d: a book has turns or positions, one opening a line; this looks like PGN",
				name, number)
		}
		opening, err := checker.check(number, words)
		if err == nil {
			source.Lines = append(source.Lines, opening.String())
		} else if wrong++; wrong <= maxProblems {
			problems = append(problems, err)
		}
	}
	switch err := lines.Err(); {
	case len(lines.Bytes()) > maxLine, errors.Is(err, bufio.ErrTooLong):
		return source, fmt.Errorf("%s:%d: the line is longer than %d bytes", name, number+1, maxLine)
	case err != nil:
		return source, fmt.Errorf("%s: %w", name, err)
	case wrong > maxProblems:
		problems = append(problems, fmt.Errorf("and %d more", wrong-maxProblems))
	case wrong == 0 && len(source.Lines) == 0:
		return source, fmt.Errorf("%s: the book has no openings; write one per line, as turns or as a position", name)
	}
	return source, errors.Join(problems...)
}

// bookWords returns the words of a line before its comment.
func bookWords(line string) []string {
	words := strings.Fields(line)
	if i := slices.IndexFunc(words, func(word string) bool { return word[0] == '#' }); i >= 0 {
		return words[:i]
	}
	return words
}

// bookOpenings returns the first n openings of a book, or all of them with an error that wraps [ErrTooFew].
func bookOpenings(rules engine.Rules, source Source, n int) ([]Opening, error) {
	var tooFew error
	if n > source.InBook() {
		tooFew = fmt.Errorf("%w: %d openings are wanted, but the book %s has %d; ask for fewer rounds or add openings "+
			"to it", ErrTooFew, n, source.Book, source.InBook())
	}
	checker := newBookChecker(rules, func(line int) string {
		return fmt.Sprintf("opening %d of the book %s", line, source.Book)
	})
	openings := make([]Opening, min(n, source.InBook()))
	for i := range openings {
		if i >= len(source.Lines) { // the book is repeated
			openings[i] = openings[i-len(source.Lines)]
			continue
		}
		var err error
		if openings[i], err = checker.check(i+1, bookWords(source.Lines[i])); err != nil {
			return nil, err
		}
	}
	return openings, tooFew
}

// String returns the opening as a line of a book.
func (o Opening) String() string {
	return strings.TrimSpace(o.Start + " " + strings.Join(o.Turns, " "))
}

type bookChecker struct {
	rules    engine.Rules
	lineName func(line int) string // returns the name of a line, for errors
	lines    map[uint64]int        // numbers of lines, from 1, by the position that they lead to, up to symmetry
}

func newBookChecker(rules engine.Rules, lineName func(line int) string) *bookChecker {
	return &bookChecker{rules, lineName, map[uint64]int{}}
}

// check returns the opening in the words of a line with the given number, from 1. It returns an error if the words are
// no opening, or if an earlier line leads to the same position up to symmetry.
func (c *bookChecker) check(line int, words []string) (Opening, error) {
	h, opening, err := readOpening(c.rules, words)
	if err != nil {
		return opening, fmt.Errorf("%s: %s", c.lineName(line), outside.Short(err.Error(), maxProblemText))
	}
	image := engine.CanonicalHash(h.Position())
	if earlier := c.lines[image]; earlier > 0 {
		return opening, fmt.Errorf("%s: it leads to the same position as %s, perhaps mirrored or with the players "+
			"exchanged; leave one of them out", c.lineName(line), c.lineName(earlier))
	}
	c.lines[image] = line
	return opening, nil
}

// readOpening reads an opening, which must end between turns, in an unfinished game that no seat has left.
func readOpening(rules engine.Rules, words []string) (*engine.History, Opening, error) {
	h, opening, err := playWords(rules, words)
	if err != nil {
		return nil, Opening{}, err
	}
	switch p := h.Position(); {
	case h.Outcome().Over():
		return nil, opening, fmt.Errorf("the game is over after it (%s)", h.Outcome().Reason)
	case !p.StartsTurn():
		return nil, opening, fmt.Errorf("it ends within a turn; complete the turn in %s", p)
	case len(engine.Departed(p)) > 0:
		return nil, opening, fmt.Errorf("seat %s is out of the game after it", engine.Departed(p)[0])
	}
	return h, opening, nil
}

// playWords plays the turns in a line's words or, if the words are a position, begins a game at this position.
func playWords(rules engine.Rules, words []string) (*engine.History, Opening, error) {
	if isPosition(words) {
		start, err := rules.Game().Read(strings.Join(words, " "), rules.Settings())
		if err != nil {
			return nil, Opening{}, err
		}
		return engine.NewHistory(start), Opening{Start: start.String()}, nil
	}
	h := engine.NewHistory(rules.Start())
	for i, word := range pgn.Turns(rules.Start(), words) {
		if h.Outcome().Over() {
			return nil, Opening{}, fmt.Errorf("turn %d, %q: the game is over (%s)", i+1, word, h.Outcome().Reason)
		}
		_, stepErr := engine.ParseStep(h.Position(), word)
		_, turnErr := engine.ParseTurn(h.Position(), word)
		if isOnlyStep := stepErr == nil && turnErr != nil; isOnlyStep {
			return nil, Opening{}, fmt.Errorf("turn %d, %q: this is only a step; give the whole turn", i+1, word)
		}
		if err := h.PlayTurn(word); err != nil {
			return nil, Opening{}, fmt.Errorf("turn %d: %w", i+1, err)
		}
	}
	return h, Opening{Turns: engine.Turns(h.Start(), h.Steps())}, nil
}

// isPosition reports whether the words of a line are a position instead of turns. The last word of a position is a
// number, or the first word is a board of several ranks.
func isPosition(words []string) bool {
	if len(words) < 2 {
		return false
	}
	_, err := strconv.Atoi(words[len(words)-1])
	return err == nil || strings.Contains(words[0], "/")
}

// WriteBook writes a book that begins with the lines of header as comments. It returns an error if [ReadBook] would not
// accept the book.
func WriteBook(w io.Writer, rules engine.Rules, header []string, entries []Valued) error {
	var book bytes.Buffer
	for _, remark := range header {
		fmt.Fprintf(&book, "# %s\n", strings.Join(strings.Fields(remark), " "))
	}
	for _, entry := range entries {
		fmt.Fprintf(&book, "%s # %s\n", entry.Opening, entry.Score)
	}
	if _, err := ReadBook(bytes.NewReader(book.Bytes()), "line", rules); err != nil {
		return fmt.Errorf("the book would not be read again: %w", err)
	}
	_, err := book.WriteTo(w)
	return err
}
