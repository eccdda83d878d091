//go:build browser

package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// quiet switches the engine of the analysis off.
func (v *visitor) quiet() *visitor {
	v.t.Helper()
	v.run(`((box) => box.checked && box.click())(document.querySelector("#analysis-on"))`)
	return v
}

// at waits until the table shows the position after a number of turns.
func (v *visitor) at(turns int) {
	v.t.Helper()
	v.until(fmt.Sprintf(`pillars.table.game.path().length === %d && !pillars.table.asking`, turns))
}

// TestReview resigns a game and reviews it. The review must say first what cost the loser most, show the better turn,
// and let the person try again. Then it stops a review, and lets the engine show its lines.
func TestReview(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 360, 740)
	v.play(`{ game: "pilastri", options: { size: "4" } }`, `["person", "person"]`)
	v.wait(`(async () => {
		const { table } = pillars;
		while (table.game.path().length < 4) await table.step(table.view.legal[0].step);
	})()`)
	v.click("#resign")
	turns := evaluate[[]string](v, `pillars.table.game.path().map((n) => n.turn)`)
	v.run(`globalThis.real = pillars.engine.think.bind(pillars.engine),
		pillars.engine.think = async (question, thought) => question.start ?
		thought({ number: 1, seat: 0, played: question.turns[0], best: "a4b4", chance: 0.6, after: 0.58, loss: 0.02 }) :
		question.turns.forEach((played, i) => thought({ number: i + 1, seat: i % 2, played,
			best: i === 2 ? "a4b4" : played, chance: 0.6, after: i === 2 ? 0.25 : 0.6, loss: i === 2 ? 0.35 : 0 }))`)
	v.press("#end", "Review")
	v.reads("#why", "White was ahead until turn 3", "gave it away (60 % to 25 %)")
	v.until(`document.querySelectorAll("#report .mistakes li").length === 2`) // and the resignation
	// The accuracy lies between the mean of turns of 100 % and 21 % and their harmonic mean, 34 %.
	v.reads("#report .accuracy", "47 %")
	v.inspect("review")
	v.click("#why button")
	v.at(2)
	v.reads("#trial", "a4b4")
	v.until(`[...document.querySelectorAll(".arrows .rank text")].map((x) => x.textContent).join("") === "?✓"`)
	v.focus("#graph .figure")
	v.do(chromedp.KeyEvent(kb.ArrowRight))
	v.at(3)
	v.until(`document.activeElement.getAttribute("aria-valuetext").includes("blunder")`)
	v.press("#report .mistakes", "Try")
	v.at(2)
	v.until(`document.querySelector("#trial button")`)
	v.step(evaluate[string](v, `pillars.table.view.legal.map((c) => c.step)
		.find((s) => ![`+quoted(turns[2])+`, "a4b4"].some((turn) => turn.startsWith(s)))`))
	v.until(`document.querySelector("#trial.right")`)
	v.reads("#trial", "2 %", "35 %")

	v.run(`pillars.engine.think = real, document.querySelector("#review").click(),
		document.querySelector("#review-stop").click()`)
	v.reads("#message", "stopped")
	v.do(chromedp.KeyEvent(kb.Home))
	v.at(0)
	v.do(chromedp.KeyEvent(kb.End))
	v.at(4)
	v.do(chromedp.KeyEvent(kb.ArrowLeft))
	v.at(3)
	v.run(`((box) => box.checked || box.click())(document.querySelector("#analysis-on"))`)
	v.until(`document.querySelectorAll("#lines li").length === 3 && document.querySelector(".arrows .best .shaft") &&
		/White \d+/.test(document.querySelector("#bar").ariaLabel)`)
	v.until(`document.querySelectorAll("#turns .chance").length === 4`)
	v.do(chromedp.KeyEvent("x"))
	v.reads("#standing", "Threat of")
	v.quiet()
	v.inspect("analysis")
	v.reload()
	v.until(`document.querySelectorAll("#turns .variation").length === 1`)
}
