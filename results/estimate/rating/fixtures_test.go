package rating

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/results/estimate/rounds"
)

// readGames reads the headers of games in PGN. It numbers the players in the order in which they appear.
func readGames(t *testing.T, name string) ([]match, []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
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

func (m match) game() placeGame {
	places := map[float64][]int{0: {2, 1}, .5: {1, 1}, 1: {1, 2}}[m.Score]
	return placeGame{Players: []int{m.First, m.Second}, Places: places}
}

// placeGame is a game of several seats.
type placeGame struct {
	Players, Places []int
	Opening         int
}

// matches gathers games by their openings.
type matches struct {
	players int
	rounds  []openings
	at      map[int]int // round by opening
}

// openings is a number of openings whose games had the same results.
type openings struct {
	games []placeGame
	count int
}

func newMatches(players int) *matches { return &matches{players, nil, map[int]int{}} }

func (m *matches) add(opening int, g placeGame) {
	i, known := m.at[opening]
	if !known || opening == 0 {
		i = len(m.rounds)
		m.at[opening] = i
		m.rounds = append(m.rounds, openings{count: 1})
	}
	m.rounds[i].games = append(m.rounds[i].games, g)
}

// addRounds adds openings from which games had the same results.
func (m *matches) addRounds(games []match, count int) {
	r := openings{count: count}
	for _, g := range games {
		r.games = append(r.games, g.game())
	}
	m.rounds = append(m.rounds, r)
}

// table counts the games. Of very many equal games without a shared opening, it adds one and corrects the number.
func (m *matches) table() *Counts {
	names := make([]string, m.players)
	for p := range names {
		names[p] = fmt.Sprintf("%03d", p)
	}
	fold := &rounds.Fold{}
	for i, r := range m.rounds {
		times, more := r.count, 0
		if len(r.games) == 1 && r.count > 0 {
			times, more = 1, r.count-1
		}
		for n := range times {
			for _, g := range r.games {
				var players []string
				for _, p := range g.Players {
					players = append(players, names[p])
				}
				fold.Add(fmt.Sprint(i, "/", n), players, g.Places)
				at := slices.IndexFunc(fold.Kinds, func(k rounds.Kind) bool {
					return slices.Equal(k.Players, players) && slices.Equal(k.Places, g.Places)
				})
				fold.Kinds[at].Games += more
			}
		}
	}
	fold.Finish()
	return NewCounts(names, fold)
}

func tableOf(t *testing.T, players int, games []match) *Counts {
	t.Helper()
	all := newMatches(players)
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
