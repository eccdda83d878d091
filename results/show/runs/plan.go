package runs

import (
	"fmt"

	"pillars/results/keep/session"
	"pillars/tournament"
)

// PlanText describes what a session is going to play: a line with the game, the format and the numbers, a line for
// each player, and a line about openings and limits.
func PlanText(s *session.Session) string {
	spec := s.Spec
	pace := fmt.Sprintf("%d at a time", s.Workers)
	if s.Workers == 0 {
		pace = "all played by workers elsewhere"
	}
	text := fmt.Sprintf("%s (%s): %s, %s, %s, %s\n", s.Plan.Rules.Game().Title(), spec.Options,
		tournament.Counted(len(spec.Players), "player"),
		spec.FormatText(s.Plan.Rules.Seats()), GamesText(s), pace)
	for i, player := range spec.Players {
		text += fmt.Sprintf("  %d  %s", i+1, player)
		if len(spec.Own) > 0 && spec.Own[i] != (tournament.Control{}) {
			text += fmt.Sprintf("  (%s)", tournament.ControlText(spec.Own[i], spec.Margin))
		}
		text += "\n"
	}
	spec.Own = nil // the limits of single players are in the lines above
	return text + "openings: " + tournament.ConditionsText(spec, ";") + "\n"
}

// GamesText returns the number of planned games in words.
func GamesText(s *session.Session) string {
	games := tournament.Counted(s.Plan.Len(), "game")
	switch {
	case !s.Shard.Whole():
		return fmt.Sprintf("%d of %s in shard %v", s.Total(), games, s.Shard)
	case s.Spec.Format.EndsEarly():
		return games + " at most"
	}
	return games + " in all"
}
