package stats

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// row is a line of a table of reference figures, by column.
type row map[string]string

func (r row) number(t *testing.T, column string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(strings.Replace(r[column], "-nan", "nan", 1), 64)
	if err != nil {
		t.Fatalf("column %s: %v", column, err)
	}
	return x
}

func (r row) count(t *testing.T, column string) int { t.Helper(); return int(r.number(t, column)) }

// finite reports whether the reference tool printed a number there.
func (r row) finite(t *testing.T, column string) bool {
	t.Helper()
	x := r.number(t, column)
	return !math.IsNaN(x) && !math.IsInf(x, 0)
}

func readTable(t *testing.T, name string) []row {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for _, line := range lines[1:] {
		r := row{}
		for i, column := range lines[0] {
			r[column] = line[i]
		}
		rows = append(rows, r)
	}
	return rows
}

// readGames reads the headers of games in PGN, and the players in order of appearance.
func readGames(t *testing.T, name string) ([]Game, []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	header := regexp.MustCompile(`\[(White|Black|Result) "([^"]*)"\]`)
	scores := map[string]float64{"1-0": 1, "1/2-1/2": .5, "0-1": 0}
	numbers := map[string]int{}
	var players []string
	var games []Game
	var seats [2]int
	for _, match := range header.FindAllStringSubmatch(string(text), -1) {
		if match[1] == "Result" {
			score, ok := scores[match[2]]
			if !ok {
				t.Fatalf("%s: result %q", name, match[2])
			}
			games = append(games, Game{First: seats[0], Second: seats[1], Score: score})
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

func tableOf(t *testing.T, players int, games []Game) *Results {
	t.Helper()
	r := NewResults(players)
	for _, g := range games {
		if err := r.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// near fails unless got is within tolerance of want.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.12g, want %.12g", what, got, want)
	}
}

// close fails unless got is within a share of want.
func close(t *testing.T, what string, got, want, share float64) {
	t.Helper()
	if !(math.Abs(got-want) <= share*math.Abs(want)) {
		t.Errorf("%s: got %.12g, want %.12g", what, got, want)
	}
}
