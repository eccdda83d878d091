package report

import (
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/results/show/answer"
	"pillars/results/show/conclusion"
	"pillars/results/show/table"
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
	Tally     *Tally             // counts of all games of the run
	Test      *results.TestPath  // path of a sequential test; otherwise nil
	Evidence  answer.Games       // games behind the answer
	Standings *results.Standings // nil if the run has none
	Finding   *finding           // the finding, if a single player played against itself; otherwise nil
	Sample    metrics.Sample     // games that were replayed: all games, or some drawn at random
	Shown     []Shown            // games that the page shows turn by turn
}

// Shown is a game that the page shows turn by turn.
type Shown struct {
	Name  string // name of the game in commands
	Why   string // reason to show the game, such as "the longest"
	Game  tournament.Game
	Turns []engine.Position // the start, then the position after each turn
}

// conclusion returns the sentences of the conclusion. It returns none if there are no standings, or if several players
// met only themselves.
func (in Input) conclusion() ([]string, error) {
	switch {
	case in.Test != nil:
		estimate, err := in.Test.AfterStop(in.Test.Counts)
		return answer.OfTest(in.Test.TestStanding, estimate, in.Evidence).Lines(), err
	case in.Finding != nil:
		one := []finding{*in.Finding}
		ladders, err := experiment.LaddersOf(one)
		return conclusion.OfFindings(one, ladders), err
	case in.Spec.Format.Mirrored() || in.Standings == nil:
		return nil, nil
	}
	return answer.OfStandings(*in.Standings, in.Tally.faults, in.Spec.OnFault).Lines(), nil
}

// plainConclusion returns sentences with the numbers of a summary, for a run without a conclusion.
func (in Input) plainConclusion(all Summary) []string {
	if all.Games == 0 {
		return nil
	}
	said := []string{fmt.Sprintf("%s are stored, of which %d differ move for move.",
		table.Capital(tournament.Counted(all.Games, "game")), all.Distinct)}
	if first := all.FirstSeat; first != nil && first.HasValue() {
		said = append(said, fmt.Sprintf("The first seat scores %s (%s).", shareText(*first), limitsText(*first)))
	}
	drawn := shareText(*all.Draws) + " of the games are drawn"
	if len(in.Tally.turns) > 0 {
		drawn += fmt.Sprintf(", and the median game takes %s turns", medianText(in.Tally.turns))
	}
	return append(said, drawn+".")
}

// notes returns remarks on the data: what intervals hold for, and which games are missing or counted.
func (in Input) notes() []string {
	notes := []string{"Intervals are at the 95 % level. Those called anytime hold however often you look at a " +
		"run that goes on."}
	if in.Tally.Games == 0 {
		return append(notes, "No game of the run is stored yet.")
	}
	if in.Spec.Format.Mirrored() {
		notes = append(notes,
			"Every player met itself. Games that are the same move for move count here as often as they were played, "+
				"and in pillars advantage once. All such runs of the game are on one page of pillars report "+
				in.Rules.Game().Name()+".")
	}
	if n := len(in.Sample.Games); n < in.Tally.Games {
		notes = append(notes, fmt.Sprintf("What needs the moves of games was taken from %s of %d, whole pairs drawn "+
			"by lot.", tournament.Counted(n, "game"), in.Tally.Games))
	}
	if in.Tally.faults > 0 {
		notes = append(notes, fmt.Sprintf("%s ended by a player's fault; "+
			"only scores and reasons of the end may count them, as the rule for faults says.",
			tournament.Counted(in.Tally.faults, "game")))
	}
	return notes
}

// headlines returns the numbers at the top of the page.
func (in Input) headlines(all Summary) []Headline {
	t := in.Tally
	lines := []Headline{{Name: "games", Value: countText(t.Games), Note: fmt.Sprintf("%d differ, %s",
		in.Evidence.Distinct, tournament.Counted(t.faults, "fault"))}}
	if t.voided > 0 {
		lines[0].Note += fmt.Sprintf(", %s left out", tournament.Counted(t.voided, "game"))
	}
	if t.Games == 0 {
		return lines
	}
	if first := all.FirstSeat; first != nil {
		lines = append(lines, Headline{Name: "first seat scores", Value: shareText(*first), Note: limitsText(*first)})
	}
	lines = append(lines, Headline{Name: "drawn", Value: shareText(*all.Draws), Note: limitsText(*all.Draws)})
	if len(t.turns) > 0 {
		extremes := fmt.Sprintf("shortest %d, longest %d", slices.Min(t.turns), slices.Max(t.turns))
		lines = append(lines, Headline{Name: "turns, median", Value: medianText(t.turns), Note: extremes})
	}
	if path := in.Test; path != nil {
		return append(lines, Headline{Name: "sequential test", Value: decisions[path.Decision], Word: true,
			Note: "after " + tournament.Counted(len(path.Points), path.Unit())})
	}
	return lines
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
	Rungs       []RungScore     `json:"rungs,omitempty"`        // scores of an experiment
}

// A RungScore is the first seat's score in games of one player against itself at one node limit.
type RungScore struct {
	Option   string             `json:"option,omitempty"` // options of the game that other rungs do not have
	Measure  experiment.Measure `json:"measure"`
	Player   string             `json:"player"`
	Nodes    uint64             `json:"nodes"`
	Distinct int                `json:"distinct"`   // number of rounds that differ in start or moves
	First    stats.Estimate     `json:"first_seat"` // mean score from 0 to 1
}

func (in Input) summary() Summary {
	t := in.Tally
	s := Summary{Games: t.Games, Faults: t.faults, Voided: t.voided, Distinct: in.Evidence.Distinct}
	if t.Games == 0 {
		return s
	}
	s.Draws = new(t.share(t.drawn))
	if len(t.turns) > 0 {
		s.MedianTurns = new(median(t.turns))
	}
	s.FirstSeat = new(t.seat(0, "").Estimate(confidence)) // "" for all players
	if in.Test != nil {
		s.Decision = decisions[in.Test.Decision]
	}
	return s
}

func (found findings) summary() (all Summary) {
	for _, f := range found.all {
		games, faults, distinct := f.Counts()
		all.Games, all.Faults, all.Distinct = all.Games+games, all.Faults+faults, all.Distinct+distinct
		all.Rungs = append(all.Rungs, RungScore{f.Setting, f.Measure, f.Player, f.Nodes, distinct, f.First()})
	}
	return all
}

// SummaryOf returns the summary of a sample, and the numbers of games behind its metrics. Games that a player's fault
// ended count in Faults. If sample.Forfeits is set, they count in the other fields too, except in MedianTurns;
// otherwise they count only in Voided.
func SummaryOf(sample metrics.Sample) (s Summary, counts conclusion.Sample) {
	var first, draws stats.OpeningMeans
	var turns []int
	different := map[string]bool{}
	for _, g := range sample.Games {
		broken := g.Ending == metrics.Broken // by a fault
		if broken {
			s.Faults++
		}
		if broken && !sample.Forfeits {
			s.Voided++
			continue
		}
		s.Games++
		different[movesOf(g)] = true
		scores, drawn := g.Outcome.Scores[:g.Outcome.Seats], 0.
		if slices.Min(scores) == slices.Max(scores) {
			drawn = 1
		}
		first.Add(g.Opening, scores[0])
		draws.Add(g.Opening, drawn)
		if !broken {
			turns = append(turns, len(g.Turns))
		}
	}
	s.Distinct = len(different)
	if s.Games > 0 {
		s.FirstSeat, s.Draws = new(first.Estimate(confidence)), new(draws.Estimate(confidence))
	}
	if len(turns) > 0 {
		s.MedianTurns = new(median(turns))
	}
	return s, conclusion.Sample{Games: s.Games, Openings: first.Openings(), Distinct: s.Distinct, Faults: s.Faults,
		Forfeits: sample.Forfeits}
}

// movesOf returns a text that is equal for games with equal positions and turns.
func movesOf(g metrics.Trace) string {
	var text strings.Builder
	for _, turn := range g.Turns {
		fmt.Fprintf(&text, "%x %s ", turn.Key, turn.Text)
	}
	return text.String()
}

const confidence = .95 // of all intervals

// A Tally counts the results of games, which it receives one by one.
type Tally struct {
	Games    int   // number of games that count
	faults   int   // number of games that a fault ended
	voided   int   // number of games that do not count because of a fault
	turns    []int // lengths in turns of the games that count, except games that a fault ended
	scores   results.Fold
	reasons  map[string]*reasonTally        // by the reason why games ended
	openings map[string]*stats.OpeningMeans // by opening: the first seat's scores, with pairs as observations
	drawn    map[string]int                 // number of drawn games by opening
}

// A reasonTally counts the games that ended for one reason.
type reasonTally struct {
	games    int
	turns    int            // sum of the lengths of the games, in turns
	openings map[string]int // number of games by opening
}

// share returns the share of some games among all games, with an anytime interval that takes openings as observations.
// The map some has the number of these games by opening.
func (t *Tally) share(some map[string]int) stats.Estimate {
	var means stats.OpeningMeans
	for opening, scores := range t.openings {
		means.AddMany(stats.Total{Sum: float64(some[opening]), Games: scores.Total().Games}, 1) // one opening
	}
	return means.Estimate(confidence)
}

// NewTally returns an empty tally for games of a spec.
func NewTally(spec tournament.Spec) *Tally {
	return &Tally{scores: results.Fold{LeaveFaults: spec.OnFault == tournament.FaultVoid},
		reasons: map[string]*reasonTally{}, openings: map[string]*stats.OpeningMeans{}, drawn: map[string]int{}}
}

// Add counts a game, or leaves it out if a fault makes it void. It returns an error for an impossible result.
func (t *Tally) Add(r tournament.Result) error {
	if r.Faulted() && t.scores.LeaveFaults {
		t.Leave(r)
		return t.scores.AddResult(r) // to complete the round of the game
	}
	t.Games++
	if !r.Faulted() {
		t.turns = append(t.turns, r.Turns)
	}
	t.addEnding(r)
	if t.openings[r.Round()] == nil {
		t.openings[r.Round()] = &stats.OpeningMeans{}
	}
	t.openings[r.Round()].Add(r.Pair, r.Outcome.Score(0))
	return t.scores.AddResult(r)
}

// Leave notes a game that does not count: it has a fault, or a test leaves its opening out because of a fault.
func (t *Tally) Leave(r tournament.Result) {
	t.voided++
	if r.Faulted() {
		t.faults++
	}
}

// seat returns the scores in a seat of the named player or, if name is empty, of all players. Seats are counted from 0.
func (t *Tally) seat(seat int, name string) *stats.OpeningMeans {
	return t.scores.Means(func(players []string, scores []float64) (total stats.Total) {
		if name == "" || players[seat] == name {
			total = stats.Total{Sum: scores[seat], Games: 1}
		}
		return total
	})
}

// first returns the first seat's scores in the games in which the named player took part, in any seat.
func (t *Tally) first(name string) *stats.OpeningMeans {
	return t.scores.Means(func(players []string, scores []float64) (total stats.Total) {
		if slices.Contains(players, name) {
			total = stats.Total{Sum: scores[0], Games: 1}
		}
		return total
	})
}

// addEnding counts a game by the reason of its end and, if it applies, among the faults and the drawn games. It counts
// all faults as one reason, since their texts differ.
func (t *Tally) addEnding(r tournament.Result) {
	reason := string(r.Outcome.Reason)
	if r.Faulted() {
		t.faults++
		reason = "a player's fault"
	}
	scores := r.Outcome.Scores[:r.Outcome.Seats]
	if len(scores) > 0 && slices.Min(scores) == slices.Max(scores) {
		t.drawn[r.Round()]++
	}
	if t.reasons[reason] == nil {
		t.reasons[reason] = &reasonTally{openings: map[string]int{}}
	}
	t.reasons[reason].games++
	t.reasons[reason].openings[r.Round()]++
	t.reasons[reason].turns += r.Turns
}
