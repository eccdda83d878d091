//go:build browser

package browser

import (
	"fmt"
	"testing"
)

// nearWon is a position that White wins by b3c3.
const nearWon = `{ game: "pit-of-pillars", options: { size: "4" }, start: "x2/x,w,r,x/x4/x2 w m 0/0 - 10" }`

// TestFinish wins a game, and checks that the panel at the end offers the next level, a rematch and the other side.
// Then it resigns, begins another game, and takes both back.
func TestFinish(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 360, 740)
	begun := func(seats string) {
		t.Helper()
		v.until(`!document.querySelector("#end") && pillars.table.seats.join() === ` + quoted(seats))
	}
	v.play(nearWon, `["person", "practice:level=3"]`)
	v.step("b3c3")
	v.reads("#end-title", "You win")
	v.until(`document.activeElement.id === "end"`)
	v.inspect("end")
	v.press("#end", "Play level 4")
	begun("person,practice:level=4")
	v.step("b3c3")
	v.press("#end", "Rematch")
	begun("person,practice:level=4")
	v.step("b3c3")
	v.reload()
	v.until(`pillars.table.view.result && document.querySelector("#end")`)
	v.click(`#end [aria-label="Close"]`)
	v.until(`!document.querySelector("#end")`)
	v.play(nearWon, `["practice:level=10", "person"]`)
	v.press("#end", "Swap sides")
	begun("person,practice:level=10")

	v.play(`{ game: "pit-of-pillars", options: { size: "5" } }`, `["person", "person"]`)
	v.click(`[data-square="c3"]`)
	v.turned("@c3")
	v.click("#resign")
	v.until(`document.body.dataset.state === "over"`)
	v.press("#message", "Undo")
	v.turned("@c3")
	v.play(`{ game: "pilastri", options: { size: "4" } }`, `["person", "person"]`)
	v.press("#message", "Undo")
	v.turned("@c3")
}

// TestThreeSeatsFinish plays a game of three seats to its end, and checks the places.
func TestThreeSeatsFinish(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	v.begin("pit", map[string]string{"players": "3"}, "person", "person", "person")
	v.until(`document.querySelector("#resign").hidden`)
	for _, turn := range []string{"@c6", "@h8", "@i7", "c6c7", "@a3a3|e", "@f9f9|s", "h8g8g8|n", "@b9b9|s", "g8g7"} {
		v.wait(`pillars.table.type("` + turn + `")`)
		if turn == "c6c7" {
			v.reads("#seats li:nth-child(1)", "out, third")
		}
	}
	v.until(`document.body.dataset.state === "over" && pillars.table.view.places.join() === "3,2,1"`)
	for i, place := range []string{"third", "second", "first"} {
		v.reads(fmt.Sprintf("#seats li:nth-child(%d)", i+1), place)
	}
	v.inspect("end of three")
}

// TestClock lets a clock run in its game only: not while the page is hidden or asleep, nor in analysis. Then it lets the
// time of a seat run out.
func TestClock(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t), 1280, 900)
	const left = `pillars.table.clock.left[0]`
	v.wait(`pillars.pages.begin({ game: "pilastri", options: { size: "4" } }, ["person", "person"],
		{ seconds: 300, increment: 60 })`)
	v.until(left + ` < 299.9`)
	v.inspect("clock")
	hidden := `Object.defineProperty(document, "hidden", { value: %v, configurable: true }),
		document.dispatchEvent(new Event("visibilitychange")), pillars.table.clock.left[0]`
	at := evaluate[float64](v, fmt.Sprintf(hidden, true))
	v.run(`pillars.table.clock.since -= 3600e3, pillars.table.clock.count()`)
	if got := evaluate[float64](v, fmt.Sprintf(hidden, false)); !(at-1 < got && got <= at) {
		t.Errorf("while the page is hidden, the clock goes from %v to %v", at, got)
	}
	v.run(`pillars.table.clock.since -= 3600e3, pillars.table.clock.count()`)
	if got := evaluate[float64](v, left); !(got > at-60) {
		t.Errorf("an hour of sleep leaves %v s of %v", got, at)
	}
	v.click(`[data-page="analyse"]`)
	v.until(`pillars.table.mode === "analyse" && !pillars.table.clock`)
	v.click(`[data-page="play"]`)
	v.until(`pillars.table.mode === "play" && pillars.table.clock?.running === 0`)
	v.run(left + ` = 100`)
	v.step(evaluate[string](v, `pillars.table.view.legal[0].step`))
	if got := evaluate[float64](v, left); !(got > 100 && got <= 160) {
		t.Errorf("a turn with 60 s more leaves %v s of 100", got)
	}
	v.run(`pillars.table.clock.left[1] = 0.01`)
	v.reads("#status", "White wins", "time ran out")
}
