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

// sendList sends the list of runs. Where visitors may play runs, a missing store is an empty one.
func (s *runReader) sendList(w http.ResponseWriter, r *http.Request) {
	if _, _, err := s.look(); s.player.allowed() && errors.Is(err, fs.ErrNotExist) {
		writeJSON(w, http.StatusOK, []any{})
		return
	}
	s.reply(s.list)(w, r)
}

// list returns all runs that the query selects, with the verdicts that it finds within listTime. The page asks again
// for the other verdicts. list leaves out the specs, which may contain whole books of openings.
func (s *runReader) list(r *http.Request, db *store.Store) (any, error) {
	_, records, err := catalog.List(r.Context(), db, catalog.Filter{})
	if err != nil {
		return nil, err
	}
	runs, err := db.Runs(r.Context())
	if err != nil {
		return nil, err
	}
	found := s.verdicts.of(r.Context(), db, runs)
	byID := map[string]store.Run{}
	for _, run := range runs {
		byID[run.ID] = run
	}
	list := []table.Facts{}
	for _, record := range records {
		facts := slices.DeleteFunc(record.(table.Facts), func(f table.Fact) bool { return f.Key == "spec" })
		// Every record has the id of its run.
		id := facts[slices.IndexFunc(facts, func(f table.Fact) bool { return f.Key == "id" })].Value.(string)
		v, has := found[id]
		if !has {
			v.outline = outlineOf(byID[id])
		}
		if v.About != "" {
			facts = append(facts, table.Object("about", v.About, "options", v.Options, "names", v.Names)...)
		}
		if has {
			facts = append(facts, table.Object("state", v.State, "headline", v.Headline, "verdict", v.Text,
				"leaders", v.Leaders)...)
		}
		list = append(list, facts)
	}
	return list, nil
}

// describe returns everything that the page shows about a run.
func (s *runReader) describe(r *http.Request, db *store.Store, run store.Run) (any, error) {
	ctx := r.Context()
	outline, err := catalog.OutlineOf(run)
	if err != nil {
		return nil, err
	}
	faults, err := db.Count(ctx, run.ID, store.Filter{Faults: true})
	if err != nil {
		return nil, err
	}
	facts := append(catalog.RunFacts(run), table.Object("game", outline.Game, "players", outline.Players,
		"faults", faults)...)
	details, err := detailsOf(ctx, db, run)
	if err != nil { // the games of a run can be shown even if a later program wrote its spec
		facts.Add("trouble", err.Error())
	}
	return append(facts, details...), nil
}

// detailsOf returns the facts about a run for which its spec is read: about its game, and its brief.
func detailsOf(ctx context.Context, db *store.Store, run store.Run) (facts table.Facts, err error) {
	combined, err := catalog.Together(ctx, db, run.ID)
	if err != nil {
		return nil, err
	}
	facts = table.Object("title", combined.Rules.Game().Title(), "options", combined.Specs[0].Options.Texts(),
		"seats", combined.Rules.SeatNames())
	if run.Games == 0 {
		return facts, nil
	}
	b, page, err := briefOf(ctx, db, run)
	if err == nil {
		b.Figures, err = figuresOf(page, shortNames(b.input.Spec.Players))
	}
	return append(facts, table.Object("brief", b)...), err
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
		record := append(catalog.ResultFacts(run.ID, game.Result), table.Object("opening", game.Opening)...)
		if game.Faulted() {
			record.Add("fault", string(game.Fault.Kind))
			record.Add("faultSeat", int(game.Fault.Seat))
		}
		listed = append(listed, record)
	}
	return map[string]any{"games": listed, "total": run.Games, "found": found}, nil
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
			"score": t.Score.String(), "depth": t.Depth, "nodes": t.Nodes, "seconds": t.Time.Seconds()})
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

// study returns the study that a run belongs to. It makes one study or report at a time.
func (s *runReader) study(r *http.Request, db *store.Store, run store.Run) (any, error) {
	if err := s.reports.Acquire(r.Context(), 1); err != nil {
		return nil, err
	}
	defer s.reports.Release(1)
	return studyOf(r, db, run)
}

// report sends the report of a run. It makes one report at a time, since each analyses games, which takes long.
func (s *runReader) report(w http.ResponseWriter, r *http.Request) {
	if err := s.reports.Acquire(r.Context(), 1); err != nil {
		return
	}
	var text bytes.Buffer
	page, err := s.makeReport(r)
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

func (s *runReader) makeReport(r *http.Request) (page report.Report, err error) {
	db, run, err := s.find(r.Context(), r.PathValue("run"))
	if err != nil {
		return page, err
	}
	in, err := draft.Reader{DB: db, Shown: 1}.Run(r.Context(), run)
	if err != nil {
		return page, err
	}
	return report.New(in)
}

// verdicts caches the verdicts of runs for the list, since a verdict takes reading all games of its run.
type verdicts struct {
	lock  sync.Mutex         // held while verdicts are found, so that no verdict is found twice
	db    *store.Store       // store of the cached verdicts
	cache map[string]verdict // by id of the run
}

// A verdict holds everything that the list shows about a run.
type verdict struct {
	outline

	State    string  `json:"state"`
	Headline string  `json:"headline"` // what the run shows, in plain words; may be empty
	Text     string  `json:"verdict"`
	Leaders  []score `json:"leaders"` // players, or the seats that are measured

	games int    // number of the run's games when the verdict was found
	spec  string // spec of the run
}

// An outline holds what the list shows about a run before its games are read.
type outline struct {
	About   string            `json:"about"`   // the game with its first option; empty if the rules are unknown
	Options []string          `json:"options"` // of the game, such as "size=4"
	Names   map[string]string `json:"names"`   // of the players, by their texts
}

const (
	listTime   = 200 * time.Millisecond // the longest time in which one request finds verdicts; it finds at least one
	mostListed = 20_000                 // games of the largest run whose verdict the list finds by itself
)

// of returns verdicts by the ids of their runs. Until listTime has passed, it finds those that the cache lacks, from
// the last run on.
func (v *verdicts) of(ctx context.Context, db *store.Store, runs []store.Run) map[string]verdict {
	v.lock.Lock()
	defer v.lock.Unlock()
	if v.db != db {
		v.db, v.cache = db, map[string]verdict{}
	}
	found := map[string]verdict{}
	end := time.Now().Add(listTime)
	for i := len(runs) - 1; i >= 0; i-- {
		run := runs[i]
		known, has := v.cache[run.ID]
		if !has || known.games != run.Games || known.spec != run.Spec {
			if time.Now().After(end) || ctx.Err() != nil {
				continue
			}
			known = verdictOf(ctx, db, run)
			v.cache[run.ID] = known
		}
		found[run.ID] = known
	}
	return found
}

// verdictOf finds the verdict of a run. If the run has too many games, or if they cannot be read, the text says so.
func verdictOf(ctx context.Context, db *store.Store, run store.Run) verdict {
	known := verdict{State: stateStopped, games: run.Games, spec: run.Spec, outline: outlineOf(run)}
	if run.Total > 0 && run.Games >= run.Total {
		known.State = stateFinished
	}
	switch {
	case run.Games == 0:
		known.Text = "No game is stored yet."
	case run.Games > mostListed:
		known.Text = "Open the run for its verdict."
	default:
		b, _, err := briefOf(ctx, db, run)
		if err != nil {
			known.Text = "The verdict cannot be found: " + err.Error() + "."
		} else {
			known.State, known.Headline, known.Text = b.State, b.Headline, b.Verdict
			known.Leaders = leaders(slices.Concat(b.Scores, b.Seats))
		}
	}
	return known
}

// outlineOf returns the outline of a run, which is empty if this program cannot read the run's spec.
func outlineOf(run store.Run) (o outline) {
	spec, rules, err := catalog.SpecOf(run)
	if err != nil {
		return o
	}
	first := spec.Options[:min(1, len(spec.Options))].Texts()
	return outline{About: strings.Join(append([]string{rules.Game().Title()}, first...), ", "),
		Options: spec.Options.Texts(), Names: namesOf(spec.Players)}
}
