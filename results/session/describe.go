package session

import (
	"fmt"

	"pillars/tournament"
	"pillars/tournament/formats"
)

// PlanText is what is to be played, in lines: the game and its players, openings and limits.
func (s *Session) PlanText() string {
	spec := s.Spec
	text := fmt.Sprintf("%s (%s): %s, %s, %s, %d at a time\n", s.Plan.Rules.Game().Title(), spec.Options,
		tournament.Counted(len(spec.Players), "player"), s.groupsText(), s.GamesText(), s.Workers)
	for i, player := range spec.Players {
		text += fmt.Sprintf("  %d  %s", i+1, player)
		if len(spec.Own) > 0 && spec.Own[i] != (tournament.Control{}) {
			text += fmt.Sprintf("  (%s)", tournament.ControlText(spec.Own[i], spec.Margin))
		}
		text += "\n"
	}
	spec.Own = nil // they stand beside the players
	return text + "openings: " + tournament.ConditionsText(spec, ";") + "\n"
}

// GamesText is how many games are to be played.
func (s *Session) GamesText() string {
	games := tournament.Counted(s.Total(), "game")
	switch s.Spec.Format {
	case tournament.Sequential, tournament.SelfPlay, tournament.Odds:
		return games + " at most"
	case tournament.KnockOut:
		return games + " and tie-breaks"
	}
	return games + " in all"
}

func (s *Session) groupsText() string {
	spec, seats := s.Spec, s.Plan.Rules.Seats()
	orders := len(formats.Seatings(seats))
	rounds, matches := tournament.Counted(spec.Rounds, "round"),
		"matches of "+tournament.Counted(spec.MatchPairs, "pair")
	format := spec.Format.String() + ", "
	switch spec.Format {
	case tournament.Swiss:
		return "Swiss, " + rounds + ", " + matches
	case tournament.KnockOut:
		return "knock-out, " + matches
	case tournament.Sequential:
		return "a sequential test"
	case tournament.SelfPlay, tournament.Odds:
		return spec.Format.String() + " of each player with itself"
	case tournament.RoundRobin:
		format = ""
	}
	groups := s.Total() / spec.Rounds / orders
	if seats == 2 {
		return fmt.Sprintf("%s%s, %s of games for each",
			format, tournament.Counted(groups, "pairing"), tournament.Counted(spec.Rounds, "pair"))
	}
	return fmt.Sprintf("%s%s of %d, %s in %d orders for each",
		format, tournament.Counted(groups, "group"), seats, tournament.Counted(spec.Rounds, "opening"), orders)
}
