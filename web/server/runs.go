package server

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"net/http"
	"strconv"
	"time"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/report"
	"pillars/results/show/runs"
	"pillars/results/show/table"
	"pillars/web/host"
)

// A shownRun is a stored run as the page shows it.
type shownRun struct {
	ID      string    `json:"id"`
	Kind    string    `json:"kind"`
	Tags    []string  `json:"tags"`
	Created time.Time `json:"created"`
	Games   int       `json:"games"`
	Total   int       `json:"total"`
	Faults  int       `json:"faults"`
	Game    string    `json:"game"`
	Players []string  `json:"players"`
	Title   string    `json:"title"`             // of the game
	Options []string  `json:"options"`           // such as "size=4"
	Seats   []string  `json:"seats"`             // names of the seats
	Trouble string    `json:"trouble,omitempty"` // why the results cannot be shown
	Result  *result   `json:"result,omitempty"`  // nil if it is not known yet
}

// shownRunOf returns a run without its result. A run whose spec this program cannot read has a trouble.
func shownRunOf(ctx context.Context, db *store.Store, run store.Run) (shownRun, error) {
	s := shownRun{ID: run.ID, Kind: run.Kind, Tags: append([]string{}, run.Tags...),
		Created: run.Created, Games: run.Games, Total: run.Total, Players: []string{}, Options: []string{}}
	outline, err := catalog.OutlineOf(run)
	if err != nil {
		return s, err
	}
	s.Game, s.Title, s.Players = outline.Game, outline.Game, outline.Players
	if spec, rules, err := catalog.SpecOf(run); err != nil {
		s.Trouble = err.Error()
	} else {
		s.Title, s.Options, s.Seats = rules.Game().Title(), spec.Options.Texts(), rules.SeatNames()
	}
	s.Faults, err = db.Count(ctx, run.ID, store.Filter{Faults: true})
	return s, err
}

// list sends all runs, the oldest first, without their results. Where visitors may play runs, a missing store is an
// empty one.
func (s *runReader) list(w http.ResponseWriter, r *http.Request) {
	all, err := read(s.path, func(db *store.Store) ([]shownRun, error) {
		runs, err := db.Runs(r.Context())
		all := []shownRun{}
		for _, run := range runs {
			shown, err := shownRunOf(r.Context(), db, run)
			if err != nil {
				return nil, err
			}
			all = append(all, shown)
		}
		return all, err
	})
	if s.player.allowed() && errors.Is(err, fs.ErrNotExist) {
		all, err = []shownRun{}, nil
	}
	respond(w, all, err)
}

// describe returns everything that the page shows about a run. If this program cannot read its spec, or if its games
// are damaged, its games can still be listed.
func (s *runReader) describe(r *http.Request, db *store.Store, run store.Run) (any, error) {
	shown, err := shownRunOf(r.Context(), db, run)
	if err != nil || shown.Trouble != "" {
		return shown, err
	}
	read, err := s.readRun(r.Context(), db, run)
	if err == nil {
		shown.Result, err = read.result()
	}
	if err != nil {
		shown.Trouble = err.Error()
	}
	return shown, nil
}

const mostScores = 3 // in the list of runs

// summarize returns what the list of runs shows of the result of a run: the state, the first sentence of the conclusion
// and the first scores.
func (s *runReader) summarize(r *http.Request, db *store.Store, run store.Run) (any, error) {
	read, err := s.readRun(r.Context(), db, run)
	if err != nil {
		said := "The results cannot be shown: " + err.Error() + "."
		return result{State: stateStopped, Conclusion: []string{said}}, nil
	}
	scores, said := read.scores(), read.page.Conclusion
	return result{State: read.state(), Conclusion: said[:min(1, len(said))],
		Scores: scores[:min(mostScores, len(scores))]}, nil
}

const pageOfGames = 500 // the most games that one request lists

// listGames returns the games of a run that match the filters of the query: from skip on, at most limit.
func listGames(r *http.Request, db *store.Store, run store.Run) (_ any, err error) {
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
	found := run.Games
	if filter != (store.Filter{}) {
		if found, err = db.Count(r.Context(), run.ID, filter); err != nil {
			return nil, err
		}
	}
	filter.Skip, filter.Limit = skip, limit
	listed := []any{}
	for game, err := range db.FindResults(r.Context(), run.ID, filter) {
		if err != nil {
			return nil, err
		}
		listed = append(listed, append(runs.ResultFacts(run.ID, game.Result),
			table.Object("faulted", game.Faulted())...))
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
func (s *runReader) report(w http.ResponseWriter, r *http.Request) {
	if err := s.reports.Acquire(r.Context(), 1); err != nil {
		return
	}
	text, err := read(s.path, func(db *store.Store) ([]byte, error) {
		return reportOf(r.Context(), db, r.PathValue("run"))
	})
	s.reports.Release(1) // before sending, so that a slow visitor blocks no one
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "+
		"frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation")
	_, _ = w.Write(text)
}

// reportOf returns the report of the named run as HTML.
func reportOf(ctx context.Context, db *store.Store, name string) ([]byte, error) {
	run, err := db.Run(ctx, name)
	if err != nil {
		return nil, err
	}
	in, err := report.Reader{DB: db, Replay: true}.Read(ctx, run)
	if err != nil {
		return nil, err
	}
	page, err := report.New(in)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = page.WriteHTML(&text, "")
	return text.Bytes(), err
}
