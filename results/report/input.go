package report

import (
	"fmt"

	"pillars/engine"
	"pillars/results"
	"pillars/results/metrics"
	"pillars/tournament"
)

// Input is what a report is made of.
type Input struct {
	Title    string // of the page; empty for the usual one
	Run      string // id
	Spec     tournament.Spec
	Rules    engine.Rules
	Facts    []Fact
	Commands []string
	Tally    *Tally                 // of all games of the run
	Distinct int                    // how many of these differ move for move
	Standing *results.Standing      // of games of two seats; nil for others
	Places   *results.PlaceStanding // of games of more seats; nil for others
	Sample   metrics.Sample         // of all games that were played again, or of some of them
	Shown    []Shown                // games to be shown turn by turn
}

// Shown is a game to be shown.
type Shown struct {
	Name  string // as commands take it
	Why   string // what it is an example of
	Game  tournament.Game
	Turns []engine.Position // the start, and the position after each turn
}

func (in Input) title() string {
	if in.Title != "" {
		return in.Title
	}
	return fmt.Sprintf("%s: run %s", in.Rules.Game().Title(), in.Run)
}

// notes say what to mind of the data as a whole.
func (in Input) notes() []string {
	notes := []string{"Intervals are at the 95 % level. Those called anytime hold however often somebody looks at a run that goes on."}
	if in.Tally.Games == 0 {
		return append(notes, "No game of the run is stored yet.")
	}
	if in.Spec.Format == tournament.SelfPlay {
		notes = append(notes, "Every player met itself. Games that are the same move for move count here as often as they were played, and in "+
			"pillars advantage once. All such runs of the game are on one page of pillars report "+in.Rules.Game().Name()+".")
	}
	if n := len(in.Sample.Games); n < in.Tally.Games {
		drawn := fmt.Sprintf("What needs the moves of games was taken from %s of %d, whole pairs drawn by lot.", counted(n, "game"), in.Tally.Games)
		notes = append(notes, drawn)
	}
	if in.Tally.Faults > 0 {
		notes = append(notes, fmt.Sprintf("%s ended by a player's fault; measures of the game leave them out.", counted(in.Tally.Faults, "game")))
	}
	return notes
}

// headlines are the figures that a reader wants first.
func (in Input) headlines() []Headline {
	t := in.Tally
	lines := []Headline{{Name: "games", Value: count(t.Games), Note: fmt.Sprintf("%d differ, %s", in.Distinct, counted(t.Faults, "fault"))}}
	if t.Games == 0 {
		return lines
	}
	if in.Spec.Format != tournament.Odds {
		first := t.Seats[0].score()
		lines = append(lines, Headline{Name: "first seat scores", Value: shareText(first), Note: limitsText(first)})
	}
	draws := t.share(t.drawn)
	lines = append(lines, Headline{Name: "drawn", Value: shareText(draws), Note: limitsText(draws)})
	extremes := fmt.Sprintf("shortest %d, longest %d", minimum(t.Turns), maximum(t.Turns))
	lines = append(lines, Headline{Name: "turns, median", Value: medianText(t.Turns), Note: extremes})
	if in.Spec.Format == tournament.Sequential {
		return append(lines, in.decision()...)
	}
	if name, note := in.leader(); name != "" && !in.Spec.Format.Mirrored() {
		lines = append(lines, Headline{Name: "stands first", Value: name, Note: note, Word: true})
	}
	return lines
}

// decision is what a sequential test came to; nothing for one that cannot be followed.
func (in Input) decision() []Headline {
	path, err := follow(in.Spec, in.Tally.pairs)
	if err != nil {
		return nil
	}
	note := fmt.Sprintf("after %s", counted(len(path.points), "pair"))
	return []Headline{{Name: "sequential test", Value: decisions[path.sequence.Decision()], Note: note, Word: true}}
}

// leader is who stands first, and by which rating.
func (in Input) leader() (name, note string) {
	switch {
	case in.Standing != nil && len(in.Standing.Rows) > 0:
		row := in.Standing.Rows[0]
		return row.Player, "Elo " + row.Rating.Text(0)
	case in.Places != nil && len(in.Places.Rows) > 0:
		row := in.Places.Rows[0]
		return row.Player, "Elo " + row.Rating.Text(0)
	}
	return "", ""
}
