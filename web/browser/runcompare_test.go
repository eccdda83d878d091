//go:build browser

package browser

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"pillars/engine"
	"pillars/results/keep/store"
	"pillars/tournament"
)

// threeRuns returns a store with two runs of the same players on boards of two sizes, and one of a player alone.
func threeRuns(t *testing.T) (path string, ids []string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "test.db")
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, change := range []func(*tournament.Spec){
		func(s *tournament.Spec) {
			s.Rounds, s.Players = 9, []string{"greedy", "practice:level=10", "practice:level=3"}
		},
		func(s *tournament.Spec) {
			s.Rounds, s.Players = 9, []string{"practice:level=10", "greedy"}
			s.Options = engine.Settings{{Name: "size", Value: "5"}}
		},
		func(s *tournament.Spec) { s.Rounds, s.Players = 1, []string{"random", "uct:nodes=20"} },
	} {
		ids = append(ids, playInto(t, db, change))
	}
	return path, ids
}

// visitThree serves three runs and opens the page at an address, in which A, B and C stand for their ids. Without an
// address it opens their list.
func visitThree(t *testing.T, hash string, width, height int64) (v *visitor, ids []string) {
	t.Helper()
	path, ids := threeRuns(t)
	address := servedFrom(t, path)
	v = visit(t, address, width, height)
	if hash == "" {
		v.click(`[data-page="runs"]`)
		v.inList(3)
		return v, ids
	}
	v.do(chromedp.Navigate(address + strings.NewReplacer("A", ids[0], "B", ids[1], "C", ids[2]).Replace(hash)))
	return v, ids
}

// inList waits for the list of runs.
func (v *visitor) inList(runs int) {
	v.t.Helper()
	v.until(fmt.Sprintf(`document.querySelector("#runs .run-list")?.checkVisibility() &&
		document.querySelectorAll("#runs .run-list li").length === %d`, runs))
}

// TestTwoRunsAreCompared marks runs by the keyboard, compares two, and opens the comparison by its address too.
func TestTwoRunsAreCompared(t *testing.T) {
	t.Parallel()
	v, ids := visitThree(t, "", 1280, 900)
	bar := func() string { return v.text("#runs .marked") }
	mark := func(i int) {
		t.Helper()
		evaluate[bool](v, fmt.Sprintf(`document.querySelector("#mark-%s").focus() || true`, ids[i]))
		v.do(chromedp.KeyEvent(" "))
	}
	v.press("Mark two to compare")
	mark(2)
	v.until(`document.querySelector("#runs .marked").checkVisibility()`)
	mark(0)
	mark(1)
	if said := bar(); !strings.Contains(said, "3 runs marked") {
		t.Errorf("with three marks the bar says %q", said)
	}
	v.do(chromedp.EmulateViewport(360, 740))
	v.until(`innerWidth === 360`)
	high := evaluate[float64](v, `document.querySelector("#runs .marked").getBoundingClientRect().height`)
	if high > 80 {
		t.Errorf("on a telephone the bar of marked runs is %v pixels high", high)
	}
	v.do(chromedp.EmulateViewport(1280, 900))
	mark(2)
	v.press("Compare")
	compared := `document.querySelector("#runs .compared") &&
		location.hash === "#compare=` + ids[0] + "," + ids[1] + `"`
	v.until(compared)
	says := func(selector string, wants ...string) {
		t.Helper()
		said := v.text(selector)
		for _, want := range wants {
			if !strings.Contains(said, want) {
				t.Errorf("%s says %q, without %q", selector, said, want)
			}
		}
	}
	says(".compared > h2", "The two runs ")
	says(".compared > .lead", "Largest gap: ", " against ", " in A and ")
	says(".compared > .told", "Board: 4 × 4 in A, 5 × 5 in B.", "Level 3 only in A.")
	says(".compared > .pairing", "A", "B", " is first")
	v.until(`document.querySelectorAll("#runs .sides .shown .picture svg").length === 4`)
	says(".statistics .conclusion", "two runs")
	says(".compared", "Greedy against Level 10", "What the first seat scores", "in B", "between", "more in A",
		"Newcombe", "A: Ratings", "B: Ratings")
	says(".measures", "beyond chance")
	says(".heads", "Greedy against Level 10")
	head, heads, sides := v.text(".compared > h2"), v.text(".heads"), v.text(".compared .sides")
	if strings.Contains(heads, "no clear") || strings.Contains(head, "no clear") == strings.Contains(heads, "clearly") {
		t.Errorf("below the headline %q the bars say %q", head, heads)
	}
	lead := v.text(".compared > .lead")
	if pair := "Greedy against Level 10"; strings.Contains(lead, pair) != strings.Contains(heads, pair) {
		t.Errorf("the lead %q names the pair otherwise than the bars, %q", lead, heads)
	}
	if !strings.Contains(sides, "Pit of Pillars") {
		t.Errorf("runs without a name are called %q", sides)
	}
	differ, same := v.text(".differ"), v.text(".same")
	if strings.Contains(differ, "openings") || !strings.Contains(same, "openings") {
		t.Errorf("what differs is told as %.500q, what is the same as %.900q", differ, same)
	}
	ticks := func(side string) string {
		return evaluate[string](v, `[...document.querySelectorAll("#figure-standings-`+side+` .mark-text")]
			.map((t) => t.textContent + " at " + t.style.left).join(" ")`)
	}
	if a, b := ticks("A"), ticks("B"); a != b || a == "" {
		t.Errorf("the scales of ratings are %q and %q", a, b)
	}
	v.do(chromedp.Reload())
	v.until(compared)
	v.do(chromedp.NavigateBack())
	v.inList(3)
	v.do(chromedp.NavigateForward())
	v.until(compared)
	for _, screen := range screens {
		v.do(chromedp.EmulateViewport(screen.width, 800))
		v.prefer(screen.scheme)
		v.inspectOn(screen, "compare")
	}
}

// TestRunsWithNothingInCommon compares runs without common players, and checks the sentence that says so, and the
// messages about missing runs.
func TestRunsWithNothingInCommon(t *testing.T) {
	t.Parallel()
	path, ids := threeRuns(t)
	address := servedFrom(t, path)
	v := visit(t, address, 360, 740)
	v.do(chromedp.Navigate(address + "#compare=" + ids[1] + "," + ids[2]))
	v.until(`document.querySelector(".compared > h2")?.textContent.includes("share no two players")`)
	v.until(`document.querySelector(".compared").textContent.includes("too few openings to tell")`)
	v.offline.Store(true) // the browser may say that an answer is an error
	v.do(chromedp.Navigate(address + "#compare=" + ids[1] + ",none"))
	v.until(`document.querySelector("#runs [role=alert]")?.textContent.includes("not found")`)
	v.press("← All runs")
	v.inList(3)
}

// TestRunsLeadToTheList presses Runs on the page of a run and in the form of a new run, which must show the list.
func TestRunsLeadToTheList(t *testing.T) {
	t.Parallel()
	path, _ := begun(t, 1)
	v := visit(t, servedFrom(t, path), 1280, 900)
	v.openRun()
	v.until(`document.querySelector("#runs .tiles")`)
	v.click(`[data-page="runs"]`)
	v.inList(1)
	if at := evaluate[string](v, `location.hash`); at != "#runs=all" {
		t.Errorf("the list has the address %s", at)
	}
}

// TestBackLeadsWhereOneRead opens a game far down on the page of a run, and a run far down in the list, goes back, and
// checks the scroll position.
func TestBackLeadsWhereOneRead(t *testing.T) {
	t.Parallel()
	v, _ := visitThree(t, "", 360, 500)
	scrolled := func(selector string) (y float64) {
		t.Helper()
		evaluate[bool](v, `addEventListener("scroll", () => { globalThis.heard = scrollY; }, { once: true }) || true`)
		y = evaluate[float64](v, fmt.Sprintf(
			`(document.querySelector(%q).scrollIntoView({ block: "center" }), scrollY)`, selector))
		if y < 100 {
			t.Fatalf("%s is not far down: %v", selector, y)
		}
		v.until(`globalThis.heard === scrollY`)
		return y
	}
	back := func(seen string, y float64) {
		t.Helper()
		v.do(chromedp.NavigateBack())
		v.until(seen + fmt.Sprintf(` && Math.abs(scrollY - %v) < 3`, y))
	}
	list := scrolled(".run-list li:last-child")
	evaluate[bool](v, `document.querySelector(".run-list li:last-child .verdict-link").click() || true`)
	v.until(`document.querySelector("#runs .tiles") && scrollY === 0`)
	v.unfoldGames()
	run := scrolled("#runs .game-list li:last-child button")
	evaluate[bool](v, `document.querySelector("#runs .game-list li:last-child button").click() || true`)
	v.until(`pillars.table.mode === "analyse" && document.querySelector("#table").checkVisibility() &&
		location.hash.includes("played")`)
	back(`document.querySelector("#runs .games[open] .game-list button")?.checkVisibility()`, run)
	back(`document.querySelector("#runs .run-list")?.checkVisibility()`, list)
}

// TestNamesOfRowsAreWhole checks that the names of players in charts are left of the cells and marks in any font.
func TestNamesOfRowsAreWhole(t *testing.T) {
	t.Parallel()
	v, _ := visitThree(t, "#run=A", 1280, 900)
	v.until(`document.querySelector("#figure-seats svg")`)
	cut := evaluate[string](v, `[...document.querySelectorAll(".chart svg.wide")].flatMap((svg) => {
		const room = svg.getBoundingClientRect();
		const cells = [...svg.querySelectorAll("path")].map((c) => c.getBoundingClientRect())
			.filter((c) => c.width > 30 && c.height > 15);
		const names = [...svg.querySelectorAll("text")].filter((t) => /greedy|level|seat/.test(t.textContent));
		return names.filter((t) => {
			const n = t.getBoundingClientRect(), y = (n.top + n.bottom) / 2;
			return n.left < room.left || n.right > room.right ||
				cells.some((c) => c.left < n.right - 1 && c.right > n.left && c.top < y && c.bottom > y);
		}).map((t) => t.textContent);
	}).join("|")`)
	if cut != "" {
		t.Errorf("names are cut: %s", cut)
	}
	cut = evaluate[string](v, `[...document.querySelectorAll("#figure-standings .who, #figure-crosstable th")]
		.filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent).join("|")`)
	if cut != "" {
		t.Errorf("names are cut: %s", cut)
	}
}
