package stored

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/diagram"
	"pillars/engine/pgn"
	"pillars/results/export"
	"pillars/results/store"
	"pillars/results/table"
	"pillars/tournament"
)

// gamesShowFlags say in which form a stored game is shown.
type gamesShowFlags struct {
	db   string
	turn int
	svg  string
	pgn  bool
	json bool
}

// NewGamesShowCommand shows one game.
func NewGamesShowCommand() *cobra.Command {
	var flags gamesShowFlags
	cmd := &cobra.Command{
		Use:   "show RUN/GAME",
		Short: "Show a stored game: players, turns with thoughts, final board",
		Long: `Show a stored game: who played whom, every turn with what its player thought (expected result, depth,
nodes, time), and the board at the end. With --turn it draws the board after that turn instead; 0 is the start. With
--svg it draws into files: one board into a file, the board after every turn into a folder that exists or whose name
ends with a slash. "pillars replay" steps through a game.`,
		Example: `  pillars games show 3f9c/1v2/4/1
  pillars games show 3f9c/1v2/4/1 --turn 12
  pillars games show 3f9c/1v2/4/1 --svg frames/
  pillars games show 3f9c/1v2/4/1 --pgn > game.pgn`,
		Args:              oneGame,
		ValidArgsFunction: completeGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args[0]) },
	}
	cli.DatabaseFlag(cmd, &flags.db)
	cmd.Flags().IntVar(&flags.turn, "turn", 0, "draw the board after this `TURN`")
	cmd.Flags().StringVar(&flags.svg, "svg", "", "draw into an SVG `FILE`, or the board after every turn into a folder")
	cmd.Flags().BoolVar(&flags.pgn, "pgn", false, "print the game in the shape of PGN")
	cmd.Flags().BoolVar(&flags.json, "json", false, "print one JSON line")
	return cmd
}

func (f *gamesShowFlags) run(cmd *cobra.Command, name string) error {
	var forms []string // asked for instead of text
	for _, flag := range []string{"svg", "pgn", "json", "turn"} {
		if cmd.Flags().Changed(flag) && (flag != "turn" || f.pgn || f.json) {
			forms = append(forms, "--"+flag)
		}
	}
	if len(forms) > 1 {
		return cli.Usagef("%s are given together; choose one", strings.Join(forms, " and "))
	}
	return cli.WithStore(f.db, func(db *store.Store) error {
		game, err := findGame(cmd.Context(), db, name)
		switch {
		case err != nil:
			return err
		case f.json:
			return cli.PrintJSON(cmd.OutOrStdout(), export.Record(game))
		case f.pgn:
			return pgn.Write(cmd.OutOrStdout(), export.PGNRecord(game))
		}
		r, err := newReplayer(cmd, game)
		if err != nil {
			return err
		}
		return f.draw(cmd, r)
	})
}

// draw draws what is asked for of a game that has been played again.
func (f *gamesShowFlags) draw(cmd *cobra.Command, r *replayer) error {
	turn, one := len(r.positions)-1, cmd.Flags().Changed("turn")
	if one && (f.turn < 0 || f.turn > turn) {
		return cli.Usagef("--turn %d: the game has the turns 1 to %d, and 0 is the start", f.turn, turn)
	}
	if one {
		turn = f.turn
	}
	info, err := os.Stat(f.svg)
	folder := err == nil && info.IsDir() || strings.HasSuffix(f.svg, "/") ||
		strings.HasSuffix(f.svg, string(filepath.Separator))
	switch {
	case f.svg == "" && one:
		r.printTitle()
		return r.draw(turn)
	case f.svg == "":
		return r.print()
	case !folder:
		return cli.WriteSVG(f.svg, r.positions[turn].Diagram())
	case one:
		return cli.Usagef("--turn draws one board, and --svg %s is a folder for all; name a file", f.svg)
	}
	if err := os.MkdirAll(f.svg, 0o777); err != nil {
		return cli.Usagef("--svg: %w; name another folder", err)
	}
	digits := max(3, len(fmt.Sprint(turn))) // so that names sort by turn
	for turn, p := range r.positions {
		file := filepath.Join(f.svg, fmt.Sprintf("turn-%0*d.svg", digits, turn))
		if err := cli.WriteSVG(file, p.Diagram()); err != nil {
			return err
		}
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s drawn in %s\n", tournament.Counted(len(r.positions), "board"), f.svg)
	return nil
}

// print writes the game for people: who played, the turns, the final board.
func (r *replayer) print() error {
	rules, record := r.positions[0].Rules(), r.game.Record
	fmt.Fprintf(r.out, "game %s: %s, %s\n\n", r.game.Name(), rules.Game().Title(), record.Settings)
	head := table.New()
	for seat, name := range rules.SeatNames() {
		head.Add(name, fmt.Sprintf("%-*s  %s", widest(r.game.Players), r.game.Players[seat],
			scoreText(r.game.Outcome.Scores[seat])))
	}
	head.Add("finished", r.game.Finished.UTC().Format(time.DateTime+" UTC"))
	head.Add("start", record.Start)
	for _, tag := range record.Tags {
		head.Add(strings.ToLower(tag.Name), tag.Value)
	}
	if err := head.WriteText(r.out); err != nil {
		return err
	}
	fmt.Fprintln(r.out)
	if err := r.turns().WriteText(r.out); err != nil {
		return err
	}
	fmt.Fprintf(r.out, "\n%s\n\n", r.game.Outcome.Text())
	return diagram.Text(r.out, r.positions[len(r.positions)-1].Diagram(), r.style)
}

// turns has a line for each turn: who played it and what that player thought.
func (r *replayer) turns() *table.Grid {
	grid := table.New("turn", "seat", "played", "expects", "score", "depth", "nodes", "time")
	names := r.positions[0].Rules().SeatNames()
	for i, turn := range r.game.Record.Turns {
		cells := []any{i + 1, names[r.positions[i].Seat()], turn}
		thought, ok := r.thought(i + 1)
		switch {
		case i < r.game.Record.Opening:
			cells = append(cells, "opening")
		case !ok:
			cells = append(cells, "-")
		default:
			used := thought.Time.Round(time.Microsecond).String()
			if thought.Left != 0 {
				used += ", left " + thought.Left.Round(time.Millisecond).String()
			}
			cells = append(cells, fmt.Sprintf("%.1f %%", 100*thought.Score.Expectation()), thought.Score, thought.Depth,
				thought.Nodes, used)
		}
		grid.Add(cells...)
	}
	return grid
}
