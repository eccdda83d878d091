//go:build browser

package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const turnsPlayed = `pillars.table.game.path().map((n) => n.turn).join(" ")`

// ready waits until a reloaded page shows its game.
func (v *visitor) ready() {
	v.t.Helper()
	v.until(`globalThis.pillars?.table.view && document.body.dataset.state !== "waiting" ||
		document.querySelector("#cards svg, #rules-text h2, #runs > *")`)
}

// TestTabsKeepTheirOwnGames opens the page in a second tab, which continues the latest game, plays a different turn in
// each tab, begins another game in the second tab, and checks that each tab has its own game after a reload.
func TestTabsKeepTheirOwnGames(t *testing.T) {
	t.Parallel()
	address := file(t)
	first := visit(t, address, 1280, 900)
	first.begin("pit-of-pillars", map[string]string{"size": "5"}, "person", "person")
	first.click(`[data-square="c3"]`)
	first.until(turnsPlayed + ` === "@c3"`)
	second := first.beside(address)
	if got := evaluate[string](second, turnsPlayed); got != "@c3" {
		t.Errorf("a new page goes on with %q instead of the latest game", got)
	}
	for v, square := range map[*visitor]string{first: "b3", second: "d3"} {
		v.click(`[data-square="` + square + `"]`)
		v.until(`pillars.table.game.steps.join() === "@` + square + `"`)
	}
	second.begin("pilastri", map[string]string{"size": "4"}, "person", "person")
	for range 2 {
		first.do(chromedp.Reload())
		first.ready()
		if got := evaluate[string](first, turnsPlayed+` + " " + pillars.table.game.steps.join()`); got != "@c3 @b3" {
			t.Errorf("the first tab goes on with %q", got)
		}
	}
	second.choose("#files")
	second.until(`document.querySelector("#kept-games button").textContent.startsWith("Pit of Pillars, 1 turn, ")`)
	second.click("#kept-games button")
	second.until(turnsPlayed + ` === "@c3" && !document.querySelector("#files-dialog").open`)
	first.do(chromedp.Reload())
	first.ready()
	if got := evaluate[string](first, turnsPlayed+` + " " + pillars.table.game.steps.join()`); got != "@c3 @b3" {
		t.Errorf("after its game was opened in the second tab, the first goes on with %q", got)
	}
	second.begin("pilastri", map[string]string{"size": "4"}, "person", "person")
	second.do(chromedp.Reload())
	second.ready()
	if got := evaluate[string](second, `pillars.table.view.game`); got != "pilastri" {
		t.Errorf("the second tab goes on with %s", got)
	}
}

// TestDamagedGamesAreSetAside stores a truncated game and an illegal one, and checks that both are reported and kept.
func TestDamagedGamesAreSetAside(t *testing.T) {
	t.Parallel()
	for _, damaged := range []string{`{"game":"pilastri","turns":["a1a2`,
		`{"game":"pilastri","turns":["a1a9"],"seats":[]}`} {
		v := visit(t, file(t), 1280, 900)
		v.begin("pilastri", map[string]string{"size": "4"}, "person", "person")
		evaluate[bool](v, `(Object.keys(localStorage).filter((k) => k.startsWith("pillars.game."))
			.forEach((k) => localStorage.setItem(k, `+"'"+damaged+"'"+`)), Storage.prototype.setItem = () => {}, true)`)
		v.do(chromedp.Reload())
		v.ready()
		v.until(`/set aside, not lost/.test(document.body.innerText)`)
		v.until(`document.querySelectorAll("#board .can, #cards .main").length &&
			document.querySelector("#message button, #elsewhere button")`)
		aside := evaluate[string](v, `Object.keys(localStorage).filter((k) => k.startsWith("pillars.aside."))
			.map((k) => localStorage.getItem(k)).join()`)
		if !strings.Contains(aside, damaged) {
			t.Errorf("set aside is %q", aside)
		}
	}
}

// TestClockStandsStill lets a clock run while the page is awake, and checks that it stops or continues correctly when a
// game cannot begin, the page sleeps or is hidden, an engine fails, or another game is shown.
func TestClockStandsStill(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t), 1280, 900)
	const left = `pillars.table.clock.left[0]`
	open := `pillars.table.open(new pillars.table.game.constructor({ game: "pilastri", options: { size: "4" } }),
		{ seats: ["person", "person"], clock: { seconds: 300, increment: 3 } }).then(() => "")`
	evaluateAsync(v, open)
	v.until(left + ` < 299.9`)
	before := evaluate[float64](v, left)
	evaluateAsync(v, `pillars.table.open(new pillars.table.game.constructor(
		{ game: "pilastri", options: { size: "99" } }), { seats: ["person", "person"],
		 clock: { seconds: 9, increment: 0 } }).then(() => "", () => "")`)
	if got := evaluate[float64](v, left); got > before || got < before-5 {
		t.Errorf("after a game that cannot begin %v s are left of %v", got, before)
	}
	v.until(left + ` < ` + left + ` || (globalThis.was ??= ` + left + `) > ` + left) // it continues
	evaluate[bool](v, `(pillars.table.clock.since -= 3600e3, pillars.table.clock.count(), true)`)
	if got := evaluate[float64](v, left); got < before-60 {
		t.Errorf("an hour of sleep leaves %v s", got)
	}
	hidden := `Object.defineProperty(document, "hidden", { value: %s, configurable: true }),
		document.dispatchEvent(new Event("visibilitychange")), pillars.table.clock.left[0]`
	at := evaluate[float64](v, strings.Replace(hidden, "%s", "true", 1))
	evaluate[bool](v, `(pillars.table.clock.since -= 1500, pillars.table.clock.count(), true)`)
	const instant = .05 // from the page's return to the look at the clock; hidden were 1.5 s
	if got := evaluate[float64](v, strings.Replace(hidden, "%s", "false", 1)); !(at-instant < got && got <= at) {
		t.Errorf("while the page is hidden, the clock goes from %v to %v", at, got)
	}
	evaluate[bool](v, `(pillars.table.clock.left[0] = 100, true)`)
	v.click(`[data-page="analyse"]`)
	v.until(`pillars.table.mode === "analyse"`)
	v.click(`[data-page="play"]`)
	v.until(`pillars.table.mode === "play" && pillars.table.clock`)
	if got := evaluate[float64](v, left); got > 100 || got < 90 {
		t.Errorf("after a look at the analysis %v s are left of 100", got)
	}
	evaluateAsync(v, `pillars.table.step(pillars.table.view.legal[0].step).then(() => "")`)
	if got := evaluate[float64](v, left); got < 93 || got > 103 {
		t.Errorf("a turn with 3 s more leaves %v s of 100", got)
	}
	evaluateAsync(v, `pillars.table.undoTurn().then(() => "")`)
	if got := evaluate[float64](v, `pillars.table.clock.left[1]`); got > 300 {
		t.Errorf("a turn taken back gives the other seat %v s", got)
	}
	running := evaluateAsync(v, `(pillars.table.seats[0] = "random", pillars.engine.think = () =>
		Promise.reject(new Error("gone")), pillars.table.reply().catch(() => "").then(() =>
		String(pillars.table.clock.running)))`)
	if running != "null" {
		t.Errorf("an engine that fails leaves the clock of seat %s running", running)
	}
}
