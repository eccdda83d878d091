package tournament

import (
	"fmt"
	"strconv"
	"strings"

	"pillars/engine"
)

// String is the opening as a line of a book.
func (o Opening) String() string {
	if o.Start == "" {
		return strings.Join(o.Turns, " ")
	}
	return strings.Join(append([]string{o.Start}, o.Turns...), " ")
}

// bookChecker looks at the openings of a book one after another.
type bookChecker struct {
	rules engine.Rules
	place func(line int) string // names a line
	lines map[uint64]int        // by the hash of the position that they lead to
	twins map[uint64]int        // by its hash up to symmetry
}

func newBookChecker(rules engine.Rules, place func(line int) string) *bookChecker {
	return &bookChecker{rules: rules, place: place, lines: map[uint64]int{}, twins: map[uint64]int{}}
}

// twinError says that two lines of a book lead to the same.
type twinError struct {
	line, earlier string
	mirrored      bool
}

func (e *twinError) Error() string {
	what := "the same position as"
	if e.mirrored {
		what = "a mirror image of the position of, or one with the players exchanged as against,"
	}
	return fmt.Sprintf("%s: it leads to %s %s; leave one of them out", e.line, what, e.earlier)
}

// add is the opening that the words of a line make up, in canonical form.
func (c *bookChecker) add(line int, words []string) (Opening, error) {
	h, opening, err := readOpening(c.rules, words)
	if err != nil {
		text := err.Error()
		if len(text) > maxProblemText {
			text = strings.ToValidUTF8(text[:maxProblemText], "") + " ..."
		}
		return opening, fmt.Errorf("%s: %s", c.place(line), text)
	}
	p := h.Position()
	if earlier, same := c.lines[p.Hash()]; same {
		return opening, &twinError{line: c.place(line), earlier: c.place(earlier)}
	}
	if earlier, same := c.twins[engine.CanonicalHash(p)]; same {
		return opening, &twinError{c.place(line), c.place(earlier), true}
	}
	c.lines[p.Hash()], c.twins[engine.CanonicalHash(p)] = line, line
	return opening, nil
}

// readOpening reads a line of a book, and refuses one that leaves nothing to play.
func readOpening(rules engine.Rules, words []string) (*engine.History, Opening, error) {
	h, opening, err := readOpeningLine(rules, words)
	if err != nil {
		return nil, Opening{}, err
	}
	switch p := h.Position(); {
	case h.Outcome().Over():
		return nil, opening, fmt.Errorf("the game is over after it (%s)", h.Outcome().Reason)
	case !p.StartsTurn():
		return nil, opening, fmt.Errorf("it ends within a turn; complete the turn in %s", p)
	case len(engine.Left(p)) > 0:
		return nil, opening, fmt.Errorf("seat %s is out of the game after it", engine.Left(p)[0])
	}
	return h, opening, nil
}

func readOpeningLine(rules engine.Rules, words []string) (*engine.History, Opening, error) {
	if isPosition(words) {
		start, err := rules.Game().Read(strings.Join(words, " "), rules.Settings())
		if err != nil {
			return nil, Opening{}, err
		}
		return engine.NewHistory(start), Opening{Start: start.String()}, nil
	}
	h := engine.NewHistory(rules.Start())
	for i, word := range words {
		if h.Outcome().Over() {
			return nil, Opening{}, fmt.Errorf("turn %d, %q: the game is over (%s)", i+1, word, h.Outcome().Reason)
		}
		steps, err := engine.ParseTurn(h.Position(), word)
		if _, wrong := engine.ParseStep(h.Position(), word); err != nil && wrong == nil {
			return nil, Opening{}, fmt.Errorf("turn %d, %q: it is a step only; the whole turn is wanted", i+1, word)
		}
		if err != nil {
			return nil, Opening{}, fmt.Errorf("turn %d: %w", i+1, err)
		}
		for _, step := range steps {
			if err := h.Play(step); err != nil {
				return nil, Opening{}, fmt.Errorf("turn %d: %w", i+1, err)
			}
		}
	}
	return h, Opening{Turns: engine.Turns(h.Start(), h.Steps())}, nil
}

// isPosition tells positions from turns: a position text ends with the number of its turn, and no turn is written as a number.
func isPosition(words []string) bool {
	if len(words) < 2 {
		return false
	}
	_, err := strconv.Atoi(words[len(words)-1])
	return err == nil
}
