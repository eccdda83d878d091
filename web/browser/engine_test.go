//go:build browser

package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// told makes the engine of the page report three lines after it has been asked, and nothing else.
const told = `globalThis.thought && [[1, 0.8, "a4b4", "c1c2"], [2, 0.6, "d3d4", "b2c2"],
	[3, 0.3, "b3c3", "a1b1"]].forEach(([line, chance, ...turns]) => thought({ line, depth: 7, chance, turns,
		nodes: 1000, speed: 1000, words: turns.map((turn) => "climbs from " +
			turn.slice(0, 2) + " to " + turn.slice(2) + ", told at length so that it takes more than a line"),
		ways: [[turns[0].slice(0, 2), turns[0].slice(2)]] })) || true`

// asked replaces the searches of the page by one that never ends and reports the lines that a test sends.
func (v *visitor) asked() {
	v.t.Helper()
	evaluate[bool](v, `(pillars.engine.think = (question, thought) => new Promise(() => {
		globalThis.thought = thought; globalThis.question = question; }), true)`)
	v.click("#analysis-on")
	v.until(`globalThis.thought`)
}

// TestEngineSpeaksInWords checks that the page says in words who stands better, what a turn of a line means, and who
// the players are; their texts appear only in the details.
func TestEngineSpeaksInWords(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+walked, 360, 740).quiet()
	if got := v.text("#standing"); got != "Engine off" {
		t.Errorf("without the engine it says %q", got)
	}
	v.asked()
	evaluate[bool](v, told)
	if got := v.text("#standing") + ". " + v.text("#depth"); got !=
		"White leads clearly. White 80 % · depth 7" {
		t.Errorf("the engine says %q", got)
	}
	meaning := func(want string) {
		t.Helper()
		if got := v.text("#meaning"); !strings.HasPrefix(got, want) {
			t.Errorf("the turn means %q instead of %q", got, want)
		}
	}
	meaning("a4b4 climbs from a4 to b4")
	v.focus("#lines li:nth-child(2) button:nth-child(2)")
	meaning("b2c2 climbs from b2 to c2")
	evaluate[bool](v, `(document.activeElement.blur(), true)`)
	meaning("a4b4 climbs from a4 to b4")
	evaluate[bool](v, `(document.querySelector("#engine-settings").open = true)`)
	if got := evaluate[string](v, `document.querySelector("#analysis-player").textContent + "; " +
		/alphabeta|mcts/.test(document.querySelector("#analysis").innerText)`); got != "CalculatorExplorer; false" {
		t.Errorf("the players are %q", got)
	}
	evaluate[bool](v, `(document.querySelector("#engine-settings details").open =
		document.querySelector("#texts").open = true)`)
	if got := v.text("#engine-details"); !strings.Contains(got, "The program calls it alphabeta.") {
		t.Errorf("the details are %q", got)
	}
	v.set("#analysis-player", "mcts")
	v.until(`question.player === "mcts" && /calls it mcts/.test(document.querySelector("#engine-details").textContent)`)
	v.inspect("engine", 360)
}

// TestLinesMoveNothing checks that nothing changes its place while lines arrive, and that no text is cut.
func TestLinesMoveNothing(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+walked, 1280, 800).quiet()
	v.asked()
	places := `["#analysis", "#lines", "#meaning", "#turns", "#walk", "#board"].map((one) => {
		const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();
		return one + [x, y, width, height].map(Math.round).join();
	}).join(" ")`
	for _, size := range [][2]int64{{360, 740}, {740, 360}, {768, 1024}, {1024, 768}, {1280, 800}, {1920, 1080}} {
		v.do(chromedp.EmulateViewport(size[0], size[1]))
		v.until(fmt.Sprintf(`innerWidth === %d`, size[0]))
		evaluate[bool](v, `(document.querySelector("#analysis-on").click(),
			document.querySelector("#analysis-on").click(), true)`)
		v.until(`document.querySelector("#standing").textContent === "Thinking ..." &&
			!document.querySelector("#lines li")`)
		before := evaluate[string](v, places)
		evaluate[bool](v, told)
		v.until(`document.querySelectorAll("#lines li").length === 3`)
		if after := evaluate[string](v, places); after != before {
			t.Errorf("at %d x %d lines move %s to %s", size[0], size[1], before, after)
		}
		if got := evaluate[string](v, `["#standing", "#depth", "#status", "#meaning", "#last-turn"].filter((one) => {
			const place = document.querySelector(one);
			return place.scrollWidth > place.clientWidth + 1 || place.scrollHeight > place.clientHeight + 4;
		}).join()`); got != "" {
			t.Errorf("at %d x %d text is cut: %s", size[0], size[1], got)
		}
	}
}

// TestSavedGamesNamePlayersAsTheProgramDoes saves a game in play, whose file must have the players' texts, and loads it
// again.
func TestSavedGamesNamePlayersAsTheProgramDoes(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 800)
	v.play(`{ game: "pilastri", options: { size: "4" } }`, `["person", "practice:level=3"]`)
	saved := evaluateAsync(v, `pillars.save()`)
	if !strings.Contains(saved, `"person"`) || !strings.Contains(saved, `"practice:level=3"`) {
		t.Errorf("the saved game is %s", saved)
	}
	if got := v.text("#seats"); !strings.Contains(got, "level 3") || strings.Contains(got, "practice") {
		t.Errorf("the seats are %q", got)
	}
}
