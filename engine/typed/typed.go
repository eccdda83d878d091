// Package typed reads turns as people type them: in lower or upper case, without the signs of the notation, and without
// parts that the rest of the text determines. For example, it reads "c3" as @c3, "d4d7n" as d4d7d7|n, and "h4f4" as
// 2h4f4 if only two men can move there.
package typed

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/pgn"
)

// maxFound is the number of meanings of a text at which the search for more ends, because a short text can mean
// thousands of turns.
const maxFound = 200

// Ambiguous is the error for a text with several meanings.
type Ambiguous struct {
	text     string
	meanings []string // turns, or their beginnings, in the game's notation
}

// Error lists up to ten meanings.
func (a *Ambiguous) Error() string {
	const mostShown = 10
	shown := a.meanings
	if len(shown) > mostShown {
		shown = append(shown[:mostShown-1:mostShown-1], "...") // with this capacity, append leaves a.meanings unchanged
	}
	return fmt.Sprintf("%q could be %s; type a little more", a.text, strings.Join(shown, "  "))
}

// Read returns the legal steps that a text means. They may be only the beginning of a turn. The game's notation takes
// precedence: a text that is a step in this notation means that step. Otherwise, a text that is a turn in this notation
// means that turn. If the text has several meanings, the error is an [Ambiguous]. If the text has none, the error
// explains why it is not legal.
func Read(p engine.Position, text string) ([]engine.Step, error) {
	text = strings.TrimSpace(text)
	if p.Over() {
		return nil, fmt.Errorf("the game is over (%s)", p.Outcome().Reason)
	}
	if step, err := engine.ParseStep(p, text); err == nil {
		return []engine.Step{step}, nil
	}
	if steps, err := engine.ParseTurn(p, text); err == nil {
		return steps, nil
	}
	words := wordsOf(text)
	if decline, err := engine.ParseStep(p, engine.Decline); err == nil && slices.Equal(words, []string{"pass"}) {
		return []engine.Step{decline}, nil
	}
	found := readings{}
	if len(words) > 0 {
		found.search(p, words, "", nil)
	}
	switch texts := slices.Sorted(maps.Keys(found)); len(texts) {
	case 0:
		return nil, why(p, text, words)
	case 1:
		return found[texts[0]], nil
	default:
		return nil, &Ambiguous{text, texts}
	}
}

// readings holds the meanings of a text. The key of a meaning is the text of its steps in the game's notation.
type readings map[string][]engine.Step

func (r readings) add(text string, steps []engine.Step) {
	if r[text] == nil {
		r[text] = steps
	}
}

// search adds the meanings of words in p. The earlier words of the text have already been read as the steps in begun.
// These steps led to p, and before is their text. For the first step of the turn, words may be only the beginning or
// only the end of the step's words. In later steps, a person may leave out only the words that shortened drops.
func (r readings) search(p engine.Position, words []string, before string, begun []engine.Step) {
	for _, step := range p.AppendSteps(nil) {
		if len(r) >= maxFound {
			return
		}
		text := before + p.StepText(step)
		steps, full := append(slices.Clone(begun), step), wordsOf(p.StepText(step))
		isBeginning := beginsWith(full, words)
		isEnd := len(words) < len(full) && beginsWith(full[len(full)-len(words):], words)
		if isFirst := len(begun) == 0; isFirst && (isBeginning || isEnd) {
			r.add(text, steps)
			continue
		}
		for _, short := range shortened(full, wordsOf(before)) {
			switch {
			case !beginsWith(words, short): // words mean another step, or omit words that must not be omitted
			case len(words) == len(short):
				r.add(text, steps)
			default:
				if child := engine.After(p, []engine.Step{step}); !child.StartsTurn() && !child.Over() {
					r.search(child, words[len(short):], text, steps)
				}
			}
		}
	}
}

// shortened returns the words of a step: first all words, then all but the first, all but the first two, and so on, as
// long as a person may omit the words at the beginning. A person may omit words that are not squares, and the square
// where the step before ended. That square is the last word in before.
func shortened(full, before []string) (all [][]string) {
	for i := range full {
		all = append(all, full[i:])
		if isSquare(full[i]) && (len(before) == 0 || full[i] != before[len(before)-1]) {
			break
		}
	}
	return all
}

// beginsWith reports whether the words in text begin with the words in words. A word of letters also matches a longer
// word that begins with it.
func beginsWith(text, words []string) bool {
	if len(text) < len(words) {
		return false
	}
	for i, word := range words {
		if text[i] != word && (len(text[i]) == 1 || !isLetters(word) || !strings.HasPrefix(text[i], word)) {
			return false
		}
	}
	return true
}

const (
	letters = "abcdefghijklmnopqrstuvwxyz"
	digits  = "0123456789"
)

func isLetters(word string) bool { return word != "" && strings.Trim(word, letters) == "" }

// isSquare reports whether a word has the form of a square's name: a letter and digits.
func isSquare(word string) bool {
	return len(word) > 1 && isLetters(word[:1]) && strings.Trim(word[1:], digits) == ""
}

// parts returns the parts of a text that consist of letters, of digits, or of letters followed by digits. Each part is
// as long as possible. Other characters separate parts.
func parts(text string) (all []string) {
	for {
		start := strings.IndexAny(text, letters+digits)
		if start < 0 {
			return all
		}
		text = text[start:]
		rest := strings.TrimLeft(strings.TrimLeft(text, letters), digits)
		all, text = append(all, text[:len(text)-len(rest)]), rest
	}
}

// wordsOf splits a text into squares, numbers and other words, such as "white", in lower case, without signs.
func wordsOf(text string) (words []string) {
	for _, part := range parts(strings.ToLower(text)) {
		if digit := strings.IndexAny(part, digits); digit > 1 { // letters before a square, as in Wc4
			words = append(words, part[:digit-1])
			part = part[digit-1:]
		}
		words = append(words, part)
	}
	return words
}

// Squares returns the squares in the text of a turn.
func Squares(text string) []string {
	return slices.DeleteFunc(wordsOf(text), func(word string) bool { return !isSquare(word) })
}

// why returns an error that explains why a text is not legal. The argument words holds the words of the text that come
// after the words of the steps that led to p.
func why(p engine.Position, text string, words []string) error {
	for _, step := range p.AppendSteps(nil) { // if the words begin with a legal step, the mistake is after it
		full := wordsOf(p.StepText(step))
		if len(full) == 0 || len(full) >= len(words) || !beginsWith(words, full) {
			continue
		}
		if child := engine.After(p, []engine.Step{step}); !child.StartsTurn() && !child.Over() {
			return fmt.Errorf("after %s: %w", p.StepText(step), why(child, text, words[len(full):]))
		}
	}
	squares := slices.Compact(Squares(strings.Join(words, " ")))
	if len(squares) == 0 {
		return fmt.Errorf("%q is no turn here", text)
	}
	cells := p.Diagram().Cells
	for _, name := range squares {
		onBoard := func(c engine.Cell) bool { return c.Name == name && c.Kind != engine.NoCell }
		if !slices.ContainsFunc(cells, onBoard) {
			return fmt.Errorf("%q is not legal: %s", text, name+" is not on this board.")
		}
	}
	var possible []string
	for _, step := range p.AppendSteps(nil) {
		all := engine.ChoiceOf(p, step).Squares
		if len(all) >= len(squares) && slices.Equal(all[:len(squares)], squares) {
			possible = append(possible, p.StepText(step))
		}
	}
	if len(possible) > 0 {
		return fmt.Errorf("%q is not legal here; there are %s", text, strings.Join(possible, "  "))
	}
	if guided, ok := p.Rules().(engine.GuideRules); ok {
		return fmt.Errorf("%q is not legal here. %s", text, guided.Guide(p.StepKind()))
	}
	return fmt.Errorf("%q is not legal here", text)
}

// Play plays the turns of a text, in the game's notation and separated by blanks. Errors give the number of the turn,
// from 1.
func Play(h *engine.History, text string) error {
	for i, word := range pgn.Turns(h.Position(), strings.Fields(text)) {
		if err := h.PlayTurn(word); err != nil {
			return fmt.Errorf("number %d: %w", i+1, err)
		}
	}
	return nil
}
