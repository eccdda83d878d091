package study

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/results/show/report"
	"pillars/results/show/table"
	"pillars/search/proof/solver"
	"pillars/tournament"
)

// Study holds the results of a study.
type Study struct {
	Rules     engine.Rules
	Seed      uint64
	Sizes     Sizes
	Proof     *solver.Solution     // nil without a proof
	Seats     []experiment.Finding // players against themselves, from the start and from openings
	Turns     FirstTurns
	Metrics   []metrics.Metric
	Chain     []metrics.Rung // nil with more than two seats
	Elsewhere Published      // figures of other games

	ladders []experiment.Ladder // of Seats, set by Settle
}

// Settle completes the study after its games. It makes the ladders of Seats and, unless turns is nil, adds the results
// of games from first turns. It returns an error for impossible scores.
func (s *Study) Settle(turns *experiment.Finding) (err error) {
	if turns != nil {
		s.Turns.score(*turns)
	}
	s.ladders, err = experiment.LaddersOf(s.Seats)
	return err
}

// Verdict is the answer to whether a game is fair.
type Verdict string

// Verdicts. The first three are proven, the others rest on games. First and Second are followed by "from the start" or
// "from openings" if only these games show them.
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

// Fair returns the verdict. A proof comes before games.
func (s *Study) Fair() Verdict {
	if s.Proof != nil {
		return map[string]Verdict{"win": ProvenFirst, "loss": ProvenSecond, "draw": ProvenDraw}[s.Proof.Value]
	}
	return s.played()
}

func (s *Study) played() Verdict {
	above, below, shown := 0, 0, 0
	where := "" // the measure that shows an advantage
	for _, l := range s.ladders {
		f := l.Highest()
		score := f.Together(len(s.ladders))
		if f.Rough() || !score.HasValue() {
			continue
		}
		shown++
		above += number(score.Low > .5)
		below += number(score.High < .5)
		if score.Low > .5 || score.High < .5 {
			where = " " + f.Measure.Where()
		}
	}
	if above+below != 1 || len(s.ladders) == 1 {
		where = "" // not just one of several measures
	}
	switch {
	case shown == 0:
		return Open
	case above > 0 && below > 0:
		return Mixed
	case above > 0:
		return First + Verdict(where)
	case below > 0:
		return Second + Verdict(where)
	}
	return Even
}

func number(condition bool) int {
	if condition {
		return 1
	}
	return 0
}

// Excluded returns the smallest margin around one half that contains the intervals of the first seat's score at the
// highest rungs, from the start and from openings: the games exclude a larger advantage. ok is false if there is no
// such interval.
func (s *Study) Excluded() (margin float64, ok bool) {
	for _, l := range s.ladders {
		f := l.Highest()
		if score := f.Together(len(s.ladders)); score.HasValue() && !f.Rough() {
			margin, ok = max(margin, experiment.EvenWithin(score)), true
		}
	}
	return margin, ok
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

// Title returns the game with its options.
func (s *Study) Title() string {
	return fmt.Sprintf("%s (%s)", s.Rules.Game().Title(), s.Rules.Settings())
}

// Lines returns what the study shows, in about ten lines.
func (s *Study) Lines() []string {
	lines := []string{fmt.Sprintf("%s: %s, seed %d.", s.Title(), tournament.Counted(s.Games(), "game"), s.Seed)}
	lines = append(lines, s.fair()...)
	lines = append(lines, s.Turns.sentence(), "Decisive? "+s.decisive())
	lines = append(lines, s.deep()...)
	return append(lines, "Lively? "+s.lively(), s.notShown())
}

func (s *Study) fair() (lines []string) {
	if s.Proof != nil {
		lines = append(lines, fmt.Sprintf("Fair? %s (%s of %s).", table.Capital(string(s.Fair())), s.Proof.Method,
			tournament.Counted(s.Proof.Positions, "position")))
	}
	games := "Fair? " + table.Capital(string(s.played()))
	if s.Proof != nil {
		games = "In games: " + string(s.played())
	}
	var tops []string
	for _, l := range s.ladders {
		f := l.Highest()
		if f.First().HasValue() {
			top := fmt.Sprintf("%s in %s %s", share(f.Together(len(s.ladders))),
				tournament.Counted(f.Summary.Games, "game"), f.Measure.Where())
			if f.Rough() {
				top += fmt.Sprintf(" (only %d differ)", f.Summary.Distinct)
			}
			tops = append(tops, top)
		}
	}
	if len(tops) > 0 {
		games += fmt.Sprintf(": at %d nodes %s", s.ladders[0].Highest().Nodes, strings.Join(tops, ", "))
	}
	if margin, ok := s.Excluded(); ok {
		games += fmt.Sprintf("; more than %s points from even are excluded", points(margin))
	}
	lines = append(lines, games+".")
	for _, l := range s.ladders {
		if l.Rungs[0].Measure != experiment.FromStart && len(s.ladders) > 1 {
			continue
		}
		var scores []string
		for _, f := range l.Rungs {
			scores = append(scores, fmt.Sprintf("%d: %s", f.Nodes, share(f.First())))
		}
		lines = append(lines, "By strength (nodes) "+l.Rungs[0].Measure.Where()+": "+strings.Join(scores, ", ")+".")
	}
	return lines
}

func (s *Study) decisive() string {
	won, ok := s.metric("completion")
	if !ok {
		return "No game ended."
	}
	text := fmt.Sprintf("%s of %s have a winner", share(won.Estimate), tournament.Counted(won.N, "game"))
	for _, part := range [][2]string{{"drawishness", "are drawn by a rule"}, {"cut-off", "become too long"}} {
		if m, ok := s.metric(part[0]); ok && m.Estimate.Value > 0 {
			text += fmt.Sprintf(", %s %s", share(m.Estimate), part[1])
		}
	}
	if m, ok := s.metric("turns/median"); ok {
		text += fmt.Sprintf("; the median game takes %s turns", m.Text())
	}
	return text + "."
}

func (s *Study) deep() []string {
	if len(s.Chain) < 2 {
		return []string{"Deep? Not measured: a chain of players needs two seats."}
	}
	rungs := s.passed()
	passed := len(rungs)
	text := fmt.Sprintf("Deep? %s above random play with up to %d nodes", tournament.Counted(passed, "level"),
		s.Sizes.ClimbNodes)
	if passed > 0 {
		text += fmt.Sprintf(": alphabeta at %s nodes, each scoring 75 %% or more against the one before in %s",
			strings.Join(rungs, ", "), tournament.Counted(s.Chain[1].Games, "game"))
	}
	lines := []string{text + "."}
	if beside := s.Elsewhere.levels(s.Sizes.ClimbNodes); beside != "" {
		lines = append(lines, "Beside it, with as many nodes: "+beside+".")
	}
	return lines
}

// passed returns the node limits of the players of the chain, up to the first that does not score [metrics.Passing]
// against the one before.
func (s *Study) passed() (nodes []string) {
	for _, r := range s.Chain[min(1, len(s.Chain)):] {
		if r.Points < metrics.Passing*float64(r.Games) {
			break
		}
		nodes = append(nodes, fmt.Sprint(metrics.NodesOf(r.Player)))
	}
	return nodes
}

func (s *Study) lively() string {
	var parts []string
	add := func(id, format, beside string) {
		m, ok := s.metric(id)
		if !ok {
			return
		}
		text := fmt.Sprintf(format, textOf(m))
		if low, high, known := s.Elsewhere.span(beside); known {
			text += fmt.Sprintf(" [%s .. %s]", low, high)
		}
		parts = append(parts, text)
	}
	add("lead-changes", "the lead changes %s times a turn", "lead changes a turn")
	add("behind", "the winner was behind before %s of the turns", "")
	add("drama", "by %s on average", "drama")
	add("turns-legal-geometric", "%s legal turns", "legal turns, geometric mean")
	if len(parts) == 0 {
		return "Not measured."
	}
	text := table.Capital(strings.Join(parts, ", "))
	if m, ok := s.metric("judge-skill"); ok && m.Estimate.Value < .1 {
		text += "; but the judge foresees these games little, so leads say little"
	}
	if won, ok := s.metric("completion"); ok {
		text += fmt.Sprintf(" (%s; in brackets the range of the games measured before)",
			tournament.Counted(won.N, "game"))
	}
	return text + "."
}

func (s *Study) notShown() string {
	text := "Not shown: what better players, or people, would score"
	if s.Proof != nil {
		text = "Not shown: how hard the proven turns are for people"
	}
	return text + "; whether the game is fun. Intervals are at 95 % for each figure."
}

// share returns a share in percent with its interval, such as "52 % (45 .. 59)".
func share(e stats.Estimate) string {
	if !e.HasValue() {
		return "unknown"
	}
	text := stats.FormatNumber(100*e.Value, 0) + " %"
	if e.Kind == stats.Measured || e.Kind == stats.Bracketed {
		text += fmt.Sprintf(" (%s .. %s)", stats.FormatNumber(100*e.Low, 0), stats.FormatNumber(100*e.High, 0))
	}
	return text
}

func textOf(m metrics.Metric) string {
	if m.Unit == metrics.Share {
		return share(m.Estimate)
	}
	return m.Text()
}

// points returns a margin in points, rounded up to a tenth.
func points(margin float64) string { return stats.FormatNumber(math.Ceil(1000*margin-1e-9)/10, 1) }

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
	if margin, ok := s.Excluded(); ok {
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
	facts.Add("metrics", metrics.Table([]metrics.Profile{{Metrics: s.Metrics}}))
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
			page.Headlines = append(page.Headlines, report.Headline{Name: one[1], Value: textOf(m)})
		}
	}
	return report.NewStudy(page, s.Seats, s.Turns.sorted(), s.Metrics)
}
