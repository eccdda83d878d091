//go:build browser

package browser

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"pillars/web/host"
	"pillars/web/server"
)

// TestRunsArePlayedFromThePage fills in the form, first with a program as a player, which must be refused, starts a
// tournament, stops it, continues it and reads its verdict. It checks that every page on the way is accessible.
func TestRunsArePlayedFromThePage(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	lab := server.New(server.Config{Database: filepath.Join(t.TempDir(), "test.db"), Searches: 2, Token: "word",
		AllowRuns: true, Workers: 1, Host: host.Host{MaxTable: 256, MaxThreads: 1}})
	go func() { ended <- lab.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	v := visit(t, fmt.Sprintf("http://%s/?token=word", listener.Addr()), 1280, 900)
	v.click(`[data-page="runs"]`)
	v.press("New run")
	set := func(selector, value, event string) {
		evaluate[bool](v, fmt.Sprintf(`((e) => { e.value = %q; e.dispatchEvent(new Event(%q, { bubbles: true }));
			return true; })(document.querySelector(%q))`, value, event, selector))
	}
	v.until(`document.querySelector(".new-run .planned li")`)
	if n := evaluate[int](v, `document.querySelectorAll(".new-run [name^=option-][max]:not([min])").length`); n > 0 {
		t.Errorf("%d numbers of the rules have no smallest value", n)
	}
	set("[name=option-size]", "4", "input")
	v.press("Remove")
	set("[name=rounds]", "60", "input")
	set("[aria-label='Player 1']", "", "change")
	v.offline.Store(true) // the browser says that a refusal is an error
	set("[name=player0]", "ugi:./engine", "input")
	v.until(`document.querySelector("[data-field=player0]").textContent.includes("starts a program")`)
	if !evaluate[bool](v, `document.querySelector(".new-run .main").disabled &&
		document.querySelector("[name=player0]").getAttribute("aria-invalid") === "true"`) {
		t.Error("a program can be started")
	}
	v.inspect("new-run-wrong", 1280)
	set("[name=player0]", "alphabeta:nodes=20000", "input")
	v.until(`document.querySelector(".planned").textContent.includes("120 games in all") &&
		!document.querySelector(".new-run .main").disabled`)
	if said := v.text(".planned > strong"); !strings.HasPrefix(said, "alphabeta:nodes=20000 and ") ||
		!strings.HasSuffix(said, " play Pit of Pillars") || v.text(".planned .many") != "120" {
		t.Errorf("what will be played is told as %q", said)
	}
	v.until(`document.querySelectorAll(".new-run .choice .picture svg").length === 4`)
	v.inspect("new-run", 1280)
	v.press("Start")
	v.until(`document.querySelector("#runs .run-state.playing")`)
	v.press("Stop")
	v.until(`document.querySelector("#runs .run-state.stopped") &&
		/of 120 games/.test(document.querySelector("#runs .progress").textContent)`)
	v.inspect("stopped-run", 1280)
	v.press("Continue")
	v.until(`document.querySelector("#runs .verdict") && !document.querySelector("#runs .run-state")`)
	v.untilGames(120)
	if said := v.text("#runs .verdict h2"); !strings.Contains(said, "Calculator") {
		t.Errorf("the verdict is %q", said)
	}
	v.inspect("finished-run", 1280)
}
