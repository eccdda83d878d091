package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

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
			return nil, fmt.Errorf("option %q is not of the form name=value", text)
		}
		if _, twice := out.Get(name); twice {
			return nil, fmt.Errorf("option %q is given twice", name)
		}
		out = append(out, Setting{name, value})
	}
	return out, nil
}

// Settle checks settings against a game's options and fills in the defaults. The result holds every option once, in the
// game's order.
func Settle(game Game, settings Settings) (Settings, error) {
	options := game.Options()
	for _, setting := range settings {
		if !slices.ContainsFunc(options, func(o Option) bool { return o.Name == setting.Name }) {
			return nil, fmt.Errorf("%s has no option %q; it has %s", game.Name(), setting.Name, optionNames(options))
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

// check returns the value in its canonical form.
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

func optionNames(options []Option) string {
	names := make([]string, len(options))
	for i, option := range options {
		names[i] = option.Name
	}
	return strings.Join(names, ", ")
}
