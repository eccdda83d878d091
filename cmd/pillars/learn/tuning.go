package learn

import (
	"bytes"
	"cmp"
	"context"
	"errors"
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
	"pillars/tournament/selfplay"
)

func (f *tuneFlags) registerSearch(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.search.Player, "search", "", "tune numeric keys of this `PLAYER` by matches, not weights")
	set.StringVar(&f.constants, "constants", "", "what --search tunes: name=start:min..max[:c_end[:r_end]],... "+
		"or @`FILE` with lines name, start, min, max, c_end, r_end")
	set.Float64Var(&f.rEnd, "r-end", tune.DefaultREnd, "final learning rate unless given; short runs want more")
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
	tuning.Match = func(v training.MatchOutcome) {
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

func (f *tuneFlags) registerLoop(cmd *cobra.Command) {
	set, plan := cmd.Flags(), &f.loop.Plan
	set.IntVar(&f.loop.Generations, "generations", 0, "go round so many times: self-play, fit, match")
	set.StringVar(&f.loop.Folder, "folder", "", "keep all that is made in this `FOLDER` (default: beside -o)")
	set.IntVar(&plan.Games, "games", 2000, "games of self-play in a generation, or that --search plays to tune")
	set.Uint64Var(&f.nodes, "nodes", 1200, "nodes of a player for a decision, in self-play and in matches")
	set.StringVar(&plan.Player, "player", "alphabeta:table=1", "the `PLAYER` that learns, without nodes and weights")
	set.IntVar(&plan.Window, "window", 3, "generations whose games a fit is about, the newest ones")
	set.IntVar(&plan.Pairs, "match-pairs", 200, "pairs of games of a match at most; after them the score decides")
	set.IntVar(&plan.Openings, "opening-turns", 6, "random turns after the set-up in the games of a match")
	set.Float64Var(&plan.Elo1, "elo1", 20, "a match tests whether new weights are stronger by so much normalized Elo")
	registerPlay(cmd, &plan.Play)
}

func (f *tuneFlags) runLoop(cmd *cobra.Command) error {
	loop, plan := &f.loop, &f.loop.Plan
	plan.Player, plan.Selection = search.WithNodes(plan.Player, f.nodes), f.fit.Selection
	plan.Seed, plan.L2, plan.Epochs, plan.Patience = plan.Selection.Seed, f.fit.L2, f.fit.Epochs, f.fit.Patience
	loop.Folder, loop.Rules, loop.Start = f.folder(".generations"), f.fit.Rules, f.fit.Start
	loop.Workers, loop.NewPlayer = f.fit.Workers, players.StoredRecorded
	var outcome training.LoopOutcome
	err := f.work(cmd, loop.Folder, func(ctx context.Context, say *cli.Messages, drain <-chan struct{}) (err error) {
		var printed error
		loop.Drain, loop.Fit = drain, observeFit(say)
		loop.Play = func(generation int, p selfplay.Progress) {
			say.Update(func() string {
				rate := cli.RateText(p.Rate())
				return fmt.Sprintf("generation %d: %d of %d games, %s", generation, p.Games, plan.Games, rate)
			})
		}
		loop.Match = func(v training.MatchOutcome) { say.Update(func() string { return "match: " + verdictText(v) }) }
		loop.Told = func(g training.Generation) {
			say.Clear()
			printed = errors.Join(printed, f.printGeneration(cmd, g))
		}
		outcome, err = loop.Run(ctx)
		return errors.Join(err, printed)
	})
	if err != nil {
		return err
	}
	return f.concludeLoop(cmd, outcome)
}

func (f *tuneFlags) printGeneration(cmd *cobra.Command, g training.Generation) error {
	out := cmd.OutOrStdout()
	if f.json {
		return cli.PrintJSON(out, struct {
			Type string `json:"type"`
			training.Generation
		}{"generation", g})
	}
	kept := "dropped"
	if g.Kept {
		kept = "kept"
	}
	_, err := fmt.Fprintf(out, "generation %d: %d positions of %s, loss %.5f, held back %.5f; match %s: %s\n",
		g.Number, g.Positions, tournament.Counted(g.Games, "game"), g.Loss, g.ValidationLoss, withElo(g.Match), kept)
	return err
}

func (f *tuneFlags) concludeLoop(cmd *cobra.Command, outcome training.LoopOutcome) error {
	const against = "the last weights against the first ones: "
	out, file, kept := cmd.OutOrStdout(), "", 0
	for _, g := range outcome.Generations {
		if g.Kept {
			kept++
		}
	}
	if outcome.Better() {
		file = f.out
		err := training.WriteWeights(file, outcome.Layout, outcome.Weights, f.weightsOf(),
			fmt.Sprintf("Made by %s of %d games of self-play each, %s; from %s, lambda %g, l2 %g, seed %d.",
				tournament.Counted(f.loop.Generations, "generation"), f.loop.Plan.Games, f.loop.Plan.Player, f.from,
				f.fit.Selection.Lambda, f.fit.L2, f.fit.Selection.Seed),
			fmt.Sprintf("Against the weights at the beginning: score %.1f %%, %s.", 100*outcome.Final.Score(),
				decisionText(*outcome.Final)))
		if err != nil {
			return err
		}
	}
	switch {
	case f.json:
		facts := table.Object("type", "generations", "folder", f.loop.Folder)
		facts.AddSome("file", file)
		return cli.PrintJSON(out, append(facts,
			table.Object("kept", kept, "final", outcome.Final, "written", outcome.Better())...))
	case outcome.Final == nil:
		fmt.Fprintf(out, "no generation has changed the weights; %s is not written\n", f.out)
	case file == "":
		fmt.Fprintf(out, "%s; %s is not written\n", against+withElo(*outcome.Final), f.out)
	default:
		fmt.Fprintf(out, "%s\nweights: %s\n", against+withElo(*outcome.Final), file)
	}
	return nil
}

func verdictText(v training.MatchOutcome) string {
	pairs := 0
	for _, n := range v.Pairs {
		pairs += n
	}
	return fmt.Sprintf("score %.1f %% in %s, LLR %.2f, %s", 100*v.Score(), tournament.Counted(pairs, "pair"), v.LLR,
		decisionText(v))
}

// decisionText is H0, H1 or, where a test that still runs would say to go on, undecided.
func decisionText(v training.MatchOutcome) string {
	if v.Decision == stats.Undecided.String() {
		return "undecided"
	}
	return v.Decision
}

func withElo(v training.MatchOutcome) string {
	return verdictText(v) + ", " + stats.Elo(v.Pairs).Text(0) + " Elo"
}
