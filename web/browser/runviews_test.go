//go:build browser

package browser

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"pillars/results/keep/store"
	"pillars/tournament"
)

// TestViewsOfRunsHaveAddresses goes from the list of runs to a run, its report and a stored game, back and forward, and
// reloads each.
func TestViewsOfRunsHaveAddresses(t *testing.T) {
	t.Parallel()
	path, _ := begun(t, 2)
	v := visit(t, servedFrom(t, path), 1280, 900)
	views := []struct {
		open func()
		seen string
	}{
		{func() { v.click(`[data-page="runs"]`) }, `document.querySelector("#runs-word")?.checkVisibility()`},
		{nil,
			`document.querySelector("#runs .scoreboard")?.checkVisibility() &&
				!document.querySelector("#runs iframe")`},
		{func() { v.press("Full report") }, `document.querySelector("#runs iframe")?.checkVisibility()`},
		{func() { v.unfoldGames(); v.watch("2v3/1/1") }, `pillars.table.mode === "analyse" &&
			document.querySelector("#table").checkVisibility() && document.querySelector("#graph .thought") &&
			/^.+ beat .+: .+ All games of/.test(document.querySelector("#message").textContent)`},
	}
	is := func(i int) {
		t.Helper()
		v.until(views[i].seen)
	}
	for i, view := range views {
		if i == 1 {
			v.until(`document.querySelector("#runs .verdict-link")`)
			v.click("#runs .verdict-link")
		} else {
			view.open()
		}
		is(i)
	}
	for i := len(views) - 2; i >= 0; i-- {
		v.do(chromedp.NavigateBack())
		is(i)
	}
	for i := range views {
		if i > 0 {
			v.do(chromedp.NavigateForward())
			is(i)
		}
		v.do(chromedp.Reload())
		is(i)
	}
}

// TestDecidedTestSaysSo checks that the page of a finished test has the decision and the estimate without a progress
// bar, the zones of its course, the statistics and the pairs.
func TestDecidedTestSaysSo(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	playInto(t, db, func(s *tournament.Spec) {
		s.Format = tournament.Format{Kind: tournament.Sequential, Test: &tournament.Test{Elo1: 100, Alpha: .05, Beta: .05, Model: "normalized"}}
		s.Rounds, s.Players = 5000, []string{"greedy", "random"}
	})
	v := visit(t, servedFrom(t, path), 1280, 900)
	v.openRun()
	v.until(`document.querySelector("#figure-sprt .test-course svg")`)
	const verdict = "Greedy is stronger than Random: the test accepted H1"
	head, sure := v.text("#runs .verdict h2"), v.text("#runs .verdict .confidence")
	if !strings.HasPrefix(head, "Greedy beats Random: ") || !strings.Contains(sure, "found that Greedy is stronger") ||
		strings.Contains(sure, "H1") {
		t.Errorf("the test says %q and below it %q", head, sure)
	}
	if folded := v.text("#runs .about-sprt"); !strings.Contains(folded, verdict) {
		t.Errorf("what the chart shows is told as %q", folded)
	}
	said := v.text("#runs .tiles") + v.text("#runs .progress")
	if !strings.Contains(said, "difference, Elo") || strings.Contains(said, "10000") ||
		evaluate[bool](v, `Boolean(document.querySelector("#runs progress"))`) {
		t.Errorf("the page of the test says %.1500s", said)
	}
	marks := v.text("#figure-sprt .test-course")
	for _, want := range []string{"Greedy is stronger", "Greedy is not stronger by 100", " pairs of games"} {
		if !strings.Contains(marks, want) {
			t.Errorf("the chart says %q, without %q", marks, want)
		}
	}
	if got := evaluate[int](v, `document.querySelectorAll("#runs .pairs tbody tr").length`); got != 5 {
		t.Errorf("pairs have %d rows instead of 5", got)
	}
	v.picture("decided-test")
}
