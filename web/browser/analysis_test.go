//go:build browser

package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// walked is a short game in analysis, without the engine.
const walked = "#game=pilastri&o.size=4&turns=a4b4+c1c2+b3c3&at=0&mode=analyse"

func (v *visitor) quiet() *visitor {
	v.t.Helper()
	evaluate[bool](v, `((box) => box.checked && box.click() || true)(document.querySelector("#analysis-on"))`)
	return v
}

// at waits until the table shows the position after a number of turns.
func (v *visitor) at(turns int) {
	v.t.Helper()
	v.until(fmt.Sprintf(`pillars.table.game.path().length === %d && !pillars.table.asking`, turns))
}

// TestTurnsAreListedBesideTheBoard checks that the whole list of turns is visible, in two columns, with a variation
// after the turn that it replaces.
func TestTurnsAreListedBesideTheBoard(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+walked, 1280, 800).quiet()
	evaluateAsync(v, `pillars.table.playTurn("d3d4").then(() => "")`)
	evaluateAsync(v, `pillars.table.goTo(pillars.table.game.root).then(() => "")`)
	for _, size := range [][2]int64{{1024, 768}, {1280, 800}, {1920, 1080}} {
		v.do(chromedp.EmulateViewport(size[0], size[1]))
		v.until(fmt.Sprintf(`innerWidth === %d`, size[0]))
		if !evaluate[bool](v, `(({ left, top, bottom, height }, board) => height > 120 && top >= 0 &&
			bottom <= innerHeight && left >= board.right && scrollY === 0)(
			document.querySelector("#turns").getBoundingClientRect(),
			document.querySelector("#board").getBoundingClientRect())`) {
			t.Errorf("at %d x %d the list of turns is not beside the board", size[0], size[1])
		}
	}
	if got := evaluate[string](v, `[...document.querySelectorAll("#turns .pair:first-child button")]
		.map((b) => b.title).join()`); got != "a4b4" {
		t.Errorf("before the variation the row has %s", got)
	}
	if got := evaluate[string](v, `[...document.querySelectorAll("#turns > li")]
		.map((li) => li.className).join()`); got != "pair,variation,pair,pair" {
		t.Errorf("the rows are %s", got)
	}
	got := evaluate[string](v, `[...document.querySelectorAll("#turns .pair button")].map((b) => b.textContent).join()`)
	if got != "1. White a4b4,1… Black c1c2,2. White b3c3" {
		t.Errorf("the turns are called %s", got)
	}
}

// wheel turns the wheel over the board by a number of pixels.
func (v *visitor) wheel(pixels float64) {
	v.t.Helper()
	at := evaluate[target](v, `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2, square: "" }))(
		document.querySelector("#board").getBoundingClientRect())`)
	turn := func(p *input.DispatchMouseEventParams) { p.DeltaX, p.DeltaY = 1, pixels } // 0 is not sent, but wanted
	v.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseWheel, at.X, at.Y, turn))
}

// TestWheelAndKeysWalk goes through a game by the wheel, by keys and automatically, and checks that the page does not
// scroll.
func TestWheelAndKeysWalk(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+walked, 1000, 500).quiet()
	v.at(0)
	v.wheel(100)
	v.at(1)
	v.wheel(100)
	v.at(2)
	v.wheel(-100)
	v.at(1)
	if scrolled := evaluate[float64](v, `scrollY`); scrolled != 0 {
		t.Errorf("the page scrolled by %v", scrolled)
	}
	v.do(chromedp.KeyEvent(kb.End))
	v.at(3)
	v.do(chromedp.KeyEvent(kb.Home))
	v.at(0)
	evaluateAsync(v, `pillars.table.playTurn("d3d4").then(() => "")`)
	v.do(chromedp.KeyEvent(kb.ArrowDown))
	v.until(`pillars.table.game.at.turn === "a4b4" && !pillars.table.asking`)
	v.do(chromedp.KeyEvent(kb.ArrowUp))
	v.until(`pillars.table.game.at.turn === "d3d4" && !pillars.table.asking`)
	v.do(chromedp.KeyEvent(kb.Home))
	v.at(0)
	v.click("#to-auto")
	v.at(1)
	v.do(chromedp.KeyEvent("x"))
	v.until(`document.querySelector("#to-auto").getAttribute("aria-pressed") === "false"`)
	v.click("#to-auto")
	v.at(3)
	v.until(`document.querySelector("#to-auto").getAttribute("aria-pressed") === "false"`)
}

// think replaces the searches of the page by a JavaScript function of the question.
func (v *visitor) think(answer string) {
	v.t.Helper()
	evaluate[bool](v, `(pillars.engine.think = async (question, thought) => {
		(`+answer+`)(question, thought);
		return {};
	}, true)`)
}

// TestLinesHaveArrows checks that the best lines have arrows with their numbers, wider for better lines, and that only
// one arrow is shown while its line has the focus.
func TestLinesHaveArrows(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+stacks, 1280, 900).quiet()
	v.think(`(question, thought) => [[1, 0.4, "c3b3"], [2, 0.6, "c3c1"], [3, 0.5, "c3d3"]].forEach(
		([line, chance, turn]) => thought({ line, depth: 5, chance, turns: [turn], nodes: 1, speed: 1,
			ways: [[turn.slice(0, 2), turn.slice(2)]] }))`)
	v.click("#analysis-on")
	const arrows = `[...document.querySelectorAll(".arrows > .best, .arrows > .second, .arrows > .third")]
		.filter((g) => g.querySelector(".shaft")).map((g) => g.getAttribute("class")).join()`
	v.until(arrows + ` === "third,second,best"`)
	widths := evaluate[string](v, `[...document.querySelectorAll(".arrows :not(.trail) > .shaft")].map((p) =>
		Number(p.getAttribute("stroke-width"))).every((w, i, all) => !i || w > all[i - 1]) + ""`)
	if widths != "true" {
		t.Error("the better arrow is not the broader one")
	}
	numbers := `[...document.querySelectorAll(".arrows .rank text")].map((x) => x.textContent).join()`
	if got := evaluate[string](v, numbers); got != "3,2,1" {
		t.Errorf("the arrows have the numbers %s", got)
	}
	v.focus("#lines li:nth-child(2) button")
	v.until(arrows + ` === "second" && ` + numbers + ` === "2"`)
	v.click("#lines li:nth-child(1) button")
	v.until(`pillars.table.game.at.turn === "c3c1" || pillars.table.game.steps.join() === "c3c1" ||
		/c3c1/.test(document.querySelector("#message").textContent)`)
	bar := evaluate[string](v, `document.querySelector("#bar").textContent`)
	if !strings.Contains(bar, "White") || !strings.Contains(bar, "Red") {
		t.Errorf("the bar says %q", bar)
	}
}

// TestMistakesAreTriedAgain reviews a game with a planted mistake, goes through the graph by keys, and tries the turn
// again.
func TestMistakesAreTriedAgain(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+walked, 1280, 900).quiet()
	v.think(`(question, thought) => question.start ?
		thought({ number: 1, seat: 1, played: question.turns[0], best: "a1b1", chance: 0.6, after: 0.58, loss: 0.02 }) :
		question.turns.forEach((played, i) => thought({ number: i + 1, seat: i % 2, played,
			best: i === 1 ? "a1b1" : played, chance: 0.6, after: i === 1 ? 0.25 : 0.6, loss: i === 1 ? 0.35 : 0 }))`)
	v.click("#review")
	v.until(`document.querySelectorAll("#report .mistakes li").length === 1`)
	if got := evaluate[string](v, `[...document.querySelectorAll("#report tr")].map((row) =>
		[...row.children].map((one) => one.textContent).join()).join("; ")`); got !=
		"Seat,Accuracy,Mistakes,Blunders; White,100\u00a0%,0,0; Black,65\u00a0%,0,1" {
		t.Errorf("the accuracy is %q", got)
	}
	if got := v.text("#turns .blunder"); got != "1… Black c1c2 ??, blunder" {
		t.Errorf("the list says %q", got)
	}
	if got := evaluate[string](v, `[...document.querySelectorAll("#graph text")]
		.map((x) => x.textContent).join()`); !strings.HasPrefix(got, "100\u00a0%,50\u00a0%,0\u00a0%,0") {
		t.Errorf("the axes have %s", got)
	}
	v.inspect("review", 1280)
	v.focus("#graph .figure")
	v.do(chromedp.KeyEvent(kb.ArrowRight))
	v.at(1)
	v.do(chromedp.KeyEvent(kb.ArrowRight))
	v.at(2)
	if got := evaluate[string](v, `document.activeElement.getAttribute("aria-valuetext")`); got !=
		"1… Black c1c2, 75\u00a0%, blunder" {
		t.Errorf("the graph says %q", got)
	}
	v.click(`#report .mistakes .buttons button`)
	v.at(1)
	v.until(`/^Black to play: find a better turn/.test(document.querySelector("#trial").textContent)`)
	legal := evaluate[string](v, `pillars.table.view.legal.map((c) => c.step)
		.find((s) => !["c1c2", "a1b1"].includes(s))`)
	evaluateAsync(v, `pillars.table.step("`+legal+`").then(() => "")`)
	v.until(`document.querySelector("#trial").textContent === "` + legal +
		` is right: it loses 2\u00a0%, the turn of the game 35\u00a0%."`)
	v.click(`#report .mistakes .buttons button`)
	v.at(1)
	evaluateAsync(v, `pillars.table.step("c1c2").then(() => "")`)
	v.until(`/^c1c2 is no better/.test(document.querySelector("#trial").textContent)`)
	v.click(`#trial button:last-child`)
	v.until(`pillars.table.game.at.turn === "a1b1" || /a1b1/.test(document.querySelector("#message").textContent)`)
}

// TestReviewCanBeStopped stops a review, and checks that it says how far it came.
func TestReviewCanBeStopped(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+"#game=pit-of-pillars&o.size=8&turns=@c3+@b3@e5&mode=analyse", 1280, 900).quiet()
	evaluate[bool](v, `(document.querySelector("#analysis-player").value = "mcts", true)`)
	if !evaluate[bool](v, `((stop) => document.querySelector("#review").click() ||
		stop.checkVisibility() && (stop.click(), true))(document.querySelector("#review-stop"))`) {
		t.Error("the review cannot be stopped")
	}
	v.until(`/^The review stopped after [01] of 2 turns/.test(document.querySelector("#message").textContent)`)
	v.until(`!document.querySelector("#review").disabled && !document.querySelector("#review-stop").checkVisibility()`)
}

// TestPositionsAreEdited edits a position by clicks, makes an illegal one, which must be refused in words, and pastes
// one as text.
func TestPositionsAreEdited(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+"#game=pit-of-pillars&o.size=5&mode=analyse", 1280, 900).quiet()
	v.choose("#edit")
	v.until(`document.querySelector("#editor .palette")`)
	place := func(piece, square, want string) {
		t.Helper()
		v.click(`#editor [value="` + piece + `"]`)
		v.click(`#board [data-square="` + square + `"]`)
		v.until(`document.querySelector("#position-text").value.startsWith("` + want + ` ")`)
	}
	place("w", "c3", "x3/x5/x2,w,x2/x5/x3")
	place("r", "c3", "x3/x5/x2,wr,x2/x5/x3")
	place("R", "a2", "x3/x5/x2,wr,x2/R,x4/x3")
	place("x", "c3", "x3/x5/x2,w,x2/R,x4/x3")
	v.focus(`#board [data-square="e2"]`)
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(`document.querySelector("#board [data-square=e2]") && document.activeElement.dataset.square === "e2"`)
	v.inspect("editor", 1280)
	v.set(`#editor [name="field1"]`, "p")
	v.until(`document.querySelector("#position-wrong").textContent ===
		"Step p: the player has no pillar that can move."`)
	v.click("#position button")
	v.until(`document.activeElement.id === "position-text" && "editing" in document.body.dataset`)
	v.set(`#editor [name="field1"]`, "m")
	v.until(`document.querySelector("#position-wrong").textContent === ""`)
	v.click("#position button")
	v.until(`!("editing" in document.body.dataset) &&
		pillars.table.view.position.startsWith("x3/x5/x2,w,x2/R,x4/x3 w m") &&
		document.querySelector("#analysis").checkVisibility()`)
	if evaluate[bool](v, `document.querySelector("#position").checkVisibility()`) {
		t.Error("the text of the position is not folded")
	}
	v.click("#texts summary")
	paste := func(text string) {
		t.Helper()
		evaluate[bool](v, `document.querySelector("#texts").open = true`)
		v.set("#position-text", text)
		v.click("#position button")
	}
	paste("x2/x4/w,x2,r/x2 w m 0/0 - 9")
	v.until(`pillars.table.view.position === "x2/x4/w,x2,r/x2 w m 0/0 - 9"`)
	paste("x2/x4/w,x2,q/x2 w m 0/0 - 9")
	v.until(`/is neither empty/.test(document.querySelector("#position-wrong").textContent)`)
	if got := evaluate[string](v, `pillars.table.view.position`); got != "x2/x4/w,x2,r/x2 w m 0/0 - 9" {
		t.Errorf("the position is %s", got)
	}
}
