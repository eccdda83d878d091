package metrics

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"pillars/results/stats"
	"pillars/results/table"
	"pillars/search"
)

// Column is the metrics of one sample under a title.
type Column struct {
	Title   string
	Metrics []Metric
}

type row struct {
	Definition
	label string
	cells []*Metric // by column, nil where it has none
}

// rows puts the columns beside each other, in the order of the definitions, then of the first column with a subject.
func rows(columns []Column) (all []row) {
	at := map[string]int{}
	for _, definition := range Definitions() {
		for i, column := range columns {
			for j := range column.Metrics {
				m := &column.Metrics[j]
				if m.Name != definition.Name {
					continue
				}
				index, known := at[m.ID()]
				if !known {
					index = len(all)
					at[m.ID()] = index
					all = append(all, row{m.Definition, m.Label(), make([]*Metric, len(columns))})
				}
				all[index].cells[i] = m
			}
		}
	}
	sortRungs(all)
	return slices.DeleteFunc(all, func(r row) bool { return r.empty() && len(columns) > 1 })
}

// sortRungs puts the players of several chains in the order of their nodes.
func sortRungs(all []row) {
	isRung := func(r row) bool { return r.Name == rungScore }
	first := max(0, slices.IndexFunc(all, isRung))
	rungs := all[first:]
	if end := slices.IndexFunc(rungs, func(r row) bool { return !isRung(r) }); end >= 0 {
		rungs = rungs[:end]
	}
	slices.SortStableFunc(rungs, func(a, b row) int { return cmp.Compare(NodesOf(a.subject()), NodesOf(b.subject())) })
}

// NodesOf is how many nodes a player may look at by its text, 0 if that names none.
func NodesOf(player string) uint64 {
	limits, err := search.LimitsOf(player)
	if err != nil {
		return 0
	}
	return limits.Nodes
}

// subject is what the row is about within its definition.
func (r row) subject() string {
	return r.cells[slices.IndexFunc(r.cells, func(m *Metric) bool { return m != nil })].subject
}

func (r row) empty() bool {
	return !slices.ContainsFunc(r.cells, func(m *Metric) bool { return m != nil && m.Estimate.Kind != stats.Absent })
}

// WriteTable writes the columns side by side below headings for the groups; a single column has its notes beside it.
func WriteTable(w io.Writer, columns []Column) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	var head strings.Builder
	for _, c := range columns {
		fmt.Fprintf(&head, "\t%s\tn", c.Title)
	}
	group := ""
	for _, r := range rows(columns) {
		if r.Group != group {
			fmt.Fprintf(out, "%s%s\t\n", strings.ToUpper(r.Group), head.String())
			group = r.Group
		}
		fmt.Fprintf(out, "%s%s", r.label, r.unitText())
		for _, m := range r.cells {
			fmt.Fprint(out, m.cellText())
		}
		if len(columns) == 1 && r.cells[0].Note != "" {
			fmt.Fprintf(out, "\t(%s)", r.cells[0].Note)
		}
		fmt.Fprintln(out, "\t")
	}
	return out.Flush()
}

// unitText is the unit of a row where it does not go without saying.
func (d Definition) unitText() string {
	switch d.Unit {
	case Logarithm, Micros:
		return " (" + string(d.Unit) + ")"
	}
	return ""
}

func (m *Metric) cellText() string {
	if m == nil {
		return "\t-\t"
	}
	n := ""
	if m.N > 0 {
		n = strconv.Itoa(m.N)
	}
	return "\t" + m.Text() + "\t" + n
}

// titled is a metric with the title of its column.
type titled struct {
	of string
	Metric
}

// Table has a row for each metric of each column, for programs. Numbers that an estimate does not have are left out.
func Table(columns []Column) table.Table[titled] {
	text := func(key string, of func(titled) string) table.Column[titled] {
		return table.Column[titled]{Key: key, Value: func(m titled) any { return of(m) }}
	}
	in := func(form table.Form, c table.Column[titled]) table.Column[titled] {
		c.Only = form
		return c
	}
	some := func(c table.Column[titled]) table.Column[titled] {
		c.OmitEmpty, c.Digits = true, 6
		return c
	}
	number := func(key string, of func(value, low, high *float64) *float64) table.Column[titled] {
		return some(table.Column[titled]{Key: key, Value: func(m titled) any { return of(m.Estimate.Numbers()) }})
	}
	t := table.Table[titled]{Columns: []table.Column[titled]{
		in(table.CSV, text("of", func(m titled) string { return m.of })),
		in(table.CSV, text("measure", func(m titled) string { return m.Name })),
		in(table.JSON, text("name", func(m titled) string { return m.Name })),
		some(text("subject", func(m titled) string { return m.subject })),
		in(table.JSON, text("group", func(m titled) string { return m.Group })),
		in(table.JSON, text("title", func(m titled) string { return m.Title })),
		text("unit", func(m titled) string { return string(m.Unit) }),
		{Key: "n", Value: func(m titled) any { return m.N }},
		text("counts", func(m titled) string { return m.Counts }),
		number("value", func(value, _, _ *float64) *float64 { return value }),
		number("low", func(_, low, _ *float64) *float64 { return low }),
		number("high", func(_, _, high *float64) *float64 { return high }),
		in(table.CSV, text("level", func(titled) string { return "0.95" })),
		some(text("note", func(m titled) string { return m.Note })),
		text("meaning", func(m titled) string { return m.Meaning }),
		text("interval", func(m titled) string { return m.Interval }),
		text("source", func(m titled) string { return m.Source }),
	}}
	for _, c := range columns {
		for _, m := range c.Metrics {
			t.Rows = append(t.Rows, titled{c.Title, m})
		}
	}
	return t
}

// WriteDefinitions lists what the metrics are.
func WriteDefinitions(w io.Writer) error {
	group := ""
	for _, d := range Definitions() {
		if d.Group != group {
			fmt.Fprintf(w, "%s\n", strings.ToUpper(d.Group))
			group = d.Group
		}
		const format = "  %s (%s): %s\n    n: %s; interval: %s; source: %s\n"
		if _, err := fmt.Fprintf(w, format, d.Title, d.Name, d.Meaning, d.Counts, d.Interval, d.Source); err != nil {
			return err
		}
	}
	return nil
}
