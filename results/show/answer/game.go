package answer

import (
	"fmt"
	"slices"
	"strings"

	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// Measured holds the metrics of a game, from which the functions below answer questions about the game.
type Measured []metrics.Metric

// Find returns the metric with an id such as "turns/median". ok is false if there is no such metric or if it has no
// estimate.
func (all Measured) Find(id string) (m metrics.Metric, ok bool) {
	at := slices.IndexFunc(all, func(m metrics.Metric) bool { return m.ID() == id })
	if at < 0 || all[at].Estimate.Kind == stats.Absent {
		return m, false
	}
	return all[at], true
}

// SeatScores returns the scores of the seats.
func (all Measured) SeatScores() (scores []metrics.Metric) {
	for _, m := range all {
		if m.Name == "seat-score" {
			scores = append(scores, m)
		}
	}
	return scores
}

// say adds the metric with the given id to the numbers of the answer, and returns its estimate as text. ok is false if
// there is no estimate.
func (a *Answer) say(all Measured, id string) (text string, ok bool) {
	m, ok := all.Find(id)
	if !ok {
		return "", false
	}
	a.Estimates = append(a.Estimates, Number{id, m.Estimate, m.N})
	if m.Unit == metrics.Share {
		return Share(m.Estimate), true
	}
	return Interval(m.Estimate, m.Decimals), true
}

// Decisive answers how many games have a winner, and how long games take.
func Decisive(all Measured) Answer {
	a := Answer{Question: "decisive"}
	won, ok := a.say(all, "completion")
	if !ok {
		a.Sentence = "Decisive: not measured."
		return a
	}
	m, _ := all.Find("completion")
	a.Sentence = fmt.Sprintf("%s of %s have a winner", won, tournament.Counted(m.N, "game"))
	if turns, ok := a.say(all, "turns/median"); ok {
		a.Sentence += fmt.Sprintf("; the median game takes %s turns", turns)
	}
	a.Sentence += "."
	for _, part := range [][2]string{{"drawishness", "are drawn by a rule"}, {"cut-off", "become too long"}} {
		if m, ok := all.Find(part[0]); ok && m.Estimate.Value > 0 {
			text, _ := a.say(all, part[0])
			a.Notes = append(a.Notes, text+" "+part[1]+".")
		}
	}
	return a
}

// Deep answers how many levels of skill a chain of players shows. In chain, each player is compared with the weaker
// player before it.
func Deep(chain []metrics.Rung, all Measured) Answer {
	a := Answer{Question: "deep"}
	depth, ok := all.Find("depth")
	if !ok || len(chain) < 2 {
		a.Sentence = "Deep: not measured."
		return a
	}
	a.Estimates = append(a.Estimates, Number{"depth", depth.Estimate, depth.N})
	passed := Levels(chain)
	low, _ := depth.Estimate.Limits()
	interval := fmt.Sprintf("at least %.0f", low)
	if depth.Estimate.HasValue() {
		interval = fmt.Sprintf("%.0f to %.0f", depth.Estimate.Low, depth.Estimate.High)
	}
	last := chain[len(chain)-1].Player
	a.Sentence = fmt.Sprintf("No level of skill above random play is shown, up to %s.", last)
	if len(passed) > 0 {
		levels := tournament.Counted(len(passed), "level")
		a.Sentence = fmt.Sprintf("%s of skill (%s) above random play, up to %s.", levels, interval, last)
		a.Notes = append(a.Notes, fmt.Sprintf("At each level a player scores 75 %% or more against the one before, in "+
			"%s: %s.", tournament.Counted(chain[1].Games, "game"), strings.Join(passed, ", ")))
	}
	return a
}

// Levels returns the players of a chain that each score [metrics.Passing] or more against the player before them. It
// skips the first player, which plays at random, and stops before the first player that scores less.
func Levels(chain []metrics.Rung) (players []string) {
	for _, r := range chain[min(1, len(chain)):] {
		if r.Points < metrics.Passing*float64(r.Games) {
			break
		}
		players = append(players, r.Player)
	}
	return players
}

// Lively answers how often the lead changes in a game, and how many turns players can choose from.
func Lively(all Measured) Answer {
	a := Answer{Question: "lively"}
	changes, ok := a.say(all, "lead-changes")
	if !ok {
		a.Sentence = "Lively: not measured."
		return a
	}
	a.Sentence = fmt.Sprintf("%s changes of the lead a turn.", changes)
	if behind, ok := a.say(all, "behind"); ok {
		note := fmt.Sprintf("The winner was behind before %s of the turns", behind)
		if m, ok := all.Find("drama"); ok && m.Note == "" {
			drama, _ := a.say(all, "drama")
			note += fmt.Sprintf(", by %s of a win on average", drama)
		}
		a.Notes = append(a.Notes, note+".")
	}
	if turns, ok := a.say(all, "turns-legal-geometric"); ok {
		a.Notes = append(a.Notes, fmt.Sprintf("A player has %s legal turns (geometric mean).", turns))
	}
	if m, ok := all.Find("judge-skill"); ok && m.Estimate.Value < .1 {
		a.Notes = append(a.Notes, "The judge foresees these games little, so leads say little.")
	}
	return a
}
