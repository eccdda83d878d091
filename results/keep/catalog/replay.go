package catalog

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/games"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/tournament"
)

// A Replay is a stored game with its positions.
type Replay struct {
	tournament.Stored
	Positions []engine.Position // the start, then the position after each turn
	out       io.Writer
	style     diagram.TextStyle
}

// NewReplay replays a stored game. The replay is written to out. NewReplay returns an error if a turn is illegal.
func NewReplay(stored tournament.Stored, out io.Writer, style diagram.TextStyle) (*Replay, error) {
	r := &Replay{Stored: stored, out: out, style: style}
	game, err := games.Find(stored.Record.Game)
	if err != nil {
		return r, err
	}
	h, err := stored.Record.Replay(game)
	if err != nil {
		return r, fmt.Errorf("game %s: %w", stored.Name(), err)
	}
	r.Positions = PositionsAfterTurns(h)
	return r, nil
}

func (r *Replay) draw(turn int) error {
	caption := "start"
	if turn > 0 {
		caption = fmt.Sprintf("turn %d: %s", turn, r.Record.Turns[turn-1])
	}
	if thought, ok := r.thought(turn); ok {
		caption += fmt.Sprintf(" (%s, depth %d, %s nodes, %v)", thought.Score.Text(), thought.Depth,
			stats.ShortNumber(float64(thought.Nodes)), thought.Time.Round(100*time.Microsecond))
	} else if turn > 0 && turn <= r.Record.Opening {
		caption += " (opening)"
	}
	fmt.Fprintf(r.out, "\n%s\n", caption)
	return diagram.Text(r.out, r.Positions[turn].Diagram(), r.style)
}

// thought returns the stored thought about a turn, from 1. ok is false if the player reported none.
func (r *Replay) thought(turn int) (thought tournament.Thought, ok bool) {
	i := turn - r.Record.Opening - 1
	if i < 0 || i >= len(r.Thoughts) || r.Thoughts[i].Nodes == 0 {
		return tournament.Thought{}, false
	}
	return r.Thoughts[i], true
}

// Print writes the players, all turns with the thoughts about them, and the final board.
func (r *Replay) Print() error {
	w := r.out
	rules := r.Positions[0].Rules()
	head := table.New("", "~")
	for seat, name := range rules.SeatNames() {
		head.Add(name, fmt.Sprintf("%-*s  %s", widest(r.Players), r.Players[seat], scoreText(r.Outcome.Scores[seat])))
	}
	head.Add("finished", r.Finished.UTC().Format(time.DateTime+" UTC"))
	head.Add("start", r.Record.Start)
	for _, tag := range r.Record.Tags {
		head.Add(strings.ToLower(tag.Name), tag.Value)
	}
	turns := table.New("turn", "seat", "played", "expects", "score", "depth", "nodes", "time")
	for i, turn := range r.Record.Turns {
		cells := []any{i + 1, rules.SeatNames()[r.Positions[i].Seat()], turn}
		thought, ok := r.thought(i + 1)
		switch {
		case i < r.Record.Opening:
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
		turns.Add(cells...)
	}
	return errors.Join(table.Printf(w, "game %s: %s, %s\n\n", r.Name(), rules.Game().Title(), r.Record.Settings),
		head.WriteText(w), table.Printf(w, "\n"), turns.WriteText(w), table.Printf(w, "\n%s\n\n", r.Outcome.Text()),
		diagram.Text(w, r.Positions[len(r.Positions)-1].Diagram(), r.style))
}

// Draw writes the title, and draws the board after the given number of turns.
func (r *Replay) Draw(turn int) error {
	return cmp.Or(r.printTitle(), r.draw(turn))
}

// Walk draws the board turn by turn. After each turn it reads a command from in, unless in is nil.
func (r *Replay) Walk(in io.Reader) error {
	var commands *bufio.Scanner
	if in != nil {
		commands = bufio.NewScanner(in)
	}
	if err := r.printTitle(); err != nil {
		return err
	}
	for turn, goesOn := 0, true; turn < len(r.Positions); {
		if err := r.draw(turn); err != nil {
			return err
		}
		if turn, goesOn = r.next(commands, turn); !goesOn {
			return nil
		}
	}
	_, err := fmt.Fprintln(r.out, r.Outcome.Text())
	return err
}

func (r *Replay) printTitle() error {
	return table.Printf(r.out, "game %s: %s\n", r.Name(), strings.Join(r.Players, " - "))
}

// next returns the number of the turn to draw after the given turn. A command of the person chooses it. Without
// commands and after the last turn, it is the number that follows. goesOn is false if the person wants to stop.
func (r *Replay) next(commands *bufio.Scanner, turn int) (following int, goesOn bool) {
	if commands == nil || turn == len(r.Positions)-1 {
		return turn + 1, true
	}
	for {
		fmt.Fprint(r.out, "Enter, b, turn number or q: ")
		if !commands.Scan() {
			return 0, false
		}
		word := strings.TrimSpace(commands.Text())
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
