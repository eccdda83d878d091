package catalog

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/pit"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// thoughtOf returns a game of three turns, of which the first is the opening, with a thought about each of the others.
func thoughtOf() tournament.Game {
	thought := func(score search.Score) tournament.Thought {
		return tournament.Thought{Score: score, Depth: 3, Nodes: 70, Time: time.Second, Left: time.Minute}
	}
	return tournament.Game{
		Record: engine.Record{Turns: []string{"a", "b", "c"}, Opening: 1, Tags: []engine.Tag{
			{Name: "Weights1", Value: "x"}, {Name: "Run", Value: "r"}, {Name: "Program", Value: "p"}}},
		Thoughts: []tournament.Thought{thought(50), thought(-50)},
		Result:   tournament.Result{Outcome: engine.Win(0, "stuck")},
	}
}

// TestDifferencesAreNamed checks the first difference between a game and one that was played again, whichever of the
// two has more turns or thoughts.
func TestDifferencesAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		change           func(*tournament.Game)
		forward, reverse string // with the unchanged game as the stored one, and as the new one
	}{
		{func(*tournament.Game) {}, "", ""},
		{func(g *tournament.Game) { g.Thoughts[1].Time, g.Thoughts[0].Left = 9, 9 }, "", ""},
		{func(g *tournament.Game) { g.Record.Tags[1].Value, g.Record.Tags[2].Value = "s", "q" }, "", ""},
		{func(g *tournament.Game) { g.Record.Tags = nil }, "", ""},
		{func(g *tournament.Game) { g.Record.Tags[0].Value = "y" }, "tag Weights1: stored is x, now it is y",
			"tag Weights1: stored is y, now it is x"},
		{func(g *tournament.Game) { g.Record.Turns[1] = "d" }, "turn 2, turn: stored is b, now it is d",
			"turn 2, turn: stored is d, now it is b"},
		{func(g *tournament.Game) { g.Thoughts[1].Score = 40 }, "turn 3, score: stored is -0.50, now it is +0.40",
			"turn 3, score: stored is +0.40, now it is -0.50"},
		{func(g *tournament.Game) { g.Thoughts[1].Depth = 4 }, "turn 3, depth: stored is 3, now it is 4",
			"turn 3, depth: stored is 4, now it is 3"},
		{func(g *tournament.Game) { g.Thoughts[0].Nodes = 71 }, "turn 2, nodes: stored is 70, now it is 71",
			"turn 2, nodes: stored is 71, now it is 70"},
		{func(g *tournament.Game) { g.Outcome = engine.Win(1, "stuck") },
			"outcome: stored is result 1 0 stuck, now it is result 0 1 stuck",
			"outcome: stored is result 0 1 stuck, now it is result 1 0 stuck"},
		{func(g *tournament.Game) { g.Record.Turns, g.Thoughts = g.Record.Turns[:2], g.Thoughts[:1] },
			"turn 3, course: stored is turn c, now it is outcome result 1 0 stuck",
			"turn 3, course: stored is outcome result 1 0 stuck, now it is turn c"},
		{func(g *tournament.Game) { g.Thoughts = g.Thoughts[:1] },
			"turn 3, course: stored is score -0.50, now it is outcome result 1 0 stuck",
			"turn 3, course: stored is outcome result 1 0 stuck, now it is score -0.50"},
	} {
		changed := thoughtOf()
		c.change(&changed)
		for i, want := range []string{c.forward, c.reverse} {
			stored, again := thoughtOf(), changed
			if i == 1 {
				stored, again = changed, thoughtOf()
			}
			got := ""
			if d := firstDifference(stored, again); d != nil {
				got = d.Error()
			}
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	}
}

// TestVerifiersSayWhatTheyFound checks the lines, the error and the object of a verification, and the lines before its
// end.
func TestVerifiersSayWhatTheyFound(t *testing.T) {
	t.Parallel()
	run := store.Run{ID: "abc", Program: runner.Program()}
	other := store.Run{ID: "abc", Program: runner.Program(), Others: []string{"later"}}
	const head = `{"type":"verification","run":"abc","stored":3,`
	for _, c := range []struct {
		v                                *Verifier
		standing, text, failure, records string
	}{
		{&Verifier{Run: run, Checked: 2}, "2 games checked, 0 wrong",
			"run abc: 2 games as the rules and the plan have them\n", "",
			`"missing":0,"checked":2,"wrong":0,"program":"` + runner.Program() + `","same_program":true}`},
		{&Verifier{Run: other, Checked: 1, Missing: 1, Again: true, Decided: 1},
			"1 game checked, 0 wrong; 1 game decided again, 0 differently",
			"run abc: 1 game as the rules and the plan have them\n" +
				"run abc: 1 game decided again, turn for turn the same\nrun abc: 1 game planned and not stored\n", "",
			`"missing":1,"checked":1,"wrong":0,"decided":1,"program":"` + runner.Program() + `","same_program":false}`},
		{&Verifier{Run: run, Checked: 3, Wrong: 1, Again: true, Decided: 2, Different: 2},
			"3 games checked, 1 wrong; 2 games decided again, 2 differently", "",
			"run abc: 1 of 3 games do not agree with the rules or the plan; 2 of 2 games were decided differently",
			`"missing":0,"checked":3,"wrong":1,"decided":2,"different":2,"program":"` + runner.Program() +
				`","same_program":true}`},
		{&Verifier{Run: run, Checked: 1, Again: true}, "1 game checked, 0 wrong; 0 games decided again, 0 differently",
			"run abc: 1 game as the rules and the plan have them\n", "",
			`"missing":0,"checked":1,"wrong":0,"program":"` + runner.Program() + `","same_program":true}`},
	} {
		c.v.Stored = make([]string, 3)
		var text strings.Builder
		if err := c.v.WriteText(&text); err != nil || text.String() != c.text || c.v.Standing() != c.standing {
			t.Errorf("%q and %q, %v; want %q and %q", text.String(), c.v.Standing(), err, c.text, c.standing)
		}
		failure := ""
		if err := c.v.Failure(); err != nil {
			failure = err.Error()
		}
		data, err := json.Marshal(c.v.Records()[0])
		if failure != c.failure || err != nil || string(data) != head+c.records {
			t.Errorf("%q and %s, %v; want %q and %s", failure, data, err, c.failure, head+c.records)
		}
	}
	v := &Verifier{Run: run}
	for want, fault := range map[string]error{
		`{"type":"wrong","run":"abc","game":"1/1","error":"bad"}`: errors.New("bad"),
		`{"type":"difference","run":"abc","game":"1/1","turn":4,"what":"depth","stored":"3","new":"5"}`: &Difference{
			4, "depth", "3", "5"},
	} {
		if data, err := json.Marshal(v.FaultFacts("1/1", fault)); err != nil || string(data) != want {
			t.Errorf("%s, %v; want %s", data, err, want)
		}
	}
}

// TestTimedGamesCannotBeRepeated checks which games players may decide otherwise the next time.
func TestTimedGamesCannotBeRepeated(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*tournament.Spec){
		"": func(s *tournament.Spec) { s.Limits.Nodes = 5 },
		"game abc/1v2/1/1 was played with limits by time (player 1: greedy)": func(s *tournament.Spec) {
			s.Limits.Time = 1 // nanosecond
		},
		"game abc/1v2/1/1 was played with limits by time (player 2: random)": func(s *tournament.Spec) {
			s.Own = []tournament.Control{{}, {Clock: tournament.TimeControl{Base: time.Minute}}}
		},
		"player mcts:nodes=5,time=1h0m0s thinks by the clock": func(s *tournament.Spec) {
			s.Players = []string{"mcts:nodes=5,time=1h0m0s", "random"}
		},
	} {
		spec := tournament.Spec{Game: pit.Game.Name(), Players: []string{"greedy", "random"}, Rounds: 1}
		change(&spec)
		plan, err := tournament.NewPlan(spec, pit.Game)
		if err != nil {
			t.Fatal(err)
		}
		v := &Verifier{Run: store.Run{ID: "abc"}, plan: plan, numbers: map[string]int{}}
		for n, game := range plan.List() {
			v.numbers[game.Identity] = n
		}
		got := ""
		if err := v.Repeatable([]string{"1v2/1/1", "9v9/1/1"}); err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%q, want %q", got, want)
		}
		if err := v.Repeatable([]string{"9v9/1/1"}); err != nil {
			t.Errorf("a game that is not planned: %v", err)
		}
	}
}
