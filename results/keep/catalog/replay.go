package catalog

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/games"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Replay is a stored game that is shown turn by turn.
type Replay struct {
	tournament.Stored
	Positions []engine.Position // after each turn, the start first
}

// NewReplay plays a stored game again.
func NewReplay(stored tournament.Stored) (Replay, error) {
	r := Replay{Stored: stored}
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

// Draw draws the board after a turn, 0 for the start, below a caption.
func (r Replay) Draw(w io.Writer, turn int, style diagram.TextStyle) error {
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
	fmt.Fprintf(w, "\n%s\n", caption)
	return diagram.Text(w, r.Positions[turn].Diagram(), style)
}

// thought returns what was stored with a turn, and whether its player reported anything.
func (r Replay) thought(turn int) (tournament.Thought, bool) {
	i := turn - r.Record.Opening - 1
	if i < 0 || i >= len(r.Thoughts) || r.Thoughts[i].Nodes == 0 {
		return tournament.Thought{}, false
	}
	return r.Thoughts[i], true
}

// WriteText writes who played, all turns with the thoughts of the players, and the final board.
func (r Replay) WriteText(w io.Writer, style diagram.TextStyle) error {
	rules := r.Positions[0].Rules()
	head := table.New("", "~")
	for seat, name := range rules.SeatNames() {
		head.Add(name, fmt.Sprintf("%-*s  %s", Widest(r.Players), r.Players[seat], ScoreText(r.Outcome.Scores[seat])))
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
		diagram.Text(w, r.Positions[len(r.Positions)-1].Diagram(), style))
}
