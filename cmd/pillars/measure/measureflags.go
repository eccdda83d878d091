package measure

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/metrics"
	"pillars/results/recorder"
	"pillars/results/report"
	"pillars/tournament"
)

// besides is what is known besides the run that is measured.
type besides struct {
	plan   []tournament.Planned // the games that count; nil for all
	chain  []metrics.Rung
	starts starts
}

// starts are the records of games from the start of the game, in which openings are measured.
type starts struct {
	run   string
	games []metrics.Game
}

// measureFlags say what is measured of games, and how it is printed.
type measureFlags struct {
	looks      recorder.Looks
	db         string
	quiet      bool
	json       bool
	csv        bool
	defineOnly bool
	squares    bool
}

func (f *measureFlags) Register(cmd *cobra.Command) {
	f.registerLooks(cmd, 0)
	cmd.Flags().BoolVar(&f.json, "json", false, "print a JSON line for each column, numbers unrounded")
	cmd.Flags().BoolVar(&f.csv, "csv", false, "print comma-separated values, a line for each measure")
}

// registerLooks adds the flags that say what is looked at, of at most limit games unless the user says otherwise.
func (f *measureFlags) registerLooks(cmd *cobra.Command, limit int) {
	set := cmd.Flags()
	set.StringVar(&f.looks.Judge, "judge", "alphabeta:nodes=2000,weights=hand",
		"the `PLAYER` whose opinions of positions count, none of those who played; empty for none")
	set.Func("referee", "", func(string) error { return errors.New("it is called --judge now") })
	_ = set.MarkHidden("referee") // it was just made
	set.StringVar(&f.looks.Shallow, "shallow", "alphabeta:nodes=30,weights=hand", "the `PLAYER` who looks briefly, for clarity")
	set.StringVar(&f.looks.Deep, "deep", "alphabeta:nodes=1000,weights=hand", "the `PLAYER` who looks closely, for clarity")
	set.IntVar(&f.looks.Take.Judgements, "judgements", 1, "positions of a game whose turns both look at; 0 for none")
	set.IntVar(&f.looks.Take.WholeTurns, "whole-turns", 100, "positions of a game, evenly spread, in which whole turns are counted; 0 for none")
	set.IntVar(&f.looks.Take.Promises, "promises", 10, "random games from the middle of each game; 0 for none")
	set.IntVar(&f.looks.Random, "random-games", 500, "random games from the start; 0 for none")
	set.IntVar(&f.looks.Limit, "limit", limit, "at most so many games of each run, drawn by whole pairs, of which one at least; 0 for all")
	set.Uint64Var(&f.looks.Take.Seed, "seed", 1, "all randomness derives from it")
	set.IntVar(&f.looks.Workers, "workers", runtime.NumCPU(), "games looked at at the same time")
	set.StringVar(&f.db, "db", cli.DefaultDatabase, "the `FILE` that games are stored in")
	set.BoolVar(&f.quiet, "quiet", false, "print nothing but the results and errors")
	for _, text := range []string{"judge", "shallow", "deep"} {
		cli.Complete(cmd, text, cli.CompletePlayer)
	}
	for _, number := range []string{"judgements", "whole-turns", "promises", "random-games", "limit", "seed", "workers"} {
		cli.Complete(cmd, number, cobra.NoFileCompletions)
	}
}

// Check refuses flags that make no sense.
func (f *measureFlags) Check() error {
	switch {
	case f.json && f.csv:
		return cli.Usagef("--json and --csv are both given; choose one")
	case f.looks.Workers < 1:
		return cli.Usagef("--workers %d: must be 1 or more", f.looks.Workers)
	}
	for _, number := range []struct {
		flag  string
		value int
	}{
		{"judgements", f.looks.Take.Judgements}, {"whole-turns", f.looks.Take.WholeTurns}, {"promises", f.looks.Take.Promises},
		{"random-games", f.looks.Random}, {"limit", f.looks.Limit},
	} {
		if number.value < 0 {
			return cli.Usagef("--%s %d: must be 0 or more", number.flag, number.value)
		}
	}
	return nil
}

// measure takes the measures of games.
func (f *measureFlags) measure(ctx context.Context, cmd *cobra.Command, rules engine.Rules, games []tournament.Game, more besides) (
	column column, err error,
) {
	s, err := f.look(ctx, cmd, rules, games)
	if err != nil {
		return column, err
	}
	if more.chain != nil {
		s.Chain = more.chain
	}
	s.Starts = more.starts.games
	column.rules, column.judge, column.starts = rules, s.Judge, more.starts
	if f.squares {
		column.squares = metrics.SquaresUsed(s)
		return column, nil
	}
	column.Metrics, column.summary = metrics.Of(s), report.SummaryOf(s.Games)
	return column, nil
}

// look makes the records that metrics are taken of.
func (f *measureFlags) look(
	ctx context.Context, cmd *cobra.Command, rules engine.Rules, games []tournament.Game,
) (metrics.Sample, error) {
	looked, done := f.looked(cmd)
	defer done()
	s, err := f.looks.Sample(ctx, rules, games, func(n int) { looked(n, len(games)) })
	if err != nil {
		return s, err
	}
	f.tellJudge(cmd, rules, s.Judge)
	return s, nil
}

// looked shows how many games are looked at, on a status line that done clears.
func (f *measureFlags) looked(cmd *cobra.Command) (show func(n, of int), done func()) {
	status := cli.NewStatusLine(cmd.ErrOrStderr())
	return func(n, of int) {
		if !f.quiet {
			status.Update(func() string { return fmt.Sprintf("looked at %d of %d games", n, of) })
		}
	}, status.Clear
}

// tellJudge says where another judge is asked than the one that was named.
func (f *measureFlags) tellJudge(cmd *cobra.Command, rules engine.Rules, judge string) {
	if cmd.Flags().Changed("judge") && judge != "" && !recorder.AsksPlayer(rules) && !f.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: --judge %s is not asked about games of %d seats: there it is always %s\n",
			f.looks.Judge, rules.Seats(), judge)
	}
}

// judgeName makes all players once, to refuse what they cannot be, and returns the full name of the judge.
func (f *measureFlags) judgeName(rules engine.Rules, playing []string) (string, error) {
	name, err := f.looks.JudgeName(rules, playing)
	if err != nil {
		return "", cli.Usagef("--%w", err)
	}
	return name, nil
}
