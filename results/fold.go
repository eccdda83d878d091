package results

import (
	"fmt"

	"pillars/results/rating"
	"pillars/results/stats"
)

// Fold gathers what games say about their players, one by one or many at a time, as they come: a [Standing] of all so far can be had at any time. It
// keeps no games but what came of those from shared openings: its size depends on the number of players, of openings with different results and, of games
// added one by one, on how many name an opening.
type Fold struct {
	names    []string // of players, by number, in the order in which they came
	players  map[string]int
	openings map[string]int
	table    *rating.Results
	tallies  []playerTally      // by player
	first    stats.WDL          // of the first seat
	means    stats.OpeningMeans // of the first seat's scores
}

// playerTally adds up the games of a player.
type playerTally struct {
	wdl   stats.WDL
	turns int
}

// ResultGroup is a number of openings from which two-seat games had equal results.
type ResultGroup struct {
	Games []GroupedGame // all from one of the openings
	Count int           // of openings
}

// GroupedGame is a game of each opening of a group.
type GroupedGame struct {
	Players [2]string // by seat
	Score   float64   // of the first seat: 0, 1/2 or 1
	Turns   int       // of these games of all the openings together; 0 where it is not known
}

// NewFold makes an empty fold.
func NewFold() *Fold {
	return &Fold{players: map[string]int{}, openings: map[string]int{}, table: rating.NewResults(0)}
}

// player is the number of a player, who gets one at his first game.
func (f *Fold) player(name string) int {
	number, ok := f.players[name]
	if !ok {
		number = len(f.names)
		f.players[name] = number
		f.names = append(f.names, name)
		f.tallies = append(f.tallies, playerTally{})
		f.table.Grow(number + 1)
	}
	return number
}

// Plays reports whether a player has games.
func (f *Fold) Plays(name string) bool {
	_, ok := f.players[name]
	return ok
}

// numberOf numbers openings from 1; 0 is none.
func numberOf(openings map[string]int, name string) int {
	if name == "" {
		return 0
	}
	number, ok := openings[name]
	if !ok {
		number = len(openings) + 1
		openings[name] = number
	}
	return number
}

// Add counts a game. It fails, and counts nothing, on a game that cannot be.
func (f *Fold) Add(g GameResult) error {
	if fault := g.fault(); fault != "" {
		return fmt.Errorf("(%q against %q): %s", g.Players[0], g.Players[1], fault)
	}
	game := rating.Game{First: f.player(g.Players[0]), Second: f.player(g.Players[1]), Score: g.Score, Opening: numberOf(f.openings, g.Opening)}
	if err := f.table.Add(game); err != nil {
		return err
	}
	f.tally(game, 1, g.Turns)
	f.means.Add(g.Opening, g.Score)
	return nil
}

// AddGroup counts equal results. It fails, and counts nothing, on results that cannot be.
func (f *Fold) AddGroup(g ResultGroup) error {
	for _, game := range g.Games {
		if fault := (GameResult{Players: game.Players, Score: game.Score, Turns: game.Turns}).fault(); fault != "" {
			return fmt.Errorf("(%q against %q): %s", game.Players[0], game.Players[1], fault)
		}
	}
	if g.Count < 0 {
		return fmt.Errorf("%d openings: give 0 or more", g.Count)
	}
	var games []rating.Game
	total := stats.Total{Games: len(g.Games)}
	for _, one := range g.Games {
		game := rating.Game{First: f.player(one.Players[0]), Second: f.player(one.Players[1]), Score: one.Score}
		f.tally(game, g.Count, one.Turns)
		games = append(games, game)
		total.Sum += one.Score
	}
	if len(games) > 0 {
		f.means.AddMany(total, g.Count)
	}
	return f.table.AddOpenings(games, g.Count)
}

// tally counts a result for both players and for the first seat.
func (f *Fold) tally(g rating.Game, count, turns int) {
	first := stats.WDL{Draws: count}
	switch g.Score {
	case 1:
		first = stats.WDL{Wins: count}
	case 0:
		first = stats.WDL{Losses: count}
	}
	second := stats.WDL{Wins: first.Losses, Draws: first.Draws, Losses: first.Wins}
	f.first = f.first.Plus(first)
	f.tallies[g.First].add(first, turns)
	f.tallies[g.Second].add(second, turns)
}

func (t *playerTally) add(wdl stats.WDL, turns int) {
	t.wdl = t.wdl.Plus(wdl)
	t.turns += turns
}
