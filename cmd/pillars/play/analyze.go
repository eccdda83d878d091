package play

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/eval"
	"pillars/results/show/analysis"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/review"
)

type analyzeFlags struct {
	played  cli.PlayedFlags
	limits  cli.LimitFlags
	player  string
	weights string
	multiPV int
	explain bool
}

// NewAnalyzeCommand returns the command "analyze".
func NewAnalyzeCommand() *cobra.Command {
	var flags analyzeFlags
	cmd := cli.PlayedCommandOf(&flags.played, cli.New("analyze [RUN/GAME]",
		"Search a position and print the best lines", func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && (!strings.Contains(args[0], "/") || strings.HasSuffix(args[0], ".pgn")) {
				return cli.NoArguments(cmd, args)
			}
			if len(args) > 0 {
				flags.played.Stored = args[0]
			}
			return flags.run(cmd)
		}))
	cmd.Args = cli.Arguments("", "one stored game")
	cli.DatabaseFlag(cmd)
	flags.limits.Register(cmd)
	set := cmd.Flags()
	set.StringVar(&flags.player, "player", "alphabeta", "the `PLAYER` that searches, such as mcts:cpuct=1.4")
	set.IntVar(&flags.multiPV, "multipv", 0, "number of best lines (default 3, or 1 if the player has only one)")
	set.BoolVar(&flags.explain, "explain", false, "print the evaluation feature by feature")
	set.StringVar(&flags.weights, "weights", "", "weights `FILE` for --explain, or hand (default: built-in)")
	cli.JSONFlag(cmd, "print JSON lines")
	return cmd
}

func (f *analyzeFlags) run(cmd *cobra.Command) error {
	player, whole := f.player, f.played.WholeGame(cmd)
	if !cmd.Flags().Changed("multipv") {
		f.multiPV = 1
		if !whole && players.Accepts(player, "multipv") {
			f.multiPV = 3
		}
	}
	if f.multiPV > 1 {
		player = search.With(player, "multipv", f.multiPV)
	}
	if err := f.check(cmd); err != nil {
		return err
	}
	h, err := f.played.History(cmd)
	if err != nil {
		return err
	}
	switch outcome := h.Outcome(); {
	case outcome.Over() && !whole:
		return cli.Usagef("nothing to analyze: the game is over (%s); give an earlier position", outcome.Reason)
	case whole && len(f.played.Record.Turns) == 0:
		return cli.Usagef("nothing to analyze: the game has no turns; leave out --pgn to analyze its start")
	}
	rules := h.Position().Rules()
	made, err := cli.NewPlayer("--player", player, rules)
	if err != nil {
		return err
	}
	defer cli.ClosePlayers(cmd.ErrOrStderr(), made)
	switch {
	case whole && (f.explain || f.multiPV > 1):
		return cli.Usagef("--explain and --multipv are for one position; add --turn N, such as --turn %d",
			len(f.played.Record.Turns))
	case whole:
		return f.review(cmd, h, made)
	case f.explain:
		evaluator, err := eval.Load(f.weights, rules)
		if err != nil {
			return cli.Usagef("--weights: %w", err)
		}
		explanation := analysis.Explanation{Position: h.Position(), Evaluator: evaluator}
		if err := cli.Print(cmd, explanation); err != nil {
			return err
		}
	}
	return f.search(cmd, h, made)
}

func (f *analyzeFlags) check(cmd *cobra.Command) error {
	if err := cli.AtLeast("multipv", f.multiPV, 1); err != nil {
		return err
	}
	if spec, _ := search.ParseSpec(f.player); f.multiPV > 1 && spec.Program() {
		return cli.Usagef("--multipv %d: %s reports one line only; leave it out", f.multiPV,
			search.CommandKind)
	}
	if f.weights != "" && !f.explain {
		return cli.Usagef("--weights is for --explain; give a player its weights as --player %s:weights=%s",
			f.player, f.weights)
	}
	return f.limits.Check(cmd)
}

// search prints lines of play while the player searches, and then the best turn. An interrupt ends the search early.
func (f *analyzeFlags) search(cmd *cobra.Command, h *engine.History, player search.Player) error {
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	chances, err := search.ChancesOf(player.Name(), h.Position().Rules())
	if err != nil {
		return err
	}
	out, shown := cmd.OutOrStdout(), &analysis.Search{Position: h.Position().Clone(), Chances: chances}
	search.Begin(ctx, player, 1)
	turn, _, err := search.DecideTurn(ctx, player, h, f.limits.ForPlayer(player), func(info search.Info) {
		if cli.JSON(cmd) {
			_ = cli.PrintJSON(out, shown.Facts(info)) // the output remembers errors, see cli.Execute
		} else {
			_ = shown.WriteText(out, info)
		}
	})
	if err == nil {
		err = cli.Print(cmd, analysis.Best{Search: shown, Decision: turn})
	}
	if err == nil && errors.Is(ctx.Err(), context.Canceled) {
		return cli.Interrupted("interrupted; printed is the best turn so far")
	}
	return err
}

func (f *analyzeFlags) review(cmd *cobra.Command, h *engine.History, player search.Player) error {
	names := h.Start().Rules().SeatNames()
	if !cli.JSON(cmd) {
		fmt.Fprint(cmd.OutOrStdout(), analysis.ReviewHeading)
	}
	return cli.Interrupting(cmd, "interrupted; the turns so far are printed", func() error {
		for turn, err := range review.Turns(cmd.Context(), player, f.limits.ForPlayer(player), h) {
			if err == nil {
				err = cli.Print(cmd, analysis.Reviewed{Turn: turn, Seats: names})
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}
