// Package players makes players from text: "random", "greedy", "alphabeta:nodes=20000", "mcts:nodes=2000,cpuct=1.4".
// The text before the colon is the kind, the rest are keys of that kind with their values. "ugi:./engine --threads 2"
// is a program of its own, with its arguments.
package players

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/search"
	"pillars/search/alphabeta"
	"pillars/search/mcts"
	"pillars/search/multiseat"
	"pillars/search/simple"
)

// A Kind is a kind of player.
type Kind struct {
	Name string
	Help string
	// bind defines flags for a new configuration, and returns the function that makes a player of it once the flags are
	// set. A kind without bind takes a command line instead of keys.
	bind func(*flag.FlagSet) maker
}

type maker func(name string, rules engine.Rules) (search.Player, error)

// Kinds returns all kinds of players, the weakest first.
func Kinds() []Kind {
	return []Kind{
		{Name: "random", Help: "plays random legal steps", bind: bindRandom},
		{Name: "greedy", Help: "plays the turn with the best evaluation after it",
			bind: keysOf(simple.GreedyConfig{}, simple.NewGreedy)},
		{Name: "practice", Help: "for people: alpha-beta with errors, in ten levels of strength", bind: bindPractice},
		{Name: "uct", Help: "Monte Carlo tree search in its plainest form: UCT with random playouts",
			bind: keysOf(mcts.PlainConfig(), mcts.New)},
		{Name: "mcts", Help: "Monte Carlo tree search with the evaluation at the leaves",
			bind: withBase(keysOf(mcts.DefaultConfig(), mcts.New), keysOf(mcts.BaseConfig(), mcts.New),
				"UCT with the hand-made evaluation")},
		{Name: "multiseat", Help: "depth-first search for any number of seats: best-reply, paranoid or max^n",
			bind: keysOf(multiseat.DefaultConfig(), multiseat.New)},
		{Name: "alphabeta", Help: "alpha-beta search; multiseat in games of more than two seats",
			bind: withBase(keysOf(alphabeta.DefaultConfig(), newAlphaBeta),
				keysOf(alphabeta.BaseConfig(), newAlphaBeta), "all ideas off, with the hand-made evaluation")},
		{Name: search.CommandKind, Help: "a program that speaks UGI (docs/PROTOCOL.md): ugi:./engine --fast"},
	}
}

// Keys returns the keys of a kind with their defaults.
func (k Kind) Keys() *flag.FlagSet {
	flags := search.NewFlags(k.Name)
	if k.bind != nil {
		k.bind(flags)
	}
	return flags
}

// New makes the player that a text describes. The name of a program is the text itself. An error for an unknown kind or
// key lists the known ones.
func New(text string, rules engine.Rules) (search.Player, error) {
	spec, kind, err := parse(text)
	if err != nil {
		return nil, err
	}
	var player search.Player
	switch {
	case !spec.Program():
		player, err = kind.make(spec, rules)
	case spec.Command == "":
		err = fmt.Errorf("the program is missing; write %s:./engine", text)
	default:
		player, err = program(text, spec.Command, rules)
	}
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", text, err)
	}
	return player, nil
}

// parse reads a player's text and finds its kind.
func parse(text string) (spec search.Spec, kind Kind, err error) {
	if spec, err = search.ParseSpec(text); err == nil {
		kind, err = engine.Find("player", spec.Kind, Kinds(), func(k Kind) string { return k.Name })
	}
	return spec, kind, err
}

func (k Kind) make(spec search.Spec, rules engine.Rules) (search.Player, error) {
	flags, make, err := k.set(spec)
	if err != nil {
		return nil, err
	}
	if err := checkAlone(flags); err != nil {
		return nil, err
	}
	return make(search.Name(flags), rules)
}

// set returns the keys of a kind, set to the settings of a player, and the function that makes a player of them.
func (k Kind) set(spec search.Spec) (*flag.FlagSet, maker, error) {
	if k.bind == nil {
		return nil, nil, errors.New("an external program has no keys")
	}
	flags := search.NewFlags(k.Name)
	make := k.bind(flags)
	return flags, make, search.SetKeys(flags, spec.Settings)
}

// Keys returns the keys of a player, with the values that its text gives them. Programs have none.
func Keys(text string) (*flag.FlagSet, error) {
	spec, kind, err := parse(text)
	if err != nil {
		return nil, err
	}
	flags, _, err := kind.set(spec)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", text, err)
	}
	return flags, nil
}

type binder interface{ Bind(*flag.FlagSet) }

// keysOf defines flags for a configuration, and returns the function that makes a player of it.
func keysOf[C any, B interface {
	*C
	binder
}, P search.Player](config C, make func(string, engine.Rules, C) (P, error)) func(*flag.FlagSet) maker {
	return func(flags *flag.FlagSet) maker {
		config := config
		B(&config).Bind(flags)
		return func(name string, rules engine.Rules) (search.Player, error) { return make(name, rules, config) }
	}
}

// withBase adds the key that selects the plain player as a base.
func withBase(bind, plain func(*flag.FlagSet) maker, usage string) func(*flag.FlagSet) maker {
	return func(flags *flag.FlagSet) maker {
		base := search.NewFlags(flags.Name())
		plain(base)
		defer search.BindBase(flags, base, "the plain base: "+usage+"; keys beside it hold")
		return bind(flags)
	}
}

func bindRandom(*flag.FlagSet) maker {
	return func(name string, _ engine.Rules) (search.Player, error) { return simple.NewRandom(name), nil }
}

// newAlphaBeta returns an alpha-beta player or, for more than two seats, a multiseat player in its default mode with
// the settings that both have.
func newAlphaBeta(name string, rules engine.Rules, config alphabeta.Config) (search.Player, error) {
	if rules.Seats() <= 2 {
		return alphabeta.New(name, rules, config)
	}
	switch err := config.Check(); {
	case err != nil:
		return nil, err
	case config.Threads > 1:
		return nil, fmt.Errorf("alphabeta: threads=%d: must be 1 in a game of %d seats", config.Threads, rules.Seats())
	}
	many := multiseat.DefaultConfig()
	many.Settings = config.Settings
	if config.Sound {
		many.Mode, many.Reduction, many.Pruning, many.Quiescence = multiseat.Paranoid, false, false, false
	}
	return multiseat.New(name, rules, many)
}

// Levels is the number of levels of the practice player in every game. Level 1 is the weakest.
const Levels = 10

// DefaultLevel is the level of the practice player without a level in its text.
const DefaultLevel = 5

// Practice returns the text of the practice player of a level.
func Practice(level int) string { return fmt.Sprintf("practice:level=%d", level) }

//go:embed levels.txt
var levels string

func bindPractice(flags *flag.FlagSet) maker {
	level := flags.Int("level", DefaultLevel,
		fmt.Sprintf("strength from 1 to %d, each level about 100 to 200 Elo above the one below", Levels))
	return func(name string, rules engine.Rules) (search.Player, error) {
		text, err := levelText(rules.Game().Name(), *level)
		if err != nil {
			return nil, err
		}
		spec, kind, err := parse(text)
		if err != nil {
			return nil, err
		}
		_, make, err := kind.set(spec)
		if err != nil {
			return nil, err
		}
		return make(name, rules)
	}
}

func levelText(game string, level int) (string, error) {
	if level < 1 || level > Levels {
		return "", fmt.Errorf("level=%d: must be from 1 to %d", level, Levels)
	}
	row := fmt.Sprintf("%s %d ", game, level)
	for line := range strings.Lines(levels) {
		if text, found := strings.CutPrefix(line, row); found {
			return strings.TrimSpace(text), nil
		}
	}
	return "", fmt.Errorf("%s has no level %d", game, level)
}

// Recorded makes a player for games that are stored. A player with a file of weights adds the file's hash to the
// records, because its name holds only the path.
func Recorded(text string, rules engine.Rules) (search.Player, error) {
	player, err := New(text, rules)
	if err != nil {
		return nil, err
	}
	return recorded(player, player.Name())
}

// recorded returns a player under a name, with the hash of its file of weights if it has one.
func recorded(player search.Player, name string) (search.Player, error) {
	hash, err := WeightsHash(player.Name())
	if hash == "" || err != nil {
		return player, err
	}
	return weightedPlayer{player, name, hash}, nil
}

// weightedPlayer is a player with the hash of its file of weights.
type weightedPlayer struct {
	search.Player
	name, hash string
}

func (p weightedPlayer) Name() string { return p.name }

// Facts returns the hash of the file of weights.
func (p weightedPlayer) Facts() []engine.Tag { return weightsFacts(p.hash) }

func weightsFacts(hash string) []engine.Tag { return []engine.Tag{{Name: "Weights", Value: hash}} }

// WeightsFacts returns the facts that a player made by [Recorded] from a file of weights reports.
func WeightsFacts(weights []byte) []engine.Tag { return weightsFacts(hashOf(weights)) }

// MaxWeights is the largest size of a file of weights, in bytes.
const MaxWeights = 16 << 20

// WeightsHash returns the hash of the file of weights that a player's full text names, or "" if the text names none.
func WeightsHash(name string) (string, error) {
	spec, err := search.ParseSpec(name)
	if err != nil || spec.WeightsFile() == "" {
		return "", nil
	}
	data, err := outside.ReadFile(spec.Weights, MaxWeights)
	if err != nil {
		return "", fmt.Errorf("player %q: %w", name, err)
	}
	return hashOf(data), nil
}

func hashOf(weights []byte) string {
	sum := sha256.Sum256(weights)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// Carried returns a function like [Recorded] for files of weights that lie elsewhere than the players' texts say. The
// function find returns the path of a file by its name in the text. The players keep the names by their texts.
func Carried(find func(name string) (path string, err error)) func(string, engine.Rules) (search.Player, error) {
	return func(text string, rules engine.Rules) (search.Player, error) {
		there, err := Locate(text, find)
		if err != nil {
			return nil, err
		}
		if there == text {
			return Recorded(text, rules)
		}
		player, err := New(there, rules)
		if err != nil {
			return nil, err
		}
		return recorded(player, text)
	}
}

// Locate returns a player's text with the path that find returns for its file of weights, if the text names one.
func Locate(text string, find func(name string) (path string, err error)) (string, error) {
	spec, err := search.ParseSpec(text)
	if err != nil || spec.WeightsFile() == "" {
		return text, nil
	}
	path, err := find(spec.Weights)
	if err != nil {
		return "", fmt.Errorf("player %q: %w", text, err)
	}
	return search.With(spec.Without("weights"), "weights", path), nil
}

// Thinks reports whether a player's kind has limits.
func Thinks(text string) bool {
	spec, _ := search.ParseSpec(text) // its kind is valid
	return slices.ContainsFunc(Kinds(), func(kind Kind) bool {
		return kind.Name == spec.Kind && kind.Keys().Lookup("nodes") != nil
	})
}

// Unlimited reports whether a player thinks and has no limit in its own text.
func Unlimited(text string) bool {
	spec, err := search.ParseSpec(text)
	return Thinks(text) && (err != nil || spec.Limits == (search.Limits{}))
}
