// Package tune looks for better constants of a player. It knows vectors and results only: no player, no game, no file.
//
// A [Tuner] is asked for its next [Question], and told the answer. [SPSA] compares two candidates and follows the difference; [CMAES] wants each
// candidate valued by itself. Everything random in a tuner derives from its seed and the number of the question, so the answers so far are its
// whole state: a tuner of the same settings that is told the same answers asks the same questions, bit by bit. That is how it is restored.
package tune

// Tuner asks about candidates, one question after the other.
type Tuner interface {
	// Ask is the question that is to be answered next. Asked again before the answer is told, it is the same. There is none once all are answered.
	Ask() (Question, bool)
	// Tell takes the answer to the question that Ask returns.
	Tell(answer float64) error
	// Estimate is the best vector as far as is known, within the bounds and not rounded.
	Estimate() []float64
	// Questions is how many questions there are in all.
	Questions() int
}

// Question is about one candidate, which is to be valued, or two, of which the first is to be compared with the second. More is better. Candidates
// are within the bounds, those of whole numbers rounded.
type Question struct {
	Number     int // from 1
	Candidates [][]float64
}
