package report

import (
	"strconv"

	"pillars/results/stats"
)

func count(n int) string { return strconv.Itoa(n) }

func digits(x float64, decimals int) string { return stats.FormatNumber(x, decimals) }

// percent is a share in per cent, without the sign: that stands in the name of the column.
func percent(share float64) string { return digits(100*share, 1) }

// estimateCells are the value and the limits of an estimate, as far as they mean something.
func estimateCells(e stats.Estimate, decimals int) []string {
	cells := []string{"", "", ""}
	if e.HasValue() {
		cells[0] = digits(e.Value, decimals)
	}
	switch e.Kind {
	case stats.Measured, stats.Bracketed:
		cells[1], cells[2] = digits(e.Low, decimals), digits(e.High, decimals)
	case stats.AtLeast:
		cells[1] = digits(e.Low, decimals)
	case stats.AtMost:
		cells[2] = digits(e.High, decimals)
	}
	return cells
}

func shareCells(e stats.Estimate) []string { return estimateCells(e.Scaled(100), 1) }

// shareText is a share with its interval, for running text.
func shareText(e stats.Estimate) string {
	if !e.HasValue() {
		return "–"
	}
	return percent(e.Value) + " %"
}

func limitsText(e stats.Estimate) string {
	if e.Kind != stats.Measured && e.Kind != stats.Bracketed {
		return ""
	}
	return percent(e.Low) + " .. " + percent(e.High) + " %"
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
