package main

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"pillars/results/charts"
)

// draw writes the picture: the scores as lines over the option that is swept or over the nodes, or else as rows.
func (s *study) draw() error {
	shown := s.drawn()
	if len(shown) == 0 {
		return nil
	}
	chart, err := s.chart(shown)
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
		if err := pictureKind(file).writeDrawn("--plot", file, data); err != nil {
			return err
		}
	}
	return nil
}

// drawn are the findings in the picture, those of one measure and player together. Of a sweep it has the highest rung of each player.
func (s *study) drawn() []finding {
	highest := map[string]uint64{}
	for _, m := range s.measurements {
		highest[m.player] = max(highest[m.player], m.nodes)
	}
	var shown []finding
	for _, f := range s.findings {
		if f.measure != atOdds && f.summary.Distinct > 0 && (s.sweep == "" || f.nodes == highest[f.player]) {
			shown = append(shown, f)
		}
	}
	slices.SortStableFunc(shown, func(a, b finding) int {
		return cmp.Or(cmp.Compare(slices.Index(s.measures, a.measure), slices.Index(s.measures, b.measure)), cmp.Compare(a.player, b.player))
	})
	return shown
}

// mostLines are as many as can be told apart.
const mostLines = 6

// chart draws lines where there is something for them to go along, and few enough of them; rows otherwise.
func (s *study) chart(shown []finding) (*charts.Chart, error) {
	title := s.game.Title() + ": the first seat's score (95 %, valid at all times)"
	along, x := s.coordinate(shown)
	lines := seatLines(shown, along)
	if along == nil || len(lines) > mostLines {
		return charts.Dots(charts.DotChart{
			Title: title, Dots: seatDots(shown), Mark: &charts.Mark{Name: "even", X: .5},
			X: charts.Axis{Label: "mean score", Unit: charts.Percent, High: 1},
		})
	}
	return charts.Lines(charts.LineChart{
		Title: title, Lines: lines, Levels: []charts.Level{{Name: "even", Y: .5}}, X: x,
		Y: charts.Axis{Label: "mean score", Unit: charts.Percent, Low: .3, High: .7},
	})
}

// coordinate is what the scores are drawn over: the option that is swept, if its values are numbers, or the nodes. It is nil where there is nothing.
func (s *study) coordinate(shown []finding) (along func(finding) float64, axis charts.Axis) {
	option, _, swept := strings.Cut(s.sweep, "=")
	value := func(f finding) (float64, error) {
		_, text, _ := strings.Cut(f.setting, "=")
		return strconv.ParseFloat(text, 64)
	}
	if !swept {
		along = func(f finding) float64 { return math.Log2(float64(f.nodes)) }
		axis = charts.Axis{Label: "nodes a decision", Unit: charts.PowerOfTwo}
	} else {
		along = func(f finding) float64 { x, _ := value(f); return x }
		axis = charts.Axis{Label: option, Unit: charts.Whole}
	}
	for _, f := range shown {
		if _, err := value(f); swept && err != nil {
			return nil, axis
		}
	}
	if !slices.ContainsFunc(shown, func(f finding) bool { return along(f) != along(shown[0]) }) {
		return nil, axis
	}
	return along, axis
}

// seatLines are the first seat's scores of each player and measure along a coordinate.
func seatLines(shown []finding, along func(finding) float64) (lines []charts.Line) {
	if along == nil {
		return nil
	}
	for _, f := range shown {
		name := f.player + ", " + f.measure
		at := slices.IndexFunc(lines, func(l charts.Line) bool { return l.Name == name })
		if at < 0 {
			at = len(lines)
			lines = append(lines, charts.Line{Name: name, Banded: true})
		}
		score := f.summary.Seats[0]
		lines[at].Points = append(lines[at].Points, charts.Point{X: along(f), Y: score.Value, Low: score.Low, High: score.High})
	}
	for _, l := range lines {
		slices.SortStableFunc(l.Points, func(a, b charts.Point) int { return cmp.Compare(a.X, b.X) })
	}
	return lines
}

// seatDots are a row with an interval for every score.
func seatDots(shown []finding) (dots []charts.Dot) {
	for _, f := range shown {
		dots = append(dots, charts.Dot{Label: f.what(), Estimate: f.summary.Seats[0]})
	}
	return dots
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
		if err := pictureKind(file).refuseOther("--plot", file); err != nil {
			return err
		}
	}
	return nil
}
