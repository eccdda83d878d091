package charts_test

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"pillars/results/estimate/stats"
	"pillars/results/show/charts"
)

// examples returns charts of every kind, with and without data.
func examples() map[string]charts.Chart {
	at := func(x, value, low, high float64) charts.Point {
		return charts.PointOf(x, stats.Limited(value, low, high))
	}
	return map[string]charts.Chart{
		"lines": {
			X: charts.Axis{Label: "turn", Unit: charts.Whole}, Y: charts.Axis{Label: "men & stacks"},
			Lines: []charts.Line{
				{Name: "men", Points: []charts.Point{at(0, 1, 0, 2), at(5, 3, 2.5, 4)}},
				{Name: "<one> point", Points: []charts.Point{{X: 2, Y: 2}}},
			},
			Even: true,
		},
		"no lines": {},
		"intervals": {
			X: charts.Axis{Label: "nodes", Ticks: []charts.Tick{{Value: 0, Label: "1000"}, {Value: 1, Label: "4000"}}},
			Y: charts.Axis{Unit: charts.Percent},
			Lines: []charts.Line{
				{Name: "rising", Points: []charts.Point{
					at(0, .41, .3, .5), charts.PointOf(1, stats.Estimate{Kind: stats.Fixed, Value: .5})}},
				{Name: "beside", Points: []charts.Point{at(0, .4, .3, .5), at(1, .5, .45, .55)}},
				{Name: "without points"},
			},
			Even: true,
		},
		"dots": {X: charts.Axis{Unit: charts.Percent, High: 1}, Dots: []charts.Dot{
			{"measured", stats.Estimate{Kind: stats.Measured, Value: .5, Error95: .1, Low: .4, High: .6},
				stats.Limited(.5, .2, .9)},
			{Label: "at least", Estimate: stats.Estimate{Kind: stats.AtLeast, Low: .7}},
			{Label: "at most", Estimate: stats.Estimate{Kind: stats.AtMost, High: .1}}, {Label: "absent"},
			{Label: "fixed", Estimate: stats.Estimate{Kind: stats.Fixed}},
		}},
	}
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

// TestEveryForm writes every kind of chart: the XML parses, no number is NaN or infinite, and the same data give the
// same bytes.
func TestEveryForm(t *testing.T) {
	t.Parallel()
	again := examples()
	for name, made := range examples() {
		alt := `a "picture" of <` + name + `>`
		inline, err := made.Inline(alt)
		if err != nil {
			t.Fatal(err)
		}
		text := texts(t, name, inline)
		if strings.Contains(inline, "NaN") || strings.Contains(inline, "Inf") || strings.Contains(text, "http") {
			t.Errorf("%s: %s", name, inline)
		}
		if other, _ := again[name].Inline(alt); other != inline {
			t.Errorf("%s: the bytes differ", name)
		}
	}
}

// TestPlaces checks that the places of values are linear: a dot is where its mark is on the axis.
func TestPlaces(t *testing.T) {
	t.Parallel()
	chart := charts.Chart{X: charts.Axis{Unit: charts.Percent, High: 1}}
	for _, x := range []float64{0, .2, .6, 1} {
		chart.Dots = append(chart.Dots, charts.Dot{Estimate: stats.Estimate{Kind: stats.Fixed, Value: x}})
	}
	inline, err := chart.Inline("")
	if err != nil {
		t.Fatal(err)
	}
	mark := regexp.MustCompile(`<text x="([^"]*)"[^>]*>(\d+) %<`)
	at := map[string]string{}
	for _, found := range mark.FindAllStringSubmatch(inline, -1) {
		at[found[2]] = found[1]
	}
	dots := regexp.MustCompile(`<circle cx="([^"]*)"`).FindAllStringSubmatch(inline, -1)
	for i, percent := range []string{"0", "20", "60", "100"} {
		if dots[i][1] != at[percent] {
			t.Errorf("the dot of %s %% is at %s, its mark at %q", percent, dots[i][1], at[percent])
		}
	}
}

// TestRefused checks that impossible data are refused.
func TestRefused(t *testing.T) {
	t.Parallel()
	line := func(points ...charts.Point) charts.Chart { return charts.Chart{Lines: []charts.Line{{Points: points}}} }
	for name, chart := range map[string]charts.Chart{
		"no number":   line(charts.Point{X: 1, Y: math.NaN()}),
		"no interval": line(charts.PointOf(1, stats.Limited(0, 0, math.NaN()))),
		"no order":    line(charts.Point{X: 2}, charts.Point{X: 1}),
		"seven lines": {Lines: make([]charts.Line, 7)},
		"no dot":      {Dots: []charts.Dot{{Estimate: stats.Estimate{Kind: stats.Fixed, Value: math.NaN()}}}},
	} {
		if _, err := chart.Inline(""); err == nil {
			t.Errorf("%s: the chart is drawn", name)
		}
	}
}
