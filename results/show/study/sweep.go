package study

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"pillars/results/estimate/experiment"
	"pillars/results/estimate/stats"
	"pillars/results/show/charts"
	"pillars/results/show/report"
	"pillars/results/show/table"
)

// Map holds quick or usual studies of one game under different rules.
type Map struct {
	Cells []Cell
}

// Cell is a study under one of the rules of a map.
type Cell struct {
	Setting string // options that distinguish the rules from those of other cells, such as "size=4 jumpers=high"
	*Study
}

// margin returns the largest advantage of a seat that the games do not exclude, as the distance of a score from one
// half. It returns infinity if they exclude none.
func (c Cell) margin() float64 {
	if margin, ok := c.Excluded(); ok {
		return margin
	}
	return math.Inf(1)
}

// decided returns the share of games that have a winner.
func (c Cell) decided() stats.Estimate {
	m, _ := c.metric("completion")
	return m.Estimate
}

// levels returns the number of levels of skill above random play, see [Study.passed].
func (c Cell) levels() int { return len(c.passed()) }

// fewestDecided is the smallest share of games with a winner under recommended rules.
const fewestDecided = .9

// Recommended returns the cell with the smallest margin among those in which nearly all games have a winner. ok is
// false if there is no such cell whose games exclude any advantage.
func (m Map) Recommended() (best Cell, ok bool) {
	for _, c := range m.Cells {
		eligible := c.decided().Value >= fewestDecided && c.margin() < .5
		if eligible && (!ok || c.margin() < best.margin()) {
			best, ok = c, true
		}
	}
	return best, ok
}

func (m Map) sentence() string {
	best, ok := m.Recommended()
	if !ok {
		return "No rules are recommended: the games exclude no advantage of a seat, or too few of them have a winner."
	}
	text := fmt.Sprintf("Recommended: %s. Of the rules under which %.0f %% of the games or more have a winner, its "+
		"games leave the smallest advantage possible: %s points from even.", best.Setting, 100*fewestDecided,
		points(best.margin()))
	if best.Proof != nil && best.Proof.Value != "draw" {
		text += " But it is " + string(best.Fair()) + ", which players may find."
	}
	return text + " Intervals hold for each cell by itself: confirm the choice with another --seed."
}

// first returns the first seat's score at the highest rung. It takes games from the start or, if too few of these are
// distinct, from openings.
func (c Cell) first() stats.Estimate {
	at := slices.IndexFunc(c.ladders, func(l experiment.Ladder) bool {
		return l.Highest().Measure == experiment.FromStart && !l.Highest().Rough()
	})
	if at < 0 {
		at = len(c.ladders) - 1
	}
	if at < 0 {
		return stats.Estimate{}
	}
	return c.ladders[at].Highest().First()
}

// turnsText returns how many first turns are proven to win or, without proven turns, the turn with the most even score.
func (c Cell) turnsText() string {
	if c.Turns.Pie {
		return "has a swap rule"
	}
	wins, proven := 0, 0
	var closest *report.FirstTurn
	for _, t := range c.Turns.All {
		wins, proven = wins+oneIf(t.Proven == "win"), proven+oneIf(t.Proven != "")
		if t.Games > 0 && (closest == nil || math.Abs(t.Score.Value-.5) < math.Abs(closest.Score.Value-.5)) {
			closest = &t
		}
	}
	switch {
	case proven > 0:
		return fmt.Sprintf("%d of %d win", wins, len(c.Turns.All))
	case closest == nil:
		return ""
	}
	return closest.Turn + " " + share(closest.Score)
}

func (m Map) WriteText(w io.Writer) error {
	return cmp.Or(m.grid().WriteText(w), table.Printf(w, "\n%s\n", m.sentence()))
}

// grid returns a table with a row for each cell.
func (m Map) grid() *table.Grid {
	grid := table.New("rules", "fair?", "first player", "within", "with a winner", "#turns", "#levels", "first turns")
	for _, c := range m.Cells {
		within := ""
		if margin := c.margin(); margin < .5 {
			within = "± " + points(margin)
		}
		turns := ""
		if median, ok := c.metric("turns/median"); ok {
			turns = median.Text()
		}
		grid.Add(c.Setting, string(c.Fair()), share(c.first()), within, share(c.decided()), turns, c.levels(),
			c.turnsText())
	}
	return grid
}

// Page makes the map's page. The command is the command line that made the map.
func (m Map) Page(command string) (report.Report, error) {
	game := m.Cells[0].Rules.Game().Title()
	page := report.Report{Title: game + ": which rules are fair?", Conclusion: []string{m.sentence()},
		Commands: []string{command}, Facts: []report.Property{{Name: "game", Value: game},
			{Name: "seed", Value: fmt.Sprint(m.Cells[0].Seed)}}, Notes: []string{m.Cells[0].notShown()}}
	games, scores := 0, []charts.Dot(nil)
	for _, c := range m.Cells {
		if score := c.first(); score.HasValue() {
			scores = append(scores, charts.Dot{Label: c.Setting, Estimate: score})
		}
		for _, f := range c.Seats {
			page.Runs = append(page.Runs, f.Run)
		}
		games += c.Games()
	}
	return report.NewMap(page, scores, games, m.grid())
}

func (m Map) Records() (records []any) {
	for _, c := range m.Cells {
		records = append(records, c.Study.Records()...)
	}
	best, _ := m.Recommended()
	return append(records, table.Object("type", "study-map", "recommended", best.Setting, "conclusion",
		[]string{m.sentence()}))
}
