//go:build browser && times

package browser

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pillars/results/keep/store"
	"pillars/tournament"
)

// TestTimesOfRuns logs how long a visitor waits for pages of a large store, with a thousand runs, one of which has
// 5,000 games.
func TestTimesOfRuns(t *testing.T) {
	path, run, rest := largeStore(t)
	address := servedFrom(t, path)
	of := "runs/" + run.ID
	for _, question := range []string{"runs", of, of + "/games?limit=100", of + "/games?limit=100&skip=4900",
		of + "/games?limit=100&player=greedy&opponent=random&result=1-0", of + "/games?limit=100&reason=stack"} {
		t.Logf("%s: %s", question, median(20, func(int) time.Duration {
			began := time.Now()
			answer, err := http.Get(address + question)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != http.StatusOK {
				t.Fatalf("%s: %s, %v", question, answer.Status, err)
			}
			return time.Since(began)
		}))
	}
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	v := visit(t, address, 1280, 900)
	v.click(`[data-page="runs"]`)
	v.openNamed("large")
	v.until(`document.querySelector("#runs .tiles")`)
	evaluate[bool](v, `(globalThis.seen = {}, new MutationObserver(() => {
		const games = /(\d+)games/.exec(document.querySelector("#runs").textContent)?.[1];
		seen[games] ??= Date.now();
	}).observe(document.querySelector("#runs"), { subtree: true, childList: true }), true)`)
	t.Logf("a stored game is shown after %s", median(len(rest), func(i int) time.Duration {
		time.Sleep(time.Duration(500+rand.IntN(4000)) * time.Millisecond) // wherever the page is between two looks
		if err := db.Append(t.Context(), run.ID, rest[i]); err != nil {
			t.Fatal(err)
		}
		stored := time.Now()
		games := 5040 - len(rest) + i + 1
		v.until(fmt.Sprintf("seen[%d]", games))
		return time.UnixMilli(int64(evaluate[float64](v, fmt.Sprintf("seen[%d]", games)))).Sub(stored)
	}))
}

// median repeats a measurement and returns the median, the minimum and the maximum.
func median(times int, measure func(int) time.Duration) string {
	var took []time.Duration
	for i := range times {
		took = append(took, measure(i).Round(time.Millisecond))
	}
	slices.Sort(took)
	return fmt.Sprintf("median %v (%v to %v)", took[times/2], took[0], took[times-1])
}

// largeStore returns a store with a thousand runs, and one run with all but the last 20 of its 5,040 games.
func largeStore(t *testing.T) (path string, run store.Run, rest []tournament.Game) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "test.db")
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	whole, err := db.Run(t.Context(), playInto(t, db, func(s *tournament.Spec) { s.Rounds = 840 }))
	if err != nil {
		t.Fatal(err)
	}
	for stored, err := range db.Find(t.Context(), whole.ID, store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		rest = append(rest, stored.Game)
	}
	for i := range 999 {
		run, err = db.CreateRun(t.Context(), store.Run{Kind: whole.Kind, Hash: fmt.Sprintf("%012x", i),
			Spec: whole.Spec, Total: whole.Total})
		if err == nil {
			err = db.Append(t.Context(), run.ID, rest[0])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Rename(t.Context(), run, "large"); err != nil {
		t.Fatal(err)
	}
	for _, game := range rest[1 : len(rest)-20] {
		if err := db.Append(t.Context(), run.ID, game); err != nil {
			t.Fatal(err)
		}
	}
	return path, run, rest[len(rest)-20:]
}
