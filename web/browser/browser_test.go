//go:build browser

// Package browser tests the page in Chromium, as people use it: one script for each thing that a person comes to do.
// The tests need Chromium, which Debian also packages without windows as chromium-headless-shell, the page in one file,
// which the variable PILLARS_PAGE names, and axe-core, whose file PILLARS_AXE names. The script .ci/run provides all.
package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// shared is a browser for all tests. Each visitor has a window and a profile of its own.
var shared = sync.OnceValue(func() context.Context {
	program := "chromium"
	if shell, err := exec.LookPath("chromium-headless-shell"); err == nil { // without windows it is faster
		program = shell
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.ExecPath(program), chromedp.Flag("disable-background-networking", true))
	allocator, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator)
	if err := chromedp.Do(ctx); err != nil {
		panic(err)
	}
	return ctx
})

func TestMain(m *testing.M) {
	code := m.Run()
	if err := chromedp.Cancel(shared()); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// elsewhere is an address that scripts of tests ask for. Browsers announce requests even if they refuse them.
const elsewhere = "https://example.org/"

// visitor is a browser that shows the page. It fails the test on every error on the console, and on every request to an
// address other than the page's own.
type visitor struct {
	t             *testing.T
	ctx           context.Context
	width, height int64
	refused       atomic.Bool // the browser may say that it refuses or cannot load something
}

// visit opens a page and waits for a board to play on.
func visit(t *testing.T, address string, width, height int64) *visitor {
	t.Helper()
	return open(t, address, width, height).settled()
}

// open visits a page without waiting for a board.
func open(t *testing.T, address string, width, height int64) *visitor {
	t.Helper()
	return enter(t, shared(), address, width, height, chromedp.WithNewBrowserContext())
}

// beside opens a page in another tab of the visitor's browser.
func (v *visitor) beside(address string) *visitor {
	return enter(v.t, v.ctx, address, v.width, v.height).settled()
}

func enter(t *testing.T, browser context.Context, address string, width, height int64,
	options ...chromedp.ContextOption) *visitor {
	t.Helper()
	ctx, leave := chromedp.NewContext(browser, options...)
	t.Cleanup(leave)
	ctx, cancel := context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	v := &visitor{t: t, ctx: ctx, width: width, height: height}
	own := regexp.MustCompile(`[?#].*`).ReplaceAllString(address, "")
	inFront := func(ctx context.Context, _ *chromedp.Target) error { // as if each page were in front
		_, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled,
			emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return err
	}
	v.do(chromedp.EmulateViewport(width, height), media("light"), chromedp.Func(inFront))
	if err := chromedp.Listen(ctx, func(event any) {
		sent, is := event.(*network.EventRequestWillBeSent)
		if !is || v.refused.Load() && sent.Request.URL == elsewhere {
			return
		}
		to := sent.Request.URL
		if !strings.HasPrefix(to, own) && !strings.HasPrefix(to, "data:") && !strings.HasPrefix(to, "blob:") {
			t.Errorf("the page asks for %s", to)
		}
	}); err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	t.Cleanup(func() { cancel(); <-read }) // nothing fails a test that is over
	go func() {
		defer close(read)
		for message, err := range chromedp.Console(ctx) {
			if err != nil {
				return
			}
			text := fmt.Sprint(message)
			if v.refused.Load() && (strings.Contains(text, "Failed to load resource") ||
				strings.Contains(text, "Content Security Policy")) {
				continue
			}
			if strings.Contains(strings.ToLower(text), "error") {
				t.Errorf("console: %s", text)
			}
		}
	}()
	v.do(chromedp.Navigate(address))
	return v
}

// media sets the colours that the reader prefers, and that nothing moves: a text that fades in has no contrast yet.
func media(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme},
				{Name: "prefers-reduced-motion", Value: "reduce"}}})
		return err
	})
}

// settled waits for a board to play on. From the start screen it continues the last game or, if there is none, begins
// one.
func (v *visitor) settled() *visitor {
	v.t.Helper()
	v.until(`document.querySelector("#board [data-square]") && document.body.dataset.state ||
		document.querySelector("#cards svg")`)
	if evaluate[bool](v, `document.body.dataset.shown === "home"`) {
		v.run(`(document.querySelector("#continue button") ?? document.querySelector("#cards button")).click()`)
	}
	v.until(`document.querySelector("#board [data-square]") && document.body.dataset.state`)
	v.run(`pillars.table.board.animated = false`) // tests do not watch
	return v
}

// reload loads the page again and waits until it shows what it showed.
func (v *visitor) reload() {
	v.t.Helper()
	v.do(chromedp.Reload())
	v.until(`globalThis.pillars?.table.view && document.body.dataset.state !== "waiting" ||
		document.querySelector("#cards svg, #rules-text h2, #runs > *")`)
	v.run(`pillars.table.board.animated = false`)
}

func (v *visitor) do(actions ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	if err := chromedp.Do(v.ctx, actions...); err != nil {
		v.t.Fatal(err)
	}
}

// until waits for an expression to be true.
func (v *visitor) until(expression string) {
	v.t.Helper()
	long := chromedp.WithPollingTimeout(2 * time.Minute) // for a busy machine
	if _, err := chromedp.Run(v.ctx, chromedp.Poll[bool]("Boolean("+expression+")", long)); err != nil {
		v.t.Fatalf("waiting for %s: %v", expression, err)
	}
}

// reads waits until an element has a text with all of the given words.
func (v *visitor) reads(selector string, words ...string) {
	v.t.Helper()
	v.until(`((text) => ` + quoted(words) + `.every((one) => text?.includes(one)))(
		document.querySelector(` + quoted(selector) + `)?.textContent.replaceAll("\u00a0", " "))`)
}

func evaluate[A any](v *visitor, expression string) A {
	v.t.Helper()
	value, err := chromedp.Run(v.ctx, chromedp.Evaluate[A](expression))
	if err != nil {
		v.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// run evaluates expressions, separated by commas, for their effect.
func (v *visitor) run(expressions string) {
	v.t.Helper()
	evaluate[bool](v, "("+expressions+", true)")
}

// answer evaluates an expression and waits for the text that it promises.
func (v *visitor) answer(expression string) string {
	v.t.Helper()
	value, err := chromedp.Run(v.ctx, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		v.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// wait waits for a promise to be kept.
func (v *visitor) wait(promise string) {
	v.t.Helper()
	v.answer(`(` + promise + `).then(() => "")`)
}

// quoted returns a value as JavaScript.
func quoted(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// target is the middle of an element on the screen and, if it belongs to a square, its name.
type target struct {
	X, Y   float64
	Square string
}

// middle scrolls to an element, if necessary, and returns its middle once that is the same in two frames: a late answer
// above the element would move it away from a click.
func (v *visitor) middle(selector string) target {
	v.t.Helper()
	found := v.answer(`(async () => {
		for (let before = "";;) {
			const e = document.querySelector(` + quoted(selector) + `);
			e.scrollIntoView({ block: "nearest" });
			const b = e.getBoundingClientRect();
			const now = JSON.stringify({ x: b.x + b.width / 2, y: b.y + b.height / 2, square: e.dataset.square ?? "" });
			if (now === before) return now;
			before = now;
			await new Promise(requestAnimationFrame);
		}
	})()`)
	var at target
	if err := json.Unmarshal([]byte(found), &at); err != nil {
		v.t.Fatal(err)
	}
	return at
}

// click clicks on the middle of an element.
func (v *visitor) click(selector string) {
	v.t.Helper()
	at := v.middle(selector)
	v.do(chromedp.MouseClickXY(at.X, at.Y))
}

// hover moves the mouse to an element, a number of pixels beside its middle.
func (v *visitor) hover(selector string, beside float64) {
	v.t.Helper()
	at := v.middle(selector)
	v.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at.X+beside, at.Y))
}

// choose clicks a button of the menu.
func (v *visitor) choose(selector string) {
	v.t.Helper()
	v.click("#menu")
	v.click(selector)
}

// press presses the first button or heading of a folded part that begins with words, wherever it is.
func (v *visitor) press(place, words string) {
	v.t.Helper()
	found := `[...document.querySelectorAll(` + quoted(place+" button, "+place+" summary") +
		`)].find((b) => b.textContent.startsWith(` + quoted(words) + `))`
	v.until(found)
	v.run(found + `.click()`)
}

func (v *visitor) focus(selector string) {
	v.t.Helper()
	v.run(`document.querySelector(` + quoted(selector) + `).focus()`)
}

// set sets a field as a person does who then leaves it.
func (v *visitor) set(selector, value string) {
	v.t.Helper()
	v.run(`((e) => { e.focus(); e.value = ` + quoted(value) + `; ["input", "change"].forEach((type) =>
		e.dispatchEvent(new Event(type, { bubbles: true }))); })(document.querySelector(` + quoted(selector) + `))`)
}

// goTo shows what the part of an address after # names.
func (v *visitor) goTo(hash string) {
	v.t.Helper()
	v.run(`location.hash = ` + quoted(hash))
}

// inspect checks that axe-core finds nothing and that nothing is wider than the screen, then checks the width and the
// contrast again in dark on the other of a telephone and a screen.
func (v *visitor) inspect(name string) {
	v.t.Helper()
	if evaluate[bool](v, `!globalThis.axe`) {
		axe, err := os.ReadFile(os.Getenv("PILLARS_AXE"))
		if err != nil {
			v.t.Fatalf("axe-core is not here (%v): npm install axe-core, and name its axe.min.js in PILLARS_AXE", err)
		}
		evaluate[bool](v, string(axe)+"; true")
	}
	look := func(width int64, rules string) {
		if found := v.answer(`axe.run({ resultTypes: ["violations"]` + rules + ` }).then((r) =>
			r.violations.map((x) => x.id + ": " + x.nodes[0].html).join("\n"))`); found != "" {
			v.t.Errorf("%s, %d pixels: %s", name, width, found)
		}
		if wide := evaluate[int64](v, `document.documentElement.scrollWidth`); wide > width {
			v.t.Errorf("%s is %d pixels wide on a screen of %d", name, wide, width)
		}
	}
	emulate := func(width, height int64, scheme string) {
		v.do(chromedp.EmulateViewport(width, height), media(scheme))
		v.until(fmt.Sprintf(`innerWidth === %d && matchMedia("(prefers-color-scheme: %s)").matches`, width, scheme))
	}
	look(v.width, "")
	other := [2]int64{360, 740}
	if v.width < 800 {
		other = [2]int64{1280, 900}
	}
	emulate(other[0], other[1], "dark")
	look(other[0], `, runOnly: ["color-contrast"]`)
	emulate(v.width, v.height, "light")
}
