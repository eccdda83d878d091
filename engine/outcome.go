package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Reason says in a few words why a game ended. The empty reason stands for a game that goes on.
type Reason string

// The reasons that every game shares. Games add their own.
const (
	Ongoing     Reason = ""
	Repetition  Reason = "repetition"
	TurnCap     Reason = "turn cap"
	NoLegalStep Reason = "no legal step"
)

// Outcome is how a game ended: one score in [0, 1] per seat, and why. The scores of a two-seat game are 1 and 0 or
// twice 1/2; with more seats a score is the share of opponents placed behind. The zero Outcome is a game that goes on.
type Outcome struct {
	Reason Reason
	Scores [MaxSeats]float64
	Seats  int
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Reason != Ongoing }

// Score is the score of one seat.
func (o Outcome) Score(s Seat) float64 { return o.Scores[s] }

// Text is "result", the scores and the reason, such as "result 1 0 no stack left".
func (o Outcome) Text() string {
	words := []string{"result"}
	for _, score := range o.Scores[:o.Seats] {
		words = append(words, strconv.FormatFloat(score, 'g', -1, 64))
	}
	return strings.Join(append(words, string(o.Reason)), " ")
}

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

// DeriveSeed makes a seed from a parent seed and the names of what it is for. It depends on nothing else, so a game
// gets the same randomness whichever worker plays it and whenever.
func DeriveSeed(parent uint64, names ...string) uint64 {
	hash := sha256.New()
	var word [8]byte
	binary.BigEndian.PutUint64(word[:], parent)
	hash.Write(word[:])
	for _, name := range names {
		binary.BigEndian.PutUint64(word[:], uint64(len(name)))
		hash.Write(word[:])
		hash.Write([]byte(name))
	}
	return binary.BigEndian.Uint64(hash.Sum(nil))
}

// NewRandom is the generator that a seed stands for everywhere in this program.
func NewRandom(seed uint64) *rand.PCG { return rand.NewPCG(seed, 0x9e3779b97f4a7c15) }
