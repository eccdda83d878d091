// Package report makes one page of a run: how its players stand, what the seats were worth, how its games went and
// ended, and what the game is like.
//
// [New] turns an [Input], what was stored of the run, into a [Report]: sections of figures. A figure is a chart,
// boards, a table or several of these, with its definition, the number of its observations and how its interval is
// made. The report writes itself as one HTML page that needs nothing else ([Report.WriteHTML]), as files, every chart
// as SVG and PNG and every table as CSV ([Report.Files]), and as JSON.
//
// What a run does not tell is left out, or is said to be missing; nothing is ever NaN. The same input gives the same
// bytes.
package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"pillars/results/estimate/metrics"
	"pillars/results/show/charts"
	"pillars/results/show/table"
	"pillars/tournament/lock"
)

// Report is a page: what it is of, and its sections.
type Report struct {
	Title     string
	run       string   // id; empty for a page of several
	runs      []string // ids of several
	Facts     []Property
	Headlines []Headline

	conclusion []string // sentences
	summary    Summary
	Sections   []Section
	Commands   []string // that play and report the same again
	Notes      []string // on the data as a whole
}

// Property is a property of the run.
type Property struct{ Name, Value string }

// Headline is a figure to begin with.
type Headline struct {
	Name  string
	Value string
	Note  string // its interval or what it counts
	Word  bool   // the value is no number
}

// Section is a part of a page.
type Section struct {
	ID      string   `json:"id"` // a word, unique within the page
	Title   string   `json:"title"`
	Text    string   `json:"text"` // what it is about, in a sentence or two
	Figures []Figure `json:"figures"`
	err     error    // the first error of a figure
}

// Figure is a figure or a table with all that is needed to read it.
type Figure struct {
	ID       string      `json:"id"` // a word, unique within the page: its files are called so
	Title    string      `json:"title"`
	Meaning  string      `json:"meaning"`            // what is shown
	N        string      `json:"n"`                  // how many observations of what
	Interval string      `json:"interval,omitempty"` // how intervals are made; empty where there are none
	Note     string      `json:"note,omitempty"`
	Table    *table.Grid `json:"table"`
	Folded   bool        `json:"-"` // the table is the data of the chart, shown on demand
	Alt      string      `json:"-"` // what there is to see, for readers who do not see it
	Narrow   bool        `json:"-"` // takes half the width
	Boards   string      `json:"-"` // SVG
	each     []string    // the boards one by one
	chart    *charts.Chart
	scale    string // of the quantity: figures with the same one share the axis
}

// New makes the page of a run. It fails only for data that cannot be.
func New(in Input) (Report, error) {
	r := Report{Title: cmp.Or(in.Title, fmt.Sprintf("%s: run %s", in.Rules.Game().Title(), in.Run)), run: in.Run,
		Facts: in.Facts, Commands: in.Commands, Notes: in.notes(), summary: in.summary()}
	r.Headlines = in.headlines(r.summary)
	var err error
	if r.conclusion, err = in.conclusion(); err != nil {
		return Report{}, err
	}
	var taken found
	if len(in.Sample.Games) > 0 {
		taken = metrics.Of(in.Sample)
	}
	if len(r.conclusion) == 0 {
		r.conclusion = in.plainly(r.summary)
	}
	for _, make := range []func(Input, found) Section{
		testSection, standingSection, seatSection, lengthSection, endingSection, trajectorySection, choiceSection,
		quantitySection, openingSection, gameSection, characterSection,
	} {
		if err := r.add(make(in, taken)); err != nil {
			return Report{}, err
		}
	}
	r.share()
	return r, nil
}

// Names in figures that are compared.
const (
	seatScores = "score of a seat" // along X
	gameTurns  = "turn"            // along X
	trendScore = "score of a rung" // along Y
)

// share gives figures of the same quantity the same axis.
func (r Report) share() {
	same := map[string][]*charts.Chart{}
	for _, s := range r.Sections {
		for _, e := range s.Figures {
			if e.scale != "" && e.chart != nil {
				same[e.scale] = append(same[e.scale], e.chart)
			}
		}
	}
	charts.ShareX(same[seatScores]...)
	charts.ShareX(same[gameTurns]...)
	charts.ShareY(same[trendScore]...)
}

// add adds a section unless it is empty. It returns the section's error.
func (r *Report) add(s Section) error {
	if s.err == nil && len(s.Figures) > 0 {
		r.Sections = append(r.Sections, s)
	}
	return s.err
}

// dotted adds a figure of estimates, with a mark if there is one.
func (s *Section) dotted(e Figure, x charts.Axis, mark *charts.Mark, dots []charts.Dot) {
	chart, err := charts.Dots(charts.DotChart{Title: e.Title, X: x, Dots: dots, Mark: mark})
	s.figure(e, chart, err)
}

// lines adds a figure with a chart of lines under the same title.
func (s *Section) lines(e Figure, lines charts.LineChart) {
	lines.Title, lines.Narrow = e.Title, e.Narrow
	chart, err := charts.Lines(lines)
	s.figure(e, chart, err)
}

// figure adds a figure with a chart, or keeps the error of drawing it.
func (s *Section) figure(e Figure, chart *charts.Chart, err error) {
	e.chart = chart
	s.Figures, s.err = append(s.Figures, e), cmp.Or(s.err, err)
}

// File is a file beside the page.
type File struct {
	Name   string
	figure Figure
}

// FileNames returns the files of the figure beside the page.
func (e Figure) FileNames() []string {
	var names []string
	switch {
	case e.chart != nil:
		names = append(names, e.ID+".svg", e.ID+".png")
	case e.Boards != "":
		names = append(names, e.ID+".svg")
	}
	if e.Table != nil {
		names = append(names, e.ID+".csv")
	}
	return names
}

// Files returns all charts as SVG and PNG, all boards as SVG and all tables as CSV.
func (r Report) Files() (files []File) {
	for _, section := range r.Sections {
		for _, e := range section.Figures {
			for _, name := range e.FileNames() {
				files = append(files, File{name, e})
			}
		}
	}
	return files
}

// data returns the contents of the file, which are made at each call.
func (f File) data() ([]byte, error) {
	e := f.figure
	switch {
	case f.Name == e.ID+".csv":
		var b bytes.Buffer
		err := e.Table.WriteCSV(&b)
		return b.Bytes(), err
	case f.Name == e.ID+".png":
		return e.chart.PNG()
	case e.chart != nil:
		return e.chart.SVG()
	}
	return []byte(e.Boards), nil
}

// MarshalJSON writes an object with "summary" and "sections", these with "figures", these with the table of their data.
func (r Report) MarshalJSON() ([]byte, error) {
	sections := append([]Section{}, r.Sections...)
	for i := range sections {
		sections[i].Figures = slices.DeleteFunc(slices.Clone(sections[i].Figures),
			func(e Figure) bool { return e.Table == nil })
	}
	facts := table.Object("type", "report", "title", r.Title)
	facts.AddSome("run", r.run)
	facts.AddSome("runs", r.runs)
	facts.AddSome("conclusion", r.conclusion)
	return json.Marshal(append(facts, table.Object("confidence", level, "summary", r.summary, "sections", sections,
		"commands", r.Commands, "notes", r.Notes)...))
}

// WriteFiles writes the files into a folder. It makes the folder in its parent, which must exist, and removes the files
// of an earlier page.
func (r Report) WriteFiles(folder string) error {
	if err := os.Mkdir(folder, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w; name a page in a folder that exists and that you may write to", err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if slices.Contains([]string{".svg", ".png", ".csv"}, filepath.Ext(entry.Name())) {
			if err := os.Remove(filepath.Join(folder, entry.Name())); err != nil {
				return err
			}
		}
	}
	for _, file := range r.Files() {
		data, err := file.data()
		if err != nil {
			return err
		}
		if err := lock.Replace(filepath.Join(folder, file.Name), data); err != nil {
			return fmt.Errorf("%w; name a page in a folder that you may write to", err)
		}
	}
	return nil
}
