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
			`document.querySelector("#runs .filter")?.checkVisibility() && !document.querySelector("#runs iframe")`},
		{func() { v.press("Show the report") }, `document.querySelector("#runs iframe")?.checkVisibility()`},
		{func() { v.press("2v3/1/1") }, `pillars.table.mode === "analyse" &&
			document.querySelector("#table").checkVisibility() && document.querySelector("#graph .thought") &&
			/2v3/.test(document.querySelector("#message").textContent)`},
	}
	is := func(i int) {
		t.Helper()
		v.until(views[i].seen)
	}
	for i, view := range views {
		if i == 1 {
			v.until(`document.querySelector("#runs td button")`)
			v.click("#runs td button")
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

// TestDecidedTestSaysSo wants the decision and the estimate of a finished test, without a bar or a remark about another
// command, and numbers on the axes of its curve.
func TestDecidedTestSaysSo(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	playInto(t, db, func(s *tournament.Spec) {
		s.Format = tournament.Sequential{Test: tournament.Test{Elo1: 100, Alpha: .05, Beta: .05, Model: "normalized"}}
		s.Rounds, s.Players = 5000, []string{"greedy", "random"}
	})
	v := visit(t, servedFrom(t, path), 1280, 900)
	v.openRun()
	v.until(`document.querySelector("#runs .path svg")`)
	said := v.text("#runs")
	if !strings.Contains(said, "The test accepts 100, not 0 after ") || !strings.Contains(said, "the difference is ") ||
		strings.Contains(said, "of 10000 games") || strings.Contains(said, "pillars sprt") ||
		evaluate[bool](v, `Boolean(document.querySelector("#runs progress"))`) {
		t.Errorf("the page of the test says %.1500s", said)
	}
	if got := evaluate[int](v, `document.querySelectorAll("#runs .path text").length`); got != 5 {
		t.Errorf("the axes have %d numbers instead of 5", got)
	}
	v.picture("decided-test")
}
