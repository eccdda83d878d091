package advantage

import (
	"slices"

	"pillars/engine"
)

// counts are what a fold counts, of different rounds but for the first six.
type counts struct {
	games    int    // all
	faults   int    // games ended by a player's fault; their rounds are left out
	rounds   int    // complete ones without a fault
	repeated int    // rounds that were played before, move for move
	idle     int    // how many of these came last, without a new one between them
	all      sample // score of the first seat
	first    Tally
	points   []sample // by seat
	wins     []sample // by seat, share of games won alone
	drawn    sample   // share of games drawn
	opener   sample
	chooser  sample
	given    map[Given]*cell
}

// Tally counts games by what the first seat scored: all, nothing, or something between.
type Tally struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// Given is what the first seat's score can be asked for by itself: who opened the play after the set-up, and how many men stood then.
type Given struct {
	Opener engine.Seat
	Men    int
}

type cell struct {
	sample
	tally Tally
}

// enter counts a round that is new.
func (c *counts) enter(round []played) {
	for _, g := range round {
		c.first.add(g.scores[0])
	}
	for seat := range c.points {
		c.points[seat].add(mean(round, func(g played) float64 { return g.scores[seat] }))
		c.wins[seat].add(mean(round, func(g played) float64 { return one(g.scores[seat] == 1) }))
	}
	c.drawn.add(mean(round, func(g played) float64 { return one(drawn(g.scores)) }))
	if all(round, func(g played) bool { return g.roles.SetUp }) {
		c.opener.add(mean(round, func(g played) float64 { return g.scores[g.roles.Opener] }))
		c.enterGiven(round)
	}
	if all(round, func(g played) bool { return g.roles.Chosen }) {
		c.chooser.add(mean(round, func(g played) float64 { return g.scores[g.roles.Chooser] }))
	}
}

// enterGiven counts a round for what its games have in common.
func (c *counts) enterGiven(round []played) {
	given := Given{round[0].roles.Opener, round[0].roles.Men}
	if !all(round, func(g played) bool { return given == Given{g.roles.Opener, g.roles.Men} }) {
		return
	}
	at := c.given[given]
	if at == nil {
		at = &cell{}
		c.given[given] = at
	}
	for _, g := range round {
		at.tally.add(g.scores[0])
	}
	at.add(mean(round, func(g played) float64 { return g.scores[0] }))
}

// mean is the mean over the games of a round.
func mean(round []played, of func(played) float64) float64 {
	sum := 0.
	for _, g := range round {
		sum += of(g)
	}
	return min(1, sum/float64(len(round)))
}

// one is 1 for what is so and 0 for what is not.
func one(so bool) float64 {
	if so {
		return 1
	}
	return 0
}

func (t *Tally) add(score float64) {
	switch score {
	case 1:
		t.Won++
	case 0:
		t.Lost++
	default:
		t.Drawn++
	}
}

// drawn reports whether all seats have the same score.
func drawn(scores []float64) bool {
	return !slices.ContainsFunc(scores, func(s float64) bool { return s != scores[0] })
}

func all(round []played, has func(played) bool) bool {
	return !slices.ContainsFunc(round, func(g played) bool { return !has(g) })
}
