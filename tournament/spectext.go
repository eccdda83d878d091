package tournament

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament/openings"
)

// specText is a Spec as it is written down. Field names and order are part of a run's identity: changing them changes every hash.
type specText struct {
	Game         string   `json:"game"`
	Options      []string `json:"options"`
	Players      []string `json:"players"`
	Format       Format   `json:"format,omitempty"`
	Challengers  int      `json:"challengers,omitempty"`
	Rounds       int      `json:"rounds,omitempty"`
	MatchPairs   int      `json:"match_pairs,omitempty"`
	OpeningTurns int      `json:"opening_turns"`
	Seed         uint64   `json:"seed,string"` // as text, since many readers of JSON round numbers beyond 2^53
	controlText
	Own          []controlText     `json:"own,omitempty"`
	Margin       string            `json:"margin,omitempty"`
	Adjudication *adjudicationText `json:"adjudication,omitempty"`
	OnFault      FaultRule         `json:"on_fault,omitempty"`
	Test         *testText         `json:"test,omitempty"`
	Openings     openings.Kind     `json:"openings,omitempty"`
	Book         string            `json:"book,omitempty"`
	Lines        []string          `json:"lines,omitempty"`
	Spread       float64           `json:"spread,omitempty"`
}

// controlText is a Control as it is written down.
type controlText struct {
	Nodes     uint64 `json:"nodes,omitempty"`
	Depth     int    `json:"depth,omitempty"`
	Time      string `json:"time,omitempty"`
	Clock     string `json:"clock,omitempty"`
	Increment string `json:"increment,omitempty"`
}

// adjudicationText is an Adjudication as it is written down.
type adjudicationText struct {
	Proven      bool         `json:"proven,omitempty"`
	AgreeScore  search.Score `json:"agree_score,omitempty"`
	AgreeTurns  int          `json:"agree_turns,omitempty"`
	LongestGame int          `json:"longest_game,omitempty"`
}

// testText is a Test as it is written down.
type testText struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"`
	Model string  `json:"model"`
}

// String is the spec as one line of JSON, the same for equal specs. [ParseSpec] reads it back.
func (s Spec) String() string {
	text := specText{
		Game: s.Game, Options: []string{}, Players: s.Players, Format: s.Format, Challengers: s.Challengers, Rounds: s.Rounds,
		MatchPairs:   s.MatchPairs,
		OpeningTurns: s.Openings.Turns, Seed: s.Seed, controlText: writeControl(s.control()), Margin: durationText(s.Margin),
		OnFault: s.OnFault, Openings: s.Openings.Kind, Book: s.Openings.Book, Lines: s.Openings.Lines, Spread: s.Spread,
	}
	for _, setting := range s.Options {
		text.Options = append(text.Options, setting.Name+"="+setting.Value)
	}
	for _, own := range s.Own {
		text.Own = append(text.Own, writeControl(own))
	}
	if s.Adjudication != (Adjudication{}) {
		adjudication := adjudicationText(s.Adjudication)
		text.Adjudication = &adjudication
	}
	if s.Test != (Test{}) {
		test := testText(s.Test)
		text.Test = &test
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return err.Error() // out of reach: strings and numbers always encode
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

// Hash names the run that the spec is of: the first 12 hexadecimal digits of the SHA-256 of its text without the number of rounds, which a run
// can be extended by. Take it of a settled spec.
func (s Spec) Hash() string {
	s.Rounds = 0
	sum := sha256.Sum256([]byte(s.String()))
	return hex.EncodeToString(sum[:6])
}

// ParseSpec reads what [Spec.String] writes and refuses everything it does not know.
func ParseSpec(text string) (Spec, error) {
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.DisallowUnknownFields()
	var t specText
	if err := decoder.Decode(&t); err != nil {
		return Spec{}, fmt.Errorf("tournament spec: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return Spec{}, errors.New("tournament spec: something follows the closing brace")
	}
	options, err := engine.ParseSettings(t.Options)
	if err != nil {
		return Spec{}, fmt.Errorf("tournament spec: %w", err)
	}
	control, err := t.controlText.read()
	if err != nil {
		return Spec{}, err
	}
	margin, err := parseDuration("margin", t.Margin)
	if err != nil {
		return Spec{}, err
	}
	spec := Spec{
		Game: t.Game, Options: options, Players: t.Players, Format: t.Format, Challengers: t.Challengers, Rounds: t.Rounds, MatchPairs: t.MatchPairs,
		Openings: openings.Source{Kind: t.Openings, Turns: t.OpeningTurns, Book: t.Book, Lines: t.Lines}, Seed: t.Seed,
		Limits: control.Limits, Clock: control.Clock, Margin: margin, OnFault: t.OnFault, Spread: t.Spread,
	}
	for i, own := range t.Own {
		control, err := own.read()
		if err != nil {
			return Spec{}, fmt.Errorf("player %d: %w", i+1, err)
		}
		spec.Own = append(spec.Own, control)
	}
	if t.Adjudication != nil {
		spec.Adjudication = Adjudication(*t.Adjudication)
	}
	if t.Test != nil {
		spec.Test = Test(*t.Test)
	}
	return spec, nil
}

func writeControl(c Control) controlText {
	return controlText{
		Nodes: c.Limits.Nodes, Depth: c.Limits.Depth, Time: durationText(c.Limits.Time),
		Clock: durationText(c.Clock.Base), Increment: durationText(c.Clock.Increment),
	}
}

func (t controlText) read() (Control, error) {
	limit, timeErr := parseDuration("time", t.Time)
	base, clockErr := parseDuration("clock", t.Clock)
	increment, incrementErr := parseDuration("increment", t.Increment)
	return Control{
		Limits: search.Limits{Nodes: t.Nodes, Depth: t.Depth, Time: limit}, Clock: Clock{base, increment},
	}, errors.Join(timeErr, clockErr, incrementErr)
}

func durationText(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

func parseDuration(field, text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("tournament spec: %s: %w", field, err)
	}
	return d, nil
}
