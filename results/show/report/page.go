package report

import (
	"cmp"
	_ "embed"
	"html/template"
	"io"
	"path"
	"strings"

	"pillars/results/show/charts"
	"pillars/results/show/table"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"breakable": breakable, "pictured": pictured,
	"paged":  func(fig Figure) pageTable { return pageTable{fig.Table, fig.Title} },
	"ending": func(file string) string { return strings.ToUpper(strings.TrimPrefix(path.Ext(file), ".")) },
}).Parse(pageText))

// breakable returns the name of a player as HTML in which lines may break after colons and commas.
func breakable(name string) template.HTML {
	text := template.HTMLEscapeString(name)
	// nolint:gosec // gosec // it is escaped:
	return template.HTML(strings.NewReplacer(":", ":<wbr>", ",", ",<wbr>").Replace(text))
}

// WriteHTML writes one HTML page, which needs no other file. Its links lead to [Report.Files] in the folder files, a
// path relative to the page.
func (r Report) WriteHTML(w io.Writer, files string) error {
	light, dark := charts.Styles()
	lead := min(leading, len(r.conclusion))
	style := strings.NewReplacer("/*light*/", light, "/*dark*/", dark).Replace(pageStyle)
	return pageTemplate.Execute(w, struct {
		Report
		Style      template.CSS
		Files      string
		Lead, More []string // the first sentences of the conclusion, and the others
	}{r, template.CSS(style), files, r.conclusion[:lead], r.conclusion[lead:]}) //nolint:gosec // the style comes from this program
}

// leading is the number of sentences of the conclusion at the top of the page.
const leading = 3

// pictured returns the chart of a figure, or its boards, as HTML.
func pictured(fig Figure) (template.HTML, error) {
	if fig.chart == nil {
		return template.HTML(strings.Join(fig.each, "\n")), nil //nolint:gosec // the diagram escapes its texts
	}
	picture, err := fig.chart.Inline(fig.Alt)
	return template.HTML(picture), err //nolint:gosec // the chart escapes its texts
}

// A pageTable is a table on a page.
type pageTable struct {
	*table.Grid
	Title string
}

type pageCell struct {
	Text    string
	Numeric bool
	Remarks []string // are shown below the text
}

// mostRows is the most rows of a table that a page shows. Files have all rows.
const mostRows = 500

// Left returns the number of rows that the page does not show.
func (t pageTable) Left() int { return max(0, len(t.Rows)-mostRows) }

// Cells returns the rows that the page shows. It leaves out a remark that the row above has too.
func (t pageTable) Cells() [][]pageCell {
	var rows [][]pageCell
	var above []string
	for _, texts := range t.Rows[:len(t.Rows)-t.Left()] {
		var row []pageCell
		for i, text := range texts {
			switch column := t.Columns[i]; column.Kind {
			case table.Words, table.Names:
				row = append(row, pageCell{Text: text})
			case table.Figures:
				row = append(row, pageCell{Text: strings.Replace(cmp.Or(text, "–"), "-", "−", 1), Numeric: true})
			}
		}
		for i, text := range texts {
			if t.Columns[i].Kind == table.Remarks && text != "" && (above == nil || above[i] != text) {
				row[0].Remarks = append(row[0].Remarks, text)
			}
		}
		rows, above = append(rows, row), texts
	}
	return rows
}
