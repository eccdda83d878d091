// Package play provides the commands that run a player: "play" against a person, "analyze" on a position or game,
// "engine" for other programs, and "bench" to measure speed. "players" lists the players.
package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/outside"
	"pillars/eval"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/dialogue"
	"pillars/search/players"
	"pillars/search/review"
)

type playFlags struct {
	played      cli.PlayedFlags
	opponent    string
	level, seat int
	seed        uint64
}

// NewPlayCommand returns the command "play".
func NewPlayCommand() *cobra.Command {
	var flags playFlags
	cmd := cli.AddPlayedFlags(&flags.played, cli.New("play", "Play against any player in the terminal", flags.run))
	set := cmd.Flags()
	set.StringVar(&flags.opponent, "opponent", "", "the `PLAYER` in the other seats, or "+dialogue.Person+
		" (default: the practice player)")
	set.IntVar(&flags.level, "level", players.DefaultLevel,
		fmt.Sprintf("strength of the practice player, 1 to %d", players.Levels))
	set.IntVar(&flags.seat, "seat", 1, "your seat; seat 1 acts first")
	set.Uint64Var(&flags.seed, "seed", 1, cli.SeedUsage)
	return cmd
}

func (f *playFlags) run(cmd *cobra.Command, _ []string) error {
	h, err := f.played.History(cmd)
	if err != nil {
		return err
	}
	seated, err := f.seated(cmd, h.Position().Rules())
	if err != nil {
		return err
	}
	game := &dialogue.Table{
		Out: cmd.OutOrStdout(), Color: cli.UseColor(cmd.OutOrStdout()), Seed: f.seed, Wrap: table.Wrap,
		Limits:  new(cli.LimitFlags).ForPlayer,
		Screen:  atScreen(cmd),
		Waiting: func(text string) func() { return waiting(cmd, text) },
	}
	for _, occupant := range seated {
		game.Names = append(game.Names, occupant.text)
	}
	if game.Hint, err = players.New("alphabeta", h.Position().Rules()); err != nil {
		return err
	}
	if game.Players, err = newPlayers(h.Position().Rules(), seated, f.seed); err != nil {
		return err
	}
	defer cli.ClosePlayers(cmd.ErrOrStderr(), append(game.Players, game.Hint)...)
	ctx, release := cli.Interruptible(cmd.Context())
	defer release()
	game.ReadLine = dialogue.Lines(ctx, cmd.InOrStdin(), cmd.OutOrStdout())
	h, unsaved, err := game.Play(ctx, h)
	if unsaved && len(h.Steps()) > 0 {
		cmd.PrintErrf("the game is not saved; to go on with it:\n%s\n", lineToContinue(cmd, h))
	}
	if err == nil && ctx.Err() != nil {
		return cli.Interrupted("interrupted")
	}
	return err
}

// atScreen reports whether a person reads and types at a screen.
func atScreen(cmd *cobra.Command) bool {
	stdin, _ := cmd.InOrStdin().(*os.File) // a nil file is no terminal
	return cli.IsTerminal(cmd.OutOrStdout()) && cli.IsTerminal(stdin) && os.Getenv("TERM") != "dumb"
}

// lineToContinue returns the command line that continues a game.
func lineToContinue(cmd *cobra.Command, h *engine.History) string {
	rules := h.Start().Rules()
	line := cli.CommandWith(cmd, nil, "game", "option", "position", "steps", "turns", "number", "turn") +
		" --game=" + rules.Game().Name()
	for _, setting := range engine.Unusual(rules) {
		line += " --option=" + outside.Quoted(setting.Name+"="+setting.Value)
	}
	if start := h.Start().String(); start != rules.Start().String() {
		line += " --position=" + outside.Quoted(start)
	}
	return line + " --turns=" + outside.Quoted(strings.Join(engine.NewRecord(h, nil).Turns, " "))
}

// An occupant plays in a seat. Its text is a player's text or [dialogue.Person]; flag is the flag that gave the text.
type occupant struct{ text, flag string }

// seated returns the occupant of each seat. It returns an error for flags that contradict each other.
func (f *playFlags) seated(cmd *cobra.Command, rules engine.Rules) ([]occupant, error) {
	seated, given := make([]occupant, rules.Seats()), cmd.Flags().Changed
	if err := cmp.Or(cli.Between("seat", f.seat, 1, len(seated)), cli.Between("level", f.level, 1, players.Levels),
		cli.ChooseOne(cmd, "opponent", "level")); err != nil {
		return nil, err
	}
	saved := f.played.Record.Players // of the saved game
	others := occupant{players.Practice(f.level), "--level"}
	if f.opponent != "" {
		others = occupant{f.opponent, "--opponent"}
	}
	goesOn := dialogue.Restorable(saved) && !given("opponent") && !given("level") && !given("seat")
	for seat := range seated {
		switch {
		case goesOn:
			seated[seat] = occupant{saved[seat], "player"}
		case seat == f.seat-1:
			seated[seat].text = dialogue.Person
		default:
			seated[seat] = others
		}
	}
	return seated, nil
}

// newPlayers makes the players of the seats. The player of a person's seat is nil.
func newPlayers(rules engine.Rules, seated []occupant, seed uint64) ([]search.Player, error) {
	all := make([]search.Player, len(seated))
	for seat, occupant := range seated {
		if occupant.text == dialogue.Person {
			continue
		}
		player, err := cli.NewPlayer(occupant.flag, occupant.text, rules)
		if err != nil {
			return nil, err
		}
		player.NewGame(engine.DeriveSeed(seed, "play", fmt.Sprint(seat+1)))
		all[seat] = player
	}
	return all, nil
}

// waiting shows a text on the terminal until the returned function is called. Without a terminal it does nothing.
func waiting(cmd *cobra.Command, text string) (done func()) {
	screen := cli.ScreenOn(cmd.ErrOrStderr(), !cli.IsTerminal(cmd.OutOrStdout()) || !cli.IsTerminal(cmd.ErrOrStderr()))
	screen.Note(func() string { return text })
	return screen.Clear
}

type analyzeFlags struct {
	played  cli.PlayedFlags
	limits  cli.LimitFlags
	player  string
	multiPV int
	explain bool
}

// NewAnalyzeCommand returns the command "analyze".
func NewAnalyzeCommand() *cobra.Command {
	var flags analyzeFlags
	cmd := cli.AddPlayedFlags(&flags.played,
		cli.New("analyze", "Search a position and print the best lines", flags.run))
	flags.limits.Register(cmd)
	set := cmd.Flags()
	set.StringVar(&flags.player, "player", "alphabeta", "the `PLAYER` that searches, such as mcts:cpuct=1.4")
	set.IntVar(&flags.multiPV, "multipv", 0, "number of best lines (default 3, or 1 if the player has only one)")
	set.BoolVar(&flags.explain, "explain", false, "print the evaluation feature by feature, by the player's weights")
	cli.JSONFlag(cmd, "print JSON lines")
	return cmd
}

func (f *analyzeFlags) run(cmd *cobra.Command, _ []string) error {
	text, wholeGame := f.player, f.played.WholeGame(cmd)
	if !cmd.Flags().Changed("multipv") {
		f.multiPV = 1
		if !wholeGame && players.Accepts(text, "multipv") {
			f.multiPV = 3
		}
	}
	if f.multiPV > 1 {
		text = search.With(text, "multipv", f.multiPV)
	}
	if err := f.check(cmd); err != nil {
		return err
	}
	h, err := f.played.History(cmd)
	if err != nil {
		return err
	}
	switch outcome := h.Outcome(); {
	case outcome.Over() && !wholeGame:
		return cli.Usagef("nothing to analyze: the game is over (%s); give an earlier position", outcome.Reason)
	case wholeGame && len(f.played.Record.Turns) == 0:
		return cli.Usagef("nothing to analyze: the game has no turns; name no game to analyze the start")
	}
	rules := h.Position().Rules()
	player, err := cli.NewPlayer("--player", text, rules)
	if err != nil {
		return err
	}
	defer cli.ClosePlayers(cmd.ErrOrStderr(), player)
	switch {
	case wholeGame && (f.explain || f.multiPV > 1):
		return cli.Usagef("--explain and --multipv are for one position; add --turn N, such as --turn %d",
			len(f.played.Record.Turns))
	case wholeGame:
		return f.review(cmd, h, player)
	case f.explain:
		spec, _ := search.ParseSpec(f.player) // it names a player, so it is correct
		evaluator, err := eval.Load(spec.Weights, rules)
		if err != nil {
			return cli.Wrong("--explain", err)
		}
		if err := explain(cmd.OutOrStdout(), h.Position(), evaluator); err != nil {
			return err
		}
	}
	return f.search(cmd, h, player)
}

func (f *analyzeFlags) check(cmd *cobra.Command) error {
	if err := cmp.Or(cli.AtLeast("multipv", f.multiPV, 1), cli.ChooseOne(cmd, "explain", "json")); err != nil {
		return err
	}
	if spec, _ := search.ParseSpec(f.player); f.multiPV > 1 && spec.Program() {
		return cli.Usagef("--multipv %d: %s reports one line only; leave it out", f.multiPV, search.CommandKind)
	}
	return f.limits.Check()
}

// search prints lines of play while the player searches, and then the best turn. An interrupt ends the search early.
func (f *analyzeFlags) search(cmd *cobra.Command, h *engine.History, player search.Player) error {
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	chances, err := search.ChancesOf(player.Name(), h.Position().Rules())
	if err != nil {
		return err
	}
	out, shown := cmd.OutOrStdout(), &shownSearch{position: h.Position().Clone(), chances: chances}
	const seed = 1
	search.Begin(ctx, player, seed)
	turn, _, err := search.DecideTurn(ctx, player, h, f.limits.ForPlayer(player), func(info search.Info) {
		if cli.JSON(cmd) {
			_ = cli.PrintJSON(out, shown.facts(info)) // the output remembers errors, see cli.Execute
		} else {
			_ = shown.print(out, info)
		}
	})
	if err == nil {
		err = shown.best(cmd, turn)
	}
	if err == nil && errors.Is(ctx.Err(), context.Canceled) {
		return cli.Interrupted("interrupted; printed is the best turn so far")
	}
	return err
}

// review prints what the player finds out about each turn of the game, one turn after the other.
func (f *analyzeFlags) review(cmd *cobra.Command, h *engine.History, player search.Player) error {
	names := h.Start().Rules().SeatNames()
	if !cli.JSON(cmd) {
		fmt.Fprint(cmd.OutOrStdout(), reviewHeading)
	}
	return cli.Interrupting(cmd, "interrupted; the turns so far are printed", func() error {
		for turn, err := range review.Turns(cmd.Context(), player, f.limits.ForPlayer(player), h) {
			if err == nil {
				err = printReviewed(cmd, turn, names)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}
