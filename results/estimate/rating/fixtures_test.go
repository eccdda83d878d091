package rating

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// readGames reads the headers of games in PGN. It numbers the players in the order in which they appear.
func readGames(t *testing.T, name string) ([]match, []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	header := regexp.MustCompile(`\[(White|Black|Result) "([^"]*)"\]`)
	scores := map[string]float64{"1-0": 1, "1/2-1/2": .5, "0-1": 0}
	numbers := map[string]int{}
	var players []string
	var games []match
	var seats [2]int
	for _, found := range header.FindAllStringSubmatch(string(text), -1) {
		if found[1] == "Result" {
			score, ok := scores[found[2]]
			if !ok {
				t.Fatalf("%s: result %q", name, found[2])
			}
			games = append(games, match{First: seats[0], Second: seats[1], Score: score})
			continue
		}
		number, ok := numbers[found[2]]
		if !ok {
			number = len(players)
			numbers[found[2]] = number
			players = append(players, found[2])
		}
		if found[1] == "White" {
			seats[0] = number
		} else {
			seats[1] = number
		}
	}
	return games, players
}

// match is a game of two seats.
type match struct {
	First, Second int     // who sat where
	Score         float64 // of the first seat: 0, 1/2 or 1
	Opening       int     // names the opening that it shares with other games; 0 for a game by itself
}

func (m match) game() Placing {
	places := map[float64][]int{0: {2, 1}, .5: {1, 1}, 1: {1, 2}}[m.Score]
	return Placing{Players: []int{m.First, m.Second}, Places: places}
}

// placeGame is a game of several seats.
type placeGame struct {
	Players, Places []int
	Opening         int
}

// matches gathers games by their openings.
type matches struct {
	players, seats int
	rounds         []Round
	at             map[int]int // round by opening
}

func newMatches(players, seats int) *matches { return &matches{players, seats, nil, map[int]int{}} }

func (m *matches) add(opening int, g Placing) {
	i, known := m.at[opening]
	if !known || opening == 0 {
		i = len(m.rounds)
		m.at[opening] = i
		m.rounds = append(m.rounds, Round{Count: 1})
	}
	m.rounds[i].Games = append(m.rounds[i].Games, g)
}

// addRounds adds openings from which games had the same results.
func (m *matches) addRounds(games []match, count int) {
	r := Round{Count: count}
	for _, g := range games {
		r.Games = append(r.Games, g.game())
	}
	m.rounds = append(m.rounds, r)
}

func (m *matches) table() *Counts {
	table, err := NewCounts(m.players, m.seats, m.rounds)
	if err != nil {
		panic(err)
	}
	return table
}

func tableOf(t *testing.T, players int, games []match) *Counts {
	t.Helper()
	all := newMatches(players, 2)
	for _, g := range games {
		all.add(g.Opening, g.game())
	}
	return all.table()
}

func counted(is bool) int {
	if is {
		return 1
	}
	return 0
}
