package engine

// GuideRules are rules that tell a person in a line what to do in a step and how to write it.
type GuideRules interface {
	Rules
	Guide(kind StepKind) string
}

// A position can be weighed by more than the few counts of [Position.Features]: by patterns, hundreds of small facts of
// the kind "a single man of mine stands in the centre". Each seat shows some of them. A pattern weighs the same for all
// seats, so that no seat is favoured; what the weights are is for package eval and its tuning.

// PatternRules are rules of a game that names patterns. All its positions are a [PatternPosition].
type PatternRules interface {
	Rules
	// Patterns names what [PatternPosition.AppendPatterns] shows; the number of a pattern is its index.
	Patterns() []Term
}

// PatternPosition is a position whose seats show patterns.
type PatternPosition interface {
	Position
	// AppendPatterns appends the numbers of the patterns that each seat shows to the list of that seat, for all seats
	// of the game. Their order means nothing, and a number may be there several times. What a seat shows depends on
	// nothing but the position, and stays the same if the seats exchange all that is theirs. The game is not over. Once
	// the lists are long enough nothing is allocated.
	AppendPatterns(lists *PatternLists)
	// Phase is how far the game has gone: 0 up to the beginning of the game proper, PhaseEnd where games tend to be
	// over.
	Phase() int
}

// PatternLists are numbers of patterns by seat, at most MaxPatterns each.
type PatternLists [MaxSeats][]uint16

// Bounds of what patterns may be.
const (
	PhaseEnd    = 64
	MaxPatterns = 1000
)

// Reset empties all lists and keeps their memory.
func (l *PatternLists) Reset() {
	for seat := range l {
		l[seat] = l[seat][:0]
	}
}

// A step can be judged by more than its hint: by patterns, small facts of the kind "a single man lands on a stack of
// the opponent's that then has room for one more". Every step shows a few of them. How likely they make it that a
// strong player chooses the step is for package eval and its tuning.

// StepPatternRules are rules of a game that names patterns of steps. All its positions are a [StepPatternPosition].
type StepPatternRules interface {
	Rules
	// StepPatterns names what [StepPatternPosition.AppendStepPatterns] shows; the number of a pattern is its index.
	StepPatterns() []Term
}

// StepPatternPosition is a position whose steps show patterns.
type StepPatternPosition interface {
	Position
	// AppendStepPatterns appends the patterns of every one of the legal steps given, in their order. What a step shows
	// depends on nothing but the position and the step. Once the lists are long enough nothing is allocated.
	AppendStepPatterns(steps []Step, lists *StepPatternLists)
}

// StepPatternLists are numbers of patterns, step by step.
type StepPatternLists struct {
	Numbers []uint16
	Ends    []int // behind the numbers of each step
}

// Reset empties the lists and keeps their memory.
func (l *StepPatternLists) Reset() { l.Numbers, l.Ends = l.Numbers[:0], l.Ends[:0] }

// Show appends patterns to those of the step that is at hand.
func (l *StepPatternLists) Show(numbers ...uint16) { l.Numbers = append(l.Numbers, numbers...) }

// EndStep says that the step at hand shows no more, and goes on to the next.
func (l *StepPatternLists) EndStep() { l.Ends = append(l.Ends, len(l.Numbers)) }

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
	// AppendMetrics appends the metrics of the position, which must stand at the start of a turn or be the last of its
	// game. Before is the position at the start of the turn that led here and turn its steps, for what happened in it;
	// nil at the start of a game, when nothing has happened.
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
	// PositionBound is the decimal logarithm of a number that the different positions of games from the start never
	// exceed, turn numbers left out.
	PositionBound() float64
}

// Keyed is a position of a game that writes itself as a short key and back. Solvers keep millions of them.
type Keyed interface {
	Symmetric
	// AppendCanonicalKey appends a key to those bytes given. Two positions of the same rules have the same key exactly
	// if CanonicalHash means them to be equal: no two others share one. A game that is over may look like one that goes
	// on.
	AppendCanonicalKey(key []byte) []byte
	// SetKey overwrites the receiver with one of the positions that the key, made by the same rules, stands for, its
	// turn number being 1 or 2 and nothing before it known. It must be a position whose game goes on.
	SetKey(key []byte)
}

// Symmetric is a position of a game that knows its symmetries.
type Symmetric interface {
	Position
	// CanonicalHash is equal for positions of the same rules that a symmetry of the board, or an exchange of the seats
	// with all that is theirs, carries into each other, as far as rules and stage of the game keep it; up to collisions
	// it is different for all others. What follows from equal ones is the same but for names. Like [Position.Hash] it
	// leaves the turn number out.
	CanonicalHash() uint64
}

// CanonicalHash tells positions apart up to their symmetries, if the game knows any.
func CanonicalHash(p Position) uint64 {
	if symmetric, ok := p.(Symmetric); ok {
		return symmetric.CanonicalHash()
	}
	return p.Hash()
}

// GridSymmetry is one of the symmetries of a rectangular grid: bit 0 mirrors the files, bit 1 the ranks, and bit 2 then
// makes files of ranks, which only square grids bear. The zero GridSymmetry changes nothing.
type GridSymmetry uint8

// GridSymmetries counts those of a square grid; those of other rectangles come first and are half as many.
const GridSymmetries = 8

// Parts of a symmetry.
const (
	mirrorFiles GridSymmetry = 1 << iota
	MirrorRanks
	transpose
)

// SymmetriesOf is the number of symmetries, from 0 on, that carry a grid into itself.
func SymmetriesOf(files, ranks int) GridSymmetry {
	if files == ranks {
		return GridSymmetries
	}
	return GridSymmetries / 2
}

// Map is where a square of a grid goes, files and ranks counted from 0.
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

// PhaseOf is the phase of a position, 0 in a game without patterns.
func PhaseOf(p Position) int {
	if patterned, ok := p.(PatternPosition); ok {
		return patterned.Phase()
	}
	return 0
}
