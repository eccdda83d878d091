package tournaments

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/outside"
	"pillars/engine/parallel"
	"pillars/results/keep/session"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// RunFlags holds what a run plays and how, from the flags of the command line and from the run file.
type RunFlags struct {
	cli.RulesFlags
	Spec           tournament.Spec // what the flags set; only the run file can set the field Own
	test           tournament.Test
	Shard          parallel.Shard
	Openings, Book string // the kind of openings, "" for random; the path of a book
	DryRun, Fresh  bool
	JSON           bool // whether to print the run and its games as JSON; the command "measure" prints only answers
	Workers        int
	file, join     string
	tags           []string
	allowEngines   bool

	elsewhere    Elsewhere
	fileOnly     *pflag.FlagSet // settings that only the run file has
	filedOptions []string       // rule options from the run file
}

// register adds the flags that "tournament" and "sprt" have in common, and the settings that only run files have.
func (f *RunFlags) register(cmd *cobra.Command) {
	set, spec := cmd.Flags(), &f.Spec
	set.StringVar(&f.file, "run", "",
		"read players and settings from this `FILE` (TOML), also some without a flag; the command line overrides it")
	f.RulesFlags.Register(cmd)
	set.Uint64Var(&spec.Seed, "seed", 1, cli.SeedUsage)
	set.IntVar(&spec.Openings.Turns, "opening-turns", 4, cli.RandomUsage)
	set.StringVar(&f.Book, "book", "", cli.BookUsage)
	registerControl(set, &spec.Limits, &spec.Clock)
	f.RegisterWork(cmd)

	f.fileOnly = pflag.NewFlagSet("", pflag.ContinueOnError)
	rare, adjudication := f.fileOnly, &spec.Adjudication
	rare.StringVar(&f.Openings, "openings.kind", "", "")
	rare.IntVar(&spec.Limits.Depth, "limits.depth", 0, "")
	rare.DurationVar(&spec.Margin, "limits.margin", tournament.UsualMargin, "")
	rare.BoolVar(&adjudication.Proven, "adjudication.proven", false, "")
	rare.Int32Var((*int32)(&adjudication.AgreeScore), "adjudication.agree-score", 0, "")
	rare.IntVar(&adjudication.AgreeTurns, "adjudication.agree-turns", 0, "")
	rare.IntVar(&adjudication.LongestGame, "adjudication.longest-game", 0, "")
	rare.Var(&parsed[tournament.FaultRule]{&spec.OnFault, tournament.ParseFaultRule}, "on-fault", "")
}

// registerControl adds the flags for the limits and the clock of one player or of all players.
func registerControl(set *pflag.FlagSet, limits *search.Limits, clock *tournament.TimeControl) {
	set.Uint64Var(&limits.Nodes, "nodes", 0, cli.NodesUsage+cli.NoLimit)
	set.DurationVar(&limits.Time, "time", 0, "think at most this long about a turn, such as 500ms"+cli.NoLimit)
	set.Var(&parsed[tournament.TimeControl]{clock, tournament.ParseClock}, "clock",
		"`TIME` of a player for a game, plus an increment per turn: 1m or 1m+600ms; for 40 turns: 40/1m")
}

// RegisterPlace adds the flags for where games are played and stored.
func (f *RunFlags) RegisterPlace(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.Workers, "workers", runtime.GOMAXPROCS(0), cli.WorkersUsage)
	f.elsewhere.Register(cmd)
	cli.DatabaseFlag(cmd)
	cli.QuietFlag(cmd)
}

// RegisterWork adds the flags of [RunFlags.RegisterPlace], and flags for how a run is played and reported.
func (f *RunFlags) RegisterWork(cmd *cobra.Command) {
	set := cmd.Flags()
	f.RegisterPlace(cmd)
	set.StringSliceVar(&f.tags, "tag", nil, "a `TAG` for the run, which commands accept in place of its id; repeatable")
	cli.ShardFlag(cmd, &f.Shard)
	set.BoolVar(&f.DryRun, "dry-run", false, "only print the plan")
	set.BoolVar(&f.Fresh, "fresh", false, cli.FreshUsage)
	set.BoolVar(&f.JSON, "json", false, "print JSON lines: the run, each game as it ends, the results")
}

// CheckWorkers returns an error if --workers has an impossible value, or if flags about remote workers contradict each
// other.
func (f *RunFlags) CheckWorkers() error { return f.elsewhere.Check(f.Workers) }

// settle returns the spec that the flags and players describe, completed by [session.Settle], and its game.
func (f *RunFlags) settle(players []string) (tournament.Spec, engine.Game, error) {
	spec := f.Spec
	rules, options, err := cli.Rules(f.Game, f.allOptions())
	if err := cmp.Or(err, f.CheckWorkers()); err != nil {
		return spec, nil, err
	}
	game := rules.Game()
	spec.Game, spec.Options, spec.Players = game.Name(), options, players
	if err := f.setOpenings(&spec, rules); err != nil {
		return spec, nil, err
	}
	spec, err = session.Settle(spec, game)
	if unlimited, ok := errors.AsType[session.UnlimitedError](err); ok {
		err = fmt.Errorf("%w; write %s, or limit all players with --nodes or --time", err,
			search.With(unlimited.Player, "nodes", 1000))
	}
	return spec, game, cli.Wrong("", err)
}

// setOpenings sets the openings of a spec: to the openings of the book if there is one, or else to a kind of openings.
func (f *RunFlags) setOpenings(spec *tournament.Spec, rules engine.Rules) error {
	switch {
	case f.Book != "" && f.Openings == "all":
		return cli.Usagef("--book and all openings are both asked for; choose one")
	case f.Book != "":
		source, err := f.readBook(rules)
		spec.Openings = source
		return err
	case f.Openings == "all":
		spec.Openings.Kind = openings.All
	case f.Openings != "" && f.Openings != "random":
		return cli.Usagef("openings %q: must be random, all, or book with the name of a book", f.Openings)
	}
	return nil
}

// readBook returns the openings of the book that --book names.
func (f *RunFlags) readBook(rules engine.Rules) (source openings.Source, err error) {
	file, err := outside.Open(f.Book)
	if err == nil {
		defer file.Close()
		source, err = openings.ReadBook(file, filepath.Base(f.Book), rules)
	}
	return source, cli.Wrong("--book", err)
}

// Faults returns an error with [cli.ExitFaults] that says how many games of a run a player's fault ended, and how to
// list them. run is the run's id, or "RUN" for several runs.
func Faults(cmd *cobra.Command, count int, run string) error {
	database := ""
	if file := cli.Database(cmd); file != cli.DefaultDatabase() {
		database = " --db " + outside.Quoted(file)
	}
	return cli.Exit(cli.ExitFaults, fmt.Errorf(
		"%s ended by a player's fault; list them with pillars games %s --faults%s",
		tournament.Counted(count, "game"), run, database))
}

// ToContinue returns a text for the user with the command line that continues the run.
func (f *RunFlags) ToContinue(cmd *cobra.Command) string {
	return "to continue:\n  " + cli.CommandLine(cmd, "fresh") + f.elsewhere.hint()
}

// parsed is a [pflag.Value] whose text is read by the function parse.
type parsed[T fmt.Stringer] struct {
	to    *T // variable to set
	parse func(string) (T, error)
}

// Type implements [pflag.Value].
func (v parsed[T]) Type() string { return "text" }

// String returns the text of the variable's value.
func (v parsed[T]) String() string { return (*v.to).String() }

// Set sets the variable to the value that parse reads from text.
func (v parsed[T]) Set(text string) error {
	value, err := v.parse(text)
	if err != nil {
		return err
	}
	*v.to = value
	return nil
}

// flagKeys maps keys of a run file to the flags with the same effect. All other keys are in fileOnly; see
// [RunFlags.register]. A key whose flag the command lacks is an error. Rule options stand in the table "options",
// players in tables "player".
var flagKeys = map[string]string{
	"game": "game", "rounds": "rounds", "seed": "seed", "workers": "workers", "db": "db", "format": "format",
	"openings.turns": "opening-turns", "openings.book": "book",
	"limits.nodes": "nodes", "limits.time": "time", "limits.clock": "clock", "test.elo0": "elo0", "test.elo1": "elo1",
}

// readFile reads the run file, if there is one, and sets f by it, except for flags that are on the command line. It
// returns args, the players on the command line or, if there are none, the players of the file.
func (f *RunFlags) readFile(cmd *cobra.Command, args []string) ([]string, error) {
	if f.file == "" {
		return args, nil
	}
	text, err := outside.ReadFile(f.file, 1<<20)
	if err != nil {
		return nil, cli.Wrong("--run", err)
	}
	players, err := f.enter(cmd.Flags(), text)
	if err != nil {
		return nil, cli.Wrong("--run "+f.file, err)
	}
	hasLimits := func(c tournament.Control) bool { return c != tournament.Control{} }
	if len(args) > 0 { // args replace the players of the file, and the limits of single players in the file
		players, f.Spec.Own = args, nil
	} else if !slices.ContainsFunc(f.Spec.Own, hasLimits) {
		f.Spec.Own = nil
	}
	return players, nil
}

// enter sets f and the flags in set by the text of a run file, except for flags that are on the command line. It
// returns the players of the file, in order.
func (f *RunFlags) enter(set *pflag.FlagSet, text []byte) (names []string, err error) {
	var file struct {
		Options map[string]any   `toml:"options"`
		Player  []map[string]any `toml:"player"`
	}
	var all map[string]any
	if err := cmp.Or(toml.Unmarshal(text, &all), toml.Unmarshal(text, &file)); err != nil {
		return nil, syntaxError(err)
	}
	delete(all, "options")
	delete(all, "player")
	wrong := setKeys(all, "", func(key string) *pflag.Flag {
		return cmp.Or(f.fileOnly.Lookup(key), set.Lookup(flagKeys[key]))
	})
	for _, option := range slices.Sorted(maps.Keys(file.Options)) {
		value, err := valueText(file.Options[option])
		wrong = append(wrong, wrongValue("options."+option, value, err))
		f.filedOptions = append(f.filedOptions, option+"="+value)
	}
	for i, table := range file.Player {
		player := pflag.NewFlagSet("player", pflag.ContinueOnError)
		name, control := player.String("name", "", ""), tournament.Control{}
		registerControl(player, &control.Limits, &control.Clock)
		player.IntVar(&control.Limits.Depth, "depth", 0, "")
		wrong = append(wrong, setKeys(table, "", player.Lookup)...)
		if strings.TrimSpace(*name) == "" {
			wrong = append(wrong, fmt.Errorf("player %d has no name; give it one with name = \"...\"", i+1))
		}
		names, f.Spec.Own = append(names, *name), append(f.Spec.Own, control)
	}
	const mostWrong = 10 // largest number of errors to show
	wrong = slices.DeleteFunc(wrong, func(err error) bool { return err == nil })
	if len(wrong) > mostWrong {
		wrong = append(wrong[:mostWrong], errors.New("and more"))
	}
	return names, errors.Join(wrong...)
}

// syntaxError returns an error of the TOML reader as one that begins with the number of the line.
func syntaxError(err error) error {
	const most = 300 // largest length of the quoted error, in bytes
	if wrong, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, _ := wrong.Position()
		return fmt.Errorf("line %d: %s", line, outside.Short(strings.TrimPrefix(wrong.Error(), "toml: "), most))
	}
	return errors.New(outside.Short(err.Error(), most))
}

// deepest is the largest depth of nested tables that enter reads from a run file. A run file needs a depth of 2.
const deepest = 8

// setKeys sets the values of a table, whose keys begin with prefix. The function find returns the flag of a key or nil.
// It returns an error for each key that is unknown or whose flag rejects the value.
func setKeys(table map[string]any, prefix string, find func(key string) *pflag.Flag) (wrong []error) {
	for _, name := range slices.Sorted(maps.Keys(table)) {
		key := prefix + name
		inner, isTable := table[name].(map[string]any)
		if isTable && strings.Count(key, ".") < deepest {
			wrong = append(wrong, setKeys(inner, key+".", find)...)
			continue
		}
		flag := find(key)
		if flag == nil {
			wrong = append(wrong, fmt.Errorf("unknown key: %s", outside.Short(key, 100)))
			continue
		}
		value, err := valueText(table[name])
		if err == nil && !flag.Changed { // the command line has not set the flag
			err = flag.Value.Set(value)
		}
		wrong = append(wrong, wrongValue(key, value, err))
	}
	return wrong
}

// wrongValue returns err with the key and the value in front, or nil if err is nil.
func wrongValue(key, value string, err error) error {
	if err == nil {
		return nil
	}
	const most = 100 // largest length of each quoted text, in bytes
	return fmt.Errorf("%s = %s: %s", outside.Short(key, most), outside.Short(value, most),
		outside.Short(err.Error(), most))
}

// valueText returns the text of a value, as a flag takes it.
func valueText(value any) (string, error) {
	switch value := value.(type) {
	case string, int64, bool:
		return fmt.Sprint(value), nil
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64), nil
	}
	return "", errors.New("must be a text, a number, or true or false")
}

// allOptions returns the rule options of the run file and of --option, which takes precedence for the same option.
func (f *RunFlags) allOptions() []string {
	nameOf := func(option string) string {
		name, _, _ := strings.Cut(option, "=")
		return name
	}
	filed := slices.DeleteFunc(slices.Clone(f.filedOptions), func(option string) bool {
		return slices.ContainsFunc(f.Options, func(given string) bool { return nameOf(given) == nameOf(option) })
	})
	return append(filed, f.Options...)
}
