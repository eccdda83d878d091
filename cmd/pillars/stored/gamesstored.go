package stored

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/export"
	"pillars/results/store"
)

// storedGame is a stored game with the run it belongs to.
type storedGame struct {
	run  store.Run
	game store.Stored
}

// title names the game as commands take it.
func (s storedGame) title() string { return s.run.ID + "/" + s.game.Identity }

// exported is the game as it is written for other programs.
func (s storedGame) exported() export.Game { return exportedGame(s.run, s.game) }

func exportedGame(run store.Run, game store.Stored) export.Game {
	return export.Game{Run: run.ID, Finished: game.Finished, Game: game.Game}
}

// cutGame splits RUN/GAME. Without a game only a run is named.
func cutGame(name string) (id, identity string, named bool) { return strings.Cut(name, "/") }

// findGame finds the game that the user names as RUN/GAME.
func findGame(ctx context.Context, db *store.Store, name string) (storedGame, error) {
	id, identity, named := cutGame(name)
	if !named {
		return storedGame{}, cli.Usagef("%q names no game; name it by its run and its identity, as in %s/1v2/1/1: pillars games list %s lists them",
			name, id, id)
	}
	run, err := cli.FindRun(ctx, db, id)
	if err != nil {
		return storedGame{}, err
	}
	game, err := db.Game(ctx, run.ID, identity)
	if errors.Is(err, store.ErrNotFound) {
		return storedGame{}, cli.Usagef("%w; pillars games list %s lists the games", err, run.ID)
	}
	return storedGame{run, game}, err
}

// oneGameOfRun wants one word, the name of a stored game.
func oneGameOfRun(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return cli.Usagef("%s wants a game, named as RUN/GAME; pillars games list RUN lists those of a run", cmd.CommandPath())
	case 1:
		return nil
	}
	return cli.Usagef("%s takes one game, but %q follows", cmd.CommandPath(), args[1])
}

// openNamed opens the database that --db names, for completion.
func openNamed(cmd *cobra.Command) (*store.Store, error) {
	path, err := cmd.Flags().GetString("db")
	if err != nil {
		return nil, err
	}
	return store.OpenReadOnly(path)
}

// offeredGames is how many games are offered to complete a name.
const offeredGames = 500

// completeGame offers runs until one is typed, then its games.
func completeGame(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	const inWord = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	id, identity, named := strings.Cut(typed, "/")
	if !named {
		runs, _ := cli.CompleteRuns(cmd, nil, typed)
		for i, run := range runs {
			id, help, _ := strings.Cut(run, "\t")
			runs[i] = id + "/\t" + help
		}
		return runs, inWord
	}
	db, err := openNamed(cmd)
	if err != nil {
		return nil, inWord
	}
	defer db.Close()
	run, err := db.Run(cmd.Context(), id)
	if err != nil {
		return nil, inWord
	}
	identities, err := db.Identities(cmd.Context(), run.ID)
	if err != nil {
		return nil, inWord
	}
	var offers []string
	for _, stored := range identities {
		if strings.HasPrefix(stored, identity) && len(offers) < offeredGames {
			offers = append(offers, id+"/"+stored)
		}
	}
	return offers, cobra.ShellCompDirectiveNoFileComp
}

// completeRunOrGame offers runs, and behind a slash the games of one.
func completeRunOrGame(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if strings.Contains(typed, "/") {
		return completeGame(cmd, args, typed)
	}
	return cli.CompleteRun(cmd, args, typed)
}
