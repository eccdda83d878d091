package tournament

import (
	"strconv"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament/guard"
)

// Result is what a finished game means to a standing.
type Result struct {
	Identity    string
	Pair        string   // shared by the games of a group of players from one opening
	Pairing     string   // the players' numbers in the spec: "1v3"
	Opening     int      // the number of the opening, or of the round from the start; 0 for a game by itself
	Players     []string // full names by seat
	Outcome     engine.Outcome
	Turns       int     // the opening's included
	Fault       Fault   // that ended the game
	Adjudicated Verdict // that ended the game
}

// Faulted reports whether a player's fault ended the game, not the board.
func (r Result) Faulted() bool { return r.Fault.Kind != guard.None }

// Cluster names the games of a run that are not independent of this one: those from the same opening, by whatever
// players. A game by itself is alone.
func (r Result) Cluster() string {
	if r.Opening == 0 {
		return r.Pair
	}
	return strconv.Itoa(r.Opening)
}

// Fault is what a player did wrong to lose the game; the outcome's reason has the details. The zero Fault is none.
type Fault struct {
	Kind guard.Kind
	Seat engine.Seat
}

// Verdict is how an [Adjudication] ended a game. The words are stored with games.
type Verdict string

// The verdicts. Unjudged is the zero value.
const (
	Unjudged     Verdict = ""
	ProvenByBoth Verdict = "proven"
	AgreedByBoth Verdict = "agreed"
	TooLong      Verdict = "length"
)

// Game is a finished game: its result, all that is needed to play it again, and what the players thought.
type Game struct {
	Result
	Record   engine.Record
	Thoughts []Thought // one for each turn after the opening, in order
}

// Stored is a game of a run that is kept.
type Stored struct {
	Run string // its id
	Game
	Finished time.Time
}

// Name names the game as commands take it.
func (s Stored) Name() string { return s.Run + "/" + s.Identity }

// Thought is what a player reported with a turn. Only Time and Left depend on the machine.
type Thought struct {
	Nodes uint64
	Depth int
	Score search.Score  // for the player who thought
	Time  time.Duration // on the wall, measured by the referee around the player's decisions
	// on the player's clock after the turn, its increment included; 0 without one, below 0 in the margin
	Left time.Duration
}
