package export

import (
	"encoding/csv"
	"fmt"
	"pillars/tournament"
	"strconv"
	"time"
)

// tableWriter writes a line of comma-separated values for each game, below a line that names the columns. Games with
// fewer seats than the table leave the columns of the others empty.
type tableWriter struct {
	out   *csv.Writer
	seats int
	named bool
}

// name writes the names of the columns, unless they are written.
func (t *tableWriter) name() error {
	if t.named {
		return nil
	}
	t.named = true
	names := []string{"run", "identity", "pair"}
	for _, name := range []string{"seat", "score", "rank"} {
		for seat := range t.seats {
			names = append(names, name+strconv.Itoa(seat+1))
		}
	}
	return t.out.Write(append(names, "reason", "turns", "finished"))
}

// Write fails on a game with more seats than the table.
func (t *tableWriter) Write(g tournament.Stored) error {
	if len(g.Players) > t.seats {
		return fmt.Errorf("game %s/%s: %d seats in a table for %d", g.Run, g.Identity, len(g.Players), t.seats)
	}
	if err := t.name(); err != nil {
		return err
	}
	players, scores, ranks := make([]string, t.seats), make([]string, t.seats), make([]string, t.seats)
	for seat, player := range g.Players {
		players[seat] = player
		scores[seat] = strconv.FormatFloat(g.Outcome.Scores[seat], 'g', -1, 64)
		ranks[seat] = strconv.Itoa(rank(g, seat))
	}
	cells := append([]string{g.Run, g.Identity, g.Pair}, players...)
	cells = append(append(cells, scores...), ranks...)
	return t.out.Write(append(cells, string(g.Outcome.Reason), strconv.Itoa(g.Turns),
		g.Finished.UTC().Format(time.RFC3339)))
}

// Flush names the columns of a table without games too.
func (t *tableWriter) Flush() error {
	if err := t.name(); err != nil {
		return err
	}
	t.out.Flush()
	return t.out.Error()
}

// rank is the place of a seat from 1, equal in a tie.
func rank(g tournament.Stored, seat int) int {
	rank := 1
	for _, score := range g.Outcome.Scores[:g.Outcome.Seats] {
		if score > g.Outcome.Scores[seat] {
			rank++
		}
	}
	return rank
}
