package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"pillars/engine"
	"pillars/search"
	"pillars/search/players"
)

// newTournamentPlayer makes a player that tells what its file of weights held, where it was given one: its name tells only where the file lies.
func newTournamentPlayer(text string, rules engine.Rules) (search.Player, error) {
	player, err := players.New(text, rules)
	if err != nil {
		return nil, err
	}
	path, given := weightsFile(player.Name())
	if !given {
		return player, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", text, err)
	}
	sum := sha256.Sum256(data)
	return weightedPlayer{player, hex.EncodeToString(sum[:])}, nil
}

// weightsFile is the file of weights that a player's full text names.
func weightsFile(name string) (path string, given bool) {
	_, keys, err := search.SplitText(name)
	if err != nil {
		return "", false
	}
	for _, key := range keys {
		if path, given = strings.CutPrefix(key, "weights="); given {
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
	return []engine.Tag{{Name: "Weights", Value: "sha256:" + p.hash}}
}
