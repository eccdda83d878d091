package rating

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// readGames reads the headers of games in PGN, and the players in order of appearance.
func readGames(t *testing.T, name string) ([]Duel, []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	header := regexp.MustCompile(`\[(White|Black|Result) "([^"]*)"\]`)
	scores := map[string]float64{"1-0": 1, "1/2-1/2": .5, "0-1": 0}
	numbers := map[string]int{}
	var players []string
	var games []Duel
	var seats [2]int
	for _, match := range header.FindAllStringSubmatch(string(text), -1) {
		if match[1] == "Result" {
			score, ok := scores[match[2]]
			if !ok {
				t.Fatalf("%s: result %q", name, match[2])
			}
			games = append(games, Duel{First: seats[0], Second: seats[1], Score: score})
			continue
		}
		number, ok := numbers[match[2]]
		if !ok {
			number = len(players)
			numbers[match[2]] = number
			players = append(players, match[2])
		}
		if match[1] == "White" {
			seats[0] = number
		} else {
			seats[1] = number
		}
	}
	return games, players
}

func tableOf(t *testing.T, players int, games []Duel) *Results {
	t.Helper()
	r := NewResults(players)
	for _, g := range games {
		if err := r.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	return r
}
