package engine

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Decline is the text of a step that turns an option down, left out of a turn unless it is all of it.
const Decline = "-"

// ParseStep finds the legal step with the given text.
func ParseStep(p Position, text string) (Step, error) {
	for _, step := range p.AppendSteps(nil) {
		if p.StepText(step) == text {
			return step, nil
		}
	}
	return NoStep, illegal(p, text)
}

func illegal(p Position, text string) error {
	if p.Over() {
		return fmt.Errorf("step %q: the game is over (%s)", text, p.Outcome().Reason)
	}
	legal := StepTexts(p)
	if len(legal) > 6 {
		legal = append(legal[:6:6], "...")
	}
	return fmt.Errorf("step %q is not legal in %s; legal %s steps: %s",
		text, p, p.Rules().StepKinds()[p.StepKind()], strings.Join(legal, " "))
}

// StepTexts are the texts of the legal steps, sorted.
func StepTexts(p Position) []string {
	var texts []string
	for _, step := range p.AppendSteps(nil) {
		texts = append(texts, p.StepText(step))
	}
	slices.Sort(texts)
	return texts
}

// TurnText joins the texts of a turn's steps.
func TurnText(steps []string) string {
	var b strings.Builder
	for _, text := range steps {
		if text != Decline {
			b.WriteString(text)
		}
	}
	if b.Len() == 0 && len(steps) > 0 {
		return Decline
	}
	return b.String()
}

// ParseTurn finds the steps that complete p's turn and have the text. Steps that decline may be missing.
func ParseTurn(p Position, text string) ([]Step, error) {
	if steps, ok := completeTurn(p, text, text == Decline, nil); ok && text != "" {
		return steps, nil
	}
	return nil, illegal(p, text)
}

// completeTurn tries every legal step whose text begins rest. declined says that the text still owes a declining step.
func completeTurn(p Position, rest string, declined bool, steps []Step) ([]Step, bool) {
	for _, step := range p.AppendSteps(nil) {
		text := p.StepText(step)
		left, begins := strings.CutPrefix(rest, text)
		if text == Decline {
			if rest != "" && !declined {
				continue
			}
			left = ""
		} else if !begins || text == "" {
			continue
		}
		child := p.Clone()
		child.Play(step)
		line := append(slices.Clone(steps), step)
		if child.Over() || child.StartsTurn() {
			if left == "" {
				return line, true
			}
			continue
		}
		if found, ok := completeTurn(child, left, false, line); ok {
			return found, true
		}
	}
	return nil, false
}

// LineText writes steps played from p as turns with blanks between. The last turn may be unfinished.
func LineText(p Position, steps []Step) string { return strings.Join(Turns(p, steps), " ") }

// Turns are the texts of the turns that steps make up. The first begins where p stands, the last may be unfinished.
func Turns(p Position, steps []Step) []string {
	var turns, texts []string
	p = p.Clone()
	for _, step := range steps {
		texts = append(texts, p.StepText(step))
		p.Play(step)
		if p.Over() || p.StartsTurn() {
			turns = append(turns, TurnText(texts))
			texts = nil
		}
	}
	if len(texts) > 0 {
		turns = append(turns, TurnText(texts))
	}
	return turns
}

// EachTurn yields every way to complete the turn that p stands in, with the position after it: all turns if p stands at
// the start of one, none if the game is over. They come in the order of the step lists, and several may lead to the
// same position. Both values are lent until the next turn comes: who keeps them clones them. P stays as it is.
func EachTurn(p Position) iter.Seq2[[]Step, Position] { return new(TurnWalker).EachTurn(p) }

// TurnWalker is EachTurn for positions of the same rules, one walk after the other, in the same memory.
type TurnWalker struct{ levels []*walkLevel }

type walkLevel struct {
	after Position
	steps []Step
	turn  []Step // as far as the step
}

// EachTurn is [EachTurn] in the memory of the walker.
func (w *TurnWalker) EachTurn(p Position) iter.Seq2[[]Step, Position] {
	return func(yield func([]Step, Position) bool) { w.walk(p, nil, yield) }
}

// walk yields the turns that begin with some steps and go on from p, and reports whether more are wanted.
func (w *TurnWalker) walk(p Position, begun []Step, yield func([]Step, Position) bool) bool {
	if len(begun) == len(w.levels) {
		w.levels = append(w.levels, &walkLevel{after: p.Clone()})
	}
	l := w.levels[len(begun)]
	l.steps = p.AppendSteps(l.steps[:0])
	l.turn = append(append(l.turn[:0], begun...), NoStep)
	for _, step := range l.steps {
		p.PlayInto(step, l.after)
		l.turn[len(begun)] = step
		if l.after.Over() || l.after.StartsTurn() {
			if !yield(l.turn, l.after) {
				return false
			}
		} else if !w.walk(l.after, l.turn, yield) {
			return false
		}
	}
	return true
}

// Option is one rule option of a game. Its values are text; an option whose values are numbers gives their range.
type Option struct {
	Name     string
	Help     string
	Default  string
	Min, Max int      // the range of a number; both 0 for an option of another kind
	Values   []string // the only values allowed, if not empty
}

// Setting gives one option a value.
type Setting struct{ Name, Value string }

// Settings are options with values, at most one each.
type Settings []Setting

// Get is the value of an option and whether it is given.
func (s Settings) Get(name string) (string, bool) {
	for _, setting := range s {
		if setting.Name == name {
			return setting.Value, true
		}
	}
	return "", false
}

// Values are the values by the names of the options.
func (s Settings) Values() map[string]string {
	values := map[string]string{}
	for _, setting := range s {
		values[setting.Name] = setting.Value
	}
	return values
}

// Int is the value of a number option that [Settle] has checked.
func (s Settings) Int(name string) int {
	text, _ := s.Get(name)
	n, _ := strconv.Atoi(text)
	return n
}

// With is a copy of s in which the option has the value.
func (s Settings) With(name, value string) Settings {
	out := slices.DeleteFunc(slices.Clone(s), func(x Setting) bool { return x.Name == name })
	return append(out, Setting{name, value})
}

// Texts are the settings as "name=value".
func (s Settings) Texts() []string {
	var texts []string
	for _, setting := range s {
		texts = append(texts, setting.Name+"="+setting.Value)
	}
	return texts
}

// String writes the settings as "name=value" with blanks between.
func (s Settings) String() string { return strings.Join(s.Texts(), " ") }

// ParseSettings reads "name=value" texts. Whether a game knows them is for [Settle] to say.
func ParseSettings(texts []string) (Settings, error) {
	var out Settings
	for _, text := range texts {
		name, value, found := strings.Cut(text, "=")
		if !found || name == "" || value == "" {
			return nil, fmt.Errorf("option %q: must be of the form name=value", text)
		}
		if _, twice := out.Get(name); twice {
			return nil, fmt.Errorf("option %q is given twice; leave one out", name)
		}
		out = append(out, Setting{name, value})
	}
	return out, nil
}

// Settle checks settings and fills in the defaults. The result holds every option once, in the game's order.
func Settle(game Game, settings Settings) (Settings, error) {
	options := game.Options()
	for _, setting := range settings {
		if !slices.ContainsFunc(options, func(o Option) bool { return o.Name == setting.Name }) {
			return nil, fmt.Errorf("%s has no option %q; %s", game.Name(), setting.Name,
				Suggest(setting.Name, "it has ", optionNames(options)))
		}
	}
	settled := make(Settings, len(options))
	for i, option := range options {
		value, given := settings.Get(option.Name)
		if !given {
			value = option.Default
		}
		checked, err := option.check(value)
		if err != nil {
			return nil, err
		}
		settled[i] = Setting{option.Name, checked}
	}
	return settled, nil
}

func (o Option) check(value string) (string, error) {
	if len(o.Values) > 0 {
		if !slices.Contains(o.Values, value) {
			return "", fmt.Errorf("option %s=%s: must be one of %s", o.Name, value, strings.Join(o.Values, ", "))
		}
		return value, nil
	}
	if o.Min == 0 && o.Max == 0 {
		return value, nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < o.Min || n > o.Max {
		return "", fmt.Errorf("option %s=%s: must be a whole number from %d to %d", o.Name, value, o.Min, o.Max)
	}
	return strconv.Itoa(n), nil
}

func optionNames(options []Option) []string {
	names := make([]string, len(options))
	for i, option := range options {
		names[i] = option.Name
	}
	return names
}

// Find is the thing of a name among some of a kind. The error for an unknown one suggests another.
func Find[T any](kind, name string, things []T, nameOf func(T) string) (found T, err error) {
	var known []string
	for _, thing := range things {
		if nameOf(thing) == name {
			return thing, nil
		}
		known = append(known, nameOf(thing))
	}
	return found, fmt.Errorf("unknown %s %q; %s", kind, name, Suggest(name, "known are: ", known))
}

// Suggest asks whether a known word was meant, the [Nearest]. Without one it lists all known words after a text.
func Suggest(word, otherwise string, known []string) string {
	if nearest := Nearest(word, known); nearest != "" {
		return "did you mean " + nearest + "?"
	}
	return otherwise + cmp.Or(strings.Join(known, ", "), "none")
}

// Nearest is the known word that is at most two typing errors, and less than half a word, away from one; or no word.
func Nearest(word string, known []string) (nearest string) {
	least := min(3, (len(word)+1)/2)
	for _, candidate := range known {
		if errors := typingErrors(word, candidate); errors < least {
			nearest, least = candidate, errors
		}
	}
	return nearest
}

// typingErrors is the least number of letters added, left out, replaced or swapped with their neighbours that makes one
// word of the other (Damerau, A technique for computer detection and correction of spelling errors, 1964).
func typingErrors(a, b string) int {
	before, last := []int{}, make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := []int{i}
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				replaced = min(replaced, before[j-2]+1)
			}
			row = append(row, min(row[j-1]+1, last[j]+1, replaced))
		}
		before, last = last, row
	}
	return last[len(b)]
}
