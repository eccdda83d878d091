package stored

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/games"
	"pillars/results/export"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/results/table"
	"pillars/tournament"
)

type replayer struct {
	game      tournament.Stored
	positions []engine.Position // after each turn, the start first
	in        *bufio.Scanner    // nil where nobody is asked how to go on
	out       io.Writer
	style     diagram.TextStyle
}

// newReplayer plays the game again. It asks for commands where a person sits at both ends.
func newReplayer(cmd *cobra.Command, game tournament.Stored) (*replayer, error) {
	rules, err := games.Find(game.Record.Game)
	if err != nil {
		return nil, err
	}
	h, err := game.Record.Replay(rules)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", game.Name(), err)
	}
	r := &replayer{game: game, positions: runs.PositionsAfterTurns(h), out: cmd.OutOrStdout()}
	r.style.Color = cli.UseColor(cmd)
	if file, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(file.Fd())) && cli.IsTerminal(r.out) {
		r.in = bufio.NewScanner(file)
	}
	return r, nil
}

// walk draws the board after every turn, as the person at the terminal wishes.
func (r *replayer) walk() error {
	r.printTitle()
	for turn, goesOn := 0, true; turn < len(r.positions); {
		if err := r.draw(turn); err != nil {
			return err
		}
		if turn, goesOn = r.next(turn); !goesOn {
			return nil
		}
	}
	_, err := fmt.Fprintln(r.out, r.game.Outcome.Text())
	return err
}

func (r *replayer) printTitle() {
	table.Printf(r.out, "game %s: %s\n", r.game.Name(), strings.Join(r.game.Players, " - "))
}

// next is the turn to draw after this one, and whether there shall be one.
func (r *replayer) next(turn int) (int, bool) {
	if r.in == nil || turn == len(r.positions)-1 {
		return turn + 1, true
	}
	for {
		fmt.Fprint(r.out, "Enter, b, turn number or q: ")
		if !r.in.Scan() {
			return 0, false
		}
		word := strings.TrimSpace(r.in.Text())
		number, err := strconv.Atoi(word)
		switch {
		case word == "":
			return turn + 1, true
		case word == "q":
			return 0, false
		case word == "b":
			return max(0, turn-1), true
		case err == nil && number >= 0 && number < len(r.positions):
			return number, true
		}
		fmt.Fprintf(r.out, "give a turn from 0, the start, to %d\n", len(r.positions)-1)
	}
}

func (r *replayer) draw(turn int) error {
	caption := "start"
	if turn > 0 {
		caption = fmt.Sprintf("turn %d: %s", turn, r.game.Record.Turns[turn-1])
	}
	if thought, ok := r.thought(turn); ok {
		caption += fmt.Sprintf(" (%s, depth %d, %s nodes, %v)", cli.ScoreText(thought.Score), thought.Depth,
			cli.BigNumber(float64(thought.Nodes)), thought.Time.Round(100*time.Microsecond))
	} else if turn > 0 && turn <= r.game.Record.Opening {
		caption += " (opening)"
	}
	fmt.Fprintf(r.out, "\n%s\n", caption)
	return diagram.Text(r.out, r.positions[turn].Diagram(), r.style)
}

// thought is what was stored with a turn, and whether its player told anything.
func (r *replayer) thought(turn int) (tournament.Thought, bool) {
	i := turn - r.game.Record.Opening - 1
	if i < 0 || i >= len(r.game.Thoughts) || r.game.Thoughts[i].Nodes == 0 {
		return tournament.Thought{}, false
	}
	return r.game.Thoughts[i], true
}

type gamesShowFlags struct {
	db, svg         string
	turn            int
	walk, pgn, json bool
}

func newGamesShowCommand() *cobra.Command {
	var flags gamesShowFlags
	cmd := &cobra.Command{
		Use: "show RUN/GAME", Short: "Show a stored game, or step through it turn by turn",
		Long: `Show a stored game: the players, every turn with its expected result, depth, nodes and time, and the
board at the end. --turn N draws the board after turn N instead; turn 0 is the start. --walk draws the board after
every turn; on a terminal it waits after each: press Enter to go on, b to go back, a number to jump to that turn, q to
quit. --svg draws one board into a file, or the boards after all turns into a folder that exists or whose name ends
with a slash.`,
		Example: `  pillars games show 3f9c/1v2/4/1
  pillars games show 3f9c/1v2/4/1 --walk
  pillars games show 3f9c/1v2/4/1 --turn 12
  pillars games show 3f9c/1v2/4/1 --svg frames/
  pillars games show 3f9c/1v2/4/1 --pgn > game.pgn`,
		Args: cli.OneWord(aGame, "one game"), ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args[0]) },
	}
	cli.DatabaseFlag(cmd, &flags.db)
	set := cmd.Flags()
	set.IntVar(&flags.turn, "turn", 0, "draw the board after this `TURN`")
	set.BoolVarP(&flags.walk, "walk", "w", false, "draw the board after every turn; on a terminal, wait after each")
	set.StringVar(&flags.svg, "svg", "", "draw into this SVG `FILE`, or into a folder, one file for each turn")
	set.BoolVar(&flags.pgn, "pgn", false, "print the game as PGN")
	set.BoolVar(&flags.json, "json", false, "print one JSON line")
	return cmd
}

func (f *gamesShowFlags) run(cmd *cobra.Command, name string) error {
	var forms []string // asked for instead of text
	for _, flag := range []string{"walk", "svg", "pgn", "json", "turn"} {
		if cmd.Flags().Changed(flag) && (flag != "turn" || f.walk || f.pgn || f.json) {
			forms = append(forms, "--"+flag)
		}
	}
	if len(forms) > 1 {
		return cli.Usagef("%s are given together; choose one", strings.Join(forms, " and "))
	}
	return cli.WithStore(f.db, func(db *store.Store) error {
		game, err := cli.FindGame(cmd.Context(), db, name)
		switch {
		case err != nil:
			return err
		case f.json:
			return cli.PrintJSON(cmd.OutOrStdout(), export.Record(game))
		case f.pgn:
			return export.WritePGN(cmd.OutOrStdout(), game, noteTo(cmd.ErrOrStderr()))
		}
		r, err := newReplayer(cmd, game)
		switch {
		case err != nil:
			return err
		case f.walk:
			return r.walk()
		}
		return f.draw(cmd, r)
	})
}

func (f *gamesShowFlags) draw(cmd *cobra.Command, r *replayer) error {
	turn, one := len(r.positions)-1, cmd.Flags().Changed("turn")
	if one && (f.turn < 0 || f.turn > turn) {
		return cli.Usagef("--turn %d: must be from 0, the start, to %d", f.turn, turn)
	} else if one {
		turn = f.turn
	}
	info, err := os.Stat(f.svg)
	folder := err == nil && info.IsDir() || f.svg != "" && os.IsPathSeparator(f.svg[len(f.svg)-1])
	switch {
	case f.svg == "" && one:
		r.printTitle()
		return r.draw(turn)
	case f.svg == "":
		return r.print()
	case !folder:
		return cli.WriteSVG(f.svg, r.positions[turn].Diagram())
	case one:
		return cli.Usagef("--turn draws one board, but --svg %s is a folder; name a file", f.svg)
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
	table.Printf(r.out, "game %s: %s, %s\n\n", r.game.Name(), rules.Game().Title(), record.Settings)
	head := table.New("", "~")
	for seat, name := range rules.SeatNames() {
		head.Add(name, fmt.Sprintf("%-*s  %s", runs.Widest(r.game.Players), r.game.Players[seat],
			runs.ScoreText(r.game.Outcome.Scores[seat])))
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
	table.Printf(r.out, "\n%s\n\n", r.game.Outcome.Text())
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
