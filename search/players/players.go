// Package players makes players from text: "random", "greedy", "alphabeta:nodes=20000", "mcts:nodes=2000,cpuct=1.4".
// The text before the colon is the kind, the rest are keys of that kind with their values. "ugi:./engine --threads 2"
// is a program of its own, with its arguments.
package players

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/eval"
	"pillars/search"
	"pillars/search/alphabeta"
	"pillars/search/mcts"
	"pillars/search/multiseat"
	"pillars/search/simple"
)

// Kind is a kind of player.
type Kind struct {
	Name string
	Help string
	// bind makes flags of a new configuration and returns what makes a player of it once the flags are set. A kind
	// without it takes a command line in place of keys.
	bind func(*flag.FlagSet) maker
}

type maker func(name string, rules engine.Rules) (search.Player, error)

// Kinds are all kinds of players, the weakest first.
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

// Keys lists the keys of a kind.
func (k Kind) Keys() *flag.FlagSet {
	flags := search.NewFlags(k.Name)
	if k.bind != nil {
		k.bind(flags)
	}
	return flags
}

// New makes the player that text describes. A program's name is the text as it was given. Errors say what is possible.
func New(text string, rules engine.Rules) (search.Player, error) {
	kind, command, err := search.SplitText(text)
	switch {
	case err != nil || kind != search.CommandKind:
		return build(text, text, rules, search.Name)
	case len(command) == 0:
		return nil, fmt.Errorf("player %q: the program is missing; write %s:./engine", text, text)
	}
	player, err := program(text, command[0], rules)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", text, err)
	}
	return player, nil
}

func build(given, text string, rules engine.Rules, name func(*flag.FlagSet) string) (search.Player, error) {
	flags, make, err := parse(text)
	if err != nil {
		return nil, err
	}
	if err := checkAlone(text); err != nil {
		return nil, fmt.Errorf("player %q: %w", given, err)
	}
	player, err := make(name(flags), rules)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", given, err)
	}
	return player, nil
}

// parse makes of a text that is no command line the keys of its kind, as they are set, and what makes a player of them.
func parse(text string) (*flag.FlagSet, maker, error) {
	kindName, keys, err := search.SplitText(text)
	if err != nil {
		return nil, nil, err
	}
	kind, err := engine.Find("player", kindName, Kinds(), func(k Kind) string { return k.Name })
	if err != nil {
		return nil, nil, err
	}
	if kind.bind == nil {
		return nil, nil, fmt.Errorf("player %q is an external program, which has no keys", text)
	}
	flags := search.NewFlags(kind.Name)
	make := kind.bind(flags)
	if err := search.SetKeys(flags, keys); err != nil {
		return nil, nil, fmt.Errorf("player %q: %w", text, err)
	}
	return flags, make, nil
}

// Keys are the keys of a player that is no program, with the values that its text gives them.
func Keys(text string) (*flag.FlagSet, error) {
	flags, _, err := parse(text)
	return flags, err
}

type binder interface{ Bind(*flag.FlagSet) }

// keysOf makes flags of a configuration's fields, and players of what they are set to.
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

// withBase adds the key that stands for a plain base.
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

// newAlphaBeta takes the same ideas to more seats, as far as they apply, in the mode that is best by default.
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

// Levels is how many levels of strength the practice player has in every game, from 1, the weakest, on.
const Levels = 10

// DefaultLevel is the level of the practice player who is told none.
const DefaultLevel = 5

// Practice is the text of the practice player on a level.
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
		_, make, err := parse(text)
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

// Recorded makes a player for games that are kept: where it was given a file of weights it tells for the records what
// that held, since its name tells only where the file lies.
func Recorded(text string, rules engine.Rules) (search.Player, error) {
	return withWeights(New(text, rules))
}

// StoredRecorded is [Recorded] for stored texts, whose keys may have former names. The player keeps the name it was
// stored with, so that runs go on.
func StoredRecorded(text string, rules engine.Rules) (search.Player, error) {
	if !search.HasFormerWords(text) {
		return Recorded(text, rules)
	}
	return withWeights(build(text, search.CurrentText(text), rules, func(flags *flag.FlagSet) string {
		name := search.FormerText(search.Name(flags))
		setFormerDefaults(flags, rules)
		return name
	}))
}

// setFormerDefaults gives keys that are not given the values that they had when keys had their former names: there were
// no networks then, and beyond two seats neither learned weights nor policies; alpha-beta had wide margins, and tree
// search a smaller lcb. PUCT took all of cpuct for any number of seats.
func setFormerDefaults(flags *flag.FlagSet, rules engine.Rules) {
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	set := func(key, former string) {
		if !given[key] {
			_ = flags.Set(key, former)
		}
	}
	many := rules.Seats() > 2
	if weights := flags.Lookup("weights"); weights != nil && weights.Value.String() == "" {
		former := "patterns"
		if many {
			former = eval.HandMade
		}
		_ = flags.Set("weights", former)
	}
	switch {
	case flags.Name() == "alphabeta":
		set("margins", "wide")
	case flags.Name() == "mcts" && !given["base"]:
		set("flatten", "2")
		set("tail", "0")
		set("lcb", "0.5")
		if many {
			set("priors", "ordering")
		}
	}
	selection := flags.Lookup("select")
	if many && selection != nil && selection.Value.String() == "puct" && (!given["base"] || given["cpuct"]) {
		constant := flags.Lookup("cpuct").Value
		former, _ := strconv.ParseFloat(constant.String(), 64)
		_ = constant.Set(strconv.FormatFloat(former*float64(rules.Seats())/2, 'g', -1, 64))
	}
}

func withWeights(player search.Player, err error) (search.Player, error) {
	if err != nil {
		return nil, err
	}
	hash, err := WeightsHash(player.Name())
	if hash == "" || err != nil {
		return player, err
	}
	return weightedPlayer{player, hash}, nil
}

// weightedPlayer is a player with the hash of its file of weights.
type weightedPlayer struct {
	search.Player
	hash string
}

// Facts is the hash, for the records.
func (p weightedPlayer) Facts() []engine.Tag { return weightsFacts(p.hash) }

func weightsFacts(hash string) []engine.Tag { return []engine.Tag{{Name: "Weights", Value: hash}} }

// WeightsFacts returns what a player made by [Recorded] from a file of weights tells of it for the records.
func WeightsFacts(weights []byte) []engine.Tag { return weightsFacts(hashOf(weights)) }

// WeightsFile is the file of weights that a player's full text names, if it names one. That of a program is its own
// affair.
func WeightsFile(name string) (path string, given bool) {
	_, keys, _ := search.SplitText(name)
	for _, key := range keys {
		if path, given := strings.CutPrefix(key, "weights="); given && eval.IsFile(path) {
			return path, true
		}
	}
	return "", false
}

// MaxWeights is the most bytes of a file of weights.
const MaxWeights = 16 << 20

// WeightsHash names what the file of weights holds that a player's full text names; it is empty where none is named.
func WeightsHash(name string) (string, error) {
	path, given := WeightsFile(name)
	if !given {
		return "", nil
	}
	data, err := outside.ReadFile(path, MaxWeights)
	if err != nil {
		return "", fmt.Errorf("player %q: %w", name, err)
	}
	return hashOf(data), nil
}

func hashOf(weights []byte) string {
	sum := sha256.Sum256(weights)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// Carried is [StoredRecorded] where files of weights lie under other names than those that players know them by; find
// tells them. The players keep their names.
func Carried(find func(name string) (path string, err error)) func(string, engine.Rules) (search.Player, error) {
	return func(text string, rules engine.Rules) (search.Player, error) {
		there, err := Locate(text, find)
		if err != nil {
			return nil, err
		}
		player, err := StoredRecorded(there, rules)
		if err != nil || there == text {
			return player, err
		}
		return carriedPlayer{player.(weightedPlayer), text}, nil
	}
}

// Locate is a player's text with the path of its file of weights, if it names one.
func Locate(text string, find func(name string) (path string, err error)) (string, error) {
	name, given := WeightsFile(text)
	if !given {
		return text, nil
	}
	path, err := find(name)
	if err != nil {
		return "", fmt.Errorf("player %q: %w", text, err)
	}
	return strings.Replace(text, "weights="+name, "weights="+path, 1), nil
}

// carriedPlayer has the name that it is known by elsewhere.
type carriedPlayer struct {
	weightedPlayer
	name string
}

func (p carriedPlayer) Name() string { return p.name }

// Thinks reports whether a player is of a kind that has limits to its thinking.
func Thinks(text string) bool {
	name, _, _ := strings.Cut(text, ":")
	return slices.ContainsFunc(Kinds(), func(kind Kind) bool {
		return kind.Name == name && kind.Keys().Lookup("nodes") != nil
	})
}

// Unlimited reports whether a player thinks, and its own text sets no limit to that.
func Unlimited(text string) bool {
	limits, err := search.LimitsOf(text)
	return Thinks(text) && (err != nil || limits == (search.Limits{}))
}
