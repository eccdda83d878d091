package tournament

import (
	"strings"
	"time"

	"pillars/engine"
	"pillars/search"
)

// Result is what a finished game means to a standing.
type Result struct {
	Identity string
	Pair     string   // shared by the games of a group of players from one opening
	Players  []string // full names by seat
	Outcome  engine.Outcome
	Turns    int // the opening's included
}

// Opening names what the game begins from, within its run: games of one opening, by whatever players, are not independent of each other. It is the
// number of the opening, "12" for the pair "1v3/12", or the round of games that begin at the start; for a pair of another form it is the pair.
func (r Result) Opening() string { return OpeningOf(r.Pair) }

// OpeningOf is [Result.Opening] of the games of a pair.
func OpeningOf(pair string) string {
	_, number, ok := strings.Cut(pair, "/")
	if !ok || strings.Contains(number, "/") { // of a search for even odds every game is by itself
		return pair
	}
	return number
}

// Game is a finished game: its result, all that is needed to play it again, and what the players thought.
type Game struct {
	Result
	Record   engine.Record
	Thoughts []Thought // one for each turn after the opening, in order
}

// Thought is what a player reported with a turn. Only Time and Left depend on the machine.
type Thought struct {
	Nodes uint64
	Depth int
	Score search.Score  // for the player who thought
	Time  time.Duration // on the wall, measured by the referee around the player's decisions
	Left  time.Duration // on the player's clock after the turn, its increment included; 0 without a clock, below 0 within the margin
}

// FaultPrefix begins the reason of every game that a player's fault ended; the number of the seat follows.
const FaultPrefix = "fault: player "

// IsFault reports whether a game ended for this reason was lost by a player's fault, such as an illegal step.
func IsFault(reason engine.Reason) bool {
	_, ok := faultySeat(reason)
	return ok
}

// Fault reports whether the game was lost by a player's fault, not on the board.
func (r Result) Fault() bool { return IsFault(r.Outcome.Reason) }

// Faulty is the seat of the player whose fault ended the game, and whether there is one.
func (r Result) Faulty() (engine.Seat, bool) { return faultySeat(r.Outcome.Reason) }

// faultySeat reads the seat from a reason.
func faultySeat(reason engine.Reason) (engine.Seat, bool) {
	rest, ok := strings.CutPrefix(string(reason), FaultPrefix)
	if !ok || rest == "" || rest[0] < '1' || rest[0] >= '1'+engine.MaxSeats {
		return 0, false
	}
	return engine.Seat(rest[0] - '1'), true
}
