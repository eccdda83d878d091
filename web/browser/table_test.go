//go:build browser

package browser

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// text returns the text of an element, with plain spaces in place of non-breaking ones.
func (v *visitor) text(selector string) string {
	v.t.Helper()
	return evaluate[string](v, `document.querySelector('`+selector+`').textContent.replaceAll("\u00a0", " ")`)
}

// TestTheTableSaysWhatToDo checks that the table shows an instruction, a link to the rules, the opponent's turn in
// words, and marks of different forms.
func TestTheTableSaysWhatToDo(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 360, 740)
	v.begin("pit-of-pillars", map[string]string{"size": "5"}, "person", "random")
	if got := v.text("#guide"); got != "Enter your first man on any square." {
		t.Errorf("the instruction is %q", got)
	}
	if evaluate[int](v, `document.querySelectorAll("#board .dot").length`) != evaluate[int](v,
		`document.querySelectorAll("#board .can").length`) {
		t.Error("an empty square to enter has no dot")
	}
	v.click(`[data-square="c3"]`)
	v.until(`/^Red enters a man on .. and another on ..\.$/.test(document.querySelector("#last-turn").textContent)`)
	v.do(chromedp.TapXY(v.middle("c3").X, v.middle("c3").Y))
	v.until(`document.querySelector("#stack").textContent === "c3: white man"`) // a touch leaves it to be read
	evaluate[bool](v, `document.querySelector("#learn a").click() || true`)
	v.until(`document.querySelector("#lesson h2")?.textContent && document.body.dataset.state === "yours"`)
	v.click(`[data-page="play"]`)
	v.until(`document.body.dataset.mode === "play"`)
	evaluate[bool](v, `pillars.table.status() || true`)
	if got := v.text("#learn"); got != "" {
		t.Errorf("after the lesson was opened, the table says %q", got)
	}
}

// TestBoardTurns turns the board around by its key, and checks that the browser remembers it.
func TestBoardTurns(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	low := `document.querySelector('[data-square="c1"]').getBoundingClientRect().y >
		document.querySelector('[data-square="c6"]').getBoundingClientRect().y`
	v.until(low)
	v.do(chromedp.KeyEvent("f"))
	v.until("!(" + low + ")")
	v.do(chromedp.Reload())
	v.until(`globalThis.pillars?.table.view`)
	v.until("!(" + low + ")")
}

// TestVariations makes a tree of variations, goes through it by keys, and checks that it is the same after a reload.
func TestVariations(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+"#game=pit-of-pillars&o.size=5&turns=@c3+@b3@e4&at=1&mode=analyse", 1280, 900)
	evaluate[bool](v, `document.querySelector("#analysis-on").click() || true`)
	for _, turn := range []string{"@c2@a3", "@d3@a2"} {
		evaluateAsync(v, `pillars.table.goTo(pillars.table.game.root.children[0]).then(() => pillars.table.type("`+turn+
			`")).then(() => "")`)
	}
	if got := evaluate[int](v, `document.querySelectorAll("#turns .variation").length`); got != 2 {
		t.Errorf("%d variations are shown instead of 2", got)
	}
	v.choose("#to-main")
	v.until(`pillars.table.game.root.children[0].children[0].turn === "@d3@a2"`)
	v.do(chromedp.KeyEvent("j"), chromedp.KeyEvent(kb.ArrowLeft))
	v.until(`pillars.table.game.at === pillars.table.game.root`)
	v.do(chromedp.KeyEvent("k"))
	v.until(`pillars.table.game.at.turn === "@c3" && location.hash.includes("at=1")`)
	v.do(chromedp.Reload())
	v.until(`globalThis.pillars?.table.view && document.querySelectorAll("#turns .variation").length === 2`)
	evaluate[bool](v, `document.querySelector("#to-remove").click() || true`) // wherever the browser scrolls back to
	v.until(`document.querySelectorAll("#turns button").length === 0`)
}

// TestHastyPeople clicks while an engine thinks, takes back the turn before meanwhile, and begins another game.
func TestHastyPeople(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t), 1280, 900)
	v.begin("pit-of-pillars", map[string]string{"size": "5"}, "person", "alphabeta:time=30s")
	v.click(`[data-square="c3"]`)
	v.click(`[data-square="b3"]`)
	v.until(`/thinking/.test(document.querySelector("#status").textContent)`)
	v.click(`[data-square="d4"]`)
	v.click("#hint")
	v.until(`/not your turn/.test(document.querySelector("#message").textContent)`)
	if got := evaluate[string](v, `pillars.table.game.path().map((n) => n.turn).join(" ")`); got != "@c3" {
		t.Errorf("clicks while the engine thinks played %q", got)
	}
	v.click("#undo")
	v.until(`document.body.dataset.state === "yours" && pillars.table.game.path().length === 0`)
	v.click(`[data-square="c3"]`)
	v.until(`/thinking/.test(document.querySelector("#status").textContent)`)
	v.begin("pilastri", map[string]string{"size": "4"}, "person", "random")
	v.until(`pillars.table.view.game === "pilastri" && document.body.dataset.state === "yours"`)
}

// TestStorageRefused plays on although the browser stores nothing, and checks that the page says so.
func TestStorageRefused(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t), 1280, 900)
	evaluate[bool](v, `Storage.prototype.setItem = () => { throw new DOMException("", "QuotaExceededError"); }, true`)
	v.click(`[data-square="c3"]`)
	v.until(`/stores nothing/.test(document.querySelector("#message").textContent)`)
	v.until(`pillars.table.game.path().length >= 2 && document.body.dataset.state === "yours"`)
}

// TestServerGoes stops the server in the middle of a game, and checks that the failed step can be played when the
// server is back.
func TestServerGoes(t *testing.T) {
	t.Parallel()
	none := filepath.Join(t.TempDir(), "none.db")
	address, stop := serveAt(t, "127.0.0.1:0", none)
	v := visit(t, "http://"+address+"/", 1280, 900)
	v.begin("pilastri", map[string]string{"size": "4"}, "person", "random")
	before := evaluate[string](v, `pillars.table.view.position`)
	v.offline.Store(true)
	stop()
	v.click("#board .can")
	v.until(`document.querySelector("#board .can")`)
	if evaluate[int](v, `document.querySelectorAll("#board .chosen").length`) > 0 {
		v.click("#board .can")
	}
	v.until(`/server does not answer/.test(document.querySelector("#message").textContent)`)
	state := evaluate[string](v, `document.body.dataset.state + pillars.table.view.position`)
	if state != "yours"+before {
		t.Errorf("without a server the table is %s", state)
	}
	serveAt(t, address, none)
	v.click("#message button")
	v.until(`pillars.table.game.path().length >= 2 && document.body.dataset.state === "yours"`)
}

// TestReloadInTheMiddleOfATurn reloads the page during a turn, and completes the turn.
func TestReloadInTheMiddleOfATurn(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t), 1280, 900)
	v.begin("pit-of-pillars", map[string]string{"size": "5"}, "person", "person")
	v.click(`[data-square="c3"]`)
	v.until(`pillars.table.game.path().length === 1 && document.body.dataset.state === "yours"`)
	v.click(`[data-square="b3"]`)
	v.until(`pillars.table.game.steps.length === 1 && document.body.dataset.state === "yours"`)
	board := evaluate[string](v, `pillars.table.view.position`)
	v.do(chromedp.Reload())
	v.until(`globalThis.pillars?.table.view && document.body.dataset.state === "yours"`)
	if got := evaluate[string](v, `pillars.table.view.position + pillars.table.mode`); got != board+"play" {
		t.Errorf("after a reload the table shows %s instead of %s", got, board)
	}
}

// TestRepetitionIsSaid checks the text about a position that occurs for the second time, and plays on from it.
func TestRepetitionIsSaid(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+"#game=pit-of-pillars&o.size=5&start=x3/x,r,x3/w,x,rww,x2/x,w,x3/x,rr,x+w+m+0/0+-+14"+
		"&turns=a3a4+b4b5+a4a3+b5b4&mode=analyse", 1280, 900)
	const said = "This position occurs for the second time. The third time is a draw."
	if got := v.text("#notice"); got != said {
		t.Errorf("the page says %q", got)
	}
	if got := evaluate[string](v, `document.querySelector('[data-square="c3"]').getAttribute("aria-label")`); got !=
		"c3: 3 pieces, top first: white man, white man, red man; can be chosen" {
		t.Errorf("the stack is spoken as %q", got)
	}
	forms := `[...document.querySelectorAll(".marks *")].map((m) => m.getAttribute("class")).sort().join()`
	if got := evaluate[string](v, forms); got != "ring,ring,ring" {
		t.Errorf("what can move is marked by %s", got)
	}
	v.click(`[data-square="c3"]`)
	if got := evaluate[string](v, forms); got != "corners,corners,dot,dot,dot,dot,dot,dot" {
		t.Errorf("where it can go is marked by %s", got)
	}
	v.choose("#to-play")
	v.until(`document.querySelector("#new-seats select")`)
	v.click("#new-ok")
	v.until(`pillars.table.mode === "play" && document.body.dataset.state === "yours"`)
	if got := v.text("#notice"); got != said {
		t.Errorf("played on, the page says %q", got)
	}
}

// TestThreeSeats plays with three seats, and checks that the page shows nothing that is meant for two seats, but who is
// next, who is eliminated and in which place, and all places at the end.
func TestThreeSeats(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	v.begin("pit", map[string]string{"players": "3"}, "person", "person", "person")
	if got := evaluate[bool](v, `document.querySelector("#resign").hidden`); !got {
		t.Error("one of three can resign")
	}
	play := func(turns ...string) {
		for _, turn := range turns {
			evaluateAsync(v, `pillars.table.type("`+turn+`").then(() => "")`)
		}
	}
	says := func(selector, want string) {
		t.Helper()
		if got := strings.Join(strings.Fields(v.text(selector)), " "); got != want {
			t.Errorf("%s says %q, not %q", selector, got, want)
		}
	}
	says("#status", "White (you) to play, then Black")
	play("@c6", "@h8", "@i7", "c6c7")
	says("#last-turn", "White moves its pawn from c6 into the hole on c7, where it leaves the game; "+
		"White has lost its pawn and is out (third of 3).")
	says("#status", "Black (you) to play, then Red")
	says("#seats li:nth-child(1)", "White youout, third")
	says("#seats .acts", "Black you5 in reserveto play")
	says("#seats li:nth-child(3)", "Red you5 in reservenext")
	if got := evaluate[int](v, `document.querySelectorAll("#status[aria-live], #last-turn[aria-live]").length`); got !=
		2 {
		t.Errorf("%d of 2 places are spoken", got)
	}
	play("@a3a3|e", "@f9f9|s", "h8g8g8|n", "@b9b9|s", "g8g7")
	says("#status", "Red wins: Black's pawn is in a hole, Black second, White third")
	says("#seats", "White youthirdBlack yousecondRed you3 in reservefirst")
	v.click(`[data-page="analyse"]`)
	v.until(`document.body.dataset.mode === "analyse" && document.body.dataset.state === "over"`)
	v.click("#to-start")
	v.until(`document.querySelector("#lines li")`)
	if !evaluate[bool](v, `document.querySelector("#bar").hidden && document.querySelector("#review").hidden`) {
		t.Error("chances of two seats are shown for three")
	}
}

// TestCapturesAreShown checks that moving and captured pieces are animated, and that the way of the turn is shown then.
func TestCapturesAreShown(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+"#game=pit-of-pillars&o.size=5&start=x3/x,r,x3/w,x,rww,x2/x,w,x3/x,rr,x+w+m+0/0+-+14"+
		"&mode=analyse", 1280, 900)
	evaluate[bool](v, `(pillars.table.board.animated = true, globalThis.lifted = [], new MutationObserver((all) =>
		all.forEach((m) => m.addedNodes.forEach((n) => n.classList?.contains("sliding") && lifted.push(n))))
		.observe(document.querySelector("#board"), { childList: true, subtree: true }), true)`)
	evaluateAsync(v, `pillars.table.step("c3c1").then(() => "")`)
	if got := evaluate[int](v, `lifted.length`); got != 2 { // the men of c3, and those of c1 below them
		t.Errorf("%d stacks were lifted instead of 2", got)
	}
	if got := evaluate[string](v, `[...document.querySelectorAll("#board .last")].map((c) => c.dataset.square).sort()
		.join() + document.querySelectorAll(".trail").length`); got != "c1,c31" {
		t.Errorf("the turn is marked on %s", got)
	}
	v.click("#choices button") // leaves the pillar
	v.until(`document.querySelector("#last-turn").textContent.startsWith("White moves 2 men from c3 to c1")`)
}
