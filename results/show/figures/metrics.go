// Package figures prints metrics and random games, as tables of text and as records for programs.
package figures

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"pillars/results/estimate/metrics"
	"pillars/results/show/table"
)

// WriteMetrics writes metrics with a heading for each group, in the order of their definitions. title names what they
// are of.
func WriteMetrics(w io.Writer, title string, all []metrics.Metric) error {
	definitions := metrics.Definitions()
	place := func(m metrics.Metric) int {
		return slices.IndexFunc(definitions, func(d metrics.Definition) bool { return d.Name == m.Name })
	}
	order := func(a, b metrics.Metric) int { return cmp.Compare(place(a), place(b)) }
	out := table.New("~", "", "", "~") // label, value, number of observations, and note
	out.Keys = 1
	group := ""
	for _, m := range slices.SortedStableFunc(slices.Values(all), order) {
		if m.Group != group {
			group = m.Group
			out.Add(strings.ToUpper(group), title, "n", "")
		}
		label, n, note := m.Label(), "", m.Note
		if m.Unit == metrics.Logarithm { // other units are clear from the label
			label += " (" + string(m.Unit) + ")"
		}
		if m.N > 0 {
			n = strconv.Itoa(m.N)
		}
		if note != "" {
			note = "(" + note + ")"
		}
		out.Add(label, m.Text(), n, note)
	}
	return out.WriteText(w)
}

// Metrics returns a table for CSV and JSON, with a row for each metric. Unknown numbers are left out.
func Metrics(all []metrics.Metric) table.Table[metrics.Metric] {
	type metric = metrics.Metric
	numberOf := func(key string, pick func(value, low, high *float64) *float64) table.Column[metric] {
		return table.Column[metric]{Key: key, OmitEmpty: true, Digits: 6,
			Value: func(m metric) any { return pick(m.Estimate.Numbers()) }}
	}
	return table.Table[metric]{Rows: all, Columns: []table.Column[metric]{
		{Key: "name", Value: func(m metric) any { return m.Name }},
		{Key: "subject", OmitEmpty: true, Value: func(m metric) any { return m.Subject }},
		{Key: "group", Only: table.JSON, Value: func(m metric) any { return m.Group }},
		{Key: "title", Only: table.JSON, Value: func(m metric) any { return m.Title }},
		{Key: "unit", Value: func(m metric) any { return string(m.Unit) }},
		{Key: "n", Value: func(m metric) any { return m.N }},
		{Key: "counts", Value: func(m metric) any { return m.Counts }},
		numberOf("value", func(value, _, _ *float64) *float64 { return value }),
		numberOf("low", func(_, low, _ *float64) *float64 { return low }),
		numberOf("high", func(_, _, high *float64) *float64 { return high }),
		{Key: "note", OmitEmpty: true, Value: func(m metric) any { return m.Note }},
		{Key: "meaning", Value: func(m metric) any { return m.Meaning }},
		{Key: "interval", Value: func(m metric) any { return m.Interval }},
		{Key: "source", Value: func(m metric) any { return m.Source }},
	}}
}
