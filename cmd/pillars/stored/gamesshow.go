package stored

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/games"
	"pillars/engine/pgn"
	"pillars/results/export"
)

// gamesShowFlags say in which form a stored game is shown.
type gamesShowFlags struct {
	db   string
	turn int
	svg  string
	pgn  bool
	json bool
	set  interface{ Changed(string) bool }
}

func NewGamesShowCommand() *cobra.Command {
	var flags gamesShowFlags
	cmd := &cobra.Command{
		Use:   "show RUN/GAME",
		Short: "Show a stored game: players, turns with thoughts, final board",
		Long: `Show a stored game: who played whom, every turn with what its player thought (expected result, depth, nodes, time), and the board at the end.
With --turn it draws the board after that turn instead; 0 is the start. With --svg it draws into files: one board into a file, the board after every
turn into a folder that exists or whose name ends with a slash. "pillars replay" steps through a game.`,
		Example: `  pillars games show 3f9c/1v2/4/1
  pillars games show 3f9c/1v2/4/1 --turn 12
  pillars games show 3f9c/1v2/4/1 --svg frames/
  pillars games show 3f9c/1v2/4/1 --pgn > game.pgn`,
		Args:              oneGameOfRun,
		ValidArgsFunction: completeGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.Run(cmd, args[0]) },
	}
	cmd.Flags().StringVar(&flags.db, "db", cli.DefaultDatabase, "the `FILE` that games are stored in")
	cmd.Flags().IntVar(&flags.turn, "turn", 0, "draw the board after this `TURN`")
	cmd.Flags().StringVar(&flags.svg, "svg", "", "draw into an SVG `FILE`, or the board after every turn into a folder")
	cmd.Flags().BoolVar(&flags.pgn, "pgn", false, "print the game in the shape of PGN")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print one JSON line")
	flags.set = cmd.Flags()
	cli.Complete(cmd, "turn", cobra.NoFileCompletions)
	return cmd
}

func (f *gamesShowFlags) Run(cmd *cobra.Command, name string) (err error) {
	if forms := f.forms(); len(forms) > 1 {
		return cli.Usagef("%s are given together; choose one", strings.Join(forms, " and "))
	}
	db, err := cli.OpenToRead(f.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	found, err := findGame(cmd.Context(), db, name)
	switch {
	case err != nil:
		return err
	case f.json:
		return cli.PrintJSON(cmd.OutOrStdout(), export.NewRecord(found.exported()))
	case f.pgn:
		return pgn.Write(cmd.OutOrStdout(), export.PGNRecord(found.exported()))
	}
	rules, err := games.Find(found.game.Record.Game)
	if err != nil {
		return err
	}
	replayer, err := newReplayer(cmd, rules, found.run.ID, found.game.Game)
	if err != nil {
		return err
	}
	return f.show(cmd, found, replayer)
}

// forms are the flags given that ask for another form than text.
func (f *gamesShowFlags) forms() []string {
	var forms []string
	for _, name := range []string{"svg", "pgn", "json"} {
		if f.set.Changed(name) {
			forms = append(forms, "--"+name)
		}
	}
	if f.set.Changed("turn") && (f.pgn || f.json) {
		forms = append(forms, "--turn")
	}
	return forms
}

// show draws what is asked for of a game that has been played again.
func (f *gamesShowFlags) show(cmd *cobra.Command, found storedGame, r *replayer) error {
	turn, one := len(r.positions)-1, f.set.Changed("turn")
	if one && (f.turn < 0 || f.turn > turn) {
		return cli.Usagef("--turn %d: the game has the turns 1 to %d, and 0 is the start", f.turn, turn)
	}
	if one {
		turn = f.turn
	}
	switch {
	case f.svg == "" && one:
		fmt.Fprintf(r.out, "game %s: %s\n", r.title, strings.Join(r.game.Players, " - "))
		return r.draw(turn)
	case f.svg == "":
		return printStoredGame(cmd.OutOrStdout(), found, r)
	case !isFolder(f.svg):
		return cli.WriteSVG(f.svg, r.positions[turn].Diagram())
	case one:
		return cli.Usagef("--turn draws one board, and --svg %s is a folder for all; name a file", f.svg)
	}
	if err := drawFrames(f.svg, r.positions); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s drawn in %s\n", cli.Counted(len(r.positions), "board"), f.svg)
	return nil
}

// isFolder reports whether a path is that of a folder, or means one that is to be made.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir() || strings.HasSuffix(path, "/") || strings.HasSuffix(path, string(filepath.Separator))
}

// drawFrames draws the start and the board after every turn into files of a folder, which it makes if need be. The files' names sort by turn.
func drawFrames(folder string, positions []engine.Position) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return cli.Usagef("--svg: %w; name another folder", err)
	}
	digits := max(3, len(fmt.Sprint(len(positions)-1)))
	for turn, p := range positions {
		if err := cli.WriteSVG(filepath.Join(folder, fmt.Sprintf("turn-%0*d.svg", digits, turn)), p.Diagram()); err != nil {
			return err
		}
	}
	return nil
}

// printStoredGame writes a game for people: who played, the turns, the final board.
func printStoredGame(w io.Writer, found storedGame, r *replayer) error {
	if err := printGameHead(w, found, r.positions[0].Rules()); err != nil {
		return err
	}
	if err := r.printTurns(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%s\n\n", cli.ResultText(found.game.Outcome))
	return diagram.Text(w, r.positions[len(r.positions)-1].Diagram(), r.style)
}
