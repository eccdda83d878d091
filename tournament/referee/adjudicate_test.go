package referee_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/plantest"
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

func TestAdjudication(t *testing.T) {
	type scores = []search.Score
	proven, agreed := tournament.Adjudication{Proven: true}, tournament.Adjudication{AgreeScore: 300, AgreeTurns: 2}
	both := tournament.Adjudication{Proven: true, AgreeScore: 300, AgreeTurns: 3}
	short := func(longest, agreed int) tournament.Adjudication {
		return tournament.Adjudication{AgreeScore: 1, AgreeTurns: agreed, LongestGame: longest}
	}
	cases := map[string]struct {
		rule          tournament.Adjudication
		first, second scores
		verdict       tournament.Verdict
		turns         int
		winner        engine.Seat
	}{
		"proven":                {proven, scores{0, win}, scores{0, loss}, tournament.ProvenByBoth, 4, 0},
		"proven, by the second": {proven, scores{0, loss}, scores{win}, tournament.ProvenByBoth, 3, 1},
		"one alone is not believed": {proven, scores{win, win, win}, scores{0, -2000, -100},
			tournament.TooLong, allMoves, 0},
		"two winners": {proven, scores{win, win}, scores{win, win}, tournament.TooLong, allMoves,
			0},
		"two losers": {proven, scores{loss, loss}, scores{loss, loss}, tournament.TooLong,
			allMoves, 0},
		"not at the same time": {proven, scores{win, 0}, scores{0, loss}, tournament.TooLong, allMoves,
			0},
		"seen, not proven": {proven, scores{search.Proven}, scores{-search.Proven},
			tournament.TooLong, allMoves, 0},
		"one saw it, the other proved it": {proven, scores{search.Proven}, scores{loss}, tournament.TooLong,
			allMoves, 0},
		"proven is off": {tournament.Adjudication{}, scores{win}, scores{loss}, tournament.TooLong,
			allMoves, 0},
		"agreed": {agreed, scores{300, 300}, scores{-300, -300}, tournament.AgreedByBoth, 4,
			0},
		"agreed, by the second": {agreed, scores{0, -400, -300}, scores{900, 301}, tournament.AgreedByBoth,
			5, 1},
		"too little": {agreed, scores{300, 299, 300}, scores{-300, -300, -300, 0},
			tournament.TooLong, allMoves, 0},
		"a swing sets the winner back": {agreed, scores{300, 0, 300, 300}, scores{-300, -300, -300, -300},
			tournament.AgreedByBoth, 7, 0},
		"a swing sets the loser back": {agreed, scores{300, 300, 300, 300}, scores{-300, 0, -300, -300},
			tournament.AgreedByBoth, 8, 0},
		"from one side to the other": {agreed, scores{300, -300, -300}, scores{-300, 300, 300},
			tournament.AgreedByBoth, 6, 1},
		"a draw is never agreed": {agreed, scores{0, 0, 0, 0}, scores{0, 0, 0, 0}, tournament.TooLong,
			allMoves, 0},
		"no scores at all": {both, nil, nil, tournament.TooLong, allMoves, 0},
		"proven before agreed": {both, scores{win, win, win}, scores{-400, -400, loss},
			tournament.ProvenByBoth, 6, 0},
		"agreed before proven": {both, scores{win, win, win}, scores{-400, -400, -400},
			tournament.AgreedByBoth, 6, 0},
		"agreed in the longest game's turn": {short(2, 1), scores{1}, scores{-1}, tournament.AgreedByBoth, 2, 0},
		"longest game": {tournament.Adjudication{LongestGame: 7}, nil, nil, tournament.TooLong, 7,
			0},
		"longest game, before the agreement": {short(3, 2), scores{1, 1}, scores{-1, -1}, tournament.TooLong, 3, 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			game := judged(c.rule, c.first, c.second).play(t)
			want := engine.Win(c.winner, reasons[c.verdict])
			if c.verdict == tournament.TooLong {
				want = engine.Draw(2, reasons[c.verdict])
			}
			if game.Outcome != want || game.Turns != c.turns || game.Adjudicated != c.verdict || game.Faulted() {
				t.Errorf("after %d turns %+v, want after %d %+v", game.Turns, game.Outcome, c.turns, want)
			}
		})
	}
}

// reasons holds the reasons of outcomes by verdict.
var reasons = map[tournament.Verdict]engine.Reason{
	tournament.ProvenByBoth: "adjudicated: proven by both", tournament.AgreedByBoth: "adjudicated: agreed by both",
	tournament.TooLong: "adjudicated: longest game",
}

// TestAdjudicationAgainstAModel compares games of random scores with a simple implementation of the rule, which looks
// at the last turns of each seat after every turn.
func TestAdjudicationAgainstAModel(t *testing.T) {
	score := rapid.SampledFrom([]search.Score{win, 500, 100, 99, 0, -99, -100, -500, loss})
	rapid.Check(t, func(r *rapid.T) {
		rule := tournament.Adjudication{
			Proven: rapid.Bool().Draw(r, "proven"), AgreeScore: 100, AgreeTurns: rapid.IntRange(0, 3).Draw(r, "turns"),
			LongestGame: allMoves,
		}
		scores := [2][]search.Score{rapid.SliceOfN(score, 20, 20).Draw(r, "first"),
			rapid.SliceOfN(score, 20, 20).Draw(r, "second")}
		game := judged(rule, scores[0], scores[1]).play(t)
		for turn := 1; turn < allMoves; turn++ {
			told := [2][]search.Score{scores[0][:(turn+1)/2], scores[1][:turn/2]}
			winner, verdict := modelVerdict(rule, told)
			over := verdict != tournament.Unjudged
			if over != (turn == game.Turns) || over &&
				(game.Adjudicated != verdict || game.Outcome.Scores[winner] != 1) {
				r.Fatalf("%+v, %v: the model says %q after turn %d, the game ended by %q after turn %d", rule, scores,
					verdict, turn,
					game.Outcome.Reason, game.Turns)
			}
			if over {
				return
			}
		}
	})
}

// modelVerdict returns which seat has won by the rule, given the scores that each seat has reported.
func modelVerdict(rule tournament.Adjudication, told [2][]search.Score) (int, tournament.Verdict) {
	last := func(seat, n int, holds func(search.Score) bool) bool {
		list := told[seat]
		return len(list) >= n && !slices.ContainsFunc(list[len(list)-n:],
			func(s search.Score) bool { return !holds(s) })
	}
	for winner := range 2 {
		loser := 1 - winner
		if rule.Proven && last(winner, 1, func(s search.Score) bool { return s == win }) &&
			last(loser, 1, func(s search.Score) bool { return s == loss }) {
			return winner, tournament.ProvenByBoth
		}
		if n := rule.AgreeTurns; n > 0 && last(winner, n, func(s search.Score) bool { return s >= 100 }) &&
			last(loser, n, func(s search.Score) bool { return s <= -100 }) {
			return winner, tournament.AgreedByBoth
		}
	}
	return 0, tournament.Unjudged
}

func TestLongestGameWithMoreSeats(t *testing.T) {
	cases := map[string]struct {
		leaving int
		takes   [][]engine.Step
		scores  []float64
	}{
		"all are in":           {1, [][]engine.Step{{1}, {1}, {}}, []float64{.5, .5, .5}},
		"one has left":         {1, [][]engine.Step{{3}, {1}, {}}, []float64{0, .75, .75}},
		"two have left":        {1, [][]engine.Step{{3}, {3}, {}, {}}, []float64{0, 1. / 3, 5. / 6, 5. / 6}},
		"leaving is not known": {0, [][]engine.Step{{3}, {1}, {}}, []float64{.5, .5, .5}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			planned, game := drudgeGame(t, c.leaving, tournament.Adjudication{LongestGame: 2}, c.takes...)
			want := engine.Outcome{Reason: reasons[tournament.TooLong], Seats: len(c.takes)}
			copy(want.Scores[:], c.scores)
			if game.Outcome != want {
				t.Errorf("%+v, want %+v", game.Outcome, want)
			}
			if err := referee.Verify(planned, game, pileRules(t, game)); err != nil {
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
	spec := tournament.Spec{Game: "pile", Players: names(3), Rounds: 1,
		Adjudication: tournament.Adjudication{Proven: true}}
	if _, err := spec.Settle(enginetest.Pile{}, plantest.NewFake); err == nil ||
		!strings.Contains(err.Error(), "only games of two seats, but this one has 3") {
		t.Errorf("error %v: want one that names the seats", err)
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
	planned, game := drudgeGame(t, 1, tournament.Adjudication{LongestGame: 2}, []engine.Step{1}, []engine.Step{2})
	if game.Outcome.Reason != "last in" || game.Turns != 2 {
		t.Errorf("after %d turns %q: want the end by the rules", game.Turns, game.Outcome.Reason)
	}
	if err := referee.Verify(planned, game, pileRules(t, game)); err != nil {
		t.Error(err)
	}
}

func TestVerifyFindsFalseAdjudications(t *testing.T) {
	rule := tournament.Adjudication{Proven: true, AgreeScore: 300, AgreeTurns: 2}
	m := judged(rule, []search.Score{0, 400, 400}, []search.Score{0, -400, -400})
	played := m.play(t)
	thought := func(turn int, score search.Score) func(*tournament.Planned, *tournament.Game) {
		return func(_ *tournament.Planned, g *tournament.Game) { g.Thoughts[turn-1].Score = score }
	}
	verdict := func(verdict tournament.Verdict) func(*tournament.Planned, *tournament.Game) {
		return func(_ *tournament.Planned, g *tournament.Game) { g.Adjudicated = verdict }
	}
	slept := func(_ *tournament.Planned, g *tournament.Game) { g.Fault.Kind = guard.Overrun }
	other := func(rule tournament.Adjudication) func(*tournament.Planned, *tournament.Game) {
		return func(p *tournament.Planned, _ *tournament.Game) { p.Adjudication = rule }
	}
	forgeries := map[string]struct {
		forge func(*tournament.Planned, *tournament.Game)
		says  string
	}{
		"a score short of it": {thought(5, 299), "does not follow"},
		"agreed earlier": {func(p *tournament.Planned,
			g *tournament.Game) {
			thought(1, 300)(p, g)
			thought(2, -300)(p, g)
		}, "yet it went on"},
		"the other winner": {func(_ *tournament.Planned,
			g *tournament.Game) {
			g.Outcome.Scores = [4]float64{0, 1}
		}, "was to be"},
		"another reason":       {verdict(tournament.ProvenByBoth), "was to be"},
		"no verdict":           {verdict(tournament.Unjudged), "was to be"},
		"a fault in its place": {slept, "was to be"},
		"fewer thoughts": {func(_ *tournament.Planned, g *tournament.Game) { g.Thoughts = g.Thoughts[:5] },
			"5 for 6 turns"},
		"no such rule":    {other(tournament.Adjudication{}), "does not follow"},
		"a stricter rule": {other(tournament.Adjudication{AgreeScore: 301, AgreeTurns: 3}), "does not follow"},
		"too long a game": {other(tournament.Adjudication{LongestGame: 5}),
			"longest game after turn 5, yet it went on"},
	}
	for name, c := range forgeries {
		planned, game := m.planned, played
		game.Thoughts = slices.Clone(played.Thoughts)
		c.forge(&planned, &game)
		game.Record.Outcome = game.Outcome
		if err := referee.Verify(planned, game, pileRules(t, game)); err == nil ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
}
