package search

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
)

// BindLimits makes the flags nodes, time and depth, which every player that thinks has.
func BindLimits(flags *flag.FlagSet, limits *Limits) {
	flags.Uint64Var(&limits.Nodes, "nodes", limits.Nodes, "nodes for a decision; 0 for no limit")
	flags.DurationVar(&limits.Time, "time", limits.Time, "time for a decision, such as 500ms; 0 for no limit")
	flags.IntVar(&limits.Depth, "depth", limits.Depth, "steps to look ahead; 0 for no limit")
}

// BindWeights makes the flag weights, which every player that evaluates positions has.
func BindWeights(flags *flag.FlagSet, weights *string) {
	flags.StringVar(weights, "weights", *weights,
		"file of a network or of weights; patterns for the tuned weights without a network, hand for those set by hand")
}

// NewFlags is an empty set of keys for a kind of player.
func NewFlags(kind string) *flag.FlagSet {
	flags := flag.NewFlagSet(kind, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return flags
}

// CommandKind is the kind of players that are programs, with a command line behind the colon and no keys.
const CommandKind = "ugi"

// IsCommand reports whether a player is a program.
func IsCommand(player string) bool { return strings.HasPrefix(player, CommandKind+":") }

// SplitText takes a player text "kind:key=value,key=value" apart. Keys may be missing, and the colon with them. A
// [CommandKind] has its command line as its only key.
func SplitText(text string) (kind string, keys []string, err error) {
	kind, rest, colon := strings.Cut(text, ":")
	switch {
	case kind == "":
		return "", nil, fmt.Errorf("player %q: the kind of player is missing, such as alphabeta", text)
	case !colon:
		return kind, nil, nil
	case rest == "":
		return "", nil, fmt.Errorf("player %q: nothing follows the colon; leave it out or give keys", text)
	case kind == CommandKind:
		return kind, []string{rest}, nil
	}
	return kind, strings.Split(rest, ","), nil
}

// WithNodes is a player's text with a limit by nodes.
func WithNodes(player string, nodes uint64) string {
	return WithKey(player, fmt.Sprintf("nodes=%d", nodes))
}

// WithKey is a player's text with one more key.
func WithKey(player, key string) string {
	if strings.Contains(player, ":") {
		return player + "," + key
	}
	return player + ":" + key
}

// SetKeys sets flags by texts "key=value". For a boolean the bare key means true.
func SetKeys(flags *flag.FlagSet, keys []string) error {
	given := map[string]bool{}
	for _, text := range keys {
		key, value, found := strings.Cut(text, "=")
		if !found && isBoolean(flags.Lookup(key)) {
			value, found = "true", true
		}
		switch {
		case !found:
			return fmt.Errorf("%q: must be of the form key=value", text)
		case flags.Lookup(key) == nil:
			return UnknownKey(flags, key)
		case currentValues[text] != "":
			return fmt.Errorf("%s is now called %s", text, currentValues[text])
		case given[key]:
			return fmt.Errorf("key %q is given twice; leave one out", key)
		}
		given[key] = true
		set := func(value string) error { return flags.Set(key, value) }
		if err := SetFlag(flags.Lookup(key), value, set); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	return nil
}

// SetFlag sets a flag as [SetValue] does.
func SetFlag(f *flag.Flag, text string, set func(string) error) error {
	kind := ""
	if getter, ok := f.Value.(flag.Getter); ok {
		kind = fmt.Sprintf("%T", getter.Get())
	}
	return SetValue(kind, text, set)
}

// wanted says what values of the kinds of flags look like, by the names of their Go types.
var wanted = map[string]string{
	"int": "a whole number, such as 20, 1.5k or 1m", "uint64": "a whole number of 0 or more, such as 20, 1.5k or 1m",
	"int32": "a whole number", "float64": "a number, such as 0.5", "bool": "true or false",
	"time.Duration": "a time, such as 500ms, 2s or 1m30s",
}

// SetValue sets a flag of a kind, which is the name of a Go type, to what a user typed. Whole numbers may be written as
// 1.5k, 20k or 1m. Errors say what is wanted.
func SetValue(kind, text string, set func(string) error) error {
	count := kind == "int" || kind == "uint64"
	if count {
		text = ExpandCount(text)
	}
	err := set(text)
	switch {
	case err == nil || wanted[kind] == "":
		return err
	case count && len(text) > 18 && strings.Trim(text, "0123456789") == "":
		return errors.New("the number is too large")
	}
	return errors.New("must be " + wanted[kind])
}

// ExpandCount writes a count that ends in k, m or g in digits. Any other text stays as it is.
func ExpandCount(text string) string {
	number := strings.TrimRight(text, "kKmMgG")
	if len(number) != len(text)-1 {
		return text
	}
	zeros := 3 * (1 + strings.IndexByte("kmg", text[len(number)]|0x20))
	whole, fraction, _ := strings.Cut(number, ".")
	digits := whole + fraction
	if len(fraction) > zeros || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return text
	}
	digits += strings.Repeat("0", zeros-len(fraction))
	return cmp.Or(strings.TrimLeft(digits, "0"), "0") // Go reads a leading 0 as octal
}

// LimitsOf are the limits that a player's text names. Those of programs and levels of practice are not known.
func LimitsOf(text string) (Limits, error) {
	var limits Limits
	kind, keys, err := SplitText(text)
	if err != nil || kind == CommandKind {
		return limits, err
	}
	flags := NewFlags(kind)
	BindLimits(flags, &limits)
	keys = slices.DeleteFunc(keys, func(setting string) bool {
		key, _, _ := strings.Cut(setting, "=")
		return flags.Lookup(key) == nil
	})
	return limits, SetKeys(flags, keys)
}

func isBoolean(f *flag.Flag) bool {
	if f == nil {
		return false
	}
	value, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && value.IsBoolFlag()
}

// UnknownKey is the error about a key that a kind of player does not have, or no longer by that name.
func UnknownKey(flags *flag.FlagSet, key string) error {
	if now := CurrentKey(key); flags.Lookup(now) != nil {
		return fmt.Errorf("%s has no key %q; it is now called %q", flags.Name(), key, now)
	}
	var known []string
	flags.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
	return fmt.Errorf("%s has no key %q; %s", flags.Name(), key, engine.Suggest(key, "it has ", known))
}

// Name is the full text of a player: its kind and all keys that differ from their defaults, in alphabetical order.
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

// DecideTurn asks a player until the turn is complete. The thoughts are those behind the first decision; nodes are
// those of all decisions.
func DecideTurn(
	ctx context.Context, player Player, h *engine.History, limits Limits, report func(Info),
) (turn Decision, nodes uint64, err error) {
	h = h.Clone()
	for from := len(h.Steps()); !h.TurnDone(from); report = nil {
		decision, err := player.Decide(ctx, h.Clone(), limits, report)
		for i := 0; i < len(decision.Steps) && err == nil; i++ {
			if i > 0 && h.TurnDone(from) {
				err = errors.New("decided on steps beyond its turn")
			} else {
				err = h.Play(decision.Steps[i])
			}
		}
		if err == nil && len(decision.Steps) == 0 {
			err = errors.New("decided on no step")
		}
		if err != nil {
			return turn, nodes, fmt.Errorf("player %s: %w", player.Name(), err)
		}
		if turn.Steps == nil {
			turn.Info = decision.Info
		}
		turn.Steps, nodes = append(turn.Steps, decision.Steps...), nodes+decision.Info.Nodes
		turn.Visits = append(turn.Visits, decision.Visits...)
	}
	return turn, nodes, nil
}

// formerKeys are the keys of players that stored texts name otherwise, by their names of today.
var formerKeys = map[string]string{
	"cpuct": "explore", "fpu": "unvisited", "lcb": "caution", "multipv": "lines", "sound": "precise",
}

// formerValues are settings whose values stored texts name otherwise, by their names of today.
var formerValues = map[string]string{"leaf=quiescence": "leaf=quiet", "priors=ordering": "priors=hints"}

var currentKeys, currentValues = inverse(formerKeys), inverse(formerValues)

func inverse(words map[string]string) map[string]string {
	inverse := map[string]string{}
	for now, then := range words {
		inverse[then] = now
	}
	return inverse
}

// CurrentText is a stored player text in the words of today, its keys in alphabetical order. Texts that stand in specs,
// plans and files keep their bytes, since identities come from them; use this to compare them with texts of today and
// to make players of them.
func CurrentText(text string) string {
	current, _ := translate(text, currentKeys, currentValues)
	return current
}

// HasFormerWords reports whether a player text was written in the old words.
func HasFormerWords(text string) bool {
	_, translated := translate(text, currentKeys, currentValues)
	return translated
}

// FormerText is a player's full name as it was written when the old words were in use.
func FormerText(name string) string {
	former, _ := translate(name, formerKeys, formerValues)
	return former
}

// CurrentKey is what a stored key of a player is called today.
func CurrentKey(key string) string { return cmp.Or(currentKeys[key], key) }

func translate(text string, keys, values map[string]string) (translation string, translated bool) {
	kind, settings, err := SplitText(text)
	if err != nil || kind == CommandKind || len(settings) == 0 {
		return text, false
	}
	for i, setting := range settings {
		key, _, _ := strings.Cut(setting, "=")
		if word, renamed := values[setting]; renamed {
			settings[i], translated = word, true
		} else if word, renamed := keys[key]; renamed {
			settings[i], translated = word+setting[len(key):], true
		}
	}
	slices.SortStableFunc(settings, func(a, b string) int {
		keyA, _, _ := strings.Cut(a, "=")
		keyB, _, _ := strings.Cut(b, "=")
		return strings.Compare(keyA, keyB)
	})
	return kind + ":" + strings.Join(settings, ","), translated
}

// BindBase makes the flag base. Set to true, it gives all flags the defaults of the plain player whose flags are given,
// but for those that are set themselves, before or after; set to false, it takes that back. Flags that the plain player
// does not have keep their defaults.
func BindBase(flags, plain *flag.FlagSet, usage string) {
	b := &base{flags: flags, usual: map[string]string{}, plain: map[string]string{}}
	flags.VisitAll(func(f *flag.Flag) { b.usual[f.Name] = f.DefValue })
	plain.VisitAll(func(f *flag.Flag) { b.plain[f.Name] = f.DefValue })
	flags.Var(b, "base", usage)
}

type base struct {
	flags        *flag.FlagSet
	usual, plain map[string]string // defaults by name of the flag
	on           bool
}

func (b *base) String() string   { return strconv.FormatBool(b.on) }
func (b *base) Get() any         { return b.on }
func (b *base) IsBoolFlag() bool { return true }

// Set turns the base on or off. A flag has been set itself if the set says so or if its value is not its default.
func (b *base) Set(text string) error {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return errors.New("must be true or false")
	}
	b.on = on
	given := map[string]bool{}
	b.flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	b.flags.VisitAll(func(f *flag.Flag) {
		value, known := b.usual[f.Name]
		if plain, has := b.plain[f.Name]; has && b.on {
			value, known = plain, true
		}
		if !known {
			return
		}
		keep := given[f.Name] || f.Value.String() != f.DefValue
		f.DefValue = value
		if !keep {
			err = errors.Join(err, f.Value.Set(value))
		}
	})
	return err
}
