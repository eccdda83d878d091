package rules

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/randomplay"
	"pillars/results/table"
)

type perftFlags struct {
	game   cli.GameFlags
	depth  int
	turns  bool
	divide bool
	json   bool
}

func NewPerftCommand() *cobra.Command {
	var flags perftFlags
	cmd := cli.GameCommandOf(&flags.game, &cobra.Command{
		Use:   "perft",
		Short: "Count the sequences of legal steps or turns of a given length",
		Long: `Count the sequences of exactly --depth legal steps (with --turns: complete turns) from a position.
Sequences that end the game earlier do not count; repetition and the turn cap are ignored. The count is the last line.`,
		Example: `  pillars perft pit-of-pillars --depth 5
  pillars perft pit-of-pillars --option size=6 --depth 3 --turns --divide`,
		RunE: func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args[0]) },
	})
	cmd.Flags().IntVar(&flags.depth, "depth", 0, "length of the sequences")
	cmd.Flags().BoolVar(&flags.turns, "turns", false, "count complete turns instead of steps")
	cmd.Flags().BoolVar(&flags.divide, "divide", false, "print a count for each first step")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print JSON lines")
	return cmd
}

// deepest bounds the depth of a perft, for which memory is set aside.
const deepest = 1000

func (f *perftFlags) run(cmd *cobra.Command, name string) error {
	switch {
	case !cmd.Flags().Changed("depth"):
		return cli.Usagef("perft wants --depth: the number of steps, or of turns with --turns")
	case f.depth < 0:
		return cli.AtLeast("depth", f.depth, 0)
	case f.depth > deepest:
		return cli.Usagef("--depth %d: must be %d or less; nobody lives to see the end of more", f.depth, deepest)
	}
	p, err := f.game.Position(name)
	if err != nil {
		return err
	}
	unit, count := "steps", engine.Perft
	if f.turns {
		unit, count = "turns", engine.PerftTurns
	}
	out := cmd.OutOrStdout()
	var total uint64
	if f.divide && f.depth > 0 {
		for _, part := range engine.Divide(p, f.depth, f.turns) {
			total += part.Count
			facts := table.Object("type", "divided", "step", part.Step, "count", part.Count)
			if err := cli.Answer(out, f.json, facts, "%s %d", part.Step, part.Count); err != nil {
				return err
			}
		}
	} else {
		total = count(p, f.depth)
	}
	text := "%d"
	if f.divide {
		text = "total %d"
	}
	return cli.Answer(out, f.json, table.Object("type", "perft", "game", name, "position", p.String(),
		"unit", unit, "depth", f.depth, "count", total), text, total)
}

const (
	maxRandomGames   = 100_000_000 // bounds the memory for the lengths of games
	maxRandomWorkers = 10_000
)

type randomFlags struct {
	game    cli.GameFlags
	games   int
	seed    uint64
	workers int
	json    bool
}

func NewRandomCommand() *cobra.Command {
	var flags randomFlags
	cmd := cli.GameCommandOf(&flags.game, &cobra.Command{
		Use:   "random",
		Short: "Play uniformly random games and describe them",
		Long: `Play games in which every step is drawn uniformly from the legal steps, and print their lengths,
results and branching (mean number of legal steps for each kind of step). The games depend on the seed only, not on
the number of workers. The speed goes to the standard error.`,
		Example: `  pillars random pit-of-pillars --games 1000 --seed 1
  pillars random pit-of-pillars --option size=5 --games 100000 --json`,
		RunE: func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args[0]) },
	})
	cmd.Flags().IntVar(&flags.games, "games", 1000, "number of games")
	cmd.Flags().Uint64Var(&flags.seed, "seed", 1, "seed of the random steps")
	cmd.Flags().IntVar(&flags.workers, "workers", runtime.GOMAXPROCS(0), "games played at once")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print one JSON line")
	return cmd
}

func (f *randomFlags) run(cmd *cobra.Command, name string) error {
	if err := cmp.Or(cli.Between("games", f.games, 1, maxRandomGames),
		cli.Between("workers", f.workers, 1, maxRandomWorkers)); err != nil {
		return err
	}
	p, err := f.game.Position(name)
	if err != nil {
		return err
	}
	if p.Over() {
		return cli.Usagef("--position: the game is over there (%s)", p.Outcome().Reason)
	}
	status := cli.NewMessages(cmd.ErrOrStderr(), false)
	summary, err := randomplay.Play(cmd.Context(), p, f.games, f.seed, f.workers, func(i int) {
		status.Update(func() string { return fmt.Sprintf("%d of %d games", i, f.games) })
	})
	status.Clear()
	if err != nil {
		return err
	}
	ns := float64(summary.Playing.Nanoseconds())
	fmt.Fprintf(cmd.ErrOrStderr(), "%.1f ns a step, %.0f games a second for each of %d workers\n",
		ns/(summary.Steps.Mean*float64(f.games)), float64(f.games)/summary.Playing.Seconds(), f.workers)
	if f.json {
		return cli.PrintJSON(cmd.OutOrStdout(), summary)
	}
	return printRandom(cmd.OutOrStdout(), summary)
}

func printRandom(w io.Writer, s randomplay.Summary) error {
	fmt.Fprintf(w, "%d random games of %s, %s, seed %d\nfrom %s\n\n", s.Games, s.Game, s.Options, s.Seed, s.Start)
	grid := table.New("#length", "#mean", "#median", "#min", "#max")
	grid.Indent = 2
	for _, row := range []struct {
		name string
		randomplay.Spread
	}{{"turns", s.Turns}, {"steps", s.Steps}} {
		grid.Add(row.name, fmt.Sprintf("%.2f", row.Mean), row.Median, row.Min, row.Max)
	}
	if err := grid.WriteText(w); err != nil {
		return err
	}
	percent := func(games int) float64 { return 100 * float64(games) / float64(s.Games) }
	fmt.Fprintln(w)
	for _, seat := range s.Seats {
		fmt.Fprintf(w, "%s wins %d (%.2f %%)\n", seat.Name, seat.Wins, percent(seat.Wins))
	}
	fmt.Fprintf(w, "draws %d (%.2f %%)\n", s.Draws, percent(s.Draws))
	var reasons, kinds []string
	for _, reason := range s.Reasons {
		reasons = append(reasons, fmt.Sprintf("%s %d", reason.Reason, reason.Games))
	}
	for _, kind := range s.Branching {
		kinds = append(kinds, fmt.Sprintf("%s %.2f", kind.Kind, kind.Mean))
	}
	_, err := fmt.Fprintf(w, "ended by %s\nbranching %s\n", strings.Join(reasons, ", "), strings.Join(kinds, ", "))
	return err
}
