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

// breakable lets the name of a player be broken where its parts end.
func breakable(name string) template.HTML {
	text := template.HTMLEscapeString(name)
	// nolint:gosec // it is escaped
	return template.HTML(strings.NewReplacer(":", ":<wbr>", ",", ",<wbr>").Replace(text))
}

// WriteHTML writes one page, which needs no other file. Figures link to [Report.Files] in the folder that files names,
// seen from the page.
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

// leading is how many sentences of the conclusion stand first.
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

// mostRows is how many rows of a table a page shows; files have them all.
const mostRows = 500

// Left is the number of rows that a page does not show.
func (t pageTable) Left() int { return max(0, len(t.Rows)-mostRows) }

// Cells are the rows as a page shows them. Remarks that the row above has too are left out.
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
