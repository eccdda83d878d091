package search

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/eval"
)

// CommandKind is the kind of players that run as programs. Their text has a command line after the colon, not settings.
const CommandKind = "ugi"

// Spec is a parsed player text, such as "alphabeta:nodes=20000,killers=false" or "ugi:./engine --fast". Player texts
// identify players in databases and files. Only [ParseSpec] parses them.
type Spec struct {
	Kind     string          // the part before the colon
	Command  string          // the command line of a program; empty for other kinds
	Settings engine.Settings // in the order of the text, each name once; none for a program
	Limits   Limits          // from the settings nodes, time and depth
	Weights  string          // from the setting weights; empty for the default
	Threads  int             // from the setting threads; 1 by default
}

// ParseSpec reads a player's text "kind:key=value,key=value", or "kind" without settings. It checks the settings for
// which Spec has fields, such as nodes; package search/players checks the others. It sets Kind even after an error.
func ParseSpec(text string) (s Spec, err error) {
	var rest string
	var colon bool
	s.Threads = 1
	s.Kind, rest, colon = strings.Cut(text, ":")
	switch {
	case s.Kind == "":
		err = errors.New("the kind of player is missing, such as alphabeta")
	case !colon:
		return s, nil
	case rest == "":
		err = errors.New("nothing follows the colon; leave it out or give keys")
	case s.Kind == CommandKind:
		s.Command = rest
	default:
		if s.Settings, err = ParseSettings(rest); err == nil {
			err = s.readTyped()
		}
	}
	if err != nil {
		err = fmt.Errorf("player %q: %w", text, err)
	}
	return s, err
}

// readTyped sets the fields Limits, Weights and Threads from s.Settings.
func (s *Spec) readTyped() error {
	flags := NewFlags(s.Kind)
	BindLimits(flags, &s.Limits)
	BindWeights(flags, &s.Weights)
	flags.IntVar(&s.Threads, "threads", s.Threads, "")
	return SetKeys(flags, slices.DeleteFunc(slices.Clone(s.Settings), func(setting engine.Setting) bool {
		return flags.Lookup(setting.Name) == nil
	}))
}

// ParseSettings reads a text such as "key=value,key=value". A key without a value gets the value "true".
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

// String returns the text of the player, in the form that [ParseSpec] reads.
func (s Spec) String() string {
	switch {
	case s.Command != "":
		return s.Kind + ":" + s.Command
	case len(s.Settings) == 0:
		return s.Kind
	}
	return s.Kind + ":" + strings.Join(s.Settings.Texts(), ",")
}

// Program reports whether the player runs as a program in a process of its own.
func (s Spec) Program() bool { return s.Kind == CommandKind }

// Varies returns why the player may decide differently in a repeated game, such as "is a program". It returns "" for a
// player that repeats its decisions.
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

// Files returns the settings whose values are the paths of files: of weights and of priors.
func (s Spec) Files() (files []engine.Setting) {
	for _, setting := range s.Settings {
		switch {
		case setting.Name == "weights" && eval.IsFile(setting.Value),
			setting.Name == "priors" && eval.IsPolicyFile(setting.Value):
			files = append(files, setting)
		}
	}
	return files
}

// Without returns the player's text without the settings that have the given keys.
func (s Spec) Without(keys ...string) string {
	s.Settings = slices.DeleteFunc(slices.Clone(s.Settings), func(setting engine.Setting) bool {
		return slices.Contains(keys, setting.Name)
	})
	return s.String()
}

// With returns the player's text with one more setting. It returns the text of a program, or an invalid text,
// unchanged.
func With(text, key string, value any) string {
	s, err := ParseSpec(text)
	if err != nil || s.Program() {
		return text
	}
	s.Settings = append(s.Settings, engine.Setting{Name: key, Value: fmt.Sprint(value)})
	return s.String()
}

// BindLimits defines the flags nodes, time and depth, which every player that searches has.
func BindLimits(flags *flag.FlagSet, limits *Limits) {
	flags.Uint64Var(&limits.Nodes, "nodes", limits.Nodes, "nodes for a decision; 0 for no limit")
	flags.DurationVar(&limits.Time, "time", limits.Time, "time for a decision, such as 500ms; 0 for no limit")
	flags.IntVar(&limits.Depth, "depth", limits.Depth, "steps to look ahead; 0 for no limit")
}

// BindWeights defines the flag weights, which every player that evaluates positions has.
func BindWeights(flags *flag.FlagSet, weights *string) {
	flags.StringVar(weights, "weights", *weights,
		"file of a network or of weights; patterns for the tuned weights without a network, hand for those set by hand")
}

// NewFlags returns an empty flag set for a kind of player. The caller defines a flag for every key of the kind.
func NewFlags(kind string) *flag.FlagSet {
	flags := flag.NewFlagSet(kind, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return flags
}

// wanted has a phrase for error messages for each Go type of a key: the values that such a key takes.
var wanted = map[string]string{
	"int": "a whole number, such as 20, 1.5k or 1m", "uint64": "a whole number of 0 or more, such as 20, 1.5k or 1m",
	"float64": "a number, such as 0.5", "bool": "true or false", "time.Duration": "a time, such as 500ms, 2s or 1m30s",
}

// SetKeys sets the flags that the settings name to the values of the settings. A count may be abbreviated, as in 1.5k.
func SetKeys(flags *flag.FlagSet, settings engine.Settings) error {
	for _, setting := range settings {
		key := flags.Lookup(setting.Name)
		if key == nil {
			return UnknownKey(flags, setting.Name)
		}
		goType, text := fmt.Sprintf("%T", key.Value.(flag.Getter).Get()), setting.Value
		if goType == "int" || goType == "uint64" {
			text = ExpandCount(text)
		}
		if flags.Set(setting.Name, text) == nil {
			continue
		}
		cause := "must be " + wanted[goType]
		if len(text) > 18 && strings.Trim(text, "0123456789") == "" { // 18 digits fit into any count
			cause = "the number is too large"
		}
		return fmt.Errorf("%s=%s: %s", setting.Name, setting.Value, cause)
	}
	return nil
}

// ExpandCount returns a count such as 1.5k, 20m or 1g in digits: 1500, 20000000 or 1000000000. It returns other texts
// unchanged.
func ExpandCount(text string) string {
	number := strings.TrimRight(text, "kKmMgG")
	if len(number) != len(text)-1 {
		return text
	}
	zeros := 3 * (1 + strings.Index("kmg", strings.ToLower(text[len(number):]))) // 3 for k, 6 for m, 9 for g
	whole, fraction, _ := strings.Cut(number, ".")
	digits := whole + fraction
	if len(fraction) > zeros || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return text
	}
	digits += strings.Repeat("0", zeros-len(fraction))
	return cmp.Or(strings.TrimLeft(digits, "0"), "0") // Go reads a leading 0 as octal
}

// UnknownKey returns the error for a key that a kind of player, with the given flags, lacks. It suggests similar keys.
func UnknownKey(flags *flag.FlagSet, key string) error {
	var known []string
	flags.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
	return fmt.Errorf("%s has no key %q; %s", flags.Name(), key, engine.Suggest(key, "it has ", known))
}

// Name returns the full text of a player: its kind and all keys that differ from their defaults, in alphabetical order.
func Name(flags *flag.FlagSet) string {
	var keys []string
	flags.VisitAll(func(f *flag.Flag) {
		if value := f.Value.String(); value != f.DefValue {
			keys = append(keys, f.Name+"="+value)
		}
	})
	if len(keys) == 0 {
		return flags.Name()
	}
	return flags.Name() + ":" + strings.Join(keys, ",")
}
