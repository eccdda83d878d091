package tournament

import (
	"fmt"
	"strings"
	"time"

	"pillars/tournament/openings"
)

// OpeningsText says what games begin with.
func OpeningsText(o openings.Source) string {
	switch o.Kind {
	case openings.FromBook:
		return fmt.Sprintf("%s of %s", counted(len(o.Lines), "line"), o.Book)
	case openings.None:
		return "none"
	case openings.SetUps:
		return "random set-up"
	case openings.All:
		return fmt.Sprintf("all of %s, up to symmetry", counted(o.Turns, "turn"))
	}
	return "random set-up and " + counted(o.Turns, "turn")
}

// ControlText are limits in words.
func ControlText(c Control, margin time.Duration) string {
	var parts []string
	if c.Limits.Nodes > 0 {
		parts = append(parts, counted(int(c.Limits.Nodes), "node")+" a decision")
	}
	if c.Limits.Depth > 0 {
		parts = append(parts, counted(c.Limits.Depth, "step")+" ahead")
	}
	if c.Limits.Time > 0 {
		parts = append(parts, fmt.Sprintf("%v a turn (margin %v)", c.Limits.Time, margin))
	}
	if c.Clock.Runs() {
		parts = append(parts, fmt.Sprintf("a clock of %v (margin %v)", c.Clock, margin))
	}
	if len(parts) == 0 {
		return "none but their own"
	}
	return strings.Join(parts, ", ")
}

// LimitsText says what restricts all players, and whom in particular.
func LimitsText(spec Spec) string {
	text := "for all: " + ControlText(Control{Limits: spec.Limits, Clock: spec.Clock}, spec.Margin)
	if spec.Spread > 1 {
		text += fmt.Sprintf(", each drawn between 1/%g and %g times that", spec.Spread, spec.Spread)
	}
	if spec.Format == Odds {
		text += ", at odds between the seats"
	}
	for i, own := range spec.Own {
		if own != (Control{}) {
			text += fmt.Sprintf("; for %s: %s", spec.Players[i], ControlText(own, spec.Margin))
		}
	}
	return text
}

// EndsText says what besides the rules ends games, after a semicolon.
func EndsText(spec Spec) string {
	text, a := "", spec.Adjudication
	if a.Proven {
		text += "; proven results end games"
	}
	if a.AgreeTurns > 0 {
		text += fmt.Sprintf("; agreement by %v for %s ends games", a.AgreeScore, counted(a.AgreeTurns, "turn"))
	}
	if a.LongestGame > 0 {
		text += fmt.Sprintf("; drawn after %s", counted(a.LongestGame, "turn"))
	}
	if spec.OnFault != FaultLoses {
		text += "; faults: " + spec.OnFault.String()
	}
	return text
}

// counted is a number with its noun: "1 game", "2 games".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
