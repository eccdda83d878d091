//go:build browser

package browser

import "testing"

// nearWon is a position that White wins by b3c3.
const nearWon = `{ game: "pit-of-pillars", options: { size: "4" }, start: "x2/x,w,r,x/x4/x2 w m 0/0 - 10" }`

// TestFinish wins a game, and checks that the panel at the end offers the next level and the other side.
// Then it resigns, begins another game, and takes both back. At last it lets the time of a seat run out.
func TestFinish(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 360, 740)
	v.play(nearWon, `["person", "practice:level=3"]`)
	v.step("b3c3")
	v.reads("#end-title", "You win")
	v.until(`document.activeElement.id === "end"`)
	v.inspect("end")
	v.press("#end", "Play level 4")
	v.until(`!document.querySelector("#end") && pillars.table.seats[1] === "practice:level=4"`)
	v.step("b3c3")
	v.reload()
	v.until(`pillars.table.view.result && document.querySelector("#end")`)
	v.click(`#end [aria-label="Close"]`)
	v.until(`!document.querySelector("#end")`)
	v.play(nearWon, `["practice:level=10", "person"]`)
	v.press("#end", "Swap sides")
	v.until(`!document.querySelector("#end") && pillars.table.seats[1] === "practice:level=10"`)

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

	v.wait(`pillars.pages.begin({ game: "pilastri", options: { size: "4" } }, ["person", "person"],
		{ seconds: 300, increment: 3 })`)
	v.until(`pillars.table.clock.left[0] < 299.9`)
	v.click(`[data-page="analyse"]`)
	v.until(`pillars.table.mode === "analyse" && !pillars.table.clock`)
	v.click(`[data-page="play"]`)
	v.until(`pillars.table.mode === "play" && pillars.table.clock?.running === 0`)
	v.run(`pillars.table.clock.left[0] = 0.01`)
	v.reads("#status", "Black wins", "time ran out")
}
