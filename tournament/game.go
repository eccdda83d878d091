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
	Pair     string
	Players  []string // full names by seat
	Outcome  engine.Outcome
	Turns    int // the opening's included
}

// Fault reports whether the game was lost by a player's fault, not on the board.
func (r Result) Fault() bool { return IsFault(r.Outcome.Reason) }

// Game is a finished game: its result, all that is needed to play it again, and what the players thought.
type Game struct {
	Result
	Record   engine.Record
	Thoughts []Thought // one for each turn after the opening, in order
}

// Thought is what a player reported with a turn. Only Time depends on the machine.
type Thought struct {
	Nodes uint64
	Depth int
	Score search.Score  // for the player who thought
	Time  time.Duration // on the wall, measured by the referee
}

// faultPrefix begins the reason of every game that a player's fault ended.
const faultPrefix = "fault: "

// IsFault reports whether a game ended for this reason was lost by a player's fault, such as an illegal step.
func IsFault(reason engine.Reason) bool { return strings.HasPrefix(string(reason), faultPrefix) }

// fault is the reason for losing a game in which the seat did what is described. Its text is one short line, whatever a player's error says.
func fault(seat engine.Seat, what string) engine.Reason {
	const most = 200
	what, _, _ = strings.Cut(strings.TrimSpace(what), "\n")
	if len(what) > most {
		what = strings.ToValidUTF8(what[:most], "") + "..."
	}
	return engine.Reason(faultPrefix + "player " + seat.String() + " " + what)
}

// forfeit is the outcome of a game that loser lost by a fault.
func forfeit(seats int, loser engine.Seat, what string) engine.Outcome {
	o := engine.Outcome{Reason: fault(loser, what), Seats: seats}
	for s := range seats {
		o.Scores[s] = 1
	}
	o.Scores[loser] = 0
	return o
}
