// Package rules provides the commands about games, positions and steps that need no player: "rules", "show" and
// "perft".
package rules

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/docs"
	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/games"
	"pillars/results/show/table"
)

// NewRulesCommand returns the command "rules".
func NewRulesCommand() *cobra.Command {
	var name string
	cmd := cli.New("rules", "List the games, or print the rules of one", func(cmd *cobra.Command, _ []string) error {
		if !cmd.Flags().Changed("game") {
			return writeGames(cmd.OutOrStdout(), games.All()...)
		}
		game, err := games.Find(name)
		if err != nil {
			return cli.Wrong("--game", err)
		}
		table.Printf(cmd.OutOrStdout(), "%s\n\n", docs.RulesText(name))
		return writeGames(cmd.OutOrStdout(), game)
	})
	cli.GameFlag(cmd, &name)
	return cmd
}

// writeGames writes the title, the seats, the start and the options of games.
func writeGames(w io.Writer, list ...engine.Game) error {
	for i, game := range list {
		rules, err := game.New(nil)
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		table.Printf(w, "%s: %s, %d players (%s)\n  start: %s\n", game.Name(), game.Title(), rules.Seats(),
			strings.Join(rules.SeatNames(), ", "), rules.Start())
		grid := table.New("option", "default", "possible", "meaning")
		grid.Indent = 2
		for _, o := range game.Options() {
			grid.Add(o.Name, o.Default, Possible(o), o.Help)
		}
		if err := grid.WriteText(w); err != nil {
			return err
		}
	}
	return nil
}

// Possible describes the possible values of an option, such as "4..8".
func Possible(o engine.Option) string {
	switch {
	case len(o.Values) > 0:
		return strings.Join(o.Values, "|")
	case o.Min != 0 || o.Max != 0:
		return fmt.Sprintf("%d..%d", o.Min, o.Max)
	}
	return "text"
}

type showFlags struct {
	cli.PlayedFlags
	svg, list string
}

// NewShowCommand returns the command "show".
func NewShowCommand() *cobra.Command {
	var flags showFlags
	cmd := cli.AddPlayedFlags(&flags.PlayedFlags,
		cli.New("show", "Draw a position, or list its legal steps or turns", flags.run))
	cmd.Flags().StringVar(&flags.svg, "svg", "", "draw the position into this SVG `FILE`")
	cmd.Flags().StringVar(&flags.list, "list", "", "list what is legal instead: `steps` or turns")
	return cmd
}

func (f *showFlags) run(cmd *cobra.Command, _ []string) error {
	h, err := f.History(cmd)
	switch {
	case err != nil:
		return err
	case f.list != "":
		return f.printLegal(cmd, h.Position())
	case f.svg != "":
		err = cli.WriteNewFile("--svg", f.svg, filepath.Ext(f.svg) == ".svg", func(w io.Writer) error {
			_, err := io.WriteString(w, diagram.SVG(h.Position().Diagram()))
			return err
		})
	}
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	err = diagram.Text(out, h.Position().Diagram(), diagram.TextStyle{Color: cli.UseColor(out)})
	fmt.Fprintf(out, "\n%s\n", h.Position())
	if outcome := h.Outcome(); outcome.Over() {
		fmt.Fprintln(out, outcome.Text())
	}
	return err
}

// printLegal prints the legal steps or turns of a position.
func (f *showFlags) printLegal(cmd *cobra.Command, p engine.Position) error {
	const mostTurns = 1_000_000 // largest number of turns to list; in a set-up far more turns can be legal
	var texts []string
	switch f.list {
	case "steps":
		texts = engine.StepTexts(p)
	case "turns":
		if texts = engine.TurnTexts(p, mostTurns+1); len(texts) > mostTurns {
			return cli.Usagef("--list turns: there are more than %d turns here; list the steps", mostTurns)
		}
	default:
		return cli.Usagef("--list %s: must be steps or turns", f.list)
	}
	for _, text := range texts {
		fmt.Fprintln(cmd.OutOrStdout(), text)
	}
	return nil
}

type perftFlags struct {
	cli.GameFlags
	turns, divide bool
}

// NewPerftCommand returns the command "perft".
func NewPerftCommand() *cobra.Command {
	var flags perftFlags
	cmd := cli.New("perft DEPTH", "Count the sequences of legal steps or turns of a given length", flags.run)
	cli.AddGameFlags(&flags.GameFlags, cmd)
	cmd.Args = cli.Arguments("the number of steps, or of turns with --turns", "one number")
	cmd.Flags().BoolVar(&flags.turns, "turns", false, "count whole turns instead of steps")
	cmd.Flags().BoolVar(&flags.divide, "divide", false, "print one count for each first step")
	return cmd
}

func (f *perftFlags) run(cmd *cobra.Command, args []string) error {
	const deepest = 1000 // perft allocates a position for each step of depth
	depth, err := strconv.Atoi(args[0])
	if err != nil || depth < 0 || depth > deepest {
		return cli.Usagef("depth %q: must be a whole number from 0 to %d", args[0], deepest)
	}
	p, err := f.Position(cmd)
	if err != nil {
		return err
	}
	out, count := cmd.OutOrStdout(), engine.Perft
	if f.turns {
		count = engine.PerftTurns
	}
	if !f.divide {
		fmt.Fprintln(out, count(p, depth))
		return nil
	}
	total := uint64(1)
	if depth > 0 { // sequences of length 0 have no first step
		total = 0
		for _, part := range engine.Divide(p, depth, f.turns) {
			total += part.Count
			fmt.Fprintln(out, part.Step, part.Count)
		}
	}
	fmt.Fprintln(out, "total", total)
	return nil
}
