package report

import (
	"fmt"

	"pillars/engine"
	"pillars/results"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
	"pillars/results/show/answer"
	"pillars/tournament"
)

// Input holds the data of a report about a run.
type Input struct {
	Title     string // title of the page; if it is empty, New chooses one
	Run       string // id of the run
	Spec      tournament.Spec
	Rules     engine.Rules
	Facts     []Property
	Commands  []string
	Games     int                 // number of games that count
	Faults    int                 // number of games that a player's fault ended
	Voided    int                 // number of games that do not count because of a fault
	Test      *results.TestPath   // path of a sequential test; otherwise nil
	Evidence  answer.Games        // games behind the answer
	Standings *results.Standings  // nil if the run has none
	Finding   *experiment.Finding // the finding, if a single player played against itself; otherwise nil
	Sample    metrics.Sample      // results of all games, and games that were replayed: all, or some drawn at random
	Shown     []Shown             // games that the page shows turn by turn

	results rounds.Set // of all games
}

// count counts a result, unless left says that the game was left out because of a fault elsewhere in its opening. It
// reports whether the game counts by the rule for faults.
func (in *Input) count(r tournament.Result, left bool) (counts bool) {
	if r.Faulted() {
		in.Faults++
	}
	in.Sample.Forfeits = in.Spec.OnFault != tournament.FaultVoid
	if !left {
		in.results.Size = in.Spec.OpeningGames(r.Outcome.Seats)
		in.results.Add(r.Round(), rounds.GameOf(r))
		in.Sample.Results = in.results.Rounds
	}
	if left || r.Faulted() && !in.Sample.Forfeits {
		in.Voided++
		return false
	}
	in.Games++
	return true
}

// Shown is a game that the page shows turn by turn.
type Shown struct {
	Name  string // name of the game in commands
	Why   string // reason to show the game, such as "the longest"
	Game  tournament.Game
	Turns []engine.Position // the start, then the position after each turn
}

// conclusion returns the sentences of the conclusion: how games ended, if there are no standings, or if several players
// met only themselves.
func (in Input) conclusion(measured answer.Measured) ([]string, error) {
	switch {
	case in.Test != nil:
		estimate, err := in.Test.AfterStop(in.Test.Counts)
		return answer.OfTest(in.Test.TestStanding, estimate, in.Evidence).Lines(), err
	case in.Finding != nil:
		ladders, err := experiment.LaddersOf([]experiment.Finding{*in.Finding})
		fair := answer.Fair(answer.Seats{Names: in.Rules.SeatNames(), Ladders: ladders})
		return fair.Lines(), err
	case in.Spec.Format.Mirrored() || in.Standings == nil:
		return answer.Decisive(measured).Lines(), nil
	}
	return answer.OfStandings(*in.Standings, in.Faults, in.Spec.OnFault).Lines(), nil
}

// notes returns remarks on the data: what intervals hold for, and which games are missing or counted.
func (in Input) notes() []string {
	notes := []string{"Intervals are at the 95 % level. Those called anytime hold however often you look at a " +
		"run that goes on."}
	if in.Games == 0 {
		return append(notes, "No game of the run is stored yet.")
	}
	if in.Spec.Format.Mirrored() {
		notes = append(notes,
			"Every player met itself. Games that are the same move for move count here as often as they were played, "+
				"and in pillars measure once.")
	}
	if n := len(in.Sample.Games); n < in.Games {
		notes = append(notes, fmt.Sprintf("What needs the moves of games was taken from %s of %d, whole pairs drawn "+
			"by lot.", tournament.Counted(n, "game"), in.Games))
	}
	if in.Faults > 0 {
		notes = append(notes, fmt.Sprintf("%s ended by a player's fault; "+
			"only scores and reasons of the end may count them, as the rule for faults says.",
			tournament.Counted(in.Faults, "game")))
	}
	return notes
}

// A Summary holds the numbers that readers want first. JSON omits numbers that are unknown.
type Summary struct {
	Games       int             `json:"games"`
	Faults      int             `json:"faults"`                 // number of games that a player's fault ended
	Voided      int             `json:"voided,omitempty"`       // number of games left out because of a fault
	Distinct    int             `json:"distinct"`               // number of games that differ; rounds in an experiment
	FirstSeat   *stats.Estimate `json:"first_seat,omitempty"`   // mean score from 0 to 1
	Draws       *stats.Estimate `json:"draws,omitempty"`        // share of the games
	MedianTurns *float64        `json:"median_turns,omitempty"` // turns of a game
	Decision    string          `json:"decision,omitempty"`     // decision of a sequential test
}

func (in Input) summary() Summary {
	s := Summary{Games: in.Games, Faults: in.Faults, Voided: in.Voided, Distinct: in.Evidence.Distinct}
	if in.Games == 0 {
		return s
	}
	s.FirstSeat = in.share(func(g rounds.Game) float64 { return g.Outcome.Scores[0] })
	s.Draws = in.share(func(g rounds.Game) float64 { return rounds.Indicator(g.Level()) })
	if turns := in.turns(); len(turns) > 0 {
		s.MedianTurns = new(median(turns))
	}
	if in.Test != nil {
		s.Decision = decisions[in.Test.Decision]
	}
	return s
}

// share returns the mean of a number over the games that count, with an anytime interval by opening.
func (in Input) share(number func(rounds.Game) float64) *stats.Estimate {
	means := rounds.Means(in.Sample.Results, func(g rounds.Game) (float64, bool) {
		return number(g), in.Sample.Forfeits || g.Ending != rounds.Broken
	})
	return new(means.Estimate(confidence))
}

// turns returns the lengths in turns of the games that no fault ended.
func (in Input) turns() (turns []int) {
	for _, g := range rounds.Games(in.Sample.Results, func(g rounds.Game) bool { return g.Ending != rounds.Broken }) {
		turns = append(turns, int(g.Turns))
	}
	return turns
}

const confidence = .95 // of all intervals
