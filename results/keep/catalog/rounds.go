package catalog

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"pillars/results"
	"pillars/results/keep/store"
	"pillars/tournament"
)

// A Source is a run whose games are rated, alone or with those of other runs.
type Source struct {
	Run         string
	Rule        tournament.FaultRule // whether games with a fault count
	Openings    int                  // games from openings up to this number count; 0 for all
	OnlyPlayers bool                 // as in [openings.Source]: the openings say nothing about seats

	opening func(int) int     // returns the number that an opening has in all runs; nil for one run
	players map[string]string // the names under which players are rated, by the names in the games
}

// Has reports whether the source includes games from an opening.
func (s Source) Has(opening int) bool { return s.Openings == 0 || opening <= s.Openings }

// rounds holds openings whose games had equal results: the games from one of them, in no order, and the number of
// openings. The turns of a game are the sum over all these openings. A game without an opening is a round of its own.
type rounds struct {
	games []results.Game
	count int
}

// roundsOf groups the openings of runs whose games have the same players and scores. It leaves out games that do not
// count by the rule for faults.
func roundsOf(ctx context.Context, db *store.Store, sources ...Source) ([]rounds, error) {
	g := &grouping{}
	for _, source := range sources {
		g.source, g.numbers = source, map[string]int{}
		if err := db.EachRow(ctx, source.Run, g.add); err != nil {
			return nil, err
		}
	}
	return g.rounds(), nil
}

// A grouping collects games. It stores each list of players or scores once, since few of them differ.
type grouping struct {
	source  Source
	numbers map[string]int // indexes in results, by the stored players and scores of the source
	results []results.Game // without turns
	games   []groupedGame
	key     []byte // the stored players and scores of the last game
}

type groupedGame struct{ opening, result, turns int32 } // small, as there are millions

// add adds a game. A game without an opening gets an opening of its own, with a number below 0.
func (g *grouping) add(row store.Row) error {
	if row.Fault != "" && g.source.Rule == tournament.FaultVoid || !g.source.Has(row.Opening) {
		return nil
	}
	g.key = append(append(g.key[:0], row.Players...), row.Scores...)
	number, known := g.numbers[string(g.key)]
	if !known {
		names, outcome, err := row.Outcome()
		if err != nil {
			return fmt.Errorf("players %s, scores %s: %w", row.Players, row.Scores, err)
		}
		for i, name := range names {
			names[i] = cmp.Or(g.source.players[name], name)
		}
		number = len(g.results)
		g.results = append(g.results, results.Game{Players: names, Scores: outcome.Scores[:outcome.Seats]})
		g.numbers[string(g.key)] = number
	}
	opening := row.Opening
	switch {
	case opening == 0:
		opening = -1 - len(g.games)
	case g.source.opening != nil:
		opening = g.source.opening(opening)
	}
	g.games = append(g.games, groupedGame{int32(opening), int32(number), int32(row.Turns)})
	return nil
}

// rounds joins the games from each opening, and openings with equal results. It sorts the games.
func (g *grouping) rounds() []rounds {
	slices.SortFunc(g.games, func(a, b groupedGame) int {
		return cmp.Or(cmp.Compare(a.opening, b.opening), cmp.Compare(a.result, b.result))
	})
	var all []rounds
	numbers := map[string]int{} // indexes in all, by the results of a round's games
	var key []byte
	start := 0
	for i, game := range g.games {
		key = binary.AppendUvarint(key, uint64(game.result))
		if i+1 < len(g.games) && g.games[i+1].opening == game.opening {
			continue
		}
		number, known := numbers[string(key)]
		if !known {
			number = len(all)
			numbers[string(key)] = number
			all = append(all, rounds{})
			for _, game := range g.games[start : i+1] {
				all[number].games = append(all[number].games, g.results[game.result])
			}
		}
		all[number].count++
		for j, game := range g.games[start : i+1] {
			all[number].games[j].Turns += int(game.turns)
		}
		key, start = key[:0], i+1
	}
	return all
}
