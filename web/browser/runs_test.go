//go:build browser

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/work"
)

// begun returns a store with a run of which some rounds are played, and a function that plays it up to a number of
// rounds.
func begun(t *testing.T, rounds int) (path string, more func(rounds int)) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "test.db")
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	more = func(rounds int) { playInto(t, db, func(s *tournament.Spec) { s.Rounds = rounds }) }
	more(rounds)
	return path, more
}

// playInto plays a run of quick players into a store and returns its id.
func playInto(t *testing.T, db *store.Store, change func(*tournament.Spec)) (id string) {
	t.Helper()
	game, err := games.Find("pit-of-pillars")
	if err != nil {
		t.Fatal(err)
	}
	spec := tournament.Spec{Game: game.Name(), Options: engine.Settings{{Name: "size", Value: "4"}},
		Players: []string{"random", "greedy", "uct:nodes=20"}, Seed: 1,
		Openings: openings.Source{Kind: openings.Random, Turns: 2}}
	change(&spec)
	if spec, err = session.Settle(spec, game); err != nil {
		t.Fatal(err)
	}
	s, err := session.New(spec.Format.String(), spec, game, session.Observer{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Enter(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s.Run.ID
}

// openRun opens the first run of the list.
func (v *visitor) openRun() {
	v.t.Helper()
	v.click(`[data-page="runs"]`)
	v.until(`document.querySelector("#runs .verdict-link")`)
	v.click("#runs .verdict-link")
}

// untilGames waits for the page of a run to count n games.
func (v *visitor) untilGames(n int) {
	v.t.Helper()
	v.until(fmt.Sprintf(`[...document.querySelectorAll(".tiles li")].some((li) =>
		li.textContent.startsWith("%dgames"))`, n))
}

// unfoldGames opens the list of the games of a run.
func (v *visitor) unfoldGames() {
	v.t.Helper()
	v.until(`document.querySelector("#runs .games > summary")`)
	evaluate[bool](v, `document.querySelector("#runs .games").open ||
		document.querySelector("#runs .games > summary").click() || true`)
	v.until(`document.querySelector("#runs .game-list button")`)
}

// watch puts the first listed game whose name begins with name on the board.
func (v *visitor) watch(name string) {
	v.t.Helper()
	game := fmt.Sprintf("document.querySelector('#runs [data-game^=%q]')", name)
	if name == "" {
		game = `document.querySelector("#runs [data-game]")`
	}
	v.until(game)
	evaluate[bool](v, game+".click() || true")
}

// TestRunsFollowTheStore opens a run, plays more of its games, and checks that the page shows them by itself. Then it
// puts a game on the board and opens the report.
func TestRunsFollowTheStore(t *testing.T) {
	t.Parallel()
	path, more := begun(t, 2)
	v := visit(t, servedFrom(t, path), 1280, 900)
	v.openRun()
	v.untilGames(12)
	if n := evaluate[int](v, `document.querySelectorAll("#runs .conclusion").length`); n == 0 {
		t.Error("the run has no conclusion")
	}
	more(4)
	v.untilGames(24)
	v.press("Full report")
	v.until(`document.querySelector("#runs iframe")?.checkVisibility() && location.hash.endsWith("&report=1")`)
	v.unfoldGames()
	v.watch("")
	v.until(`pillars.table.mode === "analyse" && document.body.dataset.state === "over"`)
}

// TestGamesInPlayAreShown writes that a game is in play, and checks that the page shows its board, the board of the
// next game, and none at the end.
func TestGamesInPlayAreShown(t *testing.T) {
	t.Parallel()
	path, _ := begun(t, 2)
	db, err := store.OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	runs, err := db.Runs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tell := func(turns ...string) {
		t.Helper()
		game := session.GameInPlay{Identity: "1v2/9/1", Players: []string{"<b>one</b>", "two"}, Game: "pilastri",
			Turns: turns}
		workers := []work.Member{{Name: "<b>lab-1</b>", Games: 3, Share: .25, Busy: 2},
			{Name: "lab-2", Gone: true, Silent: 9e10}}
		state := session.RunInPlay{Run: runs[0].ID, Done: 3, Total: 12, Rate: 1,
			Games: []session.GameInPlay{game}, Workers: workers}
		if err := session.WriteInPlay(path, state); err != nil {
			t.Fatal(err)
		}
	}
	v := visit(t, servedFrom(t, path), 360, 800)
	v.openRun()
	v.until(`document.querySelector("#runs .tiles")`)
	tell()
	v.until(`document.querySelector(".boards svg")`)
	v.until(`document.querySelector(".boards").textContent.includes("turn 1,")`)
	if evaluate[bool](v, `!document.querySelector(".boards").textContent.includes("<b>one</b>")`) {
		t.Error("a name is not shown as text")
	}
	crew := evaluate[string](v, `[...document.querySelectorAll("#runs td")].map((cell) => cell.textContent).join("|")`)
	if !strings.Contains(crew, "<b>lab-1</b>|3|25\u00a0%|0.00|0|plays 2|lab-2|") ||
		!strings.Contains(crew, "silent for 2 minutes") {
		t.Errorf("the workers are told of as %s", crew)
	}
	tell("c2b2")
	v.until(`document.querySelector(".boards").textContent.includes("turn 2,")`)
	file := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+runs[0].ID+".live")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	v.until(`!document.querySelector(".boards svg")`)
}

// TestRunsKeepTheirPlace lets a run grow while a visitor on a telephone reads its page by keys, and checks that the
// focus and the scroll position stay, and that a wrong filter is reported.
func TestRunsKeepTheirPlace(t *testing.T) {
	t.Parallel()
	path, more := begun(t, 2)
	v := visit(t, servedFrom(t, path), 360, 800)
	v.click(`[data-page="runs"]`)
	v.until(`document.querySelector("#runs .verdict-link")`)
	v.click("#runs-word")
	v.do(chromedp.KeyEvent("greed"))
	more(4)
	v.until(`document.querySelector("#runs .run-list").textContent.includes("24 games")`)
	v.do(chromedp.KeyEvent("y"))
	if got := evaluate[string](v, `document.activeElement.value`); got != "greedy" {
		t.Errorf("in the list that grew, the search is %q", got)
	}
	evaluate[bool](v, `document.querySelector("#runs .verdict-link").click() || true`)
	v.until(`document.querySelector("#runs .table-crosstable")`)
	evaluate[bool](v, `(document.querySelector(".table-crosstable summary").click(),
		document.querySelector(".table-crosstable .scroll").scrollLeft = 30,
		document.querySelector(".table-crosstable summary").focus(), true)`)
	more(6)
	v.untilGames(36)
	if got := evaluate[string](v, `document.activeElement.parentElement.className + " " +
		document.querySelector(".table-crosstable[open] .scroll")?.scrollLeft`); got != "table-crosstable 30" {
		t.Errorf("where a run grows, the focus and the place in a table are %q", got)
	}
	v.unfoldGames()
	v.offline.Store(true) // the browser may say that an answer is an error
	evaluate[bool](v, `(document.querySelector("[name=result]").append(new Option("lost", "lost", true, true)), true)`)
	v.press("Show games")
	v.until(`document.querySelector("#runs .games .fault[role=alert]").textContent.includes("cannot be answered")`)
	v.press("All games")
	v.until(`!document.querySelector("#runs .games .fault[role=alert]").textContent`)
}
