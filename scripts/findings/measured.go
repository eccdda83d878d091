package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"pillars/results/estimate/experiment"
	"pillars/results/estimate/stats"
)

// These constants are from the plan of the measurement, docs/notebook/2026-11-26-first-seat.md. The plan has 30 primary
// figures: figures of primaryPlayer at the highest node limit.
const (
	primaryPlayer = "alphabeta"
	highestRung   = 32768      // nodes
	level         = .95        // level of a single interval
	joint         = 1 - .05/30 // level by Bonferroni: all 30 intervals hold together at 95 %
)

// planned lists the tables of the plan. Tables without a file of games are left out of the document.
var planned = []struct{ name, title string }{
	{"pit-of-pillars-5-alphabeta", "Pit of Pillars 5 x 5"},
	{"pit-of-pillars-6-alphabeta", "Pit of Pillars 6 x 6"},
	{"pit-of-pillars-6-mcts", "Pit of Pillars 6 x 6"},
	{"pit-of-pillars-7-alphabeta", "Pit of Pillars 7 x 7"},
	{"pit-of-pillars-8-alphabeta", "Pit of Pillars 8 x 8"},
	{"pit-of-pillars-8-mcts", "Pit of Pillars 8 x 8"},
	{"pilastri-6-alphabeta", "Pilastri 6 x 6"},
	{"pilastri-6-mcts", "Pilastri 6 x 6"},
	{"pilastri-8-alphabeta", "Pilastri 8 x 8"},
	{"pylyx-8-alphabeta", "Pylyx 8 x 8"},
	{"pylyx-8-mcts", "Pylyx 8 x 8"},
	{"pylyx-12-alphabeta", "Pylyx 12 x 12"},
	{"pit-2-alphabeta", "Pit, two players"},
	{"pit-2-mcts", "Pit, two players"},
}

// Columns of the sheet with the figures of a measurement.
const (
	firstSeat = "first seat %"
	opener    = "opener %"
	chooser   = "chooser %"
	drawn     = "drawn %"
	slope     = "slope, logits per factor of four"
)

const measuredName = "first-seat"

// firstSeats returns the figures of all measurements as a sheet. Rows begin with the table, the nodes and the measure.
func firstSeats(tables map[string][]measured) (sheet, error) {
	var rows sheet
	head := []string{"table", "nodes", "measure", "player", "program", "run", "games", "rounds", "different rounds"}
	for _, figure := range []string{firstSeat, opener, chooser} {
		for _, ending := range []string{"", " low", " high", " joint low", " joint high", " excluded", " shown"} {
			head = append(head, figure+ending)
		}
	}
	for _, figure := range []string{drawn, slope} {
		head = append(head, figure, figure+" low", figure+" high")
	}
	rows = append(rows, head)
	for _, table := range planned {
		var findings []experiment.Finding
		for _, m := range tables[table.name] {
			findings = append(findings, m.Finding)
		}
		ladders, err := experiment.LaddersOf(findings)
		if err != nil {
			return nil, err
		}
		for _, m := range tables[table.name] {
			s := m.Summary
			row := []string{table.name, strconv.FormatUint(m.Nodes, 10), string(m.Measure), m.Player, m.program, m.Run}
			for _, n := range []int{s.Games, s.Rounds, s.Distinct} {
				row = append(row, strconv.Itoa(n))
			}
			row = slices.Concat(row, m.scores(), cells(m.rounds.Drawn.Normal(level).Scaled(100), 2), m.slope(ladders))
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// scores returns the cells of the scores of the first seat, the opener and the chooser. Only Pit of Pillars has
// openers, and only Pylyx has choosers; the cells of other games are empty.
func (m measured) scores() (row []string) {
	for _, score := range []struct {
		means stats.OpeningMeans
		has   bool
	}{
		{m.rounds.First, true},
		{m.rounds.Opener, m.Spec.Game == "pit-of-pillars"},
		{m.rounds.Chooser, m.Spec.Game == "pylyx"},
	} {
		single, together := stats.Estimate{}, stats.Estimate{} // with intervals at level and joint
		if score.has {
			single = score.means.Normal(level)
		}
		excluded, shown := "", ""
		if score.has && m.Player == primaryPlayer && m.Nodes == highestRung {
			together = score.means.Normal(joint)
			excluded, shown = fmt.Sprintf("%.2f", 100*max(.5-together.Low, together.High-.5)), "no"
			if together.Low > .5 {
				shown = "better"
			} else if together.High < .5 {
				shown = "worse"
			}
		}
		jointLimits := cells(together.Scaled(100), 2)[1:] // without the score, which single has too
		row = slices.Concat(row, cells(single.Scaled(100), 2), jointLimits, []string{excluded, shown})
	}
	return row
}

// slope returns the cells of the slope of the measurement's ladder. They are empty unless m is the run with the
// ladder's highest node limit.
func (m measured) slope(ladders []experiment.Ladder) []string {
	for _, l := range ladders {
		if l.Climbs() && l.Highest().Run == m.Run {
			return cells(l.Slope(), 3)
		}
	}
	return cells(stats.Estimate{}, 3)
}

func cells(e stats.Estimate, decimals int) []string {
	row := make([]string, 3)
	if e.HasValue() {
		for i, x := range []float64{e.Value, e.Low, e.High} {
			row[i] = strconv.FormatFloat(x, 'f', decimals, 64)
		}
	}
	return row
}

// measureAll reads the files of the planned tables, as far as they exist. It returns an error if their folder has other
// files.
func measureAll() (map[string][]measured, error) {
	tables := map[string][]measured{}
	for _, table := range planned {
		if _, err := os.Stat(pathOf(table.name)); os.IsNotExist(err) {
			continue
		}
		all, err := read(table.name, nil)
		if err != nil {
			return nil, err
		}
		tables[table.name] = all
	}
	files, err := filepath.Glob(pathOf("*"))
	if err == nil && len(files) != len(tables) {
		err = fmt.Errorf("%s has files that are no table of the plan: %w", filepath.Dir(pathOf("")), fs.ErrExist)
	}
	return tables, err
}

// command returns the command line that plays the games of a table.
func command(table []measured) string {
	first, rungs := table[0], map[uint64]bool{}
	words := []string{"pillars advantage --game", first.Spec.Game}
	usual, err := first.Rules.Game().New(nil)
	for _, setting := range first.Spec.Options {
		if err != nil || !slices.Contains(usual.Settings(), setting) {
			words = append(words, "--option", setting.Name+"="+setting.Value)
		}
	}
	for _, m := range table {
		rungs[m.Nodes] = true
	}
	games := first.Spec.Rounds * first.Spec.RoundGames(first.Rules.Seats())
	return strings.Join(words, " ") + fmt.Sprintf(" --player %s --measure start,openings --nodes %d --rungs %d "+
		"--games %d --seed %d", first.Player, first.Nodes, len(rungs), games, first.Spec.Seed)
}
