package charts

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// HeatCell is a share with the text that stands on it. The zero cell is empty.
type HeatCell struct {
	Share float64 // 0 to 1, even at 1/2
	Text  string  // empty for a cell without a value
}

// HeatChart is what [HeatMap] draws.
type HeatChart struct {
	Title   string
	Rows    []string
	Columns []string // short: they stand above their columns
	Cells   [][]HeatCell
}

// HeatMap draws a table of shares in colours. It fails on a table that is not as large as its names, and on shares that are none.
func HeatMap(chart HeatChart) (*Chart, error) {
	if len(chart.Cells) != len(chart.Rows) {
		return nil, fmt.Errorf("chart %q: %d rows of cells for %d names", chart.Title, len(chart.Cells), len(chart.Rows))
	}
	for i, row := range chart.Cells {
		if len(row) != len(chart.Columns) {
			return nil, fmt.Errorf("chart %q: row %q has %d cells for %d columns", chart.Title, chart.Rows[i], len(row), len(chart.Columns))
		}
		for _, cell := range row {
			if !(cell.Share >= 0 && cell.Share <= 1) {
				return nil, fmt.Errorf("chart %q: row %q: share %v is not from 0 to 1", chart.Title, chart.Rows[i], cell.Share)
			}
		}
	}
	c := newChart(chart.Title, Axis{}, Axis{}, rowHeight*vg.Length(len(chart.Rows)+1)+16)
	p := c.plot
	p.X.Min, p.X.Max = 0, float64(max(1, len(chart.Columns)))
	p.Y.Min, p.Y.Max = 0, float64(max(1, len(chart.Rows)))
	p.X.LineStyle, p.X.Tick.Length = draw.LineStyle{}, 0
	p.Y.Tick.Length, p.Y.Tick.Label.Color = 6, ink.color()
	var rows, columns plot.ConstantTicks
	for i, name := range chart.Rows {
		rows = append(rows, plot.Tick{Value: float64(len(chart.Rows)-i) - .5, Label: shortened(name)})
	}
	for i, name := range chart.Columns {
		columns = append(columns, plot.Tick{Value: float64(i) + .5, Label: name})
	}
	p.Y.Tick.Marker, p.X.Tick.Marker = rows, columns
	p.Add(cells(chart.Cells))
	return c, nil
}

// cells are a heat map on its way to the canvas, the first row on top.
type cells [][]HeatCell

// Plot draws them.
func (h cells) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	text := style(11, ink)
	text.XAlign, text.YAlign = draw.XCenter, draw.YCenter
	for i, row := range h {
		top, bottom := y(float64(len(h)-i))-1, y(float64(len(h)-i-1))+1
		for j, cell := range row {
			if cell.Text == "" {
				continue
			}
			left, right := x(float64(j))+1, x(float64(j+1))-1
			corners := []vg.Point{{X: left, Y: bottom}, {X: left, Y: top}, {X: right, Y: top}, {X: right, Y: bottom}}
			c.FillPolygon(heatOf(cell.Share).color(), corners)
			c.FillText(text, vg.Point{X: (left + right) / 2, Y: (top + bottom) / 2}, cell.Text)
		}
	}
}
