package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/players"
)

type analyzeFlags struct {
	played  cli.PlayedFlags
	limits  cli.LimitFlags
	player  string
	weights string
	multiPV int
	explain bool
	json    bool
}

func NewAnalyzeCommand() *cobra.Command {
	var flags analyzeFlags
	cmd := cli.PlayedCommandOf(&flags.played, &cobra.Command{
		Use:   "analyze",
		Short: "Search a position and print the best lines",
		Long: `Search a position and print what the player thinks while it thinks: depth in steps, number of the line,
expected result and score in logits for the seat to act, steps looked at, speed, and the principal variation in turns.
The last line is the best turn. With --multipv K, lines that begin with different steps are searched. With --explain
the evaluation of the position itself is printed feature by feature.`,
		Example: `  pillars analyze pit-of-pillars --turns "@d4 @d5@f3" --time 2s
  pillars analyze pit-of-pillars --position "x2/x,r,r,w/x,w,w,x/x,r w m 0/0 - 5" --nodes 50000 --multipv 3 --explain`,
		RunE: func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args[0]) },
	})
	flags.limits.Register(cmd)
	cli.PlayerFlag(cmd, &flags.player, "player", "alphabeta", "the `PLAYER` that searches, such as mcts:cpuct=1.4")
	cmd.Flags().IntVar(&flags.multiPV, "multipv", 0, "number of best lines (default 3 if the player can, else 1)")
	cmd.Flags().BoolVar(&flags.explain, "explain", false, "print the evaluation feature by feature")
	cmd.Flags().StringVar(&flags.weights, "weights", "",
		"`FILE` of evaluation weights for --explain, or hand for those set by hand (default: those of the program)")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print JSON lines")
	return cmd
}

func (f *analyzeFlags) run(cmd *cobra.Command, name string) error {
	if !cmd.Flags().Changed("multipv") {
		f.multiPV = defaultMultiPV(f.player)
	}
	if err := f.check(); err != nil {
		return err
	}
	h, err := f.played.History(name)
	if err != nil {
		return err
	}
	if outcome := h.Outcome(); outcome.Over() {
		return cli.Usagef("there is nothing to analyze: the game is over (%s)", outcome.Reason)
	}
	rules := h.Position().Rules()
	player, err := cli.NewPlayer("--player", withMultiPV(f.player, f.multiPV), rules)
	if err != nil {
		return err
	}
	defer cli.ClosePlayers(cmd.ErrOrStderr(), player)
	if f.explain {
		evaluator, err := eval.Load(f.weights, rules)
		if err != nil {
			return cli.Usagef("--weights: %w", err)
		}
		if err := printExplanation(cmd.OutOrStdout(), h.Position(), evaluator, f.json); err != nil {
			return err
		}
	}
	return f.search(cmd, h, player)
}

func (f *analyzeFlags) check() error {
	if err := cli.AtLeast("multipv", f.multiPV, 1); err != nil {
		return err
	}
	if f.multiPV > 1 && strings.HasPrefix(f.player, search.CommandKind+":") {
		return cli.Usagef("--multipv %d: %s has no key for lines; a program may have an argument", f.multiPV,
			search.CommandKind)
	}
	if f.weights != "" && !f.explain {
		return cli.Usagef("--weights is for --explain; a player takes weights in its text: --player %s:weights=%s",
			f.player, f.weights)
	}
	return f.limits.Check()
}

// defaultMultiPV is how many lines to print of a player that can find several: all that know the key, unless it is
// given.
func defaultMultiPV(player string) int {
	kind, keys, _ := search.SplitText(player)
	given := slices.ContainsFunc(keys, func(key string) bool { return strings.HasPrefix(key, "multipv=") })
	for _, k := range players.Kinds() {
		if k.Name == kind && k.Keys().Lookup("multipv") != nil && !given {
			return 3
		}
	}
	return 1
}

func withMultiPV(player string, lines int) string {
	switch {
	case lines == 1:
		return player
	case strings.Contains(player, ":"):
		return fmt.Sprintf("%s,multipv=%d", player, lines)
	}
	return fmt.Sprintf("%s:multipv=%d", player, lines)
}

// search prints thoughts as they come, then the best turn. An interrupt ends the thinking, not the answer.
func (f *analyzeFlags) search(cmd *cobra.Command, h *engine.History, player search.Player) error {
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	thoughts := &thoughtPrinter{out: cmd.OutOrStdout(), position: h.Position().Clone(), json: f.json}
	player.NewGame(1)
	turn, last, err := search.DecideTurn(ctx, player, h, f.limits.ForPlayer(player), thoughts.print)
	if err != nil {
		return err
	}
	if err := thoughts.printBest(turn, last); err != nil {
		return err
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return cli.Exit(cli.ExitInterrupted, errors.New("interrupted; the best turn so far is printed"))
	}
	return nil
}
