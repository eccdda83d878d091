package players

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
)

// Recorded makes a player for games that are kept: where it was given a file of weights it tells for the records what
// that held, since its name tells only where the file lies.
func Recorded(text string, rules engine.Rules) (search.Player, error) {
	return withWeights(New(text, rules))
}

// StoredRecorded is [Recorded] for stored texts, whose keys may have former names. Such a player keeps its name.
func StoredRecorded(text string, rules engine.Rules) (search.Player, error) {
	return withWeights(stored(text, rules))
}

func withWeights(player search.Player, err error) (search.Player, error) {
	if err != nil {
		return nil, err
	}
	hash, err := WeightsHash(player.Name())
	if hash == "" || err != nil {
		return player, err
	}
	return weightedPlayer{player, hash}, nil
}

// weightedPlayer is a player with the hash of its file of weights.
type weightedPlayer struct {
	search.Player
	hash string
}

// Facts is the hash, for the records.
func (p weightedPlayer) Facts() []engine.Tag { return []engine.Tag{{Name: "Weights", Value: p.hash}} }

// WeightsHash names what the file of weights holds that a player's full text names; it is empty where none is named.
func WeightsHash(name string) (string, error) {
	_, keys, err := search.SplitText(name)
	if err != nil {
		return "", nil // a program, whose text is its own affair
	}
	for _, key := range keys {
		path, given := strings.CutPrefix(key, "weights=")
		if !given || !eval.IsFile(path) {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return "", fmt.Errorf("player %q: %w", name, err)
		}
		sum := sha256.Sum256(data)
		return "sha256:" + hex.EncodeToString(sum[:]), nil
	}
	return "", nil
}

// Thinks reports whether a player is of a kind that has limits to its thinking.
func Thinks(text string) bool {
	name, _, _ := strings.Cut(text, ":")
	return slices.ContainsFunc(Kinds(), func(kind Kind) bool {
		return kind.Name == name && kind.Keys().Lookup("nodes") != nil
	})
}

// Unlimited reports whether a player thinks, and its own text sets no limit to that.
func Unlimited(text string) bool {
	limits, err := search.LimitsOf(text)
	return Thinks(text) && (err != nil || limits == (search.Limits{}))
}
