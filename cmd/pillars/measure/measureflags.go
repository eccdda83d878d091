package measure

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/metrics"
	"pillars/results/recorder"
	"pillars/results/report"
	"pillars/search"
	"pillars/search/players"
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
	judge      string
	shallow    string
	deep       string
	options    recorder.Options
	random     int
	limit      int
	workers    int
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
	set.StringVar(&f.judge, "judge", "alphabeta:nodes=2000,weights=hand",
		"the `PLAYER` whose opinions of positions count, none of those who played; empty for none")
	set.Func("referee", "", func(string) error { return errors.New("it is called --judge now") })
	_ = set.MarkHidden("referee") // it was just made
	set.StringVar(&f.shallow, "shallow", "alphabeta:nodes=30,weights=hand", "the `PLAYER` who looks briefly, for clarity")
	set.StringVar(&f.deep, "deep", "alphabeta:nodes=1000,weights=hand", "the `PLAYER` who looks closely, for clarity")
	set.IntVar(&f.options.Judgements, "judgements", 1, "positions of a game whose turns both look at; 0 for none")
	set.IntVar(&f.options.WholeTurns, "whole-turns", 100, "positions of a game, evenly spread, in which whole turns are counted; 0 for none")
	set.IntVar(&f.options.Promises, "promises", 10, "random games from the middle of each game; 0 for none")
	set.IntVar(&f.random, "random-games", 500, "random games from the start; 0 for none")
	set.IntVar(&f.limit, "limit", limit, "at most so many games of each run, drawn by whole pairs, of which one at least; 0 for all")
	set.Uint64Var(&f.options.Seed, "seed", 1, "all randomness derives from it")
	set.IntVar(&f.workers, "workers", runtime.NumCPU(), "games looked at at the same time")
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
	case f.workers < 1:
		return cli.Usagef("--workers %d: must be 1 or more", f.workers)
	}
	for _, number := range []struct {
		flag  string
		value int
	}{
		{"judgements", f.options.Judgements}, {"whole-turns", f.options.WholeTurns}, {"promises", f.options.Promises},
		{"random-games", f.random}, {"limit", f.limit},
	} {
		if number.value < 0 {
			return cli.Usagef("--%s %d: must be 0 or more", number.flag, number.value)
		}
	}
	return nil
}

// recorded are the options for one worker, with players of its own.
func (f *measureFlags) recorded(rules engine.Rules) (recorder.Options, error) {
	options := f.options
	var err error
	if f.judge != "" {
		options.Judge, err = recorder.NewJudge(rules, func() (search.Player, error) { return measuring("judge", f.judge, rules) })
	}
	if err == nil && options.Judgements > 0 {
		options.Shallow, err = measuring("shallow", f.shallow, rules)
	}
	if err == nil && options.Judgements > 0 {
		options.Deep, err = measuring("deep", f.deep, rules)
	}
	return options, err
}

// measuring makes the player that a flag names.
func measuring(flag, text string, rules engine.Rules) (search.Player, error) {
	player, err := players.New(text, rules)
	switch kind, _, _ := strings.Cut(text, ":"); {
	case err != nil:
		return nil, cli.Usagef("--%s: %w", flag, err)
	case cli.Unlimited(text):
		return nil, cli.Usagef("--%s %s: it has no limit and would think for ever; write %s:nodes=1000", flag, text, kind)
	}
	return player, nil
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

// look makes the records that measures are taken of.
func (f *measureFlags) look(ctx context.Context, cmd *cobra.Command, rules engine.Rules, games []tournament.Game) (s metrics.Sample, err error) {
	s.Rules = metrics.RulesOf(rules)
	var names []string
	for _, game := range games {
		names = append(names, game.Players...)
	}
	if s.Judge, err = f.judgeName(rules, names); err != nil {
		return s, err
	}
	if cmd.Flags().Changed("judge") && s.Judge != "" && !asksJudge(rules) && !f.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: --judge %s is not asked about games of %d seats: there it is always %s\n",
			f.judge, rules.Seats(), s.Judge)
	}
	status := cli.NewStatusLine(cmd.ErrOrStderr())
	defer status.Clear()
	work := recorder.Work{Rules: rules, Workers: f.workers, Options: func() (recorder.Options, error) { return f.recorded(rules) }}
	if !f.quiet {
		work.Report = func(done int) {
			status.Update(func() string { return fmt.Sprintf("looked at %d of %d games", done, len(games)) })
		}
	}
	if s.Games, err = work.Record(ctx, games); err != nil {
		return s, err
	}
	s.Chain = metrics.ChainOf(s.Games)
	if s.Playouts, err = recorder.Playouts(ctx, rules, f.random, f.options.Seed); err != nil {
		return s, err
	}
	s.States, err = recorder.Sightings(ctx, rules, f.random, f.options.Seed)
	return s, err
}

// asksJudge reports whether the player of --judge is asked: the score that he tells for one seat says all only where there are two.
func asksJudge(rules engine.Rules) bool { return rules.Seats() == 2 }

// judge makes all players once, to refuse what they cannot be, and returns the full name of the judge, who must not be among those who play.
func (f *measureFlags) judgeName(rules engine.Rules, playing []string) (name string, err error) {
	options, err := f.recorded(rules)
	defer func() { err = errors.Join(err, options.Close()) }()
	if err != nil || options.Judge == nil {
		return "", err
	}
	if !asksJudge(rules) { // a name that is wrong is told all the same
		player, err := measuring("judge", f.judge, rules)
		if err != nil {
			return "", err
		}
		cli.ClosePlayers(io.Discard, player)
	}
	name = options.Judge.Name()
	if slices.Contains(playing, name) {
		return "", cli.Usagef("--judge %s: it plays these games; its opinions would measure itself, so name another", name)
	}
	return name, nil
}
