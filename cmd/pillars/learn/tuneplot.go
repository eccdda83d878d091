package learn

import (
	"bytes"
	"fmt"

	"pillars/cmd/pillars/cli"
	"pillars/eval/tune"
)

// The picture of a fit, in points.
const (
	plotWidth, plotHeight = 640, 360
	plotLeft, plotRight   = 70, 620
	plotTop, plotBottom   = 20, 310
)

// curve is a line of a picture.
type curve struct {
	name, color string
	values      []float64
}

// writeLossPlot draws losses against epochs as SVG, with a mark where the loss on the games held back is least.
func writeLossPlot(path string, losses []tune.Losses, best int) error {
	train, held := curve{name: "learned from", color: "#1f6fb4"}, curve{name: "held back", color: "#c8501e"}
	for _, l := range losses {
		train.values = append(train.values, l.Train)
		held.values = append(held.values, l.Validation)
	}
	curves := []curve{train}
	if losses[0].Validation > 0 { // without games held back all these losses are 0
		curves = append(curves, held)
	}
	return cli.SvgPicture.WriteDrawn("--plot", path, lossPlot(curves, best))
}

func lossPlot(curves []curve, best int) []byte {
	low, high := rangeOf(curves)
	last := len(curves[0].values) - 1
	x := func(epoch int) float64 { return plotLeft + (plotRight-plotLeft)*float64(epoch)/float64(max(1, last)) }
	y := func(loss float64) float64 { return plotBottom - (plotBottom-plotTop)*(loss-low)/(high-low) }
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", plotWidth, plotHeight)
	fmt.Fprintf(&b, `<title>Loss by epoch</title><rect width="%d" height="%d" fill="white"/>`+"\n", plotWidth, plotHeight)
	for i := range 5 {
		loss := low + (high-low)*float64(i)/4
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%.4f</text>`+"\n",
			plotLeft, y(loss), plotRight, plotLeft-6, y(loss)+4, loss)
	}
	for i := range min(last, 5) + 1 {
		epoch := last * i / max(1, min(last, 5))
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n", x(epoch), plotBottom+18, epoch)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">epoch</text>`+"\n", (plotLeft+plotRight)/2, plotBottom+38)
	fmt.Fprintf(&b, `<path d="M%.1f %dV%d" stroke="#888" stroke-dasharray="4 3"/>`+"\n", x(best), plotTop, plotBottom)
	for i, c := range curves {
		fmt.Fprintf(&b, `<polyline fill="none" stroke="%s" stroke-width="2" points="`, c.color)
		for epoch, loss := range c.values {
			fmt.Fprintf(&b, "%.1f,%.1f ", x(epoch), y(loss))
		}
		fmt.Fprintf(&b, `"/><text x="%d" y="%d" text-anchor="end" fill="%s">%s</text>`+"\n", plotRight, plotTop+16*(i+1), c.color, c.name)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// rangeOf are the least and the largest value, apart from each other.
func rangeOf(curves []curve) (low, high float64) {
	low, high = curves[0].values[0], curves[0].values[0]
	for _, c := range curves {
		for _, value := range c.values {
			low, high = min(low, value), max(high, value)
		}
	}
	if high-low < 1e-6 {
		high = low + 1e-6
	}
	return low, high
}
