package engine

// GuideRules are rules with instructions for a person: what to do in a step, and how to write it.
type GuideRules interface {
	Rules
	// Guide returns one line of instructions for steps of a kind.
	Guide(kind StepKind) string
}

// PatternRules are rules of a game with patterns: hundreds of small facts that an evaluation can weigh beside the few
// features of [Position.Features], such as "a single man of mine stands in the centre". Each seat shows some of them. A
// pattern has one weight for all seats, so that no seat is favoured. All positions of such rules are a
// [PatternPosition].
type PatternRules interface {
	Rules
	// Patterns describes the patterns that [PatternPosition.AppendPatterns] lists. The number of a pattern is its
	// index.
	Patterns() []Term
}

// PatternPosition is a position whose seats show patterns.
type PatternPosition interface {
	Position
	// AppendPatterns appends the numbers of the patterns that each seat of the game shows to the list of that seat, in
	// any order and possibly several times. They depend on the position only, and follow the seats if these exchange
	// all that is theirs. The game must not be over. Once the lists are long enough, AppendPatterns allocates nothing.
	AppendPatterns(lists *PatternLists)
	// Phase returns how far the game has progressed, from 0 up to the end of the set-up to PhaseEnd where games tend to
	// end.
	Phase() int
}

// PatternLists holds the numbers of patterns by seat, at most MaxPatterns each.
type PatternLists [MaxSeats][]uint16

// Bounds of phases and of patterns.
const (
	PhaseEnd    = 64
	SetUpPhase  = PhaseEnd + 1 // stands for the phase in the set-up; see [PhaseOf]
	MaxPatterns = 1000
)

// Reset empties all lists and keeps their memory.
func (l *PatternLists) Reset() {
	for seat := range l {
		l[seat] = l[seat][:0]
	}
}

// StepPatternRules are rules of a game whose steps show patterns: small facts that a policy can weigh beside the
// move-ordering score, such as "a single man lands on a stack of the opponent's that then has room for one more". All
// positions of such rules are a [StepPatternPosition].
type StepPatternRules interface {
	Rules
	// StepPatterns describes the patterns that [StepPatternPosition.AppendStepPatterns] lists. The number of a pattern
	// is its index.
	StepPatterns() []Term
}

// StepPatternPosition is a position whose steps show patterns.
type StepPatternPosition interface {
	Position
	// AppendStepPatterns appends the patterns of each of the given legal steps, in the order of the steps. They depend
	// on the position and the step only. Once the lists are long enough, AppendStepPatterns allocates nothing.
	AppendStepPatterns(steps []Step, lists *StepPatternLists)
}

// StepPatternLists holds the numbers of patterns, step after step.
type StepPatternLists struct {
	Numbers []uint16
	Ends    []int // by step, the index in Numbers after its last number
}

// Reset empties the lists and keeps their memory.
func (l *StepPatternLists) Reset() { l.Numbers, l.Ends = l.Numbers[:0], l.Ends[:0] }

// Show appends patterns to the current step.
func (l *StepPatternLists) Show(numbers ...uint16) { l.Numbers = append(l.Numbers, numbers...) }

// EndStep ends the patterns of the current step and begins the next one.
func (l *StepPatternLists) EndStep() { l.Ends = append(l.Ends, len(l.Numbers)) }

// Metric describes a number to follow through a game, such as the men on the board or the captures.
type Metric struct {
	Name  string // one or two words, unique within the game
	Help  string // what it counts
	Event bool   // whether it counts what happened in a turn, not what there is after it
	Most  int    // the largest possible number, 0 if unknown
}

// MetricRules are rules of a game with metrics of its own.
type MetricRules interface {
	Rules
	// Metrics describes the numbers that [MetricPosition.AppendMetrics] appends, in its order.
	Metrics() []Metric
}

// MetricPosition is a position of a game with metrics of its own.
type MetricPosition interface {
	Position
	// AppendMetrics appends the metrics of the position, which must be at the start of a turn or the last of its game.
	// For the events of the latest turn, before is the position at the start of that turn and turn its steps; at the
	// start of a game both are nil.
	AppendMetrics(values []int, before Position, turn []Step) []int
}

// MetricsOf returns the metrics of a game, none if it is no [MetricRules].
func MetricsOf(rules Rules) []Metric {
	if metered, ok := rules.(MetricRules); ok {
		return metered.Metrics()
	}
	return nil
}

// AppendMetrics appends the metrics of p as [MetricPosition.AppendMetrics] does, none if p is no MetricPosition.
func AppendMetrics(values []int, p, before Position, turn []Step) []int {
	if metered, ok := p.(MetricPosition); ok {
		return metered.AppendMetrics(values, before, turn)
	}
	return values
}

// CountedRules are rules with an upper bound on the number of positions.
type CountedRules interface {
	Rules
	// PositionBound returns the decimal logarithm of an upper bound on the number of different positions in games from
	// the start, turn numbers ignored.
	PositionBound() float64
}

// Keyed is a position that can be written as a short key and restored from it. Solvers keep millions of keys.
type Keyed interface {
	Symmetric
	// AppendCanonicalKey appends a key to key. Two positions of the same rules have equal keys exactly if they are
	// equal up to the symmetries of CanonicalHash; keys never collide. A finished game may have the key of an
	// unfinished one.
	AppendCanonicalKey(key []byte) []byte
	// SetKey overwrites the receiver with one of the positions that have this key, which must come from the same rules
	// and from an unfinished game. Its turn number is 1 or 2 and nothing is known of what came before.
	SetKey(key []byte)
}

// Symmetric is a position that knows the symmetries of its game.
type Symmetric interface {
	Position
	// CanonicalHash returns a hash that is equal for positions of the same rules which a symmetry of the board, or an
	// exchange of the seats and all that is theirs, maps to each other, as far as rules and stage of the game allow it.
	// Other positions differ, up to collisions. Positions with equal hashes have the same continuations up to names.
	// Like [Position.Hash] it ignores the turn number.
	CanonicalHash() uint64
}

// CanonicalHash returns [Symmetric.CanonicalHash], or the plain hash of a position that is not Symmetric.
func CanonicalHash(p Position) uint64 {
	if symmetric, ok := p.(Symmetric); ok {
		return symmetric.CanonicalHash()
	}
	return p.Hash()
}

// GridSymmetry is one of the symmetries of a rectangular grid: bit 0 mirrors the files, bit 1 the ranks, and bit 2 then
// exchanges files and ranks, which only square grids allow. The zero GridSymmetry is the identity.
type GridSymmetry uint8

// GridSymmetries is the number of symmetries of a square grid. Other rectangles have the first half of them.
const GridSymmetries = 8

// The generators of the symmetries.
const (
	mirrorFiles GridSymmetry = 1 << iota
	MirrorRanks
	transpose
)

// SymmetriesOf returns the number of symmetries, numbered from 0, that map a grid to itself.
func SymmetriesOf(files, ranks int) GridSymmetry {
	if files == ranks {
		return GridSymmetries
	}
	return GridSymmetries / 2
}

// Map returns the image of a square of a grid, with files and ranks counted from 0.
func (g GridSymmetry) Map(file, rank, files, ranks int) (toFile, toRank int) {
	if g&mirrorFiles != 0 {
		file = files - 1 - file
	}
	if g&MirrorRanks != 0 {
		rank = ranks - 1 - rank
	}
	if g&transpose != 0 {
		return rank, file
	}
	return file, rank
}

// PhaseOf returns SetUpPhase in the set-up, after it the phase of the position, 0 in a game without patterns.
func PhaseOf(p Position) int {
	if p.InOpening() {
		return SetUpPhase
	}
	if patterned, ok := p.(PatternPosition); ok {
		return patterned.Phase()
	}
	return 0
}
