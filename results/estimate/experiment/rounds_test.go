package experiment

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// TestRoundsInAnyOrder finishes the games of the second round in the opposite order. The round still counts as a repeat
// of the first.
func TestRoundsInAnyOrder(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	game := func(pair, number, moves string, score float64) tournament.Game {
		g := finished(rules, pair, moves, score, 1-score)
		g.Identity = pair + "/" + number
		return g
	}
	fold := NewFold(2, 2)
	add(t, fold, rules, game("1", "1", "a b", 1), game("1", "2", "a c", 0), game("2", "2", "a c", 0),
		game("2", "1", "a b", 1))
	if got := fold.Summary(); got.Rounds != 2 || got.Distinct != 1 {
		t.Errorf("%d rounds, of which %d differ; want 2 and 1", got.Rounds, got.Distinct)
	}
}

// TestNodeRatio reads the node limits of both seats from the tags of a record, in both forms of such tags.
func TestNodeRatio(t *testing.T) {
	for want, tags := range map[float64][]engine.Tag{
		1:   nil,
		5:   {{Name: "Limits", Value: "nodes=20"}, {Name: "Limits2", Value: "nodes=100"}},
		4:   {{Name: "Limits2", Value: "nodes=80,depth=3"}},
		.25: {{Name: "Limits", Value: "nodes=20"}, {Name: "Limits1", Value: "nodes=80"}},
		.2:  {{Name: "Limits", Value: "nodes=100"}, {Name: "Limits2", Value: "nodes=20"}},
	} {
		if ratio, err := nodeRatio(engine.Record{Tags: tags}, 20); ratio != want || err != nil {
			t.Errorf("%v: %v, error %v; want %v", tags, ratio, err, want)
		}
	}
	for _, tag := range []engine.Tag{{Name: "Limits1", Value: "none"}, {Name: "Limits", Value: "nodes=x"}} {
		if ratio, err := nodeRatio(engine.Record{Tags: []engine.Tag{tag}}, 20); err == nil {
			t.Errorf("%v: %v without an error", tag, ratio)
		}
	}
}

// TestRoundScores checks that rounds that repeat earlier moves count in [RoundScores].
func TestRoundScores(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri", "size=4")
	fold := NewFold(2, 1)
	add(t, fold, rules, finished(rules, "1", "a b", 1, 0), finished(rules, "2", "a b", 1, 0),
		finished(rules, "3", "a c", .5, .5), finished(rules, "4", "a d", 0, 1))
	first, drawn := fold.all.First.Total(), fold.all.Drawn.Total()
	if first != (stats.Total{Sum: 2.5, Games: 4}) || drawn != (stats.Total{Sum: 1, Games: 4}) {
		t.Errorf("first seat %+v, drawn %+v; want 2.5 and 1 of 4", first, drawn)
	}
}
