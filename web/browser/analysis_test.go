//go:build browser

package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestAnalysisSurvives writes and draws into an analysis, saves it with a variation, comments, marks, arrows and
// evaluations, and loads it again in another tab, where the game on the board is replaced only after a question.
func TestAnalysisSurvives(t *testing.T) {
	t.Parallel()
	address := served(t)
	game := "#game=pit-of-pillars&o.size=5&mode=analyse&turns=%40c3"
	v := visit(t, address+game+"+%40b3%40e4+%40d4%40b5", 1280, 900).quiet()
	const made = `JSON.stringify(pillars.table.game.tree().map((one) => ["turn", "after", "loss", "best", "comment",
		"marks", "drawn", "ended"].map((name) => one[name])))`
	const facts = made + ` + pillars.table.game.tree().map((one) => one.chance?.toFixed(2))`
	v.wait(`(async ({ table }) => {
		const { game } = table, line = game.line(game.root);
		Object.assign(game.root, { chance: 0.5, comment: "the beginning" });
		line.forEach((node, i) => Object.assign(node, { chance: 0.4 + i / 10, loss: 0, best: node.turn }));
		Object.assign(line[1], { loss: 0.25, best: "@d3@e4", comment: "a strange {[turn \"x\"] 1-0 (", marks: [6],
			drawn: ["c3", "b3 e4"] });
		line.at(-1).ended = { seat: 0, words: "" };
		await table.goTo(line[0]);
		await table.playTurn("@d3@e4");
		await table.playTurn("@d4@b5");
	})(pillars)`)
	v.do(chromedp.KeyEvent("c"))
	v.press("#note", "!?")
	v.set("#note-words", "better")
	v.press("#note", "Done")
	v.reads("#turns [aria-current]", "3. White @d4@b5 !?")
	v.wait(`pillars.table.goTo(pillars.table.game.line(pillars.table.game.root)[1])`)
	v.reads("#turns", "2. Red @b3@e4 ?!", "2. Red @d3@e4", "50 %", "3. White @d4@b5")
	v.reads("#comment", "strange")
	v.until(`document.querySelectorAll(".arrows .own").length === 2`)
	circle, arrow := v.middle(`[data-square="d1"]`), v.middle(`[data-square="d2"]`)
	for _, event := range []chromedp.Action[chromedp.Void]{
		chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, circle.X, circle.Y, chromedp.ButtonRight),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, arrow.X, arrow.Y, chromedp.ButtonRight),
	} {
		v.do(event)
	}
	v.until(`pillars.table.game.at.drawn.join() === "c3,b3 e4,d1 d2"`)
	want, pgn := evaluate[string](v, facts), v.answer(`pillars.save()`)

	other := v.beside(address + game).quiet()
	other.paste(pgn)
	other.press("#settings-said", "Replace")
	other.until(`!document.querySelector("#files-dialog").open`)
	if got := evaluate[string](other, facts); got != want {
		t.Errorf("the analysis is loaded as\n%s, not\n%s, from\n%s", got, want, pgn)
	}
	other.reads("#report .mistakes", "2. Red @b3@e4", "25 %", "White resigned") // the review is back
	other.reads("#why", "White made no mistake")
	kept := evaluate[string](other, made)
	other.reload()
	other.until(made + ` === ` + quoted(kept)) // the engine changes chances
	other.paste(pgn)                           // nothing has changed since, but a reload forgets that
	other.press("#settings-said", "Save it first")
	other.until(`!document.querySelector("#files-dialog").open`)
	other.paste(pgn)
	other.until(`!document.querySelector("#files-dialog").open`) // no question
}

// TestLongGames opens a game of 2,000 turns, goes through it and reviews it. What the page draws meanwhile, which is
// what keeps it from reacting, must not grow with the game: the number of elements added is bounded.
func TestLongGames(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t), 1280, 800).quiet()
	v.wait(`pillars.pages.openGame({ game: "pilastri", options: { size: "4" } })`)
	v.run(`globalThis.added = 0, document.querySelectorAll("#side > :not(#said), #report").forEach((part) =>
			new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((one) => {
				added += 1 + (one.querySelectorAll?.("*").length ?? 0);
			}))).observe(part, { subtree: true, childList: true })),
		globalThis.drawn = () => { const before = added; added = 0; return before; },
		pillars.engine.ask = async ({ turns }) => ({ ...pillars.table.view, turns, seat: turns.length % 2 }),
		pillars.engine.think = async ({ turns }, thought) => {
			for (const [i, played] of turns.entries()) {
				thought({ number: i + 1, seat: i % 2, played, chance: 0.9, after: 0.5, loss: i % 3 ? 0 : 0.4 });
				if (i % 100 === 0) await new Promise((done) => setTimeout(done));
			}
		}`)
	bounded := func(what string, most int) {
		t.Helper()
		if added := evaluate[int](v, `drawn()`); added > most {
			t.Errorf("%s draws %d elements, more than %d", what, added, most)
		}
	}
	v.wait(`pillars.pages.openGame({ game: "pilastri", options: { size: "4" },
		turns: Array.from({ length: 2000 }, (_, i) => "a1b" + i) })`)
	bounded("opening a game of 2,000 turns", 3000)
	v.wait(`(async ({ table: { game } }) => {
		for (let i = 0; i < 20; i++) await pillars.table.goTo(game.at.parent); })(pillars)`)
	bounded("20 turns back", 3000)
	v.run(`document.querySelector("#turns").scrollTop = 9000`)
	v.until(`((list, top) => [...list.querySelectorAll("button")].some((one) => Math.abs(top(one) - top(list)) < 60))(
		document.querySelector("#turns"), (one) => one.getBoundingClientRect().top)`) // rows come into view
	drawn := evaluate[int](v, `drawn()`)
	v.run(`document.querySelector("#review").click()`)
	v.until(`document.querySelector("#report .mistakes") && !document.querySelector("#verdict.busy")`)
	bounded("a review of 2,000 turns", 12000+drawn)
	v.press("#report .mistakes", "637 more")
	v.until(`document.querySelectorAll("#report .mistakes > li").length === 61`)
}

// TestAnalysisFitsALaptop steps through a game with the engine, reviews it and tries a turn again on two laptops.
// The board and the stepper must stay where they are, the list must have eight rows, and one part at most may scroll.
func TestAnalysisFitsALaptop(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t), 1280, 800)
	v.wait(`(async (turns) => { const state = { game: "pit-of-pillars", options: { size: "5" }, turns, steps: [] };
		while (turns.length < 24) {
			const view = await pillars.engine.ask({ do: "view", ...state });
			const { legal, startsTurn } = view, done = view.turns?.length > turns.length && startsTurn;
			if (done) [state.steps, turns[turns.length]] = [[], view.turns.at(-1)];
			else state.steps.push(legal[turns.length * 7 % legal.length].step);
		}
		await pillars.pages.openGame({ ...state, steps: [] });
		globalThis.real = pillars.engine.think.bind(pillars.engine);
		globalThis.box = (one) => document.querySelector(one).getBoundingClientRect(); })([])`)
	for _, size := range [][2]int64{{1280, 800}, {1366, 650}} {
		v.do(chromedp.EmulateViewport(size[0], size[1]))
		v.until(fmt.Sprintf(`innerHeight === %d`, size[1]))
		want := ""
		fits := func(state string, rows int) {
			t.Helper()
			v.until(`!pillars.table.asking`)
			got := evaluate[string](v, `["#board", "#walk", "#controls"].map((one) =>
				Object.values(box(one).toJSON()).map(Math.round)).join(" ") +
				(box("#controls").bottom > innerHeight ? " low" : "")`)
			if want == "" && got[len(got)-1] != 'w' {
				want = got
			} else if got != want {
				t.Errorf("%v, %s: the board, the stepper and the buttons move from %s to %s", size, state, want, got)
			}
			if all := evaluate[[]string](v, `[...document.querySelectorAll("html, html *")].filter((one) =>
				one.clientHeight && one.scrollHeight > one.clientHeight + 1 && (one === document.documentElement ||
				["auto", "scroll"].includes(getComputedStyle(one).overflowY))).map((one) => one.id)`); len(all) > 1 {
				t.Errorf("%v, %s: %q scroll", size, state, all)
			}
			if seen := evaluate[int](v, `((list) => [...document.querySelectorAll("#turns .pair")].filter((row) => {
				const { top, bottom } = row.getBoundingClientRect();
				return top >= list.top && bottom <= list.bottom + 1; }).length)(box("#turns"))`); seen < rows {
				t.Errorf("%v, %s: the list shows %d rows", size, state, seen)
			}
		}
		goTo := func(turn int) {
			v.run(`pillars.engine.think = real, document.querySelector("#analysis-on:not(:checked)")?.click()`)
			v.wait(fmt.Sprintf(`(({ table }) => table.goTo(table.game.line(table.game.root).at(%d)))(pillars)`, turn))
			v.until(`document.querySelectorAll("#lines li").length > 1`)
		}
		goTo(0)
		fits("at the start", 8)
		goTo(-1)
		fits("at the end", 8)
		v.quiet().run(`pillars.engine.think = async ({ turns }, thought) => turns.forEach((played, i) =>
			thought({ played, number: i + 1, seat: i % 2, best: "", chance: 1, after: 0.2, loss: i === 2 ? 0.4 : 0 })),
			document.querySelector("#review").click()`)
		v.until(`document.querySelector("#report .mistakes button") && !document.querySelector("#verdict.busy")`)
		fits("after the review", 0)
		if evaluate[bool](v, `box("#told").top < box("#report .mistakes li p").bottom`) {
			t.Errorf("%v: the first mistake is not seen", size)
		}
		v.press("#report .mistakes", "Try")
		v.reads("#trial", "find a better turn")
		fits("during a try", 0)
		v.click(`#panes [data-pane="turns"]`)
		goTo(9)
		fits("after the try", 8)
	}
}

// TestStackCard rests the mouse on a stack, whose picture must then lie on the board and cover neither the stack nor
// anything beside the board. It must not open after a click, not even after the one that wins.
func TestStackCard(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t)+"#game=pit-of-pillars&start=x2/x,wr,wr,x/x4/x2+w+m+0/0+-+10&mode=analyse", 1366, 650).quiet()
	const card = `((card) => !card.hidden && card.offsetWidth > 0)(document.querySelector("#peek"))`
	closed := func(when string) {
		t.Helper()
		v.wait(`new Promise((done) => setTimeout(done, 700))`) // longer than the pause before a picture
		if evaluate[bool](v, card) {
			t.Errorf("the picture of a stack is shown %s", when)
		}
	}
	v.hover(`[data-square="b3"]`, 0)
	v.until(card)
	if evaluate[bool](v, `((card, board, stack) => card.left < board.left || card.right > board.right ||
		card.top < board.top || card.bottom > board.bottom || card.left < stack.right && card.right > stack.left &&
		card.top < stack.bottom && card.bottom > stack.top)(...["#peek", "#board", "[data-square=b3]"].map((one) =>
		document.querySelector(one).getBoundingClientRect()))`) {
		t.Error("the picture of a stack lies beside the board, or over the stack")
	}
	v.hover(`[data-square="a2"]`, 0)
	v.until(`!` + card)
	v.click(`[data-square="b3"]`)
	v.hover(`[data-square="b3"]`, 2)
	closed("after a click")
	v.do(chromedp.KeyEvent(kb.ArrowRight)) // the click gave the square the focus
	v.until(`document.activeElement.dataset.square === "c3" && ` + card)

	v.play(nearWon, `["person", "person"]`)
	v.click(`[data-square="b3"]`)
	v.click(`[data-square="c3"]`)
	v.reads("#end-title", "White")
	v.hover(`[data-square="c3"]`, 2)
	closed("after the winning click")
}

// TestKeysAfterTheSwitch walks through a game by keys after a click on the switch of the engine, and clicks while a
// highlight pulses without an end, which must not stop the page.
func TestKeysAfterTheSwitch(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t)+"#game=pit-of-pillars&o.size=5&turns=%40c3+%40b3%40e4&mode=analyse", 1280, 800)
	v.click("#analysis-on")
	v.do(chromedp.KeyEvent(kb.ArrowLeft))
	v.at(1)
	if evaluate[bool](v, `document.querySelector("#analysis-on").checked`) {
		t.Error("the engine is on after a click on its switch")
	}
	v.run(`globalThis.moved = (timing) => pillars.table.board.place.animate([{ opacity: 1 }, { opacity: 0.9 }], timing),
		moved({ duration: 1000, iterations: Infinity }), globalThis.slide = moved(100000),
		pillars.table.board.hold(), pillars.table.board.press("c3")`)
	v.until(`slide.playState === "finished"`)
}
