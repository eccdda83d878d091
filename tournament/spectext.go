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
)

// specText is a Spec as it is written down. Field names and order are part of a run's identity: changing them changes every hash.
type specText struct {
	Game         string   `json:"game"`
	Options      []string `json:"options"`
	Players      []string `json:"players"`
	Rounds       int      `json:"rounds"`
	OpeningTurns int      `json:"opening_turns"`
	Seed         uint64   `json:"seed,string"` // as text, since many readers of JSON round numbers beyond 2^53
	Nodes        uint64   `json:"nodes,omitempty"`
	Depth        int      `json:"depth,omitempty"`
	Time         string   `json:"time,omitempty"`
	Margin       string   `json:"margin,omitempty"`
}

// String is the spec as one line of JSON, the same for equal specs. [ParseSpec] reads it back.
func (s Spec) String() string {
	text := specText{
		Game: s.Game, Options: []string{}, Players: s.Players, Rounds: s.Rounds, OpeningTurns: s.OpeningTurns, Seed: s.Seed,
		Nodes: s.Limits.Nodes, Depth: s.Limits.Depth, Time: durationText(s.Limits.Time), Margin: durationText(s.Margin),
	}
	for _, setting := range s.Options {
		text.Options = append(text.Options, setting.Name+"="+setting.Value)
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return err.Error() // out of reach: strings and numbers always encode
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

// Hash names the spec: the first 12 hexadecimal digits of the SHA-256 of its text. Take it of a settled spec.
func (s Spec) Hash() string {
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
	limit, err := parseDuration("time", t.Time)
	if err != nil {
		return Spec{}, err
	}
	margin, err := parseDuration("margin", t.Margin)
	if err != nil {
		return Spec{}, err
	}
	return Spec{
		Game: t.Game, Options: options, Players: t.Players, Rounds: t.Rounds, OpeningTurns: t.OpeningTurns, Seed: t.Seed,
		Limits: search.Limits{Nodes: t.Nodes, Depth: t.Depth, Time: limit}, Margin: margin,
	}, nil
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
