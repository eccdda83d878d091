package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/pgn"
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
		case announced && !slices.Contains(t.players, nil):
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
	turn, _, err := search.DecideTurn(ctx, player, t.h, t.limits.ForPlayer(player), nil)
	if err != nil {
		return err
	}
	text := engine.LineText(t.h.Position(), turn.Steps)
	if err := t.h.PlayAll(turn.Steps); err != nil {
		return fmt.Errorf("player %s: %w", player.Name(), err)
	}
	t.draw()
	fmt.Fprintf(t.out, "%s (%s) plays %s and expects %s\n", t.seatName(seat), player.Name(), text,
		cli.ScoreText(turn.Info.Score))
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
	if err := t.obey(ctx, words); err != nil {
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

// playCommands are what a line can say besides steps, with what it does.
var playCommands = [][2]string{
	{"legal", "list the legal steps"},
	{"hint", "ask a player what it would play"},
	{"back", "take back your last turn and all that came after it"},
	{"board", "draw the board again"},
	{"position", "print the position as text"},
	{"moves", "print the turns so far"},
	{"resign", "give up"},
	{"save FILE", "write the game to a new file in PGN"},
	{"help", "print this list"},
	{"quit", "leave"},
}

func (t *playTable) obey(ctx context.Context, words []string) error {
	for _, command := range playCommands {
		if form := strings.Fields(command[0]); form[0] == words[0] {
			if len(words) != len(form) {
				return fmt.Errorf("write: %s", command[0])
			}
			return t.command(ctx, words)
		}
	}
	switch {
	case t.outcome().Over():
		return fmt.Errorf("%q: the game is over; say back, save FILE or quit", words[0])
	case len(words) > 1:
		return fmt.Errorf("%q: one step or turn a line, please", strings.Join(words, " "))
	}
	steps, err := cli.ParseStepOrTurn(t.h.Position(), words[0])
	if err != nil {
		return fmt.Errorf("%w (or say help)", err)
	}
	if err := t.h.PlayAll(steps); err != nil {
		return err
	}
	t.draw()
	return nil
}

func (t *playTable) command(ctx context.Context, words []string) error {
	switch words[0] {
	case "legal":
		t.legal()
	case "hint":
		return t.giveHint(ctx)
	case "back":
		return t.back()
	case "board":
		t.draw()
	case "position":
		fmt.Fprintln(t.out, t.h.Position())
	case "moves":
		fmt.Fprintln(t.out, engine.LineText(t.h.Start(), t.h.Steps()))
	case "resign":
		return t.resign()
	case "save":
		return t.save(words[1])
	case "help":
		fmt.Fprintln(t.out, "A line is a step or a whole turn in the game's notation (say legal to see the steps),",
			"or one of:")
		for _, command := range playCommands {
			fmt.Fprintf(t.out, "  %-10s %s\n", command[0], command[1])
		}
	case "quit":
		t.quitting = true
	}
	return nil
}

func (t *playTable) legal() {
	const width = 100
	line := ""
	for _, text := range engine.StepTexts(t.h.Position()) {
		if len(line)+1+len(text) > width {
			fmt.Fprintln(t.out, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+text, " ")
	}
	fmt.Fprintln(t.out, line)
}

// giveHint says what the hint player would do, mid-turn too.
func (t *playTable) giveHint(ctx context.Context) error {
	if t.outcome().Over() {
		return errors.New("hint: the game is over")
	}
	if t.hinter == nil {
		hinter, err := cli.NewPlayer("--hint", t.hintText, t.h.Position().Rules())
		if err != nil {
			return err
		}
		t.hinter = hinter
	}
	search.Begin(ctx, t.hinter, t.seed)
	turn, _, err := search.DecideTurn(ctx, t.hinter, t.h, t.limits.ForPlayer(t.hinter), nil)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.out, "hint: %s, expected result %s\n", engine.LineText(t.h.Position(), turn.Steps),
		cli.ScoreText(turn.Info.Score))
	return nil
}

// back goes to the start of the latest turn of a person that has begun.
func (t *playTable) back() error {
	if t.resigned.Over() {
		t.resigned = engine.Outcome{}
		t.draw()
		return nil
	}
	for n := 1; n <= len(t.h.Steps()); n++ {
		earlier := t.h.Back(n)
		p := earlier.Position()
		if t.players[p.Seat()] == nil && (p.StartsTurn() || n == len(t.h.Steps())) {
			t.h = earlier
			t.draw()
			return nil
		}
	}
	return errors.New("back: you have not played a step yet")
}

func (t *playTable) resign() error {
	switch {
	case t.outcome().Over():
		return errors.New("resign: the game is over")
	case len(t.players) != 2:
		return errors.New("resign: only in a game of two; say quit to leave")
	}
	t.resigned = engine.Win(1-t.h.Position().Seat(), "resignation")
	return nil
}

// save writes the game to a file that does not exist yet, so that nothing is lost.
func (t *playTable) save(path string) error {
	record := engine.NewRecord(t.h, t.names)
	record.Outcome = t.outcome()
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("save: %s exists; choose another name", path)
	}
	if err != nil {
		return fmt.Errorf("save: %w; choose a name in a folder that you may write to", err)
	}
	if err := errors.Join(pgn.Write(file, record), file.Close()); err != nil {
		return fmt.Errorf("save: %s is incomplete: %w", path, err)
	}
	fmt.Fprintf(t.out, "saved to %s\n", path)
	return nil
}
