package work

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"

	"pillars/engine/outside"
)

// Bounds of messages after they are unpacked.
const (
	maxText   = 32 << 20 // bytes of a job or a unit
	maxGames  = 16 << 20 // bytes of the games of a message
	maxCommas = 2 << 20  // in these games: a text of very many short parts takes much more memory than its bytes
)

// Encode returns a job or a unit as compressed JSON, the same bytes for equal values.
func Encode(value any) ([]byte, error) { return pack([]any{value}) }

// EncodeGames returns games as compressed JSON, one game in a line.
func EncodeGames(games []Played) ([]byte, error) {
	lines := make([]any, len(games))
	for i := range games {
		lines[i] = games[i]
	}
	return pack(lines)
}

func pack(lines []any) ([]byte, error) {
	var b bytes.Buffer
	compressed := gzip.NewWriter(&b)
	encoder := json.NewEncoder(compressed)
	for _, line := range lines {
		if err := encoder.Encode(line); err != nil {
			return nil, err
		}
	}
	err := compressed.Close()
	return b.Bytes(), err
}

// Decode reads what [Encode] wrote. The content may come from anybody.
func Decode(content []byte, value any) error {
	text, err := unpack(content, maxText)
	if err != nil {
		return err
	}
	return outside.JSON(text, value)
}

// DecodeGames reads what [EncodeGames] wrote, at most a number of games. The content may come from anybody: its
// unpacked size, and therefore the memory that it takes, is bounded.
func DecodeGames(content []byte, most int) (games []Played, err error) {
	text, err := unpack(content, maxGames)
	if err != nil {
		return nil, err
	}
	if bytes.Count(text, []byte{','}) > maxCommas {
		return nil, fmt.Errorf("more than %d parts", maxCommas)
	}
	for line := range bytes.Lines(text) {
		if len(games) == most {
			return nil, fmt.Errorf("more than %d games", most)
		}
		var game Played
		if err := outside.JSON(line, &game); err != nil {
			return nil, fmt.Errorf("game %d: %w", len(games)+1, err)
		}
		games = append(games, game)
	}
	return games, nil
}

// unpack returns the unpacked content, and fails if that has more than a number of bytes.
func unpack(content []byte, most int) ([]byte, error) {
	compressed, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(compressed, int64(most)+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("more than %d bytes", most)
	}
	return text, err
}
