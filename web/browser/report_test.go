//go:build browser

package browser

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"pillars/results/keep/store"
)

// TestReportFitsATelephone opens the report of a run, with its folded parts closed and open. It checks that nothing
// extends beyond the edge, that charts are complete and readable, and that axe-core finds nothing.
func TestReportFitsATelephone(t *testing.T) {
	t.Parallel()
	path, _ := begun(t, 2)
	address := servedFrom(t, path)
	report := "file://" + reportOf(t, path, address)
	v := visit(t, address, 360, 800)
	v.do(chromedp.Navigate(report))
	for _, screen := range []screen{{360, "light", all}, {360, "dark", contrast}, {390, "light", forms}} {
		v.do(chromedp.EmulateViewport(screen.width, 800))
		v.prefer(screen.scheme)
		evaluate[bool](v, `document.querySelectorAll("details").forEach((d) => { d.open = false; }), true`)
		if wide := evaluate[int64](v, `document.documentElement.scrollWidth`); wide > screen.width {
			t.Errorf("with all folded away the report is %d pixels wide on a screen of %d", wide, screen.width)
		}
		evaluate[bool](v, `document.querySelectorAll("details").forEach((d) => { d.open = true; }), true`)
		v.inspectOn(screen, "report")
		cut := evaluate[int](v, `[...document.querySelectorAll(".chart")].filter((c) => c.scrollWidth > c.clientWidth ||
			c.querySelector("svg:not(.wide)").getBoundingClientRect().width < 250).length`)
		charts := evaluate[int](v, `[...document.querySelectorAll(".chart .slim")]
			.filter((c) => c.checkVisibility()).length`)
		if cut > 0 || charts < 5 {
			t.Errorf("at %d pixels %d charts are cut or too small; %d are drawn for it", screen.width, cut, charts)
		}
	}
}

// reportOf writes the report that a server makes of the only run of a store.
func reportOf(t *testing.T, database, address string) (path string) {
	t.Helper()
	db, err := store.Open(database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	runs, err := db.Runs(t.Context())
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	answer, err := http.Get(address + "runs/" + runs[0].ID + "/report")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	html, err := io.ReadAll(answer.Body)
	path = filepath.Join(t.TempDir(), "report.html")
	if err != nil || os.WriteFile(path, html, 0o666) != nil {
		t.Fatalf("%s, %v", answer.Status, err)
	}
	return path
}
