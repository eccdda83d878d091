package play

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/search"
)

// playTable is a game between persons at the terminal and players.
type playTable struct {
	h        *engine.History
	resigned engine.Outcome  // how the game ended if a person gave up
	players  []search.Player // by seat; nil for a person
	names    []string        // by seat
	limits   *cli.LimitFlags
	hintText string
	hinter   search.Player // made when first asked
	seed     uint64
	in       *bufio.Scanner
	out      io.Writer
	color    bool
	quitting bool
}

// play plays until the person quits, the lines end, or the game is over and nobody is there to take it back.
func (t *playTable) play(ctx context.Context) error {
	t.draw()
	announced := false
	for !t.quitting {
		if t.outcome().Over() && !announced {
			fmt.Fprintln(t.out, t.resultLine())
		}
		announced = t.outcome().Over()
		switch player := t.players[t.h.Position().Seat()]; {
		case announced && t.persons() == 0:
			return nil
		case announced || player == nil:
			if !t.readLine(ctx) {
				return t.in.Err()
			}
		default:
			if err := t.playerActs(ctx, player); err != nil {
				return err
			}
		}
	}
	return nil
}

// outcome is how the game ended, or the zero Outcome.
func (t *playTable) outcome() engine.Outcome {
	if t.resigned.Over() {
		return t.resigned
	}
	return t.h.Outcome()
}

func (t *playTable) persons() int {
	persons := 0
	for _, player := range t.players {
		if player == nil {
			persons++
		}
	}
	return persons
}

func (t *playTable) resultLine() string {
	outcome := t.outcome()
	for seat, name := range t.h.Position().Rules().SeatNames() {
		if outcome.Scores[seat] == 1 {
			return fmt.Sprintf("%s wins: %s", name, outcome.Reason)
		}
	}
	return fmt.Sprintf("draw: %s", outcome.Reason)
}

func (t *playTable) draw() {
	// A failed write shows at the end of the program, through the checked output.
	_ = diagram.Text(t.out, t.h.Position().Diagram(), diagram.TextStyle{Color: t.color})
}

func (t *playTable) playerActs(ctx context.Context, player search.Player) error {
	seat := t.h.Position().Seat()
	steps, last, err := search.DecideTurn(ctx, player, t.h, t.limits.ForPlayer(player), nil)
	if err != nil {
		return err
	}
	text := engine.LineText(t.h.Position(), steps)
	if err := t.h.PlayAll(steps); err != nil {
		return fmt.Errorf("player %s: %w", player.Name(), err)
	}
	t.draw()
	fmt.Fprintf(t.out, "%s (%s) plays %s and expects %s\n", t.seatName(seat), player.Name(), text,
		cli.ScoreText(last.Score))
	return nil
}

func (t *playTable) seatName(seat engine.Seat) string {
	return t.h.Position().Rules().SeatNames()[seat]
}

// readLine does what the next line says, and reports false at the end of the lines.
func (t *playTable) readLine(ctx context.Context) bool {
	fmt.Fprint(t.out, t.prompt())
	if !t.in.Scan() {
		fmt.Fprintln(t.out)
		return false
	}
	words := strings.Fields(t.in.Text())
	if len(words) == 0 {
		return true
	}
	if err := t.obey(ctx, words[0], words[1:]); err != nil {
		fmt.Fprintf(t.out, "%v\n", err)
	}
	return true
}

func (t *playTable) prompt() string {
	p := t.h.Position()
	if t.outcome().Over() {
		return "game over (back, save FILE, quit)> "
	}
	return fmt.Sprintf("%s, %s step> ", t.seatName(p.Seat()), p.Rules().StepKinds()[p.StepKind()])
}
