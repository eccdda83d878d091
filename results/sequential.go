package results

import (
	"cmp"
	"maps"
	"slices"

	"pillars/results/stats"
	"pillars/tournament"
)

// TestStanding is how a sequential test of two players stands, or how it ended.
type TestStanding struct {
	stats.SPRT
	Players      []string
	Decision     stats.Decision
	LLR          float64
	Lower, Upper float64 // bounds of LLR, corrected for the overshoot
	Pairs        stats.Pentanomial
	Games        stats.WDL // of these pairs, for the first player
	Voided       int       // pairs left out for a fault
}

// TestGauge follows a sequential test pair by pair in the order of the plan.
type TestGauge struct {
	spec     tournament.Spec
	standing TestStanding // but for what the sequence knows
	begun    stats.Sequence
	sequence stats.Sequence
	half     *tournament.Result // the first game of a pair that is not complete
	err      error
}

// NewTest begins the test of a settled spec.
func NewTest(spec tournament.Spec) (*TestGauge, error) {
	model, err := stats.ModelNamed(spec.Test.Model)
	if err != nil {
		return nil, err
	}
	t := &TestGauge{standing: TestStanding{SPRT: stats.SPRT{
		Elo0: spec.Test.Elo0, Elo1: spec.Test.Elo1, Alpha: spec.Test.Alpha, Beta: spec.Test.Beta, Model: model,
	}}}
	t.begun, err = t.standing.OnPairs()
	t.Restart(spec)
	return t, err
}

// Restart begins it anew, as the gauge of a session.
func (t *TestGauge) Restart(spec tournament.Spec) {
	begun := TestStanding{SPRT: t.standing.SPRT, Players: spec.Players}
	*t = TestGauge{spec: spec, standing: begun, begun: t.begun, sequence: t.begun}
}

// Watch counts a game and reports whether the test is decided. The two games of a pair follow each other: that is how
// the plan orders them.
func (t *TestGauge) Watch(r tournament.Result) bool {
	if t.half == nil {
		t.half = &r
		return t.decided()
	}
	other := *t.half
	t.half = nil
	if t.spec.OnFault == tournament.FaultVoid && (r.Faulted() || other.Faulted()) {
		t.standing.Voided++
		return t.decided()
	}
	halfPoints := 0
	for _, game := range []tournament.Result{other, r} {
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

// Standing is how the test stands. It fails if one of the pairs could not be counted.
func (t *TestGauge) Standing() (TestStanding, error) {
	now := t.standing
	now.Decision, now.LLR, now.Pairs = t.sequence.Decision, t.sequence.LLR, t.sequence.Sample
	now.Lower, now.Upper = t.sequence.Bounds()
	return now, t.err
}

// Openings are those that a decided test looked at: stored games from later ones have no part in it. It is 0 for a test
// that is not decided.
func (s TestStanding) Openings() int {
	if s.Decision == stats.Undecided {
		return 0
	}
	return s.Games.Games()/2 + s.Voided
}

// ScoreText is the first player's share of the points.
func (s TestStanding) ScoreText() string {
	if s.Games.Games() == 0 {
		return "-"
	}
	return stats.Percent(s.Games.Points()/float64(s.Games.Games()), 1)
}

// TestPath is how a sequential test went: where it stood after every pair that counts, and at the end.
type TestPath struct {
	TestStanding
	Points []TestPoint
}

// TestPoint is a test after one of its pairs.
type TestPoint struct {
	LLR, Lower, Upper float64
	HalfPoints        int // of the first player, in the pair
}

// FollowTest plays a test again from its games by opening, up to the first pair that is not complete.
func FollowTest(spec tournament.Spec, pairs map[int][]tournament.Result) (path TestPath, err error) {
	test, err := NewTest(spec)
	if err != nil {
		return path, err
	}
	decided := false
	for i, opening := range slices.Sorted(maps.Keys(pairs)) {
		pair, before := pairs[opening], path.Games.Points()
		if opening != i+1 || len(pair) != 2 || decided {
			break
		}
		test.Watch(pair[0])
		decided = test.Watch(pair[1])
		if path.TestStanding, err = test.Standing(); err != nil {
			return path, err
		}
		if path.Games.Games() > 2*len(path.Points) { // else the pair is left out for a fault
			halfPoints := int(2 * (path.Games.Points() - before))
			path.Points = append(path.Points, TestPoint{path.LLR, path.Lower, path.Upper, halfPoints})
		}
	}
	path.TestStanding, err = test.Standing()
	return path, err
}
