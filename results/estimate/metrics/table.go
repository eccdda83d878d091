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

// Profile is the metrics of one sample under a title.
type Profile struct {
	Title   string
	Metrics []Metric
	Squares []SquareUse // where they are wanted
}

// A row holds one metric of all columns.
type row struct {
	*Metric           // of the first column that has it
	place   int       // of the definition
	nodes   uint64    // of the player of a rung
	cells   []*Metric // by column, nil where it has none
}

// rows returns the metrics of all columns side by side, in the order of the definitions; rows with subjects are in the
// order of the first column that has them.
func rows(columns []Profile) (all []row) {
	at, places := map[string]int{}, map[string]int{}
	for place, definition := range definitions {
		places[definition.Name] = place
	}
	for i, column := range columns {
		for j := range column.Metrics {
			m := &column.Metrics[j]
			index, known := at[m.ID()]
			if !known {
				index = len(all)
				at[m.ID()] = index
				all = append(all, row{m, places[m.Name], 0, make([]*Metric, len(columns))})
				if m.Name == rungScore {
					all[index].nodes = NodesOf(m.subject)
				}
			}
			all[index].cells[i] = m
		}
	}
	slices.SortStableFunc(all, func(a, b row) int { // the players of several chains in the order of their nodes
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.nodes, b.nodes))
	})
	told := func(m *Metric) bool { return m != nil && m.Estimate.Kind != stats.Absent }
	return slices.DeleteFunc(all, func(r row) bool { return len(columns) > 1 && !slices.ContainsFunc(r.cells, told) })
}

// NodesOf returns how many nodes a player may look at by its text, 0 if that names none.
func NodesOf(player string) uint64 {
	spec, err := search.ParseSpec(player)
	if err != nil {
		return 0
	}
	return spec.Limits.Nodes
}

// WriteTable writes the columns side by side below headings for the groups; a single column has its notes beside it.
func WriteTable(w io.Writer, columns []Profile) error {
	out := table.New(append(append([]string{"~"}, slices.Repeat([]string{""}, 2*len(columns))...), "~")...)
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
		if r.Unit == Logarithm || r.Unit == Micros { // elsewhere the unit goes without saying
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

// texts returns the value and the number of observations as people read them.
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
	of string
	Metric
}

// Table returns a table with a row for each metric of each column, for programs. Numbers that an estimate does not have
// are left out.
func Table(columns []Profile) table.Table[titled] {
	number := func(key string, of func(value, low, high *float64) *float64) table.Column[titled] {
		return table.Column[titled]{Key: key, OmitEmpty: true, Digits: 6,
			Value: func(m titled) any { return of(m.Estimate.Numbers()) }}
	}
	t := table.Table[titled]{Columns: []table.Column[titled]{
		{Key: "of", Only: table.CSV, Value: func(m titled) any { return m.of }},
		{Key: "measure", Only: table.CSV, Value: func(m titled) any { return m.Name }},
		{Key: "name", Only: table.JSON, Value: func(m titled) any { return m.Name }},
		{Key: "subject", OmitEmpty: true, Value: func(m titled) any { return m.subject }},
		{Key: "group", Only: table.JSON, Value: func(m titled) any { return m.Group }},
		{Key: "title", Only: table.JSON, Value: func(m titled) any { return m.Title }},
		{Key: "unit", Value: func(m titled) any { return string(m.Unit) }},
		{Key: "n", Value: func(m titled) any { return m.N }},
		{Key: "counts", Value: func(m titled) any { return m.Counts }},
		number("value", func(value, _, _ *float64) *float64 { return value }),
		number("low", func(_, low, _ *float64) *float64 { return low }),
		number("high", func(_, _, high *float64) *float64 { return high }),
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
	for _, d := range Definitions() {
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

// DefinitionRecords returns the definitions for programs.
func DefinitionRecords() (all []any) {
	for _, d := range Definitions() {
		all = append(all, table.Object("type", "definition", "name", d.Name, "group", d.Group, "title", d.Title,
			"unit", d.Unit, "counts", d.Counts, "meaning", d.Meaning, "interval", d.Interval, "source", d.Source))
	}
	return all
}

// A usedSquare is a square with the title of its column.
type usedSquare struct {
	of string
	SquareUse
}

// SquareTable returns a table of the share of games that use each square.
func SquareTable(columns ...Profile) table.Table[usedSquare] {
	t := table.Table[usedSquare]{Columns: []table.Column[usedSquare]{
		{Key: "of", Only: table.CSV, Value: func(u usedSquare) any { return u.of }},
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

// WriteSquares writes the percentages as the board lies, the highest rank on top.
func (p Profile) WriteSquares(w io.Writer, board engine.Diagram) error {
	grid := table.Grid{Indent: 1, Gap: 1, Columns: make([]table.Head, board.Files)}
	for file := range board.Files {
		grid.Columns[file].Kind = table.Figures
	}
	grid.Rows = make([][]string, board.Ranks)
	for rank := range grid.Rows {
		grid.Rows[rank] = make([]string, board.Files)
	}
	for _, u := range p.Squares {
		percent := strconv.FormatFloat(100*u.share.Value, 'f', 0, 64)
		grid.Rows[board.Ranks-1-u.rank][u.file] = " " + u.Square + " " + percent
	}
	return grid.WriteText(w)
}
