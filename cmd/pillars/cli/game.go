package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

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

// Register adds --game and --option to cmd.
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
	return rules, settings, Wrong("--option", err)
}

// GameFlags holds the values of --game, --option and --position.
type GameFlags struct {
	RulesFlags
	text string // value of --position
}

// Position returns the position of --position or, without this flag, the start of the game.
func (f *GameFlags) Position(cmd *cobra.Command) (engine.Position, error) {
	rules, settings, err := f.Rules()
	if err != nil {
		return nil, err
	}
	if !cmd.Flags().Changed("position") {
		return rules.Start(), nil
	}
	p, err := rules.Game().Read(f.text, settings)
	return p, Wrong("--position", err)
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

// PlayedFlags holds the values of flags that describe a game so far: either a position and the turns played from it, or
// a saved game, from a PGN file or the database.
type PlayedFlags struct {
	GameFlags
	Record engine.Record // record of the saved game; the method History sets it
	saved  string        // the saved game, the argument of the command: RUN/GAME, a PGN file or nothing
	turns  string        // value of --turns, which are played from the position
	number int           // number of the game in the PGN file, from 1; 0 for the only game
	strict bool          // whether a faulty game of the PGN file is refused
	turn   int           // with --turn: number of the last turn of the saved game to replay
}

// AddPlayedFlags adds the flags and the argument of [PlayedFlags] to cmd, and returns cmd.
func AddPlayedFlags(flags *PlayedFlags, cmd *cobra.Command) *cobra.Command {
	cmd.Use += " [RUN/GAME | FILE.pgn]"
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 || !HoldsGames(args[0]) && !strings.Contains(args[0], "/") {
			return NoArguments(cmd, args)
		}
		flags.saved = args[0]
		return nil
	}
	DatabaseFlag(cmd)
	cmd.Flags().StringVar(&flags.turns, "turns", "", "first play these `TURNS`, separated by spaces")
	cmd.Flags().IntVar(&flags.number, "number", 0, "number of the game in the file, from 1 (default: the only game)")
	cmd.Flags().BoolVar(&flags.strict, "strict", false, "refuse a game of a file that has a fault")
	cmd.Flags().IntVar(&flags.turn, "turn", 0,
		"of a saved game: stop after this `TURN`; 0 is the start (default: the last)")
	return AddGameFlags(&flags.GameFlags, cmd)
}

// HoldsGames reports whether a word names a file of games, in PGN or as JSON of Abstract Play.
func HoldsGames(word string) bool {
	ending := filepath.Ext(word)
	return strings.EqualFold(ending, ".pgn") || strings.EqualFold(ending, ".json")
}

// History returns the history of the saved game that the argument names or, without one, of the turns that the flags
// give.
func (f *PlayedFlags) History(cmd *cobra.Command) (*engine.History, error) {
	if f.saved != "" {
		return f.savedHistory(cmd)
	}
	for _, name := range []string{"number", "turn", "strict"} {
		if cmd.Flags().Changed(name) {
			return nil, Usagef("--%s is for a saved game; name the game too, as RUN/GAME or FILE.pgn", name)
		}
	}
	start, err := f.Position(cmd)
	if err != nil {
		return nil, err
	}
	h := engine.NewHistory(start)
	return h, Wrong("--turns", typed.Play(h, f.turns))
}

// savedHistory returns the history of the saved game up to --turn, and sets f.Game and f.Record. It returns an error if
// other flags also say what is played.
func (f *PlayedFlags) savedHistory(cmd *cobra.Command) (h *engine.History, err error) {
	for _, name := range []string{"option", "position", "turns"} {
		if cmd.Flags().Changed(name) {
			return nil, Usagef("--%s is given with a saved game, which says what is played; leave one out", name)
		}
	}
	if HoldsGames(f.saved) {
		h, err = f.load(cmd)
	} else {
		h, err = f.find(cmd)
	}
	if err != nil {
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

// load reads the saved game from its PGN file. It prints faults of the file that do not prevent reading the game.
func (f *PlayedFlags) load(cmd *cobra.Command) (h *engine.History, err error) {
	entry, err := pgn.Load(f.saved, f.number)
	if err == nil {
		h, f.Record, err = entry.Replay(games.Find)
	}
	if err == nil && f.strict && len(entry.Faults) > 0 {
		err = entry.Faults[0]
	}
	if err != nil {
		return nil, Wrong(f.saved, err)
	}
	for _, note := range entry.Notes() {
		cmd.PrintErrf("note: %s: %s\n", outside.Visible(f.saved, ""), note)
	}
	return h, nil
}

// find reads the saved game from the database.
func (f *PlayedFlags) find(cmd *cobra.Command) (h *engine.History, err error) {
	if f.number != 0 {
		return nil, Usagef("--number is for a game of a PGN file, but %s is stored; leave it out", f.saved)
	}
	err = WithStore(cmd, func(db *store.Store) error {
		stored, err := FindGame(cmd.Context(), db, f.saved)
		if err != nil {
			return err
		}
		game, err := games.Find(stored.Record.Game)
		if err != nil {
			return err
		}
		f.Record = stored.Record
		h, err = f.Record.Replay(game)
		return err
	})
	return h, err
}

// WholeGame reports whether the argument names a saved game and --turn is left out.
func (f *PlayedFlags) WholeGame(cmd *cobra.Command) bool {
	return f.saved != "" && !cmd.Flags().Changed("turn")
}

// NewPlayer makes the player that text, the value of a flag, describes. Its errors name the flag.
func NewPlayer(flag, text string, rules engine.Rules) (search.Player, error) {
	player, err := players.New(text, rules)
	if why := errors.Unwrap(err); why != nil && err.Error() == fmt.Sprintf("player %q: %v", text, why) {
		err = why // the flag already names the player
	}
	return player, Wrong(flag+" "+text, err)
}

// ClosePlayers closes players, which ends those that are separate programs. It prints an error instead of returning it,
// since the players have done their work.
func ClosePlayers(stderr io.Writer, players ...search.Player) {
	if err := search.Close(players...); err != nil {
		fmt.Fprintf(stderr, "pillars: %v\n", err)
	}
}
