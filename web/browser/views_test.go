//go:build browser

package browser

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// set sets a field of the dialog for a new game, as a person does who then leaves the field.
func (v *visitor) set(selector, value string) {
	v.t.Helper()
	evaluate[bool](v, `((e) => { e.focus(); e.value = "`+value+`";
		e.dispatchEvent(new Event("change", { bubbles: true })); return true;
	})(document.querySelector('`+selector+`'))`)
}

// TestEveryOptionCanBeChosen sets each option of each game to several values, including the default after another
// value. It checks that the game has the value, and that the field keeps the focus.
func TestEveryOptionCanBeChosen(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	evaluate[bool](v, `Boolean(pillars.engine.ask({ do: "games" }).then((games) => { globalThis.tries =
		games.flatMap((g) => g.options.flatMap((o) => [...new Set(o.values ?
		[...o.values.map((x) => x.value), o.default] :
		o.max ? [o.min ?? 0, o.max, o.default].map(String) : [o.default])].map((x) => [g.name, o.name, x]))); }))`)
	v.until(`globalThis.tries`)
	tries := evaluate[[][]string](v, `tries`)
	if len(tries) < 20 {
		t.Fatalf("%d values of options", len(tries))
	}
	for _, try := range tries {
		v.click("#new")
		evaluate[bool](v, `document.querySelector("#new-more").open = true`)
		v.set("#new-choice", try[0])
		field := `#new-game [name="` + try[1] + `"]`
		if rectangle := []string{"size", "files", "ranks"}; slices.Contains(rectangle[1:], try[1]) ||
			try[0] == "pilastri" && try[1] == "size" { // files and ranks count without a size, both or none
			values := []string{"0", "4", "6"}
			if (try[1] == "size") != (try[2] == "0") {
				values = []string{"4", "0", "0"}
			}
			for i, name := range rectangle {
				v.set(`#new-game [name="`+name+`"]`, values[i])
			}
		}
		v.set(field, try[2])
		if !evaluate[bool](v, `document.activeElement.name === "`+try[1]+`"`) {
			t.Errorf("%v: the focus is lost", try)
		}
		evaluateAsync(v, `pillars.engine.ask({ do: "games" }).then(() => "")`) // answered after the seats
		evaluate[bool](v, `document.querySelectorAll("#new-seats select").forEach((s) => {
			s.value = "person"; }), true`)
		v.click("#new-ok")
		v.until(`!document.querySelector("#new-game").open || document.querySelector("#new-error").textContent`)
		if wrong := v.text("#new-error"); wrong != "" { // such as a board that is too large with other defaults
			t.Errorf("%v: %s", try, wrong)
			v.click(`#new-game [value="cancel"]`)
			continue
		}
		v.until(`document.body.dataset.state !== "waiting" && pillars.table.view.game === "` + try[0] + `"`)
		if got := evaluate[string](v, `pillars.table.view.settings["`+try[1]+`"]`); got != try[2] {
			t.Errorf("%v: the game has %q", try, got)
		}
	}
}

// TestBoardFitsATelephoneSideways checks that the whole board is visible.
func TestBoardFitsATelephoneSideways(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 740, 360)
	for _, page := range []string{"play", "analyse"} {
		if page != "play" { // where the visitor begins
			v.click(`[data-page="` + page + `"]`)
		}
		v.until(`document.body.dataset.mode === "` + page + `" && document.body.dataset.state === "yours"`)
		evaluate[bool](v, `scrollTo(0, 0), true`)
		v.until(`document.querySelector("#board svg").getBoundingClientRect().bottom <= innerHeight`)
		high := evaluate[float64](v, `document.querySelector("#board svg").getBoundingClientRect().height`)
		if high < 240 {
			t.Errorf("the board is only %v pixels high", high)
		}
	}
}

// TestBackAndForward goes through all views of the file, back to the first and forward again, and reloads each.
func TestBackAndForward(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t), 1280, 900)
	v.begin("pit-of-pillars", map[string]string{"size": "5"}, "person", "person")
	v.click(`[data-square="c3"]`)
	v.until(turnsPlayed + ` === "@c3" && document.body.dataset.state === "yours"`)
	shown := `[document.querySelector("header [aria-current]").dataset.page,
		document.querySelector("#table").hidden ? document.querySelector("#rules-text h2").textContent :
		pillars.table.mode + " " + pillars.table.view.game + " " +
		` + turnsPlayed + `].join(" ")`
	const played, analysed = "play play pit-of-pillars @c3", "analyse analyse pit-of-pillars @c3"
	views := []struct {
		open func()
		want string
	}{
		{func() {}, played},
		{func() { v.click(`[data-page="rules"]`) }, "rules lesson pit-of-pillars "},
		{func() { v.click("#lesson-more a") }, "rules Pit of Pillars"},
		{func() { v.click(`#rules-nav button:nth-child(2)`) }, "rules Pilastri"},
		{func() { v.click(`[data-page="analyse"]`) }, analysed},
		{func() { v.click(`[data-page="puzzle"]`) }, "puzzle puzzle pit-of-pillars "},
		{func() { v.click(`[data-page="play"]`) }, played},
		{func() { v.begin("pilastri", map[string]string{"size": "4"}, "person", "person") }, "play play pilastri "},
	}
	is := func(want string) {
		t.Helper()
		v.until(`document.body.dataset.state !== "waiting" && ` + shown + ` === "` + want + `"`)
	}
	for _, view := range views {
		view.open()
		is(view.want)
	}
	for i := len(views) - 2; i >= 0; i-- {
		v.do(chromedp.NavigateBack())
		is(views[i].want)
	}
	for _, view := range views[1:] {
		v.do(chromedp.NavigateForward())
		is(view.want)
		v.do(chromedp.Reload())
		v.ready()
		is(view.want)
	}
}

// TestGamesAreNotLostByAClick resigns, begins another game, and takes both back.
func TestGamesAreNotLostByAClick(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	v.begin("pit-of-pillars", map[string]string{"size": "5"}, "person", "person")
	v.click(`[data-square="c3"]`)
	v.until(turnsPlayed + ` === "@c3" && document.body.dataset.state === "yours"`)
	v.click("#resign")
	v.until(`document.body.dataset.state === "over"`)
	v.click("#message button")
	v.until(`document.body.dataset.state === "yours" && ` + turnsPlayed + ` === "@c3"`)
	v.begin("pilastri", map[string]string{"size": "4"}, "person", "person")
	v.until(`pillars.table.view.game === "pilastri"`)
	v.click("#message button")
	v.until(`pillars.table.view.game === "pit-of-pillars" && ` + turnsPlayed + ` === "@c3"`)
}

// TestTextsOfGamesAreChosen loads a text with several games, turns without tags, and a game with a turn taken back.
func TestTextsOfGamesAreChosen(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	v.begin("pit-of-pillars", map[string]string{"size": "5"}, "person", "person")
	v.click(`[data-square="c3"]`)
	v.until(turnsPlayed + ` === "@c3" && document.body.dataset.state === "yours"`)
	one := evaluateAsync(v, `pillars.save()`)
	v.click("#undo")
	v.until(turnsPlayed + ` === "" && document.body.dataset.state === "yours"`)
	none := evaluateAsync(v, `pillars.save()`)
	if !strings.Contains(one, "@c3") || strings.Contains(none, "@c3") {
		t.Errorf("after the turn the saved game is %s, without it %s", one, none)
	}
	v.until(`!location.hash.includes("c3")`) // the address follows the board
	load := func(text string) {
		v.choose("#files")
		v.set("#pgn", strings.ReplaceAll(strings.ReplaceAll(text, `"`, `\"`), "\n", `\n`))
		v.click("#load-pgn")
	}
	load(none + "\n" + one + "\n" + none)
	v.until(`document.querySelectorAll("#game-list button").length === 3`)
	v.click("#game-list li:nth-child(2) button")
	v.until(`!document.querySelector("#files-dialog").open && pillars.table.mode === "analyse" && ` +
		turnsPlayed + ` === "@c3" && document.querySelector("#message").textContent`) // said last, when nothing moves
	load("1. @c3 @b3@e4")
	v.until(`!document.querySelector("#files-dialog").open && ` + turnsPlayed + ` === "@c3 @b3@e4"`)
}

// TestBoardsSayMore checks that lines are in the order of their chances, with the arrow of the best one, that a hint
// shows its barrier, that the bar has the right colours, that stacks have numbers, that frames are complete, and that a
// peek covers no square.
func TestBoardsSayMore(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t)+"#game=pylyx&mode=analyse", 1280, 900)
	v.until(`document.querySelectorAll("#lines li").length === 3`)
	if bar := evaluate[string](v, `getComputedStyle(document.querySelector("#bar")).backgroundColor`); bar ==
		"rgb(200, 64, 31)" {
		t.Error("the bar of Pylyx is red")
	}
	v.do(chromedp.Navigate(file(t) + stacks))
	v.settled()
	v.until(`document.querySelector("#lines li")`)
	evaluate[bool](v, `document.querySelector("#analysis-on").click() || true`)
	evaluate[bool](v, `(pillars.engine.think = async (question, thought) => {
		const line = (line, depth, chance, turn, ways) => thought(
			{ line, depth, chance, turns: [turn], ways, nodes: 1, speed: 1 });
		line(1, 9, 0.45, "c3c1", [["c3", "c1"]]);
		line(2, 8, 0.48, "c3b3", [["c3", "b3"]]);
		line(3, 8, 0.46, "c3c1", [["c3", "c1"]]);
		return {};
	}, document.querySelector("#analysis-on").click(), true)`)
	v.until(`[...document.querySelectorAll("#lines strong")].map((x) => x.textContent).join() ===
		"48\u00a0%,45\u00a0%"`)
	arrow := `document.querySelector(".best .shaft").getAttribute("d")`
	if d := evaluate[string](v, arrow); !strings.HasPrefix(d, "M138 150") { // from c3 to the left
		t.Errorf("the arrow of the best line is %s", d)
	}
	if got := v.text("#board .count"); got != "3" {
		t.Errorf("the stack of three has the number %q", got)
	}
	evaluate[bool](v, `(globalThis.resized = 0, addEventListener("resize", () => globalThis.resized++), true)`)
	for i, width := range []int64{1280, 360} {
		v.do(chromedp.EmulateViewport(width, 800))
		v.until(fmt.Sprintf("globalThis.resized > %d", i)) // a change of size hides the picture
		v.focus(`[data-square="b3"]`)
		v.do(chromedp.KeyEvent(kb.ArrowRight))
		v.until(`!document.querySelector("#peek").hidden`)
		if covered := evaluate[int](v, `((p) => [...document.querySelectorAll("#board [data-square]")].filter((c) => {
			const b = c.getBoundingClientRect();
			return b.left < p.right && p.left < b.right && b.top < p.bottom && p.top < b.bottom;
		}).length)(document.querySelector("#peek").getBoundingClientRect())`); covered > 0 {
			t.Errorf("at %d pixels the picture of a stack covers %d squares", width, covered)
		}
	}
	evaluateAsync(v, `pillars.table.step("c3c1").then(() => "")`)
	if whole := evaluate[int](v, `document.querySelectorAll("#board .arrows .frame").length`); whole != 2 {
		t.Errorf("%d frames stand above the squares instead of 2", whole)
	}
	evaluate[bool](v, `pillars.table.board.arrow([["d4", "d5"]], "hint", [{ cell: "d5", side: "n" }]), true`)
	if got := evaluate[int](v, `document.querySelectorAll("#board .wall.hint").length`); got != 1 {
		t.Errorf("%d barriers of a hint are marked instead of 1", got)
	}
	v.prefer("dark")
	ground := evaluate[string](v, `getComputedStyle(document.querySelector("#board svg")).backgroundColor`)
	if ground == "rgb(248, 244, 234)" {
		t.Error("the board has a light frame in the dark")
	}
}

// TestClicksDuringAnAnimationCount clicks the next step while the one before is animated.
func TestClicksDuringAnAnimationCount(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+stacks, 1280, 900)
	evaluate[bool](v, `document.querySelector("#analysis-on").click() || true`)
	evaluateAsync(v, `pillars.table.step("c3c1").then(() => pillars.table.step("-")).then(() => "")`)
	evaluateAsync(v, `pillars.table.goTo(pillars.table.game.root).then(() => "")`)
	evaluate[bool](v, `(pillars.table.board.animated = true, 
		pillars.table.step("c3c1").then(() => { globalThis.shown = true; }), true)`)
	v.until(`document.querySelector("#board .sliding")`)
	evaluate[bool](v, `(pillars.table.board.press("c1"), true)`) // the pillar that rises there
	v.until(`globalThis.shown && pillars.table.board.pressed === null && document.body.dataset.state === "yours"`)
	v.until(`document.querySelector("#board .chosen")?.dataset.square === "c1"`)
}
