//go:build browser

package browser

import (
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"pillars/engine"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/web/server"
)

func same(*tournament.Spec) {}

// inList waits for the list of runs.
func (v *visitor) inList(runs int) {
	v.t.Helper()
	v.until(fmt.Sprintf(`document.querySelector("#runs .run-list")?.checkVisibility() && !document.querySelector("#runs .blank")
		&& document.querySelectorAll("#runs .run-list .verdict-link").length === %d`, runs))
}

// untilGames waits for the page of a run to count n games.
func (v *visitor) untilGames(n int) {
	v.t.Helper()
	v.until(fmt.Sprintf(`document.querySelector("#runs .games > summary")?.textContent === "All %d games"`, n))
}

// TestSeeARun goes from the list of runs to a run, to the games of two of its players, a game on the board and the
// report, and back. Meanwhile the run grows, and the store is lost and found.
func TestSeeARun(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	id := playInto(t, path, same)
	address := servedFrom(t, path)
	v := visit(t, address, 360, 740)
	v.click(`[data-page="runs"]`)
	v.inList(1)
	v.inspect("runs")
	v.click("#runs-word")
	v.do(chromedp.KeyEvent("greed"))
	playInto(t, path, func(s *tournament.Spec) { s.Rounds = 4 })
	v.reads("#runs .run-list", "24 games")
	v.do(chromedp.KeyEvent("y"))
	v.until(`document.activeElement.value === "greedy"`) // where the list grows, the focus stays
	v.run(`document.querySelector("#runs .verdict-link").click()`)
	v.untilGames(24)
	playing(t, path, id, []string{"<b>one</b>", "two"}, "c2b2")
	v.until(`document.querySelector("#runs .boards svg") && document.querySelector("#runs .boards").textContent.includes("<b>one</b>")`)
	v.run(`document.querySelectorAll("#runs details:not(.report)").forEach((d) => { d.open = true; })`)
	v.until(`document.querySelectorAll("#runs .game-list li").length === 24`)
	v.inspect("run")
	cell := `[...document.querySelectorAll("#figure-crosstable td button")].find((b) => /of Greedy against Random/.test(b.ariaLabel))`
	v.until(cell)
	v.run(cell + `.click()`)
	v.reads("#runs .found", "8 games of Greedy against Random")
	v.set("[name=winner]", "greedy")
	v.reads("#runs .found", "won by Greedy")
	v.until(`[...document.querySelectorAll("#runs .game-list button")].every((game) =>
		game.querySelector("strong")?.textContent === "Greedy")`)
	v.run(`document.querySelector("#runs [data-game]").click()`)
	replayed := `pillars.table.mode === "analyse" && document.querySelector("#graph .thought") && document.body.dataset.state === "over"`
	v.until(replayed)
	v.reads("#message", "Greedy beat Random")
	v.inspect("replay")
	v.reload()
	v.until(replayed)
	v.do(chromedp.NavigateBack())
	v.untilGames(24)
	v.press("#runs", "Full report")
	v.until(`document.querySelector("#runs iframe")?.contentDocument === null && location.hash.endsWith("&report=1")`)
	v.reload()
	v.until(`document.querySelector("#runs iframe")?.checkVisibility()`)
	v.do(chromedp.NavigateBack())
	v.until(`!document.querySelector("#runs iframe")`)

	v.refused.Store(true) // the browser may say that an answer is an error
	if err := os.Rename(path, path+".lost"); err != nil {
		t.Fatal(err)
	}
	v.reads("#runs [role=alert].empty", "play a tournament first")
	if err := os.Rename(path+".lost", path); err != nil {
		t.Fatal(err)
	}
	v.untilGames(24)

	answer, err := http.Get(address + "runs/" + id + "/report")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	html, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	report := open(t, written(t, html), 360, 740) // as people save and send it
	report.run(`document.querySelectorAll("details").forEach((d) => { d.open = true; })`)
	report.inspect("report")
}

// playing writes that a game of a run is in play, which counts for some seconds.
func playing(t *testing.T, path, run string, players []string, turns ...string) {
	t.Helper()
	state := session.RunInPlay{Run: run, Done: 3, Total: 12, Rate: 1, Games: []session.GameInPlay{
		{Identity: "1v2/9/1", Players: players, Game: "pilastri", Turns: turns}}}
	if err := session.WriteInPlay(path, state); err != nil {
		t.Fatal(err)
	}
}

// TestRunsAreCompared marks two runs by the keyboard and compares them.
func TestRunsAreCompared(t *testing.T) {
	t.Parallel()
	path, players := filepath.Join(t.TempDir(), "test.db"), []string{"greedy", "random"}
	ids := []string{
		playInto(t, path, func(s *tournament.Spec) { s.Players, s.Rounds = append(players, "uct:nodes=20"), 6 }),
		playInto(t, path, func(s *tournament.Spec) {
			s.Players, s.Rounds, s.Options = players, 6, engine.Settings{{Name: "size", Value: "5"}}
		}),
	}
	v := visit(t, servedFrom(t, path), 1280, 900)
	v.click(`[data-page="runs"]`)
	v.inList(2)
	v.press("#runs", "Mark two to compare")
	for _, id := range ids[:2] {
		v.focus("#mark-" + id)
		v.do(chromedp.KeyEvent(" "))
	}
	v.press("#runs", "Compare")
	compared := `document.querySelector("#runs .compared") && location.hash === "#compare=` + ids[0] + "," + ids[1] + `"`
	v.until(compared)
	v.reads(".compared", "Greedy", "4 × 4", "5 × 5")
	v.run(`document.querySelectorAll("#runs details").forEach((d) => { d.open = true; })`)
	v.inspect("comparison")
	v.reload()
	v.until(compared)
	v.do(chromedp.NavigateBack())
	v.inList(2)
	v.refused.Store(true) // the browser may say that an answer is an error
	v.goTo("#compare=" + ids[1] + ",none")
	v.reads("#runs [role=alert]", "not found")
}

// TestRunsArePlayedFromThePage fills in the form, first with a program as a player, which must be refused, starts a
// tournament, stops it, continues it and reads its verdict.
func TestRunsArePlayedFromThePage(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, "127.0.0.1:0", server.Config{Database: filepath.Join(t.TempDir(), "test.db"), Token: "word",
		AllowRuns: true, Workers: 1})
	v := visit(t, "http://"+address+"/?token=word", 1280, 900)
	v.click(`[data-page="runs"]`)
	v.press("#runs", "New run")
	v.until(`document.querySelector(".new-run .planned li")`)
	v.set("[name=option-size]", "4")
	v.press("#runs", "Remove")
	v.set("[name=rounds]", "60")
	v.set("[aria-label='Player 1']", "")
	v.refused.Store(true) // the browser says that a refusal is an error
	v.set("[name=player0]", "ugi:./engine")
	v.reads("[data-field=player0]", "starts a program")
	v.until(`document.querySelector(".new-run .main").disabled &&
		document.querySelector("[name=player0]").getAttribute("aria-invalid") === "true"`)
	v.inspect("new run")
	v.set("[name=player0]", "alphabeta:nodes=20000")
	v.reads(".planned", "120 games")
	v.until(`!document.querySelector(".new-run .main").disabled`)
	v.press("#runs", "Start")
	v.until(`document.querySelector("#runs .run-state.playing")`)
	v.press("#runs", "Stop")
	v.until(`document.querySelector("#runs .run-state.stopped")`)
	v.reads("#runs .progress", "of 120 games")
	v.inspect("stopped run")
	v.press("#runs", "Continue")
	v.until(`document.querySelector("#runs .verdict") && !document.querySelector("#runs .run-state")`)
	v.untilGames(120)
}

// TestHostileRuns opens everything that shows names of a run in which all names are hostile, and checks that no text
// runs or breaks the page, since the browser also refuses scripts that are not the page's own.
func TestHostileRuns(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	id := hostileRun(t, path, playInto(t, path, same))
	v := visit(t, servedFrom(t, path), 360, 740)
	v.click(`[data-page="runs"]`)
	v.inList(2)
	v.unharmed("list")
	v.goTo("#run=" + id)
	v.untilGames(12)
	playing(t, path, id, hostile[:2])
	v.until(`document.querySelectorAll("#runs .boards figcaption").length === 1`)
	v.run(`document.querySelectorAll("#runs details:not(.report)").forEach((d) => { d.open = true; })`)
	v.until(`document.querySelectorAll("#runs .game-list li").length === 12`)
	v.unharmed("run")
	v.press("#runs", "Full report")
	v.until(`document.querySelector("#runs iframe")?.contentDocument === null`)
	v.run(`document.querySelector("#runs [data-game]").click()`)
	v.until(`pillars.table.mode === "analyse" && document.querySelector("#graph .thought")`)
	v.unharmed("replay")
	v.refused.Store(true)
	const image = `document.body.insertAdjacentHTML("beforeend", '<img src="data:," onerror="harmed = 1">')`
	v.violates(image, "script-src-attr")
	v.violates(`document.body.append(Object.assign(document.createElement("script"), { text: "harmed = 1" }))`,
		"script-src-elem")
	v.violates(`fetch("https://example.org/").catch(() => {})`, "connect-src")
	if evaluate[bool](v, `globalThis.harmed !== undefined`) {
		t.Error("a script that is not the page's own has run")
	}
}

// hostileRun stores the games of a run again as those of a run in which all names are hostile, and returns its id.
func hostileRun(t *testing.T, path, of string) (id string) {
	t.Helper()
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	run, err := db.Run(t.Context(), of)
	if err != nil {
		t.Fatal(err)
	}
	spec := strings.Replace(run.Spec, `["random","greedy","uct:nodes=20"]`, quoted(hostile), 1)
	if !strings.Contains(spec, quoted(hostile)) {
		t.Fatalf("the players are not in %s", run.Spec)
	}
	bad, err := db.CreateRun(t.Context(), store.Run{Kind: hostile[0], Hash: "abcdef123456", Spec: spec, Total: 20})
	if err != nil {
		t.Fatal(err)
	}
	number := 0
	for stored, err := range db.Find(t.Context(), of, store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		game := stored.Game
		game.Players = []string{hostile[number%5], hostile[(number+1+number/5)%5]}
		game.Record.Players = slices.Clone(game.Players)
		if number%2 == 0 {
			game.Fault.Kind = guard.Failed
			game.Outcome.Reason = engine.Reason("fault: " + hostile[number/2%5])
		}
		if err := db.Append(t.Context(), bad.ID, game); err != nil {
			t.Fatal(err)
		}
		number++
	}
	raw, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	if _, err := raw.ExecContext(t.Context(), `INSERT INTO notes (run, kind, value, created, checksum) VALUES
		(?1, 'name', ?2, '', pillars_checksum(?1, 'name', ?2, '')), (?1, 'tag', ?3, '', pillars_checksum(?1, 'tag', ?3, ''))`,
		bad.ID, hostile[1], hostile[0]); err != nil { // as another program may have written
		t.Fatal(err)
	}
	return bad.ID
}
