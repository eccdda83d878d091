package rules

import (
	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
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
