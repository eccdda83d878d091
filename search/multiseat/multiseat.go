// Package multiseat has a player for games of two to four seats that searches steps depth first.
//
// With more than two seats a position has no single value. The mode ([Config].Mode) says what the player assumes about
// its opponents:
//
//   - paranoid: all opponents play against the player. Every position has one score, for the player, and alpha-beta
//     applies. A win is a proof, since it holds against all play of the opponents (Sturtevant and Korf, On Pruning
//     Techniques for Multi-Player Games, 2000).
//   - brs: between two turns of the player only one opponent chooses its turn, the one with the best reply. The tree is
//     as small as in a game of two, so the search looks much farther ahead (Schadd and Winands, Best Reply Search for
//     Multiplayer Games, 2011). The other opponents cannot pass in these games. They play the steps with the best
//     move-ordering scores (Esser, Gras, Winands, Schadd and Lanctot, Improving Best-Reply Search, 2013).
//   - maxn: each seat plays for itself. Every position has a utility vector (Luckhardt and Irani, An Algorithmic
//     Solution of N-Person Games, 1986), and only shallow pruning applies (Korf, Multi-Player Alpha-Beta Pruning,
//     1991).
//
// The search works on steps: a turn may have several steps, seats may drop out, and the seats need not act in rotation.
// search.go has the modes with one score (paranoid and brs), and this file the search of vectors.
package multiseat

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/dfs"
	"pillars/search/utility"
)

// The modes; see the package comment. Auto selects a mode by the number of seats.
const (
	bestReply = "brs"
	Paranoid  = "paranoid"
	maxN      = "maxn"
	auto      = "auto"
)

// modes lists all modes except auto.
var modes = []string{bestReply, Paranoid, maxN}

// Config is the configuration of the player. Mode maxn ignores Window, Reduction, Pruning and Quiescence.
type Config struct {
	dfs.Settings
	Mode string // one of modes, or auto
}

// modeFor returns the configured mode. For auto it returns the mode that did best in games of Pit with the given number
// of seats at equal nodes. With up to three seats that is paranoid, which also proves wins. With four seats, paranoid
// search sees no hope against three allied opponents, and best-reply search did better.
func (c *Config) modeFor(seats int) string {
	switch {
	case c.Mode != auto:
		return c.Mode
	case seats > 3:
		return bestReply
	}
	return Paranoid
}

// DefaultConfig returns a configuration with mode auto, all parts of the search on, and no limits.
func DefaultConfig() Config { return Config{Settings: dfs.DefaultSettings(), Mode: auto} }

// Bind defines flags for the fields. The names of the flags are the keys of player texts.
func (c *Config) Bind(flags *flag.FlagSet) {
	c.Settings.Bind(flags, " (modes brs and paranoid)")
	flags.StringVar(&c.Mode, "mode", c.Mode,
		"what the other seats are assumed to want: "+strings.Join(modes, ", ")+
			"; auto is brs with four seats, else paranoid")
}

// New returns a player. Name is the player's full text.
func New(name string, rules engine.Rules, config Config) (*dfs.Player, error) {
	if config.Mode != auto && !slices.Contains(modes, config.Mode) {
		return nil, fmt.Errorf("multiseat: mode=%s: must be auto or one of %s", config.Mode, strings.Join(modes, ", "))
	}
	newTree := func(evaluator eval.Evaluator, table *dfs.Table) (*dfs.Tree, error) {
		return &newSearcher(&config, rules, evaluator, table).Tree, nil
	}
	const threads, storeEvaluations = 1, false
	return dfs.NewPlayer("multiseat", name, rules, &config.Settings, threads, storeEvaluations, newTree)
}

const (
	// certainty multiplies the distance of evaluations from 1/2, so that a won game is better than any evaluation.
	certainty = 0.97
	// delay makes searches prefer early wins: each step to the end brings the result nearer to 1/2 by this fraction.
	delay = 1e-4
	// slack keeps rounding errors from pruning steps that are equally good.
	slack = 1e-9
)

// shrink multiplies the distances of utilities from 1/2 by a factor.
func (s *searcher) shrink(v utility.Vector, factor float64) utility.Vector {
	for seat := range s.seats {
		v[seat] = 0.5 + (v[seat]-0.5)*factor
	}
	return v
}

// utilityOfWin returns the largest utility that a seat can have in a game that ends ply steps from the root.
func utilityOfWin(ply int) float64 { return 0.5 + 0.5*(1-delay*float64(ply)) }

// rival is a seat that acted earlier on the path to a node. By another step at its earlier position, the rival gets the
// utility least or more. If it gets less at the node, it does not choose the path to the node.
type rival struct {
	seat  engine.Seat
	least float64
}

// searchVector sets the value of level ply to the utility vector of the level's position, searched to depth further
// steps. The search may stop early if the rival r gets less than its least in the position. The vector is then inexact.
func (s *searcher) searchVector(ply, depth int, r rival) {
	l := &s.Levels[ply]
	l.Principal = l.Principal[:0]
	if depth <= 0 || ply >= maxPly {
		const flatten = 1 // evaluations count in full
		s.unsettled = true
		s.values[ply] = s.shrink(utility.Evaluate(s.evaluator, l.Position, s.seats, flatten), certainty)
		return
	}
	n := node{Node: dfs.Node{Ply: ply, Depth: depth, Key: s.key(l.Position, replyOpen)}}
	s.Probe(&n.Node)
	s.trySteps(s.list(&n), &n, r)
	s.Store(&n.Node, dfs.NoBound)
}

// trySteps sets the value of a node to the vector that the seat to act prefers among the values of its steps.
func (s *searcher) trySteps(l *dfs.Level, n *node, r rival) {
	seat, next := l.Position.Seat(), &s.Levels[n.Ply+1]
	value, found := &s.values[n.Ply], &s.values[n.Ply+1] // of the best step so far, and of the step tried last
	for i := range l.Steps {
		step := l.Pick(i)
		if _, proceed := s.Play(n.Ply, step); !proceed {
			return
		}
		matters := s.tryVector(n, seat, r)
		if s.Clock.Stopped {
			return
		}
		if !matters || n.BestStep != engine.NoStep && !s.prefers(seat, found, value) {
			continue
		}
		n.BestStep, *value = step, *found
		l.Follow(step, next)
		// Shallow pruning: this seat gets so much here that the rival gets less than its least.
		if seat != r.seat && utility.MostOfTwo(s.seats)-value[seat] < r.least-slack {
			s.Order.Reward(l, n.Ply, i, n.Depth)
			return
		}
	}
}

// tryVector sets the value of the position on the level after n. Seat acts at n. If the position cannot be better for
// this seat than the best value so far, tryVector returns false and sets no value.
func (s *searcher) tryVector(n *node, seat engine.Seat, r rival) (matters bool) {
	child, value := s.Levels[n.Ply+1].Position, &s.values[n.Ply+1]
	best := -1.0 // the seat's utility by its best step so far; -1 before the first
	if n.BestStep != engine.NoStep {
		best = s.values[n.Ply][seat]
	}
	switch {
	case child.Over():
		*value = s.shrink(child.Outcome().Scores, 1-delay*float64(n.Ply+1))
		return true
	case s.Trail.Drawn(child):
		*value = utility.Even(s.seats)
		return true
	case best > utilityOfWin(n.Ply+2)+slack: // the game would end two steps from n at the earliest
		return false
	}
	nextRival := rival{seat: seat, least: best}
	if r.seat == seat {
		nextRival.least = max(best, r.least)
	}
	length := s.Trail.Enter(child)
	s.searchVector(n.Ply+1, n.Depth-1, nextRival)
	s.Trail.Leave(length)
	return true
}

// prefers reports whether a seat prefers vector a to vector b: if it gets more in a. On a tie it prefers less for the
// searching seat, because the search expects the worst, and then less for the other seats in order, so that the result
// does not depend on the order of steps.
func (s *searcher) prefers(seat engine.Seat, a, b *utility.Vector) bool {
	switch {
	case a[seat] != b[seat]:
		return a[seat] > b[seat]
	case a[s.root] != b[s.root]:
		return a[s.root] < b[s.root]
	}
	for other := range s.seats {
		if a[other] != b[other] {
			return a[other] < b[other]
		}
	}
	return false
}

// scoreOf returns the searching seat's score for a vector. It undoes the effect of certainty.
func (s *searcher) scoreOf(v *utility.Vector) search.Score {
	return search.FromExpectation(min(1, max(0, 0.5+(v[s.root]-0.5)/certainty)))
}
