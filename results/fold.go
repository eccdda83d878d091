package results

import (
	"fmt"

	"pillars/results/stats"
)

// Fold gathers what games say about their players, one by one or many at a time, as they come: a [Standing] of all so far can be had at any time. It
// keeps no games: its size depends on the number of players, and of pairs whose games are added one by one.
type Fold struct {
	names   []string // of players, by number, in the order in which they came
	players map[string]int
	pairs   map[string]int
	table   *stats.Results
	tallies []playerTally   // by player
	first   stats.WDL       // of the first seat
	means   stats.PairMeans // of the first seat's scores
}

// playerTally adds up the games of a player.
type playerTally struct {
	wdl   stats.WDL
	turns int
}

// ResultGroup is a number of equal results of two-seat games.
type ResultGroup struct {
	Players [2]string // by seat
	Score   float64   // of the first seat: 0, 1/2 or 1
	Back    *float64  // of the first seat in the other game of the pair, in which the seats were swapped; nil for games by themselves
	Count   int       // of games, or of pairs
	Turns   int       // of all these games together; 0 where it is not known
}

// NewFold makes an empty fold.
func NewFold() *Fold {
	return &Fold{players: map[string]int{}, pairs: map[string]int{}, table: stats.NewResults(0)}
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

// pair numbers pairs from 1; 0 is none.
func (f *Fold) pair(name string) int {
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

// Add counts a game. It fails, and counts nothing, on a game that cannot be.
func (f *Fold) Add(g GameResult) error {
	if fault := g.fault(); fault != "" {
		return fmt.Errorf("(%q against %q): %s", g.Players[0], g.Players[1], fault)
	}
	game := stats.Game{First: f.player(g.Players[0]), Second: f.player(g.Players[1]), Score: g.Score, Pair: f.pair(g.Pair)}
	if err := f.table.Add(game); err != nil {
		return err
	}
	f.tally(game, 1, g.Turns)
	f.means.Add(g.Pair, g.Score)
	return nil
}

// AddGroup counts equal results. It fails, and counts nothing, on results that cannot be.
func (f *Fold) AddGroup(g ResultGroup) error {
	one := GameResult{Players: g.Players, Score: g.Score, Turns: g.Turns}
	fault := one.fault()
	if back := (GameResult{Players: g.Players}); fault == "" && g.Back != nil {
		back.Score = *g.Back
		fault = back.fault()
	}
	if fault == "" && g.Count < 0 {
		fault = fmt.Sprintf("%d games: give 0 or more", g.Count)
	}
	if fault != "" {
		return fmt.Errorf("(%q against %q): %s", g.Players[0], g.Players[1], fault)
	}
	game := stats.Game{First: f.player(g.Players[0]), Second: f.player(g.Players[1]), Score: g.Score}
	f.tally(game, g.Count, g.Turns)
	if g.Back == nil {
		f.means.AddMany(g.Score, g.Count)
		return f.table.AddMany(game, g.Count)
	}
	f.means.AddMany((g.Score+*g.Back)/2, g.Count)
	f.tally(stats.Game{First: game.Second, Second: game.First, Score: *g.Back}, g.Count, 0)
	return f.table.AddPairs(game, *g.Back, g.Count)
}

// tally counts a result for both players and for the first seat.
func (f *Fold) tally(g stats.Game, count, turns int) {
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
