package stats

import "fmt"

// Decision is what a sequential test says.
type Decision uint8

const (
	// Undecided: play on.
	Undecided Decision = iota
	// AcceptH0: the difference is rather Elo0 than Elo1.
	AcceptH0
	// AcceptH1: the difference is rather Elo1 than Elo0.
	AcceptH1
)

// String is "continue", "H0" or "H1".
func (d Decision) String() string { return [...]string{"continue", "H0", "H1"}[d] }

// Sequence is a sequential test under way. It is a value and a pure fold: the same observations in the same order give the same sequence, and [Next]
// leaves the one it starts from as it was. Make one with [SPRT.OnPairs] or [SPRT.OnGames].
//
// The log-likelihood ratio moves in jumps and so ends beyond a bound, not on it; a test that stops at Wald's bounds is longer and surer than it
// promises. The bounds are therefore moved inward by the mean excess to be expected there, estimated from the records of the ratio so far: where
// D are the amounts by which it fell to a new minimum, the excess is sum D^2/(2 sum D), and the same for its maxima. (Siegmund, Sequential analysis,
// 1985, corollary 8.33; the practice of the fishtest framework.)
type Sequence struct {
	test      SPRT
	gamesEach float64
	outcomes  [5]float64 // counts, the first kinds of them
	kinds     int
	ratio     float64
	minima    records // of the ratio
	maxima    records // of the ratio with its sign turned
	decision  Decision
}

// records are the falls of a number, 0 at first, to new minima.
type records struct{ least, falls, squares float64 }

func (r *records) add(x float64) {
	if fall := r.least - x; fall > 0 {
		r.least, r.falls, r.squares = x, r.falls+fall, r.squares+fall*fall
	}
}

// excess is how far beyond a far bound the number is to be expected when it first passes it.
func (r *records) excess() float64 {
	if r.falls == 0 {
		return 0
	}
	return r.squares / (2 * r.falls)
}

// OnPairs begins the test on pairs of games with the seats swapped, the recommended form. It fails when the test is not valid.
func (t SPRT) OnPairs() (Sequence, error) { return t.begin(Pentanomial{}) }

// OnGames begins the test on single games. It fails when the test is not valid.
func (t SPRT) OnGames() (Sequence, error) { return t.begin(WDL{}) }

func (t SPRT) begin(empty Sample) (Sequence, error) {
	return Sequence{test: t, gamesEach: empty.gamesEach(), kinds: len(empty.outcomes())}, t.Validate()
}

// Next is the sequence after one more observation: the half points of the first-named player, from 0 to 2 in a game and to 4 in a pair. A test that
// has stopped takes no more and stays as it is. It fails on half points that there are not, and where [SPRT.LLR] does.
func (s Sequence) Next(halfPoints int) (Sequence, error) {
	if s.kinds == 0 {
		return s, fmt.Errorf("sprt: a sequence that is not begun: make it with OnPairs or OnGames")
	}
	if halfPoints < 0 || halfPoints >= s.kinds {
		return s, fmt.Errorf("sprt: %d half points: give a number from 0 to %d", halfPoints, s.kinds-1)
	}
	if s.decision != Undecided {
		return s, nil
	}
	next := s
	next.outcomes[halfPoints]++
	ratio, err := s.test.ratio(next.outcomes[:s.kinds], s.gamesEach)
	if err != nil {
		return s, err
	}
	next.ratio = ratio
	next.minima.add(ratio)
	next.maxima.add(-ratio)
	switch lower, upper := next.Bounds(); {
	case ratio < lower:
		next.decision = AcceptH0
	case ratio > upper:
		next.decision = AcceptH1
	}
	return next, nil
}

// LLR is the log-likelihood ratio.
func (s Sequence) LLR() float64 { return s.ratio }

// Bounds are the corrected bounds: the test stops when the ratio is below lower or above upper. Far from the start they are a little inside
// those of [SPRT.Bounds].
func (s Sequence) Bounds() (lower, upper float64) {
	lower, upper = s.test.Bounds()
	return lower + s.minima.excess(), upper - s.maxima.excess()
}

// Decision is what the test has decided, for good.
func (s Sequence) Decision() Decision { return s.decision }

// Sample is what has been observed, up to the stop: a [Pentanomial] or a [WDL].
func (s Sequence) Sample() Sample {
	n := [5]int{}
	for i, c := range s.outcomes {
		n[i] = int(c)
	}
	if s.kinds == len(n) {
		return Pentanomial(n)
	}
	return WDL{Losses: n[0], Draws: n[1], Wins: n[2]}
}
