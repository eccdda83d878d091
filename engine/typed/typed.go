// Package typed reads turns as people type them: in any case, without the signs of the notation, and without whatever
// can only be one thing. "c3" is @c3, "d4d7n" the turn d4d7d7|n, "h4f4" the turn 2h4f4 if only two men can go there.
package typed

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"pillars/engine"
)

// most bounds how many turns a text may mean before no more are looked for.
const most = 200

// Ambiguous is a text that can mean several things.
type Ambiguous struct {
	text  string
	means []string // turns, or their beginnings, in the game's notation
}

func (a *Ambiguous) Error() string {
	shown := a.means
	if len(shown) > 10 {
		shown = append(shown[:9:9], "...")
	}
	return fmt.Sprintf("%q could be %s; type a little more", a.text, strings.Join(shown, "  "))
}

// Read finds the legal step or steps that a text means; they may leave the turn unfinished. A text in the game's
// notation means just that, as a step before a turn. The error of a text that means several things is an [Ambiguous],
// any other says why the text is not legal.
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
		found.look(p, words, "", nil)
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

// readings are the steps that a text may mean, by their own texts.
type readings map[string][]engine.Step

func (r readings) add(text string, steps []engine.Step) {
	if r[text] == nil {
		r[text] = steps
	}
}

// look finds what words can mean from p on, where some steps of the turn are made of words before them. Of the first
// step alone, squares may be missing at either end.
func (r readings) look(p engine.Position, words []string, before string, begun []engine.Step) {
	for _, step := range p.AppendSteps(nil) {
		if len(r) >= most {
			return
		}
		text := before + p.StepText(step)
		steps, full := append(slices.Clone(begun), step), wordsOf(p.StepText(step))
		if len(begun) == 0 && (begins(full, words) || len(words) < len(full) &&
			begins(full[len(full)-len(words):], words)) {
			r.add(text, steps)
			continue
		}
		for _, short := range shortened(full, wordsOf(before)) {
			switch {
			case !begins(words, short):
			case len(words) == len(short):
				r.add(text, steps)
			default:
				if child := after(p, step); !child.StartsTurn() && !child.Over() {
					r.look(child, words[len(short):], text, steps)
				}
			}
		}
	}
}

func after(p engine.Position, step engine.Step) engine.Position {
	child := p.Clone()
	child.Play(step)
	return child
}

// shortened are the words of a step, all, and without those at the front that are no squares or the square at which the
// step before ended.
func shortened(full, before []string) (all [][]string) {
	for i := range full {
		all = append(all, full[i:])
		if isSquare(full[i]) && (len(before) == 0 || full[i] != before[len(before)-1]) {
			break
		}
	}
	return all
}

// begins reports whether text begins with words. A word of letters may be cut short.
func begins(text, words []string) bool {
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

var (
	parts   = regexp.MustCompile(`[a-z]*[0-9]+|[a-z]+`)
	square  = regexp.MustCompile(`^[a-z][0-9]+$`)
	letters = regexp.MustCompile(`^[a-z]+$`)
)

func isSquare(word string) bool  { return square.MatchString(word) }
func isLetters(word string) bool { return letters.MatchString(word) }

// wordsOf takes a text apart into squares, numbers and words of letters, in small letters; signs and blanks go.
func wordsOf(text string) (words []string) {
	for _, part := range parts.FindAllString(strings.ToLower(text), -1) {
		digits := strings.IndexAny(part, "0123456789")
		if digits > 1 { // Wc4
			words = append(words, part[:digits-1])
			part = part[digits-1:]
		}
		words = append(words, part)
	}
	return words
}

// Squares are the squares that a turn's text names.
func Squares(text string) []string {
	return slices.DeleteFunc(wordsOf(text), func(word string) bool { return !isSquare(word) })
}

// Complete lists the beginnings of turns, a step beyond the text or up to its end, that the text begins; signs and case
// need not be right.
func Complete(p engine.Position, text string) []string {
	all := complete(p, strings.Join(wordsOf(text), ""), "", nil)
	slices.Sort(all)
	return slices.Compact(all)
}

func complete(p engine.Position, typed, before string, all []string) []string {
	for _, step := range p.AppendSteps(nil) {
		whole := before + p.StepText(step)
		plain := strings.Join(wordsOf(whole), "")
		if strings.HasPrefix(plain, typed) && (before == "" || plain != typed || p.StepText(step) != engine.Decline) {
			all = append(all, whole)
		}
		if len(all) < most && strings.HasPrefix(typed, plain) {
			if child := after(p, step); !child.StartsTurn() && !child.Over() {
				all = complete(child, typed, whole, all)
			}
		}
	}
	return all
}
