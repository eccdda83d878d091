package study

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
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
	above, below, shown := 0, 0, 0 // numbers of ladders with scores above and below one half, and with intervals
	where := ""                    // where games begin in the ladder that shows an advantage
	for _, l := range s.ladders {
		f := l.Highest()
		score := f.Together(len(s.ladders))
		if f.Rough() || !score.HasValue() {
			continue
		}
		shown++
		above += oneIf(score.Low > .5)
		below += oneIf(score.High < .5)
		if score.Low > .5 || score.High < .5 {
			where = " " + f.Measure.Where()
		}
	}
	if oneOfSeveral := above+below == 1 && len(s.ladders) > 1; !oneOfSeveral {
		where = ""
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

func oneIf(condition bool) int {
	if condition {
		return 1
	}
	return 0
}

// Excluded returns the largest advantage of a seat that the games do not exclude, as the distance of a score from one
// half. Within this distance lie the intervals of the first seat's score at the highest rungs, from the start and from
// openings. ok is false if there is no such interval.
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
