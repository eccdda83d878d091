package report

import (
	"fmt"
	"slices"
	"strings"

	"pillars/results/advantage"
	"pillars/results/stats"
)

// experimentNotes say what to mind of all findings.
func experimentNotes(findings []placed) []string {
	notes := []string{
		"Intervals are at the 95 % level and hold at all times: however often somebody looks, and whenever an experiment is stopped.",
		"Every player met itself. Rounds that are the same move for move count once; all games from one opening are one round.",
	}
	rough := func(f placed) bool { return f.Summary.Rough() || f.Odds != nil && f.Odds.Rough() }
	if slices.ContainsFunc(findings, rough) {
		notes = append(notes, "Where under nine tenths of the rounds differ, intervals are rough: they suppose that what came first is like what comes late.")
	}
	if slices.ContainsFunc(laddersOf(findings), ladder.sharesSeeds) {
		notes = append(notes, "Some rungs of a ladder were measured with the same seed, and so from the same openings and with the same draws of nodes. "+
			"A line through them takes them for independent of each other, and its limits may not hold.")
	}
	return notes
}

// mostHeadlines is how many scores a page begins with.
const mostHeadlines = 4

// experimentHeadlines are the scores of the highest rungs, if all findings are of the same rules.
func experimentHeadlines(findings []placed) []Headline {
	all := experimentSummary(findings)
	note := fmt.Sprintf("%s that differ, %s", counted(all.Distinct, "round"), counted(all.Faults, "fault"))
	lines := []Headline{{Name: "games", Value: count(all.Games), Note: note}}
	if n := len(settingsOf(findings)); n > 1 {
		lines = append(lines, Headline{Name: "variants", Value: count(n), Note: strings.Join(settingsOf(findings), ", ")})
	}
	for _, l := range laddersOf(findings) {
		top := l.rungs[len(l.rungs)-1]
		if score := top.first(); score.HasValue() && top.setting == "" && len(lines) < 1+mostHeadlines {
			name := fmt.Sprintf("first seat, %s, %s, %d nodes", top.Player, fromWhere[top.Measure], top.Nodes)
			lines = append(lines, Headline{Name: name, Value: shareText(score), Note: limitsText(score)})
		}
	}
	return lines
}

// settingsOf are the options that tell variants apart.
func settingsOf(findings []placed) (settings []string) {
	for _, f := range findings {
		if !slices.Contains(settings, f.setting) {
			settings = append(settings, f.setting)
		}
	}
	return settings
}

// fromWhere are the measures in words.
var fromWhere = map[Measure]string{FromStart: "from the start", FromOpenings: "from openings", AtOdds: "at odds"}

// counts are a finding's games, those that a fault ended, and the rounds that differ.
func (f placed) counts() (games, faults, distinct int) {
	if f.Odds != nil {
		games, faults = f.Odds.Games()
		return games, faults, f.Odds.Distinct()
	}
	return f.Summary.Games, f.Summary.Faults, f.Summary.Distinct
}

// first is the score of the first seat.
func (f placed) first() stats.Estimate {
	if f.Odds != nil {
		return stats.Estimate{}
	}
	return firstSeat(f.Summary)
}

// firstSeat is the same of a summary.
func firstSeat(s advantage.Summary) stats.Estimate {
	if s.Distinct == 0 {
		return stats.Estimate{}
	}
	return s.Seats[0]
}
