// Package report makes a page about a run: the standings of the players, the scores of the seats, the course and the
// end of games, and the properties of the game.
//
// A [Reader] reads the stored data of a run, an [Input]. [New] turns it into a [Report] of sections with figures. A
// figure is a table, often with a chart, and has its definition, the number of observations and the kind of its
// interval.
//
// [Report.WriteHTML] writes one HTML page that needs no other file, and [Report.MarshalJSON] JSON.
//
// A report leaves out values that the data do not determine, or says that they are missing; it never contains NaN.
// Equal input gives equal bytes.
package report

import (
	"cmp"
	"encoding/json"
	"fmt"

	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/results/show/answer"
	"pillars/results/show/charts"
	"pillars/results/show/table"
)

// A Report is a page about one run or several.
type Report struct {
	Title    string
	run      string   // id of the run; empty for a page about several runs
	Runs     []string // ids of several runs
	Facts    []Property
	Answers  []answer.Answer // what the games show; the first is the verdict
	Basis    string          // a sentence that says which games the figures about the game rest on, unless all
	Sections []Section
	Commands []string // command lines that repeat the games and the report
	Notes    []string // remarks on the data as a whole
}

// A Property is a fact about the run, such as its seed.
type Property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A Section is a part of a page.
type Section struct {
	ID      string   `json:"id"` // a word that no other section or figure of the page has
	Title   string   `json:"title"`
	Text    string   `json:"text"` // one or two sentences about the subject of the section
	Figures []Figure `json:"figures"`
}

// A Figure is a table, often with a chart, and everything that readers need to understand it.
type Figure struct {
	ID       string       `json:"id"` // a word that no other section or figure of the page has
	Title    string       `json:"title"`
	Meaning  string       `json:"meaning"`            // what the figure shows
	N        string       `json:"n"`                  // number of observations, with their kind
	Interval string       `json:"interval,omitempty"` // kind of the intervals; empty if there are none
	Table    *table.Grid  `json:"table"`
	Chart    charts.Chart `json:"-"` // may be empty
	Alt      string       `json:"-"` // description for readers who do not see the chart
}

// New makes the page about a run.
func New(in Input) Report {
	return in.page(func(m answer.Measured) []Section {
		return append(in.resultSections(m), questionSections(m)...)
	})
}

// Results makes a page with the part that shows who won: the standings, the seats, and only the first answer.
func Results(in Input) Report {
	r := in.page(in.resultSections)
	r.Answers = r.Answers[:min(1, len(r.Answers))]
	return r
}

func (in Input) resultSections(m answer.Measured) []Section {
	return []Section{standingSection(in), seatSection(m)}
}

// page makes a page. The function sections returns the sections, given the metrics of the games.
func (in Input) page(sections func(answer.Measured) []Section) Report {
	r := Report{Title: cmp.Or(in.Title, fmt.Sprintf("%s: run %s", in.Rules.Game().Title(), in.Run)), run: in.Run,
		Facts: in.Facts, Commands: in.Commands, Notes: in.notes(), Basis: in.Basis()}
	var measured answer.Measured
	if in.Games > 0 || len(in.Sample.Games) > 0 {
		measured = metrics.Of(in.Sample)
	}
	r.Answers = in.answers(measured)
	return r.with(sections(measured)...)
}

// Conclusion returns the sentences of the answers, then their notes.
func (r Report) Conclusion() (lines []string) {
	for _, a := range r.Answers {
		lines = append(append(lines, a.Sentence), a.Also...)
	}
	return append(lines, r.Remarks()...)
}

// Remarks returns the games that figures rest on, then the notes of the answers.
func (r Report) Remarks() (lines []string) {
	if r.Basis != "" {
		lines = append(lines, r.Basis)
	}
	for _, a := range r.Answers {
		lines = append(lines, a.Notes...)
	}
	return lines
}

// with returns the report with the given sections, except sections without figures.
func (r Report) with(sections ...Section) Report {
	for _, s := range sections {
		if len(s.Figures) > 0 {
			r.Sections = append(r.Sections, s)
		}
	}
	return r
}

// dot adds an estimate with its label to the chart of the figure.
func (fig *Figure) dot(label string, e stats.Estimate) {
	fig.Chart.Dots = append(fig.Chart.Dots, charts.Dot{Label: label, Estimate: e})
}

// add adds those figures whose tables have rows.
func (s *Section) add(figures ...Figure) {
	for _, fig := range figures {
		if len(fig.Table.Rows) > 0 {
			s.Figures = append(s.Figures, fig)
		}
	}
}

// addScores adds a figure whose chart shows mean scores, with a line at one half.
func (s *Section) addScores(fig Figure, axisLabel string) {
	fig.Alt = fig.Title + ", with intervals, beside the line of even chances."
	fig.Chart.Label, fig.Chart.Shares = axisLabel, true
	s.add(fig)
}

// Figures returns the figures of all sections.
func (r Report) Figures() (all []Figure) {
	for _, section := range r.Sections {
		all = append(all, section.Figures...)
	}
	return all
}

// MarshalJSON returns the report as an object.
func (r Report) MarshalJSON() ([]byte, error) {
	facts := table.Object("type", "report", "title", r.Title)
	facts.AddSome("run", r.run)
	facts.AddSome("runs", r.Runs)
	facts.AddSome("conclusion", r.Conclusion())
	return json.Marshal(append(facts, table.Object("confidence", .95, "sections",
		append([]Section{}, r.Sections...), "commands", r.Commands, "notes", r.Notes)...))
}
