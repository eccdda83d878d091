// Package strategy checks the tables on the pages about strategy against the games in the folder data. With the flag
// -update, the test writes the tables.
package strategy

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
)

// signs are the rows of the tables: for each game, features of its evaluation and how the page calls them.
var signs = map[string][][2]string{
	"pit-of-pillars": {{"pillars", "more pillars"}, {"reserve", "more men in reserve"},
		{"tall", "more stacks of three men or more"}, {"stacks", "more stacks"}},
	"pilastri": {{"movable", "more stacks whose top piece can move"},
		{"secure", "more such stacks on which the opponent cannot land"}, {"levels", "own top pieces on higher levels"},
		{"stacks", "more stacks"}},
	"pylyx": {{"stacks", "fewer stacks"}, {"travel", "fewer moves to bring all checkers together on an empty board"},
		{"alone", "fewer single checkers on squares of the wrong colour"}, {"tallest", "the highest stack"},
		{"mobility", "more moves"}},
	"pit": {{"towers", "more towers on the board"}, {"mobility", "more moves of towers and pawn"},
		{"pawn-sides", "more free sides of the pawn's cell"},
		{"pawn-threats", "fewer cells beside the own pawn that the opponent reaches"}},
}

// stages are the points of a game at which the tables look, as shares of the turns after the opening.
var stages = []float64{0.3, 0.5, 0.7}

// TestTables checks the table of each page.
func TestTables(t *testing.T) {
	made := regexp.MustCompile(`(?s)(<!-- made -->\n).*(<!-- end -->)`)
	for name, rows := range signs {
		page, err := os.ReadFile(name + ".md")
		require.NoError(t, err)
		table := "\n" + tableOf(t, name, rows) + "\n"
		enginetest.Golden(t, "../"+name+".md", made.ReplaceAllString(string(page), "${1}"+table+"${2}"))
	}
}

// A game is a line of a file in the folder data.
type game struct {
	Start   string    `json:"start"`
	Opening int       `json:"opening_turns"`
	Moves   []string  `json:"moves"`
	Scores  []float64 `json:"scores"`
}

// tableOf says how often the side won that was ahead in a feature, at each stage of the stored games. Where more of a
// feature is worse, the side ahead has less.
func tableOf(t *testing.T, name string, rows [][2]string) string {
	ahead := make([][]int, len(rows)) // by row and stage: games in which a side was ahead
	won := make([][]int, len(rows))   // games of these that this side won
	for i := range rows {
		ahead[i], won[i] = make([]int, len(stages)), make([]int, len(stages))
	}
	for _, g := range read(t, name) {
		for stage, p := range g.positions(t, name) {
			features := make([]int32, len(p.Rules().Features()))
			p.Features(0, features)
			for i, row := range rows {
				at := slices.IndexFunc(p.Rules().Features(), func(f engine.Term) bool { return f.Name == row[0] })
				lead := features[at]
				if strings.HasPrefix(row[1], "fewer") {
					lead = -lead
				}
				if lead == 0 || g.Scores[0] == 0.5 {
					continue
				}
				ahead[i][stage]++
				if (lead > 0) == (g.Scores[0] == 1) {
					won[i][stage]++
				}
			}
		}
	}
	var table strings.Builder
	table.WriteString("| ahead: the side with | early (games) | half-way | late |\n|---|---|---|---|\n")
	for i, row := range rows {
		fmt.Fprintf(&table, "| %s |", row[1])
		for stage := range stages {
			n := ahead[i][stage]
			fmt.Fprintf(&table, " %d %% (%d) |", (200*won[i][stage]+n)/max(1, 2*n), n)
		}
		table.WriteString("\n")
	}
	return table.String()
}

// read returns the stored games of a page.
func read(t *testing.T, name string) (all []game) {
	file, err := os.Open(filepath.Join("data", name+".jsonl.gz"))
	require.NoError(t, err)
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	require.NoError(t, err)
	for lines := bufio.NewScanner(unpacked); lines.Scan(); {
		var g game
		require.NoError(t, json.Unmarshal(lines.Bytes(), &g))
		all = append(all, g)
	}
	return all
}

// positions replays a game and returns its position at each stage.
func (g game) positions(t *testing.T, name string) (found []engine.Position) {
	found = make([]engine.Position, len(stages))
	rules, err := games.Find(name)
	require.NoError(t, err)
	p, err := rules.Read(g.Start, nil)
	require.NoError(t, err)
	history := engine.NewHistory(p)
	for turn, text := range g.Moves {
		for stage, share := range stages {
			if turn == g.Opening+int(share*float64(len(g.Moves)-g.Opening)) {
				found[stage] = history.Position().Clone()
			}
		}
		require.NoError(t, history.PlayTurn(text))
	}
	return found
}
