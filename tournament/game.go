package tournament

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament/guard"
)

// Result is the part of a finished game that standings use.
type Result struct {
	Identity    string
	Pair        string   // name of the game's pair, which is all games of a group from one opening: "1v3/12"
	Pairing     string   // the players' numbers in the spec: "1v3"
	Opening     int      // number of the opening or, without openings, of the round, from 1; 0 if the pair is a round
	Players     []string // full names by seat
	Outcome     engine.Outcome
	Turns       int     // number of turns, including the opening
	Fault       Fault   // the fault that ended the game; zero if there was none
	Adjudicated Verdict // the adjudication that ended the game; "" if there was none
}

// Faulted reports whether a player's fault ended the game.
func (r Result) Faulted() bool { return r.Fault.Kind != guard.None }

// Round returns the name of the game's round. A round is all games of a run from one opening, by any players. The games
// of a round share the opening, so their results are not independent. If Opening is 0, the round is the game's pair.
func (r Result) Round() string {
	if r.Opening == 0 {
		return r.Pair
	}
	return strconv.Itoa(r.Opening)
}

// Fault says which fault of which player ended a game; zero for none. The outcome's reason has the details.
type Fault struct {
	Kind guard.FaultKind
	Seat engine.Seat // seat of the player at fault
}

// Verdict says how an [Adjudication] ended a game. The values are stored with games, so they must not change.
type Verdict string

const (
	Unjudged     Verdict = ""       // no adjudication ended the game
	ProvenByBoth Verdict = "proven" // both players reported the same proven result
	AgreedByBoth Verdict = "agreed" // the scores of both players agreed on the winner
	TooLong      Verdict = "length" // the game reached [Adjudication].LongestGame
)

// Game is a finished game: its result, the record by which it can be replayed, and the players' thoughts.
type Game struct {
	Result
	Record   engine.Record
	Thoughts []Thought // one for each turn after the opening, in order
	Trouble  *Trouble  // details of the fault, which are not stored; nil without a fault
}

// Trouble describes, for people, the fault that ended a game.
type Trouble struct {
	Cause string   // the error in one short line
	Said  []string // the last lines that the player's program wrote to its standard error
}

// Stored is a finished game in a store.
type Stored struct {
	Run string // the id of the game's run
	Game
	Finished time.Time
}

// Name returns the name by which commands find the game.
func (s Stored) Name() string { return s.Run + "/" + s.Identity }

// Thought holds what a player reported about its search for one turn, and the time that the turn took. Only Time and
// Left depend on the machine.
type Thought struct {
	Nodes uint64       // nodes of all decisions of the turn
	Depth int          // depth of the first decision, in steps
	Score search.Score // score of the first decision, for the player
	// Time is the time of the player's decisions, measured by the referee: the wall time or, for a player of this
	// program with a limit on time, the processor time if the system can measure it and it is less.
	Time time.Duration
	// Left is the time on the clock, if any, after the turn and its increment. The margin allows times below 0.
	Left time.Duration

	Random bool   `json:",omitzero"` // the turn was drawn at random, and the player was not asked
	Visits string `json:",omitzero"` // how often a tree search tried steps, by [FormatVisits]; empty if not stored
}

// FormatVisits returns a text of how often a search tried steps; visits[i] holds the alternatives for step i of a turn.
// The pair 17:250 says that step 17 was tried 250 times. Commas separate pairs, semicolons the steps of the turn.
func FormatVisits(visits [][]search.Visits) string {
	steps := make([]string, len(visits))
	for i, tried := range visits {
		pairs := make([]string, len(tried))
		for j, v := range tried {
			pairs[j] = fmt.Sprintf("%d:%d", v.Step, v.Times)
		}
		steps[i] = strings.Join(pairs, ",")
	}
	return strings.Join(steps, ";")
}

// ParseVisits reads the output of [FormatVisits]. The empty text means one step without visits.
func ParseVisits(text string) ([][]search.Visits, error) {
	var visits [][]search.Visits
	for step := range strings.SplitSeq(text, ";") {
		var tried []search.Visits
		for pair := range strings.SplitSeq(step, ",") {
			if step == "" {
				break // no visits, because the player chose the step by a proof
			}
			numberText, timesText, _ := strings.Cut(pair, ":")
			number, err1 := strconv.ParseUint(numberText, 10, 32)
			times, err2 := strconv.ParseUint(timesText, 10, 32)
			if err1 != nil || err2 != nil {
				return nil, fmt.Errorf("visits %.40q: must be two numbers with a colon between", pair)
			}
			tried = append(tried, search.Visits{Step: engine.Step(number), Times: uint32(times)})
		}
		visits = append(visits, tried)
	}
	return visits, nil
}

// Adjudication says when the referee ends a game before the rules do. The zero value never ends a game. The referee
// adjudicates only after a whole turn, and only if neither the rules nor a fault have ended the game.
//
// Scores can only end games of two seats, because with more seats a player's score does not determine the places of the
// others.
type Adjudication struct {
	// Proven ends a game when both players have reported the same proven result in their last turns.
	Proven bool `json:"proven,omitempty"`
	// If AgreeTurns is above 0, a game ends when both players have agreed on the winner in AgreeTurns consecutive turns
	// each. To agree, the winner must report scores of at least AgreeScore and the loser scores of at most -AgreeScore.
	// AgreeScore must then be 1 or more.
	AgreeScore search.Score `json:"agree_score,omitempty"`
	AgreeTurns int          `json:"agree_turns,omitempty"`
	// LongestGame is the number of turns, including the opening, after which a game ends; 0 for never. All seats still
	// in the game share the first place, so a game of two seats is drawn.
	LongestGame int `json:"longest_game,omitempty"`
}

func (a Adjudication) check() error {
	switch {
	case a.AgreeTurns < 0 || a.LongestGame < 0:
		return fmt.Errorf("adjudication: %d and %d turns: both must be 0 or more", a.AgreeTurns, a.LongestGame)
	case a.AgreeScore < 0:
		return fmt.Errorf("adjudication: agree-score %d: must be 1 or more, in hundredths of a logit", a.AgreeScore)
	case (a.AgreeTurns > 0) != (a.AgreeScore > 0):
		return fmt.Errorf("adjudication: agree-score %d and agree-turns %d: give both or neither", a.AgreeScore,
			a.AgreeTurns)
	}
	return nil
}

func (a Adjudication) checkSeats(seats int) error {
	if seats > 2 && (a.Proven || a.AgreeTurns > 0) {
		return fmt.Errorf("adjudication: scores can end only games of two seats, but this one has %d; use a longest "+
			"game instead", seats)
	}
	return nil
}
