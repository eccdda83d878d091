package measure

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"pillars/cmd/pillars/cli"
	"pillars/results/charts"
	"pillars/results/report"
)

// draw writes the picture: ladders over the nodes, the scores as lines over the option that is swept, or else as rows.
func (s *experiment) draw(ladders []seatLadder) error {
	shown := s.drawn()
	if len(shown) == 0 {
		return nil
	}
	chart, err := s.chart(shown, ladders)
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
		if err := cli.PictureKind(file).WriteDrawn("--plot", file, data); err != nil {
			return err
		}
	}
	return nil
}

// drawn are the findings in the picture, those of one measure and player together. Of a sweep it has the highest rung
// of each player.
func (s *experiment) drawn() []finding {
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
		return cmp.Or(cmp.Compare(slices.Index(s.measures, a.measure), slices.Index(s.measures, b.measure)),
			cmp.Compare(a.player, b.player))
	})
	return shown
}

// chart draws ladders or lines where there is something for them to go along, and few enough of them; rows otherwise.
func (s *experiment) chart(shown []finding, ladders []seatLadder) (*charts.Chart, error) {
	title := s.game.Title() + ": the first seat's score (95 %, valid at all times)"
	if s.sweep == "" && len(ladders) <= report.MostLadders && slices.ContainsFunc(ladders,
		func(l seatLadder) bool { return l.Climbs() }) {
		var named []report.NamedLadder
		for _, l := range ladders {
			named = append(named, report.NamedLadder{Name: l.player + ", " + l.measure, Ladder: l.Ladder})
		}
		return report.LadderChart(title, named)
	}
	if lines := seatLines(shown); s.sweep != "" && len(lines) > 0 && len(lines) <= report.MostLadders {
		option, _, _ := strings.Cut(s.sweep, "=")
		return charts.Lines(charts.LineChart{
			Title: title, Lines: lines, Levels: []charts.Level{{Name: "even", Y: .5}},
			X: charts.Axis{Label: option, Unit: charts.Whole},
			Y: charts.Axis{Label: "mean score", Unit: charts.Percent, Low: .3, High: .7},
		})
	}
	return charts.Dots(charts.DotChart{
		Title: title, Dots: seatDots(shown), Mark: &charts.Mark{Name: "even", X: .5},
		X: charts.Axis{Label: "mean score", Unit: charts.Percent, High: 1},
	})
}

// optionValue is the value of the option that is swept.
func (f *finding) optionValue() (float64, error) {
	_, text, _ := strings.Cut(f.setting, "=")
	return strconv.ParseFloat(text, 64)
}

// seatLines are the first seat's scores of each player and measure over the option that is swept; none where its values
// are no numbers, or one only.
func seatLines(shown []finding) (lines []charts.Line) {
	for _, f := range shown {
		x, err := f.optionValue()
		if err != nil {
			return nil
		}
		name := f.player + ", " + f.measure
		at := slices.IndexFunc(lines, func(l charts.Line) bool { return l.Name == name })
		if at < 0 {
			at = len(lines)
			lines = append(lines, charts.Line{Name: name, Banded: true})
		}
		score := f.summary.Seats[0]
		lines[at].Points = append(lines[at].Points, charts.Point{X: x, Y: score.Value, Low: score.Low,
			High: score.High})
	}
	byPlace := func(a, b charts.Point) int { return cmp.Compare(a.X, b.X) }
	for _, l := range lines {
		slices.SortStableFunc(l.Points, byPlace)
	}
	if !slices.ContainsFunc(lines, func(l charts.Line) bool { return l.Points[0].X < l.Points[len(l.Points)-1].X }) {
		return nil
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
			return cli.Usagef("--plot %s: there is no folder %s; make it first", f.plot, filepath.Dir(file))
		}
		if err := cli.PictureKind(file).RefuseOther("--plot", file); err != nil {
			return err
		}
	}
	return nil
}
