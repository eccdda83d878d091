package report

import (
	"bytes"
	"encoding/json"
	"io"
)

// File is a file beside the page.
type File struct {
	Name   string
	figure Figure
}

// fileNames are the files of a figure.
func (e Figure) fileNames() []string {
	var names []string
	switch {
	case e.Chart != nil:
		names = append(names, e.ID+".svg", e.ID+".png")
	case e.Boards != "":
		names = append(names, e.ID+".svg")
	}
	if e.Table != nil {
		names = append(names, e.ID+".csv")
	}
	return names
}

// Files are all charts as SVG and PNG, all boards as SVG and all tables as CSV.
func (r Report) Files() (files []File) {
	for _, section := range r.Sections {
		for _, e := range section.Figures {
			for _, name := range e.fileNames() {
				files = append(files, File{name, e})
			}
		}
	}
	return files
}

// Data is what the file holds. It is made at each call.
func (f File) Data() ([]byte, error) {
	e := f.figure
	switch {
	case f.Name == e.ID+".csv":
		var b bytes.Buffer
		err := e.Table.WriteCSV(&b)
		return b.Bytes(), err
	case f.Name == e.ID+".png":
		return e.Chart.PNG()
	case e.Chart != nil:
		return e.Chart.SVG()
	}
	return []byte(e.Boards), nil
}

// sectionJSON is a section for programs.
type sectionJSON struct {
	ID      string       `json:"id"`
	Title   string       `json:"title"`
	Text    string       `json:"text"`
	Figures []figureJSON `json:"figures"`
}

// figureJSON is a figure for programs: its figures, without pictures.
type figureJSON struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Meaning  string `json:"meaning"`
	N        string `json:"n"`
	Interval string `json:"interval,omitempty"`
	Note     string `json:"note,omitempty"`
	Table    *Table `json:"table"`
}

// MarshalJSON writes all figures of the report: an object with "summary", see [Summary], and "sections", these with "figures", these with the table of
// their data.
func (r Report) MarshalJSON() ([]byte, error) {
	sections := []sectionJSON{}
	for _, section := range r.Sections {
		s := sectionJSON{section.ID, section.Title, section.Text, []figureJSON{}}
		for _, e := range section.Figures {
			if e.Table != nil {
				s.Figures = append(s.Figures, figureJSON{e.ID, e.Title, e.Meaning, e.N, e.Interval, e.Note, e.Table})
			}
		}
		sections = append(sections, s)
	}
	return json.Marshal(struct {
		Type       string        `json:"type"`
		Title      string        `json:"title"`
		Run        string        `json:"run,omitempty"`
		Runs       []string      `json:"runs,omitempty"`
		Confidence float64       `json:"confidence"`
		Summary    Summary       `json:"summary"`
		Sections   []sectionJSON `json:"sections"`
		Commands   []string      `json:"commands"`
		Notes      []string      `json:"notes"`
	}{"report", r.Title, r.Run, r.Runs, .95, r.Summary, sections, r.Commands, r.Notes})
}

// WriteJSON writes the figures as one line.
func (r Report) WriteJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(r)
}
