package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/players"
)

// NewTournamentPlayer makes a player that tells what its file of weights held, where it was given one: its name tells only where the file lies.
func NewTournamentPlayer(text string, rules engine.Rules) (search.Player, error) {
	player, err := players.New(text, rules)
	return withWeights(player, text, err)
}

// NewStoredPlayer is [NewTournamentPlayer] for stored texts, whose keys may have former names.
func NewStoredPlayer(text string, rules engine.Rules) (search.Player, error) {
	player, err := players.Stored(text, rules)
	return withWeights(player, text, err)
}

func withWeights(player search.Player, text string, err error) (search.Player, error) {
	if err != nil {
		return nil, err
	}
	path, given := WeightsFile(player.Name())
	if !given {
		return player, nil
	}
	hash, err := WeightsHash(path)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", text, err)
	}
	return weightedPlayer{player, hash}, nil
}

// WeightsFile is the file of weights that a player's full text names.
func WeightsFile(name string) (path string, given bool) {
	_, keys, err := search.SplitText(name)
	if err != nil {
		return "", false
	}
	for _, key := range keys {
		if path, given = strings.CutPrefix(key, "weights="); given && eval.IsFile(path) {
			return path, true
		}
	}
	return "", false
}

// weightedPlayer is a player with the SHA-256 of its file of weights.
type weightedPlayer struct {
	search.Player
	hash string
}

// Facts is the hash, for the records.
func (p weightedPlayer) Facts() []engine.Tag {
	return []engine.Tag{{Name: "Weights", Value: p.hash}}
}

// WeightsHash names the contents of a file of weights.
func WeightsHash(path string) (string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:]), nil
}
