package server

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/report"
	"pillars/results/show/report/draft"
	"pillars/results/show/table"
	"pillars/tournament"
	"pillars/web/host"
)

// A shownRun is a stored run as the page shows it.
type shownRun struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
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
	s := shownRun{ID: run.ID, Name: run.Name, Kind: run.Kind, Tags: append([]string{}, run.Tags...),
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

// sendList sends the list of runs. Where visitors may play runs, a missing store is an empty one.
func (s *runReader) sendList(w http.ResponseWriter, r *http.Request) {
	if _, _, err := s.look(); s.player.allowed() && errors.Is(err, fs.ErrNotExist) {
		writeJSON(w, http.StatusOK, []any{})
		return
	}
	s.reply(s.list)(w, r)
}

// list returns all runs, the oldest first, with the results that it finds within listTime. The page asks again for the
// other results.
func (s *runReader) list(r *http.Request, db *store.Store) (any, error) {
	runs, err := db.Runs(r.Context())
	if err != nil {
		return nil, err
	}
	found := s.results.of(r.Context(), db, runs)
	list := []shownRun{}
	for _, run := range runs {
		shown, err := shownRunOf(r.Context(), db, run)
		if err != nil {
			return nil, err
		}
		shown.Result = found[run.ID]
		list = append(list, shown)
	}
	return list, nil
}

// describe returns everything that the page shows about a run. If a later program wrote its spec, or its games are
// damaged, its games can still be listed.
func (s *runReader) describe(r *http.Request, db *store.Store, run store.Run) (any, error) {
	shown, err := shownRunOf(r.Context(), db, run)
	if err != nil || shown.Trouble != "" {
		return shown, err
	}
	found, page, _, err := resultOf(r.Context(), db, run)
	if err == nil {
		found.Figures, err = figuresOf(page.Figures()...)
	}
	if err != nil {
		shown.Trouble = err.Error()
		return shown, nil
	}
	shown.Result = &found
	return shown, nil
}

const pageOfGames = 500 // the most games that one request lists

// listGames returns those games of a run that the query selects and, by skip and limit, asks for.
func listGames(r *http.Request, db *store.Store, run store.Run) (_ any, err error) {
	query := r.URL.Query()
	var wrong error
	number := func(name string) int {
		n, err := strconv.Atoi(cmp.Or(query.Get(name), "0"))
		if err != nil || n < 0 {
			wrong = fmt.Errorf("%s=%.80q %w: it must be a whole number from 0", name, query.Get(name), errUnanswerable)
		}
		return n
	}
	filter := store.Filter{Player: query.Get("player"), Opponent: query.Get("opponent"), Reason: query.Get("reason"),
		Winner: query.Get("winner"), Result: query.Get("result"), Opening: number("opening"),
		Faults: query.Get("faults") != ""}
	if filter.Result != "" && !slices.Contains(store.Endings(), filter.Result) {
		known := strings.Join(store.Endings(), ", ")
		wrong = fmt.Errorf("result=%.80q %w: there are %s", filter.Result, errUnanswerable, known)
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
		listed = append(listed, append(catalog.ResultFacts(run.ID, game.Result),
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
	seats, err := seatsOf(game)
	if err != nil {
		return nil, err
	}
	thoughts := []any{}
	first := game.Record.Opening // number of turns of the opening, for which there are no thoughts
	shown := min(len(game.Thoughts), max(0, len(seats)-first))
	for i, t := range game.Thoughts[:shown] {
		thoughts = append(thoughts, map[string]any{"seat": seats[first+i], "chance": t.Score.Expectation(),
			"score": t.Score.String(), "depth": t.Depth, "nodes": t.Nodes})
	}
	outcome := game.Outcome
	return map[string]any{"state": state, "players": game.Players, "opening": first, "thoughts": thoughts,
		"reason": string(outcome.Reason), "scores": outcome.Scores[:outcome.Seats]}, nil
}

// seatsOf returns the seat that played each turn of a game.
func seatsOf(game tournament.Stored) (seats []engine.Seat, err error) {
	kind, err := games.Find(game.Record.Game)
	if err != nil {
		return nil, err
	}
	history, err := game.Record.Replay(kind)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", game.Identity, err)
	}
	for _, position := range catalog.PositionsAfterTurns(history)[:len(game.Record.Turns)] {
		seats = append(seats, position.Seat())
	}
	return seats, nil
}

// report returns a handler that sends a report as HTML. The server makes one report at a time, since a report may
// analyse games, which takes long.
func (s *runReader) report(
	draw func(ctx context.Context, db *store.Store, run store.Run) (report.Report, error),
) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.reports.Acquire(r.Context(), 1); err != nil {
			return
		}
		var text bytes.Buffer
		var page report.Report
		db, run, err := s.find(r.Context(), r.PathValue("run"))
		if err == nil {
			page, err = draw(r.Context(), db, run)
		}
		if err == nil {
			err = page.WriteHTML(&text, "")
		}
		s.reports.Release(1) // before sending, so that a slow visitor blocks no one
		if err != nil {
			fail(w, err)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "+
			"frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation")
		_, _ = w.Write(text.Bytes())
	}
}

func reportOfRun(ctx context.Context, db *store.Store, run store.Run) (page report.Report, err error) {
	in, err := draft.Reader{DB: db, Shown: 1}.Run(ctx, run)
	if err != nil {
		return page, err
	}
	return report.New(in)
}

// reportOfSeats makes the report of all stored runs in which players met themselves in the game of a run, with the same
// options.
func reportOfSeats(ctx context.Context, db *store.Store, run store.Run) (page report.Report, err error) {
	_, rules, err := catalog.SpecOf(run)
	if err != nil {
		return page, err
	}
	reader := draft.Reader{DB: db}
	all, _, err := reader.Measurements(ctx, rules.Game(), rules.Settings())
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("in no stored run players met themselves, so the seats %w", errUnanswerable)
	}
	if err != nil {
		return page, err
	}
	in, err := reader.Experiment(ctx, rules.Game(), all, func(int) {})
	if err != nil {
		return page, err
	}
	return report.NewExperiment(in)
}

// knownResults caches the results of runs for the list, since a result takes reading all games of its run.
type knownResults struct {
	lock  sync.Mutex             // held while results are found, so that none is found twice
	db    *store.Store           // store of the cached results
	cache map[string]knownResult // by id of the run
}

type knownResult struct {
	*result
	games int    // number of the run's games when the result was found
	spec  string // spec of the run
}

const (
	listTime   = 200 * time.Millisecond // the longest time in which one request finds results; it finds at least one
	mostListed = 20_000                 // games of the largest run whose result the list finds by itself
	mostScores = 3                      // scores of a run in the list
)

// of returns results by the ids of their runs. Until listTime has passed, it finds those that the cache lacks, from the
// last run on.
func (k *knownResults) of(ctx context.Context, db *store.Store, runs []store.Run) map[string]*result {
	k.lock.Lock()
	defer k.lock.Unlock()
	if k.db != db {
		k.db, k.cache = db, map[string]knownResult{}
	}
	found := map[string]*result{}
	end := time.Now().Add(listTime)
	for _, run := range slices.Backward(runs) {
		known, has := k.cache[run.ID]
		if !has || known.games != run.Games || known.spec != run.Spec {
			if time.Now().After(end) || ctx.Err() != nil {
				continue
			}
			known = knownResult{listedResult(ctx, db, run), run.Games, run.Spec}
			k.cache[run.ID] = known
		}
		found[run.ID] = known.result
	}
	return found
}

// listedResult returns what the list shows of the result of a run: the state, the first sentence of the conclusion and
// the first scores. If the run has too many games, or if they cannot be read, the sentence says so.
func listedResult(ctx context.Context, db *store.Store, run store.Run) *result {
	short := &result{State: stateStopped}
	if run.Total > 0 && run.Games >= run.Total {
		short.State = stateFinished
	}
	if run.Games > mostListed {
		short.Conclusion = []string{"Open the run for its conclusion."}
		return short
	}
	found, _, _, err := resultOf(ctx, db, run)
	if err != nil {
		short.Conclusion = []string{"The results cannot be shown: " + err.Error() + "."}
		return short
	}
	return &result{State: found.State, Conclusion: found.Conclusion[:min(1, len(found.Conclusion))],
		Scores: found.Scores[:min(mostScores, len(found.Scores))]}
}
