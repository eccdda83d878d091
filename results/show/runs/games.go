package runs

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/games"
	"pillars/engine/outside"
	"pillars/engine/pgn"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Formats returns the names of the formats in which games are written, the one with the most contents first.
func Formats() []string { return []string{"jsonl", "csv", "pgn"} }

// Export writes the games of several runs, in one of the [Formats]. It calls leftOut with an error for each game that
// the format cannot hold. It returns how many games it wrote and the greatest number of seats.
func Export(
	ctx context.Context, w io.Writer, format string, db *store.Store, runs []store.Run, leftOut func(error),
) (written, seats int, err error) {
	seats = 2
	for _, run := range runs {
		// All games of a run have the same number of seats, so one game is enough.
		for game, err := range db.FindResults(ctx, run.ID, store.Filter{Limit: 1}) {
			if err != nil {
				return 0, seats, err
			}
			seats = max(seats, len(game.Players))
		}
	}
	out, find := bufio.NewWriter(w), db.Find
	if format == "csv" {
		find = db.FindResults // reads no moves
	}
	write, err := newGameWriter(out, format, seats)
	if err != nil {
		return 0, seats, err
	}
	for _, run := range runs {
		for game, err := range find(ctx, run.ID, store.Filter{}) {
			if err == nil {
				err = write(game)
			}
			if errors.Is(err, pgn.ErrRecord) {
				leftOut(fmt.Errorf("left out: %w", err))
				continue
			}
			if err != nil {
				return written, seats, err
			}
			written++
		}
	}
	return written, seats, cmp.Or(err, out.Flush())
}

// newGameWriter returns a function that writes one game to w. That function returns an error if the format cannot
// express the game. In CSV, there are columns for the given number of seats.
func newGameWriter(w io.Writer, format string, seats int) (func(tournament.Stored) error, error) {
	switch format {
	case "jsonl":
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		return func(g tournament.Stored) error { return encoder.Encode(GameFacts(g)) }, nil
	case "csv":
		head := csvHead(seats)
		return func(g tournament.Stored) error {
			if len(g.Players) > seats {
				return fmt.Errorf("game %s/%s: %d seats in a table for %d", g.Run, g.Identity, len(g.Players), seats)
			}
			return csvRow(g, seats).AppendCSV(w)
		}, head.WriteCSV(w)
	case "pgn":
		return func(g tournament.Stored) error { return WritePGN(w, g) }, nil
	}
	return nil, fmt.Errorf("format %q: must be one of %s", format, strings.Join(Formats(), ", "))
}

// csvHead returns a table with columns for a number of seats, but without rows.
func csvHead(seats int) *table.Grid {
	names := []string{"run", "identity", "pair"}
	for _, of := range []string{"seat", "score", "rank"} {
		for seat := range seats {
			names = append(names, of+strconv.Itoa(seat+1))
		}
	}
	return table.New(append(names, "reason", "turns", "finished")...)
}

// csvRow returns a table with the row of a game and cells for the given number of seats. If the game has fewer seats,
// their cells are empty.
func csvRow(g tournament.Stored, seats int) *table.Grid {
	bySeat := func(value func(seat int) any) []string {
		cells := make([]string, seats)
		for seat := range g.Players {
			cells[seat] = fmt.Sprint(value(seat))
		}
		return cells
	}
	row := &table.Grid{}
	row.Add(g.Run, g.Identity, g.Pair, bySeat(func(seat int) any { return g.Players[seat] }),
		bySeat(func(seat int) any { return g.Outcome.Scores[seat] }),
		bySeat(func(seat int) any { return rank(g, seat) }),
		string(g.Outcome.Reason), g.Turns, g.Finished.UTC().Format(time.RFC3339))
	return row
}

// rank returns the place of a seat in a game, from 1; tied seats have equal places.
func rank(g tournament.Stored, seat int) int {
	rank := 1
	for _, score := range g.Outcome.Scores[:g.Outcome.Seats] {
		if score > g.Outcome.Scores[seat] {
			rank++
		}
	}
	return rank
}

// GameFacts returns for JSON all that is stored about a game. It includes the player's search (a thought) for each turn
// after the opening.
func GameFacts(g tournament.Stored) table.Facts {
	thoughts := make([]table.Facts, len(g.Thoughts))
	for i, t := range g.Thoughts {
		score, proven := float64(t.Score)/100, "" // in logits; a proven score has a text such as "win in 5" (steps)
		if t.Score.Decided() {
			score, proven = 0, t.Score.String()
		}
		thoughts[i].Add("score", score)
		thoughts[i].AddSome("proven", proven)
		thoughts[i] = append(thoughts[i],
			table.Object("depth", t.Depth, "nodes", t.Nodes, "seconds", t.Time.Seconds())...)
		thoughts[i].AddSome("left_seconds", t.Left.Seconds())
	}
	return table.Object("type", "record", "run", g.Run, "identity", g.Identity, "players", g.Players,
		"scores", g.Outcome.Scores[:g.Outcome.Seats], "reason", g.Outcome.Reason, "turns", g.Turns, "pair", g.Pair,
		"finished", g.Finished, "game", g.Record.Game, "options", g.Record.Settings.String(), "start", g.Record.Start,
		"opening_turns", g.Record.Opening, "moves", append([]string{}, g.Record.Turns...), "final", g.Record.Final,
		"tags", append([]engine.Tag{}, g.Record.Tags...), "thoughts", thoughts)
}

// WritePGN writes a game in PGN. It adds the tags Event (the run), Date (the day on which the game finished) and Round
// (the identity), except tags that the game already has.
func WritePGN(w io.Writer, g tournament.Stored) error {
	r := g.Record
	for _, tag := range []engine.Tag{
		{Name: "Event", Value: "pillars run " + g.Run},
		{Name: "Date", Value: g.Finished.UTC().Format("2006.01.02")},
		{Name: "Round", Value: g.Identity},
	} {
		if !slices.ContainsFunc(r.Tags, func(t engine.Tag) bool { return t.Name == tag.Name }) {
			r.Tags = append(r.Tags, tag)
		}
	}
	r.Outcome.Reason = engine.Reason(outside.Visible(string(r.Outcome.Reason), ""))
	if err := pgn.Write(w, r); err != nil {
		return fmt.Errorf("game %s: %w", g.Name(), err)
	}
	return nil
}

// WriteGame writes the players of a stored game, all turns with the players' searches (thoughts), and the final board.
// It returns an error if a stored turn is illegal.
func WriteGame(w io.Writer, g tournament.Stored, style diagram.TextStyle) error {
	game, err := games.Find(g.Record.Game)
	if err != nil {
		return err
	}
	h, err := g.Record.Replay(game)
	if err != nil {
		return fmt.Errorf("game %s: %w", g.Name(), err)
	}
	positions, rules := catalog.PositionsAfterTurns(h), h.Position().Rules()
	head := table.New("", "~")
	for seat, name := range rules.SeatNames() {
		head.Add(name, fmt.Sprintf("%s  %s", scoreText(g.Outcome.Scores[seat]), g.Players[seat]))
	}
	head.Add("finished", g.Finished.UTC().Format(time.DateTime+" UTC"))
	head.Add("start", g.Record.Start)
	for _, tag := range g.Record.Tags {
		head.Add(strings.ToLower(tag.Name), tag.Value)
	}
	turns := table.New("turn", "seat", "played", "expects", "score", "depth", "nodes", "time")
	for i, turn := range g.Record.Turns {
		cells := []any{i + 1, rules.SeatNames()[positions[i].Seat()], turn}
		switch n := i - g.Record.Opening; {
		case n < 0:
			cells = append(cells, "opening")
		case n >= len(g.Thoughts) || g.Thoughts[n].Nodes == 0: // the player reported no search
			cells = append(cells, "-")
		default:
			thought := g.Thoughts[n]
			used := thought.Time.Round(time.Microsecond).String()
			if thought.Left != 0 {
				used += ", left " + thought.Left.Round(time.Millisecond).String()
			}
			cells = append(cells, fmt.Sprintf("%.1f %%", 100*thought.Score.Expectation()), thought.Score, thought.Depth,
				thought.Nodes, used)
		}
		turns.Add(cells...)
	}
	return errors.Join(table.Printf(w, "game %s: %s, %s\n\n", g.Name(), rules.Game().Title(), g.Record.Settings),
		head.WriteText(w), table.Printf(w, "\n"), turns.WriteText(w), table.Printf(w, "\n%s\n\n", g.Outcome.Text()),
		diagram.Text(w, h.Position().Diagram(), style))
}
