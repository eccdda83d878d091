package players_test

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/search/players"
)

// TestManySeats checks that every kind plays games of three and four seats to their ends with legal turns.
func TestManySeats(t *testing.T) {
	weights := enginetest.File(t, enginetest.StrikesWeights)
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
