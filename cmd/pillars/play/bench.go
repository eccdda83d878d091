package play

import (
	"flag"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/bench"
	"pillars/search/players"
)

// NewPlayersCommand returns the command "players".
func NewPlayersCommand() *cobra.Command {
	var names []string
	for _, kind := range players.Kinds() {
		names = append(names, kind.Name)
	}
	cmd := cli.New("players [KIND]", "List the kinds of players and their keys",
		func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && !slices.Contains(names, args[0]) {
				return cli.Usagef("kind %q: must be one of %s", args[0], strings.Join(names, ", "))
			}
			for _, kind := range players.Kinds() {
				if len(args) > 0 && kind.Name != args[0] {
					continue
				}
				grid := table.New("", "", "~") // the third column has remarks
				grid.Indent = 2
				kind.Keys().VisitAll(func(f *flag.Flag) { grid.Add(f.Name, f.DefValue, f.Usage) })
				table.Printf(cmd.OutOrStdout(), "%s: %s\n", kind.Name, kind.Help)
				if err := grid.WriteText(cmd.OutOrStdout()); err != nil {
					return err
				}
			}
			return nil
		})
	cmd.Args, cmd.ValidArgs = cli.Arguments("", "one kind"), names
	return cmd
}

// NewBenchCommand returns the command "bench".
func NewBenchCommand() *cobra.Command {
	var texts []string
	var nodes uint64
	cmd := cli.New("bench", "Measure speed and print each player's signature",
		func(cmd *cobra.Command, _ []string) error {
			if len(texts) == 0 {
				texts = bench.Players()
			}
			return runBench(cmd, texts, nodes)
		})
	cmd.Flags().StringArrayVar(&texts, "player", nil, "a `PLAYER` to measure; repeatable (default: one of each kind)")
	cmd.Flags().Uint64Var(&nodes, "nodes", 20000, cli.NodesUsage)
	return cmd
}

// runBench prints the signatures and the speed of players, and the speed of the rules.
func runBench(cmd *cobra.Command, texts []string, nodes uint64) error {
	if err := cli.AtLeast("nodes", nodes, 1); err != nil {
		return err
	}
	positions, err := bench.Positions()
	if err != nil {
		return err
	}
	width := len("random games") // width of the first column
	for _, text := range texts {
		width = max(width, len(text))
	}
	out := cmd.OutOrStdout()
	for _, text := range texts {
		measured, err := bench.Sign(cmd.Context(), text, positions, search.Limits{Nodes: nodes})
		if err != nil {
			return cli.Wrong("--player", err)
		}
		table.Printf(out, "%-*s  signature %s, %d nodes in %d turns, %s nodes/s\n", width, text, measured.Text,
			measured.Nodes, len(positions), stats.ShortNumber(measured.Speed))
	}
	counted, ns, err := bench.Perft(positions)
	if err != nil {
		return err
	}
	table.Printf(out, "%-*s  %.2f ns a position, %d positions, all counts correct\n", width, "perft", ns, counted)
	const games = 1000
	steps, ns := bench.RandomGames(positions[0], games)
	table.Printf(out, "%-*s  %.2f ns a step, %d games, %d steps\n", width, "random games", ns, games, steps)
	return nil
}
