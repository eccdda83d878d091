package server

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
)

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

// of returns verdicts by the ids of their runs. It takes them from the cache or, until listTime has passed, finds them.
// It begins with the last of the runs.
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

func verdictOf(ctx context.Context, db *store.Store, run store.Run) verdict {
	known := verdict{State: stateStopped, games: run.Games, spec: run.Spec, outline: outlineOf(run)}
	if run.Total > 0 && run.Games >= run.Total {
		known.State = stateFinished
	}
	if run.Games == 0 {
		known.Text = "No game is stored yet."
		return known
	}
	if run.Games > mostListed {
		known.Text = "Open the run for its verdict."
		return known
	}
	b, _, err := briefOf(ctx, db, run)
	if err != nil {
		known.Text = "The verdict cannot be found: " + err.Error() + "."
		return known
	}
	known.State, known.Headline, known.Text = b.State, b.Headline, b.Verdict
	known.Leaders = leaders(slices.Concat(b.Scores, b.Seats))
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
