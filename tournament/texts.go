package tournament

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"pillars/search"
	"pillars/tournament/openings"
)

// OpeningsText describes, for people, how games begin.
func OpeningsText(o openings.Source) string {
	switch o.Kind {
	case openings.FromBook:
		return fmt.Sprintf("%s of %s", Counted(len(o.Lines), "line"), o.Book)
	case openings.None:
		return "none"
	case openings.SetUps:
		return "random set-up"
	case openings.Varied:
		text := fmt.Sprintf("random set-up and %d to %s", o.Least, Counted(o.Turns, "turn"))
		if o.OwnSetUp > 0 {
			// In these games the random turns begin with the set-up, instead of following a random set-up.
			text += fmt.Sprintf(" (%g %% of the games: these turns from the start)", 100*o.OwnSetUp)
		}
		return text
	case openings.All:
		return fmt.Sprintf("all of %s, up to symmetry", Counted(o.Turns, "turn"))
	}
	return "random set-up and " + Counted(o.Turns, "turn")
}

// ControlText describes limits for people, or returns "" if there are none.
func ControlText(c Control, margin time.Duration) string {
	return joined(", ",
		clause{c.Limits.Nodes > 0, Counted(int(c.Limits.Nodes), "node") + " a decision"},
		clause{c.Limits.Depth > 0, Counted(c.Limits.Depth, "step") + " ahead"},
		clause{c.Limits.Time > 0, fmt.Sprintf("%v a turn (margin %v)", c.Limits.Time, margin)},
		clause{c.Clock.Runs(), fmt.Sprintf("a clock of %v (margin %v)", c.Clock, margin)})
}

// clause is a part of a text. It belongs to the text only if applies is true.
type clause struct {
	applies bool
	text    string
}

func joined(separator string, clauses ...clause) string {
	var texts []string
	for _, c := range clauses {
		if c.applies {
			texts = append(texts, c.text)
		}
	}
	return strings.Join(texts, separator)
}

// ControlKeys returns limits in the form that [ParseControl] reads, or "none" if there are none. Records contain this
// text in their tags.
func ControlKeys(l search.Limits) string {
	keys := joined(",", clause{l.Nodes > 0, fmt.Sprintf("nodes=%d", l.Nodes)},
		clause{l.Time > 0, fmt.Sprintf("time=%v", l.Time)}, clause{l.Depth > 0, fmt.Sprintf("depth=%d", l.Depth)})
	return cmp.Or(keys, "none")
}

// LimitsText describes, for people, the limits of all players and the further limits of single players.
func LimitsText(spec Spec) string {
	traits := spec.Traits()
	common := ControlText(Control{spec.Limits, spec.Clock}, spec.Margin)
	text := joined("", clause{common == "", "no common limit"}, clause{common != "", "limits for all: " + common},
		clause{traits.Spread > 1, fmt.Sprintf(", each drawn between 1/%g and %[1]g times that", traits.Spread)},
		clause{traits.AtOdds, ", at odds between the seats"},
		clause{traits.Stray > 0, fmt.Sprintf(", random turns in %g %% of the games", 100*traits.Stray)})
	for i, own := range spec.Own {
		if own != (Control{}) {
			text += fmt.Sprintf("; for %s: %s", spec.Players[i], ControlText(own, spec.Margin))
		}
	}
	return text
}

// EndsText describes, for people, how games can end other than by the rules. Each part begins with a semicolon.
func EndsText(spec Spec) string {
	a := spec.Adjudication
	return joined("",
		clause{a.Proven, "; proven results end games"},
		clause{a.AgreeTurns > 0, fmt.Sprintf("; agreement by %v for %s ends games", a.AgreeScore,
			Counted(a.AgreeTurns, "turn"))},
		clause{a.LongestGame > 0, fmt.Sprintf("; drawn after %s", Counted(a.LongestGame, "turn"))},
		clause{spec.OnFault != FaultLoses, "; faults: " + spec.OnFault.String()})
}

// ConditionsText describes, for people who cite results, the conditions of the games: openings, seed, limits and ends.
// The text mark, such as ";", separates the seed from the limits.
func ConditionsText(spec Spec, mark string) string {
	return fmt.Sprintf("%s, seed %d%s %s%s", OpeningsText(spec.Openings), spec.Seed, mark, LimitsText(spec),
		EndsText(spec))
}

// Counted returns a number with its noun, in the plural by an s: "1 game", "2 games".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
