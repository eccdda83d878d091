package tournaments

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

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
	"pillars/tournament/runfile"
)

// RunFlags holds the values of the flags that say what a run plays and how. Run files set the same flags.
type RunFlags struct {
	cli.RulesFlags
	Spec                tournament.Spec
	test                tournament.Test
	Shard               parallel.Shard
	Openings, Book      string
	DryRun, Fresh, JSON bool
	Workers             int
	file, join          string
	agreeChance         float64
	playerLimits, tags  []string
	allowEngines        bool

	elsewhere    Elsewhere
	shared       *Elsewhere           // takes the place of elsewhere if Share was called; otherwise nil
	filedOptions []string             // rule options from the run file
	filedLimits  []tournament.Control // limits by player from the run file; nil if no player has limits
}

// register adds the flags that "tournament" and "sprt" have in common.
func (f *RunFlags) register(cmd *cobra.Command) {
	set, spec := cmd.Flags(), &f.Spec
	set.StringVar(&f.file, "run", "", "read players and flags from this `FILE` (TOML); the command line overrides it")
	cli.Complete(cmd, "run", cli.CompleteFiles("toml"))
	f.RulesFlags.Register(cmd)
	set.Uint64Var(&spec.Seed, "seed", 1, cli.SeedUsage)
	f.RegisterOpenings(cmd, &spec.Openings.Turns)
	registerControl(set, &spec.Limits, &spec.Clock)
	set.StringArrayVar(&f.playerLimits, "player-limits", nil,
		"`LIMITS` of one player, by number: 2:nodes=500,clock=1m+1s; repeatable")
	set.DurationVar(&spec.Margin, "time-margin", 500*time.Millisecond,
		"how far a player may exceed --time or the clock before losing the game")
	adjudication := &spec.Adjudication
	set.BoolVar(&adjudication.Proven, "adjudicate-proven", false,
		"end a game when the players agree on a proven result")
	set.Int32Var((*int32)(&adjudication.AgreeScore), "agree-score", 0,
		"end a game when both players score one seat ahead by `SCORE` or more, in 1/100 logit (default: never)")
	set.Float64Var(&f.agreeChance, "agree-chance", 0,
		"the same when both expect this `RESULT` or more for one seat, such as .99 (default: never)")
	set.IntVar(&adjudication.AgreeTurns, "agree-turns", 0,
		"turns in a row for which both must agree by --agree-score or --agree-chance (default: never)")
	set.IntVar(&adjudication.LongestGame, "longest-game", 0, "draw a game after this many turns; 0 for never")
	set.Var(&parsed[tournament.FaultRule]{&spec.OnFault, tournament.ParseFaultRule}, "on-fault",
		"what a fault means: `RULE` is loss, void (the game does not count) or stop (a loss that stops the run)")
	cli.CompleteChoice(cmd, "on-fault", "loss", "void", "stop")
	f.RegisterWork(cmd)
}

// RegisterOpenings adds the flags that choose the openings, for [RunFlags.SetOpenings].
func (f *RunFlags) RegisterOpenings(cmd *cobra.Command, turns *int) {
	set := cmd.Flags()
	set.StringVar(&f.Openings, "openings", "random",
		"`KIND` of openings: random (as random play reaches them), all of --opening-turns turns (each once), or book")
	set.IntVar(turns, "opening-turns", 4, cli.RandomUsage+"; with --openings all, all turns")
	set.StringVar(&f.Book, "book", "", cli.BookUsage)
	cli.CompleteChoice(cmd, "openings", "random", "all", "book")
}

// registerControl adds the flags of one player's or of all players' limits and clock.
func registerControl(set *pflag.FlagSet, limits *search.Limits, clock *tournament.TimeControl) {
	set.Uint64Var(&limits.Nodes, "nodes", 0, cli.NodesUsage+cli.NoLimit)
	set.DurationVar(&limits.Time, "time", 0, "think at most this long about a turn, such as 500ms"+cli.NoLimit)
	set.IntVar(&limits.Depth, "depth", 0, cli.DepthUsage+cli.NoLimit)
	set.Var(&parsed[tournament.TimeControl]{clock, tournament.ParseClock}, "clock",
		"`TIME` of a player for a game, plus an increment per turn: 1m or 1m+600ms")
}

// RegisterPlace adds the flags for where games are played and stored.
func (f *RunFlags) RegisterPlace(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.Workers, "workers", runtime.NumCPU(), cli.WorkersUsage)
	f.elsewhere.Register(cmd)
	cli.DatabaseFlag(cmd)
	cmd.Flags().StringSliceVar(&f.tags, "tag", nil,
		"a `TAG` for the run, which commands accept in place of its id; repeatable")
	cli.QuietFlag(cmd)
}

// Share makes f use the workers and the tags of other.
func (f *RunFlags) Share(other *RunFlags) {
	f.Workers, f.tags, f.shared = other.Workers, other.tags, &other.elsewhere
}

// RegisterWork adds the flags of [RunFlags.RegisterPlace], and those for how a run is played and reported.
func (f *RunFlags) RegisterWork(cmd *cobra.Command) {
	set := cmd.Flags()
	f.RegisterPlace(cmd)
	cli.ShardFlag(cmd, &f.Shard)
	set.BoolVar(&f.DryRun, "dry-run", false, "only print the games to be played, with --json all of them")
	set.BoolVar(&f.Fresh, "fresh", false, cli.FreshUsage)
	set.BoolVar(&f.JSON, "json", false, "print JSON lines: the run, each game as it ends, the results")
}

// CheckWorkers returns an error if --workers is impossible, or if flags about remote workers contradict each other.
func (f *RunFlags) CheckWorkers() error {
	if f.shared != nil {
		return nil // the flags passed to Share are checked instead
	}
	return f.elsewhere.Check(f.Workers)
}

// settle returns the spec that the flags and players describe, completed by [session.Settle], and its game.
func (f *RunFlags) settle(players []string) (tournament.Spec, engine.Game, error) {
	spec := f.Spec
	rules, options, err := cli.Rules(f.Game, f.allOptions())
	if err := cmp.Or(err, f.CheckWorkers()); err != nil {
		return spec, nil, err
	}
	game := rules.Game()
	spec.Game, spec.Options, spec.Players = game.Name(), options, players
	if err := f.SetOpenings(&spec, rules); err != nil {
		return spec, nil, err
	}
	if err := cmp.Or(f.setOwnLimits(&spec), f.setAgreement(&spec, rules)); err != nil {
		return spec, nil, err
	}
	spec, err = session.Settle(spec, game)
	if unlimited, ok := errors.AsType[session.UnlimitedError](err); ok {
		err = fmt.Errorf("%w; write %s, or limit all players with --nodes or --time", err,
			search.With(unlimited.Player, "nodes", 1000))
	}
	if err != nil {
		return spec, nil, cli.Usagef("%w", err)
	}
	return spec, game, nil
}

// SetOpenings sets the openings of a spec that --openings and --book describe. It reads the book.
func (f *RunFlags) SetOpenings(spec *tournament.Spec, rules engine.Rules) error {
	switch {
	case f.Openings == "book" && f.Book == "":
		return cli.Usagef("--openings book: the file is missing; name it with --book")
	case f.Book != "" && f.Openings != "book" && f.Openings != "random":
		return cli.Usagef("--book and --openings %s are both given; choose one", f.Openings)
	case f.Book != "":
		file, err := outside.Open(f.Book)
		if err == nil {
			defer file.Close()
			spec.Openings, err = openings.ReadBook(file, filepath.Base(f.Book), rules)
		}
		if err != nil {
			return cli.Usagef("--book: %w", err)
		}
	case f.Openings == "all":
		spec.Openings.Kind = openings.All
	case f.Openings != "random":
		return cli.Usagef("--openings %s: must be random, all or book", f.Openings)
	}
	return nil
}

// setAgreement sets the score of agreement for the expected result of --agree-chance. Each player's calibration gives a
// score for this result; the greatest one counts. The spec stores it, so new calibrations do not change the run.
func (f *RunFlags) setAgreement(spec *tournament.Spec, rules engine.Rules) error {
	score := &spec.Adjudication.AgreeScore
	switch {
	case f.agreeChance == 0:
		return nil
	case *score != 0:
		return cli.Usagef("--agree-score and --agree-chance are both given; choose one")
	case !(f.agreeChance > .5 && f.agreeChance < 1):
		return cli.Usagef("--agree-chance %v: must be above 0.5 and below 1", f.agreeChance)
	}
	for _, player := range spec.Players {
		chances, err := search.ChancesOf(player, rules)
		if err != nil {
			return err
		}
		*score = max(*score, chances.Sure(f.agreeChance))
	}
	return nil
}

// Faults returns an error with [cli.ExitFaults] that says how many games of a run a player's fault ended, and how to
// list them. run is the run's id, or "RUN" for several runs.
func Faults(cmd *cobra.Command, count int, run string) error {
	database := ""
	if file := cli.Database(cmd); file != cli.DefaultDatabase() {
		database = " --db " + outside.Quoted(file)
	}
	return cli.Exit(cli.ExitFaults, fmt.Errorf(
		"%s ended by a player's fault; list them with pillars games list %s --faults%s",
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

func (v parsed[T]) Type() string { return "text" }

func (v parsed[T]) String() string { return (*v.to).String() }

func (v parsed[T]) Set(text string) error {
	value, err := v.parse(text)
	if err != nil {
		return err
	}
	*v.to = value
	return nil
}

// fileKeys maps the keys of a run file to the flags that they set. If a command lacks the flag, the key is an error. In
// the file, keys with "player." stand in the table of a player. Rule options stand in the table "options".
var fileKeys = map[string]string{
	"game": "game", "rounds": "rounds", "seed": "seed", "workers": "workers", "db": "db", "on-fault": "on-fault",
	"format": "format", "challengers": "challengers",
	"openings.kind": "openings", "openings.turns": "opening-turns", "openings.book": "book",
	"limits.nodes": "nodes", "limits.time": "time", "limits.depth": "depth", "limits.clock": "clock",
	"limits.margin": "time-margin", "adjudication.proven": "adjudicate-proven",
	"adjudication.agree-score": "agree-score", "adjudication.agree-turns": "agree-turns",
	"adjudication.agree-chance": "agree-chance",
	"adjudication.longest-game": "longest-game", "test.elo0": "elo0", "test.elo1": "elo1", "test.alpha": "alpha",
	"test.beta": "beta", "test.model": "model", "player.name": "name", "player.nodes": "nodes",
	"player.time": "time", "player.depth": "depth", "player.clock": "clock",
}

// mostWrong is the greatest number of wrong settings that an error of enter shows.
const mostWrong = 10

// readFile sets flags from the run file, if there is one. Flags on the command line keep their values. readFile returns
// args, the players on the command line or, if there are none, the players of the file.
func (f *RunFlags) readFile(cmd *cobra.Command, args []string) ([]string, error) {
	if f.file == "" {
		return args, nil
	}
	text, err := outside.ReadFile(f.file, 1<<20)
	if err != nil {
		return nil, cli.Usagef("--run: %w", err)
	}
	settings, err := runfile.Read(text)
	var players []string
	if err == nil {
		players, err = f.enter(cmd.Flags(), settings)
	}
	if err != nil {
		return nil, cli.Usagef("--run %s: %w", f.file, err)
	}
	hasLimits := func(c tournament.Control) bool { return c != tournament.Control{} }
	if len(args) > 0 { // these replace the players of the file, to whom its limits belong
		players, f.filedLimits = args, nil
	} else if !slices.ContainsFunc(f.filedLimits, hasLimits) {
		f.filedLimits = nil
	}
	return players, nil
}

// enter sets flags, f.filedOptions and f.filedLimits from the settings of a run file. Flags on the command line keep
// their values. It returns the players of the file, in order. Its error names up to mostWrong wrong settings.
func (f *RunFlags) enter(set *pflag.FlagSet, settings []runfile.Setting) (players []string, err error) {
	var names []*string
	var controls []*tournament.Control
	var playerSet *pflag.FlagSet // flags of the player whose table is being read
	wrongSettings := 0
	for _, s := range settings {
		var wrong error
		option, isOption := strings.CutPrefix(s.Key, "options.")
		flag := set.Lookup(fileKeys[s.Key])
		if strings.HasPrefix(s.Key, "player") {
			flag = nil
			if s.Player > len(names) { // the table of the next player begins
				playerSet = pflag.NewFlagSet("player", pflag.ContinueOnError)
				control := &tournament.Control{}
				names, controls = append(names, playerSet.String("name", "", "")), append(controls, control)
				registerControl(playerSet, &control.Limits, &control.Clock)
				cli.PlainValues(playerSet)
				continue
			}
			if s.Player > 0 {
				flag = playerSet.Lookup(fileKeys[s.Key])
			}
		}

		switch {
		case isOption && !strings.Contains(option, ".") && s.Kind != "table":
			f.filedOptions = append(f.filedOptions, option+"="+s.Value)
		case flag == nil:
			wrong = fmt.Errorf("unknown keys: %w", s.Errorf("unknown field"))
		case !flag.Changed: // the command line has not set it
			wrong = setFlag(flag, s)
		}
		if wrong == nil {
			continue
		}
		if wrongSettings++; wrongSettings > mostWrong {
			return nil, errors.Join(err, errors.New("and more"))
		}
		err = errors.Join(err, wrong)
	}
	slices.Sort(f.filedOptions)
	for i, name := range names {
		players = append(players, *name)
		if err == nil && strings.TrimSpace(*name) == "" {
			err = fmt.Errorf("player %d has no name; give it one with name = \"...\"", i+1)
		}
		f.filedLimits = append(f.filedLimits, *controls[i])
	}
	return players, err
}

// setFlag sets a flag to the value of a setting. It returns an error if the value has another type than the flag. The
// names of flag types are those that cli.PlainValues sets.
func setFlag(flag *pflag.Flag, s runfile.Setting) error {
	kinds := map[string]string{"N": "integer", "NODES": "integer", "float64": "float", "bool": "boolean"}
	if err := s.Check(cmp.Or(kinds[flag.Value.Type()], "string")); err != nil {
		return err
	}
	if err := flag.Value.Set(s.Value); err != nil {
		return s.Errorf("%v", err)
	}
	return nil
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

// setOwnLimits sets the limits of single players from --player-limits and the run file. The flag takes precedence.
func (f *RunFlags) setOwnLimits(spec *tournament.Spec) error {
	if len(f.playerLimits)+len(f.filedLimits) == 0 {
		return nil
	}
	spec.Own = slices.Clone(f.filedLimits)
	if len(spec.Own) == 0 {
		spec.Own = make([]tournament.Control, len(spec.Players))
	}
	if err := tournament.ParseControls(f.playerLimits, spec.Own); err != nil {
		return cli.Usagef("--player-limits%w", err) // err begins with a blank or a colon
	}
	return nil
}
