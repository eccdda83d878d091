package server

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/estimate/stats"
	"pillars/results/keep/catalog"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/results/show/report"
	"pillars/results/show/runs"
	"pillars/results/show/table"
	"pillars/web/host"
)

// shownRun returns a stored run as the page shows it, without its result. If this program cannot read the run's spec,
// the field "trouble" says why.
func shownRun(ctx context.Context, db *store.Store, run store.Run) (shown map[string]any, err error) {
	outline, err := catalog.OutlineOf(run)
	if err != nil {
		return nil, err
	}
	faults, err := db.Count(ctx, run.ID, store.Filter{Faults: true})
	if err != nil {
		return nil, err
	}
	shown = map[string]any{"id": run.ID, "kind": run.Kind, "tags": append([]string{}, run.Tags...),
		"created": run.Created, "games": run.Games, "total": run.Total, "faults": faults, "game": outline.Game,
		"players": outline.Players, "title": outline.Game, "options": []string{}}
	if spec, rules, err := catalog.SpecOf(run); err != nil {
		shown["trouble"] = err.Error()
	} else {
		shown["title"], shown["options"], shown["seats"] = rules.Game().Title(), spec.Options.Texts(), rules.SeatNames()
	}
	return shown, nil
}

// list sends all runs, the oldest first, without their results. If visitors may play runs, it treats a missing store as
// empty.
func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	all, err := read(s.config.Database, func(db *store.Store) ([]any, error) {
		runs, err := db.Runs(r.Context())
		all := []any{}
		for _, run := range runs {
			shown, err := shownRun(r.Context(), db, run)
			if err != nil {
				return nil, err
			}
			all = append(all, shown)
		}
		return all, err
	})
	if s.player.allowed() && errors.Is(err, fs.ErrNotExist) {
		all, err = []any{}, nil
	}
	respond(w, all, err)
}

// describe sends everything that the page shows about a run. If this program cannot read the run's spec, or if the
// run's games are damaged, it leaves out the result, and the page can still list the games.
func (s *Server) describe(w http.ResponseWriter, r *http.Request) {
	playing := s.inPlay() // before the store is read, since a run stores its last game before it leaves the list
	s.ofRun(func(r *http.Request, db *store.Store, run store.Run) (any, error) {
		shown, err := shownRun(r.Context(), db, run)
		if err != nil || shown["trouble"] != nil {
			return shown, err
		}
		result, err := s.result(r.Context(), db, run)
		if err != nil {
			shown["trouble"] = err.Error()
			return shown, nil
		}
		if result["state"] == "stopped" && slices.Contains(playing, run.ID) {
			result["state"] = "playing"
		}
		shown["result"] = result
		return shown, nil
	})(w, r)
}

// inPlay returns the ids of the runs in play.
func (s *Server) inPlay() (ids []string) {
	if own := s.player.state(); own.Playing {
		ids = append(ids, own.Run)
	}
	for _, run := range session.ReadInPlay(s.config.Database, time.Now()) {
		ids = append(ids, run.Run)
	}
	return ids
}

// result returns what the page shows about the games of a run: figures, and the sentences of package report.
func (s *Server) result(ctx context.Context, db *store.Store, run store.Run) (map[string]any, error) {
	if err := s.results.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.results.Release(1)
	in, err := report.Reader{DB: db}.Read(ctx, run)
	if err != nil {
		return nil, err
	}
	page := report.Results(in)
	state := "stopped"
	isDecided := in.Test != nil && in.Test.Decision != stats.Undecided
	if isDecided || run.Total > 0 && run.Games >= run.Total {
		state = "finished"
	}
	return map[string]any{"state": state, "conclusion": page.Conclusion(), "scores": scoresOf(in),
		"figures": figuresOf(page.Figures()), "facts": page.Facts, "strongest": in.Strongest}, nil
}

// A score is the mean score, from 0 to 1, of a player or a seat.
type score struct {
	Name  string  `json:"name"`
	Games int     `json:"games"`
	Share float64 `json:"share"`
}

// scoresOf returns the scores of the players, the best first. If a player met only itself in a game of two seats, it
// returns the scores of the seats.
func scoresOf(in report.Input) (all []score) {
	if !in.Spec.Format.Mirrored() {
		for _, row := range in.Standings.Rows {
			all = append(all, score{row.Player, row.Games, row.Share()})
		}
	} else if in.Finding != nil && in.Rules.Seats() == 2 && in.Finding.First().HasValue() {
		games, first, seats := in.Finding.Games, in.Finding.First().Value, in.Rules.SeatNames()
		all = append(all, score{seats[0], games, first}, score{seats[1], games, 1 - first})
	}
	return all
}

// A figure is a figure of a report as the page gets it, with its picture and its table.
type figure struct {
	report.Figure
	Picture string       `json:"picture,omitempty"` // SVG
	Heads   []table.Head `json:"heads"`
	Rows    [][]string   `json:"rows"`
}

// figuresOf returns figures of a report with their pictures and tables.
func figuresOf(figures []report.Figure) (all []figure) {
	for _, f := range figures {
		shown := figure{Figure: f, Picture: f.Picture(), Heads: f.Table.Columns, Rows: f.Table.Rows}
		shown.Table = nil // the page reads heads and rows
		all = append(all, shown)
	}
	return all
}

const pageOfGames = 500 // the most games that one request lists

// listGames returns the games of a run that match the filters of the query. It leaves out the first ones, as many as
// the query's skip, and returns at most limit games.
func listGames(r *http.Request, db *store.Store, run store.Run) (any, error) {
	query := r.URL.Query()
	var wrong error
	number := func(name string) int {
		n, err := strconv.Atoi(cmp.Or(query.Get(name), "0"))
		if err != nil || n < 0 {
			wrong = refused(http.StatusBadRequest, "%s=%.80q: must be a whole number from 0", name, query.Get(name))
		}
		return n
	}
	filter := store.Filter{Player: query.Get("player"), Opening: number("opening"), Faults: query.Get("faults") != ""}
	skip, limit := number("skip"), min(pageOfGames, max(1, number("limit")))
	if wrong != nil {
		return nil, wrong
	}
	found, err := db.Count(r.Context(), run.ID, filter)
	if err != nil {
		return nil, err
	}
	filter.Skip, filter.Limit = skip, limit
	listed := []any{}
	for game, err := range db.FindResults(r.Context(), run.ID, filter) {
		if err != nil {
			return nil, err
		}
		listed = append(listed, append(runs.ResultFacts(run.ID, game.Result),
			table.Object("faulted", game.Faulted(), "opening", game.Opening)...))
	}
	return map[string]any{"games": listed, "found": found}, nil
}

// showGame returns a stored game: its state, for questions to the engine, and what the players thought at each turn.
func showGame(r *http.Request, db *store.Store, run store.Run) (any, error) {
	game, err := db.Game(r.Context(), run.ID, r.URL.Query().Get("identity"))
	if err != nil {
		return nil, err
	}
	state := host.State{Game: game.Record.Game, Options: game.Record.Settings.Values(), Start: game.Record.Start,
		Turns: game.Record.Turns}
	kind, err := games.Find(game.Record.Game)
	var history *engine.History
	if err == nil {
		history, err = game.Record.Replay(kind)
	}
	if err != nil {
		return nil, refused(http.StatusUnprocessableEntity, "game %s: %w", game.Identity, err)
	}
	thoughts := []any{}
	first := game.Record.Opening // number of turns of the opening, for which there are no thoughts
	positions := catalog.PositionsAfterTurns(history)
	shown := min(len(game.Thoughts), max(0, len(game.Record.Turns)-first))
	for i, t := range game.Thoughts[:shown] {
		thoughts = append(thoughts, map[string]any{"seat": positions[first+i].Seat(), "chance": t.Score.Expectation(),
			"score": t.Score.String(), "depth": t.Depth, "nodes": t.Nodes})
	}
	outcome := game.Outcome
	return map[string]any{"state": state, "players": game.Players, "opening": first, "thoughts": thoughts,
		"reason": string(outcome.Reason), "scores": outcome.Scores[:outcome.Seats]}, nil
}

// report sends the report of a run as HTML. The server makes one report at a time, since a report may analyse games,
// which takes long.
func (s *Server) report(w http.ResponseWriter, r *http.Request) {
	if err := s.reports.Acquire(r.Context(), 1); err != nil {
		return
	}
	text, err := read(s.config.Database, func(db *store.Store) (string, error) {
		return reportOf(r.Context(), db, r.PathValue("run"))
	})
	s.reports.Release(1) // before sending, so that a slow visitor blocks no one
	if err != nil {
		respond(w, nil, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "+
		"frame-ancestors 'none'; sandbox allow-top-navigation-by-user-activation")
	_, _ = io.WriteString(w, text)
}

// reportOf returns the report of the named run as HTML.
func reportOf(ctx context.Context, db *store.Store, name string) (string, error) {
	run, err := db.Run(ctx, name)
	if err != nil {
		return "", err
	}
	in, err := report.Reader{DB: db, Replay: true}.Read(ctx, run)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	err = report.New(in).WriteHTML(&text)
	return text.String(), err
}
