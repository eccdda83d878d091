package stored

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/export"
	"pillars/results/store"
)

// replayFlags say which stored game to show, and how.
type replayFlags struct {
	db     string
	turn   int
	verify bool
	all    bool
	json   bool
}

func NewReplayCommand() *cobra.Command {
	var flags replayFlags
	cmd := &cobra.Command{
		Use:   "replay [RUN[/GAME]]",
		Short: "Step through a stored game, or verify games",
		Long: `Step through a stored game, drawing the board after every turn. On a terminal it waits after each: Enter goes on, b back, a number to
that turn, q quits. With --verify the game is played again through the rules instead, and with --all every game of a run; "pillars verify" says more
about that and does more.

A game is named by its run and its identity in it: 3f9c/1v2/4/1. Without a game the command lists the run's games, without a run the runs.`,
		Example: `  pillars replay
  pillars replay 3f9c
  pillars replay 3f9c/1v2/4/1
  pillars replay 3f9c --all`,
		Args:              atMostOneRun,
		ValidArgsFunction: completeRunOrGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.Run(cmd, args) },
	}
	cmd.Flags().StringVar(&flags.db, "db", cli.DefaultDatabase, "the `FILE` that games are stored in")
	cmd.Flags().IntVar(&flags.turn, "turn", 0, "draw only the board after this turn")
	cmd.Flags().BoolVar(&flags.verify, "verify", false, "check the game against the rules")
	cmd.Flags().BoolVar(&flags.all, "all", false, "verify every game of the run")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print JSON lines")
	cli.Complete(cmd, "turn", cobra.NoFileCompletions)
	return cmd
}

func (f *replayFlags) Run(cmd *cobra.Command, args []string) (err error) {
	db, err := cli.OpenToRead(f.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if len(args) == 0 {
		if f.all || f.verify {
			return cli.Usagef("--verify and --all want a run; without these flags the command lists the runs")
		}
		return listRuns(cmd, db, f.json)
	}
	id, identity, named := strings.Cut(args[0], "/")
	run, err := cli.FindRun(cmd.Context(), db, id)
	switch {
	case err != nil:
		return err
	case f.all && named:
		return cli.Usagef("--all verifies a whole run; name only the run: pillars replay %s --all", run.ID)
	case f.all || f.verify && !named:
		return f.verifyRun(cmd, db, run)
	case !named:
		return (&gameLister{cmd: cmd, run: run, json: f.json}).list(db, store.Filter{})
	case f.verify:
		return f.verifyGame(cmd, db, run, identity)
	}
	found, err := findGame(cmd.Context(), db, args[0])
	if err != nil {
		return err
	}
	return f.show(cmd, found)
}

// show prints one game in the form that is asked for.
func (f *replayFlags) show(cmd *cobra.Command, found storedGame) error {
	if f.json {
		return cli.PrintJSON(cmd.OutOrStdout(), export.NewRecord(found.exported()))
	}
	rules, err := games.Find(found.game.Record.Game)
	if err != nil {
		return err
	}
	replayer, err := newReplayer(cmd, rules, found.run.ID, found.game.Game)
	if err != nil {
		return err
	}
	if last := len(replayer.positions) - 1; f.turn < 0 || f.turn > last {
		return cli.Usagef("--turn %d: the game has the turns 1 to %d", f.turn, last)
	}
	return replayer.Run(f.turn)
}

// verifyGame checks one game of a run.
func (f *replayFlags) verifyGame(cmd *cobra.Command, db *store.Store, run store.Run, identity string) error {
	found, err := findGame(cmd.Context(), db, run.ID+"/"+identity)
	if err != nil {
		return err
	}
	verifier, err := newVerifier(run)
	if err == nil {
		err = verifier.learn(cmd.Context(), db)
	}
	if err == nil {
		err = verifier.Check(found.game.Game)
	}
	if err != nil {
		return fmt.Errorf("game %s: %w", found.title(), err)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "game %s: %s as the rules have it, %s\n",
		found.title(), cli.Counted(found.game.Turns, "turn"), cli.ResultText(found.game.Outcome))
	return err
}

// verifyRun checks every game of a run.
func (f *replayFlags) verifyRun(cmd *cobra.Command, db *store.Store, run store.Run) error {
	v, err := newVerification(cmd, db, run)
	if err != nil {
		return err
	}
	return v.runGames(cmd.Context(), v.stored)
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
