package engine

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Decline is the text of a step that turns down a voluntary move. A turn's text omits it, unless there is nothing else.
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

// illegal returns the error for a text that is not a legal step or turn in p. It lists up to six legal steps.
func illegal(p Position, text string) error {
	if p.Over() {
		return fmt.Errorf("step %q: the game is over (%s)", text, p.Outcome().Reason)
	}
	return fmt.Errorf("step %q is not legal in %s; legal %s", text, p, someSteps(p))
}

// someSteps returns a text with the kind of the next step and up to six legal steps.
func someSteps(p Position) string {
	const most = 6
	legal := StepTexts(p)
	if len(legal) > most {
		legal = append(legal[:most], "...")
	}
	return fmt.Sprintf("%s steps: %s", p.Rules().StepKinds()[p.StepKind()], strings.Join(legal, " "))
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

// TurnText joins the texts of the steps of a turn. It leaves out [Decline], unless the turn has no other steps.
func TurnText(steps []string) string {
	turn := ""
	for _, text := range steps {
		if text != Decline {
			turn += text
		}
	}
	if turn == "" && len(steps) > 0 {
		return Decline
	}
	return turn
}

// ParseTurn returns the steps that complete p's turn and have the given text. The text may omit declining steps.
func ParseTurn(p Position, text string) ([]Step, error) {
	onlyDeclines := text == Decline
	if steps, ok := completeTurn(p, text, onlyDeclines, nil); ok && text != "" {
		return steps, nil
	}
	if within := withinTurn(p, text); within != nil && text != "" {
		return nil, fmt.Errorf("turn %q is not whole; it goes on with %s", text, someSteps(within))
	}
	return nil, illegal(p, text)
}

// withinTurn returns the position within p's turn to which the steps with the given text lead, or nil if there is none.
func withinTurn(p Position, text string) Position {
	if text == "" {
		return p
	}
	for _, step := range p.AppendSteps(nil) {
		left, fits := strings.CutPrefix(text, p.StepText(step))
		if !fits || left == text {
			continue
		}
		if child := After(p, []Step{step}); !child.StartsTurn() && !child.Over() {
			if within := withinTurn(child, left); within != nil {
				return within
			}
		}
	}
	return nil
}

// completeTurn searches depth first for legal steps that complete p's turn and whose texts make up rest, the part of
// the turn's text that no step accounts for yet. steps holds the steps of the turn that led to p. completeTurn returns
// all steps of the turn, and whether it found any. If onlyDeclines is set, rest is [Decline], and so must be all steps.
func completeTurn(p Position, rest string, onlyDeclines bool, steps []Step) ([]Step, bool) {
	for _, step := range p.AppendSteps(nil) {
		text := p.StepText(step)
		left, fits := strings.CutPrefix(rest, text)
		if text == Decline {
			// The text of a turn omits declining steps, so such a step fits only where the text has ended.
			left, fits = "", rest == "" || onlyDeclines
		}
		if !fits || text == "" {
			continue
		}
		child := p.Clone()
		child.Play(step)
		line := append(slices.Clone(steps), step)
		complete := child.Over() || child.StartsTurn()
		if complete && left == "" {
			return line, true
		}
		if !complete {
			if found, ok := completeTurn(child, left, false, line); ok {
				return found, true
			}
		}
	}
	return nil, false
}

// After returns the position after steps from p.
func After(p Position, steps []Step) Position {
	p = p.Clone()
	for _, step := range steps {
		p.Play(step)
	}
	return p
}

// LineText returns the texts of the turns that steps make up when played from p, separated by blanks; see [Turns].
func LineText(p Position, steps []Step) string { return strings.Join(Turns(p, steps), " ") }

// Turns returns the texts of the turns that steps make up when played from p. The last turn may be unfinished.
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

// EachTurn yields every sequence of steps that completes the current turn of p, with the position after it. It yields
// nothing if the game is over. Several sequences may lead to the same position. The yielded values are overwritten by
// the next ones; clone them to keep them.
func EachTurn(p Position) iter.Seq2[[]Step, Position] { return new(TurnWalker).EachTurn(p) }

// TurnWalker yields turns as [EachTurn] does, and uses the same memory for every walk over the turns of a position. All
// positions must come from the same rules, and each walk must end before the next begins.
type TurnWalker struct{ levels []*walkLevel }

// walkLevel holds the buffers of a [TurnWalker] for one step of the turn.
type walkLevel struct {
	after Position
	steps []Step
	turn  []Step // the steps of the turn up to and including this one
}

// EachTurn yields the turns of p like the function [EachTurn], in the memory of the walker.
func (w *TurnWalker) EachTurn(p Position) iter.Seq2[[]Step, Position] {
	return func(yield func([]Step, Position) bool) { w.walk(p, nil, yield) }
}

// walk yields every turn that begins with the steps in begun, which led to p. It returns false once yield does.
func (w *TurnWalker) walk(p Position, begun []Step, yield func([]Step, Position) bool) bool {
	if len(begun) == len(w.levels) {
		w.levels = append(w.levels, &walkLevel{after: p.Clone()})
	}
	l := w.levels[len(begun)]
	l.steps = p.AppendSteps(l.steps[:0])
	l.turn = append(append(l.turn[:0], begun...), NoStep) // NoStep holds the place of the step of this level
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

// Option describes one option of a game's rules. All values are texts, even if they are numbers.
type Option struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"` // label of the option on a page, such as "Board"
	Help    string   `json:"help"`
	Default string   `json:"default"`
	Min     int      `json:"min,omitempty"` // the range of a numeric option; Min and Max are 0 for other options
	Max     int      `json:"max,omitempty"`
	Values  []string `json:"-"` // the only values allowed, if not empty

	Words func(value string) string `json:"-"` // what a page shows for a value, such as "6 x 6"; nil for the value
}

// Setting gives one option a value.
type Setting struct{ Name, Value string }

// Settings holds values of options. No option occurs twice.
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

// SettingsOf returns the given values, by name of the option, as settings sorted by name. [Settle] checks settings.
func SettingsOf(values map[string]string) (s Settings) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		s = append(s, Setting{name, values[name]})
	}
	return s
}

// Int returns the value of a numeric option. The settings must come from [Settle], which has checked the number.
func (s Settings) Int(name string) int {
	text, _ := s.Get(name)
	n, _ := strconv.Atoi(text)
	return n
}

// With returns a copy of s in which the option with the given name has the given value.
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

// ParseSettings parses texts of the form "name=value". It does not check names or values; [Settle] does.
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

// Settle checks settings and adds defaults. The result has every option of the game, in the game's order.
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

// check returns the value in its normal form, such as 3 for 03. The error for an invalid value names the valid ones.
func (o Option) check(value string) (string, error) {
	switch {
	case len(o.Values) > 0 && !slices.Contains(o.Values, value):
		return "", fmt.Errorf("option %s=%s: must be one of %s", o.Name, value, strings.Join(o.Values, ", "))
	case len(o.Values) > 0 || o.Min == 0 && o.Max == 0:
		return value, nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < o.Min || n > o.Max {
		return "", fmt.Errorf("option %s=%s: must be a whole number from %d to %d", o.Name, value, o.Min, o.Max)
	}
	return strconv.Itoa(n), nil
}

// Find returns the thing with the given name. Its error names the kind of thing, such as "game", and a similar name.
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

// Suggest returns "did you mean x?", where x is the known word that is [Nearest] to word. If no word is near, it
// returns the text otherwise, followed by all known words.
func Suggest(word, otherwise string, known []string) string {
	if nearest := Nearest(word, known); nearest != "" {
		return "did you mean " + nearest + "?"
	}
	return otherwise + cmp.Or(strings.Join(known, ", "), "none")
}

// Nearest returns the known word that is most like word, or "" if none is near. It counts the letters between the
// beginning and the end that two words share. For a near word these are at most two, and at most half of word.
func Nearest(word string, known []string) (nearest string) {
	fewest := min(3, len(word)/2+1) // with this number of different letters, a known word is not near
	for _, other := range known {
		same, shorter := 0, min(len(word), len(other))
		for same < shorter && word[same] == other[same] {
			same++
		}
		for end := 1; same < shorter && word[len(word)-end] == other[len(other)-end]; end++ {
			same++
		}
		if different := max(len(word), len(other)) - same; different < fewest {
			nearest, fewest = other, different
		}
	}
	return nearest
}

// TurnTexts returns the texts of legal turns, sorted and without duplicates. It takes only the first turns that
// [EachTurn] yields, up to limit.
func TurnTexts(p Position, limit int) []string {
	var texts []string
	for turn := range EachTurn(p) {
		if len(texts) == limit {
			break
		}
		texts = append(texts, LineText(p, turn))
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// Unusual returns the settings of rules that differ from the game's defaults.
func Unusual(rules Rules) Settings {
	usual, _ := Settle(rules.Game(), nil)
	return slices.DeleteFunc(slices.Clone(rules.Settings()), func(s Setting) bool { return slices.Contains(usual, s) })
}
