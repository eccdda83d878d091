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
	"pillars/results/show/conclusion"
	"pillars/tournament"
)

// Input holds the data of a report.
type Input struct {
	Title    string // of the page; empty for the usual one
	Run      string // id
	Spec     tournament.Spec
	Rules    engine.Rules
	Facts    []Property
	Commands []string
	Tally    *Tally            // of all games of the run
	Distinct int               // how many of these differ move for move
	Behind   conclusion.Games  // the conclusion of a sequential test, from the first [Input.Openings]
	Standing *results.Standing // nil where there is none
	Finding  *finding          // of one player that met nobody but itself, else nil
	Sample   metrics.Sample    // of all games that were played again, or of some of them
	Shown    []Shown           // games to be shown turn by turn
}

// Shown is a game that the page shows.
type Shown struct {
	Name  string // as commands take it
	Why   string // what it is an example of
	Game  tournament.Game
	Turns []engine.Position // the start, and the position after each turn
}

// conclusion returns the conclusion; none for several players that only met themselves.
func (in Input) conclusion() ([]string, error) {
	switch {
	case in.Spec.Traits().Test != nil:
		path, err := in.Tally.followTest()
		if err != nil {
			return nil, err
		}
		estimate, err := path.AfterStop(path.Counts)
		return conclusion.OfTest(path.TestStanding, estimate, in.Behind), err
	case in.Finding != nil:
		one := []finding{*in.Finding}
		ladders, err := experiment.LaddersOf(one)
		return conclusion.OfFindings(one, ladders), err
	case in.Spec.Traits().Mirrored || in.Standing == nil:
		return nil, nil
	}
	return conclusion.OfStanding(*in.Standing, in.Tally.faults, in.Spec.OnFault), nil
}

// plainly returns the figures in sentences, for runs without another conclusion.
func (in Input) plainly(all Summary) []string {
	if all.Games == 0 {
		return nil
	}
	said := []string{fmt.Sprintf("%s are stored, of which %d differ move for move.",
		capital(tournament.Counted(all.Games, "game")), all.Distinct)}
	if first := all.FirstSeat; first != nil && first.HasValue() {
		said = append(said, fmt.Sprintf("The first seat scores %s (%s).", shareText(*first), limitsText(*first)))
	}
	return append(said, fmt.Sprintf("%s of the games are drawn, and the median game takes %s turns.",
		shareText(*all.Draws), medianText(in.Tally.turns)))
}

// notes returns remarks on the data as a whole.
func (in Input) notes() []string {
	notes := []string{"Intervals are at the 95 % level. Those called anytime hold however often you look at a " +
		"run that goes on."}
	if in.Tally.Games == 0 {
		return append(notes, "No game of the run is stored yet.")
	}
	if traits := in.Spec.Traits(); traits.Mirrored && !traits.AtOdds {
		notes = append(notes,
			"Every player met itself. Games that are the same move for move count here as often as they were played, "+
				"and in "+"pillars advantage once. All such runs of the game are on one page of pillars report "+
				in.Rules.Game().Name()+".")
	}
	if n := len(in.Sample.Games); n < in.Tally.Games {
		drawn := fmt.Sprintf("What needs the moves of games was taken from %s of %d, whole pairs drawn by lot.",
			tournament.Counted(n, "game"), in.Tally.Games)
		notes = append(notes, drawn)
	}
	if in.Tally.faults > 0 {
		notes = append(notes, fmt.Sprintf("%s ended by a player's fault; measures of the game leave them out.",
			tournament.Counted(in.Tally.faults, "game")))
	}
	return notes
}

func (in Input) headlines(all Summary) []Headline {
	t := in.Tally
	lines := []Headline{{Name: "games", Value: count(t.Games), Note: fmt.Sprintf("%d differ, %s", in.Distinct,
		tournament.Counted(t.faults, "fault"))}}
	if t.Games == 0 {
		return lines
	}
	if first := all.FirstSeat; first != nil {
		lines = append(lines, Headline{Name: "first seat scores", Value: shareText(*first), Note: limitsText(*first)})
	}
	extremes := fmt.Sprintf("shortest %d, longest %d", slices.Min(t.turns), slices.Max(t.turns))
	lines = append(lines, Headline{Name: "drawn", Value: shareText(*all.Draws), Note: limitsText(*all.Draws)},
		Headline{Name: "turns, median", Value: medianText(t.turns), Note: extremes})
	if in.Spec.Traits().Test != nil {
		return append(lines, in.decision()...)
	}
	if name, note := in.leader(); name != "" && !in.Spec.Traits().Mirrored {
		lines = append(lines, Headline{Name: "stands first", Value: name, Note: note, Word: true})
	}
	return lines
}

// decision returns the decision of a sequential test; none if the test cannot be followed.
func (in Input) decision() []Headline {
	path, err := in.Tally.followTest()
	if err != nil {
		return nil
	}
	note := fmt.Sprintf("after %s", tournament.Counted(len(path.Points), path.Unit()))
	return []Headline{{Name: "sequential test", Value: decisions[path.Decision], Note: note, Word: true}}
}

func (in Input) leader() (name, note string) {
	if in.Standing == nil || len(in.Standing.Rows) == 0 {
		return "", ""
	}
	row := in.Standing.Rows[0]
	return row.Player, "Elo " + row.Rating.Text(0)
}

// Summary holds the figures that a reader wants first, for programs. Unknown figures are left out.
type Summary struct {
	Games       int             `json:"games"`
	Faults      int             `json:"faults"`                 // games ended by a player's fault
	Distinct    int             `json:"distinct"`               // games, of an experiment rounds, that differ
	FirstSeat   *stats.Estimate `json:"first_seat,omitempty"`   // mean score
	Draws       *stats.Estimate `json:"draws,omitempty"`        // share of games
	MedianTurns *float64        `json:"median_turns,omitempty"` // of a game
	Leader      string          `json:"leader,omitempty"`       // who stands first
	Decision    string          `json:"decision,omitempty"`     // of a sequential test
	Rungs       []RungScore     `json:"rungs,omitempty"`        // of an experiment: the first seat's scores
}

// RungScore is the first seat's score in games of one player with itself.
type RungScore struct {
	Option   string             `json:"option,omitempty"` // the options that not all rungs share
	Measure  experiment.Measure `json:"measure"`
	Player   string             `json:"player"`
	Nodes    uint64             `json:"nodes"`
	Distinct int                `json:"distinct"`   // rounds that differ move for move
	First    stats.Estimate     `json:"first_seat"` // mean score
}

func (in Input) summary() Summary {
	t := in.Tally
	f := Summary{Games: t.Games, Faults: t.faults, Distinct: in.Distinct}
	if t.Games == 0 {
		return f
	}
	middle := median(t.turns)
	f.MedianTurns, f.Draws = &middle, new(t.share(t.drawn))
	if !in.Spec.Traits().AtOdds {
		f.FirstSeat = new(t.seat(0, "").Estimate(level))
	}
	if in.Spec.Traits().Test != nil {
		for _, decision := range in.decision() {
			f.Decision = decision.Value
		}
	} else if !in.Spec.Traits().Mirrored {
		f.Leader, _ = in.leader()
	}
	return f
}

func (found findings) summary() (all Summary) {
	for _, f := range found.all {
		games, faults, distinct := f.Counts()
		all.Games, all.Faults, all.Distinct = all.Games+games, all.Faults+faults, all.Distinct+distinct
		if f.Odds == nil {
			all.Rungs = append(all.Rungs, RungScore{f.Setting, f.Measure, f.Player, f.Nodes, distinct, f.First()})
		}
	}
	return all
}

// SummaryOf returns the summary of games, and what their metrics are taken of: games that a player's fault ended are
// counted, and have no part in any other figure.
func SummaryOf(games []metrics.Game) (f Summary, s conclusion.Sample) {
	f.Games = len(games)
	var first, draws stats.OpeningMeans
	var turns []int
	different, sound := map[string]bool{}, map[string]bool{}
	for _, g := range games {
		moves := movesOf(g)
		different[moves] = true
		if g.Ending == metrics.Broken {
			f.Faults++
			continue
		}
		sound[moves] = true
		scores, drawn := g.Outcome.Scores[:g.Outcome.Seats], 0.
		if slices.Min(scores) == slices.Max(scores) {
			drawn = 1
		}
		first.Add(g.Opening, scores[0])
		draws.Add(g.Opening, drawn)
		turns = append(turns, len(g.Turns))
	}
	f.Distinct = len(different)
	s = conclusion.Sample{Games: len(turns), Openings: first.Openings(), Distinct: len(sound), Faults: f.Faults}
	if len(turns) > 0 {
		middle := median(turns)
		f.FirstSeat, f.Draws, f.MedianTurns = new(first.Estimate(level)), new(draws.Estimate(level)), &middle
	}
	return f, s
}

func movesOf(g metrics.Game) string {
	var text strings.Builder
	for _, turn := range g.Turns {
		fmt.Fprintf(&text, "%x %s ", turn.Key, turn.Text)
	}
	return text.String()
}
