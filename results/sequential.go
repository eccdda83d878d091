package results

import (
	"cmp"
	"fmt"
	"iter"

	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// TestStanding is the state or the result of a sequential test of two players.
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

// NewTest returns a gauge for the test of a settled spec, without games.
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
	t.begun, err = t.standing.OnPairs()
	t.Restart(spec)
	return t, err
}

// Restart forgets all games. It implements session.Gauge.
func (t *TestGauge) Restart(spec tournament.Spec) {
	begun := TestStanding{SPRT: t.standing.SPRT, Players: spec.Players}
	*t = TestGauge{spec: spec, standing: begun, begun: t.begun, sequence: t.begun}
}

// Watch counts a game and reports whether the test is decided. The two games of a pair must follow each other, as in
// the plan.
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

// Standing returns the state of the test. It fails if one of the pairs could not be counted.
func (t *TestGauge) Standing() (TestStanding, error) {
	now := t.standing
	now.Decision, now.LLR, now.Pairs = t.sequence.Decision, t.sequence.LLR, t.sequence.Sample
	now.Lower, now.Upper = t.sequence.Bounds()
	return now, t.err
}

// Openings returns the number of openings that a decided test counted; games stored from later openings do not count.
// It is 0 if the test is undecided.
func (s TestStanding) Openings() int {
	if s.Decision == stats.Undecided {
		return 0
	}
	return s.Games.Games()/2 + s.Voided
}

// ScoreText returns the first player's share of the points.
func (s TestStanding) ScoreText() string {
	if s.Games.Games() == 0 {
		return "-"
	}
	return stats.Percent(s.Games.Points()/float64(s.Games.Games()), 1)
}

// TestPath is the course of a sequential test: its state after every pair that counts, and at the end.
type TestPath struct {
	TestStanding
	Points []TestPoint
}

// TestPoint is the state of a test after one of its pairs.
type TestPoint struct {
	LLR, Lower, Upper float64
	HalfPoints        int // of the first player, in the pair
}

// FollowTest repeats a test on its games, up to its decision or to the first incomplete pair.
func FollowTest(spec tournament.Spec, games iter.Seq2[tournament.Result, error]) (path TestPath, err error) {
	test, err := NewTest(spec)
	if err != nil {
		return path, err
	}
	next, waiting := 1, map[int][]tournament.Result{} // the next opening, and games of which the partner is waited for
	for game, err := range games {
		if err != nil {
			return path, err
		}
		waiting[game.Opening] = append(waiting[game.Opening], game)
		for ; len(waiting[next]) == 2 && !test.decided(); next++ {
			before := test.standing.Games
			test.Watch(waiting[next][0])
			test.Watch(waiting[next][1])
			delete(waiting, next)
			if path.TestStanding, err = test.Standing(); err != nil {
				return path, err
			}
			if path.Games != before { // else the pair is left out for a fault
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
