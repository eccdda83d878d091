package study

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/results/show/charts"
	"pillars/results/show/figures"
	"pillars/results/show/report"
	"pillars/results/show/table"
	"pillars/search/proof/solver"
)

// Study holds the results of a study.
type Study struct {
	Rules     engine.Rules
	Seed      uint64
	Sizes     Sizes
	Proof     *solver.Solution     // nil without a proof
	Seats     []experiment.Finding // of players against themselves, from the start and from openings
	Turns     FirstTurns
	Metrics   []metrics.Metric
	Chain     []metrics.Rung // nil with more than two seats
	Elsewhere Published      // figures of other games

	ladders []experiment.Ladder // of Seats, set by Settle
}

// Settle completes the study after its games. It makes the ladders of Seats. If turns is not nil, it adds the results
// of the games from first turns. It returns an error for impossible scores.
func (s *Study) Settle(turns *experiment.Finding) (err error) {
	if turns != nil {
		s.Turns.score(*turns)
	}
	s.ladders, err = experiment.LaddersOf(s.Seats)
	return err
}

// Verdict is the answer to whether a game is fair.
type Verdict string

// Verdicts. The first three are proven, the others rest on games. If only the games from the start or only those from
// openings show First or Second, the verdict ends with "from the start" or "from openings".
const (
	ProvenFirst  Verdict = "proven: the first player wins"
	ProvenSecond Verdict = "proven: the second player wins"
	ProvenDraw   Verdict = "proven: best play is a draw"
	First        Verdict = "the first player scores more than half"
	Second       Verdict = "the first player scores less than half"
	Mixed        Verdict = "the first player's score differs between the start and openings"
	Even         Verdict = "no advantage is shown"
	Open         Verdict = "too few different games to tell"
)

// Fair returns the verdict by the proof or, without one, by the games.
func (s *Study) Fair() Verdict {
	if s.Proof != nil {
		return map[string]Verdict{"win": ProvenFirst, "loss": ProvenSecond, "draw": ProvenDraw}[s.Proof.Value]
	}
	return s.played()
}

// played returns the verdict by the games, from the highest rung of each ladder.
func (s *Study) played() Verdict {
	shown := 0                // number of ladders with intervals
	var above, below []string // where games begin in the ladders with scores above and below one half
	for _, l := range s.ladders {
		f := l.Highest()
		score := f.Together(len(s.ladders))
		if f.Rough() || !score.HasValue() {
			continue
		}
		shown++
		switch {
		case score.Low > .5:
			above = append(above, f.Measure.Where())
		case score.High < .5:
			below = append(below, f.Measure.Where())
		}
	}
	where := ""
	if uneven := slices.Concat(above, below); len(uneven) == 1 && len(s.ladders) > 1 {
		where = " " + uneven[0]
	}
	switch {
	case shown == 0:
		return Open
	case above != nil && below != nil:
		return Mixed
	case above != nil:
		return First + Verdict(where)
	case below != nil:
		return Second + Verdict(where)
	}
	return Even
}

// evenWithin returns the smallest distance from one half that contains the intervals of the first seat's score at the
// highest rungs, from the start and from openings. The games exclude a larger advantage of a seat. Rough findings do
// not count, since their intervals may not hold. Without intervals it returns infinity.
func (s *Study) evenWithin() float64 {
	var margins []float64
	for _, l := range s.ladders {
		f := l.Highest()
		if score := f.Together(len(s.ladders)); score.HasValue() && !f.Rough() {
			margins = append(margins, experiment.EvenWithin(score))
		}
	}
	if margins == nil {
		return math.Inf(1)
	}
	return slices.Max(margins)
}

// Games returns the number of all games of the study.
func (s *Study) Games() (games int) {
	for _, f := range s.Seats {
		games += f.Summary.Games
	}
	for _, t := range s.Turns.All {
		games += t.Games
	}
	for _, r := range s.Chain {
		games += r.Games
	}
	if m, ok := s.metric("completion"); ok {
		games += m.N
	}
	return games
}

// metric returns the metric with an id such as "turns/median". ok is false if it has no value.
func (s *Study) metric(id string) (m metrics.Metric, ok bool) {
	at := slices.IndexFunc(s.Metrics, func(m metrics.Metric) bool { return m.ID() == id })
	if at < 0 || s.Metrics[at].Text() == "-" {
		return m, false
	}
	return s.Metrics[at], true
}

// Title returns the title of the game, followed by its options.
func (s *Study) Title() string {
	return fmt.Sprintf("%s (%s)", s.Rules.Game().Title(), s.Rules.Settings())
}

func (s *Study) WriteText(w io.Writer) error {
	return table.Printf(w, "%s\n", strings.Join(s.Lines(), "\n"))
}

func (s *Study) Records() []any {
	facts := table.Object("type", "study", "game", s.Rules.Game().Name(), "options", s.Rules.Settings().String(),
		"seed", s.Seed, "games", s.Games(), "verdict", s.Fair())
	if s.Proof != nil {
		facts.Add("value", s.Proof.Value)
	}
	var rungs []table.Facts
	for _, f := range s.Seats {
		rungs = append(rungs, table.Object("run", f.Run, "measure", f.Measure, "player", f.Player, "nodes", f.Nodes,
			"games", f.Summary.Games, "rough", f.Rough(), "first_seat", f.First()))
	}
	facts.Add("rungs", rungs)
	if margin := s.evenWithin(); !math.IsInf(margin, 1) {
		facts.Add("even_within", margin)
	}
	facts.Add("first_turns", s.Turns.sorted())
	facts.Add("all_first_turns", s.Turns.Whole)
	facts.AddSome("first_turns_run", s.Turns.Run)
	var chain []table.Facts
	for _, r := range s.Chain[min(1, len(s.Chain)):] {
		chain = append(chain, table.Object("player", r.Player, "points", r.Points, "games", r.Games))
	}
	facts.Add("chain", chain)
	facts.Add("metrics", figures.Metrics([]metrics.Profile{{Metrics: s.Metrics}}))
	return []any{append(facts, table.Object("conclusion", s.Lines())...)}
}

// Page makes the study's page. The command is the command line that made the study.
func (s *Study) Page(command string) (report.Report, error) {
	lines := s.Lines()
	page := report.Report{Title: s.Rules.Game().Title() + ": is it fair, decisive, deep, lively?",
		Conclusion: lines[1:], Commands: []string{command}, Facts: []report.Property{
			{Name: "game", Value: s.Title()}, {Name: "games", Value: fmt.Sprint(s.Games())},
			{Name: "seed", Value: fmt.Sprint(s.Seed)}},
		Headlines: []report.Headline{{Name: "fair?", Value: string(s.Fair()), Word: true}},
		Notes: []string{fmt.Sprintf("The numbers of games follow from the rules: about %.0f decisions a game.",
			s.Sizes.Decisions), s.notShown()}}
	for _, one := range [][2]string{{"completion", "games with a winner"}, {"turns/median", "turns, median"},
		{"lead-changes", "lead changes a turn"}, {"drama", "drama"}} {
		if m, ok := s.metric(one[0]); ok {
			page.Headlines = append(page.Headlines, report.Headline{Name: one[1], Value: metricText(m)})
		}
	}
	return report.NewStudy(page, s.Seats, s.Turns.sorted(), s.Metrics)
}

// Map holds quick or usual studies of one game under different rules.
type Map struct {
	Cells []Cell
}

// Cell is a study under one of the rules of a map.
type Cell struct {
	Setting string // options that distinguish the rules from those of other cells, such as "size=4 jumpers=high"
	*Study
}

// won returns the share of games with a winner.
func (c Cell) won() stats.Estimate {
	m, _ := c.metric("completion")
	return m.Estimate
}

// fewestWon is the smallest share of games with a winner under recommended rules.
const fewestWon = .9

// Recommended returns the cell whose games leave the smallest advantage of a seat possible, among the cells in which
// nearly all games have a winner. ok is false if there is no such cell whose games exclude any advantage.
func (m Map) Recommended() (best Cell, ok bool) {
	for _, c := range m.Cells {
		eligible := c.won().Value >= fewestWon && c.evenWithin() < .5
		if eligible && (!ok || c.evenWithin() < best.evenWithin()) {
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
		"games leave the smallest advantage possible: %s points from even.", best.Setting, 100*fewestWon,
		points(best.evenWithin()))
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
		at = len(c.ladders) - 1 // the ladder from openings, if there is one
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
	counts := map[string]int{} // of turns, by proven value
	var closest *report.FirstTurn
	for _, t := range c.Turns.All {
		counts[t.Proven]++
		if t.Games > 0 && (closest == nil || math.Abs(t.Score.Value-.5) < math.Abs(closest.Score.Value-.5)) {
			closest = &t
		}
	}
	someProven := counts[""] < len(c.Turns.All)
	switch {
	case someProven:
		return fmt.Sprintf("%d of %d win", counts["win"], len(c.Turns.All))
	case closest == nil:
		return ""
	}
	return closest.Turn + " " + share(closest.Score)
}

func (m Map) WriteText(w io.Writer) error {
	return cmp.Or(m.grid().WriteText(w), table.Printf(w, "\n%s\n", m.sentence()))
}

func (m Map) grid() *table.Grid {
	grid := table.New("rules", "fair?", "first player", "within", "with a winner", "#turns", "#levels", "first turns")
	for _, c := range m.Cells {
		within := ""
		if margin := c.evenWithin(); margin < .5 {
			within = "± " + points(margin)
		}
		turns := ""
		if median, ok := c.metric("turns/median"); ok {
			turns = median.Text()
		}
		grid.Add(c.Setting, string(c.Fair()), share(c.first()), within, share(c.won()), turns,
			len(c.passed()), c.turnsText())
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
