package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/eval"
	"pillars/results/store"
	"pillars/search"
	"pillars/search/players"
)

// newTournamentPlayer makes a player that tells what its file of weights held, where it was given one: its name tells only where the file lies.
func newTournamentPlayer(text string, rules engine.Rules) (search.Player, error) {
	player, err := players.New(text, rules)
	return withWeights(player, text, err)
}

// newStoredPlayer is newTournamentPlayer for stored texts, whose keys may have former names.
func newStoredPlayer(text string, rules engine.Rules) (search.Player, error) {
	player, err := players.Stored(text, rules)
	return withWeights(player, text, err)
}

func withWeights(player search.Player, text string, err error) (search.Player, error) {
	if err != nil {
		return nil, err
	}
	path, given := weightsFile(player.Name())
	if !given {
		return player, nil
	}
	hash, err := weightsHash(path)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", text, err)
	}
	return weightedPlayer{player, hash}, nil
}

// weightsFile is the file of weights that a player's full text names.
func weightsFile(name string) (path string, given bool) {
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

// refuseChangedWeights refuses to go on with a run whose games were played with other contents of a file of weights: its table would mix two players.
func (s *session) refuseChangedWeights(ctx context.Context, run store.Run) error {
	now := map[string]string{} // by player
	for _, player := range s.plan.Spec.Players {
		if path, given := weightsFile(player); given {
			hash, err := weightsHash(path)
			if err != nil {
				return fmt.Errorf("player %q: %w", player, err)
			}
			now[player] = hash
		}
	}
	if len(now) == 0 || run.Games == 0 {
		return nil
	}
	for game, err := range s.db.Games(ctx, run.ID) {
		if err != nil {
			return err
		}
		for seat, player := range game.Record.Players {
			want := engine.Tag{Name: "Weights" + engine.Seat(seat).String(), Value: now[player]}
			if now[player] != "" && !slices.Contains(game.Record.Tags, want) {
				return usagef("player %q: its file of weights has changed since run %s began; name another file, or use --fresh to begin anew",
					player, run.ID)
			}
		}
	}
	return nil
}

// weightsHash names the contents of a file of weights.
func weightsHash(path string) (string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:]), nil
}
