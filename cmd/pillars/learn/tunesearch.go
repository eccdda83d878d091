package learn

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/training"
	"pillars/search/tune"
)

// searchFlags say which constants of a player are tuned, and how.
type searchFlags struct {
	player    string
	constants string
	rEnd      float64
	batch     int
}

func (f *searchFlags) Register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.player, "search", "", "tune numeric keys of this `PLAYER` by matches, not weights")
	set.StringVar(&f.constants, "constants", "",
		"what --search tunes: name=start:min..max[:c_end[:r_end]],... or @`FILE` with lines name, start, min, max, c_end, r_end")
	set.Float64Var(&f.rEnd, "r-end", tune.DefaultREnd, "learning rate in the end, for constants that give none; short runs want more")
	set.IntVar(&f.batch, "batch", 4, "pairs of games that answer a question of --search")
	cli.Complete(cmd, "search", cli.CompletePlayer)
	cli.Complete(cmd, "constants", completeConstants)
	for _, number := range []string{"r-end", "batch"} {
		cli.Complete(cmd, number, cobra.NoFileCompletions)
	}
}

func (f *searchFlags) wanted(cmd *cobra.Command) bool { return cmd.Flags().Changed("search") }

// folder is where a course or a tuning lies.
func (f *tuneFlags) folder(suffix string) string {
	if f.generation.folder == "" && f.out != "" {
		return f.out + suffix
	}
	return f.generation.folder
}

// checkSearch looks at the flags that tell what is done and where.
func (f *tuneFlags) checkSearch(cmd *cobra.Command) error {
	switch {
	case len(f.data) > 0 || f.generation.wanted(cmd):
		return cli.Usagef("--search tunes a player's constants; --data and --generations fit weights: give one of them")
	case f.folder("") == "":
		return cli.Usagef("name a folder for the course of the tuning with --folder, or a file for the constants with -o")
	case f.search.constants == "":
		return cli.Usagef("name what to tune with --constants, such as cpuct=0.8:0.2..3; pillars players lists the keys")
	case f.lesson.Workers < 1:
		return cli.Usagef("--workers %d: must be 1 or more", f.lesson.Workers)
	case f.search.batch < 1:
		return cli.Usagef("--batch %d: must be 1 or more", f.search.batch)
	case f.generation.plan.Games < 1:
		return cli.Usagef("--games %d: must be 1 or more", f.generation.plan.Games)
	}
	return nil
}

// runSearch tunes constants.
func (f *tuneFlags) runSearch(cmd *cobra.Command, name string) error {
	if err := f.checkSearch(cmd); err != nil {
		return err
	}
	if err := f.refuseFiles(f.folder(searchSuffix)); err != nil {
		return err
	}
	rules, err := rulesOf(name, f.options)
	if err != nil {
		return err
	}
	tuning, err := f.tuning(cmd, rules)
	if err != nil {
		return err
	}
	if err := tuning.Check(); err != nil {
		return cli.Usagef("%w", err)
	}
	say := messages{cmd.ErrOrStderr(), f.quiet}
	stops := newStops(cmd.Context(), say)
	tuning.Drain = stops.drain
	watch := newTuningWatch(say, tuning, f.plot)
	outcome, err := tuning.Run(stops.ctx)
	interrupted := stops.end()
	watch.status.Clear()
	if drawn := errors.Join(watch.err, watch.draw()); err == nil {
		err = drawn
	}
	switch {
	case err != nil && interrupted && training.Interrupted(err):
		return cli.Exit(cli.ExitInterrupted, fmt.Errorf("interrupted: everything is kept in %s; the same command goes on", tuning.Folder))
	case err != nil:
		return err
	}
	return f.concludeSearch(cmd, tuning, watch, outcome)
}
