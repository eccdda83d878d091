package main

import (
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// series are the first-seat scores of one player and measure, with their intervals.
type series struct {
	name      string
	places    plotter.XYs
	intervals plotter.YErrors
}

// draw writes the picture: scores by the value of the option that is swept, on the highest rung, or by nodes.
func (s *study) draw() error {
	drawn, names := s.series()
	if len(drawn) == 0 {
		return nil
	}
	var scores plot.ConstantTicks
	p := plot.New()
	p.Title.Text = s.game.Title() + ": the first seat's score (95 %, valid at all times)"
	p.Y.Label.Text = "score"
	p.Y.Min, p.Y.Max = 0, 1+.06*float64(len(drawn)) // room for the legend
	p.Legend.Top = true
	for _, share := range []float64{0, .25, .5, .75, 1} {
		scores = append(scores, plot.Tick{Value: share, Label: strconv.FormatFloat(share, 'f', 2, 64)})
	}
	p.Y.Tick.Marker = scores
	for i, one := range drawn {
		s.moveAside(one.places, float64(i)-float64(len(drawn)-1)/2)
		if err := one.add(p, i); err != nil {
			return fmt.Errorf("--plot: %w", err)
		}
	}
	if s.sweep == "" {
		s.scaleByNodes(p)
	} else {
		p.NominalX(names...)
		p.X.Min, p.X.Max = -.5, float64(len(names))-.5
	}
	half := plotter.NewFunction(func(float64) float64 { return .5 })
	half.Color, half.Dashes = color.Gray{160}, []vg.Length{vg.Points(4), vg.Points(3)}
	p.Add(half)
	for _, style := range []*text.Style{
		&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle,
	} {
		style.Font.Variant = "Sans"
	}
	return s.save(p)
}

// moveAside moves the places of a series so that its intervals do not cover those of others.
func (s *study) moveAside(places plotter.XYs, by float64) {
	for i := range places {
		if s.sweep == "" {
			places[i].X *= math.Pow(1.05, by)
		} else {
			places[i].X += .05 * by
		}
	}
}

// scaleByNodes has a mark at every rung, on a logarithmic scale.
func (s *study) scaleByNodes(p *plot.Plot) {
	var marks plot.ConstantTicks
	nodes := float64(s.spec.Limits.Nodes)
	for range s.rungs {
		marks = append(marks, plot.Tick{Value: nodes, Label: strconv.FormatFloat(nodes, 'f', -1, 64)})
		nodes *= rungFactor
	}
	p.X.Label.Text, p.X.Scale, p.X.Tick.Marker = "nodes a decision", plot.LogScale{}, marks
	p.X.Min, p.X.Max = marks[0].Value/2, marks[len(marks)-1].Value*2
}

// series are what is drawn, and the values of the option that is swept.
func (s *study) series() (drawn []series, names []string) {
	top := s.spec.Limits.Nodes * uint64(math.Pow(rungFactor, float64(s.rungs-1)))
	for _, f := range s.findings {
		if f.measure == atOdds || f.summary.Distinct == 0 || s.sweep != "" && f.nodes != top {
			continue
		}
		x := float64(f.nodes)
		if s.sweep != "" {
			if !slices.Contains(names, f.setting) {
				names = append(names, f.setting)
			}
			x = float64(slices.Index(names, f.setting))
		}
		name := f.player + ", " + f.measure
		if s.sweep != "" {
			name += ", " + strconv.FormatUint(f.nodes, 10) + " nodes"
		}
		at := slices.IndexFunc(drawn, func(one series) bool { return one.name == name })
		if at < 0 {
			at = len(drawn)
			drawn = append(drawn, series{name: name})
		}
		score, one := f.summary.Seats[0], &drawn[at]
		one.places = append(one.places, plotter.XY{X: x, Y: score.Value})
		one.intervals = append(one.intervals, struct{ Low, High float64 }{score.Value - score.Low, score.High - score.Value})
	}
	return drawn, names
}

// palette are colours that the colour-blind can tell apart (M. Okabe and K. Ito, Color universal design, 2008).
var palette = []color.RGBA{{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {230, 159, 0, 255}, {86, 180, 233, 255}}

// add draws a series.
func (s series) add(p *plot.Plot, number int) error {
	tone := palette[number%len(palette)]
	line, points, err := plotter.NewLinePoints(s.places)
	if err != nil {
		return err
	}
	bars, err := plotter.NewYErrorBars(struct {
		plotter.XYer
		plotter.YErrorer
	}{s.places, s.intervals})
	if err != nil {
		return err
	}
	line.Color, points.Color, bars.Color = tone, tone, tone
	p.Add(line, points, bars)
	p.Legend.Add(s.name, line, points)
	return nil
}

// save writes the file that is named, or one of each kind.
func (s *study) save(p *plot.Plot) error {
	files := []string{s.plot}
	if ending := filepath.Ext(s.plot); ending != ".svg" && ending != ".png" {
		files = []string{s.plot + ".svg", s.plot + ".png"}
	}
	for _, file := range files {
		if err := p.Save(20*vg.Centimeter, 13*vg.Centimeter, file); err != nil {
			return fmt.Errorf("--plot: %w", err)
		}
	}
	return nil
}
