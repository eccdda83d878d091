package stored

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"pillars/engine"
	"pillars/tournament"
)

// printGameHead writes what is known of a game besides its moves.
func printGameHead(w io.Writer, found storedGame, rules engine.Rules) error {
	game := found.game
	fmt.Fprintf(w, "game %s: %s, %s\n\n", found.title(), rules.Game().Title(), game.Record.Settings)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	scores := strings.Split(scoresText(game.Outcome), "-")
	for seat, name := range rules.SeatNames() {
		fmt.Fprintf(table, "%s\t%s\t%s\n", name, game.Players[seat], scores[seat])
	}
	fmt.Fprintf(table, "finished\t%s\n", game.Finished.UTC().Format(time.DateTime+" UTC"))
	fmt.Fprintf(table, "start\t%s\n", game.Record.Start)
	for _, tag := range game.Record.Tags {
		fmt.Fprintf(table, "%s\t%s\n", strings.ToLower(tag.Name), tag.Value)
	}
	fmt.Fprintln(table)
	return table.Flush()
}

// printTurns writes a line for each turn: who played it and what that player thought.
func (r *replayer) printTurns() error {
	table := tabwriter.NewWriter(r.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "turn\tseat\tplayed\texpects\tscore\tdepth\tnodes\ttime")
	names := r.positions[0].Rules().SeatNames()
	for i, turn := range r.game.Record.Turns {
		fmt.Fprintf(table, "%d\t%s\t%s\t", i+1, names[r.positions[i].Seat()], turn)
		thought, ok := r.thought(i + 1)
		switch {
		case i < r.game.Record.Opening:
			fmt.Fprintln(table, "opening")
		case !ok:
			fmt.Fprintln(table, "-")
		default:
			fmt.Fprintf(table, "%.1f %%\t%s\t%d\t%d\t%s\n", 100*thought.Score.Expectation(), thought.Score, thought.Depth, thought.Nodes, timeText(thought))
		}
	}
	return table.Flush()
}

// timeText is the time that a turn took, and what it left on the clock where there was one.
func timeText(thought tournament.Thought) string {
	text := thought.Time.Round(time.Microsecond).String()
	if thought.Left != 0 {
		text += ", left " + thought.Left.Round(time.Millisecond).String()
	}
	return text
}

// thought is what was stored with a turn, and whether its player told anything.
func (r *replayer) thought(turn int) (tournament.Thought, bool) {
	i := turn - r.game.Record.Opening - 1
	if i < 0 || i >= len(r.game.Thoughts) || r.game.Thoughts[i].Nodes == 0 {
		return tournament.Thought{}, false
	}
	return r.game.Thoughts[i], true
}
