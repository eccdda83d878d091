package stored

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/tournament"
)

// findGame finds the game that the user names as RUN/GAME.
func findGame(ctx context.Context, db *store.Store, name string) (tournament.Stored, error) {
	id, identity, named := strings.Cut(name, "/")
	if !named {
		return tournament.Stored{}, cli.Usagef("%q names no game; name it by its run and its identity, "+
			"as in %[2]s/1v2/1/1: pillars games list %[2]s lists them", name, id)
	}
	run, err := cli.FindRun(ctx, db, id)
	if err != nil {
		return tournament.Stored{}, err
	}
	game, err := db.Game(ctx, run.ID, identity)
	if errors.Is(err, store.ErrNotFound) {
		err = cli.Usagef("%w; pillars games list %s lists the games", err, run.ID)
	}
	return game, err
}

// scoresText is an outcome as "1-0", "1/2-1/2" or "0.33-1-0.67-0".
func scoresText(o engine.Outcome) string {
	var parts []string
	for _, score := range o.Scores[:o.Seats] {
		parts = append(parts, scoreText(score))
	}
	return strings.Join(parts, "-")
}

func scoreText(score float64) string {
	switch score {
	case 0, 1:
		return strconv.Itoa(int(score))
	case 0.5:
		return "1/2"
	}
	return strconv.FormatFloat(score, 'f', 2, 64)
}

// atMostOneRun refuses a second word.
func atMostOneRun(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return cli.Usagef("%s takes one run, but %q follows", cmd.Name(), args[1])
	}
	return nil
}

// oneRun wants one word, the id of a run.
func oneRun(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cli.Usagef("%s wants a run; pillars runs lists those there are", cmd.CommandPath())
	}
	return atMostOneRun(cmd, args)
}

// oneGame wants one word, the name of a stored game.
func oneGame(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return cli.Usagef("%s wants a game, named as RUN/GAME; pillars games list RUN lists those of a run",
			cmd.CommandPath())
	case 1:
		return nil
	}
	return cli.Usagef("%s takes one game, but %q follows", cmd.CommandPath(), args[1])
}

// completeGame offers runs until one is typed, then its games.
func completeGame(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	const inWord = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	id, identity, named := strings.Cut(typed, "/")
	if !named {
		offers, _ := cli.CompleteRuns(cmd, nil, typed)
		for i, offer := range offers {
			offers[i] = strings.Replace(offer, "\t", "/\t", 1)
		}
		return offers, inWord
	}
	const most = 500
	offers := cli.Offers(cmd, func(db *store.Store) (offers []string) {
		run, err := db.Run(cmd.Context(), id)
		if err != nil {
			return nil
		}
		identities, _ := db.Identities(cmd.Context(), run.ID)
		for _, stored := range identities {
			if strings.HasPrefix(stored, identity) && len(offers) < most {
				offers = append(offers, id+"/"+stored)
			}
		}
		return offers
	})
	return offers, cobra.ShellCompDirectiveNoFileComp
}

// completeRunOrGame offers runs, and behind a slash the games of one.
func completeRunOrGame(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if strings.Contains(typed, "/") {
		return completeGame(cmd, args, typed)
	}
	return cli.CompleteRun(cmd, args, typed)
}

// completePlayer offers the players of the run that the command line names.
func completePlayer(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	offers := cli.Offers(cmd, func(db *store.Store) []string {
		run, err := db.Run(cmd.Context(), args[0])
		if err != nil {
			return nil
		}
		facts, _ := runs.FactsOf(run)
		return facts.Players
	})
	return offers, cobra.ShellCompDirectiveNoFileComp
}
