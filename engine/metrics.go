package engine

// Metric is a number that people follow through a game, such as men on the board or captures.
type Metric struct {
	Name  string // a word or two, unique within the game
	Help  string // what it counts
	Event bool   // it counts what happened in a turn, not what stands after it
	Most  int    // the largest number that can stand there or happen in a game; 0 where none is told
}

// MetricRules are rules of a game with metrics of its own.
type MetricRules interface {
	Rules
	// Metrics names what [MetricPosition.AppendMetrics] appends, in its order.
	Metrics() []Metric
}

// MetricPosition is a position of a game with metrics of its own.
type MetricPosition interface {
	Position
	// AppendMetrics appends the metrics of the position, which must stand at the start of a turn or be the last of its game. Before is the
	// position at the start of the turn that led here and turn its steps, for what happened in it; nil at the start of a game, when nothing has
	// happened.
	AppendMetrics(values []int, before Position, turn []Step) []int
}

// MetricsOf names the metrics of a game; none if it has none of its own.
func MetricsOf(rules Rules) []Metric {
	if metered, ok := rules.(MetricRules); ok {
		return metered.Metrics()
	}
	return nil
}

// AppendMetrics appends the metrics of a position, as [MetricPosition] has them; nothing for a game without.
func AppendMetrics(values []int, p, before Position, turn []Step) []int {
	if metered, ok := p.(MetricPosition); ok {
		return metered.AppendMetrics(values, before, turn)
	}
	return values
}

// CountedRules are rules that bound the number of their positions.
type CountedRules interface {
	Rules
	// PositionBound is the decimal logarithm of a number that the different positions of games from the start never exceed, turn numbers left out.
	PositionBound() float64
}
