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
	"pillars/engine/pgn"
)

// Limits for a book.
const (
	maxLine        = 64 << 10  // largest number of bytes in a line
	maxLines       = 1_000_000 // largest number of lines, including lines without an opening
	maxProblems    = 10        // largest number of problems to report
	maxProblemText = 400       // largest length of a problem's text, in bytes
)

// BookReport is the result of [CheckBook].
type BookReport struct {
	source   Source  // the good lines; valid only if there are good lines and no problems
	Openings int     // number of good lines
	Wrong    int     // number of wrong lines
	Same     int     // in a loose book: lines or games that lead to the same position as an earlier line or game
	Loose    bool    // whether the book has games or EPD operations, so that its good lines count despite wrong ones
	problems []error // one error per wrong line, at most maxProblems
}

// Source returns the openings. It returns an error if the book has no openings, or if it has wrong lines; this error
// lists up to ten wrong lines and counts the others. The openings of a loose book can be used in spite of the error.
func (r *BookReport) Source() (Source, error) {
	problems := r.problems
	if more := r.Wrong - len(problems); more > 0 {
		// Without Clip, append could write into the array of r.problems.
		problems = append(slices.Clip(problems), fmt.Errorf("and %d more", more))
	}
	if r.Openings+r.Wrong == 0 {
		problems = []error{fmt.Errorf("%s: the book has no openings; write one per line, as turns or as a position",
			r.source.Book)}
	}
	return r.source, errors.Join(problems...)
}

// ReadBook reads a book of openings. A line contains the turns of an opening from the start of the game, separated by
// blanks, or a position. A # at the beginning of a line or after a blank begins a comment; empty lines are ignored.
// Every opening must be legal and must leave the game unfinished with all seats in it, and no two openings may lead
// to the same position up to symmetry. Otherwise ReadBook returns an error, which names up to ten wrong lines. The
// returned source has all lines in canonical form.
func ReadBook(r io.Reader, name string, rules engine.Rules) (Source, error) {
	report, err := CheckBook(r, name, rules, 0)
	if err != nil {
		return Source{}, err
	}
	return report.Source()
}

// CheckBook reads a book like [ReadBook], but counts wrong lines instead of returning an error for them. The book may
// also hold games, as package pgn reads them; the first turns of each game, or all if turns is 0, are an opening.
// CheckBook returns an error if reading fails, or if a line or the book is too long.
func CheckBook(r io.Reader, name string, rules engine.Rules, turns int) (BookReport, error) {
	report := BookReport{source: Source{Kind: FromBook, Book: name}}
	checker := newBookChecker(rules, func(line int) string { return fmt.Sprintf("%s:%d", name, line) })
	file := bufio.NewReader(r)
	if head, _ := file.Peek(1 << 12); pgn.Begins(head) { // an error of Peek occurs again when the book is read
		report.Loose = true
		return report, report.readGames(file, checker, turns)
	}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 2*maxLine) // the loop itself stops at a line that is longer than maxLine
	number := 0
	for lines.Scan() && len(lines.Bytes()) <= maxLine {
		if number++; number > maxLines {
			return report, fmt.Errorf("%s: it has more than %d lines; split it", name, maxLines)
		}
		text := lines.Bytes()
		if number == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff")) // a byte order mark
		}
		if words := bookWords(string(text)); len(words) > 0 {
			words, cut := withoutOperations(rules, string(text), words)
			report.Loose = report.Loose || cut
			report.count(checker.check(number, words))
		}
	}
	switch err := lines.Err(); {
	case len(lines.Bytes()) > maxLine, errors.Is(err, bufio.ErrTooLong):
		return report, fmt.Errorf("%s:%d: the line is longer than %d bytes", name, number+1, maxLine)
	case err != nil:
		return report, fmt.Errorf("%s:%d: %w", name, number+1, err)
	}
	return report, nil
}

// count counts a line of the book: its opening or, if the line has none, the error that says why.
func (r *BookReport) count(opening Opening, err error) {
	if r.Loose && errors.Is(err, errSame) {
		r.Same++
		return
	}
	if err == nil {
		r.Openings++
		r.source.Lines = append(r.source.Lines, opening.String())
		return
	}
	if r.Wrong++; r.Wrong <= maxProblems {
		r.problems = append(r.problems, err)
	}
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
		text := err.Error()
		if len(text) > maxProblemText {
			text = strings.ToValidUTF8(text[:maxProblemText], "") + " ..."
		}
		return opening, fmt.Errorf("%s: %s", c.lineName(line), text)
	}
	image := engine.CanonicalHash(h.Position())
	if earlier := c.lines[image]; earlier > 0 {
		return opening, fmt.Errorf("%s: %w as %s, perhaps mirrored or with the players exchanged; leave one of them "+
			"out", c.lineName(line), errSame, c.lineName(earlier))
	}
	c.lines[image] = line
	return opening, nil
}

var errSame = errors.New("it leads to the same position")

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

// readGames counts the openings of a file of games; see [CheckBook].
func (r *BookReport) readGames(file io.Reader, checker *bookChecker, turns int) error {
	name := r.source.Book
	for entry, err := range pgn.Games(file) {
		place := fmt.Sprintf("%s: line %d: game %d", name, entry.Line, entry.Number)
		checker.lineName = func(int) string { return place }
		var words []string
		if err == nil {
			words, err = wordsOf(entry, checker.rules, turns)
		}
		_, unread := errors.AsType[*pgn.Fault](err)
		switch {
		case err == nil:
			r.count(checker.check(entry.Line, words))
		case unread:
			r.count(Opening{}, fmt.Errorf("%s: %w", name, err))
		default:
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// wordsOf returns the words of a line for a game's first turns, or for all if turns is 0. The words are the turns or,
// if the game does not begin at the start of the rules, the position after these turns. An error is a [*pgn.Fault].
func wordsOf(entry pgn.Entry, rules engine.Rules, turns int) ([]string, error) {
	start, words, err := entry.Begin(rules)
	if turns > 0 {
		words = words[:min(turns, len(words))]
	}
	if err == nil && len(words) == 0 {
		err = entry.NewFault(0, "", "it has no turns")
	}
	if err != nil || start.String() == rules.Start().String() {
		return words, err
	}
	h := engine.NewHistory(start)
	for i, word := range words {
		if err := h.PlayTurn(word); err != nil {
			return nil, entry.NewFault(0, "", fmt.Sprintf("turn %d: %v", i+1, err))
		}
	}
	return strings.Fields(h.Position().String()), nil
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

// withoutOperations returns the words of a line without the operations that may follow a position, as in EPD: words
// after the last field, in a line with a semicolon.
func withoutOperations(rules engine.Rules, line string, words []string) (position []string, cut bool) {
	shown, ok := rules.Game().(engine.ShownGame)
	if !ok || !strings.Contains(line, ";") || !isPosition(words) || len(words) <= len(shown.Form().Fields) {
		return words, false
	}
	fields := len(shown.Form().Fields)
	last := strings.TrimRight(words[fields], ";")
	return append(slices.Clone(words[:fields]), last), len(words) > fields+1 || last != words[fields]
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
