//go:build browser

// Package browser tests the page in Chromium, as people use it. The tests need Chromium, which Debian also packages
// without windows as chromium-headless-shell, and axe-core. The script .ci/run installs both, and sets the variable
// PILLARS_AXE to the file of axe-core. The variable PILLARS_PAGE may name a page in one file; otherwise the tests build
// one.
package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"pillars/web/bundle"
	"pillars/web/host"
	"pillars/web/server"
)

// single is the page in one file, built once for all tests.
var single = sync.OnceValues(func() ([]byte, error) {
	if built := os.Getenv("PILLARS_PAGE"); built != "" {
		return os.ReadFile(built)
	}
	page, err := bundle.Build(context.Background(), "../..")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = page.Write(&b)
	return b.Bytes(), err
})

// largest is the most bytes of the page in one file, which people send by mail and load on telephones.
const largest = 2_500_000

// file writes the page to a folder and returns its address.
func file(t *testing.T) string {
	t.Helper()
	page, err := single()
	if err != nil {
		t.Fatal(err)
	}
	if len(page) > largest {
		t.Errorf("the page has %d bytes; at most %d are allowed", len(page), largest)
	}
	path := filepath.Join(t.TempDir(), "pillars.html")
	if err := os.WriteFile(path, page, 0o666); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

// served starts a server without a store and returns its address.
func served(t *testing.T) string {
	t.Helper()
	return servedFrom(t, filepath.Join(t.TempDir(), "none.db"))
}

func servedFrom(t *testing.T, database string) string {
	t.Helper()
	address, _ := serveAt(t, "127.0.0.1:0", database)
	return "http://" + address + "/"
}

// serveAt starts a server at an address. It returns the server's address and a function that ends it.
func serveAt(t *testing.T, address, database string) (string, func()) {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.New(server.Config{Database: database, Searches: 2,
			Host: host.Host{MaxTable: 256, MaxThreads: 1}}).Serve(ctx, listener)
	}()
	stop := func() { cancel(); <-done }
	t.Cleanup(stop)
	return listener.Addr().String(), stop
}

// visitor is a browser that shows the page. It fails the test on every error on the console, and on every request to an
// address other than the page's own.
type visitor struct {
	t       *testing.T
	ctx     context.Context
	offline atomic.Bool // the browser may say that nothing can be loaded
}

func visit(t *testing.T, address string, width, height int64) *visitor {
	t.Helper()
	return open(t, address, width, height).settled()
}

// settled waits for a board to play on. From the start screen it continues the last game or, if there is none, begins
// one.
func (v *visitor) settled() *visitor {
	v.t.Helper()
	v.until(`document.querySelector("#board [data-square]") && document.body.dataset.state ||
		document.querySelector("#cards svg")`)
	if evaluate[bool](v, `document.body.dataset.shown === "home"`) {
		evaluate[bool](v, `(document.querySelector("#continue button") ??
			document.querySelector("#cards button")).click(), true`)
		v.until(`document.querySelector("#board [data-square]") && document.body.dataset.state`)
	}
	v.until(`document.querySelector("#board [data-square]") && document.body.dataset.state`)
	evaluate[bool](v, `pillars.table.board.animated = false, globalThis.pressed = 0, true`) // tests do not watch
	evaluate[bool](v, `["click", "keydown"].map((type) => addEventListener(type, () => { pressed++; }, true)), true`)
	return v
}

// browsers lists the browsers that no visitor uses. Since a browser takes a second to start, the next visitor gets an
// unused one, with a new profile. Simultaneous visitors do not share one, since only the page in front is visible.
var browsers struct {
	sync.Mutex
	free []context.Context
	stop []func()
}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, stop := range browsers.stop {
		stop()
	}
	os.Exit(code)
}

// program returns the name of Chromium on this machine. Without windows it needs a third less time.
func program() string {
	if shell, err := exec.LookPath("chromium-headless-shell"); err == nil {
		return shell
	}
	return "chromium"
}

// browser returns a browser for the test until the test ends.
func browser(t *testing.T) context.Context {
	t.Helper()
	browsers.Lock()
	defer browsers.Unlock()
	if len(browsers.free) == 0 {
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.ExecPath(program()), chromedp.Flag("disable-background-networking", true))
		allocator, free := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, leave := chromedp.NewContext(allocator)
		browsers.stop = append(browsers.stop, func() { leave(); free() })
		if err := chromedp.Do(ctx); err != nil {
			t.Fatal(err)
		}
		browsers.free = append(browsers.free, ctx)
	}
	last := len(browsers.free) - 1
	ctx := browsers.free[last]
	browsers.free = browsers.free[:last]
	t.Cleanup(func() {
		browsers.Lock()
		defer browsers.Unlock()
		browsers.free = append(browsers.free, ctx)
	})
	return ctx
}

// open visits a page without waiting for a board.
func open(t *testing.T, address string, width, height int64) *visitor {
	t.Helper()
	return enter(t, browser(t), address, width, height, chromedp.WithNewBrowserContext())
}

// beside opens a page in another tab of the visitor's browser.
func (v *visitor) beside(address string) *visitor {
	return enter(v.t, v.ctx, address, 1280, 900).settled()
}

func enter(t *testing.T, browser context.Context, address string, width, height int64,
	options ...chromedp.ContextOption) *visitor {
	t.Helper()
	ctx, leave := chromedp.NewContext(browser, options...)
	t.Cleanup(leave)
	ctx, cancel := context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	v := &visitor{t: t, ctx: ctx}
	own, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	v.do(chromedp.EmulateViewport(width, height), func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled,
			emulation.SetFocusEmulationEnabledParams{Enabled: true}) // as if each page were in front
		return chromedp.Void{}, err
	})
	var lock sync.Mutex
	if err := chromedp.Listen(ctx, func(event any) {
		lock.Lock()
		defer lock.Unlock()
		if sent, is := event.(*network.EventRequestWillBeSent); is {
			to, err := url.Parse(sent.Request.URL)
			if err != nil || to.Scheme == own.Scheme && to.Host != own.Host || strings.HasPrefix(to.Scheme, "http") &&
				to.Scheme != own.Scheme {
				t.Errorf("the page asks for %s", sent.Request.URL)
			}
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
			if v.offline.Load() && (strings.Contains(text, "Failed to load resource") ||
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

func (v *visitor) do(actions ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	if err := chromedp.Do(v.ctx, actions...); err != nil {
		v.t.Fatal(err)
	}
}

// click clicks on the middle of an element, and scrolls to it if necessary.
func (v *visitor) click(selector string) {
	v.t.Helper()
	name, _ := json.Marshal(selector)
	at := evaluate[target](v, `((e) => { e.scrollIntoView({ block: "nearest" }); const b = e.getBoundingClientRect();
		return { x: b.x + b.width / 2, y: b.y + b.height / 2, square: "" }; })(document.querySelector(`+
		string(name)+`))`)
	v.do(chromedp.MouseClickXY(at.X, at.Y))
}

// choose clicks a button of the menu.
func (v *visitor) choose(selector string) {
	v.t.Helper()
	v.click("#menu")
	v.click(selector)
}

// prefer sets the colour scheme that the visitor prefers.
func (v *visitor) prefer(scheme string) {
	v.t.Helper()
	v.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	}))
}

// until waits for an expression to be true.
func (v *visitor) until(expression string) {
	v.t.Helper()
	if _, err := chromedp.Run(v.ctx, chromedp.Poll[bool]("Boolean("+expression+")")); err != nil {
		v.t.Fatalf("waiting for %s: %v", expression, err)
	}
}

func evaluate[A any](v *visitor, expression string) A {
	v.t.Helper()
	value, err := chromedp.Run(v.ctx, chromedp.Evaluate[A](expression))
	if err != nil {
		v.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// begin starts a game through the dialog, as people do.
func (v *visitor) begin(game string, options map[string]string, seats ...string) {
	v.t.Helper()
	v.click("#new")
	set := func(selector, value string) {
		text, _ := json.Marshal([]string{selector, value})
		evaluate[bool](
			v,
			`((s, x) => { const e = document.querySelector(s); e.value = x;
				e.dispatchEvent(new Event("change", {bubbles: true})); return true; })(...`+string(
				text,
			)+`)`,
		)
	}
	set("#new-choice", game)
	for name, value := range options {
		v.until(fmt.Sprintf(`document.querySelector('#new-game [name=%q]')`, name))
		set(fmt.Sprintf(`#new-game [name=%q]`, name), value)
	}
	v.until(fmt.Sprintf(`document.querySelectorAll("#new-seats select").length === %d`, len(seats)))
	for i, seat := range seats {
		set(fmt.Sprintf(`#new-seats label:nth-child(%d) select`, i+1), "other")
		set(fmt.Sprintf(`#new-seats label:nth-child(%d) input`, i+1), seat)
	}
	v.click("#new-ok")
	v.until(`!document.querySelector("#new-game").open && document.body.dataset.state !== "waiting"`)
}
