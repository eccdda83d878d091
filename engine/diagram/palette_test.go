package diagram

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// vision turns linear RGB into linear RGB as somebody sees it. The matrices for dichromats are those of Machado,
// Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), at severity
// 1.
var visions = map[string][3][3]float64{
	"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// TestColorsKeepApart checks that the four colours of pieces differ from one another and from the square in every kind
// of vision by at least twenty units of CIE 1976 lightness and colour. Two units are just visible side by side.
func TestColorsKeepApart(t *testing.T) {
	t.Parallel()
	for vision, matrix := range visions {
		for i, a := range paints {
			for j, b := range paints[:i] {
				for _, pair := range [][2]string{{a.face, b.face}, {a.side, b.side}} {
					if d := distance(seen(t, pair[0], matrix), seen(t, pair[1], matrix)); d < 20 {
						t.Errorf("%s: colours %d and %d (%v) are %.1f apart", vision, i, j, pair, d)
					}
				}
			}
			for _, square := range []string{lightSquare, darkSquare} {
				if d := distance(seen(t, a.face, matrix), seen(t, square, matrix)); d < 20 {
					t.Errorf("%s: colour %d is %.1f from the square %s", vision, i, d, square)
				}
			}
		}
	}
}

// TestLinesAreSeen checks contrasts against WCAG 2.1: at least 3 to 1 (success criterion 1.4.11) for the lines that
// mark colours, for barriers and for outlines, and at least 4.5 to 1 (1.4.3) for text.
func TestLinesAreSeen(t *testing.T) {
	t.Parallel()
	for _, c := range paints {
		if ratio := contrast(t, c.mark, c.face); ratio < 3 {
			t.Errorf("%s on %s has a contrast of %.2f", c.mark, c.face, ratio)
		}
	}
	for _, square := range []string{lightSquare, darkSquare} {
		for _, fill := range []string{barrierFill, outline} {
			if ratio := contrast(t, fill, square); ratio < 3 {
				t.Errorf("%s on the square %s has a contrast of %.2f", fill, square, ratio)
			}
		}
	}
	for _, ink := range []string{textInk, labelInk} {
		if ratio := contrast(t, ink, cardFill); ratio < 4.5 {
			t.Errorf("%s on the card has a contrast of %.2f", ink, ratio)
		}
	}
}

// TestColorsHaveLines checks that the colours can be distinguished by their lines alone.
func TestColorsHaveLines(t *testing.T) {
	t.Parallel()
	lines := map[string]int{}
	for color, cell := range []string{"w", "b", "r", "u"} {
		for _, drawn := range []string{cell, strings.ToUpper(cell), cell + "t", cell + "p"} {
			root := picture(t, nil, parse(t, drawn))
			line := node{}
			for _, part := range slices.Concat(root.all("ellipse"), root.all("path")) {
				if strings.HasPrefix(part.attr("class"), "mark ") {
					line = part
				}
			}
			key := line.attr("stroke-dasharray")
			if line.number(t, "stroke-width") >= 1.5 {
				key += " bold"
			}
			if other, known := lines[key]; known && other != color {
				t.Errorf("%s has the line of colour %d", drawn, other)
			}
			lines[key] = color
		}
	}
}

// linear reads #rrggbb as linear RGB (IEC 61966-2-1).
func linear(t *testing.T, color string) [3]float64 {
	var bytes [3]uint8
	if _, err := fmt.Sscanf(color, "#%02x%02x%02x", &bytes[0], &bytes[1], &bytes[2]); err != nil {
		t.Fatalf("colour %q: %v", color, err)
	}
	var out [3]float64
	for i, b := range bytes {
		v := float64(b) / 255
		if v <= 0.04045 {
			out[i] = v / 12.92
		} else {
			out[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return out
}

func multiply(m [3][3]float64, v [3]float64) [3]float64 {
	var out [3]float64
	for i, row := range m {
		out[i] = row[0]*v[0] + row[1]*v[1] + row[2]*v[2]
	}
	return out
}

// toXYZ is the matrix of sRGB's primaries, each row divided by the white point D65.
var toXYZ = [3][3]float64{
	{0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505},
	{0.2126, 0.7152, 0.0722},
	{0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089},
}

// seen is a colour as CIE 1976 L*a*b*.
func seen(t *testing.T, color string, vision [3][3]float64) [3]float64 {
	rgb := multiply(vision, linear(t, color))
	for i := range rgb {
		rgb[i] = min(1, max(0, rgb[i]))
	}
	f := multiply(toXYZ, rgb)
	for i, v := range f {
		if v > 216.0/24389 {
			f[i] = math.Cbrt(v)
		} else {
			f[i] = (v*24389/27 + 16) / 116
		}
	}
	return [3]float64{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

func contrast(t *testing.T, a, b string) float64 {
	luminance := func(color string) float64 { return multiply(toXYZ, linear(t, color))[1] }
	high, low := luminance(a), luminance(b)
	if high < low {
		high, low = low, high
	}
	return (high + 0.05) / (low + 0.05)
}
