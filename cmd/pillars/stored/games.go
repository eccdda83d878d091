package stored

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/export"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/results/table"
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

// The words that commands want.
const (
	aRun  = "a run; pillars runs lists those there are"
	aGame = "a game, named as RUN/GAME; pillars games list RUN lists those of a run"
)

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

// filterFlags say which games of a run are meant.
type filterFlags struct{ store.Filter }

func (f *filterFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.Player, "player", "", "only games of this `PLAYER`: name, beginning of it, or number in the run")
	set.StringVar(&f.Opponent, "opponent", "", "only games in which this `PLAYER` took part too")
	set.StringVar(&f.Pairing, "pairing", "", "only games of these players by number, such as `1v2`")
	set.IntVar(&f.Opening, "opening", 0, "only games from the opening of this `NUMBER`")
	set.StringVar(&f.Reason, "reason", "", "only games that ended for a reason with this `TEXT` in it")
	set.BoolVar(&f.Faults, "faults", false, "only games that a player's fault ended")
	set.StringVar(&f.Result, "result", "", "only games with this `RESULT`: 1-0, the first seat won; 0-1; draw")
	set.IntVar(&f.Limit, "limit", 0, "at most so many games, the first to be finished; 0 for all")
	cli.Complete(cmd, "player", completePlayer)
	cli.Complete(cmd, "opponent", completePlayer)
	cli.CompleteChoice(cmd, "result", store.Endings()...)
}

// pairingText is what stands for the players in a game's identity.
var pairingText = regexp.MustCompile(`^[0-9]+(v[0-9]+)+$`)

// filter checks the flags and finds the players that they name among those of the runs.
func (f *filterFlags) filter(all []store.Run) (store.Filter, error) {
	filter, endings := f.Filter, store.Endings()
	switch {
	case f.Result != "" && !slices.Contains(endings, f.Result):
		return filter, cli.Usagef("--result %s: must be one of %s", f.Result, strings.Join(endings, ", "))
	case f.Pairing != "" && !pairingText.MatchString(f.Pairing):
		return filter, cli.Usagef("--pairing %s: write players by their numbers, as in 1v2; "+
			"pillars runs show RUN lists them", f.Pairing)
	case f.Opening < 0:
		return filter, cli.Usagef("--opening %d: openings are numbered from 1", f.Opening)
	case f.Limit < 0:
		return filter, cli.Usagef("--limit %d: must be 1 or more, or 0 for all games", f.Limit)
	}
	var known []string
	for _, run := range all {
		facts, err := runs.FactsOf(run)
		if err != nil {
			return filter, err
		}
		known = append(known, facts.Players...)
	}
	for flag, player := range map[string]*string{"--player": &filter.Player, "--opponent": &filter.Opponent} {
		name, err := runs.FindPlayer(*player, known, len(all) == 1)
		if err != nil {
			return filter, cli.Usagef("%s %s: %w", flag, *player, err)
		}
		*player = name
	}
	if filter.Player != "" && filter.Player == filter.Opponent {
		return filter, cli.Usagef("--player and --opponent both name %s; nobody plays itself in a tournament",
			filter.Player)
	}
	return filter, nil
}

// NewGamesCommand has the commands about stored games below it.
func NewGamesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "games", Short: "List, show and export stored games",
		Long: "List, show and export the games that runs have stored. A game is named by its run and its identity.",
		Example: `  pillars games list 3f9c
  pillars games show 3f9c/1v2/4/1 --walk
  pillars games export 3f9c -o games.pgn`,
		Args: cli.RefuseUnknown, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newGamesListCommand(), newGamesShowCommand(), newGamesExportCommand())
	return cmd
}

func newGamesListCommand() *cobra.Command {
	var flags filterFlags
	var path string
	var asJSON, csv bool
	cmd := &cobra.Command{
		Use: "list RUN", Short: "List the stored games of a run",
		Long: `List the stored games of a run in the order in which they were finished: name, players by seat, result,
length, and why they ended. The flags leave out games; one that is listed meets them all. Reasons are found by any part
of them, in small or capital letters.`,
		Example: `  pillars games list 3f9c
  pillars games list 3f9c --player greedy --result draw
  pillars games list 3f9c --pairing 1v2 --opening 7
  pillars games list 3f9c --faults --json
  pillars games list 3f9c --reason "turn cap" --csv > long.csv`,
		Args: cli.OneWord(aRun, "one run"), ValidArgsFunction: cli.CompleteRun,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cli.ChooseOne(cmd, "json", "csv"); err != nil {
				return err
			}
			return cli.WithRun(cmd.Context(), path, args[0], func(db *store.Store, run store.Run) error {
				filter, err := flags.filter([]store.Run{run})
				if err != nil {
					return err
				}
				if !csv {
					return listGames(cmd, db, run, filter, asJSON)
				}
				_, _, err = runs.Export(cmd.Context(), cmd.OutOrStdout(), "csv", db, []store.Run{run}, filter)
				return err
			})
		},
	}
	flags.register(cmd)
	cli.DatabaseFlag(cmd, &path)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON line for each game")
	cmd.Flags().BoolVar(&csv, "csv", false, "print comma-separated values, a line for each game")
	return cmd
}

// listGames prints games of a run as they come.
func listGames(cmd *cobra.Command, db *store.Store, run store.Run, filter store.Filter, asJSON bool) error {
	line, err := runs.GameLines(cmd.Context(), db, run)
	if err != nil {
		return err
	}
	out, listed := cmd.OutOrStdout(), 0
	for game, err := range db.FindResults(cmd.Context(), run.ID, filter) {
		if err != nil {
			return err
		}
		listed++
		if asJSON {
			err = cli.PrintJSON(out, append(runs.GameRecord(run.ID, game.Result),
				table.Object("pair", game.Pair, "finished", game.Finished)...))
		} else {
			err = table.Printf(out, "%s\n", line(game))
		}
		if err != nil {
			return err
		}
	}
	switch {
	case listed == 0 && run.Games == 0:
		fmt.Fprintf(cmd.ErrOrStderr(), "no game of run %s is stored yet\n", run.ID)
	case listed == 0:
		fmt.Fprintf(cmd.ErrOrStderr(), "no game fits among the %d of run %s; pillars games list %s lists all\n",
			run.Games, run.ID, run.ID)
	}
	return nil
}

type gamesExportFlags struct {
	filterFlags
	db, format, path string
	force            bool
}

func newGamesExportCommand() *cobra.Command {
	var flags gamesExportFlags
	cmd := &cobra.Command{
		Use: "export RUN...", Short: "Write stored games for other programs",
		Long: `Write stored games for other programs, to the standard output or into a file. The file appears when it
is complete; one that is there already is only replaced with --force. The flags leave out games as those of "pillars
games list" do.

  jsonl  a line of JSON for each game with all that is stored: moves, thoughts, tags, seeds
  csv    a line of comma-separated values for each game: who played whom and how it ended
  pgn    the shape of PGN, which Ordo (run it with -W -D) and BayesElo read; in games for three and four only the tag
         Score tells the result

Without --format the ending of the file's name tells it, and without that it is jsonl.`,
		Example: `  pillars games export 3f9c -o games.jsonl
  pillars games export 3f9c 77aa --format pgn > games.pgn
  pillars games export 3f9c --player greedy --format csv | head`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef("%s wants a run or several; pillars runs lists those there are", cmd.CommandPath())
			}
			return nil
		},
		ValidArgsFunction: cli.CompleteRuns,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cli.WithStore(flags.db, func(db *store.Store) error { return flags.export(cmd, db, args) })
		},
	}
	flags.register(cmd)
	cli.DatabaseFlag(cmd, &flags.db)
	set := cmd.Flags()
	set.StringVar(&flags.format, "format", "", "the `FORMAT`: "+strings.Join(export.Formats(), ", "))
	set.StringVarP(&flags.path, "output", "o", "", "write into this `FILE`; - is the standard output")
	set.BoolVar(&flags.force, "force", false, "replace the file if it is there")
	cli.CompleteChoice(cmd, "format", export.Formats()...)
	return cmd
}

func (f *gamesExportFlags) export(cmd *cobra.Command, db *store.Store, ids []string) (err error) {
	ctx, release := cli.Interruptible(cmd.Context())
	defer release()
	defer cli.TellInterrupted(ctx, &err, "interrupted: the games were not written to the end")
	all, err := findRuns(ctx, db, ids)
	if err != nil {
		return err
	}
	filter, err := f.filter(all)
	if err != nil {
		return err
	}
	format := cmp.Or(f.format, "jsonl")
	if told, ok := export.FormatOf(f.path); f.format == "" && ok {
		format = told
	}
	if !slices.Contains(export.Formats(), format) {
		return cli.Usagef("--format: format %q is not known; there are %s", format,
			strings.Join(export.Formats(), ", "))
	}
	var written, seats int
	write := func(w io.Writer) (err error) {
		written, seats, err = runs.Export(ctx, w, format, db, all, filter)
		return err
	}
	toFile := f.path != "" && f.path != "-"
	if toFile {
		err = cli.WriteNewFile("--output", f.path, f.force, write)
	} else {
		err = write(cmd.OutOrStdout())
	}
	if format == "pgn" && seats > 2 {
		fmt.Fprintln(cmd.ErrOrStderr(), "note: PGN knows no results of three or four seats; only the tag Score "+
			"tells them, and programs that rate players pass such games over")
	}
	if err == nil && toFile {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s written to %s\n", tournament.Counted(written, "game"), f.path)
	}
	return err
}

// findRuns finds the runs that the user names, each once.
func findRuns(ctx context.Context, db *store.Store, ids []string) (all []store.Run, err error) {
	seen := map[string]string{}
	for _, id := range ids {
		run, err := cli.FindRun(ctx, db, id)
		if err != nil {
			return nil, err
		}
		if earlier, twice := seen[run.ID]; twice {
			return nil, cli.Usagef("%q and %q are the same run; name it once", earlier, id)
		}
		seen[run.ID] = id
		all = append(all, run)
	}
	return all, nil
}
