package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"pillars/engine"
	"pillars/results"
	"pillars/results/conclusion"
	"pillars/results/recorder"
	"pillars/results/report"
	"pillars/results/report/draft"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/results/table"
	"pillars/tournament"
	"pillars/web/host"
)

// runReader answers what visitors ask of the store. It opens the file when it is first asked for, and again when
// another file has taken its place.
type runReader struct {
	path string
	lock sync.Mutex
	db   *store.Store
	file os.FileInfo
}

func (s *runReader) register(mux *http.ServeMux) {
	mux.HandleFunc("GET /runs", s.reply(s.list))
	mux.HandleFunc("GET /runs/{run}", s.reply(s.run))
	mux.HandleFunc("GET /runs/{run}/games", s.reply(s.games))
	mux.HandleFunc("GET /runs/{run}/game", s.reply(s.game))
	mux.HandleFunc("GET /runs/{run}/report", s.report)
	mux.HandleFunc("GET /live", s.live)
}

func (s *runReader) open() (*store.Store, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	file, err := os.Stat(s.path)
	if err != nil {
		return nil, fmt.Errorf("no database %s: %w", s.path, err)
	}
	if s.db != nil && os.SameFile(file, s.file) {
		return s.db, nil
	}
	db, err := store.OpenReadOnly(s.path) // the former one, if any, serves those who still read it
	if err == nil {
		s.db, s.file = db, file
	}
	return db, err
}

// reply writes what a function finds as JSON, or its error as text.
func (s *runReader) reply(find func(*http.Request, *store.Store) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		db, err := s.open()
		var found any
		if err == nil {
			found, err = find(r, db)
		}
		if err != nil {
			fail(w, err)
			return
		}
		text, err := json.Marshal(found)
		if err != nil {
			fail(w, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(text)
	}
}

func fail(w http.ResponseWriter, err error) {
	code := http.StatusInternalServerError
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrDeleted) {
		code = http.StatusNotFound
	}
	http.Error(w, err.Error(), code)
}

func (s *runReader) list(r *http.Request, db *store.Store) (any, error) {
	query := r.URL.Query()
	_, records, err := runs.List(r.Context(), db, runs.Filter{Game: query.Get("game"), Player: query.Get("player"),
		Tag: query.Get("tag")})
	if records == nil {
		records = []any{}
	}
	return records, err
}

// run is a run with its standing and, of a test, where it stands between its bounds.
func (s *runReader) run(r *http.Request, db *store.Store) (any, error) {
	ctx := r.Context()
	run, err := db.Run(ctx, r.PathValue("run"))
	if err != nil {
		return nil, err
	}
	spec, rules, err := runs.SpecOf(run)
	if err != nil {
		return nil, err
	}
	facts := append(runs.Record(run), table.Object("game", spec.Game, "players", spec.Players,
		"options", spec.Options.Texts(), "seats", rules.SeatNames())...)
	if run.Games == 0 {
		return facts, nil
	}
	source, err := runs.SourceOf(ctx, db, run.ID, spec)
	if err != nil {
		return nil, err
	}
	fold, err := runs.Rate(ctx, db, source)
	if err != nil {
		return nil, err
	}
	standing, err := fold.Standing(results.StandingOptions{Players: spec.Players, Seats: rules.Seats()})
	if err != nil {
		return nil, err
	}
	faults, err := db.Faults(ctx, run.ID, source.Openings)
	if err != nil {
		return nil, err
	}
	facts.Add("standing", standing.Facts())
	facts.Add("crosstable", standing.Crosstable().Facts())
	if spec.Format != tournament.Sequential {
		facts.Add("conclusion", conclusion.OfStanding(standing, faults, spec.OnFault))
		return facts, nil
	}
	path, err := testPath(ctx, db, run, spec)
	facts.Add("path", path)
	return facts, err
}

// testPath is the log-likelihood ratio of a sequential test after every complete pair, and its bounds.
func testPath(ctx context.Context, db *store.Store, run store.Run, spec tournament.Spec) (any, error) {
	all, err := db.Results(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	pairs := map[int][]tournament.Result{}
	for _, result := range all {
		pairs[result.Opening] = append(pairs[result.Opening], result)
	}
	test, err := results.NewTest(spec)
	if err != nil {
		return nil, err
	}
	ratios := []float64{}
	for opening := 1; len(pairs[opening]) == 2; opening++ {
		test.Watch(pairs[opening][0])
		decided := test.Watch(pairs[opening][1])
		at, err := test.Standing()
		if err != nil {
			return nil, err
		}
		if ratios = append(ratios, at.LLR); decided {
			break
		}
	}
	at, err := test.Standing()
	lower, upper := at.Bounds()
	return table.Object("ratios", ratios, "lower", lower, "upper", upper, "decision", at.Decision.String(),
		"elo0", at.Elo0, "elo1", at.Elo1), err
}

// pageOfGames is how many games are listed at once, at most.
const pageOfGames = 500

func (s *runReader) games(r *http.Request, db *store.Store) (any, error) {
	run, err := db.Run(r.Context(), r.PathValue("run"))
	if err != nil {
		return nil, err
	}
	query := r.URL.Query()
	number := func(name string) int { n, _ := strconv.Atoi(query.Get(name)); return max(0, n) }
	filter := store.Filter{Player: query.Get("player"), Reason: query.Get("reason"), Result: query.Get("result"),
		Opening: number("opening"), Faults: query.Get("faults") != "", Skip: number("skip"),
		Limit: min(pageOfGames, max(1, number("limit")))}
	listed := []any{}
	for game, err := range db.FindResults(r.Context(), run.ID, filter) {
		if err != nil {
			return nil, err
		}
		listed = append(listed, runs.GameRecord(run.ID, game.Result))
	}
	return map[string]any{"games": listed, "total": run.Games}, nil
}

// game is a stored game for the board: what to ask the engine for, and what the players thought.
func (s *runReader) game(r *http.Request, db *store.Store) (any, error) {
	run, err := db.Run(r.Context(), r.PathValue("run"))
	if err != nil {
		return nil, err
	}
	game, err := db.Game(r.Context(), run.ID, r.URL.Query().Get("identity"))
	if err != nil {
		return nil, err
	}
	state := host.State{Game: game.Record.Game, Options: map[string]string{}, Start: game.Record.Start,
		Turns: game.Record.Turns}
	for _, setting := range game.Record.Settings {
		state.Options[setting.Name] = setting.Value
	}
	thoughts := []any{}
	for _, t := range game.Thoughts {
		thoughts = append(thoughts, map[string]any{"chance": t.Score.Expectation(), "score": t.Score.String(),
			"depth": t.Depth, "nodes": t.Nodes, "seconds": t.Time.Seconds()})
	}
	return map[string]any{"state": state, "players": game.Players, "opening": game.Record.Opening,
		"thoughts": thoughts, "reason": string(game.Outcome.Reason), "scores": scores(game.Outcome)}, nil
}

func scores(o engine.Outcome) []float64 { return o.Scores[:o.Seats] }

// report draws up the page of a run, which takes a moment: it looks into a sample of the games.
func (s *runReader) report(w http.ResponseWriter, r *http.Request) {
	db, err := s.open()
	if err != nil {
		fail(w, err)
		return
	}
	run, err := db.Run(r.Context(), r.PathValue("run"))
	if err != nil {
		fail(w, err)
		return
	}
	in, err := draft.Reader{DB: db, Looks: recorder.Looks{}, Shown: 1}.Run(r.Context(), run)
	if err != nil {
		fail(w, err)
		return
	}
	page, err := report.New(in)
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "+
		"frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation")
	_ = page.WriteHTML(w, "")
}

// often is how often the store is looked at for what is new.
const often = 500 * time.Millisecond

// live tells of every change of the store as a server-sent event.
func (s *runReader) live(w http.ResponseWriter, r *http.Request) {
	db, err := s.open()
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	_ = db.Watch(r.Context(), often, func() error {
		if _, err := fmt.Fprint(w, "event: change\ndata: \n\n"); err != nil {
			return err
		}
		return http.NewResponseController(w).Flush()
	})
}
