//go:build browser

package browser

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// nearWon is a position that White wins by b3c3.
const nearWon = `{ game: "pit-of-pillars", options: { size: "4" }, start: "x2/x,w,r,x/x4/x2 w m 0/0 - 10" }`

// play begins a game without the dialog. rules and seats are JavaScript expressions.
func (v *visitor) play(rules, seats string) {
	v.t.Helper()
	evaluateAsync(v, `pillars.pages.begin(`+rules+`, `+seats+`).then(() => "")`)
}

// step plays a step and waits for the answer.
func (v *visitor) step(text string) {
	v.t.Helper()
	evaluateAsync(v, `pillars.table.step("`+text+`").then(() => "")`)
}

// TestRefusalsAreToldAtTheBoard drags a stack to a square where it cannot go. It checks that the square shakes, that a
// sentence appears beside it until the next action and covers no destination, and that the board does not move.
func TestRefusalsAreToldAtTheBoard(t *testing.T) {
	t.Parallel()
	const box = `JSON.stringify(document.querySelector("#board").getBoundingClientRect())`
	for _, width := range []int64{360, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			v := visit(t, served(t)+stacks, width, 740)
			v.quiet()
			before := evaluate[string](v, box)
			evaluate[bool](v, `(pillars.table.board.animated = true, globalThis.shaken = "",
				Element.prototype.animate = function (frames) {
					if (frames[1]?.translate) shaken = this.dataset.square;
					return { finished: Promise.resolve() };
				}, true)`)
			v.drag(mouse, "c3", "b4")
			v.until(`document.querySelector(".bubble[role=status]").textContent.includes("b4") &&
				shaken === "b4"`)
			v.near("b4")
			covered := evaluate[string](v, `((bubble) =>
				[...document.querySelectorAll("#board .can")].filter((cell) => {
				const box = cell.querySelector("rect").getBoundingClientRect();
				return box.left < bubble.right - 1 && box.right > bubble.left + 1 && box.top < bubble.bottom - 1 &&
					box.bottom > bubble.top + 1;
			}).map((cell) => cell.dataset.square).join())(document.querySelector(".bubble").getBoundingClientRect())`)
			if covered != "" {
				t.Errorf("the sentence covers %s", covered)
			}
			if got := evaluate[string](v, box); got != before {
				t.Errorf("the board has moved from %s to %s", before, got)
			}
			v.do(chromedp.KeyEvent(kb.Shift))
			v.until(`!document.querySelector(".bubble").textContent && !document.querySelector("#board .refused")`)
		})
	}
}

// TestRefusalsStandBesideTheSquare checks that the sentence about each square of a board is within the window and
// beside the square.
func TestRefusalsStandBesideTheSquare(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int64{{360, 740}, {1280, 800}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			v := visit(t, served(t)+stacks, size[0], size[1])
			v.quiet()
			evaluate[bool](v, `(pillars.table.board.animated = false, true)`)
			for _, square := range strings.Fields(evaluate[string](v,
				`pillars.table.view.squares.map((one) => one.name).join(" ")`)) {
				evaluate[bool](v, `(pillars.table.board.tell("`+square+
					`", "A stack moves straight, one square for each man that moves."), true)`)
				v.near(square)
			}
		})
	}
}

// near checks that the sentence shown is within the window, near a square and not over it.
func (v *visitor) near(square string) {
	v.t.Helper()
	if got := evaluate[string](v, `((cell, bubble) => {
		const across = Math.max(cell.left - bubble.right, bubble.left - cell.right);
		const down = Math.max(cell.top - bubble.bottom, bubble.top - cell.bottom);
		return bubble.left < 0 || bubble.right > innerWidth || bubble.top < 0 || bubble.bottom > innerHeight
			? "out of the window" : across < 0 && down < 0 ? "over the square"
			: across > 14 || down > 14 ? "far from the square" : "";
	})(document.querySelector('[data-square="`+square+`"] rect').getBoundingClientRect(),
		document.querySelector(".bubble").getBoundingClientRect())`); got != "" {
		v.t.Errorf("%s: the sentence is %s", square, got)
	}
}

// TestTheBoardNeverJumps plays ten turns and checks that nothing around the board moves.
func TestTheBoardNeverJumps(t *testing.T) {
	t.Parallel()
	const top = `document.querySelector("#board").getBoundingClientRect().top + scrollY`
	for _, width := range []int64{360, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			v := visit(t, served(t), width, 740)
			v.play(`{ game: "pit-of-pillars", options: { size: "6" } }`, `["person", "random"]`)
			evaluate[bool](v, `(globalThis.shifts = [], new PerformanceObserver((list) =>
				list.getEntries().forEach((e) => e.sources.forEach(({ node }) => {
					if (node?.parentElement?.closest("#boarding")) shifts.push(node.id);
				}))).observe({ type: "layout-shift" }), true)`)
			at := evaluate[float64](v, top)
			for range 10 {
				evaluateAsync(v, `(async () => {
					const { table } = pillars, turns = table.game.path().length;
					while (table.game.path().length === turns) await table.step(table.view.legal[0].step);
					await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
					return "";
				})()`)
			}
			if got := evaluate[string](v, `shifts.join(" ")`); got != "" {
				t.Errorf("these shift: %s", got)
			}
			if got := evaluate[float64](v, top); got != at {
				t.Errorf("the board has moved from %f to %f", at, got)
			}
		})
	}
}

// TestOnlyChangedSquaresAreDrawn plays a step and takes it back. It checks that squares which look the same are still
// the same elements, without the marks of an earlier view.
func TestOnlyChangedSquaresAreDrawn(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 740)
	v.play(`{ game: "pilastri", options: { size: "6" } }`, `["person", "person"]`)
	for _, act := range []string{`table.step(table.view.legal[0].step)`, `table.undoStep()`} {
		got := evaluateAsync(v, `(async () => {
			const { table } = pillars, looks = (cell) => [...cell.children].map((x) => x.outerHTML).join();
			const all = () => [...document.querySelectorAll("#board [data-square]")];
			const before = new Set(all());
			await `+act+`;
			const drawn = all().filter((cell) => !before.has(cell)).length;
			const fresh = new DOMParser().parseFromString(table.view.picture, "text/html");
			const wrong = all().filter((cell) =>
				looks(cell) !== looks(fresh.querySelector("[data-square=" + cell.dataset.square + "]")));
			return [drawn, wrong.length, document.querySelectorAll("#board :is(.lifted, .over, .rest)").length].join();
		})()`)
		if got != "2,0,0" {
			t.Errorf("%s: squares drawn, wrong, marked: %s, want 2,0,0", act, got)
		}
	}
}

// TestOnlyTheMenThatMoveAreLifted carries a stack over squares at different distances, and checks that only the men
// that would move there are lifted.
func TestOnlyTheMenThatMoveAreLifted(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+stacks, 1280, 900)
	v.quiet()
	from, near, far := v.middle("c3"), v.middle("d3"), v.middle("c1")
	mouse(v, "press", from)
	v.until(`document.querySelectorAll("#board .can").length`) // at once
	mouse(v, "move", near)
	v.until(`document.querySelector("#board .ghost .number").textContent === "1" &&
		document.querySelector("#board .over").dataset.square === "d3"`)
	mouse(v, "move", far)
	v.until(`document.querySelector("#board .ghost .number").textContent === "2" &&
		document.querySelector('[data-square="c3"] .rest .face.red')`)
	v.do(chromedp.KeyEvent(kb.Shift))
	mouse(v, "release", from)
	v.until(`document.querySelector("#board") && !document.querySelector("#board .ghost")`)
}

// TestAChoiceIsAskedForAtTheBoard drops a stack where two or three men can go, and chooses the number at the board.
func TestAChoiceIsAskedForAtTheBoard(t *testing.T) {
	t.Parallel()
	const start = "x6/x8/x2,w3,x2,b2,x2/x8/x4,w3,x3/x,b4,x6/x8/x6+1+m+1+0+9"
	v := visit(t, served(t)+"#game=pylyx&o.size=8&mode=analyse&start="+start, 360, 740)
	v.quiet()
	v.drag(mouse, "c6", "c4")
	v.until(`document.querySelectorAll("#board #choices [data-digit]").length === 2`)
	if evaluate[bool](v, `((board, asked) => asked.left < board.left || asked.right > board.right ||
		asked.bottom > board.bottom)(
		...["#board", "#choices"].map((x) => document.querySelector(x).getBoundingClientRect()))`) {
		t.Error("the buttons leave the board")
	}
	v.click(`#choices [aria-label="Cancel"]`)
	v.until(`!document.querySelector("#board #choices, #board .chosen, #board .sliding, #board .lifted")`)
	v.drag(mouse, "c6", "c4")
	v.click(`#board #choices [data-digit="1"]`)
	v.until(`pillars.table.game.at.turn === "2c6c4"`)
}

// TestASecondFingerCancels puts a second finger on the board while the first one carries a stack, which must cancel the
// drag.
func TestASecondFingerCancels(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+stacks, 360, 740)
	v.quiet()
	from, to := v.middle("c3"), v.middle("c1")
	touches := func(kind input.DispatchTouchEventType, at ...target) {
		t.Helper()
		points, ids := []*input.TouchPoint{}, []float64{0, 1}
		for i, one := range at {
			points = append(points, &input.TouchPoint{X: one.X, Y: one.Y, ID: &ids[i]})
		}
		v.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := chromedp.Call(ctx, input.DispatchTouchEvent,
				input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
			return err
		}))
	}
	touches("touchStart", from)
	touches("touchMove", to)
	v.until(`document.querySelector("#board .ghost")`)
	touches("touchStart", to, v.middle("a3"))
	v.until(`!document.querySelector("#board .ghost, #board .lifted")`)
	touches("touchEnd")
	if got := evaluate[int](v, `pillars.table.game.steps.length`); got != 0 {
		t.Errorf("%d steps were played", got)
	}
}

// TestCapturesAreCounted checks that the number of captured men appears at their square.
func TestCapturesAreCounted(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+stacks, 1280, 900)
	v.quiet()
	evaluate[bool](v, `(pillars.table.board.animated = true, globalThis.taken = [], new MutationObserver((all) =>
		all.forEach((m) => m.addedNodes.forEach((n) => n.classList?.contains("taken") && taken.push(n.textContent))))
		.observe(document.querySelector("#board"), { childList: true, subtree: true }), true)`)
	v.step("c3c1")
	if got := evaluate[string](v, `taken.join()`); got != "−2" {
		t.Errorf("the board counts %q", got)
	}
}

// TestTheEndIsAPanel wins a game, and checks that the panel says so once, and offers the next level, a rematch and the
// other side.
func TestTheEndIsAPanel(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 360, 740)
	end := func() {
		t.Helper()
		v.step("b3c3")
		v.until(`document.querySelector("#end-title")?.textContent === "You win as White"`)
	}
	begun := func(seats string) {
		t.Helper()
		v.until(`!document.querySelector("#end") && pillars.table.seats.join() === "` + seats + `"`)
	}
	v.play(nearWon, `["person", "practice:level=3"]`)
	end()
	if got := evaluate[string](v, `document.activeElement.id`); got != "end" {
		t.Errorf("the focus is on %q", got)
	}
	v.inspect("end", 360)
	if evaluate[bool](v, `document.querySelector("#end").getBoundingClientRect().top <
		document.querySelector("#board").getBoundingClientRect().bottom`) {
		t.Error("the panel hides the board")
	}
	v.click("#new")
	v.until(`document.querySelector("#new-seats select [value='practice:level=4']:checked")`)
	v.click(`#new-game [value="cancel"]`)
	v.pressAtEnd("Play level 4")
	begun("person,practice:level=4")
	end()
	v.pressAtEnd("Rematch")
	begun("person,practice:level=4")
	end()
	v.click(`#end [aria-label="Close"]`)
	v.until(`!document.querySelector("#end")`)
	v.do(chromedp.Reload())
	v.until(`globalThis.pillars?.table.view?.result`)
	if got := evaluate[string](v, `document.querySelector("#end p").textContent + document.activeElement.id`); got !=
		"Red controls no stack, after 1 turn." {
		t.Errorf("a game that was over before says %q", got)
	}
	v.play(nearWon, `["person", "person"]`)
	v.step("b3c3")
	v.until(`document.querySelector("#end-title")?.textContent === "White wins"`)
	v.play(nearWon, `["practice:level=10", "person"]`)
	v.until(`document.querySelector("#end-title")?.textContent === "White (level 10) wins"`)
	v.pressAtEnd("Swap sides")
	begun("person,practice:level=10")
}

// TestSoundWaitsForAPerson checks that there is no sound before the person's first step.
func TestSoundWaitsForAPerson(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	evaluate[bool](v, `(globalThis.contexts = 0, globalThis.AudioContext = class extends AudioContext {
		constructor() { super(); contexts++; }
	}, true)`)
	v.play(`{ game: "pilastri", options: { size: "4" } }`, `["random", "person"]`)
	v.until(`document.body.dataset.state === "yours"`)
	if got := evaluate[int](v, `contexts`); got != 0 {
		t.Error("the opponent's first move makes a sound")
	}
	v.step(evaluate[string](v, `pillars.table.view.legal[0].step`))
	if got := evaluate[int](v, `contexts`); got != 1 {
		t.Errorf("%d contexts are made after a move of a person", got)
	}
}
