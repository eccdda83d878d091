package charts

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// legendItem explains a line or, where it has no width, a filling.
type legendItem struct {
	name string
	line draw.LineStyle
}

const (
	keyWidth  = 26 // of the sample of a line
	legendGap = 18 // between items
)

// places are where the items stand, from the upper left corner, and how many lines they take.
func (c *Chart) places() (at []vg.Point, lines int) {
	if len(c.legend) == 0 {
		return nil, 0
	}
	var x, y vg.Length
	for _, item := range c.legend {
		width := keyWidth + style(11, ink).Width(item.name) + legendGap
		if x > 0 && x+width > c.width-20 {
			x, y = 0, y+lineHeight
		}
		at = append(at, vg.Point{X: x, Y: y})
		x += width
	}
	return at, int(y/lineHeight) + 1
}

func (c *Chart) legendHeight() vg.Length {
	_, lines := c.places()
	return vg.Length(lines) * lineHeight
}

// drawLegend draws the legend at the top of an area and returns its height.
func (c *Chart) drawLegend(area draw.Canvas) vg.Length {
	at, _ := c.places()
	for i, item := range c.legend {
		x, y := area.Min.X+at[i].X, area.Max.Y-at[i].Y-lineHeight
		area.StrokeLine2(item.line, x, y+6, x+keyWidth-6, y+6)
		area.FillText(style(11, ink), vg.Point{X: x + keyWidth, Y: y + 2}, item.name)
	}
	return c.legendHeight()
}
