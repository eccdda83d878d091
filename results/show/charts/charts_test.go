package charts_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"html"
	"image/png"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pillars/results/estimate/stats"
	"pillars/results/show/charts"
)

// examples returns charts of every kind, with and without data.
func examples(t *testing.T) map[string]*charts.Chart {
	t.Helper()
	made := map[string]*charts.Chart{}
	keep := func(name string, c *charts.Chart, err error) {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		made[name] = c
	}
	at := func(x, value, low, high float64) charts.Point {
		return charts.PointOf(x, stats.Limited(value, low, high))
	}
	c, err := charts.Lines(charts.LineChart{
		Title: "Men <through> the game", X: charts.Axis{Label: "turn", Unit: charts.Whole},
		Y: charts.Axis{Label: "men & stacks"},
		Lines: []charts.Line{
			{Name: "men", Banded: true, Points: []charts.Point{at(0, 1, 0, 2), at(5, 3, 2.5, 4)}},
			{Name: "one point", Points: []charts.Point{{X: 2, Y: 2}}},
		},
		Even: true,
	})
	keep("lines", c, err)
	c, err = charts.Lines(charts.LineChart{Narrow: true})
	keep("no lines", c, err)
	c, err = charts.Trends(charts.LineChart{
		Title: "Score by strength",
		X:     charts.Axis{Label: "nodes", Ticks: []charts.Tick{{Value: 0, Label: "1000"}, {Value: 1, Label: "4000"}}},
		Y:     charts.Axis{Unit: charts.Percent},
		Lines: []charts.Line{
			{Name: "rising", Banded: true, Until: 1,
				Curve: []charts.Point{at(0, .4, .3, .5), at(1, .5, .45, .55), at(2, .6, .5, .7)},
				Points: []charts.Point{
					at(0, .41, .3, .5), charts.PointOf(1, stats.Estimate{Kind: stats.Fixed, Value: .5})}},
			{Name: "without a curve", Banded: true},
		}, Even: true,
	})
	keep("trends", c, err)
	c, err = charts.Trends(charts.LineChart{})
	keep("no trends", c, err)
	bins := []charts.Bin{{Low: 0, High: 10, Count: 3}, {Low: 10, High: 20}, {Low: 20, High: 30, Count: 7}}
	c, err = charts.Histogram(charts.HistogramChart{Bins: bins, Mark: &charts.Mark{Name: "median", X: 29}})
	keep("histogram", c, err)
	c, err = charts.Histogram(charts.HistogramChart{})
	keep("no histogram", c, err)
	c, err = charts.Dots(charts.DotChart{X: charts.Axis{Unit: charts.Percent, High: 1}, Dots: []charts.Dot{
		{"measured", stats.Estimate{Kind: stats.Measured, Value: .5, Error95: .1, Low: .4, High: .6}},
		{"at least", stats.Estimate{Kind: stats.AtLeast, Low: .7}},
		{"at most", stats.Estimate{Kind: stats.AtMost, High: .1}}, {"absent", stats.Estimate{}},
		{"fixed", stats.Estimate{Kind: stats.Fixed}},
	}})
	keep("dots", c, err)
	c, err = charts.Dots(charts.DotChart{})
	keep("no dots", c, err)
	c, err = charts.HeatMap(charts.HeatChart{
		Rows: []string{"a", "a player of " + strings.Repeat("very ", 12) + "many words"}, Columns: []string{"1", "2"},
		Cells: [][]charts.HeatCell{{{}, {Share: 1, Text: "100 %"}}, {{Text: "0 %"}, {}}}})
	keep("heat map", c, err)
	c, err = charts.HeatMap(charts.HeatChart{})
	keep("no heat map", c, err)
	return made
}

// texts parses XML and returns the texts within text elements.
func texts(t *testing.T, name, document string) string {
	t.Helper()
	var all strings.Builder
	decoder := xml.NewDecoder(strings.NewReader(document))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return all.String()
		}
		if err != nil {
			t.Fatalf("%s is no XML: %v", name, err)
		}
		if data, ok := token.(xml.CharData); ok {
			all.Write(data)
		}
	}
}

// TestEveryForm writes every kind of chart in every form: the XML parses, the pictures decode, and no number is NaN or
// infinite.
func TestEveryForm(t *testing.T) {
	t.Parallel()
	for name, c := range examples(t) {
		svg, err := c.SVG()
		if err != nil {
			t.Fatal(err)
		}
		inline, err := c.Inline(`a "picture" of <` + name + `>`)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := c.PNG()
		if err != nil {
			t.Fatal(err)
		}
		for _, document := range []string{string(svg), inline} {
			text := texts(t, name, document)
			if strings.Contains(document, "NaN") || strings.Contains(document, "Inf") ||
				strings.Contains(text, "http") {
				t.Errorf("%s: %s", name, document)
			}
		}
		if config, err := png.DecodeConfig(bytes.NewReader(picture)); err != nil || config.Width < 700 {
			t.Errorf("%s: %v, %v", name, config, err)
		}
	}
}

// TestInlineFollowsThePage checks that a chart of a page has only variables as colours, and has the alternative text.
func TestInlineFollowsThePage(t *testing.T) {
	t.Parallel()
	light, dark := charts.Styles()
	for name, c := range examples(t) {
		inline, err := c.Inline("what there is to see")
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(inline, "#") || !strings.Contains(inline, `aria-label="what there is to see"`) ||
			strings.Contains(inline, "<?xml") {
			t.Errorf("%s: %s", name, inline)
		}
		for _, word := range strings.Split(inline, "var(")[1:] {
			variable, _, _ := strings.Cut(word, ")")
			if !strings.Contains(light, variable+":#") || !strings.Contains(dark, variable+":#") {
				t.Errorf("%s: variable %s has no value", name, variable)
			}
		}
	}
}

// TestSlimRows checks that charts of rows are higher for narrow screens, since each label is above its row.
func TestSlimRows(t *testing.T) {
	t.Parallel()
	number := func(found []string) int {
		n, err := strconv.Atoi(found[1])
		if err != nil {
			t.Error(err)
		}
		return n
	}
	for name, c := range examples(t) {
		inline, err := c.Inline("")
		if err != nil {
			t.Fatal(err)
		}
		sizes := regexp.MustCompile(`class="(?:wide|slim)" viewBox="0 0 \d+ (\d+)"`).FindAllStringSubmatch(inline, -1)
		rows := name == "dots" || name == "heat map"
		if rows && (len(sizes) != 2 || number(sizes[0]) >= number(sizes[1])) {
			t.Errorf("%s: heights %v", name, sizes)
		}
	}
}

// TestHints checks that the tooltips of a chart on a page have the values of points, bars and estimates.
func TestHints(t *testing.T) {
	t.Parallel()
	made := examples(t)
	for name, want := range map[string][]string{
		"lines": {"<title>turn 0\nmen: 1 (0 .. 2)</title>", "<title>turn 2\none point: 2</title>"},
		"trends": {"<title>nodes 1000\nrising: 41.0 % (30.0 % .. 50.0 %)</title>",
			"<title>nodes 4000\nrising: 50.0 %</title>"},
		"histogram": {"<title>0 to under 10 : 3</title>"},
		"dots": {"<title>measured: 50.0 ± 10.0 %</title>", "<title>at least: ≥ 70.0 %</title>",
			"<title>absent: -</title>"},
		"heat map": {"<title>a player of " + strings.Repeat("very ", 12) + "many words</title>"},
	} {
		inline, err := made[name].Inline("")
		if err != nil {
			t.Fatal(err)
		}
		for _, title := range want {
			if !strings.Contains(html.UnescapeString(inline), title) {
				t.Errorf("%s: no %s in %s", name, title, inline)
			}
		}
	}
}

// TestSameBytes draws every chart twice.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	again := examples(t)
	for name, c := range examples(t) {
		vectors, _ := c.SVG()
		more, _ := again[name].SVG()
		if !bytes.Equal(vectors, more) {
			t.Errorf("%s: SVG differs", name)
		}
	}
	a, _ := again["lines"].PNG()
	b, _ := again["lines"].PNG()
	if !bytes.Equal(a, b) || len(a) == 0 {
		t.Error("PNG differs")
	}
}

// TestRefused checks the errors for impossible data.
func TestRefused(t *testing.T) {
	t.Parallel()
	for name, draw := range map[string]func() (*charts.Chart, error){
		"a point that is none": func() (*charts.Chart, error) {
			return charts.Lines(charts.LineChart{Lines: []charts.Line{{Points: []charts.Point{{X: 1, Y: math.NaN()}}}}})
		},
		"points in no order": func() (*charts.Chart, error) {
			return charts.Lines(charts.LineChart{Lines: []charts.Line{{Points: []charts.Point{{X: 2}, {X: 1}}}}})
		},
		"seven lines": func() (*charts.Chart, error) {
			return charts.Lines(charts.LineChart{Lines: make([]charts.Line,
				7)})
		},
		"seven trends": func() (*charts.Chart, error) {
			return charts.Trends(charts.LineChart{Lines: make([]charts.Line, 7)})
		},
		"a trend that is none": func() (*charts.Chart, error) {
			return charts.Trends(charts.LineChart{Lines: []charts.Line{{Curve: []charts.Point{
				charts.PointOf(1, stats.Limited(0, 0, math.NaN()))}}}})
		},
		"a curve in no order": func() (*charts.Chart, error) {
			return charts.Trends(charts.LineChart{Lines: []charts.Line{{Curve: []charts.Point{{X: 1}, {X: 0}}}}})
		},
		"a mark that is none": func() (*charts.Chart, error) {
			return charts.Histogram(charts.HistogramChart{Mark: &charts.Mark{X: math.Inf(1)}})
		},
		"a bin that is none": func() (*charts.Chart, error) {
			return charts.Histogram(charts.HistogramChart{Bins: []charts.Bin{{High: math.Inf(1)}}})
		},
		"an estimate that is none": func() (*charts.Chart, error) {
			return charts.Dots(charts.DotChart{Dots: []charts.Dot{{Estimate: stats.Estimate{Kind: stats.Fixed,
				Value: math.NaN()}}}})
		},
		"a share beyond 1": func() (*charts.Chart, error) {
			return charts.HeatMap(charts.HeatChart{Rows: []string{"a"}, Columns: []string{"1"},
				Cells: [][]charts.HeatCell{{{Share: 1.1}}}})
		},
		"a row without cells": func() (*charts.Chart, error) {
			return charts.HeatMap(charts.HeatChart{Rows: []string{"a"}})
		},
		"a share below 0": func() (*charts.Chart, error) {
			return charts.HeatMap(charts.HeatChart{Rows: []string{"a"}, Columns: []string{"1"},
				Cells: [][]charts.HeatCell{{{Share: -.1}}}})
		},
		"a short row": func() (*charts.Chart, error) {
			return charts.HeatMap(charts.HeatChart{Rows: []string{"a"}, Columns: []string{"1"},
				Cells: [][]charts.HeatCell{{}}})
		},
	} {
		if _, err := draw(); err == nil {
			t.Errorf("%s is drawn", name)
		}
	}
}

// TestShare checks that two charts get the union of their axes.
func TestShare(t *testing.T) {
	t.Parallel()
	var all []*charts.Chart
	for _, far := range []float64{3, 60} {
		line := charts.Line{Points: []charts.Point{{}, {X: far, Y: 100 * far}}}
		c, err := charts.Lines(charts.LineChart{Lines: []charts.Line{line}})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	charts.ShareX(all...)
	charts.ShareY(all...)
	for i, c := range all {
		text, err := c.Inline("")
		if err != nil || strings.Count(text, ">60</text>") != 2 || strings.Count(text, ">6000</text>") != 2 {
			t.Errorf("chart %d, wide and slim: %s, %v", i, text, err)
		}
	}
}
