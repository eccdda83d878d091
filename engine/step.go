package engine

// MaxSeats is the largest number of players any game of the family has.
const MaxSeats = 4

// Seat numbers the players in turn order. It counts from 0 so that it can index arrays; people read seats from 1 ([Seat.String]).
type Seat uint8

// String is the number people use: "1" for the seat that acts first.
func (s Seat) String() string { return string('1' + rune(s)) }

// Step is the smallest single decision inside a turn, packed by its game into a small number: 0 < step < [Rules.StepSpace]. Its meaning can
// depend on the position it is played in; outside its game it is only compared, stored and used as an index into tables.
type Step uint32

// NoStep is never a legal step of any game.
const NoStep Step = 0

// StepKind tells apart the decisions that a game's turns are made of (say, moving a stack and moving a pillar). It is an index into
// [Rules.StepKinds]; searches keep separate tables by it.
type StepKind uint8
