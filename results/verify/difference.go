package verify

import (
	"cmp"
	"fmt"
	"slices"

	"pillars/tournament"
)

// Difference is the first thing in which a game that was played again differs from the stored one.
type Difference struct {
	Turn   int // from 1, 0 if it is not about a turn
	What   string
	Stored string
	New    string
}

func (d *Difference) Error() string {
	text := fmt.Sprintf("%s: stored is %s, now it is %s", d.What, d.Stored, d.New)
	if d.Turn > 0 {
		text = fmt.Sprintf("turn %d, %s", d.Turn, text)
	}
	return text
}

// compare is the difference of two values, or nil.
func compare[T comparable](turn int, what string, stored, again T) *Difference {
	if stored == again {
		return nil
	}
	return &Difference{turn, what, fmt.Sprint(stored), fmt.Sprint(again)}
}

// firstDifference compares all that players decided, and what their files of weights held; not the time that they took.
func firstDifference(stored, again tournament.Game) *Difference {
	if d := compareTags(stored, again); d != nil {
		return d
	}
	for i := range max(len(stored.Record.Turns), len(again.Record.Turns)) {
		d := cmp.Or(compare(i+1, "turn", turnAt(stored, i), turnAt(again, i)), compareThoughts(stored, again, i))
		if d != nil {
			return d
		}
	}
	if stored.Outcome != again.Outcome {
		return &Difference{0, "outcome", stored.Outcome.Text(), again.Outcome.Text()}
	}
	return nil
}

// turnAt is the text of a turn, by number from 0.
func turnAt(game tournament.Game, i int) string {
	if i >= len(game.Record.Turns) {
		return "the end of the game"
	}
	return game.Record.Turns[i]
}

// compareThoughts compares what was thought at a turn, by number from 0.
func compareThoughts(stored, again tournament.Game, turn int) *Difference {
	i := turn - stored.Record.Opening
	switch {
	case i < 0:
		return nil
	case i >= len(stored.Thoughts) || i >= len(again.Thoughts):
		return compare(turn+1, "thoughts", tournament.Counted(len(stored.Thoughts), "thought"),
			tournament.Counted(len(again.Thoughts), "thought"))
	}
	a, b := stored.Thoughts[i], again.Thoughts[i]
	return cmp.Or(compare(turn+1, "score", a.Score, b.Score), compare(turn+1, "depth", a.Depth, b.Depth),
		compare(turn+1, "nodes", a.Nodes, b.Nodes))
}

// compareTags compares tags that both records have, except those that say who played when: seeds, and what players told
// of themselves.
func compareTags(stored, again tournament.Game) *Difference {
	for _, a := range stored.Record.Tags {
		if slices.Contains([]string{"Run", "Program", "Event", "Date"}, a.Name) {
			continue
		}
		for _, b := range again.Record.Tags {
			if a.Name == b.Name && a.Value != b.Value {
				return &Difference{0, "tag " + a.Name, a.Value, b.Value}
			}
		}
	}
	return nil
}
