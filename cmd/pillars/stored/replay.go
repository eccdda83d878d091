package stored

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"pillars/cmd/pillars/cli"
	"pillars/engine/diagram"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/table"
	"pillars/tournament"
)

// replayer shows a stored game to a person at the terminal.
type replayer struct {
	catalog.Replay
	in    *bufio.Scanner // nil where nobody is asked how to go on
	out   io.Writer
	style diagram.TextStyle
}

// newReplayer replays the game. It asks for commands if input and output are a terminal.
func newReplayer(cmd *cobra.Command, game tournament.Stored) (*replayer, error) {
	replay, err := catalog.NewReplay(game)
	r := &replayer{Replay: replay, out: cmd.OutOrStdout(), style: diagram.TextStyle{Color: cli.UseColor(cmd)}}
	if file, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(file.Fd())) && cli.IsTerminal(r.out) {
		r.in = bufio.NewScanner(file)
	}
	return r, err
}

// walk draws the board after every turn, as the person wishes.
func (r *replayer) walk() error {
	r.printTitle()
	for turn, goesOn := 0, true; turn < len(r.Positions); {
		if err := r.Draw(r.out, turn, r.style); err != nil {
			return err
		}
		if turn, goesOn = r.next(turn); !goesOn {
			return nil
		}
	}
	_, err := fmt.Fprintln(r.out, r.Outcome.Text())
	return err
}

func (r *replayer) printTitle() {
	table.Printf(r.out, "game %s: %s\n", r.Name(), strings.Join(r.Players, " - "))
}

// next returns the turn to draw after this one, and whether there is one.
func (r *replayer) next(turn int) (int, bool) {
	if r.in == nil || turn == len(r.Positions)-1 {
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
		case err == nil && number >= 0 && number < len(r.Positions):
			return number, true
		}
		fmt.Fprintf(r.out, "give a turn from 0, the start, to %d\n", len(r.Positions)-1)
	}
}

type gamesShowFlags struct {
	svg       string
	turn      int
	walk, pgn bool
}

func newGamesShowCommand() *cobra.Command {
	var flags gamesShowFlags
	cmd := cli.New("show RUN/GAME", "Show a stored game, or step through it turn by turn",
		func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args[0]) })
	cmd.Args, cmd.ValidArgsFunction = cli.OneWord(aGame, "one game"), completeGame
	cli.DatabaseFlag(cmd)
	set := cmd.Flags()
	set.IntVar(&flags.turn, "turn", 0, "draw the board after this `TURN`")
	set.BoolVarP(&flags.walk, "walk", "w", false, "draw the board after every turn; on a terminal, wait after each")
	set.StringVar(&flags.svg, "svg", "", "draw into this SVG `FILE`, or into a folder, one file for each turn")
	set.BoolVar(&flags.pgn, "pgn", false, "print the game as PGN")
	cli.JSONFlag(cmd, "print one JSON line")
	return cmd
}

func (f *gamesShowFlags) run(cmd *cobra.Command, name string) error {
	var forms []string // asked for instead of text
	for _, flag := range []string{"walk", "svg", "pgn", "json", "turn"} {
		if cmd.Flags().Changed(flag) && (flag != "turn" || f.walk || f.pgn || cli.JSON(cmd)) {
			forms = append(forms, "--"+flag)
		}
	}
	if len(forms) > 1 {
		return cli.Usagef("%s are given together; choose one", strings.Join(forms, " and "))
	}
	return cli.WithStore(cmd, func(db *store.Store) error {
		game, err := cli.FindGame(cmd.Context(), db, name)
		switch {
		case err != nil:
			return err
		case cli.JSON(cmd):
			return cli.PrintJSON(cmd.OutOrStdout(), catalog.GameFacts(game))
		case f.pgn:
			return catalog.WritePGN(cmd.OutOrStdout(), game, noteTo(cmd.ErrOrStderr()))
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
	turn, one := len(r.Positions)-1, cmd.Flags().Changed("turn")
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
		return r.Draw(r.out, turn, r.style)
	case f.svg == "":
		return r.WriteText(r.out, r.style)
	case !folder:
		return cli.WriteSVG(f.svg, r.Positions[turn].Diagram())
	case one:
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
