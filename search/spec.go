package search

import (
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/eval"
)

// CommandKind is the kind of players that are programs, with a command line behind the colon in place of settings.
const CommandKind = "ugi"

// Spec is what the text of a player says, such as "alphabeta:nodes=20000,killers=false" or "ugi:./engine --fast". Texts
// identify players in databases and files; [ParseSpec] is what reads them.
type Spec struct {
	Kind     string
	Command  string          // the command line of a program, which has no settings
	Settings engine.Settings // each given once, in the order of the text
	Limits   Limits          // by the settings nodes, time and depth
	Weights  string          // the setting weights; empty for the default
	Threads  int             // the setting threads; 1 by default
}

// ParseSpec reads a player's text "kind:key=value,key=value". The settings may be missing, and the colon with them. It
// checks only the settings that Spec has fields for: search/players knows the others. With an error, the Kind is valid.
func ParseSpec(text string) (s Spec, err error) {
	var rest string
	var colon bool
	s.Threads = 1
	s.Kind, rest, colon = strings.Cut(text, ":")
	switch {
	case s.Kind == "":
		return s, fmt.Errorf("player %q: the kind of player is missing, such as alphabeta", text)
	case !colon:
		return s, nil
	case rest == "":
		return s, fmt.Errorf("player %q: nothing follows the colon; leave it out or give keys", text)
	case s.Kind == CommandKind:
		s.Command = rest
		return s, nil
	}
	if s.Settings, err = ParseSettings(rest); err == nil {
		err = s.readTyped()
	}
	if err != nil {
		err = fmt.Errorf("player %q: %w", text, err)
	}
	return s, err
}

// readTyped sets the fields that settings name.
func (s *Spec) readTyped() error {
	flags := NewFlags(s.Kind)
	BindLimits(flags, &s.Limits)
	BindWeights(flags, &s.Weights)
	flags.IntVar(&s.Threads, "threads", s.Threads, "")
	return SetKeys(flags, slices.DeleteFunc(slices.Clone(s.Settings), func(setting engine.Setting) bool {
		return flags.Lookup(setting.Name) == nil
	}))
}

// ParseSettings reads "key=value,key=value". A key without a value is true.
func ParseSettings(text string) (settings engine.Settings, err error) {
	for part := range strings.SplitSeq(text, ",") {
		key, value, found := strings.Cut(part, "=")
		if !found {
			value = "true"
		}
		if key == "" {
			return nil, fmt.Errorf("%q: must be of the form key=value", part)
		}
		if _, twice := settings.Get(key); twice {
			return nil, fmt.Errorf("key %q is given twice; leave one out", key)
		}
		settings = append(settings, engine.Setting{Name: key, Value: value})
	}
	return settings, nil
}

// String returns the player's text.
func (s Spec) String() string {
	switch {
	case s.Command != "":
		return s.Kind + ":" + s.Command
	case len(s.Settings) == 0:
		return s.Kind
	}
	return s.Kind + ":" + strings.Join(s.Settings.Texts(), ",")
}

// Program reports whether the player is a program, a process of its own.
func (s Spec) Program() bool { return s.Kind == CommandKind }

// Varies returns why the player need not decide the same twice under the same limits by nodes or depth, or "".
func (s Spec) Varies() string {
	switch {
	case s.Program():
		return "is a program"
	case s.Limits.Time > 0:
		return "thinks by the clock"
	case s.Threads > 1:
		return "searches with several threads"
	}
	return ""
}

// WeightsFile returns the path of the file of weights that the player names, or "" if it names none.
func (s Spec) WeightsFile() string {
	if eval.IsFile(s.Weights) {
		return s.Weights
	}
	return ""
}

// Without returns the text of the player without some of its settings.
func (s Spec) Without(keys ...string) string {
	s.Settings = slices.DeleteFunc(slices.Clone(s.Settings), func(setting engine.Setting) bool {
		return slices.Contains(keys, setting.Name)
	})
	return s.String()
}

// With returns a player's text with one more setting. The text of a program, and one of no player, stays as it is.
func With(text, key string, value any) string {
	s, err := ParseSpec(text)
	if err != nil || s.Program() {
		return text
	}
	s.Settings = append(s.Settings, engine.Setting{Name: key, Value: fmt.Sprint(value)})
	return s.String()
}
