package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/report"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/tournament"
)

// studied is a stored run of a player with itself.
type studied struct {
	run   store.Run
	spec  tournament.Spec
	rules engine.Rules
}

// reportExperiment writes the page of all stored runs of "pillars advantage" of a game. It reports whether there are any.
func (f *reportFlags) reportExperiment(cmd *cobra.Command, name string) (found bool, err error) {
	if _, err := os.Stat(f.db); err != nil {
		return false, nil // what keeps a database from being read is told when games are to be stored in it
	}
	ctx, release := cli.Interruptible(cmd.Context())
	defer release()
	defer cli.TellInterrupted(ctx, &err, "interrupted: the games are stored, and no report is written")
	db, err := tournaments.OpenToRead(f.db)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	game, err := games.Find(name)
	if err != nil {
		return false, err
	}
	chosen, err := f.studied(ctx, db, game)
	if err != nil || len(chosen) == 0 {
		return false, err
	}
	f.announceExperiment(cmd, len(chosen))
	page, err := f.experiment(ctx, cmd, db, game, chosen)
	if err != nil {
		return true, err
	}
	return true, f.write(cmd, page)
}

// sampled are the flags that say how games are measured: those of an experiment are only counted.
var sampled = []string{"judge", "shallow", "deep", "judgements", "whole-turns", "promises", "random-games", "limit", "seed"}

// announceExperiment says what the page is of, and which flags have no part in it.
func (f *reportFlags) announceExperiment(cmd *cobra.Command, runs int) {
	if f.quiet {
		return
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "the page is of %s of pillars advantage in %s; --rounds plays a tournament instead\n", cli.Counted(runs, "run"), f.db)
	var unused []string
	for _, flag := range sampled {
		if cmd.Flags().Changed(flag) {
			unused = append(unused, "--"+flag)
		}
	}
	if len(unused) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: such a page has no use for %s\n", strings.Join(unused, ", "))
	}
}

// studied finds the runs of players with themselves that have games, of a game with the options that were given.
func (f *reportFlags) studied(ctx context.Context, db *store.Store, game engine.Game) ([]studied, error) {
	wanted, err := engine.ParseSettings(f.ruleOption)
	if err == nil {
		_, err = game.New(wanted)
	}
	if err != nil {
		return nil, cli.Usagef("--option: %w", err)
	}
	all, err := db.Runs(ctx)
	if err != nil {
		return nil, err
	}
	var found []studied
	others := false
	for _, run := range all {
		facts, err := runs.FactsOf(run)
		if err != nil || facts.Game != game.Name() || run.Kind != "advantage" || run.Games == 0 {
			continue // runs that cannot be read are for others to tell
		}
		one := studied{run: run}
		if one.spec, err = tournament.ParseSpec(run.Spec); err != nil {
			return nil, fmt.Errorf("run %s: %w", run.ID, err)
		}
		if one.rules, err = game.New(one.spec.Options); err != nil {
			return nil, fmt.Errorf("run %s: %w", run.ID, err)
		}
		if slices.ContainsFunc(wanted, func(s engine.Setting) bool { return !slices.Contains(one.rules.Settings(), s) }) {
			others = true
			continue
		}
		found = append(found, one)
	}
	if len(found) == 0 && others {
		return nil, cli.Usagef("--option %s: the runs of pillars advantage of %s in %s have other options; leave it out, or give --rounds for a tournament",
			wanted, game.Name(), f.db)
	}
	slices.SortStableFunc(found, inPageOrder)
	return found, nil
}

// inPageOrder puts runs of the same rules, measure and player together, the lowest rungs first.
func inPageOrder(a, b studied) int {
	return cmp.Or(cmp.Compare(a.rules.Settings().String(), b.rules.Settings().String()), cmp.Compare(measureRank(a.spec), measureRank(b.spec)),
		cmp.Compare(a.spec.Players[0], b.spec.Players[0]), cmp.Compare(a.spec.Limits.Nodes, b.spec.Limits.Nodes))
}

// measureRank is the place of a measure on the page.
func measureRank(spec tournament.Spec) int {
	return slices.Index(seatMeasures(), measureOf(spec))
}

// experiment makes the report of several runs.
func (f *reportFlags) experiment(ctx context.Context, cmd *cobra.Command, db *store.Store, game engine.Game, found []studied) (report.Report, error) {
	in := report.Experiment{Title: f.title, Game: game, Facts: experimentFacts(game, found)}
	status := cli.NewStatusLine(cmd.ErrOrStderr())
	defer status.Clear()
	for i, one := range found {
		if !f.quiet {
			status.Update(func() string {
				return fmt.Sprintf("reading run %d of %d, %s", i+1, len(found), cli.Counted(one.run.Games, "game"))
			})
		}
		finding, err := readFinding(ctx, db, game, one)
		if err != nil {
			return report.Report{}, fmt.Errorf("run %s: %w", one.run.ID, err)
		}
		in.Findings = append(in.Findings, finding)
		in.Commands = append(in.Commands, mirrorCommand(one.spec, one.rules.Seats(), one.run.Games))
	}
	again := "pillars report " + game.Name()
	for _, option := range f.ruleOption {
		again += " --option=" + cli.Quoted(option)
	}
	if f.title != "" {
		again += " --title=" + cli.Quoted(f.title)
	}
	in.Commands = append(in.Commands, again)
	var err error
	if in.Shown, err = f.sampleGames(ctx, db, game, found); err != nil {
		return report.Report{}, err
	}
	return report.NewExperiment(in)
}

// sampleGames chooses games to be shown: of the run from the start with most nodes, or of another if there is none.
func (f *reportFlags) sampleGames(ctx context.Context, db *store.Store, game engine.Game, found []studied) ([]report.Shown, error) {
	best := slices.MaxFunc(found, func(a, b studied) int {
		return cmp.Or(-cmp.Compare(measureRank(a.spec), measureRank(b.spec)), cmp.Compare(a.spec.Limits.Nodes, b.spec.Limits.Nodes))
	})
	played, err := runs.Games(ctx, db, best.run.ID)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(played, func(a, b tournament.Game) int { return cmp.Compare(a.Identity, b.Identity) })
	return chooseGames(played, f.shown, best.run.ID, game)
}
