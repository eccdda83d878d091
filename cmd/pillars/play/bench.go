package play

import (
	"flag"
	"io"
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
				if err := printKind(cmd, kind); err != nil {
					return err
				}
			}
			return nil
		})
	cmd.Args, cmd.ValidArgs = cobra.MaximumNArgs(1), names
	cli.JSONFlag(cmd, "print a JSON line for each kind")
	return cmd
}

func printKind(cmd *cobra.Command, kind players.Kind) error {
	keys, grid := []table.Facts{}, table.New("", "", "~") // the third column has remarks
	grid.Indent = 2
	kind.Keys().VisitAll(func(f *flag.Flag) {
		keys = append(keys, table.Object("name", f.Name, "default", f.DefValue, "help", f.Usage))
		grid.Add(f.Name, f.DefValue, f.Usage)
	})
	facts := table.Object("type", "player-kind", "name", kind.Name, "help", kind.Help, "keys", keys)
	if err := cli.Answer(cmd, facts, "%s: %s", kind.Name, kind.Help); err != nil || cli.JSON(cmd) {
		return err
	}
	return grid.WriteText(cmd.OutOrStdout())
}

type benchFlags struct {
	players []string
	nodes   uint64
}

// NewBenchCommand returns the command "bench".
func NewBenchCommand() *cobra.Command {
	var flags benchFlags
	cmd := cli.New("bench", "Measure speed and print each player's signature", flags.run)
	cmd.Flags().StringArrayVar(&flags.players, "player", nil,
		"a `PLAYER` to measure; repeatable (default: one of each kind)")
	cmd.Flags().Uint64Var(&flags.nodes, "nodes", 20000, cli.NodesUsage)
	cli.JSONFlag(cmd, "print JSON lines")
	return cmd
}

func (f *benchFlags) run(cmd *cobra.Command, _ []string) error {
	if err := cli.AtLeast("nodes", f.nodes, 1); err != nil {
		return err
	}
	positions, err := bench.Positions()
	if err != nil {
		return err
	}
	for _, text := range f.players { // checked first, since measuring the rules takes long
		player, err := cli.NewPlayer("--player", text, positions[0].Rules())
		if err != nil {
			return err
		}
		cli.ClosePlayers(io.Discard, player)
	}
	texts := f.players
	if len(texts) == 0 {
		texts = bench.Players()
	}
	width := len("random games") // width of the first column
	for _, text := range texts {
		width = max(width, len(text))
	}
	if err := f.benchRules(cmd, positions, width); err != nil {
		return err
	}
	for _, text := range texts {
		measured, err := bench.Sign(cmd.Context(), text, positions, search.Limits{Nodes: f.nodes})
		if err != nil {
			return err
		}
		facts := table.Object("type", "player", "player", text, "nodes_per_decision", f.nodes,
			"decisions", len(positions), "nodes", measured.Nodes, "signature", measured.Text,
			"nodes_per_second", measured.Speed)
		if err := cli.Answer(cmd, facts, "%-*s  signature %s, %d nodes in %d turns, %s nodes/s",
			width, text, measured.Text, measured.Nodes, len(positions), stats.ShortNumber(measured.Speed)); err != nil {
			return err
		}
	}
	return nil
}

// benchRules measures and prints the speed of the rules. width is the width of the first column.
func (f *benchFlags) benchRules(cmd *cobra.Command, positions []bench.Position, width int) error {
	counted, ns, err := bench.Perft(positions)
	if err != nil {
		return err
	}
	err = cli.Answer(cmd, table.Object("type", "perft-speed", "positions", counted, "ns_per_position", ns),
		"%-*s  %.2f ns a position, %d positions, all counts correct", width, "perft", ns, counted)
	if err != nil {
		return err
	}
	const games = 1000
	steps, ns := bench.RandomGames(positions[0], games)
	return cli.Answer(cmd, table.Object("type", "random-speed", "games", games, "steps", steps, "ns_per_step", ns),
		"%-*s  %.2f ns a step, %d games, %d steps", width, "random games", ns, games, steps)
}
