//go:build browser

package browser

import (
	"testing"
)

// TestEdit edits a position by clicks, makes an illegal one, which must be refused in words, and pastes one
// as text.
func TestEdit(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+"#game=pit-of-pillars&o.size=5&mode=analyse", 1280, 900).quiet()
	v.click(`[data-press="#edit"]`)
	v.until(`document.querySelector("#editor .palette")`)
	place := func(piece, square, want string) {
		t.Helper()
		v.click(`#editor [value="` + piece + `"]`)
		v.click(`#board [data-square="` + square + `"]`)
		v.until(`document.querySelector("#position-text").value.startsWith("` + want + ` ")`)
	}
	place("w", "c3", "x3/x5/x2,w,x2/x5/x3")
	place("r", "c3", "x3/x5/x2,wr,x2/x5/x3")
	place("R", "a2", "x3/x5/x2,wr,x2/R,x4/x3")
	place("x", "c3", "x3/x5/x2,w,x2/R,x4/x3")
	v.inspect("editor")
	v.set(`#editor [name="field1"]`, "p")
	v.reads("#position-wrong", "no pillar")
	v.click("#position button")
	v.until(`document.activeElement.id === "position-text" && "editing" in document.body.dataset`)
	v.set(`#editor [name="field1"]`, "m")
	v.until(`document.querySelector("#position-wrong").textContent === ""`)
	v.click("#position button")
	v.until(`!("editing" in document.body.dataset) &&
		pillars.table.view.position.startsWith("x3/x5/x2,w,x2/R,x4/x3 w m")`)
	v.click(`[data-press="#edit"]`)
	v.until(`"editing" in document.body.dataset`)
	const pasted = "x2/x4/w,x2,r/x2 w m 0/0 - 9"
	v.set("#position-text", pasted)
	v.click("#position button")
	v.until(`pillars.table.view.position === "` + pasted + `"`)
	v.choose("#to-play")
	v.until(`document.querySelector("#new-seats select")`)
	v.click("#new-ok")
	v.until(`pillars.table.mode === "play" && ` + yours + ` && pillars.table.view.position === "` + pasted + `"`)
}

// TestPuzzle plays a wrong turn of a puzzle of two turns, takes it back, and plays the solution against the defence. It
// checks that the puzzle is then marked as solved, also after a reload.
func TestPuzzle(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t), 360, 740)
	v.click(`[data-page="puzzle"]`)
	v.until(`document.querySelector("#puzzle-task").textContent && ` + yours)
	first := evaluate[string](v, `pillars.table.view.position`)
	list := `document.querySelector("#puzzle-list")`
	v.run(list + `.value = [...` + list + `.options].findIndex((o) => /: 2 turns/.test(o.text)),
		` + list + `.dispatchEvent(new Event("change", { bubbles: true }))`)
	v.until(`pillars.table.view.position !== ` + quoted(first) + ` && ` + yours)
	v.inspect("puzzle")
	asked := `pillars.engine.ask({ do: "solve", id: pillars.puzzles.list[pillars.puzzles.at].id,
		turns: pillars.table.game.path().map((n) => n.turn), turn: "" })`
	wrong := v.answer(asked + `.then((x) => pillars.table.view.legal.map((c) => c.step)
		.find((s) => !x.turns.some((turn) => turn.startsWith(s))) ?? "")`)
	if wrong == "" {
		t.Fatal("every first step begins a solution")
	}
	play := func(begin string) { // any turn that begins so
		v.wait(`(async ({ table }) => { await table.type(` + quoted(begin) + `);
			while (table.game.steps.length) await table.step(table.view.legal[0].step); })(pillars)`)
	}
	play(wrong)
	v.reads("#message", "not the solution")
	v.press("#message", "Try again")
	v.until(`pillars.table.game.path().length === 0 && ` + yours)
	for _, turns := range []string{"2", "3"} { // with the defence
		play(v.answer(asked + `.then((x) => x.turns[0].replace("*", ""))`))
		v.until(`document.querySelector("#message.right") && pillars.table.game.path().length === ` + turns)
	}
	v.until(list + `.selectedOptions[0].text.endsWith("✓")`)
	v.reads("#puzzle-facts span:last-child", "1 of ")
	v.reload()
	v.until(`[...` + list + `.options].some((o) => /2 turns.*✓/.test(o.text))`)
}
