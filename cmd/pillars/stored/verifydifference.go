package stored

import (
	"fmt"
	"slices"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/tournament"
)

// difference is the first thing in which a game that was played again differs from the stored one.
type difference struct {
	Turn   int    `json:"turn"` // from 1, 0 if it is not about a turn
	What   string `json:"what"`
	Stored string `json:"stored"`
	New    string `json:"new"`
}

func (d difference) String() string {
	if d.Turn == 0 {
		return fmt.Sprintf("%s: stored is %s, now it is %s", d.What, d.Stored, d.New)
	}
	return fmt.Sprintf("turn %d, %s: stored is %s, now it is %s", d.Turn, d.What, d.Stored, d.New)
}

// firstDifference compares all that players decided, and what their files of weights held; not the time that they took.
func firstDifference(stored, again tournament.Game) (difference, bool) {
	if d, found := factsDiffer(stored.Record.Tags, again.Record.Tags); found {
		return d, true
	}
	for i := range max(len(stored.Record.Turns), len(again.Record.Turns)) {
		if a, b := turnAt(stored, i), turnAt(again, i); a != b {
			return difference{i + 1, "turn", a, b}, true
		}
		if d, found := thoughtsDiffer(stored, again, i); found {
			return d, true
		}
	}
	if stored.Outcome != again.Outcome {
		return difference{0, "outcome", cli.ResultText(stored.Outcome), cli.ResultText(again.Outcome)}, true
	}
	return difference{}, false
}

// turnAt is the text of a turn, by number from 0.
func turnAt(game tournament.Game, i int) string {
	if i >= len(game.Record.Turns) {
		return "the end of the game"
	}
	return game.Record.Turns[i]
}

// thoughtsDiffer compares what was thought at a turn, by number from 0.
func thoughtsDiffer(stored, again tournament.Game, turn int) (difference, bool) {
	i := turn - stored.Record.Opening
	if i < 0 {
		return difference{}, false
	}
	if i >= len(stored.Thoughts) || i >= len(again.Thoughts) {
		a, b := cli.Counted(len(stored.Thoughts), "thought"), cli.Counted(len(again.Thoughts), "thought")
		return difference{turn + 1, "thoughts", a, b}, a != b
	}
	a, b := stored.Thoughts[i], again.Thoughts[i]
	switch {
	case a.Score != b.Score:
		return difference{turn + 1, "score", a.Score.String(), b.Score.String()}, true
	case a.Depth != b.Depth:
		return difference{turn + 1, "depth", fmt.Sprint(a.Depth), fmt.Sprint(b.Depth)}, true
	case a.Nodes != b.Nodes:
		return difference{turn + 1, "nodes", fmt.Sprint(a.Nodes), fmt.Sprint(b.Nodes)}, true
	}
	return difference{}, false
}

// factsDiffer compares tags that both records have, except those that say who played when: seeds, and what players told of themselves.
func factsDiffer(stored, again []engine.Tag) (difference, bool) {
	for _, a := range stored {
		if slices.Contains([]string{"Run", "Program", "Event", "Date"}, a.Name) {
			continue
		}
		for _, b := range again {
			if a.Name == b.Name && a.Value != b.Value {
				return difference{0, "tag " + a.Name, a.Value, b.Value}, true
			}
		}
	}
	return difference{}, false
}
