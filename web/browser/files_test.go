//go:build browser

package browser

import (
	"fmt"
	"strings"
	"testing"
)

// hostile lists texts that would run as scripts or break a page if they were not treated as text.
var hostile = []string{
	`<script>harmed = 1</script><img src=x onerror="harmed = 2">`,
	`"'><svg onload=harmed=3>&amp;\u003c/script>` + "`${harmed = 4}`",
	"control \x01\x1b[31m\x7f and \u202etfel ot thgir\u2066\u200f",
	strings.Repeat("long", 2500),
	strings.Repeat("wörter von 日本 ", 1000),
}

// unharmed checks that no text has run or broken the page.
func (v *visitor) unharmed(where string) {
	v.t.Helper()
	if evaluate[bool](v, `globalThis.harmed !== undefined ||
		document.querySelector("main :is(script, img, svg[onload])") !== null`) {
		v.t.Errorf("%s: a text has become more than a text", where)
	}
	if high := evaluate[float64](v, `Math.max(...[...document.querySelectorAll("h2, tr, figcaption, label, button")]
		.map((e) => e.getBoundingClientRect().height))`); high > 500 {
		v.t.Errorf("%s: a line is %.0f pixels high", where, high)
	}
	if wide := evaluate[int64](v, `document.documentElement.scrollWidth`); wide > v.width {
		v.t.Errorf("%s: the page is %d pixels wide", where, wide)
	}
}

// paste loads a text in the dialog of saved games.
func (v *visitor) paste(text string) {
	v.t.Helper()
	v.run(`((dialog) => dialog.open || dialog.showModal())(document.querySelector("#files-dialog")),
		document.querySelector("#settings-said").textContent = ""`)
	v.set("#pgn", text)
	v.click("#load-pgn")
}

// TestLoadAndSave saves a game and loads it again, refuses a truncated text, chooses from many games of a file, and
// loads and follows hostile texts.
func TestLoadAndSave(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 360, 740)
	v.play(`{ game: "pilastri", options: { size: "4" } }`, `["random", "greedy"]`)
	v.until(`document.body.dataset.state === "over"`)
	pgn, final := v.answer(`pillars.save()`), evaluate[string](v, `pillars.table.view.position`)
	v.paste(pgn[:len(pgn)/3] + "a1z9")
	v.until(`document.querySelector("#settings-said.wrong")?.textContent`)
	v.inspect("files")
	v.paste(pgn)
	v.reads("#message", "Random and Greedy")
	v.until(`!document.querySelector("#files-dialog").open && pillars.table.mode === "analyse" &&
		pillars.table.view.position === ` + quoted(final))
	v.quiet()

	v.paste(strings.Repeat(pgn+"\n", 24) + strings.ReplaceAll(pgn, `"greedy"`, `"Ann"`))
	v.until(`document.querySelectorAll("#game-list li").length === 25`)
	v.inspect("games")
	v.set("#game-filter", "ann")
	v.until(`document.querySelectorAll("#game-list li:not([hidden])").length === 1`)
	v.click("#game-list li:not([hidden]) button")
	v.reads("#message", "Random and Ann")
	v.click("#to-start")
	v.at(0)
	v.run(`document.querySelector("#openings-open").click()`)
	v.reads("#openings", "25 of 25 games in this file", "Random")
	v.click("#game-walk button:first-child")
	v.reads("#message", "Random and Greedy")

	v.refused.Store(true) // the page says that links cannot be shown
	for i, text := range hostile {
		tag := strings.NewReplacer("\\", "\\\\", "\"", "\\\"").Replace(text)
		v.paste(strings.NewReplacer(`"random"`, `"`+tag+`"`, `"greedy"`, `"`+tag+`"`).Replace(pgn) + "{" +
			strings.ReplaceAll(text, "}", "") + "}")
		v.until(`document.querySelector("#settings-said").textContent || !document.querySelector("#files-dialog").open`)
		v.unharmed(fmt.Sprintf("record %d", i))
		v.run(`document.querySelector("#files-dialog").close(),
			location.hash = new URLSearchParams({ game: "pit", start: ` + quoted(text) + ` })`)
		v.reads("#elsewhere", "cannot be shown")
		v.unharmed(fmt.Sprintf("link %d", i))
	}
}

// TestMyGames plays a game, comments on another and adds it to My games. A new page must find both, open the second
// with its comment, and save both as one file that can be loaded.
func TestMyGames(t *testing.T) {
	t.Parallel()
	address := file(t)
	v := visit(t, address, 360, 740)
	v.play(`{ game: "pilastri", options: { size: "4" } }`, `["random", "greedy"]`)
	v.until(`document.body.dataset.state === "over"`)
	v.goTo("#game=pit-of-pillars&o.size=5&turns=%40c3+%40b3%40e4&mode=analyse")
	v.until(`pillars.table.mode === "analyse" && !pillars.table.asking`)
	v.quiet().click("#comment-turn")
	v.set("#note-words", "remember me")
	v.run(`document.querySelector("#files").click()`)
	v.click("#add-mine")
	v.reads("#settings-said", "My games")
	other := v.beside(address)
	other.goTo("#")
	other.until(`document.querySelector("#home .mine:not([hidden]) button")?.offsetParent`)
	other.click("#home .mine button")
	other.until(`document.querySelectorAll(".my-games li").length === 2`)
	other.inspect("my games")
	pgn := string(other.saved("#my-games p.buttons button"))
	other.set("#my-word", "pit of")
	other.press(".my-games", "Pit of Pillars, 2 turns")
	other.until(`pillars.table.game.line()[1]?.comment === "remember me"`)
	other.paste(pgn)
	other.until(`document.querySelectorAll("#game-list li").length === 2`)
	if !strings.Contains(pgn, "remember me") {
		t.Errorf("the saved games lack the comment: %s", pgn)
	}
}

// TestGamesAreKept plays a game in each of two tabs, reloads them, and damages what is kept, which must be set aside.
func TestGamesAreKept(t *testing.T) {
	t.Parallel()
	address := file(t)
	first := visit(t, address, 1280, 900)
	first.play(`{ game: "pit-of-pillars", options: { size: "5" } }`, `["person", "person"]`)
	first.click(`[data-square="c3"]`)
	first.turned("@c3")
	second := first.beside(address)
	second.turned("@c3") // a new page continues the latest game
	for v, square := range map[*visitor]string{first: "b3", second: "d3"} {
		v.click(`[data-square="` + square + `"]`)
		v.until(`pillars.table.game.steps.join() === "@` + square + `" && ` + yours)
	}
	second.play(`{ game: "pilastri", options: { size: "4" } }`, `["person", "person"]`)
	first.reload()
	first.turned("@c3")
	first.until(`pillars.table.game.steps.join() === "@b3"`) // in the middle of a turn
	second.reload()
	second.until(`pillars.table.view.game === "pilastri"`)
	for _, damaged := range []string{`{"game":"pilastri","turns":["a1a2`,
		`{"game":"pilastri","turns":["a1a9"],"seats":[]}`} {
		v := visit(t, address, 1280, 900)
		v.play(`{ game: "pilastri" }`, `["person", "person"]`)
		v.run(`Object.keys(localStorage).filter((k) => k.startsWith("pillars.game.")).forEach((k) =>
			localStorage.setItem(k, ` + quoted(damaged) + `)), Storage.prototype.setItem = () => {}`)
		v.reload()
		v.until(`/set aside, not lost/.test(document.body.innerText) && Object.keys(localStorage).some((k) =>
			k.startsWith("pillars.aside.") && localStorage.getItem(k) === ` + quoted(damaged) + `)`)
	}
}
