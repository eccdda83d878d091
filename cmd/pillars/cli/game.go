package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/outside"
	"pillars/engine/pgn"
	"pillars/engine/typed"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/search/players"
)

// RulesFlags holds the values of --game and --option.
type RulesFlags struct {
	Game    string
	Options []string
}

// Register adds the flags.
func (f *RulesFlags) Register(cmd *cobra.Command) {
	GameFlag(cmd, &f.Game)
	OptionFlag(cmd, &f.Options)
}

// Rules returns the rules that the flags describe, and the settings that --option gives.
func (f *RulesFlags) Rules() (engine.Rules, engine.Settings, error) { return Rules(f.Game, f.Options) }

// Rules returns the rules of the named game with options such as "size=5", and the options as settings. Its errors name
// the flags --game and --option.
func Rules(name string, options []string) (engine.Rules, engine.Settings, error) {
	game, err := games.Find(name)
	if err != nil {
		return nil, nil, Usagef("--game: %w", err)
	}
	settings, err := engine.ParseSettings(options)
	var rules engine.Rules
	if err == nil {
		rules, err = game.New(settings)
	}
	if err != nil {
		return nil, nil, Usagef("--option: %w", err)
	}
	return rules, settings, nil
}

// GameFlags holds the values of --game, --option and --position.
type GameFlags struct {
	RulesFlags
	text string // value of --position
}

// Position returns the position that the flags ask for.
func (f *GameFlags) Position(cmd *cobra.Command) (engine.Position, error) {
	rules, settings, err := f.Rules()
	if err != nil {
		return nil, err
	}
	if !cmd.Flags().Changed("position") {
		return rules.Start(), nil
	}
	p, err := rules.Game().Read(f.text, settings)
	if err != nil {
		return nil, Usagef("--position: %w", err)
	}
	return p, nil
}

// AddGameFlags adds the flags for a game and its position to cmd, and returns cmd.
func AddGameFlags(flags *GameFlags, cmd *cobra.Command) *cobra.Command {
	flags.Register(cmd)
	cmd.Flags().StringVar(&flags.text, "position", "",
		"start from this position `TEXT`, not from the start of the game")
	return cmd
}

// Usage texts of flags that several commands have.
const (
	NodesUsage   = "search at most this many nodes (positions) for a decision"
	DepthUsage   = "search at most this many steps ahead"
	NoLimit      = " (default: no limit)"
	SeedUsage    = "seed of all random choices"
	WorkersUsage = "number of parallel workers in this process"
	ForceUsage   = "replace existing files"
	RandomUsage  = "random turns after the set-up that begin each game"
	FreshUsage   = "start over even if the same run is stored"
	BookUsage    = "play the openings of this `FILE` (see pillars book)"
)

// GameFlag adds --game.
func GameFlag(cmd *cobra.Command, name *string) {
	names := GameNames()
	cmd.Flags().StringVarP(name, "game", "g", names[0], "`GAME`: "+strings.Join(names, ", "))
}

// OptionFlag adds --option.
func OptionFlag(cmd *cobra.Command, options *[]string) {
	cmd.Flags().StringArrayVar(options, "option", nil, "rule option `name=value`; repeatable (see pillars rules)")
}

// GameNames returns the names of all games.
func GameNames() (names []string) {
	for _, game := range games.All() {
		names = append(names, game.Name())
	}
	return names
}

// PlayedFlags holds the values of flags that describe a game so far: either a position and the steps played from it, or
// a saved game, from a PGN file or the database.
type PlayedFlags struct {
	GameFlags
	Record       engine.Record // record of the saved game, which History sets
	stored       string        // saved game of the database as RUN/GAME, the argument of the command; may be empty
	steps, turns string        // values of --steps and --turns, which are played from the position
	pgn          string        // path of the PGN file of the saved game; may be empty
	number       int           // number of the game in the PGN file, from 1; 0 for the only game
	strict       bool          // whether a game of the PGN file with a fault is refused
	turn         int           // with --turn: last turn of the saved game to replay; 0 for none
}

// load reads the saved game, which the argument or, without one, --pgn names.
func (f *PlayedFlags) load(cmd *cobra.Command) (h *engine.History, record engine.Record, err error) {
	if f.stored == "" {
		entry, err := pgn.Load(f.pgn, f.number)
		if err == nil {
			h, record, err = entry.Replay(games.Find)
		}
		switch {
		case err == nil && f.strict && len(entry.Faults) > 0:
			err = entry.Faults[0]
		case err == nil:
			for _, fault := range entry.Faults {
				cmd.PrintErrf("note: %s: %v\n", outside.Visible(f.pgn, ""), fault)
			}
			return h, record, nil
		}
		return nil, record, Usagef("--pgn %s: %w", f.pgn, err)
	}
	err = WithStore(cmd, func(db *store.Store) error {
		stored, err := FindGame(cmd.Context(), db, f.stored)
		if err != nil {
			return err
		}
		game, err := games.Find(stored.Record.Game)
		if err != nil {
			return err
		}
		record = stored.Record
		h, err = record.Replay(game)
		return err
	})
	return h, record, err
}

// IsPGN reports whether a word names a PGN file.
func IsPGN(word string) bool { return strings.EqualFold(filepath.Ext(word), ".pgn") }

// AddPlayedFlags adds the flags and the argument of [PlayedFlags] to cmd, and returns cmd.
func AddPlayedFlags(flags *PlayedFlags, cmd *cobra.Command) *cobra.Command {
	cmd.Use += " [RUN/GAME | FILE.pgn]"
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && IsPGN(args[0]) && flags.pgn == "" {
			flags.pgn = args[0]
			return nil
		}
		if len(args) != 1 || !strings.Contains(args[0], "/") {
			return NoArguments(cmd, args)
		}
		flags.stored = args[0]
		return nil
	}
	DatabaseFlag(cmd)
	cmd.Flags().StringVar(&flags.steps, "steps", "", "first play these `STEPS` or whole turns, separated by spaces")
	cmd.Flags().StringVar(&flags.turns, "turns", "", "first play these whole `TURNS`, separated by spaces")
	cmd.Flags().StringVar(&flags.pgn, "pgn", "", "take the game from this PGN `FILE`")
	cmd.Flags().IntVar(&flags.number, "number", 0,
		"with --pgn: number of the game in the file, from 1 (default: the only game)")
	cmd.Flags().BoolVar(&flags.strict, "strict", false, "with --pgn: refuse a game that has a fault")
	cmd.Flags().IntVar(&flags.turn, "turn", 0,
		"of a saved game: stop after this `TURN`; 0 is the start (default: the last)")
	return AddGameFlags(&flags.GameFlags, cmd)
}

// saved returns the history of the saved game up to --turn, and sets f.Game and f.Record. It returns an error if other
// flags also say what is played.
func (f *PlayedFlags) saved(cmd *cobra.Command) (h *engine.History, err error) {
	if f.pgn != "" && f.stored != "" {
		return nil, Usagef("%s and --pgn %s both name a game; leave one out", f.stored, f.pgn)
	}
	for _, name := range []string{"option", "position", "steps", "turns"} {
		if cmd.Flags().Changed(name) {
			return nil, Usagef("--%s is given with a saved game, which says what is played; leave one out", name)
		}
	}
	if h, f.Record, err = f.load(cmd); err != nil {
		return nil, err
	}
	if cmd.Flags().Changed("game") && f.Game != f.Record.Game {
		return nil, Usagef("--game %s: the saved game is one of %s; leave --game out", f.Game, f.Record.Game)
	}
	f.Game = f.Record.Game
	if !cmd.Flags().Changed("turn") {
		return h, nil
	}
	if err := Between("turn", f.turn, 0, len(f.Record.Turns)); err != nil {
		return nil, err
	}
	return h.AfterTurn(f.turn), nil
}

// History returns the history of the saved game that the flags name or, without one, of the steps that they give.
func (f *PlayedFlags) History(cmd *cobra.Command) (*engine.History, error) {
	if f.pgn != "" || f.stored != "" {
		return f.saved(cmd)
	}
	for _, name := range []string{"number", "turn"} {
		if cmd.Flags().Changed(name) {
			return nil, Usagef("--%s is for a saved game; name its file with --pgn", name)
		}
	}
	start, err := f.Position(cmd)
	if err != nil {
		return nil, err
	}
	if f.steps != "" && f.turns != "" {
		return nil, Usagef("--steps and --turns are both given; write all steps and turns in one of them")
	}
	h := engine.NewHistory(start)
	if err := typed.Play(h, f.steps, true); err != nil { // true: a word may be a single step
		return nil, Usagef("--steps: %w", err)
	}
	if err := typed.Play(h, f.turns, false); err != nil { // false: every word is a whole turn
		return nil, Usagef("--turns: %w", err)
	}
	return h, nil
}

// WholeGame reports whether the flags name a saved game and leave --turn out.
func (f *PlayedFlags) WholeGame(cmd *cobra.Command) bool {
	return (f.pgn != "" || f.stored != "") && !cmd.Flags().Changed("turn")
}

// LimitFlags holds the values of the flags that limit a player's thinking.
type LimitFlags search.Limits

// defaultTime limits a decision if neither the flags nor the player have a limit.
const defaultTime = 3 * time.Second

// Register adds --nodes, --time and --depth.
func (f *LimitFlags) Register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.Uint64Var(&f.Nodes, "nodes", 0, NodesUsage+NoLimit)
	set.DurationVar(&f.Time, "time", 0, "think at most this long about a decision (default: "+
		defaultTime.String()+" if neither a flag nor the player sets a limit)")
	set.IntVar(&f.Depth, "depth", 0, DepthUsage+NoLimit)
}

// Check returns an error for limits out of range.
func (f *LimitFlags) Check() error {
	return cmp.Or(AtLeast("time", f.Time, 0), AtLeast("depth", f.Depth, 0))
}

// ForPlayer returns the limits of the flags for a player. If neither the flags nor the player's text set a limit, it
// returns the default time.
func (f *LimitFlags) ForPlayer(player search.Player) search.Limits {
	own, err := search.ParseSpec(player.Name())
	if *f == (LimitFlags{}) && (err != nil || own.Limits == search.Limits{}) {
		return search.Limits{Time: defaultTime}
	}
	return search.Limits(*f)
}

// NewPlayer makes the player that text, the value of a flag, describes. Its errors name the flag.
func NewPlayer(flag, text string, rules engine.Rules) (search.Player, error) {
	player, err := players.New(text, rules)
	if err != nil {
		if why := errors.Unwrap(err); why != nil && err.Error() == fmt.Sprintf("player %q: %v", text, why) {
			err = why // the flag already names the player
		}
		return nil, Usagef("%s %s: %w", flag, text, err)
	}
	return player, nil
}

// ClosePlayers closes players, which ends those that are separate programs. It prints an error instead of returning it,
// since the players have done their work.
func ClosePlayers(stderr io.Writer, players ...search.Player) {
	if err := search.Close(players...); err != nil {
		fmt.Fprintf(stderr, "pillars: %v\n", err)
	}
}
