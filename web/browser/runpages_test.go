//go:build browser

package browser

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/tournament"
)

// press presses the first button, or the first heading of a folded part, whose text begins with words.
func (v *visitor) press(words string) {
	v.t.Helper()
	text, _ := json.Marshal(words)
	found := `[...document.querySelectorAll("#runs button, #runs summary")].find((b) => b.textContent.startsWith(` +
		string(text) + `))`
	v.until(found)
	evaluate[bool](v, found+`.click() || true`)
}

// openNamed opens the run called name from the list.
func (v *visitor) openNamed(name string) {
	v.t.Helper()
	text, _ := json.Marshal(name)
	found := `[...document.querySelectorAll("#runs .run-list li")].find((li) =>
		li.querySelector(".mark input").getAttribute("aria-label")
			.startsWith("Compare: " + ` + string(text) + ` + ","))`
	v.until(found)
	evaluate[bool](v, found+`.querySelector("button").click() || true`)
}

// runPages lists the pages of runs, and how to get from one to the next.
var runPages = []struct {
	name string
	open func(v *visitor)
}{
	{"runs", func(v *visitor) {
		v.click(`[data-page="runs"]`)
		v.until(`document.querySelectorAll("#runs .run-list li").length === 3`)
	}},
	{"run", func(v *visitor) {
		v.openNamed("three")
		v.until(`document.querySelector("#runs .table-crosstable")`)
		evaluate[bool](v, `document.querySelectorAll("#runs details:not(.report)")
			.forEach((d) => { d.open = true; }) || true`)
		v.until(`document.querySelector("#runs .game-list button")`)
	}},
	{"filtered", func(v *visitor) {
		evaluate[bool](v, `(document.querySelector(".filter [name=player]").value = "greedy", true)`)
		v.press("Show games")
		v.until(`document.querySelector("#runs").textContent.includes("1 to 8 of 8")`)
	}},
	{"run-report", func(v *visitor) {
		v.press("Full report")
		v.until(`document.querySelector("#runs iframe")?.contentDocument === null`) // another origin, once it is there
	}},
	{"replay", func(v *visitor) {
		v.watch("2v3/1/1")
		v.until(`document.body.dataset.state === "over" && document.querySelector("#graph .thought")`)
	}},
	{"playing", func(v *visitor) {
		v.click(`[data-page="runs"]`)
		v.press("← All runs")
		v.openNamed("playing")
		v.until(`document.querySelectorAll("#runs .boards svg").length === 3`)
	}},
	{"test", func(v *visitor) {
		v.press("← All runs")
		v.openNamed("test")
		v.until(`document.querySelector("#figure-sprt svg")`)
	}},
}

// TestPagesOfRunsAreAccessible runs axe-core on every page of runs on all screens.
func TestPagesOfRunsAreAccessible(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, run := range []struct {
		name string
		spec func(*tournament.Spec)
	}{
		{"three", func(s *tournament.Spec) { s.Rounds = 2 }},
		{"playing", func(s *tournament.Spec) { s.Rounds, s.Seed = 2, 2 }},
		{"test", func(s *tournament.Spec) {
			s.Format = tournament.Format{Kind: tournament.Sequential,
				Test: &tournament.Test{Elo1: 100, Alpha: .05, Beta: .05, Model: "normalized"}}
			s.Rounds, s.Players = 20, s.Players[1:]
		}},
	} {
		made, err := db.Run(t.Context(), playInto(t, db, run.spec))
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Rename(t.Context(), made, run.name); err != nil {
			t.Fatal(err)
		}
		if run.name == "playing" {
			keepPlaying(t, path, made)
		}
	}
	address := servedFrom(t, path)
	for _, screen := range screens {
		v := visit(t, address, screen.width, 800)
		v.prefer(screen.scheme)
		for _, page := range runPages {
			page.open(v)
			v.inspectOn(screen, page.name)
		}
	}
}

// keepPlaying writes that three games are in play, again and again until the test ends.
func keepPlaying(t *testing.T, path string, run store.Run) {
	t.Helper()
	games := []session.GameInPlay{
		{Identity: "1v2/9/1", Players: []string{"random", "greedy"}, Game: "pilastri", Turns: []string{"c2b2"}},
		{Identity: "1v2/9/2", Players: []string{"greedy", "random"}, Game: "pylyx"},
		{Identity: "1v3/9/1", Players: []string{"random", "uct:nodes=20"}, Game: "pit"},
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			state := session.RunInPlay{Run: run.ID, Done: run.Games, Total: 2 * run.Games, Rate: 1.5, Faults: 1,
				Games: games}
			if err := session.WriteInPlay(path, state); err != nil {
				t.Error(err)
			}
			select {
			case <-done:
				return
			case <-time.After(time.Second):
			}
		}
	}()
	t.Cleanup(func() { close(done); <-ended })
}
