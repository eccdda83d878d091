package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
)

// TestSignOn signs every kind of player on the rules of two games: another signature for other rules, nodes or players.
// The random player's signature is the same as in earlier versions.
func TestSignOn(t *testing.T) {
	seen := map[string]string{}
	for _, game := range games.All()[:2] {
		rules := enginetest.Rules(t, game.Name())
		for _, player := range append(Players(), "alphabeta:nodes=300", "mcts:nodes=300") {
			signature, err := SignOn(t.Context(), player, rules)
			where := fmt.Sprint(player, " at ", game.Name())
			if err != nil || len(signature) != 16 || seen[signature] != "" {
				t.Errorf("%s signs as %q, which is %q, %v", where, signature, seen[signature], err)
			}
			seen[signature] = where
		}
	}
	if seen["b76e0afb135d7b7e"] != "random at pilastri" {
		t.Error("the random player decides at other positions than it used to")
	}
}

// TestSignOnOfTheUnstable checks that players that need not repeat their decisions have no signature, and that a time
// limit does not change the signature of a player.
func TestSignOnOfTheUnstable(t *testing.T) {
	rules, err := games.All()[0].New(nil)
	require.NoError(t, err)
	for player, same := range map[string]string{
		"ugi:./engine --threads 2": "", "alphabeta:threads=2": "", "mcts:nodes=5,threads=3": "",
		"alphabeta:time=1us": "alphabeta", "alphabeta:depth=2,time=1us": "alphabeta:depth=2",
	} {
		want := ""
		if same != "" {
			want, err = SignOn(t.Context(), same, rules)
		}
		got, gotErr := SignOn(t.Context(), player, rules)
		if err != nil || gotErr != nil || got != want {
			t.Errorf("%s: %q, want %q; %v, %v", player, got, want, gotErr, err)
		}
	}
}

// TestSignersAreAskedOnce checks that a signer is called once for the same player, rules and weights.
func TestSignersAreAskedOnce(t *testing.T) {
	asked := 0
	signer := Remember(func(context.Context, string, engine.Rules) (string, error) {
		asked++
		return fmt.Sprint(asked), nil
	})
	small, large := enginetest.Rules(t, "pit-of-pillars", "size=4"), enginetest.Rules(t, "pit-of-pillars", "size=5")
	weights := filepath.Join(t.TempDir(), "mine.txt")
	player := "greedy:weights=" + weights
	sign := func(player string, rules engine.Rules, want string) {
		t.Helper()
		if got, err := signer(t.Context(), player, rules); got != want || err != nil {
			t.Errorf("%s: signature %s, error %v, want %s", player, got, err, want)
		}
	}
	write := func(text string) {
		require.NoError(t, os.WriteFile(weights, []byte(text), 0o600))
	}
	write("weights")
	for range 2 {
		sign("greedy", small, "1")
		sign("random", small, "2")
		sign("greedy", large, "3")
		sign(player, small, "4")
	}
	write("other weights")
	sign(player, small, "5")
}
