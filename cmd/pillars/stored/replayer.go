package stored

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/results/runs"
	"pillars/tournament"
)

// replayer steps through a game.
type replayer struct {
	game      tournament.Game
	title     string
	positions []engine.Position // after each turn, the start first
	in        *bufio.Scanner    // nil where nobody is asked how to go on
	out       io.Writer
	style     diagram.TextStyle
}

// newReplayer plays the game again. It asks for commands where a person sits at both ends.
func newReplayer(cmd *cobra.Command, rules engine.Game, run string, game tournament.Game) (*replayer, error) {
	h, err := game.Record.Replay(rules)
	if err != nil {
		return nil, fmt.Errorf("game %s/%s: %w", run, game.Identity, err)
	}
	r := &replayer{
		game: game, title: run + "/" + game.Identity, positions: runs.PositionsAfterTurns(h),
		out: cmd.OutOrStdout(), style: diagram.TextStyle{Color: cli.UseColor(cmd)},
	}
	if file, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(file.Fd())) && cli.IsTerminal(r.out) {
		r.in = bufio.NewScanner(file)
	}
	return r, nil
}

// Run draws the board after one turn or, if that is 0, after every turn as the person at the terminal wishes.
func (r *replayer) Run(only int) error {
	fmt.Fprintf(r.out, "game %s: %s\n", r.title, strings.Join(r.game.Players, " - "))
	if only > 0 {
		return r.draw(only)
	}
	for turn := 0; turn < len(r.positions); {
		if err := r.draw(turn); err != nil {
			return err
		}
		next, goesOn := r.next(turn)
		if !goesOn {
			return nil
		}
		turn = next
	}
	_, err := fmt.Fprintln(r.out, cli.ResultText(r.game.Outcome))
	return err
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
		fmt.Fprintf(r.out, "turns go from 0, the start, to %d\n", len(r.positions)-1)
	}
}

// draw prints the board after a turn, with the turn that led there and what its player thought.
func (r *replayer) draw(turn int) error {
	fmt.Fprintf(r.out, "\n%s\n", r.caption(turn))
	return diagram.Text(r.out, r.positions[turn].Diagram(), r.style)
}

// caption is the line above a board.
func (r *replayer) caption(turn int) string {
	switch {
	case turn == 0:
		return "start"
	case turn <= r.game.Record.Opening:
		return fmt.Sprintf("turn %d: %s (opening)", turn, r.game.Record.Turns[turn-1])
	}
	caption := fmt.Sprintf("turn %d: %s", turn, r.game.Record.Turns[turn-1])
	if thought, ok := r.thought(turn); ok {
		caption += fmt.Sprintf(" (%s, depth %d, %s nodes, %v)",
			cli.ScoreText(thought.Score), thought.Depth, cli.BigNumber(float64(thought.Nodes)), thought.Time.Round(100*time.Microsecond))
	}
	return caption
}
