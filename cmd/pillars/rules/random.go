package rules

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
)

// randomFlags say which games to play and how to print them.
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
		Long: `Play games in which every step is drawn uniformly from the legal steps, and print their lengths, results and branching (mean number of
legal steps for each kind of step). The games depend on the seed only, not on the number of workers. The speed goes to the standard error.`,
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
	if f.games < 1 || f.games > maxRandomGames {
		return cli.Usagef("--games %d: must be from 1 to %d", f.games, maxRandomGames)
	}
	if f.workers < 1 || f.workers > maxRandomWorkers {
		return cli.Usagef("--workers %d: must be from 1 to %d", f.workers, maxRandomWorkers)
	}
	p, err := f.game.Position(name)
	if err != nil {
		return err
	}
	if p.Over() {
		return cli.Usagef("--position: the game is over there (%s)", p.Outcome().Reason)
	}
	played := playRandom(p, f.games, f.seed, f.workers, cmd.ErrOrStderr())
	fmt.Fprintln(cmd.ErrOrStderr(), played.speed())
	if f.json {
		return cli.PrintJSON(cmd.OutOrStdout(), describeRandom(played))
	}
	printRandom(cmd.OutOrStdout(), describeRandom(played))
	return nil
}

// randomAnswer describes random games as they are printed.
type randomAnswer struct {
	Type      string            `json:"type"`
	Game      string            `json:"game"`
	Options   string            `json:"options"`
	Start     string            `json:"start"`
	Games     int               `json:"games"`
	Seed      uint64            `json:"seed"`
	Turns     spreadAnswer      `json:"turns"`
	Steps     spreadAnswer      `json:"steps"`
	Seats     []seatAnswer      `json:"seats"`
	Draws     int               `json:"draws"`
	Reasons   []reasonAnswer    `json:"reasons"`
	Branching []branchingAnswer `json:"branching"`
}

// spreadAnswer describes lengths of games.
type spreadAnswer struct {
	Mean   float64 `json:"mean"`
	Median float64 `json:"median"`
	Min    int     `json:"min"`
	Max    int     `json:"max"`
}

type seatAnswer struct {
	Name  string  `json:"name"`
	Wins  int     `json:"wins"`
	Score float64 `json:"score"` // mean over the games
}

type reasonAnswer struct {
	Reason string `json:"reason"`
	Games  int    `json:"games"`
}

type branchingAnswer struct {
	Kind  string  `json:"kind"`
	Steps int64   `json:"steps"` // how often such a step was due
	Mean  float64 `json:"mean"`  // mean number of legal steps then
}

func printRandom(w io.Writer, a randomAnswer) {
	fmt.Fprintf(w, "%d random games of %s, %s, seed %d\nfrom %s\n\n", a.Games, a.Game, a.Options, a.Seed, a.Start)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "length\tmean\tmedian\tmin\tmax\t")
	fmt.Fprintf(table, "turns\t%.2f\t%g\t%d\t%d\t\n", a.Turns.Mean, a.Turns.Median, a.Turns.Min, a.Turns.Max)
	fmt.Fprintf(table, "steps\t%.2f\t%g\t%d\t%d\t\n", a.Steps.Mean, a.Steps.Median, a.Steps.Min, a.Steps.Max)
	table.Flush()
	percent := func(games int) float64 { return 100 * float64(games) / float64(a.Games) }
	fmt.Fprintln(w)
	for _, seat := range a.Seats {
		fmt.Fprintf(w, "%s wins %d (%.2f %%)\n", seat.Name, seat.Wins, percent(seat.Wins))
	}
	fmt.Fprintf(w, "draws %d (%.2f %%)\n", a.Draws, percent(a.Draws))
	var reasons, kinds []string
	for _, reason := range a.Reasons {
		reasons = append(reasons, fmt.Sprintf("%s %d", reason.Reason, reason.Games))
	}
	for _, kind := range a.Branching {
		kinds = append(kinds, fmt.Sprintf("%s %.2f", kind.Kind, kind.Mean))
	}
	fmt.Fprintf(w, "ended by %s\nbranching %s\n", strings.Join(reasons, ", "), strings.Join(kinds, ", "))
}
