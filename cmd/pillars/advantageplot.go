package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"pillars/results/charts"
)

// draw writes the picture: a row with an interval for every score, those of one player and measure together. Of a sweep it has the highest rung.
func (s *study) draw() error {
	var shown []finding
	for _, f := range s.findings {
		if f.measure != atOdds && f.summary.Distinct > 0 && (s.sweep == "" || f.nodes == s.nodesOf(s.rungs-1)) {
			shown = append(shown, f)
		}
	}
	if len(shown) == 0 {
		return nil
	}
	slices.SortStableFunc(shown, func(a, b finding) int {
		return cmp.Or(cmp.Compare(slices.Index(s.measures, a.measure), slices.Index(s.measures, b.measure)), cmp.Compare(a.player, b.player))
	})
	var dots []charts.Dot
	for _, f := range shown {
		label := fmt.Sprintf("%d nodes, %s, %s", f.nodes, f.measure, f.player)
		if f.setting != "" {
			label = f.setting + ", " + label
		}
		dots = append(dots, charts.Dot{Label: label, Estimate: f.summary.Seats[0]})
	}
	chart, err := charts.Dots(charts.DotChart{
		Title: s.game.Title() + ": the first seat's score (95 %, valid at all times)", Dots: dots, Mark: &charts.Mark{Name: "even", X: .5},
		X: charts.Axis{Label: "mean score", Unit: charts.Percent, High: 1},
	})
	if err != nil {
		return err
	}
	for _, file := range s.pictures() {
		form := chart.SVG
		if filepath.Ext(file) == ".png" {
			form = chart.PNG
		}
		data, err := form()
		if err != nil {
			return err
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			return fmt.Errorf("--plot: %w", err)
		}
	}
	return nil
}

// pictures are the file that is named, or one of each kind.
func (f *advantageFlags) pictures() []string {
	switch ending := filepath.Ext(f.plot); {
	case f.plot == "":
		return nil
	case ending == ".svg" || ending == ".png":
		return []string{f.plot}
	}
	return []string{f.plot + ".svg", f.plot + ".png"}
}

// checkPlot refuses, before anything is played, a picture that cannot be written.
func (f *advantageFlags) checkPlot() error {
	for _, file := range f.pictures() {
		if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
			return usagef("--plot %s: there is no folder %s; make it first", f.plot, filepath.Dir(file))
		}
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			return usagef("--plot %s: %s is a folder; give another name", f.plot, file)
		}
	}
	return nil
}
