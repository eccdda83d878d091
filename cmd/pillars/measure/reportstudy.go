package measure

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/report"
	"pillars/results/store"
)

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
	chosen, err := f.measurements(ctx, db, game)
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

// measurements finds the runs of players with themselves, of a game with the options that were given.
func (f *reportFlags) measurements(ctx context.Context, db *store.Store, game engine.Game) ([]report.Measured, error) {
	wanted, err := engine.ParseSettings(f.ruleOption)
	if err == nil {
		_, err = game.New(wanted)
	}
	if err != nil {
		return nil, cli.Usagef("--option: %w", err)
	}
	found, others, err := f.reader(db).Measurements(ctx, game, wanted)
	if err == nil && len(found) == 0 && others {
		return nil, cli.Usagef("--option %s: the runs of pillars advantage of %s in %s have other options; leave it out, "+
			"or give --rounds for a tournament", wanted, game.Name(), f.db)
	}
	return found, err
}

// experiment makes the report of several runs.
func (f *reportFlags) experiment(
	ctx context.Context, cmd *cobra.Command, db *store.Store, game engine.Game, all []report.Measured,
) (report.Report, error) {
	status := cli.NewStatusLine(cmd.ErrOrStderr())
	defer status.Clear()
	in, err := f.reader(db).Experiment(ctx, game, all, func(i int) {
		if !f.quiet {
			status.Update(func() string {
				return fmt.Sprintf("reading run %d of %d, %s", i+1, len(all), cli.Counted(all[i].Games, "game"))
			})
		}
	})
	if err != nil {
		return report.Report{}, err
	}
	in.Title = f.title
	for _, one := range all {
		in.Commands = append(in.Commands, mirrorCommand(one.Spec, one.Rules.Seats(), one.Games))
	}
	again := "pillars report " + game.Name()
	for _, option := range f.ruleOption {
		again += " --option=" + cli.Quoted(option)
	}
	if f.title != "" {
		again += " --title=" + cli.Quoted(f.title)
	}
	in.Commands = append(in.Commands, again)
	return report.NewExperiment(in)
}
