package store

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
)

// recordText is an engine.Record as it is stored. Turns are joined by blanks, which no turn text holds.
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

func encodeRecord(r engine.Record) (string, error) {
	text := recordText{
		Game: r.Game, Options: append([]string{}, r.Settings.Texts()...), Start: r.Start, Players: r.Players,
		Opening: r.Opening, Turns: strings.Join(r.Turns, " "), Scores: r.Outcome.Scores[:r.Outcome.Seats],
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
	err := json.Unmarshal([]byte(text), &t)
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

// thoughtsText is a third of the size of a list of thoughts.
type thoughtsText struct {
	Nodes        []uint64       `json:"nodes"`
	Depth        []int          `json:"depth"`
	Score        []search.Score `json:"score"`
	Microseconds []int64        `json:"us"`
	Left         []int64        `json:"left_us,omitempty"` // on the clock; empty for a game without clocks
}

func encodeThoughts(thoughts []tournament.Thought) (string, error) {
	t := thoughtsText{Nodes: []uint64{}, Depth: []int{}, Score: []search.Score{}, Microseconds: []int64{}}
	for _, thought := range thoughts {
		t.Nodes = append(t.Nodes, thought.Nodes)
		t.Depth = append(t.Depth, thought.Depth)
		t.Score = append(t.Score, thought.Score)
		t.Microseconds = append(t.Microseconds, thought.Time.Microseconds())
		t.Left = append(t.Left, thought.Left.Microseconds())
	}
	if !slices.ContainsFunc(t.Left, func(left int64) bool { return left != 0 }) {
		t.Left = nil
	}
	out, err := json.Marshal(t)
	return string(out), err
}

func decodeThoughts(text string) ([]tournament.Thought, error) {
	var t thoughtsText
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		return nil, fmt.Errorf("thoughts: %w", err)
	}
	if n := len(t.Nodes); len(t.Depth) != n || len(t.Score) != n || len(t.Microseconds) != n {
		return nil, fmt.Errorf("thoughts: lists of %d, %d, %d and %d entries",
			n, len(t.Depth), len(t.Score), len(t.Microseconds))
	}
	if t.Left == nil {
		t.Left = make([]int64, len(t.Nodes))
	}
	if len(t.Left) != len(t.Nodes) {
		return nil, fmt.Errorf("thoughts: clocks after %d of %d turns", len(t.Left), len(t.Nodes))
	}
	var thoughts []tournament.Thought
	for i := range t.Nodes {
		thoughts = append(thoughts, tournament.Thought{
			Nodes: t.Nodes[i], Depth: t.Depth[i], Score: t.Score[i],
			Time: time.Duration(t.Microseconds[i]) * time.Microsecond,
			Left: time.Duration(t.Left[i]) * time.Microsecond,
		})
	}
	return thoughts, nil
}
