package learn

import (
	"bytes"
	"fmt"
	"html"

	"pillars/results/training"
	"pillars/search/tune"
)

// trajectoryColors tell constants apart; there are no more after the last.
var trajectoryColors = [...]string{"#1f6fb4", "#c8501e", "#2a8a4a", "#8a4fb0", "#b08a00", "#c03070", "#408a9a", "#6a6a6a"}

// mostPoints is how many points of a line are drawn, as many as can be seen.
const mostPoints = 550

// trajectoryPlot draws how the constants moved, each from the lower end of its range to the upper one, as SVG.
func trajectoryPlot(parameters []tune.Parameter, iterations []training.Iteration) []byte {
	last := len(iterations)
	x := func(iteration int) float64 { return plotLeft + (plotRight-plotLeft)*float64(iteration)/float64(last) }
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n",
		plotWidth, plotHeight+16*len(parameters))
	fmt.Fprintf(&b, `<title>Constants by iteration</title><rect width="%d" height="%d" fill="white"/>`+"\n", plotWidth, plotHeight+16*len(parameters))
	for i := range 5 {
		height := shareHeight(float64(i) / 4)
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%d %%</text>`+"\n",
			plotLeft, height, plotRight, plotLeft-6, height+4, 25*i)
	}
	ticks := min(last, 5)
	for i := range ticks + 1 {
		iteration := last * i / ticks
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n", x(iteration), plotBottom+18, iteration)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">iteration; heights are shares of the ranges</text>`+"\n",
		(plotLeft+plotRight)/2, plotBottom+38)
	for i, p := range parameters {
		color := trajectoryColors[i%len(trajectoryColors)]
		fmt.Fprintf(&b, `<polyline fill="none" stroke="%s" stroke-width="1.5" points="%.1f,%.1f `, color, x(0), heightOf(p, p.Start))
		for n := max(1, last%stride(last)); n <= last; n += stride(last) {
			fmt.Fprintf(&b, "%.1f,%.1f ", x(n), heightOf(p, iterations[n-1].Estimate[i]))
		}
		fmt.Fprintf(&b, `"/><text x="%d" y="%d" fill="%s">%s: %.4g, then %.4g (%.4g to %.4g)</text>`+"\n",
			plotLeft, plotHeight+8+16*i, color, html.EscapeString(p.Name), p.Start, iterations[last-1].Estimate[i], p.Min, p.Max)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// stride is every how manyth iteration is drawn.
func stride(iterations int) int { return max(1, iterations/mostPoints) }

func heightOf(p tune.Parameter, value float64) float64 {
	return shareHeight((value - p.Min) / (p.Max - p.Min))
}

func shareHeight(share float64) float64 { return plotBottom - (plotBottom-plotTop)*share }
