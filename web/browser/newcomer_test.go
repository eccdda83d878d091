//go:build browser

package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"pillars/web/host"
)

// unseen lists the elements of a selector that are not completely visible without scrolling.
func (v *visitor) unseen(selector string) string {
	v.t.Helper()
	return evaluate[string](v, `[...document.querySelectorAll("`+selector+`")].filter((one) => {
		const box = one.getBoundingClientRect();
		return !box.width || [[box.left + 3, box.top + 3], [box.right - 3, box.bottom - 3]].some(([x, y]) =>
			!one.contains(document.elementFromPoint(x, y)));
	}).map((one) => one.getAttribute("aria-label") ?? one.textContent).join()`)
}

// TestButtonsAreInTheFirstView checks that the buttons that begin a game, and a game's buttons, in one row, are visible
// without scrolling on a telephone, held upright or sideways.
func TestButtonsAreInTheFirstView(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int64{{740, 360}, {360, 740}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			v := visit(t, served(t), size[0], size[1])
			v.play(`{ game: "pit-of-pillars", options: { size: "6" } }`, `["person", "practice:level=1"]`)
			for range 5 {
				v.step(evaluate[string](v, `pillars.table.view.legal[0].step`))
			}
			const row = "#controls > button:not(.only-analyse), #menu"
			if got := v.unseen(row); got != "" {
				t.Errorf("one has to scroll to %s", got)
			}
			if got := evaluate[string](v, `((all) => all.length + " at " + new Set(all.map((one) =>
				Math.round(one.getBoundingClientRect().top))).size)([...document.querySelectorAll("`+row+`")])`); got !=
				"5 at 1" {
				t.Errorf("buttons of the game stand at heights: %s", got)
			}
			v.click(`[data-page="play"]`)
			v.until(`document.querySelector("#continue button")`)
			first := "#cards .main"
			if size[0] < size[1] {
				first = "#cards li:first-child .main"
			}
			if got := v.unseen("#continue button, " + first); got != "" {
				t.Errorf("on the start screen one has to scroll to %s", got)
			}
		})
	}
}

// TestNewsIsInTheFirstView checks that the opponent's last turn, and at the end every button of the panel, are visible
// without scrolling on an upright telephone.
func TestNewsIsInTheFirstView(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 360, 740)
	for _, rules := range []string{`{ game: "pit-of-pillars", options: { size: "6" } }`, `{ game: "pit" }`,
		`{ game: "pylyx" }`, `{ game: "pilastri", options: { size: "4" } }`} {
		v.play(rules, `["practice:level=1", "person"]`)
		v.until(`document.body.dataset.state === "yours" && document.querySelector("#last-turn").textContent`)
		if got := v.unseen("#status, #last-turn"); got != "" {
			t.Errorf("%s: one has to scroll to %s", rules, got)
		}
	}
	evaluateAsync(v, `(async ({ table } = pillars) => {
		table.seats = ["person", "person"];
		while (!table.view.result) await table.step(table.view.legal[0].step);
		table.seats = ["person", "practice:level=1"];
		await table.refresh();
		return ""; })()`)
	v.until(`document.querySelector("#end")`)
	if got := v.unseen("#end button"); got != "" {
		t.Errorf("at the end one has to scroll to %s", got)
	}
}

// TestPlayLeadsOutOfAGame leaves a game by the navigation while the opponent thinks, and continues it. The clock must
// stop meanwhile.
func TestPlayLeadsOutOfAGame(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 800)
	evaluate[bool](v, `(globalThis.think = pillars.engine.think.bind(pillars.engine),
		pillars.engine.think = () => new Promise((done) => { globalThis.answer = done; }), true)`)
	evaluate[bool](v, `(pillars.pages.begin({ game: "pilastri", options: { size: "4" } },
		["person", "practice:level=1"], { seconds: 300, increment: 0 }), true)`)
	v.until(`pillars.table.view.game === "pilastri" && document.body.dataset.state === "yours"`)
	evaluate[bool](v, `(pillars.table.step(pillars.table.view.legal[0].step), true)`)
	v.until(`pillars.table.thinking && globalThis.answer`)
	v.click(`[data-page="play"]`)
	v.until(`document.body.dataset.shown === "home" && document.querySelector("#continue button")`)
	if got := evaluate[bool](v, `pillars.table.clock.running === null`); !got {
		t.Error("the clock of a game that one has left runs")
	}
	evaluate[bool](v, `(pillars.engine.think = think, true)`)
	v.click("#continue button")
	v.until(`document.body.dataset.shown === "play" && pillars.table.view.game === "pilastri" &&
		document.body.dataset.state === "yours" && pillars.table.game.path().length === 2`)
}

// TestNotYetIsSaidUntilTheTurnComes asks for a hint while the opponent thinks, and checks that the refusal disappears
// with the next turn.
func TestNotYetIsSaidUntilTheTurnComes(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 800)
	evaluate[bool](v, `(pillars.engine.think = () => new Promise((done) => { globalThis.answer = done; }),
		pillars.pages.begin({ game: "pilastri", options: { size: "4" } }, ["practice:level=1", "person"]), true)`)
	v.until(`pillars.table.view.game === "pilastri" && globalThis.answer`)
	v.click("#hint")
	v.until(said + ` === "It is not your turn yet."`)
	evaluate[bool](v, `(answer({ steps: [pillars.table.view.legal[0].step] }), true)`)
	v.until(`document.body.dataset.state === "yours" && ` + said + ` === ""`)
}

// TestCloseUpsCoverNothing peeks at a high stack on every square, and checks that its picture covers no square and no
// button of the game.
func TestCloseUpsCoverNothing(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int64{{360, 740}, {740, 360}, {1280, 800}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			v := visit(t, served(t), size[0], size[1])
			v.play(`{ game: "pilastri", options: { size: "6" } }`, `["person", "person"]`)
			got := evaluate[string](v, `(({ board, view }) => view.squares.map((square) => {
				square.pieces = Array.from({ length: 9 }, (_, i) => i % 2 ? "white man" : "black man");
				board.look(square.name, board.cell(square.name));
				const place = document.querySelector("#peek"), p = place.getBoundingClientRect();
				const all = document.querySelectorAll("#board [data-square], #controls button");
				const covered = [...all].filter((one) => {
					const b = one.getBoundingClientRect();
					return b.left < p.right && p.left < b.right && b.top < p.bottom && p.top < b.bottom;
				});
				const out = p.left < 0 || p.right > innerWidth || p.top < 0 || p.bottom > innerHeight;
				return place.hidden ? square.name + " shows none"
					: out ? square.name + " is shown out of the window"
					: covered.length ? square.name + " covers " + (covered[0].dataset.square ?? covered[0].id) : "";
			}).filter(Boolean).join("; "))(pillars.table)`)
			if got != "" {
				t.Error(got)
			}
		})
	}
}

// TestEndsAreNotCovered ends a game while the picture of a stack is shown, which must not cover the panel at the end.
func TestEndsAreNotCovered(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 800)
	v.play(`{ game: "pilastri", options: { size: "4" } }`, `["person", "person"]`)
	evaluateAsync(v, `(async ({ table } = pillars) => {
		while (!table.view.result) {
			const { name } = table.view.squares.find((one) => one.pieces?.length > 1) ?? {};
			if (name) table.board.look(name, table.board.cell(name));
			await table.step(table.view.legal[0].step);
		}
		return ""; })()`)
	v.until(`document.querySelector("#end")`)
	if !evaluate[bool](v, `document.querySelector("#peek").hidden`) {
		t.Error("the picture of a stack hides who won")
	}
}

// TestTasksOfLessonsAreInTheFirstView checks that the task of the first step of each lesson is visible without
// scrolling on a telephone and on tablets.
func TestTasksOfLessonsAreInTheFirstView(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int64{{360, 740}, {768, 1024}, {820, 1180}, {1024, 768}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			v := visit(t, served(t), size[0], size[1])
			for _, game := range []string{"pit-of-pillars", "pilastri", "pylyx", "pit"} {
				evaluate[bool](v, `(location.hash = "#lesson=`+game+`", true)`)
				v.until(yours + ` && pillars.table.view.game === "` + game + `"`)
				if got := v.unseen("#lesson-task, #lesson-go button"); got != "" {
					t.Errorf("%s: one has to scroll to %s", game, got)
				}
			}
		})
	}
}

// TestOpponentsHaveNames checks that the dialog gives the name of an engine, how it thinks and, in small letters, its
// text, and that the seat shows the name.
func TestOpponentsHaveNames(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 360, 740)
	v.click("#new")
	v.until(`document.querySelectorAll("#new-seats select").length === 2`)
	const second = `document.querySelectorAll("#new-seats label")[1]`
	evaluate[bool](v, `((select) => { select.value = "mcts:time=1s"; select.dispatchEvent(new Event("change"));
		return true; })(`+second+`.querySelector("select"))`)
	if got := evaluate[string](v, second+`.querySelector("small").textContent`); got != "The Explorer (tree search) "+
		"tries out thousands of ways the game may go and trusts those that end well. mcts:time=1s" {
		t.Errorf("of the opponent the dialog says %q", got)
	}
	if evaluate[bool](v, `/alpha-?beta|mcts|tree search/.test(`+second+`.querySelector("select").textContent)`) {
		t.Error("the dialog lists an engine by its method")
	}
	v.click("#new-ok")
	v.until(`document.querySelectorAll("#seats li")[1].textContent.includes("Explorer")`)
}

// TestRulesBeginWithACard checks that the goal, the turn and the end of every game are visible first in its rules, with
// a link to the lesson.
func TestRulesBeginWithACard(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 800)
	for _, game := range []string{"pit-of-pillars", "pilastri", "pylyx", "pit"} {
		evaluate[bool](v, `(location.hash = "rules=`+game+`", true)`)
		v.until(`document.querySelector("#rules-text [data-game='` + game + `'] .card svg")`)
		if got := v.text("#rules-text .card"); strings.Count(got, ".") < 4 {
			t.Errorf("%s: the card says only %q", game, got)
		}
		if got := v.unseen("#rules-text dt, #rules-text .buttons > *"); got != "" {
			t.Errorf("%s: one has to scroll to %s", game, got)
		}
		v.inspect("rules-"+game, 1280)
	}
	v.click("#rules-text a.button")
	v.until(yours + ` && document.querySelector(".progress").textContent === "Pit: 1 of 8"`)
}

// TestTasksOfLessonsAreSeen checks that the task and the buttons of every step are visible without scrolling on a
// telephone, and do not overlap.
func TestTasksOfLessonsAreSeen(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 360, 740)
	for _, game := range []string{"pit-of-pillars", "pilastri", "pylyx", "pit"} {
		steps, err := host.Lesson(game)
		if err != nil {
			t.Fatal(err)
		}
		for i, step := range steps {
			evaluate[bool](v, fmt.Sprintf(`(location.hash = "lesson=%s&step=%d", true)`, game, i+1))
			v.shows(step, i+1)
			if got := v.unseen("#lesson-task, #lesson-go button"); got != "" {
				t.Errorf("%s %d: one has to scroll to %s", game, i+1, got)
			}
		}
	}
}

// TestLearnOpensTheLesson scrolls down in a game and presses Learn, and checks that the game's lesson is shown from its
// top and leads to the rules and back.
func TestLearnOpensTheLesson(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int64{{360, 740}, {740, 360}, {1280, 800}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			v := visit(t, served(t), size[0], size[1])
			v.play(`{ game: "pylyx" }`, `["person", "person"]`)
			evaluateAsync(v, `(async ({ table }) => {
				while (!table.game.path().length) await table.step(table.view.legal[0].step);
				return "";
			})(pillars)`)
			evaluate[bool](v, `(scrollTo(0, 400), true)`)
			v.click(`[data-page="rules"]`)
			v.until(yours + ` && document.querySelector(".progress").textContent === "Pylyx: 1 of 8"`)
			v.until(`scrollY === 0`)
			if got := v.unseen("#lesson h2, #lesson-go button"); got != "" {
				t.Errorf("one has to scroll to %s", got)
			}
			v.click("#lesson-more a")
			v.until(`document.body.dataset.shown === "rules" && scrollY === 0 &&
				document.querySelector("#rules-text h2").textContent === "Pylyx"`)
			v.do(chromedp.NavigateBack())
			v.until(yours)
			v.click(`[data-page="analyse"]`)
			v.until(`pillars.table.mode === "analyse" &&
				pillars.table.game.path().length === 1`)
		})
	}
}
