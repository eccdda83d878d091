package main

import (
	"fmt"
	"strings"

	"pillars/tournament"
	"pillars/tournament/openings"
)

// specSettings are the flags of a spec besides game, options and players.
func specSettings(spec tournament.Spec) []setting {
	var s settingList
	always := func(flag string, value any) { s = append(s, setting{flag, fmt.Sprint(value)}) }
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
func openingSettings(o openings.Source) []setting {
	switch o.Kind {
	case openings.FromBook:
		return []setting{{"book", o.Book}}
	case openings.All:
		return []setting{{"openings", "all"}, {"opening-turns", fmt.Sprint(o.Turns)}}
	}
	return []setting{{"opening-turns", fmt.Sprint(o.Turns)}}
}

// limitSettings are the flags of limits, for all players and for each.
func limitSettings(spec tournament.Spec) []setting {
	all := tournament.Control{Limits: spec.Limits, Clock: spec.Clock}
	s, timed := controlSettings(all), isTimed(all)
	for i, own := range spec.Own {
		timed = timed || isTimed(own)
		var words []string
		for _, one := range controlSettings(own) {
			words = append(words, one.flag+"="+one.text)
		}
		if len(words) > 0 {
			s = append(s, setting{"player-limits", fmt.Sprintf("%d:%s", i+1, strings.Join(words, ","))})
		}
	}
	if timed {
		s = append(s, setting{"time-margin", spec.Margin.String()})
	}
	return s
}

// isTimed reports whether limits are by the clock on the wall.
func isTimed(c tournament.Control) bool { return c.Limits.Time > 0 || c.Clock.Runs() }

// controlSettings are the flags of limits.
func controlSettings(c tournament.Control) []setting {
	var s []setting
	if c.Limits.Nodes > 0 {
		s = append(s, setting{"nodes", fmt.Sprint(c.Limits.Nodes)})
	}
	if c.Limits.Depth > 0 {
		s = append(s, setting{"depth", fmt.Sprint(c.Limits.Depth)})
	}
	if c.Limits.Time > 0 {
		s = append(s, setting{"time", c.Limits.Time.String()})
	}
	if c.Clock.Runs() {
		s = append(s, setting{"clock", c.Clock.String()})
	}
	return s
}
