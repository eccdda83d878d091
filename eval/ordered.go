package eval

import "slices"

// Layout is the order of the evaluator's weights.
func (l *Linear) Layout() *Layout { return l.layout }

// Weights are the evaluator's weights in the order of its layout.
func (l *Linear) Weights() []Weight { return slices.Clone(l.weights) }
