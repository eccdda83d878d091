// Package results says what stored games mean to people: it folds them into a [Standing], which prints as a table and writes itself for programs. The
// mathematics is in package stats; nothing is counted on the side, so a standing can be made again from the games at any time.
package results

import (
	"fmt"
	"slices"

	"pillars/results/stats"
)

// GameResult is what a [Standing] needs to know of a finished two-seat game.
type GameResult struct {
	Players [2]string // by seat
	Score   float64   // of the first seat: 0, 1/2 or 1
	Turns   int
	Pair    string // names the pair it belongs to, the two games from one opening with the seats swapped; empty for a game by itself
}

// StandingOptions say how a standing is made. The zero value is the usual way.
type StandingOptions struct {
	Players []string           // shown even without games
	Anchors map[string]float64 // players whose Elo is given; without any, Elo averages 0
	Scale   float64            // log odds in a point of rating; 0 for that of Elo, [stats.LogisticScale]
}

// Standing is the state of a tournament: a row per player, the strongest first, and what the seats were worth.
type Standing struct {
	Rows           []Row
	Games          int
	Draws          int
	FirstScore     stats.Estimate // mean score of the first seat, with its anytime interval
	FirstAdvantage stats.Estimate // in Elo
	DrawRate       stats.Estimate // between equal players and seats, 0 to 1
	Pools          int            // scales among the ratings: ratings compare only within one
	Anchored       bool
}

// Row is one player's line. A game against himself counts for both sides.
type Row struct {
	Rank      int // from 1
	Player    string
	Rating    stats.Rating
	WDL       stats.WDL
	MeanTurns float64 // 0 without games
}

// NewStanding rates the players of a list of games. It fails on a game that cannot be, naming its place in the list, and on an anchor who does not
// play.
func NewStanding(games []GameResult, o StandingOptions) (Standing, error) {
	f := newFold(games, o.Players)
	list, err := f.read(games)
	if err != nil {
		return Standing{}, err
	}
	anchors := map[int]float64{}
	for name, elo := range o.Anchors {
		number, ok := f.players[name]
		if !ok {
			return Standing{}, fmt.Errorf("standing: anchor %q does not play: anchor one of %q", name, f.names)
		}
		anchors[number] = elo
	}
	table := stats.NewResults(len(f.names))
	for i, g := range list {
		if err := table.Add(g); err != nil {
			return Standing{}, fmt.Errorf("standing: game %d of %d: %w", i+1, len(list), err)
		}
	}
	ratings, err := stats.Rate(table, stats.RatingOptions{Scale: o.Scale, Anchors: anchors})
	if err != nil {
		return Standing{}, fmt.Errorf("standing: %w", err)
	}
	return f.standing(list, ratings), nil
}

// fold gathers what a list of games says about each player. Players are numbered by name, so that the order of the games does not matter.
type fold struct {
	names   []string
	players map[string]int
	pairs   map[string]int
	tallies []stats.WDL
	turns   []int
}

func newFold(games []GameResult, more []string) *fold {
	f := &fold{players: map[string]int{}, pairs: map[string]int{}}
	add := func(name string) {
		if _, ok := f.players[name]; !ok {
			f.players[name] = 0
			f.names = append(f.names, name)
		}
	}
	for _, g := range games {
		add(g.Players[0])
		add(g.Players[1])
	}
	for _, name := range more {
		add(name)
	}
	slices.Sort(f.names)
	for number, name := range f.names {
		f.players[name] = number
	}
	f.tallies = make([]stats.WDL, len(f.names))
	f.turns = make([]int, len(f.names))
	return f
}

// read turns names of players and pairs into numbers and counts each player's results.
func (f *fold) read(games []GameResult) ([]stats.Game, error) {
	list := make([]stats.Game, len(games))
	for i, g := range games {
		if fault := g.fault(); fault != "" {
			return nil, fmt.Errorf("standing: game %d of %d (%q against %q): %s", i+1, len(games), g.Players[0], g.Players[1], fault)
		}
		first, second := f.players[g.Players[0]], f.players[g.Players[1]]
		list[i] = stats.Game{First: first, Second: second, Score: g.Score, Pair: f.pair(g.Pair)}
		forFirst, forSecond := stats.WDL{Draws: 1}, stats.WDL{Draws: 1}
		switch g.Score {
		case 1:
			forFirst, forSecond = stats.WDL{Wins: 1}, stats.WDL{Losses: 1}
		case 0:
			forFirst, forSecond = stats.WDL{Losses: 1}, stats.WDL{Wins: 1}
		}
		f.tallies[first] = f.tallies[first].Plus(forFirst)
		f.tallies[second] = f.tallies[second].Plus(forSecond)
		f.turns[first] += g.Turns
		f.turns[second] += g.Turns
	}
	return list, nil
}

// fault says what is wrong with a result and what to do, or nothing.
func (g GameResult) fault() string {
	switch {
	case g.Players[0] == "" || g.Players[1] == "":
		return "a player without a name: name both"
	case g.Turns < 0:
		return fmt.Sprintf("%d turns: give 0 or more", g.Turns)
	case g.Score != 0 && g.Score != .5 && g.Score != 1:
		return fmt.Sprintf("score %v of the first seat: give 0, 0.5 or 1", g.Score)
	}
	return ""
}

// pair numbers pairs from 1; 0 is none.
func (f *fold) pair(name string) int {
	if name == "" {
		return 0
	}
	number, ok := f.pairs[name]
	if !ok {
		number = len(f.pairs) + 1
		f.pairs[name] = number
	}
	return number
}

// standing puts rows and figures together.
func (f *fold) standing(list []stats.Game, ratings *stats.Ratings) Standing {
	s := Standing{Games: len(list), FirstAdvantage: ratings.Advantage, DrawRate: ratings.DrawRate, Pools: ratings.Pools}
	points := 0.
	for _, g := range list {
		points += g.Score
		if g.Score == .5 {
			s.Draws++
		}
	}
	s.FirstScore = stats.MeanScore(points, len(list))
	for i, p := range ratings.Order() {
		row := Row{Rank: i + 1, Player: f.names[p], Rating: ratings.Players[p], WDL: f.tallies[p]}
		if n := row.WDL.Games(); n > 0 {
			row.MeanTurns = float64(f.turns[p]) / float64(n)
		}
		s.Anchored = s.Anchored || row.Rating.Mark == stats.Anchored
		s.Rows = append(s.Rows, row)
	}
	return s
}
