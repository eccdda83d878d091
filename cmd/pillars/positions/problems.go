// Package positions provides the commands on sets of positions: "book" makes books of openings, "problems" tests
// players on tactical problems, and "solve" proves results.
package positions

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/games"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/problems"
)

type problemsFlags struct {
	player, game, set, file string
	nodes                   uint64
	verify, curve, heldOut  bool
}

// NewProblemsCommand returns the command "problems".
func NewProblemsCommand() *cobra.Command {
	var flags problemsFlags
	cmd := cli.New("problems", "Test a player on tactical problems", flags.run)
	set := cmd.Flags()
	set.StringVar(&flags.player, "player", "alphabeta", "the `PLAYER` to test, such as mcts:cpuct=1.4")
	set.StringVarP(&flags.game, "game", "g", "", "only problems of this `GAME` (default: all games)")
	set.Uint64Var(&flags.nodes, "nodes", problems.DefaultNodes, cli.NodesUsage)
	set.StringVar(&flags.set, "set", problems.Basic, "built-in problems: the `SET` "+sets())
	set.StringVar(&flags.file, "file", "", "take the problems from this `FILE` instead")
	set.BoolVar(&flags.heldOut, "held-out", false, "take the half of the set proven that is for tests only")
	set.BoolVar(&flags.curve, "curve", false,
		"try alphabeta and mcts with 100 nodes, 1,000 ... up to --nodes, and the practice levels")
	set.BoolVar(&flags.verify, "verify", false, "prove the expected answers instead of testing a player")
	return cmd
}

func sets() string { return strings.Join(problems.Sets(), ", ") }

func (f *problemsFlags) run(cmd *cobra.Command, _ []string) error {
	_, playerErr := search.ParseSpec(f.player)
	selected, err := f.problems()
	if err := cmp.Or(cli.ChooseOne(cmd, "file", "set"), cli.ChooseOne(cmd, "curve", "verify"),
		cli.ChooseOne(cmd, "curve", "player"), cli.Wrong("--player", playerErr),
		cli.AtLeast("nodes", f.nodes, 1), err); err != nil {
		return err
	}
	run := f.tryAll
	switch {
	case f.verify:
		run = verifyAll
	case f.curve:
		run = f.climb
	}
	return cli.Interrupting(cmd, "interrupted; the problems tried so far are printed",
		func() error { return run(cmd, selected) })
}

// problems returns the problems that the flags select.
func (f *problemsFlags) problems() (all []problems.Problem, err error) {
	switch {
	case f.file != "":
		all, err = problems.ReadFile(f.file)
		err = cli.Wrong("--file", err)
	case !slices.Contains(problems.Sets(), f.set):
		err = cli.Usagef("--set %s: unknown; known are %s", f.set, sets())
	default:
		all, err = problems.BuiltIn(f.set)
	}
	all = slices.DeleteFunc(all, func(p problems.Problem) bool {
		return p.Origin.Game > 0 && p.HeldOut() != f.heldOut
	})
	if err == nil && len(all) == 0 {
		err = cli.Usagef("all problems are in the other half; add --held-out or leave it out")
	}
	if err != nil || f.game == "" {
		return all, err
	}
	if _, err := games.Find(f.game); err != nil {
		return nil, cli.Wrong("--game", err)
	}
	selected := problems.OfGame(all, f.game)
	if len(selected) == 0 {
		return nil, cli.Usagef("--game %s: none of the %d problems is of this game; name another", f.game, len(all))
	}
	return selected, nil
}

// each calls do with every problem and the writer for the problem's line. It displays the number of problems done.
func each(cmd *cobra.Command, all []problems.Problem, do func(*problems.Problem, io.Writer) error) error {
	status := cli.NewScreen(cmd)
	defer status.Clear()
	for i := range all {
		status.Count(i, len(all), "problem")
		if err := do(&all[i], status.Above(cmd.OutOrStdout())); err != nil {
			return err
		}
	}
	return nil
}

// verifyAll proves the expected answers of the problems. Its error names all problems with wrong answers.
func verifyAll(cmd *cobra.Command, all []problems.Problem) error {
	var wrong []string
	err := each(cmd, all, func(p *problems.Problem, out io.Writer) error {
		err := p.Verify(cmd.Context())
		if cmd.Context().Err() != nil {
			return cmd.Context().Err()
		}
		if err == nil {
			return table.Printf(out, "proven  %-10s  %s\n", p.Kind, p.ID)
		}
		wrong = append(wrong, p.ID)
		return table.Printf(out, "WRONG   %-10s  %s\n", p.Kind, err)
	})
	if err == nil && len(wrong) > 0 {
		err = fmt.Errorf("%d of %d problems are wrong: %s", len(wrong), len(all), strings.Join(wrong, ", "))
	}
	return err
}

// tryAll lets the player solve the problems, and prints how many it solves.
func (f *problemsFlags) tryAll(cmd *cobra.Command, all []problems.Problem) error {
	tally := 0
	err := each(cmd, all, func(p *problems.Problem, out io.Writer) error {
		position, err := p.Load()
		if err != nil {
			return cli.Wrong("", err)
		}
		player, err := cli.NewPlayer("--player", f.player, position.Rules())
		if err != nil {
			return err
		}
		defer cli.ClosePlayers(io.Discard, player)
		solved, line, err := p.Trial(cmd.Context(), position, player, search.Limits{Nodes: f.nodes})
		if err != nil {
			return err
		}
		if solved {
			tally++
		}
		return table.Printf(out, "%s\n", line)
	})
	if err != nil {
		return err
	}
	return table.Printf(cmd.OutOrStdout(), "%s solves %d of %d problems (%.1f %%)\n", f.player, tally, len(all),
		100*float64(tally)/float64(len(all)))
}
