package charts_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
	"pillars/results/show/charts"
)

// A place is a point of a picture: the values x and y of a chart, and an offset from there in points.
type place struct{ x, y, right, up float64 }

// A stroke is a path of a picture: its style, or a part of it, and its corners. Of a circle it has only the centre.
type stroke struct {
	style   string
	corners [][2]float64
}

// picture is the wide form of a chart.
type picture struct {
	text    string
	strokes []stroke
}

var (
	path      = regexp.MustCompile(`<path d="([^"]*)" style="([^"]*)"`)
	corner    = regexp.MustCompile(`[ML](-?[0-9.]+),(-?[0-9.]+)`)
	rectangle = regexp.MustCompile(`<rect x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)" height="([0-9.]+)"`)
	radius    = regexp.MustCompile(`A([0-9.]+),`)
	lettering = regexp.MustCompile(`<text x="([0-9.]+)" y="-([0-9.]+)"[^>]*>([^<]*)<`)
)

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func pictureOf(t *testing.T, c *charts.Chart, err error) (p picture) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if p.text, err = c.Inline(""); err != nil {
		t.Fatal(err)
	}
	p.text, _, _ = strings.Cut(p.text, "</svg>")
	for _, found := range path.FindAllStringSubmatch(p.text, -1) {
		s := stroke{style: found[2]}
		for _, at := range corner.FindAllStringSubmatch(found[1], -1) {
			s.corners = append(s.corners, [2]float64{number(t, at[1]), number(t, at[2])})
		}
		if round := radius.FindStringSubmatch(found[1]); round != nil {
			s.corners[0][0] -= number(t, round[1])
		}
		p.strokes = append(p.strokes, s)
	}
	return p
}

// in returns the strokes whose style contains a text.
func (p picture) in(style string) (found []stroke) {
	for _, s := range p.strokes {
		if strings.Contains(s.style, style) {
			found = append(found, s)
		}
	}
	return found
}

// scale returns the function that turns a value into a place on the picture, given two values and their places.
func scale(low, high, from, until float64) func(float64) float64 {
	return func(x float64) float64 { return from + (x-low)/(high-low)*(until-from) }
}

// A wanted stroke has a style and the places of its corners.
type wanted struct {
	style  string
	places []place
}

// check checks that the strokes of the series, and of the even line or mark, are those wanted, in this order.
func (p picture) check(t *testing.T, x, y func(float64) float64, want ...wanted) {
	t.Helper()
	var drawn []stroke
	for _, s := range p.strokes {
		if strings.Contains(s.style, "series") || strings.Contains(s.style, "dasharray:3,3") {
			drawn = append(drawn, s)
		}
	}
	if len(drawn) != len(want) {
		t.Fatalf("%d strokes, want %d: %v", len(drawn), len(want), drawn)
	}
	for i, w := range want {
		if !strings.Contains(drawn[i].style, w.style) || len(drawn[i].corners) != len(w.places) {
			t.Fatalf("stroke %d is %v, want %v", i+1, drawn[i], w)
		}
		for j, at := range w.places {
			near.Check(t, drawn[i].corners[j][0], x(at.x)+at.right, .06, "x of corner ", j+1, " of stroke ", i+1)
			near.Check(t, drawn[i].corners[j][1], y(at.y)+at.up, .06, "y of corner ", j+1, " of stroke ", i+1)
		}
	}
}

// axes returns the scales of a chart with horizontal grid lines. The X axis extends from low to high; the lowest and
// the highest grid line are at bottom and top.
func (p picture) axes(t *testing.T, low, high, bottom, top float64) (x, y func(float64) float64) {
	t.Helper()
	lines := p.in("stroke:var(--grid)")
	if len(lines) < 2 {
		t.Fatalf("%d grid lines", len(lines))
	}
	first, last := lines[0].corners, lines[len(lines)-1].corners
	return scale(low, high, first[0][0], first[1][0]), scale(bottom, top, first[0][1], last[0][1])
}

// TestPlacesOfLines checks where the even line, a band, a line and a single point are drawn.
func TestPlacesOfLines(t *testing.T) {
	t.Parallel()
	c, err := charts.Lines(charts.LineChart{Even: true, Lines: []charts.Line{
		{Banded: true, Points: []charts.Point{charts.PointOf(0, stats.Limited(1, 0, 2)),
			charts.PointOf(5, stats.Limited(3, 2.5, 4))}},
		{Points: []charts.Point{charts.PointOf(2, stats.Limited(2, 1, 3))}},
	}})
	p := pictureOf(t, c, err)
	x, y := p.axes(t, 0, 5, 0, 4)
	p.check(t, x, y,
		wanted{"stroke:var(--soft)", []place{{x: 0, y: .5}, {x: 5, y: .5}}},
		wanted{"fill:var(--series-1);fill-opacity:0.18039", []place{{x: 0, y: 2}, {x: 5, y: 4}, {x: 5, y: 2.5},
			{x: 0, y: 0}}},
		wanted{"stroke:var(--series-1)", []place{{x: 0, y: 1}, {x: 5, y: 3}}},
		wanted{"fill:var(--series-2)", []place{{x: 2, y: 2}}})
	strips := rectangle.FindAllStringSubmatch(p.text, -1)
	if len(strips) != 3 {
		t.Fatalf("hints %v", strips)
	}
	for i, ends := range [][2]float64{{0, 1}, {1, 3.5}, {3.5, 5}} { // each up to the middle between two points
		for j, want := range []float64{x(ends[0]), 280 - y(4), x(ends[1]) - x(ends[0]), y(4) - y(0)} {
			near.Check(t, number(t, strips[i][j+1]), want, .11, "number ", j+1, " of strip ", i+1)
		}
	}
}

// TestPlacesOfWords checks the title, the legend and the label of the vertical axis, from the upper edge down, and the
// name of a mark, which stands on the side with room.
func TestPlacesOfWords(t *testing.T) {
	t.Parallel()
	points := []charts.Point{{}, {X: 1, Y: 1}}
	c, err := charts.Lines(charts.LineChart{Title: "Title", Y: charts.Axis{Label: "label"},
		Lines: []charts.Line{{Name: "one", Points: points}, {Name: "two", Points: points}}})
	if err != nil {
		t.Fatal(err)
	}
	data, err := c.SVG()
	text := string(data)
	if err != nil || !strings.Contains(text, `width="720" height="341" viewBox="0 0 720 341"`) { // 280 + 23 + 17 + 21
		t.Fatalf("%.200s, %v", text, err)
	}
	at := map[string][2]float64{}
	for _, found := range lettering.FindAllStringSubmatch(text, -1) {
		at[found[3]] = [2]float64{number(t, found[1]), number(t, found[2])}
	}
	const descent = 1.04 // how far the baseline of the small letters is above their lower edge
	for name, want := range map[string][2]float64{"one": {30, 299 + descent}, "label": {4, 283 + descent},
		"Title": {4, 320 + descent*13/11}} {
		near.Check(t, at[name][0], want[0], .01, "x of ", name)
		near.Check(t, at[name][1], want[1], .1, "y of ", name)
	}
	width := number(t, regexp.MustCompile(`textLength="([0-9.]+)"[^>]*>one<`).FindStringSubmatch(text)[1])
	near.Check(t, at["two"][0], 30+width+18+26, .1, "x of the second name")
	for i, x := range []float64{4, 30 + width + 18} {
		var key stroke
		for _, found := range path.FindAllStringSubmatch(text, -1) {
			if strings.Contains(found[2], []string{"#0072B2", "#D55E00"}[i]) && strings.Contains(found[1], ",303L") {
				for _, corner := range corner.FindAllStringSubmatch(found[1], -1) {
					key.corners = append(key.corners, [2]float64{number(t, corner[1]), number(t, corner[2])})
				}
			}
		}
		if len(key.corners) != 2 {
			t.Fatalf("no sample of line %d", i+1)
		}
		near.Check(t, key.corners[0][0], x, .1, "left end of sample ", i+1)
		near.Check(t, key.corners[1][0], x+20, .1, "right end of sample ", i+1)
	}
	named := regexp.MustCompile(`<text x="([0-9.]+)" [^>]*textLength="([0-9.]+)"[^>]*>median<`)
	for value, right := range map[float64]bool{0: true, 29: false} {
		c, err := charts.Histogram(charts.HistogramChart{Bins: []charts.Bin{{Low: 0, High: 30, Count: 1}},
			Mark: &charts.Mark{Name: "median", X: value}})
		p := pictureOf(t, c, err)
		x, _ := p.axes(t, 0, 30, 0, 1)
		name := named.FindStringSubmatch(p.text)
		if name == nil {
			t.Fatal(p.text)
		}
		if right {
			near.Check(t, number(t, name[1]), x(value)+4, .1, "left end of a name")
		} else {
			near.Check(t, number(t, name[1])+number(t, name[2]), x(value)-4, .1, "right end of a name")
		}
	}
}

// TestSixLinesDiffer checks that the dashes of all lines differ, so that a grey print can be read.
func TestSixLinesDiffer(t *testing.T) {
	t.Parallel()
	line := charts.Line{Points: []charts.Point{{}, {X: 1, Y: 1}}}
	c, err := charts.Lines(charts.LineChart{Lines: slices.Repeat([]charts.Line{line}, 6)})
	seen := map[string]bool{}
	for _, s := range pictureOf(t, c, err).in("stroke:var(--series") {
		_, dashes, _ := strings.Cut(s.style, "stroke-width:2")
		seen[dashes] = true
	}
	if len(seen) != 6 {
		t.Errorf("%v", seen)
	}
}

// TestPlacesOfTrends checks that the dots of two lines stand seven points apart, each with its interval, and that a
// curve ends before its band does. The X axis leaves 4 % free at both ends.
func TestPlacesOfTrends(t *testing.T) {
	t.Parallel()
	at := func(x, value, low, high float64) charts.Point {
		return charts.PointOf(x, stats.Limited(value, low, high))
	}
	c, err := charts.Trends(charts.LineChart{Y: charts.Axis{High: 1}, Lines: []charts.Line{
		{Until: 1, Curve: []charts.Point{at(0, .4, .3, .5), at(1, .5, .45, .55), at(2, .6, .5, .7)},
			Points: []charts.Point{at(0, .41, .3, .5)}},
		{Points: []charts.Point{{X: 2, Y: .2}}, Curve: []charts.Point{at(0, .1, 0, .2)}},
	}})
	p := pictureOf(t, c, err)
	x, y := p.axes(t, -.08, 2.08, 0, 1)
	p.check(t, x, y,
		wanted{"stroke:var(--series-1);stroke-width:0.6", []place{{x: 0, y: .5}, {x: 1, y: .55}, {x: 2, y: .7}}},
		wanted{"stroke:var(--series-1);stroke-width:0.6", []place{{x: 0, y: .3}, {x: 1, y: .45}, {x: 2, y: .5}}},
		wanted{"fill:var(--series-1)", []place{{x: 0, y: .5}, {x: 1, y: .55}, {x: 2, y: .7}, {x: 2, y: .5},
			{x: 1, y: .45},
			{x: 0, y: .3}}},
		wanted{"stroke:var(--series-1);stroke-width:2", []place{{x: 0, y: .4}, {x: 1, y: .5}}},
		wanted{"stroke:var(--series-1)", []place{{0, .3, -3.5, 0}, {0, .5, -3.5, 0}}},
		wanted{"stroke:var(--series-1)", []place{{0, .3, -6.5, 0}, {0, .3, -.5, 0}}},
		wanted{"stroke:var(--series-1)", []place{{0, .5, -6.5, 0}, {0, .5, -.5, 0}}},
		wanted{"fill:var(--series-1)", []place{{0, .41, -3.5, 0}}},
		wanted{"stroke:var(--series-2)", []place{{x: 0, y: .1}}},
		wanted{"fill:var(--series-2)", []place{{2, .2, .085, -3.415}, {2, .2, 6.915, -3.415}, {2, .2, 6.915, 3.415},
			{2, .2, .085, 3.415}}})
}

// TestPlacesOfBars checks bars with a gap of 1.2 points between them, the bars of distant values, which are as wide as
// others and one width away, and a mark.
func TestPlacesOfBars(t *testing.T) {
	t.Parallel()
	c, err := charts.Histogram(charts.HistogramChart{Y: charts.Axis{Unit: charts.Whole}, Mark: &charts.Mark{X: 15},
		Bins: []charts.Bin{{Low: -500, High: 0, Count: 1, Beyond: true}, {Low: 0, High: 10, Count: 3},
			{Low: 10, High: 20},
			{Low: 20, High: 30, Count: 7}, {Low: 30, High: 900, Count: 2, Beyond: true}}})
	p := pictureOf(t, c, err)
	x, y := p.axes(t, -20, 50, 0, 7)
	bar := func(fill string, low, high, count float64) wanted {
		return wanted{"fill:var(--" + fill + ")", []place{{low, 0, .6, 0}, {low, count, .6, 0}, {high, count, -.6, 0},
			{high, 0, -.6, 0}}}
	}
	top := p.in("dasharray:4,3")[0].corners[1][1]
	p.check(t, x, y, bar("series-6", -20, -10, 1), bar("series-1", 0, 10, 3), bar("series-1", 20, 30, 7),
		bar("series-6", 40, 50, 2), wanted{"stroke:var(--series-2)", []place{{x: 15, y: 0}, {15, 0, 0, top - y(0)}}})
	near.Check(t, top, y(7*1.12), .06, "upper end of the mark")
	for _, hint := range []string{"-500 to under 0", "0 to under 10 : 3", "30 to under 900 : 2"} {
		if !strings.Contains(p.text, strings.Replace(hint, "-", "−", 1)) {
			t.Errorf("no hint %q", hint)
		}
	}
}

// TestPlacesOfDots checks the intervals, arrows and dots of estimates, in rows from the top, beside a mark. The X axis
// leaves 5 % free at both ends.
func TestPlacesOfDots(t *testing.T) {
	t.Parallel()
	c, err := charts.Dots(charts.DotChart{X: charts.Axis{High: 10}, Mark: &charts.Mark{X: 5}, Dots: []charts.Dot{
		{"measured", stats.Symmetric(5, 1)}, {"at least", stats.Estimate{Kind: stats.AtLeast, Low: 7}},
		{"at most", stats.Estimate{Kind: stats.AtMost, High: 1}}, {"absent", stats.Estimate{}},
		{"fixed", stats.Estimate{Kind: stats.Fixed, Value: 3}},
	}})
	p := pictureOf(t, c, err)
	grid := p.in("stroke:var(--grid)")
	first, last := grid[0].corners, grid[len(grid)-1].corners
	x, y := scale(0, 10, first[0][0], last[0][0]), scale(4.5, -.5, first[0][1], first[1][1])
	axis := p.in("stroke:var(--soft);stroke-width:0.8")
	near.Check(t, axis[len(axis)-1].corners[0][0], x(-.5), .06, "left end of the axis")
	near.Check(t, axis[len(axis)-1].corners[1][0], x(10.5), .06, "right end of the axis")
	series, dot := "stroke:var(--series-1)", "fill:var(--series-1)"
	whisker := func(at, row float64) wanted { return wanted{series, []place{{at, row, 0, -4}, {at, row, 0, 4}}} }
	p.check(t, x, y, wanted{"stroke:var(--soft)", []place{{x: 5, y: 4.5}, {x: 5, y: -.5}}},
		wanted{series, []place{{x: 4, y: 0}, {x: 6, y: 0}}}, whisker(4, 0), whisker(6, 0),
		wanted{dot, []place{{x: 5, y: 0}}},
		whisker(7, 1), wanted{series, []place{{x: 7, y: 1}, {7, 1, 16, 0}}},
		wanted{series, []place{{7, 1, 11, -4}, {7, 1, 16, 0}, {7, 1, 11, 4}}},
		whisker(1, 2), wanted{series, []place{{x: 1, y: 2}, {1, 2, -16, 0}}},
		wanted{series, []place{{1, 2, -11, -4}, {1, 2, -16, 0}, {1, 2, -11, 4}}},
		wanted{dot, []place{{x: 3, y: 4}}})
	if !strings.Contains(p.text, "<title>measured: 5.0 ± 1.0</title>") {
		t.Error(p.text)
	}
	row := 0.
	for _, label := range lettering.FindAllStringSubmatch(p.text, -1) {
		if strings.Contains("measured at least at most absent fixed", label[3]) {
			near.Check(t, number(t, label[2]), y(row), 4, "label ", label[3])
			row++
		}
	}
	near.Check(t, row, 5, 0, "number of labels")
}

// TestPlacesOfCells checks the colours of shares, from the first for 0 to the ninth for 1, and that cells are in the
// order of rows and columns with two points between them.
func TestPlacesOfCells(t *testing.T) {
	t.Parallel()
	shares := [][]float64{{0, .11, .12}, {.5, .55, .56}, {.88, .89, 1}}
	cells := make([][]charts.HeatCell, 3)
	for i, row := range shares {
		for _, share := range row {
			cells[i] = append(cells[i], charts.HeatCell{Share: share, Text: "x"})
		}
	}
	c, err := charts.HeatMap(charts.HeatChart{Rows: []string{"a", "b", "c"}, Columns: []string{"1", "2", "3"},
		Cells: cells})
	p := pictureOf(t, c, err)
	drawn := p.in("heat")
	if len(drawn) != 9 {
		t.Fatalf("%v", drawn)
	}
	left, right := drawn[0].corners[0][0]-1, drawn[2].corners[2][0]+1
	bottom, top := drawn[8].corners[0][1]-1, drawn[0].corners[1][1]+1
	near.Check(t, right, 720-14, .1, "the right end of the plot")
	x, y := scale(0, 3, left, right), scale(3, 0, bottom, top)
	for i, heat := range []string{"1", "1", "2", "5", "5", "6", "8", "9", "9"} {
		if s := drawn[i]; s.style != "fill:var(--heat-"+heat+")" {
			t.Errorf("cell %d has the style %s", i+1, s.style)
		}
		column, row := float64(i%3), float64(i/3)
		for j, at := range []place{{column, row + 1, 1, 1}, {column, row, 1, -1}, {column + 1, row, -1, -1},
			{column + 1, row + 1, -1, 1}} {
			near.Check(t, drawn[i].corners[j][0], x(at.x)+at.right, .06, "x of corner ", j+1, " of cell ", i+1)
			near.Check(t, drawn[i].corners[j][1], y(at.y)+at.up, .06, "y of corner ", j+1, " of cell ", i+1)
		}
	}
	texts, centres := lettering.FindAllStringSubmatch(p.text, -1), 0
	for _, text := range texts {
		if text[3] == "x" {
			near.Check(t, number(t, text[1]), x(float64(centres%3)+.5), 4, "text in cell ", centres+1)
			near.Check(t, number(t, text[2]), y(float64(centres/3)+.5), 6, "height of the text in cell ", centres+1)
			centres++
		}
	}
	near.Check(t, float64(centres), 9, 0, "number of texts")
}

// TestLongNames checks that a name is shortened to fit the legend, and that a legend has as many lines as it needs.
func TestLongNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("very long ", 30)
	line := func(name string) charts.Line {
		return charts.Line{Name: name, Points: []charts.Point{{}, {X: 1, Y: 1}}}
	}
	height := regexp.MustCompile(`viewBox="0 0 720 (\d+)"`)
	shortened := regexp.MustCompile(`textLength="([0-9.]+)"[^>]*>(very[^<]*)<`)
	for _, c := range []struct {
		names  []string
		height string // the chart has 280, and each line of the legend 17
	}{{nil, "280"}, {[]string{"a", "b"}, "297"}, {[]string{"a", long}, "314"}, {[]string{long, "a", "b"}, "314"}} {
		var lines []charts.Line
		for _, name := range c.names {
			lines = append(lines, line(name))
		}
		chart, err := charts.Lines(charts.LineChart{Lines: lines})
		p := pictureOf(t, chart, err)
		if got := height.FindStringSubmatch(p.text); got == nil || got[1] != c.height {
			t.Errorf("%d names: height %v, want %s", len(c.names), got, c.height)
		}
		for _, text := range shortened.FindAllStringSubmatch(p.text, -1) {
			if width := number(t, text[1]); !strings.HasSuffix(text[2], "…") || !(width >= 650 && width <= 668) {
				t.Errorf("%q is %v wide", text[2], width)
			}
		}
	}
	many := make([]string, 30)
	chart, err := charts.HeatMap(charts.HeatChart{Columns: many})
	if text, _ := chart.Inline(""); err != nil || !strings.Contains(text, `class="slim broad" viewBox="0 0 780 `) {
		t.Errorf("thirty columns are 26 points wide each, but there is no broad chart: %v", err)
	}
}
