package engine

// A step can be judged by more than its hint: by patterns, small facts of the kind "a single man lands on a stack of the opponent's that then has room
// for one more". Every step shows a few of them. How likely they make it that a strong player chooses the step is for package eval and its tuning.

// StepPatternRules are rules of a game that names patterns of steps. All its positions are a [StepPatternPosition].
type StepPatternRules interface {
	Rules
	// StepPatterns names what [StepPatternPosition.AppendStepPatterns] shows; the number of a pattern is its index.
	StepPatterns() []Term
}

// StepPatternPosition is a position whose steps show patterns.
type StepPatternPosition interface {
	Position
	// AppendStepPatterns appends the patterns of every one of the legal steps given, in their order. What a step shows depends on nothing but the
	// position and the step. Once the lists are long enough nothing is allocated.
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
