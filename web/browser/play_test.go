//go:build browser

package browser

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"pillars/web/host"
	"pillars/web/server"
)

// begin starts a game through the dialog, as people do.
func (v *visitor) begin(game string, options map[string]string, seats ...string) {
	v.t.Helper()
	v.run(`globalThis.seen = pillars.table.view`)
	v.click("#new")
	v.set("#new-choice", game)
	for name, value := range options {
		field := fmt.Sprintf(`#new-game [name=%q]`, name)
		v.until(`document.querySelector(` + quoted(field) + `)`)
		v.set(field, value)
	}
	v.until(fmt.Sprintf(`document.querySelectorAll("#new-seats select").length === %d`, len(seats)))
	for i, seat := range seats {
		label := fmt.Sprintf(`#new-seats label:nth-child(%d) `, i+1)
		v.set(label+"select", "other")
		v.set(label+"input", seat)
	}
	v.click("#new-ok")
	v.until(`!document.querySelector("#new-game").open && pillars.table.view !== seen &&
		document.body.dataset.state !== "waiting"`)
}

// play begins a game without the dialog. rules and seats are JavaScript expressions.
func (v *visitor) play(rules, seats string) {
	v.t.Helper()
	v.wait(`pillars.pages.begin(` + rules + `, ` + seats + `)`)
}

// step plays a step and waits for the answer.
func (v *visitor) step(text string) {
	v.t.Helper()
	v.wait(`pillars.table.step(` + quoted(text) + `)`)
}

// turned waits until some turns are played and the visitor is to act.
func (v *visitor) turned(turns string) {
	v.t.Helper()
	v.until(yours + ` && pillars.table.game.path().map((n) => n.turn).join(" ") === ` + quoted(turns))
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

// playOut plays until the game is over. It calls press with each element to be pressed.
func (v *visitor) playOut(press func(target)) {
	v.t.Helper()
	v.run(`globalThis.pressed = 0, ["click", "keydown"].map((type) =>
		addEventListener(type, () => { pressed++; }, true))`)
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
	v.t.Fatalf("the game is not over after %d presses", most)
}

// TestPlay plays a whole game of each kind: by mouse, by keys, by touch, from a server and from the file.
func TestPlay(t *testing.T) {
	t.Parallel()
	mouse := func(v *visitor, at target) { v.do(chromedp.MouseClickXY(at.X, at.Y)) }
	touch := func(v *visitor, at target) { v.do(chromedp.TapXY(at.X, at.Y)) }
	keys := func(v *visitor, at target) {
		if at.Square == "" {
			v.do(chromedp.KeyEvent("1"))
			return
		}
		v.focus(`[data-square="` + at.Square + `"]`)
		v.do(chromedp.KeyEvent(kb.Enter))
	}
	for _, one := range []struct {
		game    string
		options map[string]string
		address func(*testing.T) string
		width   int64
		press   func(*visitor, target)
	}{
		{"pit-of-pillars", map[string]string{"size": "4"}, served, 1280, keys},
		{"pilastri", map[string]string{"size": "4"}, served, 360, touch},
		{"pylyx", map[string]string{"size": "6"}, file, 1280, mouse},
		{"pit", map[string]string{"board": "1...o/...../o...2"}, file, 1280, mouse},
	} {
		t.Run(one.game, func(t *testing.T) {
			t.Parallel()
			v := visit(t, one.address(t), one.width, 800)
			v.begin(one.game, one.options, "person", "random")
			v.focus(`#board [tabindex="0"]`)
			v.do(chromedp.KeyEvent(kb.ArrowRight))
			v.until(`document.activeElement.dataset.square`)
			v.inspect(one.game)
			v.playOut(func(at target) { one.press(v, at) })
		})
	}
}

// TestServerGoes stops the server in the middle of a game, and checks that the failed step can be played when the
// server is back, that a hint is given, and that a turn can be taken back.
func TestServerGoes(t *testing.T) {
	t.Parallel()
	none := server.Config{Database: filepath.Join(t.TempDir(), "none.db")}
	address, stop := serve(t, "127.0.0.1:0", none)
	v := visit(t, "http://"+address+"/", 1280, 900)
	v.play(`{ game: "pit-of-pillars", options: { size: "5" } }`, `["person", "random"]`)
	v.refused.Store(true)
	stop()
	v.click(`[data-square="c3"]`)
	v.reads("#message", "server does not answer")
	v.turned("")
	serve(t, address, none)
	v.click("#message button")
	v.until(yours + ` && pillars.table.game.path().length === 2`)
	v.click("#hint")
	v.until(`document.querySelector("#message details")`)
	v.click("#undo")
	v.turned("")
}

// TestHostsAgree asks the engine in the page, which is WebAssembly, and package host directly for 100 decisions with
// equal node limits.
func TestHostsAgree(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t), 800, 600)
	for _, game := range []string{"pit-of-pillars", "pilastri", "pylyx", "pit"} {
		for _, player := range []string{"alphabeta:nodes=1500", "mcts:nodes=150", "practice:level=5", "greedy",
			"uct:nodes=60"} {
			for seed := range 5 {
				question := fmt.Sprintf(`{"do":"decide","game":%q,"player":%q,"seed":%d}`, game, player, seed)
				native, err := new(host.Host).Answer(t.Context(), []byte(question), func(any) {})
				if err != nil {
					t.Fatal(err)
				}
				differs := v.answer(`pillars.engine.think(` + question + `).then((page) => {
					const program = ` + quoted(native) + `;
					return ["turn", "nodes", "depth", "turns"].filter((one) => page[one] === undefined ||
						String(page[one]) !== String(program[one])).join();
				})`)
				if differs != "" {
					t.Errorf("%s: the page decides by another %s than %s", question, differs, quoted(native))
				}
			}
		}
	}
}

// TestTurnedBoard checks that each square and its barriers are where a person on the other side of the board sees them.
func TestTurnedBoard(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t), 360, 740)
	got := v.answer(`import("pillars/drawn.js").then(({ Drawn }) => [false, true].map((turned) => {
		const squares = ["a1", "b1", "a2", "b2", "a3", "b3"].map((name) =>
			({ name, words: "", walls: name === "a1" ? "ne" : "" }));
		const { board } = new Drawn({ files: 2, ranks: 3, squares }, turned);
		const walls = [...board.querySelectorAll(".barrier")];
		return [board.querySelector("[data-square=a1]").getAttribute("transform"),
			...walls.map((wall) => ["x", "y"].map((at) => wall.getAttribute(at)).join())].join(" ");
	}).join("; "))`)
	if want := "translate(0 120) 0,116 56,120; translate(60 0) 60,56 56,0"; got != want {
		t.Errorf("a1 and its barriers are at %s, not %s", got, want)
	}
}
