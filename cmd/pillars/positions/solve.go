package positions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/conclusion"
	"pillars/results/table"
	"pillars/search/proof/solver"
	"pillars/tournament"
)

type solveFlags struct {
	game      cli.GameFlags
	method    string
	positions int
	keep      string // file of the checkpoint
	json      bool
}

func NewSolveCommand() *cobra.Command {
	var flags solveFlags
	cmd := cli.GameCommandOf(&flags.game, &cobra.Command{
		Use:   "solve",
		Short: "Prove the result of a small board under best play",
		Long: `Prove who wins a game on a small board, or from a position, and which first turns win, lose and draw.

Retrograde analysis (--method retrograde) finds all positions that play can reach and works backwards from the ends of
games. It tells how many turns the fastest win and the slowest loss take, how many positions are won, lost and drawn
for the seat to act and, in games with a set-up, what the positions after it are worth. It is the default in games
whose positions can repeat. Search (--method search) is the default in the other games. It visits only a small part of
the positions and does not count turns; it leaves first turns open that take more than --positions.

Memory for each position: about 50 bytes in a search of Pilastri, 170 in retrograde analysis of Pit of Pillars,
several hundred in Pylyx and Pit. Endless play counts as a draw, and the turn cap is ignored. Mirror images, and
positions with the players exchanged, count once in games that know these symmetries. When it is
interrupted, it keeps what it has found in a file as large as its memory (--checkpoint), and the same command goes on.`,
		Example: `  pillars solve --game pilastri --option size=4
  pillars solve --option size=4
  pillars solve --position "x2/w,x2,W/r,x2,W/x2 w m 3/0 - 23" --json`,
		RunE: func(cmd *cobra.Command, _ []string) error { return flags.run(cmd) },
	})
	cmd.Flags().StringVar(&flags.method, "method", "",
		"`METHOD`: "+solver.BySearch+" or "+solver.ByRetrograde+" (default: the one that suits the game)")
	cmd.Flags().IntVar(&flags.positions, "positions", 20_000_000, "give up beyond this many positions")
	cmd.Flags().StringVar(&flags.keep, "checkpoint", "",
		"`FILE` to go on from after an interrupt (default: a hidden one in the current folder)")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print JSON")
	cli.CompleteChoice(cmd, "method", solver.BySearch, solver.ByRetrograde)
	return cmd
}

func (f *solveFlags) run(cmd *cobra.Command) error {
	p, err := f.settle()
	if err != nil {
		return err
	}
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewScreen(cmd.ErrOrStderr(), false)
	if f.keep == "" {
		name := engine.DeriveSeed(0, p.String(), p.Rules().Settings().String(), f.method)
		f.keep = fmt.Sprintf(".solve-%016x.checkpoint", name)
	}
	solution, err := solver.Solve(ctx, p, f.method,
		solver.Limits{Positions: f.positions, Report: status.Note, Resume: f.checkpoint()})
	status.Clear()
	if err != nil {
		return f.explainUnsolved(err)
	}
	if err := os.Remove(f.keep); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if f.json {
		return cli.PrintJSON(cmd.OutOrStdout(), struct {
			*solver.Solution
			Conclusion []string `json:"conclusion"`
		}{solution, conclusion.OfSolution(solution)})
	}
	return printSolution(cmd.OutOrStdout(), solution)
}

// settle checks the flags and finds the position to solve.
func (f *solveFlags) settle() (engine.Position, error) {
	if err := cli.Between("positions", f.positions, 1, math.MaxInt32); err != nil { // also where an int has 32 bits
		return nil, err
	}
	p, err := f.game.Position()
	if err != nil {
		return nil, err
	}
	if err := solver.Check(p); err != nil {
		return nil, cli.Usagef("%w", err)
	}
	switch f.method {
	case solver.BySearch, solver.ByRetrograde:
	case "":
		f.method = solver.ByRetrograde
		if p.Rules().Repetition() == 0 {
			f.method = solver.BySearch
		}
	default:
		return nil, cli.Usagef("--method %q: must be %s or %s", f.method, solver.BySearch, solver.ByRetrograde)
	}
	return p, nil
}

// checkpoint is the file in which an interrupted computation leaves what it has found.
func (f *solveFlags) checkpoint() *solver.Checkpoint {
	return &solver.Checkpoint{
		Read: func(read func(io.Reader) error) error {
			info, err := os.Stat(f.keep)
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err == nil && !info.Mode().IsRegular():
				return cli.Usagef("--checkpoint %s is not a regular file; name another", f.keep)
			}
			file, err := os.Open(f.keep)
			if err != nil {
				return fmt.Errorf("--checkpoint: %w", err)
			}
			defer file.Close()
			if err := read(file); err != nil {
				return fmt.Errorf("--checkpoint %s: %w; remove it to start over", f.keep, err)
			}
			return nil
		},
		Write: func(write func(io.Writer) error) error {
			return cli.WriteNewFile("--checkpoint", f.keep, true, write)
		},
	}
}

func (f *solveFlags) explainUnsolved(err error) error {
	switch {
	case errors.Is(err, solver.ErrNotKept):
		return cli.Interrupted("interrupted, and %v", err)
	case errors.Is(err, context.Canceled):
		return cli.Interrupted("interrupted before the proof was complete; the same command goes on from %s", f.keep)
	case errors.Is(err, solver.ErrTooMany):
		return fmt.Errorf("%w; "+
			"give a smaller board, a later position or, if memory allows, a larger --positions", err)
	case errors.Is(err, solver.ErrCycles):
		return cli.Usagef("%w; use --method %s", err, solver.ByRetrograde)
	}
	return err
}

func printSolution(w io.Writer, s *solver.Solution) error {
	_ = conclusion.Write(w, conclusion.OfSolution(s)) // failures of writing are found at the end
	table.Printf(w, "%s (%s): %s\n\nfirst turns\n", s.Game, s.Options, s.Position)
	printFirstTurns(w, s)
	if len(s.Line) > 0 {
		table.Printf(w, "\na line of best play: %s\n", strings.Join(s.Line, " "))
	}
	if s.Counts == nil {
		return nil
	}
	return printCounts(w, s)
}

func inTurns(turns int) string {
	if turns == 0 {
		return ""
	}
	return " in " + tournament.Counted(turns, "turn")
}

func printFirstTurns(w io.Writer, s *solver.Solution) {
	for rest := s.FirstTurns; len(rest) > 0; {
		worth, texts := rest[0].Worth, []string(nil)
		for len(rest) > 0 && rest[0].Worth == worth {
			texts = append(texts, rest[0].Turn)
			rest = rest[1:]
		}
		table.Printf(w, "  %s%s, %d: %s\n", worth.Value, inTurns(worth.Turns), len(texts), strings.Join(texts, " "))
	}
	if s.Unproven > 0 {
		table.Printf(w, "  not proven, %d: they need more than --positions\n", s.Unproven)
	}
}

func printCounts(w io.Writer, s *solver.Solution) error {
	table.Printf(w, "\npositions by their value for the seat to act; the longest win takes %d turns\n", s.Longest)
	grid := table.New("", "positions", "won", "lost", "drawn")
	grid.Add("all", s.Counts.Positions, s.Counts.Won, s.Counts.Lost, s.Counts.Drawn)
	if o := s.Opening; o != nil {
		grid.Add("opening stage", o.Positions, o.Won, o.Lost, o.Drawn)
	}
	for _, reason := range slices.Sorted(maps.Keys(s.Over)) {
		grid.Add(reason, s.Over[reason])
	}
	if err := grid.WriteText(w); err != nil || len(s.Ends) == 0 {
		return err
	}
	table.Printf(w, "\nends of the opening stage by their value for the seat that acts then\n")
	grid = table.New("turn", "acts", s.Ends[0].Metric, "positions", "won", "lost", "drawn")
	for _, end := range s.Ends {
		grid.Add(end.Turn, end.Seat, end.Value, end.Positions, end.Won, end.Lost, end.Drawn)
	}
	return grid.WriteText(w)
}
