package metrics

import (
	"cmp"
)

// byValue orders measures by value, equals by subject from the last to the first.
func byValue(a, b Metric) int {
	return cmp.Or(cmp.Compare(a.Estimate.Value, b.Estimate.Value), cmp.Compare(b.Subject, a.Subject))
}
