package report

import (
	"slices"

	"pillars/results/metrics"
)

// found are the measures of a sample.
type found []metrics.Metric

// measuresOf takes all measures of a sample that has games.
func measuresOf(sample metrics.Sample) found {
	if len(sample.Games) == 0 {
		return nil
	}
	return metrics.Of(sample)
}

// elsewhere are measures that other figures of the page show, and the one that depends on the machine.
var elsewhere = []string{"seat-score", "ending", "opening-score", "random-time"}

// group are the measures of a group that have a value.
func (f found) group(name string) found {
	return slices.DeleteFunc(slices.Clone(f), func(m metrics.Metric) bool {
		return m.Group != name || slices.Contains(elsewhere, m.Name) || estimateText(m) == ""
	})
}

// estimateText is what is known of a measure, or nothing.
func estimateText(m metrics.Metric) string {
	if text := m.Text(); text != "-" {
		return text
	}
	return ""
}

// table is the measures of a group as a figure with their definitions; none if the sample tells none of them.
func (f found) table(id, title, group string) []Figure {
	measured := f.group(group)
	if len(measured) == 0 {
		return nil
	}
	table := &Table{Columns: columns("measure", "#value", "#low", "#high", "unit", "#n", "of", "~definition", "~interval", "~source", "~note")}
	for _, m := range measured {
		unit := string(m.Unit)
		cells := estimateCells(m.Estimate, m.Decimals)
		if m.Unit == metrics.Share {
			unit, cells = "%", estimateCells(m.Estimate.Scaled(100), m.Decimals)
		}
		table.add(append(append([]string{m.Label()}, cells...), unit, count(m.N), m.Counts, m.Meaning, m.Interval, m.Source, m.Note)...)
	}
	return []Figure{{
		ID: id, Title: title, Table: table,
		Meaning: "Each measure with its definition, the way its interval at the 95 % level is made, and its source, where these differ from the row " +
			"above; n counts what the column beside it names.",
	}}
}
