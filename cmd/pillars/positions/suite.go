package positions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/games"
	"pillars/search/suite"
)

// suiteFlags say which problems to try, and with whom.
type suiteFlags struct {
	player string
	game   string
	nodes  uint64
	set    string
	file   string
	verify bool
	json   bool
	csv    bool

	compare   string
	failBelow float64
}

func NewSuiteCommand() *cobra.Command {
	var flags suiteFlags
	cmd := &cobra.Command{
		Use:   "suite",
		Short: "Try a player on tactical positions",
		Long: `Try a player on tactical positions: forced wins, captures that lose, turns that alone avoid a loss. Each is the first of a new game, with
the budget of nodes for a decision that its problem states, or --nodes. Then it is tried again with half of what the player used, and so on until
it fails: the nodes of the last try that solved it are the nodes to the solution. Behind FAILED stand the nodes of the whole budget.

The last line is the score: a solved problem has 2 points and one more for each time that its budget could be halved (with fractions), an
unsolved one has none, and the score is the mean. One point more is half the nodes on every problem. The geometric mean of the nodes to the solution,
beside it, counts an unsolved problem as four times its budget. With problems of several games, each has a score of its own before that. All of these
are the same on every machine. The time to the solution is not; it is in --json and --csv, and in sum on stderr.

--compare FILE names what was won and lost since an earlier run whose --json output is in the file; only problems that are the same in both count.
--fail-below makes the command fail when the score is lower.

--set hard takes positions that were too hard, or took many nodes, for the program's own players when they were chosen. --file takes problems of your
own; the files of the program (folder search/suite) show how they are written, and pillars suite mine finds some. --verify proves the expectations
by exact search instead of trying a player.`,
		Example: `  pillars suite --player mcts
  pillars suite --game pylyx --player alphabeta:reduction=false --nodes 5000 --csv
  pillars suite --json > before.json
  pillars suite --compare before.json --fail-below 8.5
  pillars suite --file mine.txt --verify`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return flags.Run(cmd) },
	}
	cmd.Flags().StringVar(&flags.player, "player", "alphabeta", "the `PLAYER` to try, such as mcts:cpuct=1.4")
	cmd.Flags().StringVar(&flags.game, "game", "", "only problems of this `GAME` (default: of all games)")
	cmd.Flags().Uint64Var(&flags.nodes, "nodes", 0, "nodes for a decision (default: what each problem states)")
	cmd.Flags().StringVar(&flags.set, "set", "basic", "problems of the program: basic or hard")
	cmd.Flags().StringVar(&flags.file, "file", "", "a `FILE` of problems instead of those of the program")
	cmd.Flags().BoolVar(&flags.verify, "verify", false, "prove the expectations instead")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print JSON lines")
	cmd.Flags().BoolVar(&flags.csv, "csv", false, "print comma-separated values, a line for each problem; the score goes to stderr")
	cmd.Flags().StringVar(&flags.compare, "compare", "", "say what was won and lost since the --json output in a `FILE`")
	cmd.Flags().Float64Var(&flags.failBelow, "fail-below", 0, "fail if the score is below `SCORE`")
	cli.Complete(cmd, "player", cli.CompletePlayer)
	cli.Complete(cmd, "fail-below", cobra.NoFileCompletions)
	cli.Complete(cmd, "game", cobra.FixedCompletions(cli.GameNames(), cobra.ShellCompDirectiveNoFileComp))
	cli.Complete(cmd, "nodes", cobra.NoFileCompletions)
	cli.Complete(cmd, "set", cobra.FixedCompletions([]string{"basic", "hard"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.AddCommand(newSuiteMineCommand())
	return cmd
}

func (f *suiteFlags) Run(cmd *cobra.Command) error {
	if err := f.Check(cmd); err != nil {
		return err
	}
	problems, err := f.problems(cmd.Flags().Changed("set"))
	if err != nil {
		return err
	}
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	if f.verify {
		err = f.verifyAll(ctx, cmd.OutOrStdout(), problems)
	} else {
		err = f.tryAll(ctx, cmd, problems)
	}
	if errors.Is(err, context.Canceled) {
		return cli.Exit(cli.ExitInterrupted, errors.New("interrupted; the problems so far are printed"))
	}
	return err
}

// Check refuses flags that do not go together or mean nothing.
func (f *suiteFlags) Check(cmd *cobra.Command) error {
	switch {
	case cmd.Flags().Changed("nodes") && f.nodes == 0:
		return cli.Usagef("--nodes 0: must be 1 or more; leave it out for what each problem states")
	case f.json && f.csv:
		return cli.Usagef("--json and --csv are both given; choose one")
	case f.verify && (f.csv || f.compare != "" || cmd.Flags().Changed("fail-below")):
		return cli.Usagef("--verify tries no player; leave --csv, --compare and --fail-below out")
	case !(f.failBelow >= 0):
		return cli.Usagef("--fail-below %v: must be 0 or more", f.failBelow)
	}
	return nil
}

// problems are those that the flags ask for.
func (f *suiteFlags) problems(setGiven bool) ([]suite.Problem, error) {
	if f.game != "" {
		if _, err := games.Find(f.game); err != nil {
			return nil, cli.Usagef("--game: %w", err)
		}
	}
	problems, err := f.problemsOfAll(setGiven)
	if err != nil || f.game == "" {
		return problems, err
	}
	selected := suite.OfGame(problems, f.game)
	if len(selected) == 0 {
		return nil, cli.Usagef("--game %s: none of the %d problems is of this game", f.game, len(problems))
	}
	return selected, nil
}

// problemsOfAll are the problems of the file or the set that the flags name, of all games.
func (f *suiteFlags) problemsOfAll(setGiven bool) ([]suite.Problem, error) {
	switch {
	case f.file != "" && setGiven:
		return nil, cli.Usagef("--file and --set are both given; leave one out")
	case f.file != "":
		return readProblems(f.file)
	case f.set == "basic":
		return suite.Default()
	case f.set == "hard":
		return suite.Hard()
	}
	return nil, cli.Usagef("--set %s: must be basic or hard", f.set)
}

func readProblems(path string) ([]suite.Problem, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, cli.Usagef("--file: %w", err)
	}
	defer file.Close()
	problems, err := suite.Read(file, path)
	if err != nil {
		return nil, cli.Usagef("--file: %w", err)
	}
	return problems, nil
}

// verifyAll proves the problems, and goes on past those that are wrong to name them all.
func (f *suiteFlags) verifyAll(ctx context.Context, w io.Writer, problems []suite.Problem) error {
	var wrong []string
	for i := range problems {
		p := &problems[i]
		err := p.Verify(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		answer := proofAnswer{Type: "proof", ID: p.ID, Kind: p.Kind, Proven: err == nil}
		if err != nil {
			wrong = append(wrong, p.ID)
			answer.Cause = err.Error()
		}
		if err := f.Print(w, answer); err != nil {
			return err
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%d of %d problems are not as they say: %s", len(wrong), len(problems), strings.Join(wrong, ", "))
	}
	return nil
}

// Print prints an answer as JSON or as the line it makes of itself.
func (f *suiteFlags) Print(w io.Writer, answer fmt.Stringer) error {
	if f.json {
		return cli.PrintJSON(w, answer)
	}
	_, err := fmt.Fprintln(w, answer)
	return err
}
