package stored

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/diagram"
	"pillars/engine/outside"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Descriptions of arguments for the errors of [cli.Arguments].
const (
	aRun  = "a run; list the runs with pillars runs"
	aGame = "a game as RUN/GAME; list the games of a run with pillars games list RUN"
)

// completeGame offers runs, or, after a run and a slash, the games of the run.
func completeGame(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	id, identity, hasSlash := strings.Cut(typed, "/")
	if !hasSlash {
		offers, _ := cli.CompleteRuns(cmd, nil, typed)
		for i, offer := range offers {
			offers[i] = strings.Replace(offer, "\t", "/\t", 1) // a tab separates an offer from its description
		}
		return offers, cli.InWord
	}
	return cli.CompleteFrom(cmd, func(db *store.Store) []string {
		return catalog.CompleteGame(cmd.Context(), db, id, identity)
	})
}

// completeRunOrGame offers runs, or, after a run and a slash, the games of the run. The runs are complete arguments.
func completeRunOrGame(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if strings.Contains(typed, "/") {
		return completeGame(cmd, args, typed)
	}
	return cli.CompleteOneRun(cmd, args, typed)
}

// completePlayer offers the players of the run that the first argument names.
func completePlayer(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return cli.CompleteFrom(cmd, func(db *store.Store) (names []string) {
		if run, err := db.Run(cmd.Context(), args[0]); err == nil {
			names, _ = catalog.PlayersOf(run)
		}
		return names
	})
}

type filterFlags struct{ store.Filter }

func (f *filterFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.Player, "player", "", "only games of this `PLAYER`: name, start of the name, or number in the run")
	set.StringVar(&f.Opponent, "opponent", "", "only games in which this `PLAYER` also played")
	set.StringVar(&f.Pairing, "pairing", "", "only games of this `PAIRING`, by number, such as 1v2")
	set.IntVar(&f.Opening, "opening", 0, "only games from the opening with this `NUMBER` (default: all)")
	set.StringVar(&f.Reason, "reason", "", "only games that ended for a reason that contains this `TEXT`")
	set.BoolVar(&f.Faults, "faults", false, "only games that a player's fault ended")
	set.StringVar(&f.Result, "result", "", "only games with this `RESULT`: 1-0 (the first seat won), 0-1 or draw")
	set.IntVar(&f.Limit, "limit", 0, "only this many games, the first finished; 0 for all")
	cli.Complete(cmd, "player", completePlayer)
	cli.Complete(cmd, "opponent", completePlayer)
	cli.CompleteChoice(cmd, "result", store.Endings()...)
}

// pairingText matches a pairing: the numbers of the players that meet, such as 1v2.
var pairingText = regexp.MustCompile(`^[0-9]+(v[0-9]+)+$`)

// filter checks the flags and returns the filter that they describe. It completes the values of --player and --opponent
// to names of players of the given runs.
func (f *filterFlags) filter(all []store.Run) (store.Filter, error) {
	filter, endings := f.Filter, store.Endings()
	switch {
	case f.Result != "" && !slices.Contains(endings, f.Result):
		return filter, cli.Usagef("--result %s: must be one of %s", f.Result, strings.Join(endings, ", "))
	case f.Pairing != "" && !pairingText.MatchString(f.Pairing):
		return filter, cli.Usagef("--pairing %s: must be players by number, as in 1v2; "+
			"pillars runs show RUN lists them", f.Pairing)
	case f.Opening < 0:
		return filter, cli.Usagef("--opening %d: must be 1 or more", f.Opening)
	case f.Limit < 0:
		return filter, cli.Usagef("--limit %d: must be 1 or more, or 0 for all games", f.Limit)
	}
	known, err := catalog.PlayersOf(all...)
	if err != nil {
		return filter, err
	}
	if filter.Player, err = catalog.FindPlayer(f.Player, known, len(all) == 1); err != nil {
		return filter, cli.Usagef("--player %s: %w", f.Player, err)
	}
	if filter.Opponent, err = catalog.FindPlayer(f.Opponent, known, len(all) == 1); err != nil {
		return filter, cli.Usagef("--opponent %s: %w", f.Opponent, err)
	}
	if filter.Player != "" && filter.Player == filter.Opponent {
		return filter, cli.Usagef("--player and --opponent both name %s; name two players", filter.Player)
	}
	return filter, nil
}

// NewGamesCommand returns the command "games" with the commands below it.
func NewGamesCommand() *cobra.Command {
	cmd := cli.New("games", "List, show and export stored games", nil)
	cmd.AddCommand(newGamesListCommand(), newGamesShowCommand(), newGamesExportCommand())
	return cmd
}

func newGamesListCommand() *cobra.Command {
	var flags filterFlags
	cmd := cli.New("list RUN", "List the stored games of a run", func(cmd *cobra.Command, args []string) error {
		if err := cli.ChooseOne(cmd, "json", "csv"); err != nil {
			return err
		}
		return cli.WithRun(cmd, args[0], func(db *store.Store, run store.Run) error {
			filter, err := flags.filter([]store.Run{run})
			if err != nil {
				return err
			}
			if !cli.CSV(cmd) {
				return listGames(cmd, db, run, filter)
			}
			// CSV leaves no game out, so nil takes the place of the function for notes.
			_, _, err = catalog.Export(cmd.Context(), cmd.OutOrStdout(), "csv", db, []store.Run{run}, filter, nil)
			return err
		})
	})
	cmd.Args, cmd.ValidArgsFunction = cli.Arguments(aRun, "one run"), cli.CompleteOneRun
	flags.register(cmd)
	cli.DatabaseFlag(cmd)
	cli.JSONFlag(cmd, "print a JSON line for each game")
	cmd.Flags().Bool("csv", false, "print a line of CSV for each game")
	return cmd
}

func listGames(cmd *cobra.Command, db *store.Store, run store.Run, filter store.Filter) error {
	line, err := catalog.GameLines(cmd.Context(), db, run)
	if err != nil {
		return err
	}
	listed := 0
	for game, err := range db.FindResults(cmd.Context(), run.ID, filter) {
		if err != nil {
			return err
		}
		listed++
		facts := append(catalog.ResultFacts(run.ID, game.Result),
			table.Object("pair", game.Pair, "finished", game.Finished)...)
		if err := cli.Answer(cmd, facts, "%s", line(game)); err != nil {
			return err
		}
	}
	switch {
	case listed == 0 && run.Games == 0:
		cmd.PrintErrf("no game of run %s is stored yet\n", run.ID)
	case listed == 0:
		cmd.PrintErrf("none of the %d games of run %s matches; list all with pillars games list %[2]s\n",
			run.Games, run.ID)
	}
	return nil
}

type gamesExportFlags struct {
	filterFlags
	format, path string
	force        bool
}

func newGamesExportCommand() *cobra.Command {
	var flags gamesExportFlags
	cmd := cli.New("export RUN...", "Write stored games for other programs",
		func(cmd *cobra.Command, args []string) error {
			return cli.Interrupting(cmd, "interrupted: not all games were written", func() error {
				return cli.WithStore(cmd, func(db *store.Store) error { return flags.export(cmd, db, args) })
			})
		})
	cmd.Args = cli.Arguments("one or more runs; list them with pillars runs", "")
	cmd.ValidArgsFunction = cli.CompleteRuns
	flags.register(cmd)
	cli.DatabaseFlag(cmd)
	set := cmd.Flags()
	set.StringVar(&flags.format, "format", "", "`FORMAT`: "+strings.Join(catalog.Formats(), ", "))
	set.StringVarP(&flags.path, "output", "o", "", "write to this `FILE` (default: -, the standard output)")
	set.BoolVar(&flags.force, "force", false, cli.ForceUsage)
	cli.CompleteChoice(cmd, "format", catalog.Formats()...)
	return cmd
}

// export writes the games of the runs that ids name, in the format that --format or the file's extension names.
func (f *gamesExportFlags) export(cmd *cobra.Command, db *store.Store, ids []string) error {
	all, err := catalog.Find(cmd.Context(), db, ids)
	if errors.Is(err, catalog.ErrTwice) {
		return cli.Usagef("%w; name it once", err)
	} else if err != nil {
		return cli.RunError(err)
	}
	filter, err := f.filter(all)
	if err != nil {
		return err
	}
	format := cmp.Or(f.format, "jsonl")
	if byExtension, ok := catalog.FormatOf(f.path); f.format == "" && ok {
		format = byExtension
	}
	if !slices.Contains(catalog.Formats(), format) {
		return cli.Usagef("--format %s: must be one of %s", format, strings.Join(catalog.Formats(), ", "))
	}
	var written, seats int
	write := func(w io.Writer) (err error) {
		written, seats, err = catalog.Export(cmd.Context(), w, format, db, all, filter, noteTo(cmd.ErrOrStderr()))
		return err
	}
	toFile := f.path != "" && f.path != "-"
	if toFile {
		err = cli.WriteNewFile("--output", f.path, f.force, write)
	} else {
		err = write(cmd.OutOrStdout())
	}
	if format == "pgn" && seats > 2 {
		cmd.PrintErrln("note: PGN has no results for three or four seats; only the tag Score " +
			"has them, and rating programs skip such games")
	}
	if err == nil && toFile {
		cmd.PrintErrf("%s written to %s\n", tournament.Counted(written, "game"), f.path)
	}
	return err
}

// noteTo returns a function that writes an error to w as a note.
func noteTo(w io.Writer) func(error) {
	return func(err error) { fmt.Fprintf(w, "note: %s\n", outside.Visible(err.Error(), "")) }
}

type gamesShowFlags struct {
	svg       string
	turn      int
	walk, pgn bool
}

func newGamesShowCommand() *cobra.Command {
	var flags gamesShowFlags
	cmd := cli.New("show RUN/GAME", "Show a stored game, or step through it turn by turn", flags.run)
	cmd.Args, cmd.ValidArgsFunction = cli.Arguments(aGame, "one game"), completeGame
	cli.DatabaseFlag(cmd)
	set := cmd.Flags()
	set.IntVar(&flags.turn, "turn", 0, "draw the board after this `TURN` (default: the last)")
	set.BoolVarP(&flags.walk, "walk", "w", false, "draw the board after every turn; on a terminal, wait after each")
	set.StringVar(&flags.svg, "svg", "", "draw into this SVG `FILE`, or into a folder, one file for each turn")
	set.BoolVar(&flags.pgn, "pgn", false, "print the game as PGN")
	cli.JSONFlag(cmd, "print one JSON line")
	return cmd
}

func (f *gamesShowFlags) run(cmd *cobra.Command, args []string) error {
	var forms []string // given flags that exclude each other; --turn excludes --walk, --pgn and --json
	for _, flag := range []string{"walk", "svg", "pgn", "json", "turn"} {
		if cmd.Flags().Changed(flag) && (flag != "turn" || f.walk || f.pgn || cli.JSON(cmd)) {
			forms = append(forms, "--"+flag)
		}
	}
	if len(forms) > 1 {
		return cli.Usagef("%s are given together; choose one", strings.Join(forms, " and "))
	}
	return cli.WithStore(cmd, func(db *store.Store) error {
		game, err := cli.FindGame(cmd.Context(), db, args[0])
		switch {
		case err != nil:
			return err
		case cli.JSON(cmd):
			return cli.PrintJSON(cmd.OutOrStdout(), catalog.GameFacts(game))
		case f.pgn:
			return catalog.WritePGN(cmd.OutOrStdout(), game)
		}
		r, err := catalog.NewReplay(game, cmd.OutOrStdout(), diagram.TextStyle{Color: cli.UseColor(cmd)})
		if err != nil {
			return err
		}
		in, isFile := cmd.InOrStdin().(*os.File)
		switch {
		case !f.walk:
			return f.draw(cmd, r)
		case isFile && cli.IsTerminal(in) && cli.IsTerminal(cmd.OutOrStdout()): // a person can type
			return r.Walk(in)
		}
		return r.Walk(nil) // without waiting
	})
}

// draw prints the game or one of its boards, or draws one or all boards into SVG files.
func (f *gamesShowFlags) draw(cmd *cobra.Command, r *catalog.Replay) error {
	turn, oneTurn := len(r.Positions)-1, cmd.Flags().Changed("turn")
	if oneTurn {
		if f.turn < 0 || f.turn > turn {
			return cli.Usagef("--turn %d: must be from 0, the start, to %d", f.turn, turn)
		}
		turn = f.turn
	}
	info, err := os.Stat(f.svg)
	endsInSlash := f.svg != "" && os.IsPathSeparator(f.svg[len(f.svg)-1])
	toFolder := endsInSlash || err == nil && info.IsDir()
	switch {
	case f.svg == "" && oneTurn:
		return r.Draw(turn)
	case f.svg == "":
		return r.Print()
	case !toFolder:
		return cli.WriteSVG(f.svg, r.Positions[turn].Diagram())
	case oneTurn:
		return cli.Usagef("--turn draws one board, but --svg %s is a folder; name a file", f.svg)
	}
	if err := os.MkdirAll(f.svg, 0o777); err != nil {
		return cli.Usagef("--svg: %w; name another folder", err)
	}
	digits := max(3, len(fmt.Sprint(turn))) // so that names sort by turn
	for turn, p := range r.Positions {
		file := filepath.Join(f.svg, fmt.Sprintf("turn-%0*d.svg", digits, turn))
		if err := cli.WriteSVG(file, p.Diagram()); err != nil {
			return err
		}
	}
	cmd.PrintErrf("%s drawn in %s\n", tournament.Counted(len(r.Positions), "board"), f.svg)
	return nil
}
