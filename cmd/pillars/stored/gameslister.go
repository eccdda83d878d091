package stored

import (
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/results/table"
)

// gameLister prints games of a run as they come. Its columns are as wide as the run's spec lets expect, for a table of all games would
// have to wait for the last.
type gameLister struct {
	cmd     *cobra.Command
	run     store.Run
	json    bool
	name    int // widths
	players int
}

// list prints the games that the filter selects.
func (l *gameLister) list(db *store.Store, filter store.Filter) error {
	if err := l.measure(db); err != nil {
		return err
	}
	listed := 0
	for game, err := range db.FindResults(l.cmd.Context(), l.run.ID, filter) {
		if err == nil {
			err = l.Print(l.cmd.OutOrStdout(), game)
		}
		if err != nil {
			return err
		}
		listed++
	}
	if listed == 0 {
		l.tellNone()
	}
	return nil
}

// tellNone says why nothing is listed.
func (l *gameLister) tellNone() {
	if l.run.Games == 0 {
		fmt.Fprintf(l.cmd.ErrOrStderr(), "no game of run %s is stored yet\n", l.run.ID)
		return
	}
	fmt.Fprintf(l.cmd.ErrOrStderr(), "no game fits among the %d of run %s; pillars games list %s lists all\n",
		l.run.Games, l.run.ID, l.run.ID)
}

// measure finds how wide columns must be.
func (l *gameLister) measure(db *store.Store) error {
	facts, err := runs.FactsOf(l.run)
	if err != nil {
		return err
	}
	for _, player := range facts.Players {
		l.players = max(l.players, utf8.RuneCountInString(player))
	}
	longest, err := db.LongestIdentity(l.cmd.Context(), l.run.ID)
	l.name = len(l.run.ID) + 1 + longest
	return err
}

func (l *gameLister) Print(w io.Writer, game store.Stored) error {
	if l.json {
		return cli.PrintJSON(w, append(runs.GameRecord(l.run.ID, game.Result),
			table.Object("pair", game.Pair, "finished", game.Finished)...))
	}
	line := fmt.Sprintf("%-*s", l.name, l.run.ID+"/"+game.Identity)
	for _, player := range game.Players {
		line += fmt.Sprintf("  %-*s", l.players, player)
	}
	_, err := fmt.Fprintf(w, "%s  %-*s  %9s  %s\n", line, scoresWidth(len(game.Players)), scoresText(game.Outcome),
		cli.Counted(game.Turns, "turn"), game.Outcome.Reason)
	return err
}

// scoresWidth is the width of the longest [scoresText] of so many seats: draws of two, shares of more.
func scoresWidth(seats int) int {
	if seats == 2 {
		return len("1/2-1/2")
	}
	return seats*len("0.33-") - 1
}
