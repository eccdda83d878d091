package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/engine/parallel"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// Append stores a finished game of a run in one transaction. Once it has returned nil, the game is in the file even if
// the process is killed. If a game with this identity is already stored, Append changes nothing; it returns an error if
// the two games differ. Append waits up to 10 minutes for a lock on the database, so that no finished game is lost.
func (s *Store) Append(ctx context.Context, run string, game tournament.Game) error {
	if s.write == nil {
		return explain(s.path, errReadOnly)
	}
	seatScores, err1 := scoresOf(game.Outcome)
	players, err2 := json.Marshal(game.Players)
	scores, err3 := json.Marshal(seatScores)
	record, err4 := encodeRecord(game.Record)
	thoughts, err5 := encodeThoughts(game.Thoughts)
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		return fmt.Errorf("game %s/%s: %w", run, game.Identity, err)
	}
	row := []any{ // in the order of gameColumns
		run, game.Identity, game.Pair, game.Pairing, game.Opening, string(players), string(scores),
		string(game.Outcome.Reason), string(game.Fault.Kind), seatNumber(game.Fault), string(game.Adjudicated),
		game.Turns, time.Now().UTC().Format(time.RFC3339Nano),
	}
	row = append(row, checksum(row), record, thoughts, checksum([]any{run, game.Identity, record, thoughts}))
	var result sql.Result
	err := whileBusy(longPatience, func() (err error) {
		result, err = s.write.ExecContext(ctx, "INSERT INTO games ("+gameColumns+`)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run, identity) DO NOTHING`, row...)
		return err
	})
	if err := cmp.Or(s.inPlace(), explain(s.path, err)); err != nil {
		return err
	}
	if added, err := result.RowsAffected(); err != nil || added == 1 {
		return explain(s.path, err)
	}
	stored, err := s.Game(ctx, run, game.Identity)
	if err != nil {
		return err
	}
	a, b := stored.Record, game.Record
	if !slices.Equal(a.Turns, b.Turns) || a.Outcome != b.Outcome || a.Start != b.Start ||
		!slices.Equal(a.Players, b.Players) {
		return explain(s.path, fmt.Errorf("game %s/%s: %w", run, game.Identity, errDifferent))
	}
	return nil
}

// seatNumber returns the number of the seat at fault, from 1; 0 without a fault.
func seatNumber(fault tournament.Fault) int {
	if fault.Kind == guard.None {
		return 0
	}
	return int(fault.Seat) + 1
}

// Find reads the games of a run that a filter selects, in the order in which they finished. For a damaged game it
// yields an error that wraps [ErrDamaged]. If the filter is empty, it yields what can be read of the damaged game too,
// and continues. Any other error ends the sequence.
func (s *Store) Find(ctx context.Context, run string, filter Filter) iter.Seq2[tournament.Stored, error] {
	rest, arguments := filterQuery(run, filter)
	return s.find(ctx, gameColumns, rest, arguments...)
}

// FindByIdentity reads the games of a run in the order of their identities, which, unlike the order of [Store.Find], is
// the same in every file.
func (s *Store) FindByIdentity(ctx context.Context, run string) iter.Seq2[tournament.Stored, error] {
	return s.find(ctx, gameColumns, "WHERE run = ? ORDER BY identity LIMIT -1", run)
}

// FindResults reads games like [Store.Find], but without moves and thoughts.
func (s *Store) FindResults(ctx context.Context, run string, filter Filter) iter.Seq2[tournament.Stored, error] {
	rest, arguments := filterQuery(run, filter)
	return s.find(ctx, resultColumns+", result_sum", rest, arguments...)
}

// Results yields the results of all games of a run, in the order in which they finished. An error ends the sequence.
func (s *Store) Results(ctx context.Context, run string) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		for game, err := range s.FindResults(ctx, run, Filter{}) {
			if !yield(game.Result, err) || err != nil {
				return
			}
		}
	}
}

// Count returns the number of games of a run that a filter selects.
func (s *Store) Count(ctx context.Context, run string, filter Filter) (int, error) {
	rest, arguments := filterQuery(run, filter)
	return ask[int](ctx, s, "SELECT count(*) FROM (SELECT 1 FROM games "+rest+")", arguments...)
}

// Game reads the game of a run with the given identity. If there is none, the error wraps [ErrNotFound].
func (s *Store) Game(ctx context.Context, run, identity string) (tournament.Stored, error) {
	for game, err := range s.find(ctx, gameColumns, "WHERE run = ? AND identity = ?", run, identity) {
		return game, err
	}
	return tournament.Stored{}, explain(s.path, fmt.Errorf("game %s/%s: %w", run, identity, ErrNotFound))
}

// A Filter selects the games of a run that match all of its fields. Empty fields match every game.
type Filter struct {
	Player   string         // full name of a player of the game
	Opening  int            // number of the opening, from 1
	Openings int            // greatest number of an opening; 0 for all openings, -1 for none
	Shard    parallel.Shard // the games must be from the openings of this shard
	Faults   bool           // whether a player's fault must have ended the game
	Skip     int            // number of games to leave out, from the first that finished
	Limit    int            // largest number of games; 0 for all
}

// filterQuery returns the rest of an SQL query after FROM games, and the arguments of the query. The query selects the
// games of a run that match a filter, in the order in which they finished. The index games_results already has this
// order; sorting all games might need too much memory. SQL sorts only games with a fault, which are few.
func filterQuery(run string, f Filter) (rest string, arguments []any) {
	condition := "true"
	arguments = []any{run}
	add := func(given bool, text string, values ...any) { // adds text to the condition if a field of f is given
		if given {
			condition, arguments = condition+" AND "+text, append(arguments, values...)
		}
	}
	add(f.Player != "", "EXISTS (SELECT 1 FROM json_each(players) WHERE value = ?)", f.Player)
	add(f.Opening > 0, "opening = ?", f.Opening)
	add(f.Openings != 0, "opening <= ?", f.Openings)
	add(f.Shard.Of > 0, "(opening - 1) % ? = ? - 1", f.Shard.Of, f.Shard.Part)
	from := byResults
	if f.Faults {
		from = byFaults
	}
	if condition != "true" { // checks games before the condition; without a condition, find checks them
		condition = andThen(soundResult, condition)
	}
	if f.Limit == 0 {
		f.Limit = -1 // in SQL, a negative limit means no limit
	}
	return from + condition + inOrder + " LIMIT ? OFFSET ?", append(arguments, f.Limit, f.Skip)
}

// inOrder is the end of an SQL query that returns games in the order in which they finished.
const inOrder = " ORDER BY number"

// A recordText is the JSON form of an engine.Record. Blanks separate the turns; no turn contains a blank.
type recordText struct {
	Game    string      `json:"game"`
	Options []string    `json:"options"`
	Start   string      `json:"start"`
	Players []string    `json:"players"`
	Opening int         `json:"opening"`
	Turns   string      `json:"turns"`
	Scores  []float64   `json:"scores"`
	Reason  string      `json:"reason"`
	Final   string      `json:"final"`
	Tags    [][2]string `json:"tags,omitempty"`
}

// scoresOf returns the scores by seat, or an error for an impossible number of seats: an outcome may come from a
// worker, unchecked.
func scoresOf(o engine.Outcome) ([]float64, error) {
	if o.Seats < 0 || o.Seats > engine.MaxSeats {
		return nil, fmt.Errorf("scores of %d seats; no game has more than %d", o.Seats, engine.MaxSeats)
	}
	return o.Scores[:o.Seats], nil
}

func encodeRecord(r engine.Record) (string, error) {
	scores, err := scoresOf(r.Outcome)
	if err != nil {
		return "", err
	}
	text := recordText{
		Game: r.Game, Options: append([]string{}, r.Settings.Texts()...), Start: r.Start, Players: r.Players,
		Opening: r.Opening, Turns: strings.Join(r.Turns, " "), Scores: scores,
		Reason: string(r.Outcome.Reason), Final: r.Final,
	}
	for _, tag := range r.Tags {
		text.Tags = append(text.Tags, [2]string{tag.Name, tag.Value})
	}
	out, err := json.Marshal(text)
	return string(out), err
}

func decodeRecord(text string) (engine.Record, error) {
	var t recordText
	err := json.Unmarshal([]byte(outside.VisibleJSON(text)), &t)
	settings, settingsErr := engine.ParseSettings(t.Options)
	outcome, outcomeErr := outcomeOf(t.Scores, t.Reason)
	if err := cmp.Or(err, settingsErr, outcomeErr); err != nil {
		return engine.Record{}, fmt.Errorf("record: %w", err)
	}
	r := engine.Record{
		Game: t.Game, Settings: settings, Start: t.Start, Players: t.Players, Opening: t.Opening,
		Turns: strings.Fields(t.Turns), Outcome: outcome, Final: t.Final,
	}
	for _, tag := range t.Tags {
		r.Tags = append(r.Tags, engine.Tag{Name: tag[0], Value: tag[1]})
	}
	return r, nil
}

func outcomeOf(scores []float64, reason string) (engine.Outcome, error) {
	if len(scores) > engine.MaxSeats {
		return engine.Outcome{}, fmt.Errorf("%d scores; no game has more than %d seats", len(scores), engine.MaxSeats)
	}
	outcome := engine.Outcome{Reason: engine.Reason(reason), Seats: len(scores)}
	copy(outcome.Scores[:], scores)
	return outcome, nil
}

// thoughtsText is the JSON form of the thoughts (searches) in a game. Each list except Random has one entry for each
// thought. This form takes a third of the space of a list of objects.
type thoughtsText struct {
	Nodes        []uint64       `json:"nodes"`
	Depth        []int          `json:"depth"`
	Score        []search.Score `json:"score"`
	Microseconds []int64        `json:"us"`
	Left         []int64        `json:"left_us,omitempty"` // microseconds left on the clock; empty without clocks
	Random       []int          `json:"random,omitempty"`  // indexes of thoughts whose turn was chosen at random
	Visits       []string       `json:"visits,omitempty"`  // empty if no turn has visits
}

func encodeThoughts(thoughts []tournament.Thought) (string, error) {
	t := thoughtsText{Nodes: []uint64{}, Depth: []int{}, Score: []search.Score{}, Microseconds: []int64{}}
	for i, thought := range thoughts {
		t.Nodes = append(t.Nodes, thought.Nodes)
		t.Depth = append(t.Depth, thought.Depth)
		t.Score = append(t.Score, thought.Score)
		t.Microseconds = append(t.Microseconds, thought.Time.Microseconds())
		t.Left = append(t.Left, thought.Left.Microseconds())
		t.Visits = append(t.Visits, thought.Visits)
		if thought.Random {
			t.Random = append(t.Random, i)
		}
	}
	if !slices.ContainsFunc(t.Left, func(left int64) bool { return left != 0 }) {
		t.Left = nil
	}
	if !slices.ContainsFunc(t.Visits, func(visits string) bool { return visits != "" }) {
		t.Visits = nil
	}
	out, err := json.Marshal(t)
	return string(out), err
}

func decodeThoughts(text string) ([]tournament.Thought, error) {
	var t thoughtsText
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		return nil, fmt.Errorf("thoughts: %w", err)
	}
	n := len(t.Nodes)
	switch {
	case len(t.Depth) != n || len(t.Score) != n || len(t.Microseconds) != n || t.Visits != nil && len(t.Visits) != n:
		return nil, fmt.Errorf("thoughts: lists of %d, %d, %d, %d and %d entries",
			n, len(t.Depth), len(t.Score), len(t.Microseconds), len(t.Visits))
	case t.Left != nil && len(t.Left) != n:
		return nil, fmt.Errorf("thoughts: clocks after %d of %d turns", len(t.Left), n)
	}
	var thoughts []tournament.Thought
	for i := range n {
		thoughts = append(thoughts, tournament.Thought{Nodes: t.Nodes[i], Depth: t.Depth[i], Score: t.Score[i],
			Time: time.Duration(t.Microseconds[i]) * time.Microsecond})
		if t.Left != nil {
			thoughts[i].Left = time.Duration(t.Left[i]) * time.Microsecond
		}
		if t.Visits != nil {
			thoughts[i].Visits = t.Visits[i]
		}
	}
	for _, i := range t.Random {
		if i < 0 || i >= n {
			return nil, fmt.Errorf("thoughts: turn %d of %d is random", i, n)
		}
		thoughts[i].Random = true
	}
	return thoughts, nil
}
