package advantage

import (
	"cmp"
	"maps"
	"slices"

	"pillars/results/stats"
)

// Level is the confidence of every interval here. Those of several seats hold together at it.
const Level = .95

// Summary is what the games of a [Fold] say. All intervals are anytime-valid at the 95 % level, each by itself but for those of Seats and of Wins,
// which hold for all seats together. Scores are from 0 to 1, draws as one half.
type Summary struct {
	Games    int              // all that were added
	Faults   int              // that a player's fault ended; their rounds count for nothing
	Rounds   int              // complete rounds without a fault
	Distinct int              // rounds that differ in their moves: only these count in all that follows
	First    Tally            // games of the first seat
	Seats    []stats.Estimate // mean score by seat; equal seats have 1/2 each
	Wins     []stats.Estimate // share of games won alone, by seat
	All      stats.Estimate   // mean score of the first seat over all rounds, repeated ones too: what these very players score
	Draws    stats.Estimate   // share of games in which all seats score the same
	Opener   stats.Estimate   // score of who opened the play after the set-up; absent where it is always the same seat
	Chooser  stats.Estimate   // score of who chose first at the end of the set-up
	Given    []GivenScore     // the first seat's score by who opened and by men, in that order; none where it is always the same
}

// Rough reports whether so few rounds differ that what comes first is not like what comes late: intervals of different rounds may not hold then.
func (s Summary) Rough() bool { return few(s.Distinct, s.Rounds) }

// few reports whether under nine tenths are different.
func few(different, all int) bool { return 10*different < 9*all }

// GivenScore is the first seat's score in the games with something in common.
type GivenScore struct {
	Given
	Tally
	Score stats.Estimate
}

// Distinct is the number of rounds so far that differ in their moves.
func (f *Fold) Distinct() int { return f.counts.rounds - f.counts.repeated }

// Idle is the number of rounds since the last that was new.
func (f *Fold) Idle() int { return f.counts.idle }

// First is the score of the first seat so far.
func (f *Fold) First() stats.Estimate { return f.score(0) }

// HalfWidth is half the width of the widest interval of a seat's score, 1/2 without games.
func (f *Fold) HalfWidth() float64 {
	if f.Distinct() == 0 {
		return .5
	}
	widest := 0.
	for seat := range f.seats {
		e := f.score(seat)
		widest = max(widest, (e.High-e.Low)/2)
	}
	return widest
}

// score is a seat's score. Of two seats one score says both, so that there is only one interval to hold.
func (f *Fold) score(seat int) stats.Estimate {
	intervals := f.seats
	if f.seats == 2 {
		intervals = 1
	}
	return f.counts.points[seat].estimate(together(intervals))
}

// Summary is what the games so far say.
func (f *Fold) Summary() Summary {
	c := &f.counts
	s := Summary{
		Games: c.games, Faults: c.faults, Rounds: c.rounds, Distinct: f.Distinct(), First: c.first,
		All:   c.all.estimate(Level),
		Draws: c.drawn.estimate(Level), Chooser: c.chooser.estimate(Level),
	}
	for seat := range f.seats {
		s.Seats = append(s.Seats, f.score(seat))
		s.Wins = append(s.Wins, c.wins[seat].estimate(together(f.seats)))
	}
	if len(openers(c.given)) > 1 {
		s.Opener = c.opener.estimate(Level)
	}
	if len(c.given) > 1 {
		s.Given = c.scores()
	}
	return s
}

// scores lists the scores by what is given.
func (c *counts) scores() (scores []GivenScore) {
	order := func(a, b Given) int { return cmp.Or(cmp.Compare(a.Opener, b.Opener), cmp.Compare(a.Men, b.Men)) }
	for _, given := range slices.SortedFunc(maps.Keys(c.given), order) {
		at := c.given[given]
		scores = append(scores, GivenScore{given, at.tally, at.estimate(Level)})
	}
	return scores
}

// openers are the seats that opened.
func openers(given map[Given]*cell) map[int]bool {
	seats := map[int]bool{}
	for g := range given {
		seats[int(g.Opener)] = true
	}
	return seats
}

// together is the level of each of several intervals that are to hold together. (C. Bonferroni, Teoria statistica delle classi, 1936.)
func together(intervals int) float64 { return 1 - (1-Level)/float64(intervals) }
