package referee_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/referee"
)

const (
	win, loss = search.WinScore - 5, -search.WinScore + 5
	allMoves  = 40 // after which a match of the game of piles is drawn
)

// judged plays a match of players with the given scores under a rule.
func judged(rule tournament.Adjudication, first, second []search.Score) pileMatch {
	m := match(0, nil, &scripted{scores: first}, &scripted{scores: second})
	m.planned.Adjudication = rule
	if rule.LongestGame == 0 {
		m.planned.Adjudication.LongestGame = allMoves
	}
	return m
}

// TestAdjudication checks which reported scores end a game, when, and who wins.
func TestAdjudication(t *testing.T) {
	type scores = []search.Score
	type verdict struct {
		rule          tournament.Adjudication
		first, second scores
		verdict       tournament.Verdict
		turns         int
		winner        engine.Seat
	}
	proven := tournament.Adjudication{Proven: true}
	both := tournament.Adjudication{Proven: true, AgreeScore: 300, AgreeTurns: 3}
	short := func(longest, agreed int) tournament.Adjudication {
		return tournament.Adjudication{AgreeScore: 1, AgreeTurns: agreed, LongestGame: longest}
	}
	long := func(rule tournament.Adjudication, first, second scores) verdict {
		return verdict{rule, first, second, tournament.TooLong, allMoves, 0}
	}
	for name, c := range map[string]verdict{
		"proven":                          {proven, scores{0, win}, scores{0, loss}, tournament.ProvenByBoth, 4, 0},
		"proven, by the second":           {proven, scores{0, loss}, scores{win}, tournament.ProvenByBoth, 3, 1},
		"seen, not proven":                long(proven, scores{search.Proven}, scores{-search.Proven}),
		"one saw it, the other proved it": long(proven, scores{search.Proven}, scores{loss}),
		"no scores at all":                long(both, nil, nil),
		"proven before agreed": {both, scores{win, win, win}, scores{-400, -400, loss},
			tournament.ProvenByBoth, 6, 0},
		"agreed before proven": {both, scores{win, win, win}, scores{-400, -400, -400},
			tournament.AgreedByBoth, 6, 0},
		"agreed in the longest game's turn": {short(2, 1), scores{1}, scores{-1}, tournament.AgreedByBoth, 2, 0},
		"longest game": {tournament.Adjudication{LongestGame: 7}, nil, nil, tournament.TooLong,
			7, 0},
		"longest game, before the agreement": {short(3, 2), scores{1, 1}, scores{-1, -1}, tournament.TooLong, 3, 0},
	} {
		game := judged(c.rule, c.first, c.second).play(t)
		want := engine.Win(c.winner, reasons[c.verdict])
		if c.verdict == tournament.TooLong {
			want = engine.Draw(2, reasons[c.verdict])
		}
		if game.Outcome != want || game.Turns != c.turns || game.Adjudicated != c.verdict || game.Faulted() {
			t.Errorf("%s: after %d turns %+v, want after %d %+v", name, game.Turns, game.Outcome, c.turns, want)
		}
	}
}

// reasons holds the reasons of outcomes by verdict.
var reasons = map[tournament.Verdict]engine.Reason{
	tournament.ProvenByBoth: "adjudicated: proven by both", tournament.AgreedByBoth: "adjudicated: agreed by both",
	tournament.TooLong: "adjudicated: longest game",
}

func TestLongestGameWithMoreSeats(t *testing.T) {
	cases := map[string]struct {
		takes  [][]engine.Step
		scores []float64
	}{
		"all are in":    {[][]engine.Step{{1}, {1}, {}}, []float64{.5, .5, .5}},
		"one has left":  {[][]engine.Step{{3}, {1}, {}}, []float64{0, .75, .75}},
		"two have left": {[][]engine.Step{{3}, {3}, {}, {}}, []float64{0, 1. / 3, 5. / 6, 5. / 6}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			planned, game := drudgeGame(t, tournament.Adjudication{LongestGame: 2}, c.takes...)
			want := engine.Outcome{Reason: reasons[tournament.TooLong], Seats: len(c.takes)}
			copy(want.Scores[:], c.scores)
			if game.Outcome != want {
				t.Errorf("%+v, want %+v", game.Outcome, want)
			}
			if err := referee.Verify(planned, game, pileRules(t, game), limitTags(planned.Controls)); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestScoresEndGamesOfTwoSeatsOnly(t *testing.T) {
	m := match(30, nil, &scripted{scores: []search.Score{win}}, &scripted{scores: []search.Score{loss}},
		&scripted{scores: []search.Score{loss}})
	m.planned.Adjudication.Proven = true
	if game := m.play(t); game.Adjudicated != tournament.TooLong {
		t.Errorf("ended by %q", game.Outcome.Reason)
	}
}

// TestAPlayerAloneEndsWithItsFirstProof checks that a player that meets itself ends a game with its first proof.
func TestAPlayerAloneEndsWithItsFirstProof(t *testing.T) {
	for winner, score := range []search.Score{win, loss} {
		m := judged(tournament.Adjudication{Proven: true}, []search.Score{50, score}, nil)
		m.planned.Players = []string{"scripted", "scripted"}
		if game := m.play(t); game.Turns != 3 || game.Adjudicated != tournament.ProvenByBoth ||
			game.Outcome.Scores[winner] != 1 {
			t.Errorf("a score of %d ends the game by %q after %d turns", score, game.Outcome.Reason, game.Turns)
		}
	}
}

func TestRulesAndFaultsComeBeforeAdjudication(t *testing.T) {
	fail := func(decision int) (search.Decision, error) {
		if decision == 2 {
			return search.Decision{Steps: []engine.Step{1}, Info: search.Info{Score: loss}}, errors.New("no more")
		}
		return search.Decision{}, nil
	}
	rule := tournament.Adjudication{Proven: true, LongestGame: 4}
	m := match(0, nil, &scripted{scores: []search.Score{0, win}}, &scripted{flaw: fail})
	m.planned.Adjudication = rule
	if game := m.play(t); !game.Faulted() || game.Turns != 3 {
		t.Errorf("after %d turns %q: want the fault", game.Turns, game.Outcome.Reason)
	}
	planned, game := drudgeGame(t, tournament.Adjudication{LongestGame: 2}, []engine.Step{1}, []engine.Step{2})
	if game.Outcome.Reason != "last in" || game.Turns != 2 {
		t.Errorf("after %d turns %q: want the end by the rules", game.Turns, game.Outcome.Reason)
	}
	if err := referee.Verify(planned, game, pileRules(t, game), limitTags(planned.Controls)); err != nil {
		t.Error(err)
	}
}

func TestVerifyFindsFalseAdjudications(t *testing.T) {
	type (
		planned = *tournament.Planned
		game    = *tournament.Game
	)
	rule := tournament.Adjudication{Proven: true, AgreeScore: 300, AgreeTurns: 2}
	m := judged(rule, []search.Score{0, 400, 400}, []search.Score{0, -400, -400})
	played := m.play(t)
	for name, c := range map[string]struct {
		forge func(planned, game)
		says  string
	}{
		"a score short of it": {func(_ planned, g game) { g.Thoughts[4].Score = 299 }, "does not follow"},
		"agreed earlier": {func(_ planned, g game) { g.Thoughts[0].Score, g.Thoughts[1].Score = 300, -300 },
			"yet it went on"},
		"the other winner":     {func(_ planned, g game) { g.Outcome.Scores = [4]float64{0, 1} }, "by the turns"},
		"another reason":       {func(_ planned, g game) { g.Adjudicated = tournament.ProvenByBoth }, "was to be"},
		"no verdict":           {func(_ planned, g game) { g.Adjudicated = tournament.Unjudged }, "was to be"},
		"a fault in its place": {func(_ planned, g game) { g.Fault.Kind = guard.Overrun }, "was to be"},
		"fewer thoughts":       {func(_ planned, g game) { g.Thoughts = g.Thoughts[:5] }, "5 for 6 turns"},
		"no such rule": {func(p planned, _ game) { p.Adjudication = tournament.Adjudication{} },
			"does not follow"},
		"a stricter score": {func(p planned, _ game) { p.Adjudication.AgreeScore = 401 }, "does not follow"},
		"a stricter rule":  {func(p planned, _ game) { p.Adjudication.AgreeTurns = 3 }, "does not follow"},
		"too long a game":  {func(p planned, _ game) { p.Adjudication.LongestGame = 5 }, "yet it went on"},
	} {
		planned, game := m.planned, played
		game.Thoughts = slices.Clone(played.Thoughts)
		c.forge(&planned, &game)
		game.Record.Outcome = game.Outcome
		if err := referee.Verify(planned, game, pileRules(t, game), limitTags(planned.Controls)); err == nil ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
}
