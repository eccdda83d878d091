// Package play provides the commands that run a player: "play" against a person, "analyze" on a position or game,
// "engine" for other programs, and "bench" to measure speed. "players" lists the players.
package play

import (
	"cmp"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/outside"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/dialogue"
	"pillars/search/players"
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
		Out: cmd.OutOrStdout(), Color: cli.UseColor(cmd.OutOrStdout()), Seed: f.seed, Names: seated,
		Say:     func(text string) { table.Printf(cmd.OutOrStdout(), "%s\n", text) },
		Limits:  func(p search.Player) search.Limits { return limitsFor(p, search.Limits{}) },
		Screen:  atScreen(cmd),
		Waiting: func(text string) func() { return waiting(cmd, text) },
	}
	if game.Hint, err = players.New("alphabeta", h.Position().Rules()); err != nil {
		return err
	}
	if game.Players, err = f.newPlayers(h.Position().Rules(), seated); err != nil {
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

// seated returns the player's text or [dialogue.Person] for each seat. It returns an error for contradictory flags.
func (f *playFlags) seated(cmd *cobra.Command, rules engine.Rules) ([]string, error) {
	seated, given := make([]string, rules.Seats()), cmd.Flags().Changed
	if err := cmp.Or(cli.Between("seat", f.seat, 1, len(seated)), cli.Between("level", f.level, 1, players.Levels),
		cli.ChooseOne(cmd, "opponent", "level")); err != nil {
		return nil, err
	}
	saved := f.played.Record.Players // players of the saved game; none without a saved game
	if dialogue.Restorable(saved) && !given("opponent") && !given("level") && !given("seat") {
		return saved, nil
	}
	for seat := range seated {
		seated[seat] = cmp.Or(f.opponent, players.Practice(f.level))
	}
	seated[f.seat-1] = dialogue.Person
	return seated, nil
}

// newPlayers makes the players of the seats. The player of a person's seat is nil.
func (f *playFlags) newPlayers(rules engine.Rules, seated []string) ([]search.Player, error) {
	all, flag := make([]search.Player, len(seated)), "player"
	if f.opponent != "" {
		flag = "--opponent"
	}
	for seat, text := range seated {
		if text == dialogue.Person {
			continue
		}
		player, err := cli.NewPlayer(flag, text, rules)
		if err != nil {
			return nil, err
		}
		player.NewGame(engine.DeriveSeed(f.seed, "play", fmt.Sprint(seat+1)))
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
