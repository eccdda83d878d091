package server

import (
	"context"

	"pillars/results/estimate/stats"
	"pillars/results/keep/store"
	"pillars/results/show/report"
	"pillars/results/show/table"
)

// A result holds what the page shows about the games of a run: figures, and the sentences of package report.
type result struct {
	State      string            `json:"state"` // stateFinished or stateStopped
	Conclusion []string          `json:"conclusion"`
	Scores     []score           `json:"scores,omitempty"` // of the players, the best first, or of the seats of a game
	Figures    []figure          `json:"figures,omitempty"`
	Facts      []report.Property `json:"facts,omitempty"`
	Command    string            `json:"command,omitempty"` // command line that plays the same games again
}

// States of a run that no process plays.
const (
	stateFinished = "finished"
	stateStopped  = "stopped"
)

// A score is the mean score, from 0 to 1, of a player or a seat.
type score struct {
	Name  string  `json:"name"`
	Games int     `json:"games"`
	Share float64 `json:"share"`
}

// A figure is a figure of a report, with its picture and its table.
type figure struct {
	report.Figure
	Picture string       `json:"picture,omitempty"` // SVG
	Heads   []table.Head `json:"heads,omitempty"`
	Rows    [][]string   `json:"rows,omitempty"`
}

// A runRead is a run whose games are read.
type runRead struct {
	run  store.Run
	in   report.Input
	page report.Report
}

// readRun reads the games of a run. The standings include the games of runs whose players joined this run.
func (s *runReader) readRun(ctx context.Context, db *store.Store, run store.Run) (r runRead, err error) {
	if err := s.results.Acquire(ctx, 1); err != nil {
		return r, err
	}
	defer s.results.Release(1)
	r.run = run
	if r.in, err = (report.Reader{DB: db}).Read(ctx, run); err == nil {
		r.page, err = report.Results(r.in)
	}
	return r, err
}

func (r runRead) result() (*result, error) {
	figures, err := figuresOf(r.page.Figures()...)
	return &result{State: r.state(), Conclusion: r.page.Conclusion, Scores: r.scores(), Figures: figures,
		Facts: r.page.Facts, Command: report.Command(r.run, r.in.Spec)}, err
}

func (r runRead) state() string {
	isDecided := r.in.Test != nil && r.in.Test.Decision != stats.Undecided
	if isDecided || r.run.Total > 0 && r.run.Games >= r.run.Total {
		return stateFinished
	}
	return stateStopped
}

// scores returns the scores of the players or, if a player met only itself in a game of two seats, of the seats.
func (r runRead) scores() (all []score) {
	if !r.in.Spec.Format.Mirrored() {
		for _, row := range r.in.Standings.Rows {
			all = append(all, score{row.Player, row.Games, row.Share})
		}
		return all
	}
	if r.in.Finding == nil || r.in.Rules.Seats() != 2 || !r.in.Finding.First().HasValue() {
		return nil
	}
	games, first, seats := r.in.Finding.Games, r.in.Finding.First().Value, r.in.Rules.SeatNames()
	return []score{{seats[0], games, first}, {seats[1], games, 1 - first}}
}

// figuresOf returns figures of a report with their pictures and tables.
func figuresOf(figures ...report.Figure) (all []figure, err error) {
	for _, f := range figures {
		shown := figure{Figure: f}
		if shown.Picture, err = f.Picture(); err != nil {
			return nil, err
		}
		shown.Heads, shown.Rows, shown.Table = f.Table.Columns, f.Table.Rows, nil
		all = append(all, shown)
	}
	return all, nil
}
