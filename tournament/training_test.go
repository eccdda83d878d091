package tournament

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search/players"
)

func TestStraysAreOneTurnInTwelve(t *testing.T) {
	rules, strays := enginetest.Rules(t, "pilastri"), NewStrays(3)
	const n = 12000
	random := 0
	for range n {
		h := engine.NewHistory(rules.Start())
		drawn, err := strays.Next(h)
		if err != nil {
			t.Fatal(err)
		}
		if drawn != (len(h.Steps()) > 0) {
			t.Fatalf("drawn: %v, after %d steps", drawn, len(h.Steps()))
		}
		if drawn {
			random++
		}
	}
	if random < n/StrayEvery-150 || random > n/StrayEvery+150 { // five standard errors
		t.Errorf("%d of %d turns are random; want one in %d", random, n, StrayEvery)
	}
}

func TestVisitsThatCannotBeRead(t *testing.T) {
	for _, text := range []string{
		"1", "1:", ":1", "1:x", "x:1", "1:2,", "1:2;3", "1:4294967296", "4294967296:1", "-1:2",
	} {
		if visits, err := ParseVisits(text); err == nil {
			t.Errorf("%q is read as %v", text, visits)
		}
	}
}

func TestTrainingIsOfOnePlayer(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri")
	for names, sound := range map[[2]string]bool{{"greedy"}: true, {"greedy", "random"}: false} {
		spec := Spec{Game: "pilastri", Options: rules.Settings(), Format: Training{}, Rounds: 3, Players: names[:1]}
		if names[1] != "" {
			spec.Players = names[:]
		}
		if _, err := spec.Settle(rules.Game(), players.New); (err == nil) != sound {
			t.Errorf("players %q: %v", spec.Players, err)
		}
	}
}
