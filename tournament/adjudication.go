package tournament

import (
	"fmt"

	"pillars/search"
)

// Adjudication says when games are ended before the rules end them; the zero value never does. A game so ended has a
// [Verdict]. Only whole turns are judged, after the rules and after faults: a turn that ends the game or is a fault
// ends it as that.
//
// Scores end games of two seats only. With more seats a score says how good a result a player expects, not which places
// the others will take, and a player who is sure of the second place does not concede anything.
type Adjudication struct {
	// Proven ends a game when both players have seen the same proven result in their last turns.
	Proven bool `json:"proven,omitempty" toml:"proven"`
	// A game ends when both have agreed on a winner by at least AgreeScore, from 1 on, in AgreeTurns turns each,
	// running; 0 for never.
	AgreeScore search.Score `json:"agree_score,omitempty" toml:"agree-score"`
	AgreeTurns int          `json:"agree_turns,omitempty" toml:"agree-turns"`
	// LongestGame draws a game after so many turns, those of the opening included; 0 for never.
	LongestGame int `json:"longest_game,omitempty" toml:"longest-game"`
}

func (a Adjudication) check() error {
	switch {
	case a.AgreeTurns < 0 || a.LongestGame < 0:
		return fmt.Errorf("adjudication: %d and %d turns; none is below 0", a.AgreeTurns, a.LongestGame)
	case (a.AgreeTurns > 0) != (a.AgreeScore > 0):
		return fmt.Errorf("adjudication: a score of %d in %d turns; give both or neither", a.AgreeScore, a.AgreeTurns)
	}
	return nil
}

// checkSeats refuses what games of more than two seats cannot have.
func (a Adjudication) checkSeats(seats int) error {
	if seats > 2 && (a.Proven || a.AgreeTurns > 0) {
		return fmt.Errorf("adjudication: scores can end games of two seats only, this one has %d; a longest game is "+
			"all that it can have", seats)
	}
	return nil
}

// FaultRule is what a game that a player's fault ended counts.
type FaultRule string

// The rules for faults. FaultLoses is the zero value.
const (
	FaultLoses FaultRule = ""     // the game is lost by the player at fault
	FaultVoid  FaultRule = "void" // the game counts for nobody
	FaultStops FaultRule = "stop" // the game is lost, and no further game begins
)

// ParseFaultRule reads "loss", "void" or "stop".
func ParseFaultRule(text string) (FaultRule, error) {
	if text == "loss" {
		return FaultLoses, nil
	}
	rule := FaultRule(text)
	if text == "" {
		rule = "none"
	}
	return rule, rule.check()
}

// String is the rule's name.
func (r FaultRule) String() string {
	if r == FaultLoses {
		return "loss"
	}
	return string(r)
}

func (r FaultRule) check() error {
	switch r {
	case FaultLoses, FaultVoid, FaultStops:
		return nil
	}
	return fmt.Errorf("fault rule %q is not known; there are loss, void and stop", string(r))
}
