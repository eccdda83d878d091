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

// specText is a Spec as it is stored. Names and order of the fields are part of a run's identity: changing them changes
// every hash.
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
	Own          []controlText `json:"own,omitempty"`
	Margin       duration      `json:"margin,omitzero"`
	Adjudication Adjudication  `json:"adjudication,omitzero"`
	OnFault      FaultRule     `json:"on_fault,omitempty"`
	Test         Test          `json:"test,omitzero"`
	Openings     openings.Kind `json:"openings,omitempty"`
	Book         string        `json:"book,omitempty"`
	Lines        []string      `json:"lines,omitempty"`
	Spread       float64       `json:"spread,omitempty"`
}

// controlText is a Control as it is stored.
type controlText struct {
	Nodes     uint64   `json:"nodes,omitempty"`
	Depth     int      `json:"depth,omitempty"`
	Time      duration `json:"time,omitzero"`
	Clock     duration `json:"clock,omitzero"`
	Increment duration `json:"increment,omitzero"`
}

// duration is stored as "1m0s".
type duration time.Duration

func (d duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

func (d *duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	*d = duration(parsed)
	return err
}

func (c Control) text() controlText {
	return controlText{
		c.Limits.Nodes, c.Limits.Depth, duration(c.Limits.Time), duration(c.Clock.Base), duration(c.Clock.Increment),
	}
}

func (t controlText) control() Control {
	return Control{
		Limits: search.Limits{Nodes: t.Nodes, Depth: t.Depth, Time: time.Duration(t.Time)},
		Clock:  Clock{time.Duration(t.Clock), time.Duration(t.Increment)},
	}
}

// String is the spec as one line of JSON, the same for equal specs. [ParseSpec] reads it back.
func (s Spec) String() string {
	text := specText{
		Game: s.Game, Options: []string{}, Players: s.Players, Format: s.Format, Challengers: s.Challengers,
		Rounds: s.Rounds, MatchPairs: s.MatchPairs, OpeningTurns: s.Openings.Turns, Seed: s.Seed,
		controlText: s.control().text(), Margin: duration(s.Margin), Adjudication: s.Adjudication, OnFault: s.OnFault,
		Test: s.Test, Openings: s.Openings.Kind, Book: s.Openings.Book, Lines: s.Openings.Lines, Spread: s.Spread,
	}
	for _, setting := range s.Options {
		text.Options = append(text.Options, setting.Name+"="+setting.Value)
	}
	for _, own := range s.Own {
		text.Own = append(text.Own, own.text())
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return err.Error() // out of reach: strings and numbers always encode
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

// Hash names the run that the spec is of: the first 12 hexadecimal digits of the SHA-256 of its text without the number
// of rounds, which a run can be extended by. Take it of a settled spec.
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
	control := t.control()
	spec := Spec{
		Game: t.Game, Options: options, Players: t.Players, Format: t.Format, Challengers: t.Challengers,
		Rounds: t.Rounds, MatchPairs: t.MatchPairs, Seed: t.Seed, Limits: control.Limits, Clock: control.Clock,
		Openings: openings.Source{Kind: t.Openings, Turns: t.OpeningTurns, Book: t.Book, Lines: t.Lines},
		Margin:   time.Duration(t.Margin), Adjudication: t.Adjudication, OnFault: t.OnFault, Test: t.Test,
		Spread: t.Spread,
	}
	for _, own := range t.Own {
		spec.Own = append(spec.Own, own.control())
	}
	return spec, nil
}
