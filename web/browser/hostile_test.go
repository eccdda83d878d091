//go:build browser

package browser

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// hostile lists texts that would run as scripts or break a page if they were not treated as text.
var hostile = []string{
	`<script>harmed = 1</script><img src=x onerror="harmed = 2">`,
	`"'><svg onload=harmed=3>&amp;\u003c/script>` + "`${harmed = 4}`",
	"control \x01\x1b[31m\x7f and \u202etfel ot thgir\u2066\u200f",
	strings.Repeat("long", 2500),
	strings.Repeat("wörter von 日本 ", 1000),
}

// hostileStore returns a store with a run in which all names are hostile texts. playing writes that two of its games
// are in play, which counts for some seconds.
func hostileStore(t *testing.T) (path string, playing func()) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "test.db")
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	id := playInto(t, db, func(s *tournament.Spec) { s.Rounds = 2 })
	run, err := db.Run(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var spec map[string]any
	if err := json.Unmarshal([]byte(run.Spec), &spec); err != nil {
		t.Fatal(err)
	}
	spec["players"] = hostile
	text, err := json.Marshal(spec)
	if err != nil {
		t.Fatal(err)
	}
	bad, err := db.CreateRun(t.Context(), store.Run{Kind: hostile[0], Hash: "abcdef123456", Spec: string(text),
		Total: 20})
	if err != nil {
		t.Fatal(err)
	}
	number := 0
	for stored, err := range db.Find(t.Context(), id, store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		game := stored.Game
		game.Players = []string{hostile[number%5], hostile[(number+1+number/5)%5]}
		game.Record.Players = game.Players
		if number%2 == 0 {
			game.Fault.Kind = guard.Failed
			game.Outcome.Reason = engine.Reason("fault: " + hostile[number/2%5])
		}
		if err := db.Append(t.Context(), bad.ID, game); err != nil {
			t.Fatal(err)
		}
		number++
	}
	const note = `INSERT INTO notes (run, kind, value, created, checksum)
		VALUES (?1, ?2, ?3, '', pillars_checksum(?1, ?2, ?3, ''))`
	for _, tag := range hostile[:2] { // as a store may hold that another program has written
		execute(t, path, note, bad.ID, "tag", tag)
	}
	execute(t, path, note, bad.ID, "name", hostile[1])
	games := []session.GameInPlay{{Identity: hostile[0], Players: hostile[:2], Game: hostile[2]},
		{Identity: hostile[3], Players: hostile[2:4], Game: "pilastri"}}
	return path, func() {
		t.Helper()
		if err := session.WriteInPlay(path, session.RunInPlay{Run: bad.ID, Games: games}); err != nil {
			t.Fatal(err)
		}
	}
}

// execute runs an SQL statement on a database, as another program could.
func execute(t *testing.T, path, statement string, arguments ...any) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statement, arguments...); err != nil {
		t.Fatal(err)
	}
}

// TestHostileTexts opens everything that shows names, on a telephone, and checks that no text runs or breaks the page.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	path, playing := hostileStore(t)
	v := visit(t, servedFrom(t, path), 360, 800)
	unharmed := func(where string) {
		t.Helper()
		v.inspect("hostile-"+where, 360)
		if evaluate[bool](v, `globalThis.harmed !== undefined ||
			document.querySelector("main :is(script, img, svg[onload])") !== null`) {
			t.Errorf("%s: a text has become more than a text", where)
		}
		if high := evaluate[float64](v, `Math.max(...[...document.querySelectorAll("h2, tr, figcaption, label, button")]
			.map((e) => e.getBoundingClientRect().height))`); high > 500 {
			t.Errorf("%s: a line is %.0f pixels high", where, high)
		}
	}
	v.click(`[data-page="runs"]`)
	v.until(`document.querySelectorAll("#runs .verdict-link").length === 2`)
	unharmed("runs")
	evaluate[bool](v, "[...document.querySelectorAll('#runs li')].find((li) => li.textContent.includes(`\"'><svg`))"+
		`.querySelector(".verdict-link").click() || true`)
	v.unfoldGames()
	v.until(`document.querySelectorAll("#runs .game-list li").length === 12`)
	playing()
	v.until(`document.querySelector("#runs .conclusion") &&
		document.querySelectorAll("#runs .boards figcaption").length === 2`)
	evaluate[bool](v, `document.querySelectorAll("#runs details:not(.report)")
		.forEach((d) => { d.open = true; }) || true`)
	unharmed("run")
	v.press("6 ended by a fault")
	v.until(`document.querySelectorAll("#runs .game-list li").length === 6`)
	v.press("Full report")
	v.until(`document.querySelector("#runs iframe")?.contentDocument === null`)
	unharmed("filtered")
	v.watch("1v2/")
	v.until(`pillars.table.mode === "analyse" && document.querySelector("#graph .thought")`)
	unharmed("replay")
}

// TestHostileRecords loads records and opens links with hostile texts in every field.
func TestHostileRecords(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 360, 800)
	pgn := evaluateAsync(v, `pillars.engine.ask({ do: "save", game: "pilastri", turns: ["c2b2"],
		players: ["one", "two"] })
		.then((x) => x.pgn)`)
	for i, text := range hostile {
		tag := strings.NewReplacer("\\", "\\\\", "\"", "\\\"").Replace(text)
		words, _ := json.Marshal(strings.NewReplacer(`"one"`, `"`+tag+`"`, `"two"`, `"`+tag+`"`).Replace(pgn) +
			"{" + strings.ReplaceAll(text, "}", "") + "}")
		evaluate[bool](v, `document.querySelector("#files-dialog").open ||
			(document.querySelector("#files-dialog").showModal(), true)`)
		evaluate[bool](v, `(document.querySelector("#pgn").value = `+string(words)+`, true)`)
		v.click("#load-pgn")
		v.until(`document.querySelector("#settings-said").textContent ||
			!document.querySelector("#files-dialog").open`)
		v.inspectBy(forms, fmt.Sprintf("hostile-record-%d", i), 360)
		evaluate[bool](v, `document.querySelector("#files-dialog").close() || true`)
		v.inspectBy(forms, fmt.Sprintf("hostile-loaded-%d", i), 360)
		high := evaluate[float64](v, `document.querySelector("#message").getBoundingClientRect().height`)
		if high > 400 {
			t.Errorf("record %d: the message is %.0f pixels high", i, high)
		}
		link, _ := json.Marshal(map[string]string{"game": text})
		evaluate[bool](v, `(location.hash = new URLSearchParams({ game: "pit",
			start: JSON.stringify(`+string(link)+`) }), true)`)
		v.until(`/cannot be shown/.test(document.querySelector("#elsewhere").textContent)`)
		v.inspectBy(forms, fmt.Sprintf("hostile-link-%d", i), 360)
	}
	if evaluate[bool](v, `globalThis.harmed !== undefined`) {
		t.Error("a text has run")
	}
}
