//go:build browser

package browser

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"pillars/web/host"
)

// small lists short games, as the dialog asks for them.
var small = []struct {
	game    string
	options map[string]string
}{
	{"pit-of-pillars", map[string]string{"size": "4"}},
	{"pilastri", map[string]string{"size": "4"}},
	{"pylyx", map[string]string{"size": "6"}},
	{"pit", map[string]string{"board": "1...o/...../o...2"}},
}

// next returns an element that can be pressed now, and its place: a button of a choice, an edge for a barrier, or a
// square. A number chooses among them, so that a test plays the same game every time.
const next = `((n) => {
  if (document.body.dataset.state !== "yours") return null;
  const can = [...document.querySelectorAll(
    "#choices button:not(.quiet):not([aria-pressed]), #board .edge, #board .can")];
  if (!can.length) return null;
  const one = can[n %% can.length];
  one.scrollIntoView({ block: "nearest" });
  const box = one.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, square: one.dataset.square ?? "" };
})(%d)`

type target struct {
	X, Y   float64
	Square string
}

// playOut plays until the game is over. It calls press with each element to be pressed.
func (v *visitor) playOut(press func(target)) {
	v.t.Helper()
	const most = 2000
	for n := range most {
		v.until(`document.body.dataset.state !== "waiting"`)
		if evaluate[string](v, `document.body.dataset.state`) == "over" {
			return
		}
		if at := evaluate[*target](v, fmt.Sprintf(next, (n+1)*7919)); at != nil {
			before := evaluate[int](v, `pressed`)
			press(*at)
			v.until(fmt.Sprintf(`pressed > %d`, before))
		}
	}
	v.t.Fatalf(
		"the game is not over after %d presses: %s",
		most,
		evaluate[string](v, `document.querySelector("#status").textContent`),
	)
}

// TestGamesByMouse plays a whole game of each kind with the mouse.
func TestGamesByMouse(t *testing.T) {
	t.Parallel()
	for _, one := range small {
		t.Run(one.game, func(t *testing.T) {
			v := visit(t, file(t), 1280, 900)
			v.begin(one.game, one.options, "person", "random")
			v.playOut(func(at target) { v.do(chromedp.MouseClickXY(at.X, at.Y)) })
			t.Log(evaluate[string](v, `document.querySelector("#status").textContent`))
		})
	}
}

// TestGameByKeyboard plays a whole game without the mouse. It sets the focus directly on a square, which arrow keys
// would also reach, presses it by Enter, and presses buttons by digits.
func TestGameByKeyboard(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	v.begin("pit-of-pillars", map[string]string{"size": "4"}, "person", "random")
	v.focus(`#board [tabindex="0"]`)
	v.do(chromedp.KeyEvent(kb.ArrowRight))
	if at := evaluate[string](v, `document.activeElement.dataset.square ?? ""`); at == "" {
		t.Error("an arrow key loses the focus")
	}
	v.playOut(func(at target) {
		if at.Square == "" {
			v.do(chromedp.KeyEvent("1"))
			return
		}
		v.focus(`[data-square="` + at.Square + `"]`)
		v.do(chromedp.KeyEvent(kb.Enter))
	})
}

// TestGameByTouch plays a whole game on a telephone.
func TestGameByTouch(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 360, 740)
	v.begin("pilastri", map[string]string{"size": "4"}, "person", "random")
	v.playOut(func(at target) { v.do(chromedp.TapXY(at.X, at.Y)) })
	if wide := evaluate[int](v, `document.documentElement.scrollWidth`); wide > 360 {
		t.Errorf("the page is %d pixels wide on a screen of 360", wide)
	}
}

// TestHostsAgree asks both hosts, and package host directly, for 100 decisions with equal node limits.
func TestHostsAgree(t *testing.T) {
	t.Parallel()
	pages := map[string]*visitor{"file": visit(t, file(t), 800, 600), "server": visit(t, served(t), 800, 600)}
	questions := []string{}
	for _, game := range []string{"pit-of-pillars", "pilastri", "pylyx", "pit"} {
		for seed := range 5 {
			for _, player := range []string{"alphabeta:nodes=1500", "mcts:nodes=150", "practice:level=5", "greedy",
				"uct:nodes=60"} {
				questions = append(
					questions,
					fmt.Sprintf(`{"do":"decide","game":%q,"player":%q,"seed":%d}`, game, player, seed),
				)
			}
		}
	}
	for _, question := range questions {
		native, err := new(host.Host).Answer(t.Context(), []byte(question), func(any) {})
		if err != nil {
			t.Fatal(err)
		}
		var want struct {
			Turn  string
			Nodes uint64
			Score string
		}
		text, _ := json.Marshal(native)
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		for name, v := range pages {
			got := evaluateAsync(
				v,
				`pillars.engine.think(`+question+`).then((d) => [d.turn, d.nodes, d.score].join(" "))`,
			)
			if is := fmt.Sprintf("%s %d %s", want.Turn, want.Nodes, want.Score); got != is {
				t.Errorf("%s: the %s says %q, the program %q", question, name, got, is)
			}
		}
	}
}

func (v *visitor) focus(selector string) {
	v.t.Helper()
	name, _ := json.Marshal(selector)
	evaluate[bool](v, `document.querySelector(`+string(name)+`).focus() || true`)
}

func evaluateAsync(v *visitor, expression string) string {
	v.t.Helper()
	value, err := chromedp.Run(v.ctx, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		v.t.Fatalf("%s: %v", expression, err)
	}
	return value
}
