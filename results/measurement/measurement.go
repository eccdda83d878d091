package measurement

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/show/answer"
	"pillars/results/show/report"
	"pillars/results/show/table"
	"pillars/search/proof/solver"
)

// Measurement holds what the games of a plan, or of a stored run, show.
type Measurement struct {
	Plan
	All        bool                 // whether WriteText writes the tables after the answers
	Proof      *solver.Solution     // proof of the value of the game; nil if there is none
	Findings   []experiment.Finding // results of players against themselves, from the start and from openings
	Metrics    answer.Measured
	MetricsRun string // id of the run with the games of the metrics
	Basis      string // a sentence that says which games of a stored run were measured, unless all were
	Judge      string // the player that judged positions; empty for none
	Players    []string
	Chain      []metrics.Rung // players, each stronger than the one before; nil with more than two seats
	ChainRuns  []string

	ladders []experiment.Ladder // Findings, grouped into ladders
	stored  bool                // whether the games are those of a stored run
}

// settle groups m.Findings into ladders and computes the metrics of m.Chain.
func (m *Measurement) settle() {
	if !m.stored && m.Chain != nil {
		isOld := func(metric metrics.Metric) bool { return metric.Group == metrics.GroupDepth }
		ofChain := metrics.Of(metrics.Sample{Chain: m.Chain}, metrics.GroupDepth)
		m.Metrics = append(slices.DeleteFunc(m.Metrics, isOld), ofChain...)
	}
	m.ladders = experiment.LaddersOf(m.Findings)
}

// seats returns what the measurement knows about fairness, for the answer.
func (m *Measurement) seats() answer.Seats {
	return answer.Seats{Names: m.Rules.SeatNames(), Proof: m.Proof, Ladders: m.ladders, Scores: m.Metrics.SeatScores()}
}

// Answers returns an answer to each question of the plan. The first answer also says what the budget left out.
func (m *Measurement) Answers() (all []answer.Answer) {
	for _, question := range Questions() {
		if !m.Asks(question) {
			continue
		}
		var a answer.Answer
		switch question {
		case "fair":
			a = answer.Fair(m.seats())
		case "decisive":
			a = answer.Decisive(m.Metrics)
		case "deep":
			a = answer.Deep(m.Chain, m.Metrics)
		case "lively":
			a = answer.Lively(m.Metrics)
		}
		all = append(all, a)
	}
	if len(m.LeftOut) > 0 {
		all[0].Sentence += " Left out to answer in time: " + strings.Join(m.LeftOut, " and ") + "."
	}
	return all
}

// Runs returns the ids of the runs whose games were measured.
func (m *Measurement) Runs() (ids []string) {
	for _, f := range m.Findings {
		ids = append(ids, f.Run)
	}
	for _, id := range append([]string{m.MetricsRun}, m.ChainRuns...) {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Title returns the title of the game, followed by its options.
func (m *Measurement) Title() string {
	return fmt.Sprintf("%s (%s)", m.Rules.Game().Title(), m.Rules.Settings())
}

// guarantee returns a sentence about the intervals of the answers and about what the answers do not show.
func (m *Measurement) guarantee() string {
	text := "Intervals are at 95 %, each by itself. Not shown: what better players, or people, would score"
	if m.Proof != nil {
		text = "Intervals are at 95 %, each by itself. Not shown: how hard the proven turns are for people"
	}
	return text + "; whether the game is fun."
}

// WriteText writes the sentences that answer the questions, then the notes and, if m.All is set, all tables.
func (m *Measurement) WriteText(w io.Writer) error {
	answers := m.Answers()
	for _, a := range answers {
		table.Printf(w, "%s\n", strings.Join(append([]string{a.Sentence}, a.Also...), "\n"))
	}
	for _, a := range answers {
		if len(a.Notes) > 0 {
			table.Printf(w, "\n%s: %s\n", table.Capital(a.Question), strings.Join(a.Notes, "\n  "))
		}
	}
	if m.Basis != "" {
		table.Printf(w, "\n%s", m.Basis)
	}
	err := table.Printf(w, "\n%s\n%s, seed %d. Runs: %s.\n", m.guarantee(), m.Title(), m.Seed,
		strings.Join(m.Runs(), " "))
	if !m.All {
		return err
	}
	page, err := m.Page("")
	if err != nil {
		return err
	}
	for _, fig := range page.Figures() {
		if fig.Table != nil {
			table.Printf(w, "\n%s\n", table.Capital(fig.Title))
			err = cmp.Or(err, fig.Table.Without("definition", "interval", "source").WriteText(w))
		}
	}
	return err
}

// WriteCSV writes a line for each metric.
func (m *Measurement) WriteCSV(w io.Writer) error { return metricTable(m.Metrics).WriteCSV(w) }

// Records returns the answers to all questions, then records with the scores of the seats, the metrics and the chain.
func (m *Measurement) Records() (all []any) {
	for _, a := range m.Answers() {
		facts := a.Facts()
		facts.Add("game", m.Rules.Game().Name())
		facts.Add("options", m.Rules.Settings().String())
		if a.Question == "fair" && m.Proof != nil {
			facts.Add("proven", m.Proof.Value)
		}
		all = append(all, facts)
	}
	for _, f := range m.Findings {
		all = append(all, seatFacts(f))
	}
	if m.Metrics != nil {
		facts := table.Object("type", "metrics", "game", m.Rules.Game().Name(), "options", m.Rules.Settings().String(),
			"run", m.MetricsRun, "games", m.Measured, "players", m.Players)
		facts.AddSome("judge", m.Judge)
		facts.AddSome("basis", m.Basis)
		all = append(all, append(facts, table.Object("level", experiment.Level, "metrics",
			metricTable(m.Metrics))...))
	}
	if len(m.Chain) > 0 {
		var rungs []table.Facts
		for _, r := range m.Chain[1:] {
			rungs = append(rungs, table.Object("player", r.Player, "points", r.Points, "games", r.Games))
		}
		all = append(all, table.Object("type", "chain", "rungs", rungs))
	}
	return all
}

// seatFacts returns a finding for JSON. If [experiment.Finding.Rough] holds, only the interval of score_of_all can be
// trusted.
func seatFacts(f experiment.Finding) table.Facts {
	return table.Object("type", "seats", "run", f.Run, "game", f.Spec.Game, "options", f.Spec.Options.String(),
		"player", f.Player, "nodes", f.Nodes, "measure", f.Measure, "level", experiment.Level, "rough", f.Rough(),
		"games", f.Games, "faults", f.Faults, "rounds", f.Rounds, "distinct", f.Distinct, "first", f.Results,
		"score", f.Seats[0], "even_within", experiment.EvenWithin(f.Seats[0]), "score_of_all", f.All, "seats", f.Seats,
		"opener", f.Opener, "chooser", f.Chooser)
}

// Page makes the page of the measurement. command is the command line that made the measurement.
func (m *Measurement) Page(command string) (report.Report, error) {
	page := report.Report{Title: m.Rules.Game().Title() + ": is it fair, decisive, deep, lively?",
		Commands: []string{command}, Runs: m.Runs(), Facts: []report.Property{{Name: "game", Value: m.Title()},
			{Name: "runs", Value: strings.Join(m.Runs(), ", ")}, {Name: "seed", Value: fmt.Sprint(m.Seed)}},
		Notes: []string{m.guarantee()}, Answers: m.Answers(), Basis: m.Basis}
	return report.NewMeasured(page, m.ladders, m.Metrics), nil
}
