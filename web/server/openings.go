package server

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
)

// Bounds of the games whose beginnings one request gets.
const (
	mostBeginnings = 20_000 // games, of the latest runs
	turnsOfEach    = 20
)

// A beginning is the first turns of a stored game, with its players, as indices of a list, and their scores, by seat.
type beginning struct {
	Turns   string    `json:"turns"`
	Players []int     `json:"players"`
	Scores  []float64 `json:"scores"`
}

// openings sends the beginnings of the stored games that began at the position of the query, for the page to count
// which turns were played. The query names a game, its options, each after "o.", and perhaps a position as "start".
func (s *Server) openings(w http.ResponseWriter, r *http.Request) {
	if s.results.Acquire(r.Context(), 1) != nil {
		return
	}
	defer s.results.Release(1)
	start, err := startOf(r)
	if err != nil {
		respond(w, nil, refused(http.StatusBadRequest, "%w", err))
		return
	}
	found, err := read(s.config.Database, func(db *store.Store) (any, error) {
		return beginnings(r.Context(), db, start)
	})
	respond(w, found, err)
}

// startOf returns the position that a query names.
func startOf(r *http.Request) (engine.Position, error) {
	query, options := r.URL.Query(), map[string]string{}
	for name, values := range query {
		if option, is := strings.CutPrefix(name, "o."); is {
			options[option] = values[0]
		}
	}
	game, err := games.Find(query.Get("game"))
	if err != nil {
		return nil, err
	}
	if text := query.Get("start"); text != "" {
		return game.Read(text, engine.SettingsOf(options))
	}
	rules, err := game.New(engine.SettingsOf(options))
	if err != nil {
		return nil, err
	}
	return rules.Start(), nil
}

// beginnings returns the players and the beginnings of the games from a position.
func beginnings(ctx context.Context, db *store.Store, start engine.Position) (any, error) {
	runs, err := db.Runs(ctx)
	if err != nil {
		return nil, err
	}
	players, found, text := []string{}, []beginning{}, start.String()
	for _, run := range slices.Backward(runs) {
		_, rules, err := catalog.SpecOf(run)
		if err != nil || rules.Game().Name() != start.Rules().Game().Name() ||
			!maps.Equal(rules.Settings().Values(), start.Rules().Settings().Values()) || len(found) >= mostBeginnings {
			continue // other rules, or a run that this program cannot read
		}
		for game, err := range db.Find(ctx, run.ID, store.Filter{Limit: mostBeginnings - len(found)}) {
			if err != nil {
				return nil, err
			}
			if game.Record.Start != text {
				continue
			}
			one := beginning{Scores: game.Outcome.Scores[:game.Outcome.Seats],
				Turns: strings.Join(game.Record.Turns[:min(turnsOfEach, len(game.Record.Turns))], " ")}
			for _, player := range game.Record.Players {
				at := slices.Index(players, player)
				if at < 0 {
					at, players = len(players), append(players, player)
				}
				one.Players = append(one.Players, at)
			}
			found = append(found, one)
		}
	}
	return map[string]any{"players": players, "games": found}, nil
}
