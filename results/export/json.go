package export

import (
	"encoding/json"
	"io"
	"slices"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
)

// Record is a game as JSON holds it.
type Record struct {
	Type     string       `json:"type"` // "record"
	Run      string       `json:"run"`
	Identity string       `json:"identity"`
	Players  []string     `json:"players"` // by seat
	Scores   []float64    `json:"scores"`  // by seat, from 0 to 1
	Reason   string       `json:"reason"`
	Turns    int          `json:"turns"` // the opening's included
	Pair     string       `json:"pair"`
	Finished time.Time    `json:"finished"`
	Game     string       `json:"game"`
	Options  string       `json:"options"` // "name=value" with blanks between
	Start    string       `json:"start"`
	Opening  int          `json:"opening_turns"`
	Moves    []string     `json:"moves"` // turns
	Final    string       `json:"final"`
	Tags     []engine.Tag `json:"tags"`
	Thoughts []Thought    `json:"thoughts"` // one for each turn after the opening
}

// Thought is what a player reported with a turn.
type Thought struct {
	Score   float64 `json:"score"`            // in logits; 0 if it is proven
	Proven  string  `json:"proven,omitempty"` // "win in 5": a result with its distance in steps
	Depth   int     `json:"depth"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	Left    float64 `json:"left_seconds,omitempty"` // on the player's clock after the turn
}

// NewRecord puts down all that is stored of a game.
func NewRecord(g tournament.Stored) Record {
	r := Record{
		Type: "record", Run: g.Run, Identity: g.Identity, Players: g.Players,
		Scores: g.Outcome.Scores[:g.Outcome.Seats],
		Reason: string(g.Outcome.Reason), Turns: g.Turns, Pair: g.Pair, Finished: g.Finished, Game: g.Record.Game,
		Options: g.Record.Settings.String(), Start: g.Record.Start, Opening: g.Record.Opening,
		Moves: slices.Concat([]string{}, g.Record.Turns),
		Final: g.Record.Final, Tags: slices.Concat([]engine.Tag{}, g.Record.Tags),
		Thoughts: make([]Thought, len(g.Thoughts)),
	}
	for i, thought := range g.Thoughts {
		score, proven := readScore(thought.Score)
		r.Thoughts[i] = Thought{
			Score: score, Proven: proven, Depth: thought.Depth, Nodes: thought.Nodes, Seconds: thought.Time.Seconds(),
			Left: thought.Left.Seconds(),
		}
	}
	return r
}

// readScore is a score in logits, or the words for a proven one.
func readScore(score search.Score) (logits float64, proven string) {
	if score.Decided() {
		return 0, score.String()
	}
	return float64(score) / 100, ""
}

type linesWriter struct{ encoder *json.Encoder }

func newLinesWriter(w io.Writer) linesWriter {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return linesWriter{encoder}
}

func (l linesWriter) Write(g tournament.Stored) error { return l.encoder.Encode(NewRecord(g)) }

// Flush has nothing to do.
func (l linesWriter) Flush() error { return nil }
