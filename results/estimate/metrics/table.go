package metrics

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/search"
)

// Profile is a column of a table of metrics: the metrics of one sample under a title.
type Profile struct {
	Title   string
	Metrics []Metric
	Squares []SquareUse // optional
}

// A row holds the values of one metric in all columns.
type row struct {
	*Metric           // of the first column that has it
	place   int       // index of its definition
	nodes   uint64    // for the score of a rung, the node limit of its player
	cells   []*Metric // by column; nil if the column does not have the metric
}

// rows returns the metrics of all columns side by side, in the order of their definitions. It sorts the rungs of chains
// by node limit. If there are several columns, it leaves out metrics that have no estimate in any of them.
func rows(columns []Profile) (all []row) {
	indices := map[string]int{} // in the result, by the ID of the metric
	for i, column := range columns {
		for j := range column.Metrics {
			m := &column.Metrics[j]
			index, known := indices[m.ID()]
			if !known {
				index = len(all)
				indices[m.ID()] = index
				place := slices.IndexFunc(definitions(), func(d Definition) bool { return d.Name == m.Name })
				all = append(all, row{Metric: m, place: place, cells: make([]*Metric, len(columns))})
				if m.Name == rungScoreName {
					all[index].nodes = NodesOf(m.subject)
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
	hasEstimate := func(m *Metric) bool { return m != nil && m.Estimate.Kind != stats.Absent }
	return slices.DeleteFunc(all, func(r row) bool { return !slices.ContainsFunc(r.cells, hasEstimate) })
}

// NodesOf returns the node limit in a player's text, or 0 if there is none.
func NodesOf(player string) uint64 {
	spec, err := search.ParseSpec(player)
	if err != nil {
		return 0
	}
	return spec.Limits.Nodes
}

// WriteTable writes the columns side by side, with a heading for each group. A single column is followed by its notes.
func WriteTable(w io.Writer, columns []Profile) error {
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
		if r.Unit == Logarithm || r.Unit == Micros { // other units are clear from the label
			cells[0] += " (" + string(r.Unit) + ")"
		}
		for _, m := range r.cells {
			cells = append(cells, m.texts()...)
		}
		if len(columns) == 1 && r.Note != "" {
			cells = append(cells, "("+r.Note+")")
		}
		out.Add(cells)
	}
	return out.WriteText(w)
}

// texts returns the cells with the value and the number of observations; m may be nil.
func (m *Metric) texts() []string {
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
	Metric
}

// Table returns a table for CSV and JSON, with a row for each metric of each column. Unknown numbers are left out.
func Table(columns []Profile) table.Table[titled] {
	numberOf := func(key string, pick func(value, low, high *float64) *float64) table.Column[titled] {
		return table.Column[titled]{Key: key, OmitEmpty: true, Digits: 6,
			Value: func(m titled) any { return pick(m.Estimate.Numbers()) }}
	}
	t := table.Table[titled]{Columns: []table.Column[titled]{
		{Key: "of", Only: table.CSV, Value: func(m titled) any { return m.title }},
		{Key: "measure", Only: table.CSV, Value: func(m titled) any { return m.Name }},
		{Key: "name", Only: table.JSON, Value: func(m titled) any { return m.Name }},
		{Key: "subject", OmitEmpty: true, Value: func(m titled) any { return m.subject }},
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

// WriteDefinitions writes the definitions of all metrics.
func WriteDefinitions(w io.Writer) error {
	group := ""
	for _, d := range definitions() {
		if d.Group != group {
			fmt.Fprintf(w, "%s\n", strings.ToUpper(d.Group))
			group = d.Group
		}
		const format = "  %s (%s): %s\n    n: %s; interval: %s; source: %s\n"
		if err := table.Printf(w, format, d.Title, d.Name, d.Meaning, d.Counts, d.Interval, d.Source); err != nil {
			return err
		}
	}
	return nil
}

// DefinitionRecords returns the definitions as JSON objects.
func DefinitionRecords() (all []any) {
	for _, d := range definitions() {
		all = append(all, table.Object("type", "definition", "name", d.Name, "group", d.Group, "title", d.Title,
			"unit", d.Unit, "counts", d.Counts, "meaning", d.Meaning, "interval", d.Interval, "source", d.Source))
	}
	return all
}

// A usedSquare is the use of a square with the title of its column.
type usedSquare struct {
	title string
	SquareUse
}

// SquareTable returns a table for CSV and JSON with the share of games that use each square.
func SquareTable(columns ...Profile) table.Table[usedSquare] {
	t := table.Table[usedSquare]{Columns: []table.Column[usedSquare]{
		{Key: "of", Only: table.CSV, Value: func(u usedSquare) any { return u.title }},
		{Key: "square", Value: func(u usedSquare) any { return u.Square }},
		{Key: "n", Only: table.CSV, Value: func(u usedSquare) any { return u.Games }},
		{Key: "counts", Only: table.CSV, Value: func(usedSquare) any { return "games" }},
		{Key: "value", Digits: 6, Value: func(u usedSquare) any { return u.share.Value }},
		{Key: "low", Digits: 6, Value: func(u usedSquare) any { return u.share.Low }},
		{Key: "high", Digits: 6, Value: func(u usedSquare) any { return u.share.High }},
		{Key: "level", Only: table.CSV, Value: func(usedSquare) any { return .95 }},
	}}
	for _, c := range columns {
		for _, u := range c.Squares {
			t.Rows = append(t.Rows, usedSquare{c.Title, u})
		}
	}
	return t
}

// WriteSquares writes the share of games that use each square, in percent, as a diagram with the highest rank on top.
func (p Profile) WriteSquares(w io.Writer, board engine.Diagram) error {
	grid := table.Grid{Indent: 1, Gap: 1, Columns: slices.Repeat([]table.Head{{Kind: table.Figures}}, board.Files)}
	for range board.Ranks {
		grid.Rows = append(grid.Rows, make([]string, board.Files))
	}
	for _, u := range p.Squares {
		percent := strconv.FormatFloat(100*u.share.Value, 'f', 0, 64)
		grid.Rows[board.Ranks-1-u.rank][u.file] = " " + u.Square + " " + percent
	}
	return grid.WriteText(w)
}
