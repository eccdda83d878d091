package learn

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/stats"
	"pillars/results/table"
	"pillars/results/training"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/tune"
	"pillars/tournament"
	"pillars/tournament/runner"
)

func (f *tuneFlags) registerSearch(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.search.Player, "search", "", "tune numeric keys of this `PLAYER` by matches, not weights")
	set.StringVar(&f.constants, "constants", "", "what --search tunes: name=start:min..max[:c_end[:r_end]],... "+
		"or @`FILE` with lines name, start, min, max, c_end, r_end")
	set.Float64Var(&f.rEnd, "r-end", tune.DefaultREnd,
		"learning rate in the end, for constants that give none; short runs want more")
	set.IntVar(&f.search.Batch, "batch", 4, "pairs of games that answer a question of --search")
	cli.Complete(cmd, "constants", completeConstants)
}

const searchMatchPairs = 2000 // at most, in the match at the end

func (f *tuneFlags) tuning(cmd *cobra.Command, name string) (*training.Tuning, error) {
	plan, match := f.search, f.loop.Plan
	switch {
	case len(f.fit.Files) > 0 || cmd.Flags().Changed("generations"):
		return nil, cli.Usagef("--search tunes constants; --data and --generations fit weights: give one of them")
	case f.folder("") == "":
		return nil, cli.Usagef("name a folder for the tuning with --folder, or a file for the constants with -o")
	case f.constants == "":
		return nil, cli.Usagef("name what to tune with --constants, such as cpuct=0.8:0.2..3 (see pillars players)")
	}
	folder := f.folder(".search")
	err := cmp.Or(cli.AtLeast("workers", f.fit.Workers, 1), cli.AtLeast("batch", plan.Batch, 1),
		cli.AtLeast("games", match.Games, 1), f.refuseFiles(folder))
	if err != nil {
		return nil, err
	}
	rules, _, err := cli.Rules("", name, f.options)
	if err != nil {
		return nil, err
	}
	if plan.Player, err = limited(cmd, plan.Player, f.nodes); err != nil {
		return nil, err
	}
	if plan.Parameters, err = training.Constants(f.constants, plan.Player, f.rEnd); err != nil {
		return nil, cli.Usagef("--constants: %w", err)
	}
	if !cmd.Flags().Changed("match-pairs") {
		match.Pairs = searchMatchPairs
	}
	plan.Iterations = (match.Games + 2*plan.Batch - 1) / (2 * plan.Batch)
	plan.Openings, plan.Pairs, plan.Elo1, plan.Seed = match.Openings, match.Pairs, match.Elo1, f.fit.Selection.Seed
	tuning := &training.Tuning{Plan: plan, Work: training.Work{
		Folder: folder, Rules: rules, Workers: f.fit.Workers, NewPlayer: players.StoredRecorded,
	}}
	if err := tuning.Check(); err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return tuning, nil
}

// limited is the player with --nodes, unless its text limits it.
func limited(cmd *cobra.Command, player string, nodes uint64) (string, error) {
	_, err := players.Keys(player)
	switch {
	case err != nil:
		return "", cli.Usagef("--search: %w", err)
	case players.Unlimited(player):
		return search.WithNodes(player, nodes), nil
	case players.Thinks(player) && cmd.Flags().Changed("nodes"):
		return "", cli.Usagef("--search %s and --nodes both limit the player; leave one out", player)
	}
	return player, nil
}

func (f *tuneFlags) runSearch(cmd *cobra.Command, name string) error {
	tuning, err := f.tuning(cmd, name)
	if err != nil {
		return err
	}
	var outcome training.TuningOutcome
	err = f.work(cmd, tuning.Folder, func(ctx context.Context, say *cli.Messages, drain <-chan struct{}) (err error) {
		tuning.Drain = drain
		follow(tuning, say)
		outcome, err = tuning.Run(ctx)
		return err
	})
	if f.plot != "" {
		if picture, missing := os.ReadFile(filepath.Join(tuning.Folder, training.TrajectoryPicture)); missing == nil {
			err = cmp.Or(err, cli.SvgPicture.WriteDrawn("--plot", f.plot, picture))
		}
	}
	if err != nil {
		return err
	}
	return f.concludeSearch(cmd, tuning, outcome)
}

func follow(tuning *training.Tuning, say *cli.Messages) {
	began, earlier, all := time.Now(), 0, tuning.Plan.Iterations
	tuning.Begun = func(done int) {
		if earlier = done; done > 0 {
			say.Sayf("%s goes on after %d of %s", tuning.Folder, done, tournament.Counted(all, "iteration"))
		}
	}
	tuning.Told = func(last training.Iteration) {
		say.Update(func() string {
			text := fmt.Sprintf("iteration %d of %d, %d games", last.Number, all, gamesOf(tuning, last.Number))
			for i, p := range tuning.Plan.Parameters {
				text += fmt.Sprintf(", %s %.4g", p.Name, last.Estimate[i])
			}
			if done := last.Number - earlier; done > 0 {
				left := time.Since(began) / time.Duration(done) * time.Duration(all-last.Number)
				text += ", " + left.Round(time.Second).String() + " left"
			}
			return text
		})
	}
	tuning.Match = func(v training.Verdict) {
		say.Update(func() string { return "tuned against start: " + verdictText(v) })
	}
}

func gamesOf(tuning *training.Tuning, iterations int) int { return 2 * tuning.Plan.Batch * iterations }

func (f *tuneFlags) concludeSearch(
	cmd *cobra.Command, tuning *training.Tuning, outcome training.TuningOutcome,
) error {
	out, file, games := cmd.OutOrStdout(), "", gamesOf(tuning, outcome.Iterations)
	if outcome.Better() && f.out != "" {
		file = f.out
		if err := os.WriteFile(file, constantsFile(tuning.Plan.Parameters, outcome), 0o644); err != nil {
			return err
		}
	}
	constants := table.New("#constant", "#start", "#tuned", "#min", "#max")
	constants.Indent = 2
	var facts []table.Facts
	for i, p := range tuning.Plan.Parameters {
		constants.Add(p.Name, formatted("%.4g", p.Start, outcome.Values[i], p.Min, p.Max))
		facts = append(facts, table.Object("name", p.Name, "start", p.Start, "tuned", outcome.Values[i], "min", p.Min,
			"max", p.Max, "c_end", p.CEnd, "r_end", p.REnd))
	}
	if f.json {
		answer := table.Object("type", "search", "folder", tuning.Folder, "method", tuning.Plan.Method,
			"iterations", outcome.Iterations, "games", games, "constants", facts, "start", outcome.Start,
			"tuned", outcome.Tuned, "final", outcome.Final, "better", outcome.Better())
		answer.AddSome("file", file)
		return cli.PrintJSON(out, answer)
	}
	fmt.Fprintf(out, "%s: %s, %s\n\n", tuning.Plan.Method, tournament.Counted(outcome.Iterations, "iteration"),
		tournament.Counted(games, "game"))
	err := constants.WriteText(out)
	fmt.Fprintf(out, "\n%s\n", searchVerdict(outcome))
	if file != "" {
		fmt.Fprintf(out, "constants: %s\n", file)
	}
	return err
}

func constantsFile(parameters []tune.Parameter, outcome training.TuningOutcome) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n# Against %s: score %.1f %%, %s. By %s.\n# name, start, min, max, c_end, r_end\n",
		outcome.Tuned, outcome.Start, 100*outcome.Final.Score(), decisionText(*outcome.Final), runner.Program())
	for i, p := range parameters {
		fmt.Fprintf(&b, "%s, %g, %g, %g, %g, %g\n", p.Name, outcome.Values[i], p.Min, p.Max, p.CEnd, p.REnd)
	}
	return b.Bytes()
}

func searchVerdict(outcome training.TuningOutcome) string {
	final := outcome.Final
	if final == nil {
		return "the tuned player is the one at the start"
	}
	text := fmt.Sprintf("%s against the start: %s\n", outcome.Tuned, withElo(*final))
	switch final.Decision {
	case stats.AcceptH1.String():
		return text + "the tuned constants are better"
	case stats.AcceptH0.String():
		return text + "the tuned constants are not better: keep those of the start"
	}
	return text + "not shown to be better: keep the constants of the start, or let --match-pairs be more"
}

// completeConstants offers the numbers among the keys of the player of --search, with their values.
func completeConstants(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	const inWord = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	player, _ := cmd.Flags().GetString("search")
	keys, err := players.Keys(player)
	if err != nil {
		return nil, inWord
	}
	before := typed[:strings.LastIndex(typed, ",")+1]
	var offers []string
	keys.VisitAll(func(key *flag.Flag) {
		if numeric, _ := training.Tunable(key); numeric {
			offers = append(offers, before+key.Name+"="+key.Value.String()+":\t"+key.Usage)
		}
	})
	return offers, inWord
}
