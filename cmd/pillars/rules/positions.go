package rules

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/results/randomplay"
	"pillars/results/table"
)

func NewShowCommand() *cobra.Command {
	var flags cli.PlayedFlags
	var svg string
	cmd := cli.PlayedCommandOf(&flags, &cobra.Command{
		Use:   "show",
		Short: "Draw a position in the terminal or as a picture",
		Long:  "Draw a position in the terminal and, with --svg, as a picture that shows all pieces of all stacks.",
		Example: `  pillars show --turns "@d4 @d5@f3"
  pillars show --position "x2/w,x2,W/r,x2,W/x2 w m 3/0 - 23" --svg pits.svg`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			h, err := flags.History()
			if err != nil {
				return err
			}
			if svg != "" {
				if err := cli.WriteSVG(svg, h.Position().Diagram()); err != nil {
					return err
				}
			}
			return diagram.Text(cmd.OutOrStdout(), h.Position().Diagram(), diagram.TextStyle{Color: cli.UseColor(cmd)})
		},
	})
	cmd.Flags().StringVar(&svg, "svg", "", "also draw the position into this SVG `FILE`")
	return cmd
}

func NewLegalCommand() *cobra.Command {
	var flags cli.GameFlags
	var turns, asJSON bool
	cmd := cli.GameCommandOf(&flags, &cobra.Command{
		Use:   "legal",
		Short: "List the legal steps or turns of a position",
		Long:  "List the legal steps of a position, one per line, or with --turns the ways to complete the turn.",
		Example: `  pillars legal
  pillars legal --position "x2/w,x2,W/r,x2,W/x2 w m 3/0 - 23" --turns`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, err := flags.Position()
			if err != nil {
				return err
			}
			unit, texts := "steps", engine.StepTexts(p)
			if turns {
				unit = "turns"
				if texts, err = LegalTurns(p); err != nil {
					return err
				}
			}
			if asJSON {
				return cli.PrintJSON(cmd.OutOrStdout(), table.Object("type", "legal", "game", flags.Game,
					"position", p.String(), "unit", unit, "legal", slices.Concat([]string{}, texts)))
			}
			for _, text := range texts {
				fmt.Fprintln(cmd.OutOrStdout(), text)
			}
			return nil
		},
	})
	cmd.Flags().BoolVar(&turns, "turns", false, "list whole turns instead of steps")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON line")
	return cmd
}

// LegalTurns are the texts of all complete turns, sorted.
func LegalTurns(p engine.Position) ([]string, error) {
	var texts []string
	for turn := range engine.EachTurn(p) {
		if len(texts) == mostTurns {
			return nil, cli.Usagef("--turns: there are more than %d turns here; leave --turns out to list the steps",
				mostTurns)
		}
		texts = append(texts, engine.LineText(p, turn))
	}
	slices.Sort(texts)
	return slices.Compact(texts), nil
}

// mostTurns bounds a list of turns: those of many steps, such as laying out a board, can be more than anyone reads.
const mostTurns = 1_000_000

func NewApplyCommand() *cobra.Command {
	var flags cli.PlayedFlags
	var asJSON bool
	cmd := cli.PlayedCommandOf(&flags, &cobra.Command{
		Use:   "apply",
		Short: "Play steps and print the resulting position",
		Long: `Play steps and print the resulting position. If the game is over, a second line has the word "result",
the score of each seat and the reason. Repetitions are counted from the first position on.`,
		Example: `  pillars apply --steps "@d4 @d5 @f3"
  pillars apply --turns "@d4 @d5@f3"`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			h, err := flags.History()
			if err != nil {
				return err
			}
			text := h.Position().String()
			facts := table.Object("type", "position", "game", flags.Game, "start", h.Start().String(),
				"turns", slices.Concat([]string{}, engine.Turns(h.Start(), h.Steps())), "position", text)
			if outcome := h.Outcome(); outcome.Over() {
				facts.Add("scores", outcome.Scores[:outcome.Seats])
				facts.Add("reason", outcome.Reason)
				text += "\n" + outcome.Text()
			}
			return cli.Answer(cmd.OutOrStdout(), asJSON, facts, "%s", text)
		},
	})
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON line")
	return cmd
}

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
		Long: `Count the sequences of exactly --depth legal steps from a position or, with --turns, of whole turns.
A sequence in which the game ends earlier does not count. Repetition and the turn cap are ignored. The last line is
the count.`,
		Example: `  pillars perft --depth 5
  pillars perft --option size=6 --depth 3 --turns --divide`,
		RunE: func(cmd *cobra.Command, _ []string) error { return flags.run(cmd) },
	})
	cmd.Flags().IntVar(&flags.depth, "depth", 0, "length of the sequences (required)")
	cmd.Flags().BoolVar(&flags.turns, "turns", false, "count whole turns instead of steps")
	cmd.Flags().BoolVar(&flags.divide, "divide", false, "print one count for each first step")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print JSON lines")
	return cmd
}

func (f *perftFlags) run(cmd *cobra.Command) error {
	if !cmd.Flags().Changed("depth") {
		return cli.Usagef("--depth is missing; give the number of steps, or of turns with --turns")
	}
	if err := cli.Between("depth", f.depth, 0, deepest); err != nil {
		return err
	}
	p, err := f.game.Position()
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
	return cli.Answer(out, f.json, table.Object("type", "perft", "game", f.game.Game, "position", p.String(),
		"unit", unit, "depth", f.depth, "count", total), text, total)
}

const (
	deepest          = 1000        // steps of a perft: bounds the memory that is set aside
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
		Short: "Play random games and summarize them",
		Long: `Play games in which every step is drawn uniformly from the legal steps. Print their lengths, results and
branching: the mean number of legal steps for each kind of step. The games depend on the seed alone, not on the number
of workers. The speed goes to the standard error.`,
		Example: `  pillars random --games 1000 --seed 1
  pillars random --option size=5 --games 100000 --json`,
		RunE: func(cmd *cobra.Command, _ []string) error { return flags.run(cmd) },
	})
	cmd.Flags().IntVar(&flags.games, "games", 1000, "games to play")
	cmd.Flags().Uint64Var(&flags.seed, "seed", 1, cli.SeedUsage)
	cmd.Flags().IntVar(&flags.workers, "workers", runtime.GOMAXPROCS(0), cli.WorkersUsage)
	cmd.Flags().BoolVar(&flags.json, "json", false, "print one JSON line")
	return cmd
}

func (f *randomFlags) run(cmd *cobra.Command) error {
	if err := cmp.Or(cli.Between("games", f.games, 1, maxRandomGames),
		cli.Between("workers", f.workers, 1, maxRandomWorkers)); err != nil {
		return err
	}
	p, err := f.game.Position()
	if err != nil {
		return err
	}
	if p.Over() {
		return cli.Usagef("--position: the game is over (%s); give an earlier position", p.Outcome().Reason)
	}
	status := cli.NewScreen(cmd.ErrOrStderr(), false)
	summary, err := randomplay.Play(cmd.Context(), p, f.games, f.seed, f.workers,
		func(i int) { status.Count(i, f.games, "game") })
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
	table.Printf(w, "%d random games of %s, %s, seed %d\nfrom %s\n\n", s.Games, s.Game, s.Options, s.Seed, s.Start)
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
		table.Printf(w, "%s wins %d (%.2f %%)\n", seat.Name, seat.Wins, percent(seat.Wins))
	}
	table.Printf(w, "draws %d (%.2f %%)\n", s.Draws, percent(s.Draws))
	var reasons, kinds []string
	for _, reason := range s.Reasons {
		reasons = append(reasons, fmt.Sprintf("%s %d", reason.Reason, reason.Games))
	}
	for _, kind := range s.Branching {
		kinds = append(kinds, fmt.Sprintf("%s %.2f", kind.Kind, kind.Mean))
	}
	return table.Printf(w, "ended by %s\nbranching %s\n", strings.Join(reasons, ", "), strings.Join(kinds, ", "))
}
