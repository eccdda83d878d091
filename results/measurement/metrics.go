package measurement

import (
	"pillars/results/estimate/metrics"
	"pillars/results/show/table"
)

// metricTable returns a table for CSV and JSON, with a row for each metric. Unknown numbers are left out.
func metricTable(all []metrics.Metric) table.Table[metrics.Metric] {
	type metric = metrics.Metric
	number := func(i int, key string) table.Column[metric] {
		return table.Column[metric]{Key: key, OmitEmpty: true, Digits: 6, Value: func(m metric) any {
			value, low, high := m.Estimate.Numbers()
			return []*float64{value, low, high}[i]
		}}
	}
	return table.Table[metric]{Rows: all, Columns: []table.Column[metric]{
		{Key: "name", Value: func(m metric) any { return m.Name }},
		{Key: "subject", OmitEmpty: true, Value: func(m metric) any { return m.Subject }},
		{Key: "group", Only: table.JSON, Value: func(m metric) any { return m.Group }},
		{Key: "title", Only: table.JSON, Value: func(m metric) any { return m.Title }},
		{Key: "unit", Value: func(m metric) any { return string(m.Unit) }},
		{Key: "n", Value: func(m metric) any { return m.N }},
		{Key: "counts", Value: func(m metric) any { return m.Counts }},
		number(0, "value"), number(1, "low"), number(2, "high"),
		{Key: "note", OmitEmpty: true, Value: func(m metric) any { return m.Note }},
		{Key: "meaning", Value: func(m metric) any { return m.Meaning }},
		{Key: "interval", Value: func(m metric) any { return m.Interval }},
		{Key: "source", Value: func(m metric) any { return m.Source }},
	}}
}
