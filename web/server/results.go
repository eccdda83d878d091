package server

import (
	"context"
	"fmt"
	"net/http"

	"pillars/results/estimate/stats"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/report"
	"pillars/results/show/report/draft"
	"pillars/results/show/table"
)

// A result holds what the page shows about the games of a run: figures, and the sentences of package report.
type result struct {
	State      string            `json:"state"` // stateFinished or stateStopped
	Conclusion []string          `json:"conclusion"`
	Scores     []score           `json:"scores,omitempty"` // of the players, the best first, or of the seats of a game
	Headlines  []report.Headline `json:"headlines,omitempty"`
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

// resultOf returns the result of a run without its figures, the report that has them, and the data of the report. The
// standings include the games of runs whose players joined this run.
func resultOf(ctx context.Context, db *store.Store, run store.Run) (result, report.Report, report.Input, error) {
	in, err := draft.Reader{DB: db}.Results(ctx, run)
	if err != nil {
		return result{}, report.Report{}, in, err
	}
	combined, err := catalog.Together(ctx, db, []string{run.ID}, "", false) // no tag, not all runs
	if err != nil {
		return result{}, report.Report{}, in, err
	}
	standing, _, err := combined.Standings(ctx, db)
	if err != nil {
		return result{}, report.Report{}, in, err
	}
	in.Standings = &standing
	page, err := report.Results(in)
	r := result{State: stateStopped, Conclusion: page.Conclusion, Scores: scoresOf(in), Headlines: page.Headlines,
		Facts: page.Facts, Command: draft.Command(run, in.Spec, in.Rules)}
	isDecided := in.Test != nil && in.Test.Decision != stats.Undecided
	if isDecided || run.Total > 0 && run.Games >= run.Total {
		r.State = stateFinished
	}
	return r, page, in, err
}

// scoresOf returns the scores of the players or, if a player met only itself in a game of two seats, of the seats.
func scoresOf(in report.Input) (all []score) {
	if !in.Spec.Traits().Mirrored {
		for _, row := range in.Standings.Rows {
			all = append(all, score{row.Player, row.Games, row.Share})
		}
		return all
	}
	if in.Finding == nil || in.Finding.Odds != nil || in.Rules.Seats() != 2 || !in.Finding.First().HasValue() {
		return nil
	}
	games, _, _ := in.Finding.Counts()
	first, seats := in.Finding.First().Value, in.Rules.SeatNames()
	return []score{{seats[0], games, first}, {seats[1], games, 1 - first}}
}

// figuresOf returns figures of a report with their pictures and tables.
func figuresOf(figures ...report.Figure) (all []figure, err error) {
	for _, f := range figures {
		shown := figure{Figure: f}
		if shown.Picture, err = f.Picture(); err != nil {
			return nil, err
		}
		if f.Table != nil {
			shown.Heads, shown.Rows = f.Table.Columns, f.Table.Rows
		}
		shown.Table = nil
		all = append(all, shown)
	}
	return all, nil
}

// compare returns two runs with their results, and figures of the quantities that both estimate.
func compare(r *http.Request, db *store.Store) (any, error) {
	var runs [2]shownRun
	var pages [2]report.Report
	var inputs [2]report.Input
	for i, name := range []string{"run", "other"} {
		run, err := db.Run(r.Context(), r.PathValue(name))
		if err == nil && run.Games == 0 {
			err = fmt.Errorf("run %v has no games yet, so it %w", run, errUnanswerable)
		}
		if err != nil {
			return nil, err
		}
		var found result
		found, pages[i], inputs[i], err = resultOf(r.Context(), db, run)
		if err == nil {
			runs[i], err = shownRunOf(r.Context(), db, run)
		}
		if err != nil {
			return nil, err
		}
		runs[i].Result = &found
	}
	report.ShareAxes(pages[0], pages[1])
	all, conclusion, err := report.Compare(inputs[0], inputs[1])
	if err != nil {
		return nil, err
	}
	for i, page := range pages {
		if runs[i].Result.Figures, err = figuresOf(page.Figures()...); err != nil {
			return nil, err
		}
	}
	differences, err := report.Differences(all)
	if err != nil {
		return nil, err
	}
	figures, err := figuresOf(differences...)
	return map[string]any{"runs": runs, "conclusion": conclusion, "figures": figures}, err
}
