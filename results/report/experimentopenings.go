package report

import (
	"fmt"
	"slices"
	"strconv"

	"pillars/results/advantage"
	"pillars/results/charts"
)

// beginningSection is what was tried at the beginning, and what it scored.
func beginningSection(findings []placed) (Section, error) {
	s := Section{ID: "beginnings-section", Title: "Openings", Text: "What games began with, up to symmetry, and what the first seat scored from there, " +
		"all players and rungs together: first turns that players chose, and openings that they were given."}
	rest, number := findings, 0
	for len(rest) > 0 {
		head := rest[0]
		var together []placed
		together, rest = split(rest, func(f placed) bool { return f.setting == head.setting && f.Measure == head.Measure })
		if head.Odds != nil || !slices.ContainsFunc(together, func(f placed) bool { return len(f.Beginnings) > 0 }) {
			continue
		}
		number++
		show := givenOpenings
		if head.Measure == FromStart {
			show = firstTurns
		}
		if err := show(&s, number, findings, together); err != nil {
			return s, err
		}
	}
	return s, nil
}

// merged puts the beginnings of findings together.
func merged(findings []placed) []advantage.Beginning {
	var lists [][]advantage.Beginning
	for _, f := range findings {
		lists = append(lists, f.Beginnings)
	}
	return advantage.MergeBeginnings(lists...)
}

// beginningTable has a row for every beginning, and one for it in every finding.
func beginningTable(all, findings []placed) *Table {
	table := placeTable(all, "turns", "#rounds", "#first seat, %", "#low", "#high")
	for _, b := range merged(findings) {
		total := placed{Finding: Finding{Player: "all", Measure: findings[0].Measure}, setting: findings[0].setting}
		table.addPlaced(total, append([]string{b.Turns, count(b.Rounds())}, shareCells(b.Score())...)...)
		for _, f := range findings {
			at := slices.IndexFunc(f.Beginnings, func(own advantage.Beginning) bool { return own.Key == b.Key })
			if at >= 0 {
				own := f.Beginnings[at]
				table.addPlaced(f, append([]string{b.Turns, count(own.Rounds())}, shareCells(own.Score())...)...)
			}
		}
	}
	return table
}

// mostFirstTurns is how many are drawn.
const mostFirstTurns = 15

// firstTurns shows the first turns that players chose most often.
func firstTurns(s *Section, number int, all, findings []placed) error {
	var dots []charts.Dot
	list, rounds := merged(findings), 0
	for i, b := range list {
		rounds += b.Rounds()
		if i < mostFirstTurns {
			dots = append(dots, charts.Dot{Label: fmt.Sprintf("%s (%s)", b.Turns, counted(b.Rounds(), "game")), Estimate: b.Score()})
		}
	}
	e := Figure{
		ID: "beginnings-" + strconv.Itoa(number), Title: titled("First turns from the start", findings[0]), Interval: roundWay,
		Table: beginningTable(all, findings), Folded: true, N: fmt.Sprintf("%s that differ, %s", counted(rounds, "game"), counted(len(list), "first turn")),
		Meaning: "Mean score of the first seat in the games that began with each first turn, up to symmetry. Their players chose it, weak ones too.",
	}
	if len(list) > len(dots) {
		e.Note = fmt.Sprintf("The %d most frequent are drawn; the table has all, and each by player.", len(dots))
	}
	return s.dots(e, "mean score of the first seat", dots)
}

// titled is a title with the options that are not shared.
func titled(title string, f placed) string {
	if f.setting == "" {
		return title
	}
	return title + ", " + f.setting
}

// givenOpenings shows how the scores of given openings are spread: each by itself has too few games to say much.
func givenOpenings(s *Section, number int, all, findings []placed) error {
	var means []float64
	list, rounds := merged(findings), 0
	for _, b := range list {
		rounds += b.Rounds()
		means = append(means, meanOf(b))
	}
	title := titled("Scores of given openings", findings[0])
	chart, err := spread(title, means)
	return s.figure(Figure{
		ID: "beginnings-" + strconv.Itoa(number), Title: title, Interval: "In the table: anytime interval of a mean, by round, each by itself.",
		N: fmt.Sprintf("%s, %s that differ", counted(len(list), "opening"), counted(rounds, "round")), Table: beginningTable(all, findings), Folded: true,
		Meaning: spreadMeaning, Alt: spreadAlt,
	}, chart, err)
}

// meanOf is the mean score of the first seat from a beginning.
func meanOf(b advantage.Beginning) float64 {
	sum := 0.
	for score, rounds := range b.Scores {
		sum += score * float64(rounds)
	}
	return min(1, sum/float64(max(1, b.Rounds())))
}
