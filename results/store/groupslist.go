package store

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// groupList is how groups leave SQLite, with names and scores by number: in a round robin of many no two openings are alike, and names would be most of
// the text.
type groupList struct {
	Lineups [][]string
	Scores  [][]float64
	Groups  []numberedGroup
}

// numberedGroup has the lineup, the scores and the turns of each game.
type numberedGroup struct {
	Games [][3]int
	Count int
}

// groupedGame is a game: its opening, lineup and scores by number, and how long it was.
type groupedGame struct{ opening, lineup, scores, turns int }

func (g groupedGame) compare(h groupedGame) int {
	if c := cmp.Compare(g.opening, h.opening); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(g.lineup, h.lineup), cmp.Compare(g.scores, h.scores))
}

// groupsOf puts the games from each opening together, and equal openings. It changes the order of the games.
func groupsOf(games []groupedGame) []numberedGroup {
	slices.SortFunc(games, groupedGame.compare)
	var groups []numberedGroup
	numbers := map[string]int{} // of groups, by lineups and scores
	var key []byte
	start := 0
	for i, game := range games {
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(game.lineup)), uint64(game.scores))
		if i+1 < len(games) && games[i+1].opening == game.opening {
			continue
		}
		number, known := numbers[string(key)]
		if !known {
			number = len(groups)
			numbers[string(key)] = number
			groups = append(groups, newNumberedGroup(games[start:i+1]))
		}
		groups[number].add(games[start : i+1])
		key, start = key[:0], i+1
	}
	return groups
}

// newNumberedGroup is the group of an opening with such games, without it.
func newNumberedGroup(games []groupedGame) numberedGroup {
	var group numberedGroup
	for _, game := range games {
		group.Games = append(group.Games, [3]int{game.lineup, game.scores, 0})
	}
	return group
}

// add adds an opening.
func (g *numberedGroup) add(games []groupedGame) {
	g.Count++
	for i, game := range games {
		g.Games[i][2] += game.turns
	}
}

// groups are the groups in full.
func (l groupList) groups() []Group {
	groups := make([]Group, len(l.Groups))
	for i, g := range l.Groups {
		groups[i].Count = g.Count
		for _, game := range g.Games {
			groups[i].Games = append(groups[i].Games, GroupGame{l.Lineups[game[0]], l.Scores[game[1]], game[2]})
		}
	}
	return groups
}
