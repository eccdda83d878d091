//go:build browser

package browser

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"pillars/engine"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/web/server"
)

// inList waits for the list of runs with their conclusions.
func (v *visitor) inList(runs int) {
	v.t.Helper()
	v.until(fmt.Sprintf(
		`document.querySelectorAll("#runs .run-list .verdict-link:not(:has(.blank))").length === %d`, runs))
}

// untilGames waits for the page of a run to count n games.
func (v *visitor) untilGames(n int) {
	v.t.Helper()
	v.until(fmt.Sprintf(`document.querySelector("#runs .games > summary")?.textContent === "All %d games"`, n))
}

// TestSeeARun goes from the list of runs to a run, to the games of one of its players, a game on the board and the
// report, and back. Meanwhile the run grows, and the store is lost and found.
func TestSeeARun(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	id := playInto(t, path, func(*tournament.Spec) {})
	address := servedFrom(t, path)
	v := visit(t, address, 360, 740)
	v.click(`[data-page="runs"]`)
	v.inList(1)
	v.inspect("runs")
	playInto(t, path, func(s *tournament.Spec) { s.Rounds = 4 })
	v.reads("#runs .run-list", "24 games")
	v.run(`document.querySelector("#runs .verdict-link").click()`)
	v.untilGames(24)
	said := v.answer(`fetch("runs/` + id + `").then((x) => x.json()).then(({ result }) => result.conclusion[0])`)
	v.until(`document.querySelector("#runs .conclusion").textContent.replaceAll("\u00a0", " ") === ` + quoted(said))
	playing(t, path, id)
	v.reads("#runs .progress", "3 of 12 games")
	v.run(`document.querySelectorAll("#runs details").forEach((d) => { d.open = true; })`)
	v.until(`document.querySelectorAll("#runs .game-list [data-game]").length === 24`)
	v.press("#runs .game-list", "Turns")
	v.until(`document.querySelector("#runs [aria-sort=ascending]").textContent === "Turns" &&
		((all) => all.every((n, i) => !i || n >= all[i - 1]))(
		[...document.querySelectorAll("#runs .game-list tbody .number:nth-last-child(3)")].map((td) =>
		Number(td.textContent)))`)
	v.inspect("run")
	v.set("[name=player]", "greedy")
	v.reads("#runs .found", "16 games of greedy")
	v.run(`document.querySelector("#runs .game-list [data-game]").click()`)
	replayed := `pillars.table.mode === "analyse" && document.querySelector("#graph .thought")`
	v.until(replayed)
	v.reads("#message", "greedy")
	v.inspect("replay")
	v.run(`document.querySelector("#to-start").click(), document.querySelector("#openings-open").click()`)
	v.reads("#openings", "24 of 24 games in the stored runs", "Score of White")
	v.reload()
	v.until(replayed)
	v.do(chromedp.NavigateBack())
	v.untilGames(24)
	v.until(`document.querySelector("#runs .progress a").pathname === "/runs/` + id + `/report"`)

	v.refused.Store(true) // the browser may say that an answer is an error
	if err := os.Rename(path, path+".lost"); err != nil {
		t.Fatal(err)
	}
	v.reads("#runs [role=alert].empty", "play a tournament first")
	if err := os.Rename(path+".lost", path); err != nil {
		t.Fatal(err)
	}
	v.reload()
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
	report.inspect("report")
}

// playing writes that a run is in play, which counts for nine seconds instead of five.
func playing(t *testing.T, path, run string) {
	t.Helper()
	state := session.RunInPlay{Run: run, Done: 3, Total: 12, Rate: 1}
	err, later := session.WriteInPlay(path, state), time.Now().Add(4*time.Second)
	if err == nil {
		err = os.Chtimes(filepath.Join(filepath.Dir(path), ".test.db."+run+".live"), later, later)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestRunsArePlayedFromThePage fills in the form, first with a program as a player, which must be refused, starts a
// tournament, stops it and continues it.
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
	v.until(`document.querySelector(".new-run .main").disabled`)
	v.inspect("new run")
	v.set("[name=player0]", "alphabeta:nodes=20000")
	v.set("[name=clock]", "60 1")
	v.reads(".planned", "120 games", "They take ", "1m0s+1s")
	v.until(`!document.querySelector(".new-run .main").disabled`)
	v.press("#runs", "Start")
	v.press("#runs", "Stop")
	v.until(`document.querySelector("#runs .run-state.stopped") && document.querySelector("#runs tbody")`)
	v.run(`globalThis.matchMedia = () => ({ matches: true }), // as with a mouse, which keeps what is below it
		document.querySelectorAll("#runs details").forEach((d) => { d.open = true; })`)
	v.hover("#runs tbody", 0)
	v.press("#runs", "Continue")
	v.until(`document.querySelector("#runs .run-state.playing")`)
	v.run(`globalThis.wrong = false, new MutationObserver(() => {
		wrong ||= document.querySelector("#runs .run-state.stopped") !== null;
	}).observe(document.querySelector("#runs"), { subtree: true, childList: true })`)
	v.untilGames(120)
	v.until(`!document.querySelector("#runs .run-state")`)
	if evaluate[bool](v, `wrong`) {
		t.Error("a run that was played to its end is called stopped")
	}
}

// TestHostileRuns opens everything that shows names of a run in which all names are hostile, and checks that no text
// runs or breaks the page, since the browser also refuses scripts that are not the page's own.
func TestHostileRuns(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	id := hostileRun(t, path, playInto(t, path, func(*tournament.Spec) {}))
	v := visit(t, servedFrom(t, path), 360, 740)
	v.click(`[data-page="runs"]`)
	v.inList(2)
	v.unharmed("list")
	v.goTo("#run=" + id)
	v.untilGames(12)
	playing(t, path, id)
	v.reads("#runs .progress", "3 of 12 games")
	v.run(`document.querySelectorAll("#runs details").forEach((d) => { d.open = true; })`)
	v.until(`document.querySelectorAll("#runs .game-list [data-game]").length === 12`)
	v.unharmed("run")
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
		game.Outcome.Reason = engine.Reason(hostile[number%5])
		if err := db.Append(t.Context(), bad.ID, game); err != nil {
			t.Fatal(err)
		}
		number++
	}
	return bad.ID
}
