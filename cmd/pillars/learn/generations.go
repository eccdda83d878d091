package learn

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/stats"
	"pillars/results/table"
	"pillars/results/training"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/selfplay"
)

func (f *tuneFlags) registerLoop(cmd *cobra.Command) {
	set, plan := cmd.Flags(), &f.loop.Plan
	set.IntVar(&f.loop.Generations, "generations", 0, "go round so many times: self-play, fit, match")
	set.StringVar(&f.loop.Folder, "folder", "",
		"the `FOLDER` for all that is made (default: -o with .generations or .search added)")
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
		loop.Match = func(v training.Verdict) { say.Update(func() string { return "match: " + verdictText(v) }) }
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

func verdictText(v training.Verdict) string {
	pairs := 0
	for _, n := range v.Pairs {
		pairs += n
	}
	return fmt.Sprintf("score %.1f %% in %s, LLR %.2f, %s", 100*v.Score(), tournament.Counted(pairs, "pair"), v.LLR,
		decisionText(v))
}

// decisionText is H0, H1 or, where a test that still runs would say to go on, undecided.
func decisionText(v training.Verdict) string {
	if v.Decision == stats.Undecided.String() {
		return "undecided"
	}
	return v.Decision
}

func withElo(v training.Verdict) string {
	return verdictText(v) + ", " + stats.Elo(v.Pairs).Text(0) + " Elo"
}
