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
	"paged":  func(e Figure) pageTable { return pageTable{e.Table, e.Title} },
	"ending": func(file string) string { return strings.ToUpper(strings.TrimPrefix(path.Ext(file), ".")) },
}).Parse(pageText))

// breakable returns the name of a player with places for line breaks where its parts end.
func breakable(name string) template.HTML {
	text := template.HTMLEscapeString(name)
	// nolint:gosec // it is escaped
	return template.HTML(strings.NewReplacer(":", ":<wbr>", ",", ",<wbr>").Replace(text))
}

// WriteHTML writes one page, which needs no other file. Links lead to [Report.Files] in a folder; files is the folder's
// path relative to the page.
func (r Report) WriteHTML(w io.Writer, files string) error {
	light, dark := charts.Styles()
	lead := min(leading, len(r.conclusion))
	style := strings.NewReplacer("/*light*/", light, "/*dark*/", dark).Replace(pageStyle)
	return pageTemplate.Execute(w, struct {
		Report
		Style      template.CSS
		Files      string
		Lead, More []string // the conclusion: its first sentences, and the others
	}{r, template.CSS(style), files, r.conclusion[:lead], r.conclusion[lead:]}) //nolint:gosec // it is ours
}

// leading is the number of sentences of the conclusion that stand at the top.
const leading = 3

func pictured(e Figure) (template.HTML, error) {
	if e.chart == nil {
		return template.HTML(strings.Join(e.each, "\n")), nil //nolint:gosec // the diagram escapes its texts
	}
	picture, err := e.chart.Inline(e.Alt)
	return template.HTML(picture), err //nolint:gosec // the chart escapes its texts
}

type pageTable struct {
	*table.Grid
	Title string
}

type pageCell struct {
	Text    string
	Numeric bool
	Remarks []string // below the text
}

// mostRows is the most rows of a table on a page; files have all rows.
const mostRows = 500

// Left returns the number of rows that the page does not show.
func (t pageTable) Left() int { return max(0, len(t.Rows)-mostRows) }

// Cells returns the rows that the page shows. A remark that is the same as in the row above is left out.
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
