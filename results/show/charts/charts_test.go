package charts_test

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"pillars/results/estimate/stats"
	"pillars/results/show/charts"
)

// examples returns charts with every kind of estimate, and without any.
func examples() map[string]charts.Chart {
	dots := []charts.Dot{
		{"measured & <so on>", stats.Estimate{Kind: stats.Measured, Value: .5, Error95: .1, Low: .4, High: .6},
			stats.Limited(.5, .2, .9)},
		{Label: "at least", Estimate: stats.Estimate{Kind: stats.AtLeast, Low: .7}},
		{Label: "at most", Estimate: stats.Estimate{Kind: stats.AtMost, High: .1}}, {Label: "absent"},
		{Label: "fixed", Estimate: stats.Estimate{Kind: stats.Fixed}},
	}
	return map[string]charts.Chart{
		"shares": {Shares: true, Dots: dots}, "values": {Label: "<Elo>", Dots: dots}, "one value": {Dots: dots[4:]},
		"no values": {},
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
		inline := made.Inline(alt)
		text := texts(t, name, inline)
		if strings.Contains(inline, "NaN") || strings.Contains(inline, "Inf") || strings.Contains(text, "http") {
			t.Errorf("%s: %s", name, inline)
		}
		if again[name].Inline(alt) != inline {
			t.Errorf("%s: the bytes differ", name)
		}
	}
}

// TestPlaces checks that the places of values are linear: a dot is where its mark is on the axis.
func TestPlaces(t *testing.T) {
	t.Parallel()
	chart := charts.Chart{Shares: true}
	for _, x := range []float64{0, .2, .6, 1} {
		chart.Dots = append(chart.Dots, charts.Dot{Estimate: stats.Estimate{Kind: stats.Fixed, Value: x}})
	}
	inline := chart.Inline("")
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
