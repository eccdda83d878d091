//go:build browser

package browser

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// stacks is a position with stacks to move, White to act.
const stacks = "#game=pit-of-pillars&o.size=5&start=x3/x,r,x3/w,x,rww,x2/x,w,x3/x,rr,x+w+m+0/0+-+14&mode=analyse"

// A hand is a mouse or a finger: it presses, moves to or releases a place.
type hand func(v *visitor, does string, at target)

func mouse(v *visitor, does string, at target) {
	v.t.Helper()
	v.do(chromedp.MouseEvent(map[string]input.DispatchMouseEventType{"press": "mousePressed", "move": "mouseMoved",
		"release": "mouseReleased"}[does], at.X, at.Y, chromedp.Button("left"), chromedp.ClickCount(1)))
}

func finger(v *visitor, does string, at target) {
	v.t.Helper()
	points := []*input.TouchPoint{{X: at.X, Y: at.Y}}
	if does == "release" {
		points = []*input.TouchPoint{}
	}
	v.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{
			Type: map[string]input.DispatchTouchEventType{"press": "touchStart", "move": "touchMove",
				"release": "touchEnd"}[does], TouchPoints: points})
		return err
	}))
}

// middle returns the middle of a square on the screen.
func (v *visitor) middle(square string) target {
	v.t.Helper()
	return evaluate[target](v, `((b) => ({ x: b.x + b.width / 2, y: b.y + b.height / 2, square: "`+square+`" }))(
		document.querySelector('[data-square="`+square+`"]').getBoundingClientRect())`)
}

func (v *visitor) drag(by hand, from, to string) {
	v.t.Helper()
	a, b := v.middle(from), v.middle(to)
	by(v, "press", a)
	by(v, "move", target{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2})
	by(v, "move", b)
	v.until(`document.querySelector("#board .ghost")`)
	by(v, "release", b)
	v.until(`!document.querySelector("#board .ghost")`)
}

// TestStacksAreDragged drags a stack to a square where it can go, to one where it cannot, and back to its own.
func TestStacksAreDragged(t *testing.T) {
	t.Parallel()
	for name, by := range map[string]hand{"mouse": mouse, "touch": finger} {
		t.Run(name, func(t *testing.T) {
			v := visit(t, served(t)+stacks, 360, 740)
			evaluate[bool](v, `document.querySelector("#analysis-on").click() || true`)
			before := evaluate[string](v, `pillars.table.view.position`)
			v.drag(by, "c3", "b4")
			v.until(`document.querySelector(".bubble").textContent.includes("b4 is on neither from c3")`)
			if name == "mouse" { // a finger on what cannot move scrolls the page
				v.drag(by, "b4", "b5")
				v.until(`document.querySelector(".bubble").textContent &&
					document.querySelector(".refused").dataset.square === "b5"`)
			}
			from := v.middle("c3")
			by(v, "press", from)
			by(v, "move", target{X: from.X + 15, Y: from.Y})
			by(v, "release", from)
			v.until(`!document.querySelector("#board .ghost, #board .lifted")`)
			if got := evaluate[string](v, `pillars.table.view.position + pillars.table.game.steps`); got != before {
				t.Errorf("steps that are not legal lead to %s", got)
			}
			v.drag(by, "c3", "c1")
			v.until(`pillars.table.game.steps.join() === "c3c1" && document.body.dataset.state === "yours"`)
		})
	}
}

// TestStacksArePeekedAt checks that the layers of a stack are shown, the highest first, under the pointer, with the
// keyboard focus and after a long touch, which must choose nothing; for a single piece none are shown.
func TestStacksArePeekedAt(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+stacks, 360, 740)
	const peek = `(document.querySelector("#peek").hidden ? "" :
		[...document.querySelectorAll("#peek li")].map((x) => x.textContent).join())`
	seen := func(how, want string) {
		t.Helper()
		v.until(peek + ` === "` + want + `"`)
		if wide := evaluate[int](v, `document.documentElement.scrollWidth`); wide > 360 {
			t.Errorf("%s: the picture makes the page %d pixels wide", how, wide)
		}
	}
	mouse(v, "move", v.middle("a3"))
	seen("mouse on one man", "")
	v.until(`document.querySelector("#stack").textContent === "a3: white man"`)
	v.do(chromedp.MouseEvent("mouseMoved", v.middle("c3").X, v.middle("c3").Y))
	seen("mouse", "2 white,red")
	v.do(chromedp.MouseEvent("mouseMoved", 180, 730))
	seen("mouse elsewhere", "")
	v.focus(`[data-square="b3"]`)
	v.do(chromedp.KeyEvent(kb.ArrowRight))
	seen("keyboard", "2 white,red")
	v.do(chromedp.KeyEvent(kb.ArrowRight))
	seen("keyboard elsewhere", "")
	finger(v, "press", v.middle("c3"))
	seen("touch", "2 white,red")
	finger(v, "release", v.middle("c3"))
	if got := evaluate[int](v, `document.querySelectorAll("#board .chosen").length`); got != 0 {
		t.Errorf("a long touch chooses %d squares", got)
	}
	v.do(chromedp.TapXY(v.middle("a3").X, v.middle("a3").Y))
	seen("touch elsewhere", "")
}

// TestNothingMovesUnlessWished checks that there is no animation if the visitor prefers reduced motion or has switched
// it off.
func TestNothingMovesUnlessWished(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+stacks, 1280, 900)
	evaluate[bool](v, `(globalThis.moved = 0, Element.prototype.animate = () => {
		moved++; return { finished: Promise.resolve() }; }, true)`)
	play := func(animated bool) int {
		t.Helper()
		evaluate[bool](v, fmt.Sprintf(`((box) => { if (box.checked !== %v) box.click(); moved = 0;
			pillars.table.board.animated = box.checked; return true; })(
			document.querySelector("#set-animation"))`, animated))
		evaluateAsync(v, `pillars.table.goTo(pillars.table.game.root).then(() => pillars.table.step("c3c1"))
			.then(() => "")`)
		return evaluate[int](v, `moved`)
	}
	if got := play(true); got == 0 {
		t.Error("a capture is not shown")
	}
	if got := play(false); got != 0 {
		t.Errorf("switched off, %d parts move", got)
	}
	v.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
		return err
	}))
	if got := play(true); got != 0 {
		t.Errorf("with little motion, %d parts move", got)
	}
}
