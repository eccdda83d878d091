package results

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// TestStanding is the current state of a sequential test of two players.
type TestStanding struct {
	stats.SPRT
	Players      []string
	Decision     stats.Decision
	LLR          float64        // log-likelihood ratio of the hypotheses
	Lower, Upper float64        // values of LLR that decide the test, see [stats.Sequence.Bounds]
	Counts       stats.Openings // element i: number of openings in which the first player won i half points
	Compared     stats.WDL      // results of comparing each seat of the first player with each seat of the other
	Voided       int            // number of openings left out because of a fault
	voidedList   []int          // numbers of the voided openings, from 1
}

// TestGauge updates a sequential test with each finished game. Games may come in any order. The test uses the openings
// in the order of the plan, each when all its games and all earlier openings are there.
type TestGauge struct {
	spec     tournament.Spec
	open     rounds.Gatherer[tournament.Result]
	complete map[int][]tournament.Result // openings that the test has not used yet, by number
	next     int                         // number of the opening that the test uses next
	standing TestStanding                // [TestGauge.Standing] adds the fields that come from sequence
	empty    stats.Sequence              // the test without games
	sequence stats.Sequence              // the test after the openings used
	err      error                       // an error of sequence
}

// NewTest returns a gauge without games for the sequential test of spec, which [tournament.Spec.Settle] has completed.
// seats is the number of seats of every game. NewTest returns an error if the spec has no sequential test or an invalid
// one.
func NewTest(spec tournament.Spec, seats int) (*TestGauge, error) {
	test := spec.Format.Test
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
	t.open.Size = spec.RoundGames(seats)
	t.empty, err = t.standing.OnOpenings(seats)
	t.Restart(spec)
	return t, err
}

// Restart forgets all games. It implements session.Gauge.
func (t *TestGauge) Restart(spec tournament.Spec) {
	standing := TestStanding{SPRT: t.standing.SPRT, Players: spec.Players}
	*t = TestGauge{spec: spec, open: rounds.Gatherer[tournament.Result]{Size: t.open.Size}, next: 1, standing: standing,
		complete: map[int][]tournament.Result{}, empty: t.empty, sequence: t.empty}
}

// Watch counts a game and reports whether the test is decided or has failed with an error.
func (t *TestGauge) Watch(r tournament.Result) bool {
	if games := t.open.Add(r.Round(), r); games != nil {
		t.complete[r.Opening] = games
	}
	for ; t.complete[t.next] != nil && !t.decided(); t.next++ {
		t.use(t.complete[t.next])
		delete(t.complete, t.next)
	}
	return t.decided()
}

// use counts the games from the next opening, unless one of them is void by the rule for faults.
func (t *TestGauge) use(games []tournament.Result) {
	if slices.ContainsFunc(games, t.spec.OnFault.Voids) {
		t.standing.Voided++
		t.standing.voidedList = append(t.standing.voidedList, t.next)
		return
	}
	halves := 0
	for _, game := range games {
		halves += t.compare(game)
	}
	t.sequence, t.err = t.sequence.Next(halves)
}

// compare compares every seat of the first player with every seat of the other. It returns the half points of the first
// player: 2 for each comparison won and 1 for each tie.
func (t *TestGauge) compare(r tournament.Result) (halves int) {
	first := t.spec.Players[0]
	for seat, score := range r.Outcome.Scores[:r.Outcome.Seats] {
		for otherSeat, otherScore := range r.Outcome.Scores[:r.Outcome.Seats] {
			if r.Players[seat] == first && r.Players[otherSeat] != first {
				wonHalves := 1 + cmp.Compare(score, otherScore)
				halves += wonHalves
				t.standing.Compared = t.standing.Compared.Plus(stats.OneGame(float64(wonHalves) / 2))
			}
		}
	}
	return halves
}

// decided reports whether the test has accepted a hypothesis or failed.
func (t *TestGauge) decided() bool { return t.err != nil || t.sequence.Decision != stats.Undecided }

// Standing returns the state of the test. It returns an error if an opening could not be counted.
func (t *TestGauge) Standing() (TestStanding, error) {
	now := t.standing
	now.Decision, now.LLR, now.Counts = t.sequence.Decision, t.sequence.LLR, t.sequence.Sample
	now.Lower, now.Upper = t.sequence.Bounds()
	return now, t.err
}

// Used returns the number of the last opening that the test has read, and the numbers of the openings that the test
// left out because of a fault. Openings are numbered from 1.
func (s TestStanding) Used() (last int, voided []int) {
	return s.Counts.Count() + s.Voided, s.voidedList
}

// Unit returns the [TestUnit] of the test.
func (s TestStanding) Unit() string { return TestUnit(s.Counts.Seats()) }

// TestUnit returns the noun for an observation of a sequential test: "pair" for games of two seats, else "opening".
func TestUnit(seats int) string {
	if seats > 2 {
		return "opening"
	}
	return "pair"
}

// Share returns the share of the comparisons that the first player won. A tie counts as half. With two seats, it is the
// player's share of the points. ok is false if there is no comparison.
func (s TestStanding) Share() (share float64, ok bool) {
	n := s.Compared.Games()
	return s.Compared.Points() / float64(max(1, n)), n > 0
}

// ScoreText returns [TestStanding.Share] in percent, or "-".
func (s TestStanding) ScoreText() string {
	share, ok := s.Share()
	if !ok {
		return "-"
	}
	return stats.Percent(share, 1)
}

// FollowTest repeats a sequential test on its stored games. It stops when the test is decided.
func FollowTest(spec tournament.Spec, games iter.Seq2[tournament.Result, error]) (TestStanding, error) {
	test, err := NewTest(spec, 2) // replaced at the first game if that has more seats
	if err != nil {
		return TestStanding{}, err
	}
	for game, err := range games {
		if seats := game.Outcome.Seats; err == nil && seats != test.sequence.Sample.Seats() {
			test, err = NewTest(spec, seats)
		}
		if err != nil {
			return TestStanding{}, err
		}
		if test.Watch(game) {
			break
		}
	}
	return test.Standing()
}
