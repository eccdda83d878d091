package measure

import (
	"fmt"
	"strings"

	"pillars/cmd/pillars/tournaments"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// specSettings are the flags of a spec besides game, options and players.
func specSettings(spec tournament.Spec) []tournaments.Setting {
	var s tournaments.SettingList
	always := func(flag string, value any) { s = append(s, tournaments.Setting{Flag: flag, Text: fmt.Sprint(value)}) }
	given := func(wanted bool, flag string, value any) {
		if wanted {
			always(flag, value)
		}
	}
	sequential := spec.Format == tournament.Sequential
	given(!sequential, "format", spec.Format)
	given(spec.Challengers > 0, "challengers", spec.Challengers)
	given(spec.MatchPairs > 0, "match-pairs", spec.MatchPairs)
	always("rounds", spec.Rounds)
	always("seed", spec.Seed)
	s = append(s, openingSettings(spec.Openings)...)
	s = append(s, limitSettings(spec)...)
	a := spec.Adjudication
	given(a.Proven, "adjudicate-proven", a.Proven)
	given(a.AgreeTurns > 0, "agree-score", int32(a.AgreeScore))
	given(a.AgreeTurns > 0, "agree-turns", a.AgreeTurns)
	given(a.LongestGame > 0, "longest-game", a.LongestGame)
	given(spec.OnFault != tournament.FaultLoses, "on-fault", spec.OnFault)
	if sequential {
		always("elo0", spec.Test.Elo0)
		always("elo1", spec.Test.Elo1)
		always("alpha", spec.Test.Alpha)
		always("beta", spec.Test.Beta)
		always("model", spec.Test.Model)
	}
	return s
}

// openingSettings are the flags of what games begin with. A book must be at hand to be read again.
func openingSettings(o openings.Source) []tournaments.Setting {
	switch o.Kind {
	case openings.FromBook:
		return []tournaments.Setting{{Flag: "book", Text: o.Book}}
	case openings.All:
		return []tournaments.Setting{{Flag: "openings", Text: "all"}, {Flag: "opening-turns", Text: fmt.Sprint(o.Turns)}}
	}
	return []tournaments.Setting{{Flag: "opening-turns", Text: fmt.Sprint(o.Turns)}}
}

// limitSettings are the flags of limits, for all players and for each.
func limitSettings(spec tournament.Spec) []tournaments.Setting {
	all := tournament.Control{Limits: spec.Limits, Clock: spec.Clock}
	s, timed := controlSettings(all), isTimed(all)
	for i, own := range spec.Own {
		timed = timed || isTimed(own)
		var words []string
		for _, one := range controlSettings(own) {
			words = append(words, one.Flag+"="+one.Text)
		}
		if len(words) > 0 {
			s = append(s, tournaments.Setting{Flag: "player-limits", Text: fmt.Sprintf("%d:%s", i+1, strings.Join(words, ","))})
		}
	}
	if timed {
		s = append(s, tournaments.Setting{Flag: "time-margin", Text: spec.Margin.String()})
	}
	return s
}

// isTimed reports whether limits are by the clock on the wall.
func isTimed(c tournament.Control) bool { return c.Limits.Time > 0 || c.Clock.Runs() }

// controlSettings are the flags of limits.
func controlSettings(c tournament.Control) []tournaments.Setting {
	var s []tournaments.Setting
	if c.Limits.Nodes > 0 {
		s = append(s, tournaments.Setting{Flag: "nodes", Text: fmt.Sprint(c.Limits.Nodes)})
	}
	if c.Limits.Depth > 0 {
		s = append(s, tournaments.Setting{Flag: "depth", Text: fmt.Sprint(c.Limits.Depth)})
	}
	if c.Limits.Time > 0 {
		s = append(s, tournaments.Setting{Flag: "time", Text: c.Limits.Time.String()})
	}
	if c.Clock.Runs() {
		s = append(s, tournaments.Setting{Flag: "clock", Text: c.Clock.String()})
	}
	return s
}
