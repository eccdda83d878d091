package report

import (
	"pillars/results/charts"
)

// Report is a page: what it is of, and its sections.
type Report struct {
	Title     string
	Run       string   // id; empty for a page of several
	Runs      []string // ids of several
	Facts     []Fact
	Headlines []Headline
	Summary   Summary
	Sections  []Section
	Commands  []string // that play and report the same again
	Notes     []string // on the data as a whole
}

// Fact is a property of the run.
type Fact struct{ Name, Value string }

// Headline is a figure to begin with.
type Headline struct {
	Name  string
	Value string
	Note  string // its interval or what it counts
	Word  bool   // the value is no number
}

// Section is a part of a page.
type Section struct {
	ID      string // a word, unique within the page
	Title   string
	Text    string // what it is about, in a sentence or two
	Figures []Figure
}

// Figure is a figure or a table with all that is needed to read it.
type Figure struct {
	ID       string // a word, unique within the page: its files are called so
	Title    string
	Meaning  string // what is shown
	N        string // how many observations of what
	Interval string // how intervals are made; empty where there are none
	Alt      string // what there is to see, for those who do not see it
	Chart    *charts.Chart
	Narrow   bool   // takes half the width
	Boards   string // SVG
	Table    *Table
	Folded   bool // the table is the data of the chart, shown on demand
	Note     string
}

// New makes the page of a run. It fails only on data that cannot be.
func New(in Input) (Report, error) {
	r := Report{Title: in.title(), Run: in.Run, Facts: in.Facts, Commands: in.Commands, Notes: in.notes()}
	r.Headlines, r.Summary = in.headlines(), in.summary()
	taken := measuresOf(in.Sample)
	for _, make := range []func(Input, found) (Section, error){
		testSection, standingSection, seatSection, lengthSection, endingSection, trajectorySection, choiceSection, quantitySection, openingSection,
		gameSection, characterSection,
	} {
		section, err := make(in, taken)
		if err != nil {
			return Report{}, err
		}
		if len(section.Figures) > 0 {
			r.Sections = append(r.Sections, section)
		}
	}
	return r, nil
}

// figure adds a figure with a chart, unless there is none to draw.
func (s *Section) figure(e Figure, chart *charts.Chart, err error) error {
	if err != nil {
		return err
	}
	e.Chart = chart
	s.Figures = append(s.Figures, e)
	return nil
}
