package rules

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
)

// perftAnswer is a perft as it is printed.
type perftAnswer struct {
	Type     string `json:"type"`
	Game     string `json:"game"`
	Position string `json:"position"`
	Unit     string `json:"unit"` // what depth counts: steps or turns
	Depth    int    `json:"depth"`
	Count    uint64 `json:"count"`
}

// dividedAnswer is the part of a perft behind one step.
type dividedAnswer struct {
	Type  string `json:"type"`
	Step  string `json:"step"`
	Count uint64 `json:"count"`
}

// perftFlags say what to count and how to print it.
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
		Long: `Count the sequences of exactly --depth legal steps (with --turns: complete turns) from a position. Sequences that end the game earlier do
not count; repetition and the turn cap are ignored. The count is the last line.`,
		Example: `  pillars perft pit-of-pillars --depth 5
  pillars perft pit-of-pillars --option size=6 --depth 3 --turns --divide`,
		RunE: func(cmd *cobra.Command, args []string) error { return flags.Run(cmd, args[0]) },
	})
	cmd.Flags().IntVar(&flags.depth, "depth", 0, "length of the sequences")
	cmd.Flags().BoolVar(&flags.turns, "turns", false, "count complete turns instead of steps")
	cmd.Flags().BoolVar(&flags.divide, "divide", false, "print a count for each first step")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print JSON lines")
	cli.Complete(cmd, "depth", cobra.NoFileCompletions)
	return cmd
}

// deepest bounds the depth of a perft, for which memory is set aside.
const deepest = 1000

func (f *perftFlags) Run(cmd *cobra.Command, name string) error {
	if !cmd.Flags().Changed("depth") {
		return cli.Usagef("perft wants --depth: the number of steps, or of turns with --turns")
	}
	if f.depth < 0 {
		return cli.Usagef("--depth %d: must be 0 or more", f.depth)
	}
	if f.depth > deepest {
		return cli.Usagef("--depth %d: must be %d or less; nobody lives to see the end of more", f.depth, deepest)
	}
	p, err := f.game.Position(name)
	if err != nil {
		return err
	}
	var parts []engine.Divided
	if f.divide && f.depth > 0 {
		parts = engine.Divide(p, f.depth, f.turns)
	}
	answer := perftAnswer{"perft", name, p.String(), "steps", f.depth, f.count(p, parts)}
	if f.turns {
		answer.Unit = "turns"
	}
	if f.json {
		return printPerftJSON(cmd.OutOrStdout(), answer, parts)
	}
	f.Print(cmd.OutOrStdout(), answer, parts)
	return nil
}

// count adds up the parts of a divided perft, and else counts.
func (f *perftFlags) count(p engine.Position, parts []engine.Divided) uint64 {
	switch {
	case f.divide && f.depth > 0:
		var total uint64
		for _, part := range parts {
			total += part.Count
		}
		return total
	case f.turns:
		return engine.PerftTurns(p, f.depth)
	}
	return engine.Perft(p, f.depth)
}

func (f *perftFlags) Print(w io.Writer, answer perftAnswer, parts []engine.Divided) {
	for _, part := range parts {
		fmt.Fprintf(w, "%s %d\n", part.Step, part.Count)
	}
	if f.divide {
		fmt.Fprint(w, "total ")
	}
	fmt.Fprintln(w, answer.Count)
}

func printPerftJSON(w io.Writer, answer perftAnswer, parts []engine.Divided) error {
	for _, part := range parts {
		if err := cli.PrintJSON(w, dividedAnswer{"divided", part.Step, part.Count}); err != nil {
			return err
		}
	}
	return cli.PrintJSON(w, answer)
}
