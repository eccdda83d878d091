package session

import (
	"fmt"
	"slices"
	"strings"

	"pillars/engine/outside"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// alikeFaults are faults of one kind by one player in the games of this session.
type alikeFaults struct {
	player string
	kind   guard.FaultKind
	games  []string
	cause  string   // of the first
	others bool     // not all have that cause
	said   []string // by the player's program, before the last
}

// note keeps a fault with those that are like it.
func (s *Session) note(g tournament.Game) {
	if !g.Faulted() || int(g.Fault.Seat) >= len(g.Players) {
		return
	}
	player, trouble := g.Players[g.Fault.Seat], tournament.Trouble{Cause: string(g.Fault.Kind)}
	if g.Trouble != nil {
		trouble = *g.Trouble
	}
	at := slices.IndexFunc(s.faults, func(a alikeFaults) bool { return a.player == player && a.kind == g.Fault.Kind })
	if at < 0 {
		at = len(s.faults)
		s.faults = append(s.faults, alikeFaults{player: player, kind: g.Fault.Kind, cause: trouble.Cause})
	}
	a := &s.faults[at]
	a.games = append(a.games, s.Run.ID+"/"+g.Identity)
	a.others = a.others || a.cause != trouble.Cause
	if len(trouble.Said) > 0 {
		a.said = trouble.Said
	}
}

// FaultTexts are the faults in the games of this session, those that are alike together, each with the last lines of
// the player's program beneath it.
func (s *Session) FaultTexts() (texts []string) {
	for _, a := range s.faults {
		const named = 2
		what, games := "fault", "game "+a.games[0]
		if n := len(a.games); n > 1 {
			what, games = tournament.Counted(n, "fault"), "games "+strings.Join(a.games[:min(n, named)], ", ")
			if n > named {
				games += fmt.Sprintf(" and %d more", n-named)
			}
		}
		cause := a.cause
		if a.others {
			cause += ", and the like"
		}
		text := fmt.Sprintf("%s of \"%s\": %s; %s", what, a.player, cause, games)
		if len(a.said) > 0 {
			text += "; the engine's last lines:"
		}
		text = outside.Visible(text, "")
		for _, line := range a.said {
			text += "\n  " + outside.Visible(line, "")
		}
		texts = append(texts, text)
	}
	return texts
}
