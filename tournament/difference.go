package tournament

import (
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
)

// A Difference is the first difference between a stored game and a game that was played again and should be equal.
type Difference struct {
	Turn   int // number of the turn, from 1; 0 if the difference concerns the whole game
	What   string
	Stored string
	New    string
}

// Error returns a message with the property that differs, its stored value and its new value.
func (d *Difference) Error() string {
	return fmt.Sprintf("%s: stored is %s, now it is %s", d.Place(), d.Stored, d.New)
}

// Place returns a text such as "turn 3, score", which says what differs.
func (d *Difference) Place() string {
	if d.Turn > 0 {
		return fmt.Sprintf("turn %d, %s", d.Turn, d.What)
	}
	return d.What
}

// FirstDifference returns the first difference between two games, or nil if there is none. It ignores times, programs,
// the places where the games were played, and tags that only one of the games has.
func FirstDifference(stored, again Game) *Difference {
	for _, a := range lastingTags(stored) {
		for _, b := range lastingTags(again) {
			if a.Name == b.Name && a.Value != b.Value {
				return &Difference{0, "tag " + a.Name, a.Value, b.Value}
			}
		}
	}
	news := again.facts()
	for i, a := range stored.facts() {
		b := news[min(i, len(news)-1)] // the last fact of every game is of the same kind
		switch {
		case a.turn == b.turn && a.what == b.what && a != b:
			return &Difference{a.turn, a.what, a.value, b.value}
		case a != b: // one game has a fact that the other lacks
			return &Difference{max(a.turn, b.turn), "course", a.what + " " + a.value, b.what + " " + b.value}
		}
	}
	return nil
}

// lastingTags returns the tags of a game that do not depend on when, where and by which program it was played.
func lastingTags(g Game) []engine.Tag {
	return slices.DeleteFunc(slices.Clone(g.Record.Tags), func(tag engine.Tag) bool {
		return slices.Contains([]string{"Program", "Worker", "Run", "Event", "Date"}, tag.Name)
	})
}

// A fact is a property of a game. The field turn is the number of the turn that it concerns, from 1, or 0 if it
// concerns the whole game.
type fact struct {
	turn        int
	what, value string
}

// facts returns the properties of the game that must be the same whenever and wherever the game is played.
func (g Game) facts() (facts []fact) {
	r := g.Record
	add := func(turn int, what string, value any) { facts = append(facts, fact{turn, what, fmt.Sprint(value)}) }
	add(0, "game", r.Game)
	add(0, "options", r.Settings)
	add(0, "players", strings.Join(g.Players, ", "))
	add(0, "players in the record", strings.Join(r.Players, ", "))
	add(0, "start", r.Start)
	add(0, "length of the opening", r.Opening)
	add(0, "pair", fmt.Sprint(g.Pair, " of ", g.Pairing, " from opening ", g.Opening))
	for i, text := range r.Turns {
		add(i+1, "turn", text)
		if n := i - r.Opening; n >= 0 && n < len(g.Thoughts) {
			t := g.Thoughts[n]
			add(i+1, "score", t.Score)
			add(i+1, "depth", t.Depth)
			add(i+1, "nodes", t.Nodes)
			add(i+1, "visits", fmt.Sprint(t.Visits, t.Random))
		}
	}
	add(0, "outcome", g.Outcome.Text())
	add(0, "fault", fmt.Sprint(g.Fault.Kind, " of seat ", g.Fault.Seat))
	add(0, "adjudication", g.Adjudicated)
	add(0, "number of turns and thoughts", fmt.Sprint(g.Turns, " and ", len(g.Thoughts)))
	add(0, "last position", r.Final)
	add(0, "outcome in the record", r.Outcome.Text())
	return facts
}
