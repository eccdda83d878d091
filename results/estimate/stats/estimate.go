package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// Kind says which numbers of an [Estimate] are known.
type Kind uint8

const (
	Absent    Kind = iota // no number is known
	Measured              // Value, a nearly symmetric interval from Low to High, and half its width, Error95
	Bracketed             // Value, and an interval from Low to High that need not be symmetric
	AtLeast               // only Low: the data do not exclude any larger value
	AtMost                // only High: the data do not exclude any smaller value
	Fixed                 // only Value: it has no interval, as for the given rating of an anchor
)

// Estimate is an estimated number with its 95 % interval, or only a part of this information. Its Kind says which
// fields are known; the others are 0. No field is NaN or infinite. The zero Estimate is absent.
type Estimate struct {
	Kind      Kind
	Value     float64
	Error95   float64 // half the width of the interval
	Low, High float64 // limits of the interval
}

// HasValue reports whether Value is known. Otherwise there is only a bound, or nothing.
func (e Estimate) HasValue() bool {
	return e.Kind == Measured || e.Kind == Bracketed || e.Kind == Fixed
}

// Limits returns the limits of the interval. For a [Fixed] estimate, both limits are the value. An unknown limit is
// infinite.
func (e Estimate) Limits() (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	switch e.Kind {
	case Fixed:
		return e.Value, e.Value
	case Measured, Bracketed:
		return e.Low, e.High
	case AtLeast:
		low = e.Low
	case AtMost:
		high = e.High
	}
	return low, high
}

// Numbers returns the value and the limits of the interval. Unknown numbers are nil. Numbers that differ from 0 only by
// rounding are returned as 0.
func (e Estimate) Numbers() (value, low, high *float64) {
	const roundOff = 1e-9
	for _, x := range []*float64{&e.Value, &e.Low, &e.High} {
		if math.Abs(*x) < roundOff {
			*x = 0
		}
	}
	if e.HasValue() {
		value = &e.Value
	}
	if e.Kind == Measured || e.Kind == Bracketed || e.Kind == AtLeast {
		low = &e.Low
	}
	if e.Kind == Measured || e.Kind == Bracketed || e.Kind == AtMost {
		high = &e.High
	}
	return value, low, high
}

// MarshalJSON encodes an object with the numbers value, low and high. Unknown numbers are null.
func (e Estimate) MarshalJSON() ([]byte, error) {
	value, low, high := e.Numbers()
	return json.Marshal(struct {
		Value *float64 `json:"value"`
		Low   *float64 `json:"low"`
		High  *float64 `json:"high"`
	}{value, low, high})
}

// Half returns half the width of the interval of a [Measured] estimate. For other kinds it returns nil.
func (e Estimate) Half() *float64 {
	if e.Kind != Measured {
		return nil
	}
	return &e.Error95
}

// Text returns the estimate with the given number of decimals: "12.3 ± 4.5", "0.0 (-50.0 .. 50.0)", "≥ 120.0",
// "≤ -120.0", "0.0", or "-".
func (e Estimate) Text(decimals int) string {
	number := func(x float64) string { return FormatNumber(x, decimals) }
	switch e.Kind {
	case Measured:
		return number(e.Value) + " ± " + number(e.Error95)
	case Bracketed:
		return number(e.Value) + " (" + number(e.Low) + " .. " + number(e.High) + ")"
	case AtLeast:
		return "≥ " + number(e.Low)
	case AtMost:
		return "≤ " + number(e.High)
	case Fixed:
		return number(e.Value)
	}
	return "-"
}

// Percent returns the text of an estimate between 0 and 1 in percent, such as "12.3 ± 4.5 %".
func (e Estimate) Percent(decimals int) string {
	if e.Kind == Absent {
		return e.Text(decimals)
	}
	return e.Scaled(100).Text(decimals) + " %"
}

// Percent returns a number between 0 and 1 as text in percent, such as "12.3 %".
func Percent(share float64, decimals int) string { return FormatNumber(100*share, decimals) + " %" }

// FormatNumber returns a number as text with the given number of decimals. A negative number that rounds to zero has no
// minus sign.
func FormatNumber(x float64, decimals int) string {
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if zero, err := strconv.ParseFloat(s, 64); err == nil && zero == 0 {
		return strconv.FormatFloat(0, 'f', decimals, 64)
	}
	return s
}

// Thousands returns a whole number as text with a comma between groups of three digits.
func Thousands(n int) string {
	if n < 0 {
		return "-" + Thousands(-n)
	}
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s,%03d", Thousands(n/1000), n%1000)
}

// ShortNumber returns a large number in short form, such as 950, 12.3k or 4.56M.
func ShortNumber(n float64) string {
	switch {
	case n >= 999.5e6: // %.3g would write 999.5M as 1e+03M
		return fmt.Sprintf("%.3gG", n/1e9)
	case n >= 999.5e3: // %.3g would write 999.5k as 1e+03k
		return fmt.Sprintf("%.3gM", n/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.3gk", n/1e3)
	}
	return fmt.Sprintf("%.0f", n)
}

// Symmetric returns an estimate with a symmetric interval. Half its width is error95.
func Symmetric(value, error95 float64) Estimate {
	return Estimate{Kind: Measured, Value: value, Error95: error95, Low: value - error95, High: value + error95}
}

// Limited returns an estimate with the given limits. An infinite limit counts as unknown. If one limit is unknown, the
// estimate has only the other limit, without the value. If both are unknown, it is absent.
func Limited(value, low, high float64) Estimate {
	switch noLow, noHigh := math.IsInf(low, 0), math.IsInf(high, 0); {
	case noLow && noHigh:
		return Estimate{}
	case noLow:
		return Estimate{Kind: AtMost, High: high}
	case noHigh:
		return Estimate{Kind: AtLeast, Low: low}
	}
	return Estimate{Kind: Bracketed, Value: value, Low: low, High: high}
}

// Mirrored returns the estimate of sum - x, where e is the estimate of x. With the sum 1, it turns the score of a
// player into the score of the opponent.
func (e Estimate) Mirrored(sum float64) Estimate {
	if e.Kind == Absent {
		return e
	}
	m := Estimate{Kind: e.Kind, Value: sum - e.Value, Error95: e.Error95, Low: sum - e.High, High: sum - e.Low}
	switch e.Kind {
	case AtLeast:
		m = Estimate{Kind: AtMost, High: sum - e.Low}
	case AtMost:
		m = Estimate{Kind: AtLeast, Low: sum - e.High}
	case Fixed:
		m.Low, m.High = 0, 0 // unknown
	}
	return m
}

// Scaled returns the estimate multiplied by a positive factor.
func (e Estimate) Scaled(factor float64) Estimate {
	return Estimate{e.Kind, e.Value * factor, e.Error95 * factor, e.Low * factor, e.High * factor}
}

// Holds reports whether the interval of the estimate includes x. An unknown limit excludes nothing.
func (e Estimate) Holds(x float64) bool {
	_, low, high := e.Numbers()
	return (low == nil || *low <= x) && (high == nil || *high >= x)
}
