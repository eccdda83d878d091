// Package players makes players from texts such as "random", "greedy", "alphabeta:nodes=20000" or
// "mcts:nodes=2000,cpuct=1.4". The text before the colon is the kind of player. After the colon are keys of that kind
// with their values. In "ugi:./engine --threads 2" the text after the colon is the command line of a program.
package players

import (
	"cmp"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/search"
	"pillars/search/alphabeta"
	"pillars/search/mcts"
	"pillars/search/multiseat"
	"pillars/search/simple"
)

// A Kind is a kind of player, such as alphabeta.
type Kind struct {
	Name  string // the name in player texts
	Help  string // one line for experts
	Title string // name of the player for people who play against it; empty for kinds that people are not offered
	Words string // follows the title and says how the player thinks; empty if the title says enough
	// bind defines flags for a new configuration. It returns the function that makes a player with this configuration
	// after the flags were set. The field is nil for the kind of programs, which have no keys.
	bind  func(*flag.FlagSet) maker
	base  func(*flag.FlagSet) maker // like bind, for base=true with the plain defaults; nil for kinds without this key
	plain string                    // describes a player with base=true
}

// A maker is a function that makes a player with the given name.
type maker func(name string, rules engine.Rules) (search.Player, error)

// Kinds returns all kinds of players, the weakest first.
func Kinds() []Kind {
	return []Kind{
		{Name: "random", Help: "plays random legal steps", Title: "Random", bind: bindRandom},
		{Name: "greedy", Help: "plays the turn with the best evaluation after it", Title: "Greedy",
			bind: keysOf(simple.GreedyConfig{}, simple.NewGreedy)},
		{Name: "practice", Help: "for people: alpha-beta with errors, in ten levels of strength",
			Title: "A sparring partner",
			Words: "reads ahead like alpha-beta, but makes mistakes: fewer at each level", bind: bindPractice},
		{Name: "uct", Help: "Monte Carlo tree search in its plainest form: UCT with random playouts",
			Title: "Plain tree search",
			bind:  keysOf(mcts.PlainConfig(), mcts.New)},
		{Name: "mcts", Help: "Monte Carlo tree search with the evaluation at the leaves", Title: "Tree search",
			Words: "tries out thousands of ways the game may go and trusts those that end well",
			bind:  keysOf(mcts.DefaultConfig(), mcts.New), base: keysOf(mcts.BaseConfig(), mcts.New),
			plain: "UCT with the hand-made evaluation"},
		{Name: "multiseat", Help: "depth-first search for any number of seats: best-reply or paranoid",
			bind: keysOf(multiseat.DefaultConfig(), multiseat.New)},
		{Name: "alphabeta", Help: "alpha-beta search; multiseat in games of more than two seats", Title: "Alpha-beta",
			Words: "reads ahead move by move and hardly misses a capture",
			bind:  keysOf(alphabeta.DefaultConfig(), newAlphaBeta), base: keysOf(alphabeta.BaseConfig(), newAlphaBeta),
			plain: "all ideas off, with the hand-made evaluation"},
		{Name: search.CommandKind, Help: "a program that speaks UGI (docs/reference/protocol.md): ugi:./engine --fast"},
	}
}

// Keys returns the keys of a kind as flags, set to their defaults.
func (k Kind) Keys() *flag.FlagSet {
	flags, _ := k.flags(false)
	return flags
}

// flags returns the keys of a kind as flags, set to their defaults, and the function that makes the player. If base is
// true, the defaults are the plain ones that base=true in a text selects.
func (k Kind) flags(base bool) (*flag.FlagSet, maker) {
	flags := search.NewFlags(k.Name)
	bind := k.bind
	if base {
		bind = k.base
	}
	if k.base != nil {
		flags.Bool("base", false, "the plain base: "+k.plain+"; keys beside it hold")
	}
	if bind == nil {
		return flags, nil
	}
	return flags, bind(flags)
}

// New makes the player that a text describes. A player that is a program has the text as its name. If the kind or a key
// is unknown, the error lists the known kinds or keys.
func New(text string, rules engine.Rules) (search.Player, error) {
	spec, kind, err := parse(text)
	if err != nil {
		return nil, err
	}
	var player search.Player
	switch {
	case !spec.Program():
		flags, newPlayer, wrong := kind.set(spec)
		if err = cmp.Or(wrong, checkAlone(flags)); err == nil {
			player, err = newPlayer(search.Name(flags), rules)
		}
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

// parse reads a player's text and finds the player's kind.
func parse(text string) (spec search.Spec, kind Kind, err error) {
	if spec, err = search.ParseSpec(text); err == nil {
		kind, err = engine.Find("player", spec.Kind, Kinds(), func(k Kind) string { return k.Name })
		if err != nil && strings.ContainsAny(text, `/\`) {
			err = fmt.Errorf("unknown player %q; a player that is a program is written %s:%s", text,
				search.CommandKind, text)
		}
	}
	return spec, kind, err
}

// set returns the keys of a kind as flags, set to the settings in spec, and the function that makes the player.
func (k Kind) set(spec search.Spec) (*flag.FlagSet, maker, error) {
	if k.bind == nil {
		return nil, nil, errors.New("an external program has no keys")
	}
	text, _ := spec.Settings.Get("base")
	base, _ := strconv.ParseBool(text) // SetKeys returns an error if text is invalid
	flags, newPlayer := k.flags(base && k.base != nil)
	return flags, newPlayer, search.SetKeys(flags, spec.Settings)
}

// Keys returns the keys of a player as flags, set to the values in the player's text. It returns an error for
// a player that is another program.
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

// keysOf returns the field bind of a [Kind] whose players have configurations of type C. Config holds the defaults, and
// create makes a player from a configuration.
func keysOf[C any, B interface {
	*C
	Bind(*flag.FlagSet)
}, P search.Player](config C, create func(string, engine.Rules, C) (P, error)) func(*flag.FlagSet) maker {
	return func(flags *flag.FlagSet) maker {
		config := config // each flag set has a configuration of its own
		B(&config).Bind(flags)
		return func(name string, rules engine.Rules) (search.Player, error) { return create(name, rules, config) }
	}
}

func bindRandom(*flag.FlagSet) maker {
	return func(name string, _ engine.Rules) (search.Player, error) { return simple.NewRandom(name), nil }
}

// newAlphaBeta returns an alpha-beta player or, for more than two seats, a multiseat player with the same settings.
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
	multi := multiseat.DefaultConfig()
	multi.Settings = config.Settings
	if config.Sound {
		multi.Mode, multi.Reduction, multi.Pruning, multi.Quiescence = multiseat.Paranoid, false, false, false
	}
	return multiseat.New(name, rules, multi)
}

// Levels is the number of levels of the practice player in every game. Level 1 is the weakest.
const Levels = 10

// DefaultLevel is the level of a practice player whose text names no level.
const DefaultLevel = 5

// Practice returns the text of the practice player of the given level.
func Practice(level int) string { return fmt.Sprintf("practice:level=%d", level) }

// levels has a remark in its first line, and then a line "game level player" for each level in each game. The game *
// stands for all games without lines of their own.
//
//go:embed levels.txt
var levels string

// bindPractice is the field bind of the kind practice. The practice player is the player that the text levels lists for
// the level and the game or, if the text does not list the game, for the level and *.
func bindPractice(flags *flag.FlagSet) maker {
	level := flags.Int("level", DefaultLevel,
		fmt.Sprintf("strength from 1 to %d, each level about 100 to 260 Elo above the one below", Levels))
	return func(name string, rules engine.Rules) (search.Player, error) {
		if *level < 1 || *level > Levels {
			return nil, fmt.Errorf("level=%d: must be from 1 to %d", *level, Levels)
		}
		row := fmt.Sprintf(" %d ", *level)
		_, text, found := strings.Cut(levels, "\n"+rules.Game().Name()+row)
		if !found { // a game whose levels nobody has measured
			_, text, _ = strings.Cut(levels, "\n*"+row)
		}
		text, _, _ = strings.Cut(text, "\n")
		spec, kind, err := parse(text)
		if err != nil {
			return nil, err
		}
		_, newPlayer, err := kind.set(spec)
		if err != nil {
			return nil, err
		}
		return newPlayer(name, rules)
	}
}

// Thinks reports whether the player with the given text is of a kind that searches and therefore has limits.
func Thinks(text string) bool {
	spec, _ := search.ParseSpec(text) // even with an error, the spec has the player's kind
	return slices.ContainsFunc(Kinds(), func(kind Kind) bool {
		return kind.Name == spec.Kind && kind.Keys().Lookup("nodes") != nil
	})
}

// Unlimited reports whether a player's kind has limits and its text sets none.
func Unlimited(text string) bool {
	spec, err := search.ParseSpec(text)
	return Thinks(text) && (err != nil || spec.Limits == (search.Limits{}))
}

// Accepts reports whether the player has the given key and its text does not set it.
func Accepts(player, key string) bool {
	keys, err := Keys(player)
	spec, _ := search.ParseSpec(player)
	_, given := spec.Settings.Get(key)
	return err == nil && keys.Lookup(key) != nil && !given
}
