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

// think replaces the searches of the page by a JavaScript function of the question.
func (v *visitor) think(answer string) {
	v.t.Helper()
	v.run(`pillars.engine.think = async (question, thought) => { (` + answer + `)(question, thought); return {}; }`)
}

// TestReview resigns a game and reviews it. The review must say first what cost the loser most, show the better turn,
// and let the person try again.
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
	v.run(`globalThis.real = pillars.engine.think.bind(pillars.engine)`)
	v.think(`(question, thought) => question.start ?
		thought({ number: 1, seat: 0, played: question.turns[0], best: "a4b4", chance: 0.6, after: 0.58, loss: 0.02 }) :
		question.turns.forEach((played, i) => thought({ number: i + 1, seat: i % 2, played,
			best: i === 2 ? "a4b4" : played, chance: 0.6, after: i === 2 ? 0.25 : 0.6, loss: i === 2 ? 0.35 : 0 }))`)
	v.press("#end", "Review")
	v.reads("#why", "White", "turn 2", "35 %")
	v.until(`document.querySelectorAll("#report .mistakes li").length === 2`) // and the resignation
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
	v.until(`!document.querySelector("#review").disabled`)
}

// walked is a short game in analysis.
const walked = "#game=pilastri&o.size=4&turns=a4b4+c1c2+b3c3&at=0&mode=analyse"

// TestAnalyse lets the engine show its lines. Then it goes through a game by keys, makes a variation the main line,
// reloads, and removes it.
func TestAnalyse(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t)+walked, 1280, 900)
	v.until(`document.querySelectorAll("#lines li").length === 3 && document.querySelector(".arrows .best .shaft") &&
		/White \d+/.test(document.querySelector("#bar").ariaLabel)`)
	v.quiet()
	v.think(`(question, thought) => [[1, 0.4, "d3d4"], [2, 0.6, "b3c3"], [3, 0.5, "a4b4"]].forEach(
		([line, chance, turn]) => thought({ line, depth: 5, chance, turns: [turn], nodes: 1, speed: 1,
			ways: [[turn.slice(0, 2), turn.slice(2)]] }))`)
	v.run(`document.querySelector("#analysis-on").click()`)
	v.until(`[...document.querySelectorAll("#lines li button")].map((b) => b.textContent).join() === "b3c3,a4b4,d3d4"`)
	v.inspect("analysis")
	v.quiet()
	v.do(chromedp.KeyEvent(kb.End))
	v.at(3)
	v.do(chromedp.KeyEvent(kb.Home))
	v.at(0)
	v.wait(`pillars.table.playTurn("d3d4")`)
	v.until(`document.querySelectorAll("#turns .variation").length === 1`)
	v.choose("#to-main")
	v.until(`pillars.table.game.root.children.map((n) => n.turn).join() === "d3d4,a4b4" && !pillars.table.asking`)
	v.reload()
	v.quiet()
	v.until(`pillars.table.game.root.children.map((n) => n.turn).join() === "d3d4,a4b4" &&
		pillars.table.game.at.turn === "d3d4"`)
	v.choose("#to-remove")
	v.until(`pillars.table.game.root.children.map((n) => n.turn).join() === "a4b4"`)
}
