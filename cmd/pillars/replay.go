package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/store"
	"pillars/tournament"
)

// replayFlags say which stored game to show, and how.
type replayFlags struct {
	db     string
	turn   int
	verify bool
	all    bool
	json   bool
}

func newReplayCommand() *cobra.Command {
	var flags replayFlags
	cmd := &cobra.Command{
		Use:   "replay [RUN[/GAME]]",
		Short: "Step through a stored game, or verify games",
		Long: `Step through a stored game, drawing the board after every turn. On a terminal it waits after each: Enter goes on, b back, a number to
that turn, q quits. With --verify the game is played again through the rules instead: every turn must be legal and lead to the end and the result that
are stored, from the opening and with the seeds that the run planned.

A game is named by its run and its identity in it: 3f9c/1v2/4/1. Without a game the command lists the run's games, without a run the runs.`,
		Example: `  pillars replay
  pillars replay 3f9c
  pillars replay 3f9c/1v2/4/1
  pillars replay 3f9c --all`,
		Args:              atMostOneRun,
		ValidArgsFunction: completeRun,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args) },
	}
	cmd.Flags().StringVar(&flags.db, "db", defaultDatabase, "the `FILE` that games are stored in")
	cmd.Flags().IntVar(&flags.turn, "turn", 0, "draw only the board after this turn")
	cmd.Flags().BoolVar(&flags.verify, "verify", false, "check the game against the rules")
	cmd.Flags().BoolVar(&flags.all, "all", false, "verify every game of the run")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print JSON lines")
	complete(cmd, "turn", cobra.NoFileCompletions)
	return cmd
}

func (f *replayFlags) run(cmd *cobra.Command, args []string) (err error) {
	db, err := openToRead(f.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if len(args) == 0 {
		if f.all || f.verify {
			return usagef("--verify and --all want a run; without these flags the command lists the runs")
		}
		return listRuns(cmd, db, f.json)
	}
	id, identity, named := strings.Cut(args[0], "/")
	run, err := findRun(cmd.Context(), db, id)
	switch {
	case err != nil:
		return err
	case f.all && named:
		return usagef("--all verifies a whole run; name only the run: pillars replay %s --all", run.ID)
	case f.all || f.verify && !named:
		return f.verifyRun(cmd, db, run)
	case !named:
		return f.listGames(cmd, db, run)
	}
	game, err := db.Game(cmd.Context(), run.ID, identity)
	if errors.Is(err, store.ErrNotFound) {
		return usagef("%w; pillars replay %s lists the games", err, run.ID)
	}
	if err != nil {
		return err
	}
	return f.show(cmd, run, game)
}

// show prints one game in the form that is asked for.
func (f *replayFlags) show(cmd *cobra.Command, run store.Run, game tournament.Game) error {
	if f.verify {
		verifier, err := newVerifier(run)
		if err == nil {
			err = verifier.check(game)
		}
		if err != nil {
			return fmt.Errorf("game %s/%s: %w", run.ID, game.Identity, err)
		}
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "game %s/%s: %s as the rules have it, %s\n",
			run.ID, game.Identity, counted(game.Turns, "turn"), resultText(game.Outcome))
		return err
	}
	if f.json {
		return printJSON(cmd.OutOrStdout(), newRecordAnswer(run.ID, game))
	}
	rules, err := games.Find(game.Record.Game)
	if err != nil {
		return err
	}
	replayer, err := newReplayer(cmd, rules, run.ID, game)
	if err != nil {
		return err
	}
	if last := len(replayer.positions) - 1; f.turn < 0 || f.turn > last {
		return usagef("--turn %d: the game has the turns 1 to %d", f.turn, last)
	}
	return replayer.run(f.turn)
}

// listGames prints the games of a run.
func (f *replayFlags) listGames(cmd *cobra.Command, db *store.Store, run store.Run) error {
	stored, err := db.Results(cmd.Context(), run.ID)
	if err != nil {
		return err
	}
	if f.json {
		for _, r := range stored {
			if err := printJSON(cmd.OutOrStdout(), newResultAnswer(run.ID, r)); err != nil {
				return err
			}
		}
		return nil
	}
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for _, r := range stored {
		fmt.Fprintf(table, "%s/%s\t%s\t%s\t%s\t%s\n", run.ID, r.Identity, strings.Join(r.Players, "\t"),
			scoresText(r.Outcome), counted(r.Turns, "turn"), r.Outcome.Reason)
	}
	return table.Flush()
}

// verifyRun checks every game of a run.
func (f *replayFlags) verifyRun(cmd *cobra.Command, db *store.Store, run store.Run) error {
	verifier, err := newVerifier(run)
	if err != nil {
		return err
	}
	checked, wrong, err := verifier.checkAll(cmd.Context(), db, func(identity string, err error) {
		fmt.Fprintf(cmd.OutOrStdout(), "game %s/%s: %v\n", run.ID, identity, err)
	})
	switch {
	case err != nil:
		return err
	case wrong > 0:
		return fmt.Errorf("run %s: %d of %s do not agree with the rules or the plan", run.ID, wrong, counted(checked, "game"))
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "run %s: %s as the rules and the plan have them\n", run.ID, counted(checked, "game"))
	return err
}

// scoresText is an outcome as "1-0", "1/2-1/2" or "0.33-1-0.67-0".
func scoresText(o engine.Outcome) string {
	var parts []string
	for _, score := range o.Scores[:o.Seats] {
		text := strconv.FormatFloat(score, 'f', 2, 64)
		switch score {
		case 0, 1:
			text = strconv.Itoa(int(score))
		case 0.5:
			text = "1/2"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "-")
}
