package session

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/catalog"
	"pillars/results/show/conclusion"
	"pillars/results/show/progress"
	"pillars/results/show/table"
	"pillars/tournament"
	"pillars/tournament/work"
)

// StandingReport is the standing of a session's players after all games that are stored.
type StandingReport struct {
	results.Standing
	Conclusion []string
	session    *Session
	combined   *catalog.Combined
	finished   map[string]tournament.Result // of formats whose matches are shown
}

// Standing reports on the run, or on the runs that a word names together with it: see [catalog.Together].
func (s *Session) Standing(ctx context.Context, together string) (r StandingReport, err error) {
	r.session = s
	if together == "" {
		r.combined, err = catalog.Combine(s.Run)
	} else {
		r.combined, err = catalog.Together(ctx, s.Store, []string{together}, "", false)
	}
	if err != nil {
		return r, err
	}
	r.Standing, r.Conclusion, err = r.combined.Standing(ctx, s.Store)
	if err == nil && s.Spec.Traits().Staged {
		r.finished, err = s.Results(ctx)
	}
	return r, err
}

// Records returns the standing for programs.
func (r StandingReport) Records() []any {
	facts := append(table.Object("type", "standing", "run", r.session.Run.ID), r.Facts()...)
	return []any{append(facts, table.Fact{Key: "conclusion", Value: r.Conclusion})}
}

// WriteText writes the conclusion, the standing, the matches where there are any, and the conditions of the run.
func (r StandingReport) WriteText(w io.Writer) error {
	s := r.session
	if err := cmp.Or(conclusion.Write(w, r.Conclusion), r.WriteTable(w)); err != nil {
		return err
	}
	var err error
	switch f := s.Spec.Format.(type) {
	case tournament.KnockOut:
		fmt.Fprintln(w)
		err = f.WriteBracket(w, s.Plan, f.Bracket(s.Plan, r.finished))
	case tournament.Swiss:
		fmt.Fprintln(w)
		grid := table.New("place", "…player", "points", "Buchholz", "matches", "byes")
		grid.Keys = 2
		for _, row := range f.Table(s.Plan, r.finished) {
			grid.Add(row.Place, row.Player, row.Points, row.Buchholz, row.Matches, row.Byes)
		}
		err = grid.WriteText(w)
	}
	return cmp.Or(err, table.Printf(w, "Run %s: %s (%s), %s; openings: %s. %s.\n", s.Run.ID,
		s.Plan.Rules.Game().Title(), s.Spec.Options, s.Spec.Format, tournament.ConditionsText(s.Spec, ";"),
		strings.Join(r.combined.Programs(), ", ")))
}

// Planned is the plan of a session, game by game.
type Planned struct {
	*Session
	All  bool   // text has all games, not only the first
	Hint string // how to get all games, for people
}

// Records returns all games for programs.
func (p Planned) Records() (records []any) {
	for _, g := range p.Plan.Part(p.Shard).List() {
		records = append(records, table.Object("type", "planned", "identity", g.Identity, "players", g.Players,
			"opening", g.OpeningTurns))
	}
	return records
}

// WriteText writes a line for each game.
func (p Planned) WriteText(w io.Writer) error {
	const few = 24
	grid, plan := table.New("", "…", "…", "~"), p.Plan.Part(p.Shard)
	for _, game := range plan.Select(func(n int) bool { return n < few || p.All }) {
		grid.Add(game.Identity, game.Players, strings.Join(game.OpeningTurns, " "))
	}
	if err := grid.WriteText(w); err != nil || len(grid.Rows) == plan.Len() {
		return err
	}
	return table.Printf(w, "... and %d more (%s)\n", plan.Len()-len(grid.Rows), p.Hint)
}

// WorkerLines returns a table of workers.
func WorkerLines(members []work.Member) []string {
	if len(members) == 0 {
		return []string{"no worker has joined yet"}
	}
	grid := table.New("worker", "#games", "#share", "#games/s", "#nodes/s", "#audited", "")
	for _, m := range members {
		state := fmt.Sprintf("plays %d", m.Busy)
		switch {
		case m.Trouble != "":
			state = m.Trouble
		case m.Gone:
			state = "silent for " + progress.Duration(m.Silent)
		case m.Busy == 0:
			state = "waits"
		}
		grid.Add(m.Name, m.Games, stats.Percent(m.Share, 0), fmt.Sprintf("%.2f", m.Rate),
			fmt.Sprintf("%.3g", m.Speed()), m.Audited, state)
	}
	var text strings.Builder
	fmt.Fprintln(&text, tournament.Counted(len(members), "worker"))
	_ = grid.WriteText(&text)                               // into memory
	return []string{strings.TrimRight(text.String(), "\n")} // a pipe shows the first line
}
