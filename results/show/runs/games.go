package runs

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
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
func Formats() []string { return []string{"jsonl", "pgn"} }

// Export writes the games of several runs, in one of the [Formats]. It calls leftOut with an error for each game that
// the format cannot hold. It returns how many games it wrote.
func Export(
	ctx context.Context, w io.Writer, format string, db *store.Store, runs []store.Run, leftOut func(error),
) (written int, err error) {
	out := bufio.NewWriter(w)
	for _, run := range runs {
		for game, err := range db.Find(ctx, run.ID, store.Filter{}) {
			if err == nil {
				err = writeGame(out, format, game)
			}
			switch {
			case errors.Is(err, pgn.ErrRecord):
				leftOut(fmt.Errorf("left out: %w", err))
			case err != nil:
				return written, err
			default:
				written++
			}
		}
	}
	return written, out.Flush()
}

// writeGame writes a game in one of the [Formats]. It returns an error if the format cannot hold the game.
func writeGame(w io.Writer, format string, g tournament.Stored) error {
	if format == "pgn" {
		return WritePGN(w, g)
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(GameFacts(g))
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
