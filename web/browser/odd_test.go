//go:build browser

package browser

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestBrokenPagesSaySo opens a truncated file, one with a damaged engine, and one in a browser that cannot unpack it,
// and checks that each shows a message.
func TestBrokenPagesSaySo(t *testing.T) {
	t.Parallel()
	whole, err := os.ReadFile(strings.TrimPrefix(file(t), "file://"))
	if err != nil {
		t.Fatal(err)
	}
	start, middle := []byte(`globalThis.starting = `), len(whole)/2
	for _, try := range []struct {
		name, want string
		page       []byte
	}{
		{"cut short", "the file is cut short", whole[:middle]},
		{"spoiled", "The engine failed", slices.Concat(whole[:middle], []byte("!!!!!"), whole[middle+5:])},
		{"old", "older than 2023", bytes.Replace(whole, start,
			slices.Concat([]byte("delete globalThis.DecompressionStream;"), start), 1)},
	} {
		path := filepath.Join(t.TempDir(), "pillars.html")
		if err := os.WriteFile(path, try.page, 0o666); err != nil {
			t.Fatal(err)
		}
		v := open(t, "file://"+path, 800, 600)
		v.until(`document.body.innerText.includes("` + try.want + `")`)
		if evaluate[bool](v, `document.body.innerText.includes("Loading")`) {
			t.Errorf("%s: the page says that it loads still", try.name)
		}
		evaluate[bool](v, `(document.querySelectorAll("#controls button, [data-page=analyse]")
			.forEach((b) => b.click()), true)`)
		v.until(`document.body.innerText.includes("` + try.want + `")`)
	}
}

// TestFileAsksForNothing lets a script in the page send a request, which the browser must refuse.
func TestFileAsksForNothing(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t), 800, 600)
	v.offline.Store(true)
	refused := evaluateAsync(v, `new Promise((resolve) => {
		addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
		fetch("https://example.org/").catch(() => {});
	})`)
	if refused != "connect-src" {
		t.Errorf("refused by %q", refused)
	}
}

// TestClockRunsInItsGame lets the time of a seat run out, and leaves a game with a clock for analysis, where no clock
// may run.
func TestClockRunsInItsGame(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	const timed = `pillars.table.open(new pillars.table.game.constructor({ game: "pilastri", options: { size: "4" } }),
		{ seats: ["person", "person"], clock: { seconds: 300, increment: 3 } }).then(() => "")`
	evaluateAsync(v, timed)
	evaluate[bool](v, `(pillars.table.clock.left[0] = 0.01, true)`)
	v.until(`/^Black wins: White's time ran out/.test(document.querySelector("#status").textContent)`)
	evaluateAsync(v, strings.NewReplacer(`"pilastri"`, `"pit"`, `size: "4"`, `players: "3"`, `"person", "person"`,
		`"person", "person", "person"`).Replace(timed))
	evaluate[bool](v, `(pillars.table.clock.left[0] = 0.01, true)`)
	v.until(`/time ran out/.test(document.querySelector("#status").textContent)`)
	if got := v.text("#status"); got != "Black and Red win: White's time ran out" {
		t.Errorf("of three the page says %q", got)
	}
	evaluateAsync(v, timed)
	v.click(`[data-page="analyse"]`)
	v.until(`pillars.table.mode === "analyse" && document.querySelector("#lines li")`)
	ticked := evaluateAsync(v, `new Promise((resolve) => { let ticks = 0; setInterval(() => {
		if (++ticks === 3) resolve(document.querySelector("#message").textContent); }, 250); })`)
	if ticked != "" {
		t.Errorf("in analysis the clock says %q", ticked)
	}
}

// TestAnotherGameBringsItsOwn follows a link to a game that differs in an option from the kept one, and checks that
// nothing is left of the review before.
func TestAnotherGameBringsItsOwn(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	evaluate[bool](v, `(location.hash = "#game=pit-of-pillars&o.size=8", true)`)
	v.until(`pillars.table.view.settings.size === "8"`)
	evaluate[bool](v, `(location.hash = "#game=pit-of-pillars&o.size=5&turns=@c3+@b3@e4&mode=analyse", true)`)
	v.until(`pillars.table.view.settings.size === "5"`)
	v.click("#review")
	v.until(`/mistake|costliest/.test(document.querySelector("#why").textContent) &&
		document.querySelector("#graph path")`)
	evaluate[bool](v, `(location.hash = "#game=pilastri&o.size=4&mode=analyse", true)`)
	v.until(`pillars.table.view.game === "pilastri"`)
	if evaluate[bool](v, `Boolean(document.querySelector("#graph *, #why:not(:empty), #report *"))`) {
		t.Error("the graph of another game is shown")
	}
}

// TestKeysLeaveOtherPagesAlone presses keys of the table while the rules are shown, and checks that errors are shown
// where they are visible.
func TestKeysLeaveOtherPagesAlone(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+"#game=pit-of-pillars&o.size=5&start=x3/x,r,x3/w,x,rww,x2/x,w,x3/x,rr,x+w+m+0/0+-+14"+
		"&mode=analyse", 1280, 900)
	evaluateAsync(v, `pillars.table.step("c3c1").then(() => "")`)
	evaluate[bool](v, `(location.hash = "rules=pit-of-pillars", true)`)
	v.until(`document.querySelector("#rules-text svg")`)
	v.do(chromedp.KeyEvent("1"))
	v.until(`pressed > 0`)
	if got := evaluate[int](v, `pillars.table.game.path().length`); got != 0 {
		t.Error("a key on the page of rules ends a turn")
	}
	evaluate[bool](v, `(pillars.table.guard(() => { throw new Error("it is wrong"); }), true)`)
	v.until(`[...document.querySelectorAll("main p")].some((p) =>
		p.textContent === "it is wrong" && p.checkVisibility())`)
	v.click(`[data-page="analyse"]`)
	v.until(`!document.body.innerText.includes("it is wrong")`)
}

// TestWhatIsAskedLastCounts plays a step while a hint is being searched, turns the board while a step is animated, and
// repeats an action that failed because the server was lost.
func TestWhatIsAskedLastCounts(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	v.begin("pilastri", map[string]string{"size": "4"}, "person", "person")
	thinking := evaluateAsync(v, `(document.querySelector("#hint").click(),
		pillars.table.step(pillars.table.view.legal[0].step))
		.then(() => String(pillars.engine.lanes.search?.waiting.length ?? 0))`)
	if thinking != "0" {
		t.Error("a hint for the position before is thought about still")
	}
	evaluateAsync(v, `(pillars.table.board.animate = async () => {
		delete pillars.table.board.animate; document.querySelector("#flip").click(); },
		pillars.table.step(pillars.table.view.legal[0].step).then(() => ""))`)
	if evaluate[bool](v, `document.querySelector('[data-square="a1"]').getBoundingClientRect().y >
		document.querySelector('[data-square="a4"]').getBoundingClientRect().y`) {
		t.Error("the board is not turned")
	}
	evaluate[bool](v, `(location.hash = "#game=pit-of-pillars&o.size=5&turns=@c3+@b3@e4&mode=analyse", true)`)
	v.until(`pillars.table.game.path().length === 2 && document.body.dataset.state === "yours"`)
	evaluate[bool](v, `(pillars.engine.ask = async () => { delete pillars.engine.ask;
		throw Object.assign(new Error("the server is gone"), { lost: true }); }, true)`)
	v.choose("#to-remove")
	v.until(`/the server is gone/.test(document.querySelector("#message").textContent)`)
	v.click("#message button")
	v.until(`pillars.table.game.root.children[0].children.length === 0 && document.body.dataset.state === "yours"`)
	if got := evaluate[int](v, `pillars.table.game.path().length`); got != 1 {
		t.Errorf("after a turn was removed in two tries, %d are left instead of 1", got)
	}
}

// TestBrowserTakesNoAddress plays on although the browser refuses to change the address, as some do after a hundred
// changes.
func TestBrowserTakesNoAddress(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	evaluate[bool](v, `(history.replaceState = () => { throw new DOMException("", "SecurityError"); }, true)`)
	v.click(`[data-square="c3"]`)
	v.until(`pillars.table.game.path().length >= 2 && document.body.dataset.state === "yours"`)
}

// TestFocusStays checks that the focus moves to the element that replaces a pressed button.
func TestFocusStays(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+"#game=pit-of-pillars&o.size=5&start=x3/x,r,x3/w,x,rww,x2/x,w,x3/x,rr,x+w+m+0/0+-+14"+
		"&mode=analyse", 1280, 900)
	evaluateAsync(v, `pillars.table.step("c3c1").then(() => "")`)
	v.focus("#choices button")
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(`pillars.table.game.path().length === 1 && document.body.dataset.state === "yours"`)
	v.until(`document.activeElement.matches("#board [data-square]")`)
	v.focus("#turns button")
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(`document.activeElement.matches("#turns button[aria-current]")`)
}

// TestDialogShowsTheLatestChoice answers the questions of the dialog for a new game in the wrong order, and checks that
// it shows the seats of the game chosen last, and that an error which quotes a long text is cut.
func TestDialogShowsTheLatestChoice(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	v.click("#new")
	v.until(`document.querySelector("#new-seats select")`)
	evaluate[bool](v, `(() => {
		const { engine } = pillars, real = engine.ask.bind(engine), held = [];
		engine.ask = (question) => new Promise((resolve, reject) => {
			held.push(() => real(question).then(resolve, reject));
			if (held.length === 2) held.reverse().forEach((go) => go());
		});
		for (const game of ["pit", "pylyx"]) {
			const choice = document.querySelector("#new-choice");
			choice.value = game;
			choice.dispatchEvent(new Event("change"));
		}
		return true;
	})()`)
	evaluateAsync(v, `delete pillars.engine.ask && pillars.engine.ask({ do: "games" }).then(() => "")`)
	if got := v.text("#new-seats label:nth-child(2)"); !strings.HasPrefix(got, "Two ") {
		t.Errorf("the second seat of Pylyx is %.20q", got)
	}
	long := evaluateAsync(v, `pillars.engine.ask({ do: "view", game: "x".repeat(10000) }).catch((e) => e.message)`)
	if len(long) > 600 {
		t.Errorf("an error has %d letters", len(long))
	}
}

// TestStreamEndsWithItsPage leaves the runs for the board, and checks that the connection that follows the store is
// closed, so that other tabs can use it.
func TestStreamEndsWithItsPage(t *testing.T) {
	t.Parallel()
	path, _ := begun(t, 1)
	v := visit(t, servedFrom(t, path), 1280, 900)
	evaluate[bool](v, `(globalThis.sources = [], globalThis.EventSource = class extends EventSource {
		constructor(address) { super(address); sources.push(this); } }, true)`)
	v.click(`[data-page="runs"]`)
	v.until(`document.querySelector("#runs .verdict-link") && sources.length === 1 && sources[0].readyState === 1`)
	v.click(`[data-page="play"]`)
	v.until(`sources[0].readyState === EventSource.CLOSED`)
	v.click(`[data-page="runs"]`)
	v.until(`sources.length === 2 && sources[1].readyState === 1`)
}

// TestUnansweredQuestionsLeaveThePage lets the questions of a page and of an engine's turn fail. It checks that the
// page before is still shown, that the engine is not shown as thinking, that both can be tried again, and that a reload
// stays at its puzzle.
func TestUnansweredQuestionsLeaveThePage(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	const marked = `document.querySelector("header [aria-current]").dataset.page`
	const failing = `(pillars.engine.%s = async () => { delete pillars.engine.%[1]s;
		throw Object.assign(new Error("the server is gone"), { lost: true }); }, true)`
	evaluate[bool](v, fmt.Sprintf(failing, "think"))
	v.click(`[data-square="c3"]`)
	v.until(`/the server is gone/.test(document.querySelector("#message").textContent)`)
	if got := v.text("#status"); !strings.HasSuffix(got, "to play") {
		t.Errorf("without an answer the page says %q", got)
	}
	v.click("#message button")
	v.until(`document.body.dataset.state === "yours"`)
	evaluate[bool](v, fmt.Sprintf(failing, "ask"))
	v.click(`[data-page="puzzle"]`)
	v.until(`/the server is gone/.test(document.querySelector("#message").textContent)`)
	if got := evaluate[string](v, marked); got != "play" {
		t.Errorf("the page is marked as %q", got)
	}
	v.click("#message button")
	v.until(`pillars.table.mode === "puzzle" && document.body.dataset.mode === "puzzle"`)
	first := evaluate[string](v, `location.hash`)
	evaluate[bool](v, `(() => { const list = document.querySelector("#puzzle-list");
		list.value = 2; list.dispatchEvent(new Event("change")); return true; })()`)
	v.until(`location.hash !== "` + first + `"`)
	task := evaluate[string](v, `pillars.table.view.position`)
	v.do(chromedp.Reload())
	v.until(`globalThis.pillars?.table.view && document.querySelector("#puzzle-list").value`)
	got := evaluate[string](v, `pillars.table.view.position + pillars.table.mode +
		document.querySelector("#puzzle-list").value`)
	if got != task+"puzzle2" {
		t.Errorf("a reload shows %s instead of %s", got, task)
	}
}

// TestWhatIsReadOutChanges checks that texts for screen readers are not written again unless they change, and that the
// page asked for last is shown.
func TestWhatIsReadOutChanges(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+"#game=pit-of-pillars&o.size=5&turns=@c3&mode=analyse", 1280, 900)
	v.until(`document.querySelector("#last-turn").textContent`)
	again := evaluate[int](v, `(() => {
		const observer = new MutationObserver(() => {});
		for (const live of document.querySelectorAll("#side [aria-live], #side > [role=status]")) {
			observer.observe(live, { childList: true, characterData: true, subtree: true });
		}
		pillars.table.status();
		return observer.takeRecords().length;
	})()`)
	if again > 0 {
		t.Errorf("%d texts are said again", again)
	}
	evaluate[bool](v, `(document.querySelector("[data-page=puzzle]").click(),
		document.querySelector("[data-page=analyse]").click(), true)`)
	evaluateAsync(v, `pillars.engine.ask({ do: "games" }).then(() => pillars.engine.ask({ do: "games" }))
		.then(() => "")`)
	if got := evaluate[string](v, `pillars.table.mode`); got != "analyse" {
		t.Errorf("the table shows the mode %s, which was asked for before analysis", got)
	}
}

// TestHurriedAnalysisShowsItsBest lets a search end before it has reported a line, and checks that its best turn is
// shown.
func TestHurriedAnalysisShowsItsBest(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	evaluate[bool](v, `(() => { const real = pillars.engine.think.bind(pillars.engine);
		pillars.engine.think = (question) => real(question); return true; })()`)
	evaluate[bool](v, `(document.querySelector("#analysis-seconds").value = 2, true)`)
	v.click(`[data-page="analyse"]`)
	v.until(`document.querySelectorAll("#lines li").length === 1`)
}

// TestLatestFilterCounts answers two filters of a run's games in the wrong order, and checks that the later one counts.
func TestLatestFilterCounts(t *testing.T) {
	t.Parallel()
	path, _ := begun(t, 2)
	v := visit(t, servedFrom(t, path), 1280, 900)
	v.openRun()
	v.unfoldGames()
	v.until(`document.querySelector("#runs").textContent.includes("to 12 of 12")`)
	evaluate[bool](v, `(() => {
		const real = globalThis.fetch, held = [];
		globalThis.fetch = (address, ...how) => /games/.test(address) ? new Promise((resolve) => {
			held.push(() => real(address, ...how).then(resolve));
			if (held.length === 2) { held[1](); setTimeout(() => { globalThis.answered = true; held[0](); }, 100); }
		}) : real(address, ...how);
		const form = document.querySelector("#runs .filter");
		form.elements.reason.value = "nothing";
		form.requestSubmit();
		[...form.querySelectorAll("button")].at(-1).click();
		return true;
	})()`)
	v.until(`globalThis.answered`)
	evaluateAsync(v, `fetch("runs").then((r) => r.text()).then(() => fetch("runs")).then(() => "")`)
	if got := v.text("#runs"); !strings.Contains(got, "to 12 of 12") {
		t.Error("the games of the filter before are shown")
	}
}
