package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/results"
	"pillars/results/keep/store"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/runner"
)

// TestLiveStanding checks the table of standings that a session shows while it plays, for several widths.
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
		if p.Done == 0 { // the start, without a table
			return
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
	if seen != 19 {
		t.Errorf("%d states, want one at the start and one of each of 18 games", seen)
	}
}

// TestManyPlayers checks that only the first players of a long list are shown.
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
	standing, err := l.fold.Standings(results.StandingsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	lines, leader := l.standingLines(standing)
	shown := lines(80)
	if narrow := lines(5); len(narrow) < 4 || !strings.Contains(narrow[3], " play… 10 ") {
		t.Errorf("%q: names have room for eight letters at least, and player 10 is in the fourth line", narrow)
	}
	if len(shown) != 10 || shown[9] != "and 12 more" {
		t.Errorf("%d lines:\n%s", len(shown), strings.Join(shown, "\n"))
	}
	if !strings.Contains(leader, " leads with ") || !strings.Contains(strings.Join(shown, "\n"), "1 fault") {
		t.Errorf("%q leads in\n%s", leader, strings.Join(shown, "\n"))
	}
}

// TestVoidGamesDoNotCount checks that void games count as faults but not in the standings.
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

// talker is a player that fails at once, with output lines to show.
type talker struct{ fake }

func (talker) Decide(
	context.Context, *engine.History, search.Limits, func(search.Info),
) (search.Decision, error) {
	return search.Decision{}, lastLines{}
}

type lastLines struct{}

func (lastLines) Error() string  { return `no answer to "isready" within 10 s` }
func (lastLines) Said() []string { return []string{"reading the book", "\x1b[2Jno licence"} }

// TestFaultsAlike checks that several similar faults are reported in one line, with the engine's last lines.
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

// TestLiveTest checks the scale that shows the ratio of a sequential test between its bounds.
func TestLiveTest(t *testing.T) {
	spec := tournament.Spec{Players: []string{"one", "two"}, Format: tournament.Sequential{
		Test: tournament.Test{Elo0: 0, Elo1: 50, Alpha: .05, Beta: .05, Model: "normalized"}}}
	test, err := results.NewTest(spec, 2)
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
	standing, err := test.Standing()
	if err != nil {
		t.Fatal(err)
	}
	ratio := fmt.Sprintf("LLR %.2f in %.2f .. %.2f", standing.LLR, standing.Lower, standing.Upper)
	for room, want := range map[int]int{10: 0, 11: 11, 12: 12, 40: 40, 41: 41, 60: 41} {
		line := lines(len(ratio) + 4 + room)[1]
		scale := strings.Trim(strings.TrimPrefix(line, ratio), " []")
		if !strings.HasPrefix(line, ratio) || len(scale) != want {
			t.Errorf("%q has a scale of %d, want %d", line, len(scale), want)
			continue
		}
		for mark, llr := range map[string]float64{"|": 0, "#": standing.LLR} {
			place := (llr - standing.Lower) / (standing.Upper - standing.Lower) * float64(want)
			if at := float64(strings.Index(scale, mark)); want > 0 && !(place-1 <= at && at <= place) {
				t.Errorf("%q has %s at %v, want it below %v", line, mark, at, place)
			}
		}
	}
}

// TestScaleAtTheBounds checks that the ratio of a decided test stays on its scale.
func TestScaleAtTheBounds(t *testing.T) {
	for winner, want := range map[engine.Seat]string{0: "#]", 1: "[#"} {
		spec := tournament.Spec{Players: []string{"one", "two"}, Format: tournament.Sequential{
			Test: tournament.Test{Elo0: 0, Elo1: 50, Alpha: .05, Beta: .05, Model: "normalized"}}}
		test, err := results.NewTest(spec, 2)
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			test.Watch(tournament.Result{Players: []string{"one", "two"}, Outcome: engine.Win(winner, "test")})
			test.Watch(tournament.Result{Players: []string{"two", "one"}, Outcome: engine.Draw(2, "test")})
		}
		if lines, _ := testLines(test); !strings.Contains(lines(80)[1], want) {
			t.Errorf("%q lacks %q", lines(80)[1], want)
		}
	}
}

// TestFaultTexts formats one, two and three faults of a kind, with one cause and with several.
func TestFaultTexts(t *testing.T) {
	game := func(identity string, seat engine.Seat, kind guard.FaultKind, cause string) tournament.Game {
		g := tournament.Game{Result: tournament.Result{Identity: identity, Players: []string{"a", "b"},
			Fault: tournament.Fault{Kind: kind, Seat: seat}}}
		if cause != "" {
			g.Trouble = &tournament.Trouble{Cause: cause}
		}
		return g
	}
	s := &Session{Run: store.Run{ID: "run"}}
	for _, g := range []tournament.Game{
		game("1", 0, guard.Failed, "lost"), game("2", 1, guard.Failed, "gone"), game("3", 1, guard.Failed, "gone"),
		game("4", 1, guard.OutOfTime, ""), game("5", 0, guard.Panicked, "x"), game("6", 0, guard.Panicked, "y"),
		game("7", 0, guard.Panicked, "x"), game("8", 0, guard.None, "x"), game("9", 2, guard.Failed, "x"),
	} {
		if g.Identity == "2" { // the other fault of this kind comes without output
			g.Trouble.Said = []string{"no licence"}
		}
		s.countFault(g)
	}
	want := []string{
		`fault of "a": lost; game run/1`,
		`2 faults of "b": gone; games run/2, run/3; the engine's last lines:` + "\n  no licence",
		`fault of "b": time; game run/4`,
		`3 faults of "a": x, and the like; games run/5, run/6 and 1 more`,
	}
	if texts := s.FaultTexts(); !slices.Equal(texts, want) {
		t.Errorf("told is\n%s\nwant\n%s", strings.Join(texts, "\n"), strings.Join(want, "\n"))
	}
}

// TestExpectedTime estimates the time from stored games that took ten seconds each.
func TestExpectedTime(t *testing.T) {
	t.Parallel()
	db := open(t)
	c := newTrial(t, db, func(s *tournament.Spec) { s.Rounds = 10 }, "a", "b")
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
	say := func(change func(*Session), want string) {
		t.Helper()
		c.Run.Games, c.Workers, c.Gauge = 0, 1, nil
		change(c.Session)
		if text := c.ExpectedTime(t.Context(), db.Path()); text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
	from := ", from 5 games in " + db.Path()
	say(func(*Session) {}, "about 3 min on 1 worker"+from)
	say(func(s *Session) { s.Run.Games = 15 }, "about 50 s on 1 worker"+from)
	say(func(s *Session) { s.Run.Games = 20 }, "about 1 s on 1 worker"+from)
	say(func(s *Session) { s.Workers = 0 }, "about 3 min on 1 worker"+from)
	say(func(s *Session) { s.Gauge = &results.TestGauge{} }, "at most about 3 min on 1 worker"+from)
	if text := c.ExpectedTime(t.Context(), t.TempDir()); !strings.HasPrefix(text, "unknown (") {
		t.Errorf("a folder in place of the file: %q", text)
	}
	c.NewPlayer = func(string, engine.Rules) (search.Player, error) { return nil, errors.New("nobody is there") }
	if text := c.ExpectedTime(t.Context(), "none.db"); text != "unknown until some games are played" {
		t.Errorf("without games and players: %q", text)
	}
}
