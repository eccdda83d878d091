package catalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/games"
	"pillars/engine/pgn"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Formats returns the names of the formats in which games are written, the one with the most contents first.
func Formats() []string { return []string{"jsonl", "csv", "pgn"} }

// FormatOf returns the format that the ending of a file's name stands for, and whether it is one of the [Formats].
func FormatOf(path string) (format string, known bool) {
	ending := strings.TrimPrefix(filepath.Ext(path), ".")
	return ending, slices.Contains(Formats(), ending)
}

// newGameWriter returns a function that writes one game to w in a format. The function fails for a game that the format
// cannot hold. It leaves out tags that PGN cannot hold and reports them to leftOut. A CSV table has columns for the
// given number of seats.
func newGameWriter(w io.Writer, format string, seats int, leftOut func(error)) (func(tournament.Stored) error, error) {
	switch format {
	case "jsonl":
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		return func(g tournament.Stored) error { return encoder.Encode(GameFacts(g)) }, nil
	case "csv":
		if seats < 2 || seats > engine.MaxSeats {
			return nil, fmt.Errorf("a table for %d seats; games have 2 to %d", seats, engine.MaxSeats)
		}
		games := table.Table[tournament.Stored]{Columns: columns(seats)}
		return func(g tournament.Stored) error {
			if len(g.Players) > seats {
				return fmt.Errorf("game %s/%s: %d seats in a table for %d", g.Run, g.Identity, len(g.Players), seats)
			}
			games.Rows = []tournament.Stored{g}
			return games.AppendCSV(w)
		}, games.WriteCSV(w)
	case "pgn":
		return func(g tournament.Stored) error { return WritePGN(w, g, leftOut) }, nil
	}
	return nil, fmt.Errorf("format %q: must be one of %s", format, strings.Join(Formats(), ", "))
}

// columns returns the columns of a CSV table of games. In a game with fewer seats, the columns of the further seats are
// empty.
func columns(seats int) (all []table.Column[tournament.Stored]) {
	add := func(key string, value func(tournament.Stored) any) {
		all = append(all, table.Column[tournament.Stored]{Key: key, Value: value})
	}
	bySeat := func(key string, value func(g tournament.Stored, seat int) any) {
		for seat := range seats {
			add(key+strconv.Itoa(seat+1), func(g tournament.Stored) any {
				if seat >= len(g.Players) {
					return nil
				}
				return value(g, seat)
			})
		}
	}
	add("run", func(g tournament.Stored) any { return g.Run })
	add("identity", func(g tournament.Stored) any { return g.Identity })
	add("pair", func(g tournament.Stored) any { return g.Pair })
	bySeat("seat", func(g tournament.Stored, seat int) any { return g.Players[seat] })
	bySeat("score", func(g tournament.Stored, seat int) any { return g.Outcome.Scores[seat] })
	bySeat("rank", rank)
	add("reason", func(g tournament.Stored) any { return string(g.Outcome.Reason) })
	add("turns", func(g tournament.Stored) any { return g.Turns })
	add("finished", func(g tournament.Stored) any { return g.Finished.UTC().Format(time.RFC3339) })
	return all
}

// rank returns the place of a seat, from 1. Seats with equal scores have the same place.
func rank(g tournament.Stored, seat int) any {
	rank := 1
	for _, score := range g.Outcome.Scores[:g.Outcome.Seats] {
		if score > g.Outcome.Scores[seat] {
			rank++
		}
	}
	return rank
}

// GameFacts returns everything that is stored about a game as the fields of a JSON object, with a thought for each turn
// after the opening.
func GameFacts(g tournament.Stored) table.Facts {
	thoughts := make([]table.Facts, len(g.Thoughts))
	for i, t := range g.Thoughts {
		score, proven := float64(t.Score)/100, "" // score in logits; proven such as "win in 5", in steps
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
// (the identity) unless the game has them. It leaves out tags that PGN cannot hold, and reports them to leftOut.
func WritePGN(w io.Writer, g tournament.Stored, leftOut func(error)) error {
	r, wrong := g.Record, error(nil)
	if r.Tags, wrong = pgn.HeldTags(r.Tags); wrong != nil {
		leftOut(fmt.Errorf("game %s: tags that PGN cannot hold are left out: %w", g.Name(), wrong))
	}
	for _, tag := range []engine.Tag{
		{Name: "Event", Value: "pillars run " + g.Run},
		{Name: "Date", Value: g.Finished.UTC().Format("2006.01.02")},
		{Name: "Round", Value: g.Identity},
	} {
		if !slices.ContainsFunc(r.Tags, func(t engine.Tag) bool { return t.Name == tag.Name }) {
			r.Tags = append(r.Tags, tag)
		}
	}
	r.Outcome.Reason = engine.Reason(printable(string(r.Outcome.Reason)))
	if err := pgn.Write(w, r); err != nil {
		return fmt.Errorf("game %s: %w", g.Name(), err)
	}
	return nil
}

// printable replaces control characters and invalid bytes by blanks.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(text, " "))
}

// A Replay is a stored game with its positions.
type Replay struct {
	tournament.Stored
	Positions []engine.Position // the start, then the position after each turn
}

// NewReplay plays the turns of a stored game. It fails if one of them is illegal.
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

// Draw draws the board after the given number of turns, with a caption above it.
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

// thought returns the stored thought about a turn, from 1, and whether its player reported one.
func (r Replay) thought(turn int) (tournament.Thought, bool) {
	i := turn - r.Record.Opening - 1
	if i < 0 || i >= len(r.Thoughts) || r.Thoughts[i].Nodes == 0 {
		return tournament.Thought{}, false
	}
	return r.Thoughts[i], true
}

// WriteText writes the players, all turns with the thoughts about them, and the final board.
func (r Replay) WriteText(w io.Writer, style diagram.TextStyle) error {
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
		diagram.Text(w, r.Positions[len(r.Positions)-1].Diagram(), style))
}
