package server

import (
	"net/http"
	"strings"

	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/web/host"
)

// Bounds of the games whose first turns one request gets.
const (
	mostBeginnings = 20_000
	turnsOfEach    = 20
)

// openings sends the first turns of the stored games from the position of the query, for the page to count them. The
// query names a game, its options, each after "o.", and perhaps a position as "start".
func (s *Server) openings(w http.ResponseWriter, r *http.Request) {
	if s.results.Acquire(r.Context(), 1) != nil {
		return
	}
	defer s.results.Release(1)
	query := r.URL.Query()
	state := host.State{Game: query.Get("game"), Start: query.Get("start"), Options: map[string]string{}}
	for name, values := range query {
		if option, is := strings.CutPrefix(name, "o."); is {
			state.Options[option] = values[0]
		}
	}
	start, err := state.First()
	if err != nil {
		respond(w, nil, refused(http.StatusBadRequest, "%w", err))
		return
	}
	found, err := read(s.config.Database, func(db *store.Store) (*catalog.Beginnings, error) {
		return catalog.ReadBeginnings(r.Context(), db, start, turnsOfEach, mostBeginnings)
	})
	respond(w, found, err)
}
