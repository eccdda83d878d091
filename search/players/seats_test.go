package players_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/search/players"
)

// TestManySeats has every kind play a game of three and of four seats to its end, legally and within its limits.
func TestManySeats(t *testing.T) {
	weights := filepath.Join(t.TempDir(), "strikes.txt")
	if err := os.WriteFile(weights, []byte(enginetest.StrikesWeights), 0o600); err != nil {
		t.Fatal(err)
	}
	texts := []string{"alphabeta:sound=true,multipv=2,reduction=false"}
	for _, kind := range players.Kinds() {
		if kind.Name != search.CommandKind && kind.Name != "practice" { // which has no level in a game made for tests
			texts = append(texts, kind.Name)
		}
	}
	for _, rules := range []engine.Rules{&enginetest.Strikes{Tokens: []int{2, 3, 2}},
		&enginetest.Strikes{Tokens: []int{3, 2, 2, 3}}} {
		for _, text := range texts {
			kind, keys, _ := strings.Cut(text, ":")
			if kind != "random" {
				text = kind + ":" + strings.Trim(keys+",weights="+weights, ",")
			}
			player, err := players.New(text, rules)
			if err != nil {
				t.Fatal(err)
			}
			player.NewGame(2)
			h := engine.NewHistory(rules.Start())
			for !h.Outcome().Over() {
				checkDecision(t, kind, player, h)
			}
		}
	}
}
