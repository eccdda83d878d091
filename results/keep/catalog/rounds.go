package catalog

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"pillars/results"
	"pillars/results/keep/store"
	"pillars/tournament"
)

// A Source is a run whose games are rated, and which of its games count.
type Source struct {
	Run         string
	Rule        tournament.FaultRule // decides whether games with a fault count
	Openings    int                  // only games from openings up to this number count; 0 for all, -1 for none
	LeftOut     []int                // numbers of openings whose games do not count
	OnlyPlayers bool                 // the openings say nothing about seats, as in [openings.Source]

	opening func(int) int     // returns the number that all runs share for an opening of this run; nil for one run
	players map[string]string // the name under which a player is rated, by the name in the games; other names stay
}

// Has reports whether the games from an opening count.
func (s Source) Has(opening int) bool {
	return (s.Openings == 0 || opening <= s.Openings) && !slices.Contains(s.LeftOut, opening)
}

// voids reports whether a game does not count because of its fault.
func (s Source) voids(row store.Row) bool { return row.Fault != "" && s.Rule == tournament.FaultVoid }

// rounds holds openings whose games had equal players and scores. Its games stand for the games from each of these
// openings; the turns of each game are the sum over all the openings. A game without an opening is a round of its own.
type rounds struct {
	games []results.Game
	count int      // the number of openings
	names []string // names of the openings: their numbers; of several runs, after the run's id and a slash
}

// roundsOf groups the openings of all sources by the players and scores of their games. It leaves out games that do not
// count.
func roundsOf(ctx context.Context, db *store.Store, sources ...Source) ([]rounds, error) {
	g := &grouping{names: map[int32]string{}}
	for _, source := range sources {
		g.source, g.numbers = source, map[string]int{}
		if err := db.EachRow(ctx, source.Run, g.add); err != nil {
			return nil, err
		}
	}
	return g.rounds(), nil
}

// A grouping collects games. Few results differ, so it stores each list of players and scores once.
type grouping struct {
	source  Source         // the source of the games that are being added
	numbers map[string]int // indexes in results, by the stored players and scores of a game of source
	results []results.Game // the different players and scores, without turns
	games   []groupedGame
	names   map[int32]string // of openings that several runs share, in the first run that has them
	key     []byte           // the key in numbers of the game added last; a field only to reuse its memory
}

// A groupedGame has an index in the grouping's results. It is small because a store may have millions of games.
type groupedGame struct{ opening, result, turns int32 }

// add adds a game if it counts. A game without an opening gets a negative opening number of its own.
func (g *grouping) add(row store.Row) error {
	if g.source.voids(row) || !g.source.Has(row.Opening) {
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
		if _, named := g.names[int32(opening)]; !named {
			g.names[int32(opening)] = fmt.Sprintf("%s/%d", g.source.Run, row.Opening)
		}
	}
	g.games = append(g.games, groupedGame{int32(opening), int32(number), int32(row.Turns)})
	return nil
}

// rounds returns the games grouped by opening, with one entry for all openings that have equal results.
func (g *grouping) rounds() []rounds {
	slices.SortFunc(g.games, func(a, b groupedGame) int {
		return cmp.Or(cmp.Compare(a.opening, b.opening), cmp.Compare(a.result, b.result))
	})
	var all []rounds
	indexes := map[string]int{} // the index in all of the rounds with these results
	var key []byte
	for start, end := 0, 0; start < len(g.games); start = end {
		for end < len(g.games) && g.games[end].opening == g.games[start].opening {
			end++
		}
		games := g.games[start:end]
		key = key[:0]
		for _, game := range games {
			key = binary.AppendUvarint(key, uint64(game.result))
		}
		index, known := indexes[string(key)]
		if !known {
			index = len(all)
			indexes[string(key)] = index
			all = append(all, rounds{})
			for _, game := range games {
				all[index].games = append(all[index].games, g.results[game.result])
			}
		}
		all[index].count++
		if number := games[0].opening; number > 0 {
			all[index].names = append(all[index].names, cmp.Or(g.names[number], strconv.Itoa(int(number))))
		}
		for i, game := range games {
			all[index].games[i].Turns += int(game.turns)
		}
	}
	return all
}
