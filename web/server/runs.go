package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"pillars/engine"
	"pillars/engine/games"
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
	path    string
	lock    sync.Mutex
	db      *store.Store
	file    os.FileInfo
	outcome string // of opening it: an error, or that there is none
	turns   int    // how often that was another, or another store
	closed  bool
	former  []*store.Store      // that were replaced; visitors may still read them
	reports *semaphore.Weighted // drawn up at once
	streams *semaphore.Weighted // of events, open at once
}

func newRunReader(path string) *runReader {
	return &runReader{path: path, reports: semaphore.NewWeighted(1), streams: semaphore.NewWeighted(mostStreams)}
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
	db, _, err := s.look()
	return db, err
}

// look opens the store, if it must, and counts how often what that led to was another than before.
func (s *runReader) look() (db *store.Store, turns int, err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.closed {
		return nil, s.turns, errors.New("the server ends")
	}
	former := s.db
	db, err = s.current()
	if outcome := fmt.Sprint(err); outcome != s.outcome || s.db != former {
		s.outcome = outcome
		s.turns++
	}
	return db, s.turns, err
}

func (s *runReader) current() (*store.Store, error) {
	file, err := os.Stat(s.path)
	if err == nil && s.db != nil && os.SameFile(file, s.file) && s.db.Current() {
		return s.db, nil
	}
	db, err := store.OpenReadOnly(s.path) // which says what is wrong
	if err != nil {
		return nil, err
	}
	if s.db != nil {
		s.former = append(s.former, s.db)
		time.AfterFunc(10*time.Minute, s.closeOldest)
	}
	s.db, s.file = db, file
	return db, nil
}

// closeOldest closes the store that was replaced first.
func (s *runReader) closeOldest() {
	s.lock.Lock()
	defer s.lock.Unlock()
	if len(s.former) > 0 {
		_ = s.former[0].Close()
		s.former = s.former[1:]
	}
}

// close closes the store, which may have been copied to be read, for good: visitors may still be answered.
func (s *runReader) close() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.closed = true
	for _, db := range append(s.former, s.db) {
		if db != nil {
			_ = db.Close()
		}
	}
	s.db, s.former = nil, nil
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

// errAsked is the error of a question that cannot be answered as it is asked.
var errAsked = errors.New("cannot be answered")

// fail tells an error as JSON.
func fail(w http.ResponseWriter, err error) {
	code := http.StatusInternalServerError
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrDeleted):
		code = http.StatusNotFound
	case errors.Is(err, errAsked):
		code = http.StatusBadRequest
	}
	text, _ := json.Marshal(map[string]string{"error": err.Error()}) // a map of strings
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	_, _ = w.Write(text)
}

// list is every run without its spec, which may hold a whole book of openings.
func (s *runReader) list(r *http.Request, db *store.Store) (any, error) {
	query := r.URL.Query()
	_, records, err := runs.List(r.Context(), db, runs.Filter{Game: query.Get("game"), Player: query.Get("player"),
		Tag: query.Get("tag")})
	list := []table.Facts{}
	for _, record := range records {
		facts := record.(table.Facts)
		list = append(list, slices.DeleteFunc(facts, func(f table.Fact) bool { return f.Key == "spec" }))
	}
	return list, err
}

// run is a run with its standing and, of a test, where it stands between its bounds.
func (s *runReader) run(r *http.Request, db *store.Store) (any, error) {
	ctx := r.Context()
	run, err := db.Run(ctx, r.PathValue("run"))
	if err != nil {
		return nil, err
	}
	outline, err := runs.FactsOf(run)
	if err != nil {
		return nil, err
	}
	faults, err := db.Faults(ctx, run.ID, 0)
	if err != nil {
		return nil, err
	}
	facts := append(runs.Record(run), table.Object("game", outline.Game, "players", outline.Players,
		"faults", faults)...)
	if run.Games == 0 {
		return facts, nil
	}
	figures, err := figuresOf(ctx, db, run)
	if err != nil { // a spec of a later program, say; the games can be shown still
		facts.Add("trouble", err.Error())
	}
	return append(facts, figures...), nil
}

// figuresOf are the standing of a run and of those that joined it, with the text that "pillars ratings" prints.
func figuresOf(ctx context.Context, db *store.Store, run store.Run) (facts table.Facts, err error) {
	combined, err := runs.Together(ctx, db, []string{run.ID}, "", false)
	if err != nil {
		return nil, err
	}
	standing, err := combined.Standing(ctx, db)
	if err != nil {
		return nil, err
	}
	shown, err := combined.Conclusion(ctx, db, standing)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	if err := cmp.Or(conclusion.Write(&text, shown), standing.WriteTable(&text)); err != nil {
		return nil, err
	}
	spec := combined.Specs[0]
	facts = table.Object("options", spec.Options.Texts(), "seats", combined.Rules.SeatNames(),
		"standing", standing.Facts(), "conclusion", shown, "text", text.String())
	if combined.Rules.Seats() == 2 {
		facts.Add("crosstable", standing.Crosstable().Facts())
	}
	if spec.Format == tournament.Sequential {
		path, err := testPath(ctx, db, run, spec)
		if err != nil {
			return facts, err
		}
		facts.Add("path", path)
	}
	return facts, nil
}

// testPath is the log-likelihood ratio of a sequential test between its bounds, after all complete pairs or enough of
// them to be drawn.
func testPath(ctx context.Context, db *store.Store, run store.Run, spec tournament.Spec) (any, error) {
	all, err := db.Results(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	pairs := map[int][]tournament.Result{}
	for _, result := range all {
		pairs[result.Opening] = append(pairs[result.Opening], result)
	}
	path, err := results.FollowTest(spec, pairs)
	points, last := [][3]float64{}, len(path.Points)-1
	for i, point := range path.Points {
		if i%(1+last/1000) == 0 || i == last {
			points = append(points, [3]float64{point.LLR, point.Lower, point.Upper})
		}
	}
	return table.Object("points", points, "pairs", last+1, "decision", path.Decision.String(),
		"elo0", path.Elo0, "elo1", path.Elo1, "model", path.Model.String()), err
}

// pageOfGames is how many games are listed at once, at most.
const pageOfGames = 500

func (s *runReader) games(r *http.Request, db *store.Store) (any, error) {
	run, err := db.Run(r.Context(), r.PathValue("run"))
	if err != nil {
		return nil, err
	}
	query := r.URL.Query()
	var wrong error
	number := func(name string) int {
		n, err := strconv.Atoi(cmp.Or(query.Get(name), "0"))
		if err != nil || n < 0 {
			wrong = fmt.Errorf("%s=%.80q %w: it must be a whole number from 0", name, query.Get(name), errAsked)
		}
		return n
	}
	filter := store.Filter{Player: query.Get("player"), Opponent: query.Get("opponent"), Reason: query.Get("reason"),
		Result: query.Get("result"), Opening: number("opening"), Faults: query.Get("faults") != ""}
	if filter.Result != "" && !slices.Contains(store.Endings(), filter.Result) {
		known := strings.Join(store.Endings(), ", ")
		wrong = fmt.Errorf("result=%.80q %w: there are %s", filter.Result, errAsked, known)
	}
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
		record := append(runs.GameRecord(run.ID, game.Result), table.Object("opening", game.Opening)...)
		if game.Faulted() {
			record.Add("fault", string(game.Fault.Kind))
			record.Add("faultSeat", int(game.Fault.Seat))
		}
		listed = append(listed, record)
	}
	return map[string]any{"games": listed, "total": run.Games, "found": found}, nil
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
	state := host.State{Game: game.Record.Game, Options: game.Record.Settings.Values(), Start: game.Record.Start,
		Turns: game.Record.Turns}
	seats, err := seatsOf(game)
	if err != nil {
		return nil, err
	}
	thoughts := []any{}
	first := game.Record.Opening // turns that no player thought about
	for i, t := range game.Thoughts[:min(len(game.Thoughts), max(0, len(seats)-first))] {
		thoughts = append(thoughts, map[string]any{"seat": seats[first+i], "chance": t.Score.Expectation(),
			"score": t.Score.String(), "depth": t.Depth, "nodes": t.Nodes, "seconds": t.Time.Seconds()})
	}
	return map[string]any{"state": state, "players": game.Players, "opening": game.Record.Opening,
		"thoughts": thoughts, "reason": string(game.Outcome.Reason), "scores": scores(game.Outcome)}, nil
}

// seatsOf are the seats that played the turns of a game.
func seatsOf(game tournament.Stored) (seats []engine.Seat, err error) {
	kind, err := games.Find(game.Record.Game)
	if err != nil {
		return nil, err
	}
	history, err := game.Record.Replay(kind)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", game.Identity, err)
	}
	for _, position := range runs.PositionsAfterTurns(history)[:len(game.Record.Turns)] {
		seats = append(seats, position.Seat())
	}
	return seats, nil
}

func scores(o engine.Outcome) []float64 { return o.Scores[:o.Seats] }

// report draws up the page of a run, which takes a moment: it looks into a sample of the games.
func (s *runReader) report(w http.ResponseWriter, r *http.Request) {
	if err := s.reports.Acquire(r.Context(), 1); err != nil {
		return
	}
	var text bytes.Buffer
	page, err := s.drawUp(r)
	if err == nil {
		err = page.WriteHTML(&text, "")
	}
	s.reports.Release(1) // a visitor who takes it slowly keeps nobody waiting
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "+
		"frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation")
	_, _ = w.Write(text.Bytes())
}

func (s *runReader) drawUp(r *http.Request) (page report.Report, err error) {
	db, err := s.open()
	if err != nil {
		return page, err
	}
	run, err := db.Run(r.Context(), r.PathValue("run"))
	if err != nil {
		return page, err
	}
	in, err := draft.Reader{DB: db, Looks: recorder.Looks{}, Shown: 1}.Run(r.Context(), run)
	if err != nil {
		return page, err
	}
	return report.New(in)
}
