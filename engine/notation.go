package engine

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Decline is the text of a step that turns down an option. A turn's text leaves it out, unless the turn consists of
// nothing else.
const Decline = "-"

// ParseStep returns the legal step with the given text.
func ParseStep(p Position, text string) (Step, error) {
	for _, step := range p.AppendSteps(nil) {
		if p.StepText(step) == text {
			return step, nil
		}
	}
	return NoStep, illegal(p, text)
}

// illegal returns the error for a step or turn that is not legal in p.
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

// StepTexts returns the texts of the legal steps, sorted.
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
	chosen := slices.DeleteFunc(slices.Clone(steps), func(text string) bool { return text == Decline })
	if len(chosen) == 0 && len(steps) > 0 {
		return Decline
	}
	return strings.Join(chosen, "")
}

// ParseTurn returns the steps that complete p's turn and have the given text, in which declining steps may be missing.
func ParseTurn(p Position, text string) ([]Step, error) {
	if steps, ok := completeTurn(p, text, text == Decline, nil); ok && text != "" {
		return steps, nil
	}
	return nil, illegal(p, text)
}

// completeTurn completes the turn after steps by legal steps whose texts make up rest, depth first, and reports whether
// that is possible. If declined is set, rest is "-", and a declining step must still follow.
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

// LineText returns the turns that steps played from p make up, separated by blanks. The last may be unfinished.
func LineText(p Position, steps []Step) string { return strings.Join(Turns(p, steps), " ") }

// Turns returns the texts of the turns that steps make up. The first begins at p, the last may be unfinished.
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

// EachTurn yields every way to complete the current turn of p, with the position after it: all turns if p is at the
// start of one, none if the game is over. They come in the order of the step lists, and several may lead to the same
// position. Both values are valid until the next turn is yielded; clone them to keep them. p does not change.
func EachTurn(p Position) iter.Seq2[[]Step, Position] { return new(TurnWalker).EachTurn(p) }

// TurnWalker runs [EachTurn] on positions of the same rules, one walk at a time, and reuses its memory.
type TurnWalker struct{ levels []*walkLevel }

// walkLevel is the memory of a walk for one step of the turn.
type walkLevel struct {
	after Position
	steps []Step
	turn  []Step // the steps of the turn up to here
}

// EachTurn does the same as the function [EachTurn], in the memory of the walker.
func (w *TurnWalker) EachTurn(p Position) iter.Seq2[[]Step, Position] {
	return func(yield func([]Step, Position) bool) { w.walk(p, nil, yield) }
}

// walk yields every turn that begins with the steps in begun; p is the position after those steps. It returns false if
// yield returned false.
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

// Option is one option of a game's rules. Its values are text; an option with numeric values gives their range.
type Option struct {
	Name     string
	Help     string
	Default  string
	Min, Max int      // the range of a numeric option; both 0 for other options
	Values   []string // the only values allowed, if not empty
}

// Setting gives one option a value.
type Setting struct{ Name, Value string }

// Settings holds options with values, at most one each.
type Settings []Setting

// Get returns the value of an option and whether it is set.
func (s Settings) Get(name string) (string, bool) {
	for _, setting := range s {
		if setting.Name == name {
			return setting.Value, true
		}
	}
	return "", false
}

// Values returns the values by the names of the options.
func (s Settings) Values() map[string]string {
	values := map[string]string{}
	for _, setting := range s {
		values[setting.Name] = setting.Value
	}
	return values
}

// Int returns the value of a numeric option that [Settle] has checked.
func (s Settings) Int(name string) int {
	text, _ := s.Get(name)
	n, _ := strconv.Atoi(text)
	return n
}

// With returns a copy of s in which the option has the given value.
func (s Settings) With(name, value string) Settings {
	out := slices.DeleteFunc(slices.Clone(s), func(x Setting) bool { return x.Name == name })
	return append(out, Setting{name, value})
}

// Texts returns the settings in the form "name=value".
func (s Settings) Texts() []string {
	var texts []string
	for _, setting := range s {
		texts = append(texts, setting.Name+"="+setting.Value)
	}
	return texts
}

// String returns the settings in the form "name=value", separated by blanks.
func (s Settings) String() string { return strings.Join(s.Texts(), " ") }

// ParseSettings parses texts of the form "name=value". [Settle] checks names and values.
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

// Settle checks settings and fills in the defaults. The result has every option once, in the game's order.
func Settle(game Game, settings Settings) (Settings, error) {
	options := game.Options()
	var names []string
	for _, option := range options {
		names = append(names, option.Name)
	}
	for _, setting := range settings {
		if !slices.Contains(names, setting.Name) {
			return nil, fmt.Errorf("%s has no option %q; %s", game.Name(), setting.Name,
				Suggest(setting.Name, "it has ", names))
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

// check returns the normal form of a value, or an error that names the values allowed.
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

// Find returns the first of things with the given name. Its error suggests a similar name.
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

// Suggest returns a question for the [Nearest] known word. If there is none, it returns otherwise, followed by all
// known words.
func Suggest(word, otherwise string, known []string) string {
	if nearest := Nearest(word, known); nearest != "" {
		return "did you mean " + nearest + "?"
	}
	return otherwise + cmp.Or(strings.Join(known, ", "), "none")
}

// Nearest returns the known word closest to word, or "" if all differ by more than two typing errors or by half the
// word.
func Nearest(word string, known []string) (nearest string) {
	least := min(3, (len(word)+1)/2)
	for _, candidate := range known {
		if errors := typingErrors(word, candidate); errors < least {
			nearest, least = candidate, errors
		}
	}
	return nearest
}

// typingErrors returns the least number of insertions, deletions, replacements and swaps of neighbouring letters that
// turn a into b (Damerau, A technique for computer detection and correction of spelling errors, 1964).
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
