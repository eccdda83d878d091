package engine

// Reason says in a few words why a game ended. The empty reason stands for a game that goes on.
type Reason string

// The reasons that every game shares. Games add their own.
const (
	Ongoing     Reason = ""
	Repetition  Reason = "repetition"
	TurnCap     Reason = "turn cap"
	NoLegalStep Reason = "no legal step"
)

// Outcome is how a game ended: one score in [0, 1] per seat, and why. The scores of a two-seat game are 1 and 0 or twice 1/2; with more seats
// a score is the share of opponents placed behind. The zero Outcome is a game that goes on.
type Outcome struct {
	Reason Reason
	Scores [MaxSeats]float64
	Seats  int
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Reason != Ongoing }

// Score is the score of one seat.
func (o Outcome) Score(s Seat) float64 { return o.Scores[s] }

// Win is the outcome of a two-seat game that winner has won.
func Win(winner Seat, why Reason) Outcome {
	o := Outcome{Reason: why, Seats: 2}
	o.Scores[winner] = 1
	return o
}

// Draw is the outcome in which all seats share the points.
func Draw(seats int, why Reason) Outcome {
	o := Outcome{Reason: why, Seats: seats}
	for s := range seats {
		o.Scores[s] = 0.5
	}
	return o
}
