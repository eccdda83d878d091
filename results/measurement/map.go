package measurement

import (
	"cmp"
	"fmt"
	"io"
	"math"

	"pillars/results/estimate/experiment"
	"pillars/results/estimate/stats"
	"pillars/results/show/answer"
	"pillars/results/show/charts"
	"pillars/results/show/report"
	"pillars/results/show/table"
)

// Map holds measurements of one game under different rules. The Setting of each measurement names the rules, such as
// "size=4 jumpers=high".
type Map []*Measurement

// fewestWon is the smallest share of games with a winner under recommended rules.
const fewestWon = .9

// evenWithin returns the greatest advantage that the games do not exclude: the greatest distance from one half to a
// limit of the interval of the first seat's score. Without an interval it returns infinity.
func (m *Measurement) evenWithin() float64 {
	rung, ok := m.seats().Rung()
	if !ok {
		return math.Inf(1)
	}
	return experiment.EvenWithin(rung.First())
}

// decided returns the share of games with a winner. The estimate is absent if the share was not measured.
func (m *Measurement) decided() stats.Estimate {
	won, _ := m.Metrics.Find("completion")
	return won.Estimate
}

// recommended returns the measurement with the smallest value of evenWithin. It considers only measurements in which
// the share of games with a winner is at least fewestWon or unknown, and in which evenWithin is below 1/2. ok is false
// if there is none.
func (all Map) recommended() (best *Measurement, ok bool) {
	for _, m := range all {
		decided := m.decided()
		eligible := (decided.Kind == stats.Absent || decided.Value >= fewestWon) && m.evenWithin() < .5
		if eligible && (best == nil || m.evenWithin() < best.evenWithin()) {
			best = m
		}
	}
	return best, best != nil
}

// answer returns the answer that recommends rules.
func (all Map) answer() answer.Answer {
	a := answer.Answer{Question: "rules"}
	best, ok := all.recommended()
	if !ok {
		a.Sentence = "No rules are recommended: the games exclude no advantage of a seat, or too few have a winner."
		return a
	}
	rung, _ := best.seats().Rung()
	a.Sentence = fmt.Sprintf("The fairest rules are %s: the first player scores %s.", best.Setting,
		answer.Share(rung.First()))
	a.Estimates = []answer.Number{{Name: "first-seat", Estimate: rung.First(), N: rung.Counted}}
	a.Notes = []string{fmt.Sprintf("Of the rules under which %.0f %% of the games or more have a winner, its games "+
		"leave the smallest advantage possible.", 100*fewestWon)}
	if best.Proof != nil && best.Proof.Value != "draw" {
		a.Notes = append(a.Notes, "But one side wins by force: "+best.Answers()[0].Sentence)
	}
	a.Notes = append(a.Notes, "Intervals hold for each row by itself: confirm the choice with another --seed.")
	return a
}

// WriteText writes the recommendation, and a table with a row for each measurement.
func (all Map) WriteText(w io.Writer) error {
	return cmp.Or(all.answer().WriteText(w), table.Printf(w, "\n"), all.grid().WriteText(w))
}

func (all Map) grid() *table.Grid {
	grid := table.New("rules", "proven", "first player", "within", "with a winner", "#turns", "#levels")
	for _, m := range all {
		proven, first, within, won, turns := "", "", "", "", ""
		if m.Proof != nil {
			proven = map[string]string{"win": "first wins", "loss": "second wins", "draw": "draw"}[m.Proof.Value]
		}
		if rung, ok := m.seats().Rung(); ok {
			first, within = answer.Share(rung.First()), fmt.Sprintf("± %.0f", math.Ceil(100*m.evenWithin()))
		}
		if decided := m.decided(); decided.Kind != stats.Absent {
			won = answer.Share(decided)
		}
		if median, ok := m.Metrics.Find("turns/median"); ok {
			turns = answer.Interval(median.Estimate, median.Decimals)
		}
		grid.Add(m.Setting, proven, first, within, won, turns, len(answer.Levels(m.Chain)))
	}
	return grid
}

// WriteCSV writes a line for each measurement of the map.
func (all Map) WriteCSV(w io.Writer) error { return all.grid().WriteCSV(w) }

// Records returns the recommendation, then the records of all measurements.
func (all Map) Records() (records []any) {
	facts := all.answer().Facts()
	if best, ok := all.recommended(); ok {
		facts.Add("recommended", best.Setting)
	}
	records = append(records, facts)
	for _, m := range all {
		records = append(records, m.Records()...)
	}
	return records
}

// Page makes the page of the map. command is the command line that made the map.
func (all Map) Page(command string) (report.Report, error) {
	game, a := all[0].Rules.Game().Title(), all.answer()
	page := report.Report{Title: game + ": which rules are fair?", Answers: []answer.Answer{a},
		Commands: []string{command}, Facts: []report.Property{{Name: "game", Value: game},
			{Name: "seed", Value: fmt.Sprint(all[0].Seed)}}, Notes: []string{all[0].guarantee()}}
	var scores []charts.Dot
	for _, m := range all {
		if rung, ok := m.seats().Rung(); ok {
			scores = append(scores, charts.Dot{Label: m.Setting, Estimate: rung.First()})
		}
		page.Runs = append(page.Runs, m.Runs()...)
	}
	return report.NewMap(page, scores, len(all), all.grid()), nil
}
