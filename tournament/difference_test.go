package tournament

import (
	"testing"
	"time"

	"pillars/engine"
	"pillars/search"
)

// thoughtOf returns a game of three turns, of which the first is the opening, with a thought about each of the others.
func thoughtOf() Game {
	thought := func(score search.Score) Thought {
		return Thought{Score: score, Depth: 3, Nodes: 70, Time: time.Second, Left: time.Minute}
	}
	return Game{
		Record: engine.Record{Turns: []string{"a", "b", "c"}, Opening: 1, Tags: []engine.Tag{
			{Name: "Weights1", Value: "x"}, {Name: "Run", Value: "r"}, {Name: "Program", Value: "p"}}},
		Thoughts: []Thought{thought(50), thought(-50)},
		Result:   Result{Outcome: engine.Win(0, "stuck")},
	}
}

// TestDifferencesAreNamed checks the first difference between a game and one that was played again, whichever of the
// two has more turns or thoughts.
func TestDifferencesAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		change func(*Game)
		want   Difference // with the unchanged game as the stored one; empty for none
	}{
		{func(*Game) {}, Difference{}},
		{func(g *Game) { g.Thoughts[1].Time, g.Thoughts[0].Left = 9, 9 }, Difference{}},
		{func(g *Game) { g.Record.Tags[1].Value, g.Record.Tags[2].Value = "s", "q" }, Difference{}},
		{func(g *Game) { g.Record.Tags = nil }, Difference{}},
		{func(g *Game) { g.Record.Tags[0].Value = "y" }, Difference{0, "tag Weights1", "x", "y"}},
		{func(g *Game) { g.Record.Turns[1] = "d" }, Difference{2, "turn", "b", "d"}},
		{func(g *Game) { g.Thoughts[1].Score = 40 }, Difference{3, "score", "-0.50", "+0.40"}},
		{func(g *Game) { g.Thoughts[1].Depth = 4 }, Difference{3, "depth", "3", "4"}},
		{func(g *Game) { g.Thoughts[0].Nodes = 71 }, Difference{2, "nodes", "70", "71"}},
		{func(g *Game) { g.Outcome = engine.Win(1, "stuck") },
			Difference{0, "outcome", "result 1 0 stuck", "result 0 1 stuck"}},
		{func(g *Game) { g.Record.Turns, g.Thoughts = g.Record.Turns[:2], g.Thoughts[:1] },
			Difference{3, "course", "turn c", "outcome result 1 0 stuck"}},
		{func(g *Game) { g.Thoughts = g.Thoughts[:1] },
			Difference{3, "course", "score -0.50", "outcome result 1 0 stuck"}},
	} {
		changed := thoughtOf()
		c.change(&changed)
		var got, back Difference
		if d := FirstDifference(thoughtOf(), changed); d != nil {
			got = *d
		}
		if d := FirstDifference(changed, thoughtOf()); d != nil {
			back = *d
		}
		reverse := Difference{c.want.Turn, c.want.What, c.want.New, c.want.Stored}
		if got != c.want || back != reverse {
			t.Errorf("%+v, in reverse %+v; want %+v", got, back, c.want)
		}
	}
}
