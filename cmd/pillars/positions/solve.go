package positions

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/search/proof/solver"
)

// solveFlags say what to solve and how.
type solveFlags struct {
	game      cli.GameFlags
	method    string
	positions int
	json      bool
}

// The ways to solve a game.
const (
	bySearch     = "search"
	byRetrograde = "retrograde"
)

func NewSolveCommand() *cobra.Command {
	var flags solveFlags
	cmd := cli.GameCommandOf(&flags.game, &cobra.Command{
		Use:   "solve",
		Short: "Prove what a small board is worth under best play",
		Long: `Prove who wins a game on a small board, or from a position, and which first turns win, lose and draw.

Retrograde analysis (--method retrograde) finds all positions that play can reach and works backwards from the ends of games. It tells in how many
turns of both sides the winner wins at the quickest and the loser loses at the slowest, how many positions are won, lost and drawn for the seat to
act, and in a game that begins by setting up, how it stands when that is done. It serves games in which positions come again. A search (--method
search) is for games in which no position can come again. It meets a small part of the positions, and knows no numbers of turns; once the position
itself is proven, first turns that take more than --positions are left open. Without --method it is the search in games without a rule of repetition,
and else retrograde analysis.

A position takes about 50 bytes of memory in a search of Pilastri, 170 in retrograde analysis of Pit of Pillars, and several hundred in Pylyx and Pit.

Play without end counts as a draw, and the turn cap is left out. Images of a position under the symmetries of the board, and by an exchange of the
seats, count as one position in games that know it.`,
		Example: `  pillars solve pilastri --option size=4
  pillars solve pit-of-pillars --option size=4
  pillars solve pit-of-pillars --position "x2/w,x2,W/r,x2,W/x2 w m 3/0 - 23" --json`,
		RunE: func(cmd *cobra.Command, args []string) error { return flags.Run(cmd, args[0]) },
	})
	cmd.Flags().StringVar(&flags.method, "method", "", "`METHOD`: "+bySearch+" or "+byRetrograde+" (default: as suits the game)")
	cmd.Flags().IntVar(&flags.positions, "positions", 20_000_000, "give up when there are more positions")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print JSON")
	cli.Complete(cmd, "method", cobra.FixedCompletions([]string{bySearch, byRetrograde}, cobra.ShellCompDirectiveNoFileComp))
	cli.Complete(cmd, "positions", cobra.NoFileCompletions)
	return cmd
}

// maxPositions is how many positions a solver can number, also where an int has 32 bits.
const maxPositions = math.MaxInt32

func (f *solveFlags) Run(cmd *cobra.Command, name string) error {
	p, err := f.Settle(name)
	if err != nil {
		return err
	}
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewStatusLine(cmd.ErrOrStderr())
	answer, err := f.solve(ctx, p, solver.Limits{Positions: f.positions, Report: status.Update})
	status.Clear()
	if err != nil {
		return explainUnsolved(err)
	}
	if f.json {
		return cli.PrintJSON(cmd.OutOrStdout(), answer)
	}
	return answer.Print(cmd.OutOrStdout())
}

// Settle checks the flags and finds the position to solve.
func (f *solveFlags) Settle(name string) (engine.Position, error) {
	if f.positions < 1 || f.positions > maxPositions {
		return nil, cli.Usagef("--positions %d: must be from 1 to %d", f.positions, maxPositions)
	}
	p, err := f.game.Position(name)
	if err != nil {
		return nil, err
	}
	if err := solver.Check(p); err != nil {
		return nil, cli.Usagef("%w", err)
	}
	switch f.method {
	case bySearch, byRetrograde:
	case "":
		f.method = byRetrograde
		if p.Rules().Repetition() == 0 {
			f.method = bySearch
		}
	default:
		return nil, cli.Usagef("--method %q: must be %s or %s", f.method, bySearch, byRetrograde)
	}
	return p, nil
}

// explainUnsolved says what to do about an error of a solver.
func explainUnsolved(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return cli.Exit(cli.ExitInterrupted, errors.New("interrupted before all was proven; nothing is kept"))
	case errors.Is(err, solver.ErrTooMany):
		return fmt.Errorf("%w; take a smaller board or a later position, or a larger --positions if there is the memory", err)
	case errors.Is(err, solver.ErrCycles):
		return cli.Usagef("%w; use --method %s", err, byRetrograde)
	}
	return err
}

// solve solves the position in the way asked for.
func (f *solveFlags) solve(ctx context.Context, p engine.Position, limits solver.Limits) (*solveAnswer, error) {
	if f.method == byRetrograde {
		return retrogradeAnswer(ctx, p, limits)
	}
	return provenAnswer(ctx, p, limits)
}
