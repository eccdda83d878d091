package session

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/results"
	"pillars/results/table"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/runner"
)

// TestLiveStanding has the table of a session agree with its games while it plays, and fit where it is shown.
func TestLiveStanding(t *testing.T) {
	t.Parallel()
	db := open(t)
	c := newTrial(t, db, nil, "a", "a player with a very long name, number 1",
		"a player with a very long name, number 2")
	seen := 0
	c.Observer.Progress = func(p runner.Progress) {
		seen++
		state := c.State(p)
		if state.Done != p.Done || state.Total != 18 || state.AtMost {
			t.Errorf("%d of %d games, want %d of 18", state.Done, state.Total, p.Done)
		}
		games := 0
		for _, line := range state.Table(200)[1:] {
			if fields := strings.Fields(line); fields[len(fields)-1] == "%" {
				n, _ := strconv.Atoi(fields[len(fields)-3])
				games += n
			}
		}
		if games != 2*p.Done || state.Leader == "" {
			t.Errorf("%d games in the table after %d:\n%s", games, p.Done, strings.Join(state.Table(200), "\n"))
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
	if seen != 18 {
		t.Errorf("%d states, want 18", seen)
	}
}

// TestManyPlayers has a long list show its top.
func TestManyPlayers(t *testing.T) {
	var players []string
	l := newLive(tournament.Plan{})
	for i := range 20 {
		players = append(players, fmt.Sprint("player ", i+1))
	}
	for i := 1; i < len(players); i++ {
		l.add(tournament.Result{Players: []string{players[0], players[i]}, Outcome: engine.Win(0, "test")})
	}
	l.add(tournament.Result{Players: []string{players[0], players[1]}, Outcome: engine.Win(1, "test"),
		Fault: tournament.Fault{Kind: guard.Failed, Seat: 0}})
	standing, err := l.fold.Standing(results.StandingOptions{})
	if err != nil {
		t.Fatal(err)
	}
	lines, leader := l.standing(standing)
	shown := lines(80)
	if len(shown) != 10 || shown[9] != "and 12 more" {
		t.Errorf("%d lines:\n%s", len(shown), strings.Join(shown, "\n"))
	}
	if !strings.Contains(leader, " leads with ") || !strings.Contains(strings.Join(shown, "\n"), "1 fault") {
		t.Errorf("%q leads in\n%s", leader, strings.Join(shown, "\n"))
	}
}

// TestVoidGamesDoNotCount leaves them out of the standing, not out of the faults.
func TestVoidGamesDoNotCount(t *testing.T) {
	for rule, want := range map[tournament.FaultRule]int{tournament.FaultLoses: 1, tournament.FaultVoid: 0} {
		l := newLive(tournament.Plan{Spec: tournament.Spec{OnFault: rule}})
		l.add(tournament.Result{Players: []string{"a", "b"}, Outcome: engine.Win(1, "test"),
			Fault: tournament.Fault{Kind: guard.Failed, Seat: 0}})
		if got := l.fold.SeatScore(0).Games; got != want || l.faults["a"] != 1 {
			t.Errorf("%v: %d games, %v; want %d", rule, got, l.faults, want)
		}
	}
}

// talker fails at once, and has lines to show for it.
type talker struct{ fake }

func (talker) Decide(
	context.Context, *engine.History, search.Limits, func(search.Info),
) (search.Decision, error) {
	return search.Decision{}, lastLines{}
}

type lastLines struct{}

func (lastLines) Error() string  { return `no answer to "isready" within 10 s` }
func (lastLines) Said() []string { return []string{"reading the book", "\x1b[2Jno licence"} }

// TestFaultsAlike are told in one line, with what the engine said.
func TestFaultsAlike(t *testing.T) {
	t.Parallel()
	db := open(t)
	c := newTrial(t, db, func(s *tournament.Spec) { s.Rounds = 12 }, "a", "ugi:./engine")
	c.NewPlayer = func(name string, rules engine.Rules) (search.Player, error) {
		if name == "a" {
			return newFake(name, rules)
		}
		return &talker{fake{name: name}}, nil
	}
	c.play(t, db, 24, Made)
	texts := c.FaultTexts()
	if len(texts) != 1 {
		t.Fatalf("%d texts: %q", len(texts), texts)
	}
	want := `24 faults of "ugi:./engine": failed: no answer to "isready" within 10 s; games ` +
		c.Run.ID + "/1v2/1/1, " +
		c.Run.ID + "/1v2/1/2 and 22 more; the engine's last lines:\n  reading the book\n  \\x1b[2Jno licence"
	if texts[0] != want {
		t.Errorf("%s\nwant\n%s", texts[0], want)
	}
}

// TestLiveTest has the ratio of a sequential test between its bounds.
func TestLiveTest(t *testing.T) {
	spec := tournament.Spec{Players: []string{"one", "two"}, Format: tournament.Sequential,
		Test: tournament.Test{Elo0: 0, Elo1: 50, Alpha: .05, Beta: .05, Model: "normalized"}}
	test, err := results.NewTest(spec)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		test.Watch(tournament.Result{Players: []string{"one", "two"}, Outcome: engine.Win(0, "test")})
		test.Watch(tournament.Result{Players: []string{"two", "one"}, Outcome: engine.Draw(2, "test")})
	}
	lines, leader := testLines(test)
	got := lines(80)
	if len(got) != 3 || got[0] != "one against two" || !strings.Contains(got[1], " in -") ||
		strings.Index(got[1], "#") < strings.Index(got[1], "|") || !strings.HasPrefix(got[2], "score 75.0 %, Elo ") ||
		!strings.HasSuffix(got[2], " so far, 10 pairs") || !strings.HasPrefix(leader, "LLR ") {
		t.Errorf("%s; %s", strings.Join(got, "\n"), leader)
	}
	for _, columns := range []int{120, 80, 60} {
		for _, line := range lines(columns) {
			if len(line) > columns {
				t.Errorf("%q has more than %d columns", line, columns)
			}
		}
	}
}
