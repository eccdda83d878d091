// Package positions provides the commands on sets of positions: "book" makes books of openings, "suite" tests players
// on tactical problems, and "solve" proves results.
package positions

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/games"
	"pillars/engine/parallel"
	"pillars/results/show/conclusion"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/suite"
)

type suiteFlags struct {
	player, game       string
	nodes              uint64
	set, file, compare string
	verify             bool
	failBelow          float64
	shard              parallel.Shard
}

// NewSuiteCommand returns the command "suite".
func NewSuiteCommand() *cobra.Command {
	var flags suiteFlags
	cmd := cli.New("suite", "Test a player on tactical positions", flags.run)
	set := cmd.Flags()
	set.StringVar(&flags.player, "player", "alphabeta", "the `PLAYER` to test, such as mcts:cpuct=1.4")
	set.StringVarP(&flags.game, "game", "g", "", "only problems of this `GAME` (default: all games)")
	set.Uint64Var(&flags.nodes, "nodes", 0, cli.NodesUsage+" (default: the problem's budget)")
	set.StringVar(&flags.set, "set", "basic", "built-in problems: the `SET` basic or hard")
	set.StringVar(&flags.file, "file", "", "take the problems from this `FILE` instead")
	set.BoolVar(&flags.verify, "verify", false, "prove the expected answers instead of testing a player")
	cli.JSONFlag(cmd, "print JSON lines")
	set.Bool("csv", false, "print a line of CSV for each problem; the score goes to the standard error")
	set.StringVar(&flags.compare, "compare", "", "name problems won and lost since the --json output in `FILE`")
	set.Float64Var(&flags.failBelow, "fail-below", 0, "fail if the score is below `SCORE`")
	cli.ShardFlag(cmd, &flags.shard)
	cli.CompleteChoice(cmd, "set", "basic", "hard")
	cmd.AddCommand(newSuiteMineCommand())
	return cmd
}

func (f *suiteFlags) run(cmd *cobra.Command, _ []string) error {
	if err := cmp.Or(cli.ChooseOne(cmd, "json", "csv"), f.check(cmd)); err != nil {
		return err
	}
	problems, err := f.problems(cmd.Flags().Changed("set"))
	if err != nil {
		return err
	}
	run := f.tryAll
	if f.verify {
		run = verifyAll
	}
	return cli.Interrupting(cmd, "interrupted; the problems tried so far are printed",
		func() error { return run(cmd, problems) })
}

func (f *suiteFlags) check(cmd *cobra.Command) error {
	comparing := f.compare != "" || cmd.Flags().Changed("fail-below")
	switch {
	case cmd.Flags().Changed("nodes") && f.nodes == 0:
		return cli.Usagef("--nodes 0: must be 1 or more; leave it out for the budget of each problem")
	case f.verify && (cli.CSV(cmd) || comparing || !f.shard.Whole()):
		return cli.Usagef("--verify tests no player; leave out --csv, --compare, --fail-below and --shard")
	case comparing && !f.shard.Whole():
		return cli.Usagef("--compare and --fail-below need the whole suite; leave out --shard")
	}
	if err := cli.AtLeast("fail-below", f.failBelow, 0); err != nil {
		return err
	}
	if f.game != "" {
		if _, err := games.Find(f.game); err != nil {
			return cli.Usagef("--game: %w", err)
		}
	}
	if _, err := search.ParseSpec(f.player); err != nil {
		return cli.Usagef("--player: %w", err)
	}
	return nil
}

// remarksTo returns the writer for scores and remarks: the standard error with --csv, otherwise the standard output.
// The lines of problems always go to the standard output.
func remarksTo(cmd *cobra.Command) io.Writer {
	if cli.CSV(cmd) {
		return cmd.ErrOrStderr()
	}
	return cmd.OutOrStdout()
}

// share returns the problems of the shard. If the shard is not the whole suite, share prints which part it is.
func (f *suiteFlags) share(cmd *cobra.Command, all []suite.Problem) ([]suite.Problem, error) {
	if f.shard.Whole() {
		return all, nil
	}
	if err := f.shard.Fits(len(all), "problem"); err != nil {
		return nil, cli.Usagef("--shard %v: %w", f.shard, err)
	}
	heading, selected, err := suite.NewShare(cmd.Context(), f.shard, all, f.player, f.nodes)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return selected, cli.AnswerTo(remarksTo(cmd), cmd, heading, "%s", conclusion.Caveat(f.shard)[0])
}

// problems returns the problems that the flags select. setGiven says that --set is given.
func (f *suiteFlags) problems(setGiven bool) (problems []suite.Problem, err error) {
	switch {
	case f.file != "" && setGiven:
		return nil, cli.Usagef("--file and --set are both given; leave one out")
	case f.file != "":
		if problems, err = suite.ReadFile(f.file); err != nil {
			return nil, cli.Usagef("--file: %w", err)
		}
	case f.set == "basic":
		problems, err = suite.Default()
	case f.set == "hard":
		problems, err = suite.Hard()
	default:
		return nil, cli.Usagef("--set %s: must be basic or hard", f.set)
	}
	if err != nil || f.game == "" {
		return problems, err
	}
	selected := suite.OfGame(problems, f.game)
	if len(selected) == 0 {
		return nil, cli.Usagef("--game %s: none of the %d problems is of this game; name another",
			f.game, len(problems))
	}
	return selected, nil
}

// each calls do with every problem and the writer for the problem's line. It displays the number of problems done.
func each(cmd *cobra.Command, problems []suite.Problem, do func(*suite.Problem, io.Writer) error) error {
	status := cli.NewScreen(cmd)
	defer status.Clear()
	for i := range problems {
		status.Count(i, len(problems), "problem")
		if err := do(&problems[i], status.Above(cmd.OutOrStdout())); err != nil {
			return err
		}
	}
	return nil
}

// verifyAll proves the expected answers of the problems. Its error names all problems with wrong answers.
func verifyAll(cmd *cobra.Command, problems []suite.Problem) error {
	var wrong []string
	err := each(cmd, problems, func(p *suite.Problem, out io.Writer) error {
		err := p.Verify(cmd.Context())
		if cmd.Context().Err() != nil {
			return cmd.Context().Err()
		}
		facts := table.Object("type", "proof", "id", p.ID, "kind", p.Kind, "proven", err == nil)
		if err == nil {
			return cli.AnswerTo(out, cmd, facts, "proven  %-9s  %s", p.Kind, p.ID)
		}
		facts.Add("cause", err.Error())
		wrong = append(wrong, p.ID)
		return cli.AnswerTo(out, cmd, facts, "WRONG   %-9s  %s", p.Kind, err)
	})
	if err == nil && len(wrong) > 0 {
		err = fmt.Errorf("%d of %d problems are wrong: %s", len(wrong), len(problems), strings.Join(wrong, ", "))
	}
	return err
}

// tryAll lets the player solve the problems, and prints the results, the scores, and the changes since an earlier run.
func (f *suiteFlags) tryAll(cmd *cobra.Command, problems []suite.Problem) error {
	earlier, err := suite.ReadEarlier(f.compare)
	if errors.Is(err, fs.ErrNotExist) {
		return cli.Usagef("--compare: %w", err)
	} else if err != nil {
		return cli.Usagef("--compare %w", err) // err names the file
	}
	if problems, err = f.share(cmd, problems); err != nil {
		return err
	}
	var results []suite.Result
	var seconds float64
	err = each(cmd, problems, func(p *suite.Problem, out io.Writer) error {
		result, err := f.try(cmd.Context(), p)
		if err != nil {
			return err
		}
		results = append(results, result)
		seconds += result.Seconds
		if !cli.CSV(cmd) {
			return cli.AnswerTo(out, cmd, result, "%s", result)
		}
		if len(results) == 1 {
			fmt.Fprintln(out, suite.CSVHeading)
		}
		return csv.NewWriter(out).WriteAll([][]string{result.CSV()})
	})
	if err != nil {
		return err
	}
	scores := suite.Scores(f.player, results)
	for _, score := range scores {
		if err := cli.AnswerTo(remarksTo(cmd), cmd, score, "%s", score); err != nil {
			return err
		}
	}
	if f.compare != "" {
		comparison := earlier.Compare(results)
		if err := cli.AnswerTo(remarksTo(cmd), cmd, comparison, "%s", comparison); err != nil {
			return err
		}
	}
	total := time.Duration(seconds * float64(time.Second)).Round(time.Millisecond)
	cmd.PrintErrf("total time to the solutions: %v\n", total)
	if score := scores[len(scores)-1].Score; score < f.failBelow {
		return fmt.Errorf("the score %.3f is below %v", score, f.failBelow)
	}
	return nil
}

// try lets the player solve one problem.
func (f *suiteFlags) try(ctx context.Context, p *suite.Problem) (suite.Result, error) {
	position, err := p.Load()
	if err != nil {
		return suite.Result{}, cli.Usagef("%w", err)
	}
	player, err := cli.NewPlayer("--player", f.player, position.Rules())
	if err != nil {
		return suite.Result{}, err
	}
	defer cli.ClosePlayers(io.Discard, player)
	return p.Trial(ctx, position, player, f.nodes)
}

func newSuiteMineCommand() *cobra.Command {
	var flags cli.GameFlags
	var m suite.Miner
	var player, missed string
	var games int
	run := func(cmd *cobra.Command, _ []string) error {
		if err := cmp.Or(cli.AtLeast("games", games, 1), cli.Between("turns", m.Turns, 1, 20),
			cli.AtLeast("last", m.Last, 1), cli.AtLeast("opening-steps", m.Opening, 0),
			cli.AtLeast("nodes", m.Limits.Nodes, 1)); err != nil {
			return err
		}
		start, err := flags.Position(cmd)
		if err != nil {
			return err
		}
		if seats := start.Rules().Seats(); seats != 2 {
			return cli.Usagef("only two-seat games can be searched for positions; this one has %d seats", seats)
		}
		if m.Player, err = cli.NewPlayer("--player", player, start.Rules()); err != nil {
			return err
		}
		if m.Missed, err = cli.NewPlayer("--missed-by", missed, start.Rules()); err != nil {
			return err
		}
		defer cli.ClosePlayers(cmd.ErrOrStderr(), m.Player, m.Missed)
		return cli.Interrupting(cmd, "interrupted; the positions found so far are printed", func() error {
			return m.Mine(cmd.Context(), start, games, func(p *suite.Problem) error {
				_, err := fmt.Fprintln(cmd.OutOrStdout(), p)
				return err
			})
		})
	}
	cmd := cli.New("mine", "Find tactical positions in self-play games", run)
	set := cmd.Flags()
	set.StringVar(&player, "player", "alphabeta:nodes=500", "the `PLAYER` in both seats")
	set.StringVar(&missed, "missed-by", "greedy",
		"keep positions that this `PLAYER` does not solve; random keeps nearly everything")
	set.Uint64Var(&m.Limits.Nodes, "nodes", 20000, cli.NodesUsage+", both players")
	set.IntVar(&games, "games", 10, "games to play")
	set.IntVar(&m.Opening, "opening-steps", 6, "random steps that begin each game")
	set.IntVar(&m.Turns, "turns", 2, "look at most this many turns of the winner ahead")
	set.IntVar(&m.Last, "last", 12, "look through this many turns at the end of a game")
	set.Uint64Var(&m.Seed, "seed", 1, cli.SeedUsage)
	return cli.AddGameFlags(&flags, cmd)
}
