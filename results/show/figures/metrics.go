package figures

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
)

// A row holds the values of one metric in all columns.
type row struct {
	*metrics.Metric                   // of the first column that has it
	place           int               // index of its definition
	nodes           uint64            // for the score of a rung, the node limit of its player
	cells           []*metrics.Metric // by column; nil if the column does not have the metric
}

// rows returns the metrics of all columns side by side, in the order of their definitions. It sorts the rungs of chains
// by node limit. If there are several columns, it leaves out metrics that have no estimate in any of them.
func rows(columns []metrics.Profile) (all []row) {
	definitions := metrics.Definitions()
	indices := map[string]int{} // in the result, by the ID of the metric
	for i, column := range columns {
		for j := range column.Metrics {
			m := &column.Metrics[j]
			index, known := indices[m.ID()]
			if !known {
				index = len(all)
				indices[m.ID()] = index
				place := slices.IndexFunc(definitions, func(d metrics.Definition) bool { return d.Name == m.Name })
				all = append(all, row{Metric: m, place: place, cells: make([]*metrics.Metric, len(columns))})
				if m.Name == metrics.RungScore {
					all[index].nodes = metrics.NodesOf(m.Subject)
				}
			}
			all[index].cells[i] = m
		}
	}
	slices.SortStableFunc(all, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.nodes, b.nodes))
	})
	if len(columns) == 1 {
		return all
	}
	hasEstimate := func(m *metrics.Metric) bool { return m != nil && m.Estimate.Kind != stats.Absent }
	return slices.DeleteFunc(all, func(r row) bool { return !slices.ContainsFunc(r.cells, hasEstimate) })
}

// WriteMetrics writes the columns side by side, with a heading for each group. A single column is followed by its
// notes.
func WriteMetrics(w io.Writer, columns []metrics.Profile) error {
	remarks := []string{"~"}                              // kind of the columns of labels and of notes
	values := slices.Repeat([]string{""}, 2*len(columns)) // a value and a number of observations for each profile
	out := table.New(slices.Concat(remarks, values, remarks)...)
	out.Keys = 1
	group := ""
	for _, r := range rows(columns) {
		if r.Group != group {
			head := []string{strings.ToUpper(r.Group)}
			for _, c := range columns {
				head = append(head, c.Title, "n")
			}
			out.Add(head)
			group = r.Group
		}
		cells := []string{r.Label()}
		if r.Unit == metrics.Logarithm { // other units are clear from the label
			cells[0] += " (" + string(r.Unit) + ")"
		}
		for _, m := range r.cells {
			cells = append(cells, metricTexts(m)...)
		}
		if len(columns) == 1 && r.Note != "" {
			cells = append(cells, "("+r.Note+")")
		}
		out.Add(cells)
	}
	return out.WriteText(w)
}

// metricTexts returns the cells with the value and the number of observations; m may be nil.
func metricTexts(m *metrics.Metric) []string {
	switch {
	case m == nil:
		return []string{"-", ""}
	case m.N == 0:
		return []string{m.Text(), ""}
	}
	return []string{m.Text(), strconv.Itoa(m.N)}
}

// titled is a metric with the title of its column.
type titled struct {
	title string
	metrics.Metric
}

// Metrics returns a table for CSV and JSON, with a row for each metric of each column. Unknown numbers are left out.
func Metrics(columns []metrics.Profile) table.Table[titled] {
	numberOf := func(key string, pick func(value, low, high *float64) *float64) table.Column[titled] {
		return table.Column[titled]{Key: key, OmitEmpty: true, Digits: 6,
			Value: func(m titled) any { return pick(m.Estimate.Numbers()) }}
	}
	t := table.Table[titled]{Columns: []table.Column[titled]{
		{Key: "of", Only: table.CSV, Value: func(m titled) any { return m.title }},
		{Key: "measure", Only: table.CSV, Value: func(m titled) any { return m.Name }},
		{Key: "name", Only: table.JSON, Value: func(m titled) any { return m.Name }},
		{Key: "subject", OmitEmpty: true, Value: func(m titled) any { return m.Subject }},
		{Key: "group", Only: table.JSON, Value: func(m titled) any { return m.Group }},
		{Key: "title", Only: table.JSON, Value: func(m titled) any { return m.Title }},
		{Key: "unit", Value: func(m titled) any { return string(m.Unit) }},
		{Key: "n", Value: func(m titled) any { return m.N }},
		{Key: "counts", Value: func(m titled) any { return m.Counts }},
		numberOf("value", func(value, _, _ *float64) *float64 { return value }),
		numberOf("low", func(_, low, _ *float64) *float64 { return low }),
		numberOf("high", func(_, _, high *float64) *float64 { return high }),
		{Key: "level", Only: table.CSV, Value: func(titled) any { return "0.95" }},
		{Key: "note", OmitEmpty: true, Value: func(m titled) any { return m.Note }},
		{Key: "meaning", Value: func(m titled) any { return m.Meaning }},
		{Key: "interval", Value: func(m titled) any { return m.Interval }},
		{Key: "source", Value: func(m titled) any { return m.Source }},
	}}
	for _, c := range columns {
		for _, m := range c.Metrics {
			t.Rows = append(t.Rows, titled{c.Title, m})
		}
	}
	return t
}
