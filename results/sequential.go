package results

import (
	"cmp"
	"fmt"
	"iter"

	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// TestStanding is the current state of a sequential test of two players.
type TestStanding struct {
	stats.SPRT
	Players      []string
	Decision     stats.Decision
	LLR          float64
	Lower, Upper float64           // values of LLR that decide the test, corrected for the overshoot
	Pairs        stats.Pentanomial // results of the first player in pairs of games
	Games        stats.WDL         // results of the first player in the games of these pairs
	Voided       int               // number of pairs left out because of a fault
}

// TestGauge updates a sequential test with each finished game, in the order of the plan.
type TestGauge struct {
	spec     tournament.Spec
	standing TestStanding // without the fields that sequence holds
	empty    stats.Sequence
	sequence stats.Sequence
	half     *tournament.Result // first game of a pair whose second game is missing; nil between pairs
	err      error
}

// NewTest returns a gauge without games for the sequential test of a settled spec. It returns an error if the spec has
// no sequential test or an invalid one.
func NewTest(spec tournament.Spec) (*TestGauge, error) {
	test := spec.Traits().Test
	if test == nil {
		return nil, fmt.Errorf("format %s has no sequential test", spec.Format)
	}
	model, err := stats.ModelNamed(test.Model)
	if err != nil {
		return nil, err
	}
	t := &TestGauge{standing: TestStanding{SPRT: stats.SPRT{
		Elo0: test.Elo0, Elo1: test.Elo1, Alpha: test.Alpha, Beta: test.Beta, Model: model,
	}}}
	t.empty, err = t.standing.OnPairs()
	t.Restart(spec)
	return t, err
}

// Restart forgets all games. It implements session.Gauge.
func (t *TestGauge) Restart(spec tournament.Spec) {
	standing := TestStanding{SPRT: t.standing.SPRT, Players: spec.Players}
	*t = TestGauge{spec: spec, standing: standing, empty: t.empty, sequence: t.empty}
}

// Watch counts a game and reports whether the test is decided. The games of a pair must follow each other.
func (t *TestGauge) Watch(r tournament.Result) bool {
	if t.half == nil {
		t.half = &r
		return t.decided()
	}
	pair := [2]tournament.Result{*t.half, r}
	t.half = nil
	if t.spec.OnFault == tournament.FaultVoid && (pair[0].Faulted() || pair[1].Faulted()) {
		t.standing.Voided++
		return t.decided()
	}
	halfPoints := 0
	for _, game := range pair {
		score := game.Outcome.Score(0)
		if game.Players[0] != t.spec.Players[0] {
			score = 1 - score
		}
		halfPoints += int(2 * score)
		t.standing.Games = t.standing.Games.Plus(stats.OneGame(score))
	}
	next, err := t.sequence.Next(halfPoints)
	t.sequence, t.err = next, cmp.Or(t.err, err)
	return t.decided()
}

func (t *TestGauge) decided() bool { return t.err != nil || t.sequence.Decision != stats.Undecided }

// Standing returns the state of the test. It returns an error if a pair could not be counted.
func (t *TestGauge) Standing() (TestStanding, error) {
	now := t.standing
	now.Decision, now.LLR, now.Pairs = t.sequence.Decision, t.sequence.LLR, t.sequence.Sample
	now.Lower, now.Upper = t.sequence.Bounds()
	return now, t.err
}

// Openings returns the number of openings that the test used until it was decided, or 0 if it is undecided.
func (s TestStanding) Openings() int {
	if s.Decision == stats.Undecided {
		return 0
	}
	return s.Games.Games()/2 + s.Voided
}

// ScoreText returns the first player's mean score in percent, or a dash without games.
func (s TestStanding) ScoreText() string {
	if s.Games.Games() == 0 {
		return "-"
	}
	return stats.Percent(s.Games.Points()/float64(s.Games.Games()), 1)
}

// TestPath is the history of a sequential test.
type TestPath struct {
	TestStanding // the final state
	Points       []TestPoint
}

// TestPoint is the state of a sequential test after a pair of games that counts.
type TestPoint struct {
	LLR, Lower, Upper float64
	HalfPoints        int // points of the first player in the pair, times two
}

// FollowTest repeats a sequential test on its stored games. It stops when the test is decided or at the first opening,
// in the order of the plan, whose pair is incomplete.
func FollowTest(spec tournament.Spec, games iter.Seq2[tournament.Result, error]) (path TestPath, err error) {
	test, err := NewTest(spec)
	if err != nil {
		return path, err
	}
	opening := 1                             // whose pair the test needs next
	waiting := map[int][]tournament.Result{} // games that the test has not used, by opening
	for game, err := range games {
		if err != nil {
			return path, err
		}
		waiting[game.Opening] = append(waiting[game.Opening], game)
		for ; len(waiting[opening]) == 2 && !test.decided(); opening++ {
			before := test.standing.Games
			test.Watch(waiting[opening][0])
			test.Watch(waiting[opening][1])
			delete(waiting, opening)
			if path.TestStanding, err = test.Standing(); err != nil {
				return path, err
			}
			if path.Games != before { // a pair with a fault may not count
				halfPoints := int(2 * (path.Games.Points() - before.Points()))
				path.Points = append(path.Points, TestPoint{path.LLR, path.Lower, path.Upper, halfPoints})
			}
		}
		if test.decided() {
			break
		}
	}
	path.TestStanding, err = test.Standing()
	return path, err
}
