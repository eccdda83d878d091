package session

import (
	"context"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/results/keep/store"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
)

// TestLiveStanding checks the table of standings that a session shows while it plays, for several widths.
func TestLiveStanding(t *testing.T) {
	t.Parallel()
	db := open(t)
	c := newTrial(t, db, nil, "random", "random player with a very long name, number 1",
		"random player with a very long name, number 2")
	seen := 0
	c.Observer.Progress = func(p runner.Progress) {
		seen++
		state := c.State(p)
		if state.Done != p.Done || state.Total != 18 || state.AtMost {
			t.Errorf("%d of %d games, want %d of 18", state.Done, state.Total, p.Done)
		}
		if p.Done == 0 { // the start, without a table
			return
		}
		for _, columns := range []int{120, 80, 60} {
			for _, line := range state.Table(columns) {
				if table.TextWidth(line) > columns {
					t.Errorf("%q has more than %d columns", line, columns)
				}
			}
		}
	}
	c.play(t, db, 18, Made)
	if seen != 19 {
		t.Errorf("%d states, want one at the start and one of each of 18 games", seen)
	}
}

// talker is a player that fails at once, with output lines to show.
type talker struct{ plantest.Fake }

func (talker) Decide(
	context.Context, *engine.History, search.Limits, func(search.Info),
) (search.Decision, error) {
	return search.Decision{}, lastLines{}
}

type lastLines struct{}

func (lastLines) Error() string  { return `no answer to "isready" within 10 s` }
func (lastLines) Said() []string { return []string{"reading the book", "\x1b[2Jno licence"} }

// TestFaultsAlike checks that similar faults are reported together, with the engine's last lines, in which no control
// sequence reaches the terminal.
func TestFaultsAlike(t *testing.T) {
	t.Parallel()
	db := open(t)
	c := newTrial(t, db, func(s *tournament.Spec) { s.Rounds = 12 }, "random", "random engine")
	c.NewPlayer = func(name string, rules engine.Rules) (search.Player, error) {
		if name == "random" {
			return plantest.NewFake(name, rules)
		}
		return &talker{plantest.Fake{Text: name}}, nil
	}
	c.play(t, db, 24, Made)
	texts := c.FaultTexts()
	if len(texts) != 1 {
		t.Fatalf("%d texts: %q", len(texts), texts)
	}
	for _, part := range []string{"24 faults", c.Run.ID + "/1v2/1/1, ", "reading the book", `\x1b[2Jno licence`} {
		if !strings.Contains(texts[0], part) {
			t.Errorf("%s\nlacks %q", texts[0], part)
		}
	}
}

// TestExpectedTime estimates the time from stored games that took ten seconds each.
func TestExpectedTime(t *testing.T) {
	t.Parallel()
	db := open(t)
	c := newTrial(t, db, func(s *tournament.Spec) { s.Rounds = 10 }, "random", "random b")
	run, err := db.CreateRun(t.Context(), store.Run{Kind: "tournament", Hash: c.Spec.Hash(), Spec: c.Spec.String()})
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range c.Plan.List()[:5] {
		played := tournament.Game{Result: tournament.Result{Identity: game.Identity, Players: game.Players,
			Outcome: engine.Draw(2, engine.TurnCap)}}
		played.Thoughts = []tournament.Thought{{Time: 4 * time.Second}, {Time: 6 * time.Second}}
		if err := db.Append(t.Context(), run.ID, played); err != nil {
			t.Fatal(err)
		}
	}
	for stored, want := range map[int]string{0: "about 3 min on 1 worker", 15: "about 50 s on 1 worker"} {
		c.Run.Games, c.Workers = stored, 1
		if text := c.ExpectedTime(t.Context(), db.Path()); !strings.HasPrefix(text, want) {
			t.Errorf("after %d games: %q, want %q", stored, text, want)
		}
	}
	if text := c.ExpectedTime(t.Context(), t.TempDir()); !strings.HasPrefix(text, "unknown (") {
		t.Errorf("a folder in place of the file: %q", text)
	}
}
