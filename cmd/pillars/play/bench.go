package play

import (
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"slices"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/search"
)

// benchFlags say what to measure.
type benchFlags struct {
	players []string
	nodes   uint64
	profile string
	json    bool
}

func NewBenchCommand() *cobra.Command {
	var flags benchFlags
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure speeds and print each player's fingerprint",
		Long: `Measure the speed of perft, of random games and of every player over fixed positions, and print each player's fingerprint: a number made of
all its decisions, scores and nodes under a node limit. The same program gives the same fingerprint on every machine; a change that keeps
the fingerprint has not changed how the player plays. Perft counts are compared with known ones.`,
		Example: `  pillars bench
  pillars bench --player alphabeta --player mcts --nodes 5000 --json`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return flags.Run(cmd) },
	}
	cmd.Flags().StringArrayVar(&flags.players, "player", nil, "a `PLAYER` to measure; may be given again (default: one of each kind)")
	cmd.Flags().Uint64Var(&flags.nodes, "nodes", 20000, "steps that a player may look at for a decision")
	cmd.Flags().StringVar(&flags.profile, "cpuprofile", "", "write a profile for pprof or for building with PGO to a `FILE`, in place of one that is there")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print JSON lines")
	cli.Complete(cmd, "player", cli.CompletePlayer)
	cli.Complete(cmd, "nodes", cobra.NoFileCompletions)
	return cmd
}

func (f *benchFlags) Run(cmd *cobra.Command) error {
	if f.nodes < 1 {
		return cli.Usagef("--nodes %d: must be 1 or more", f.nodes)
	}
	positions, err := benchPositions()
	if err != nil {
		return err
	}
	for _, text := range f.players { // before the rules, which take long
		player, err := cli.NewPlayer("--player", text, positions[0].position.Rules())
		if err != nil {
			return err
		}
		cli.ClosePlayers(io.Discard, player)
	}
	stop, err := profile(f.profile)
	if err != nil {
		return err
	}
	defer stop()
	if err := f.benchRules(cmd, positions); err != nil {
		return err
	}
	texts := f.players
	if len(texts) == 0 {
		texts = benchPlayers()
	}
	for _, text := range texts {
		answer, err := benchPlayer(cmd.Context(), text, positions, search.Limits{Nodes: f.nodes})
		if err != nil {
			return err
		}
		if err := f.Print(cmd, answer); err != nil {
			return err
		}
	}
	return nil
}

// benchPlayers are one player of each kind. One whose nodes each cost a random game gets fewer of them.
func benchPlayers() []string {
	texts := slices.DeleteFunc(cli.PlayerKinds(), func(name string) bool { return name == search.CommandKind })
	for i, text := range texts {
		if text == "uct" {
			texts[i] = "uct:nodes=1000"
		}
	}
	return texts
}

// benchRules measures what needs no player.
func (f *benchFlags) benchRules(cmd *cobra.Command, positions []benchPosition) error {
	answer, err := benchPerft(positions)
	if err != nil {
		return err
	}
	if err := f.Print(cmd, answer); err != nil {
		return err
	}
	return f.Print(cmd, benchRandom(positions))
}

// Print prints an answer as JSON or as the line it makes of itself.
func (f *benchFlags) Print(cmd *cobra.Command, answer fmt.Stringer) error {
	if f.json {
		return cli.PrintJSON(cmd.OutOrStdout(), answer)
	}
	_, err := fmt.Fprintln(cmd.OutOrStdout(), answer)
	return err
}

// profile starts writing a CPU profile to a file, if one is named, and returns what ends it.
func profile(path string) (stop func(), err error) {
	if path == "" {
		return func() {}, nil
	}
	if err := cli.CPUProfile.RefuseOther("--cpuprofile", path); err != nil {
		return nil, err
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("--cpuprofile: %w; name a file in a folder that exists and that you may write to", err)
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return nil, fmt.Errorf("--cpuprofile: %w", err)
	}
	return func() {
		pprof.StopCPUProfile()
		file.Close()
	}, nil
}
