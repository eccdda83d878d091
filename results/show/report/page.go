package report

import (
	_ "embed"
	"html/template"
	"io"
	"strconv"
	"strings"

	"pillars/results/estimate/stats"
	"pillars/results/show/table"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"unbroken": unbroken,
	"capital":  table.Capital,
	"chart":    func(fig Figure) template.HTML { return template.HTML(fig.Picture()) }, //nolint:gosec // escaped
}).Parse(pageText))

// unbroken puts a no-break space before each per cent sign, so that no line is broken there.
func unbroken(text string) string { return strings.ReplaceAll(text, " %", "\u00a0%") }

// WriteHTML writes one self-contained HTML page.
func (r Report) WriteHTML(w io.Writer) error {
	return pageTemplate.Execute(w, struct {
		Report
		Style template.CSS
	}{r, template.CSS(pageStyle)}) //nolint:gosec // it is our own style
}

// Picture returns the chart of the figure as HTML, or "" if it has none.
func (fig Figure) Picture() string {
	if len(fig.Chart.Dots) == 0 {
		return ""
	}
	return fig.Chart.Inline(fig.Alt)
}

// A pageCell is a cell of a table for the template of the page.
type pageCell struct {
	Text    string
	Numeric bool
	Remarks []string // remarks on the row, shown below the text of the row's first cell
}

// Cells returns the rows of the table.
func (fig Figure) Cells() (rows [][]pageCell) {
	for _, texts := range fig.Table.Rows {
		var row []pageCell
		var remarks []string
		for i, text := range texts {
			switch kind := fig.Table.Columns[i].Kind; {
			case kind == table.Figures:
				if text == "" || text == "-" {
					text = "–"
				}
				row = append(row, pageCell{Text: strings.ReplaceAll(text, "-", "−"), Numeric: true})
			case kind != table.Remarks:
				row = append(row, pageCell{Text: text})
			case text != "":
				remarks = append(remarks, text)
			}
		}
		row[0].Remarks = remarks
		rows = append(rows, row)
	}
	return rows
}

// nodesText returns a node limit as text, or "" for 0, which is no limit.
func nodesText(limit uint64) string {
	if limit == 0 {
		return ""
	}
	return strconv.FormatUint(limit, 10)
}

func digits(x float64, decimals int) string { return stats.FormatNumber(x, decimals) }

// estimateCells returns three cells with the value and the limits of an estimate. Cells of unknown numbers are empty.
func estimateCells(e stats.Estimate, decimals int) []string {
	value, low, high := e.Numbers()
	cells := make([]string, 3)
	for i, x := range []*float64{value, low, high} {
		if x != nil {
			cells[i] = digits(*x, decimals)
		}
	}
	return cells
}

// shareCells returns three cells like estimateCells, for an estimate of a share, in per cent.
func shareCells(e stats.Estimate) []string { return estimateCells(e.Scaled(100), 1) }
