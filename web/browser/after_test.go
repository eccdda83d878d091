//go:build browser

package browser

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// resign resigns the game on the table.
func (v *visitor) resign() {
	v.t.Helper()
	evaluate[bool](v, `(document.querySelector("#resign").click(), true)`)
	v.until(`document.querySelector("#end")`)
}

// pressAtEnd presses a button of the panel at the end.
func (v *visitor) pressAtEnd(button string) {
	v.t.Helper()
	evaluate[bool](v, `([...document.querySelectorAll("#end button")].find((b) =>
		b.textContent.startsWith("`+button+`")).click(), true)`)
}

// TestReviewsSayWhyAGameWasLost resigns a game, and checks that the review says first, without scrolling, what cost the
// loser most, and last who resigned, also after a reload.
func TestReviewsSayWhyAGameWasLost(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int64{{1280, 800}, {768, 1024}, {360, 740}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			v := visit(t, served(t), size[0], size[1])
			v.play(`{ game: "pilastri", options: { size: "4" } }`, `["person", "person"]`)
			evaluateAsync(v, `(async () => {
				const { table } = pillars;
				while (table.game.path().length < 4) await table.step(table.view.legal[0].step);
				return "";
			})()`)
			v.quiet().resign()
			v.think(`(question, thought) => question.do === "review" && question.turns.forEach((played, i) =>
				thought({ number: i + 1, seat: i % 2, played, best: i === 2 ? "a4b4" : played, chance: 0.6,
					after: i === 2 ? 0.25 : 0.6, loss: i === 2 ? 0.35 : i / 30 }))`)
			review := func() {
				t.Helper()
				const worst = "White's biggest mistake was turn 2: it gave away 35\u00a0% of the win chance."
				v.until(`document.querySelector("#why").textContent === ` + strconv.Quote(worst))
				if got := v.text("#report .mistakes li:last-child"); got != "White resigned with a win chance of 40 %" {
					t.Errorf("the review says at last %q", got)
				}
				v.until(`["#why", "#graph svg"].every((one) => {
					const part = document.querySelector(one), box = part.getBoundingClientRect();
					return [box.top + 2, box.bottom - 2].every((y) =>
						part.contains(document.elementFromPoint(box.left + 8, y)));
				})`)
				if size[0] < 1000 && !evaluate[bool](v, `(scrollTo(0, 0), (({ top, bottom }) => top >=
					document.querySelector("#board").getBoundingClientRect().bottom && bottom <=
					document.querySelector("header nav").getBoundingClientRect().top)(
					document.querySelector("#why").getBoundingClientRect()))`) {
					t.Error("the conclusion is not in sight below the board")
				}
				v.click("#why button")
				v.at(2)
				v.until(`/^2\. White .* gave away 35\u00a0%.* Better was .*: White /.test(
					document.querySelector("#trial").textContent)`)
				if got := evaluate[string](v, `[...document.querySelectorAll(".arrows .rank text")]
					.map((x) => x.textContent).join("")`); got != "?✓" {
					t.Errorf("the arrows are marked %q", got)
				}
				if evaluate[bool](v, `!document.querySelector(".arrows > .wrong + .rank + .right") ||
					[...document.querySelectorAll("#board .ring")].some((ring) => ring.checkVisibility())`) {
					t.Error("the arrows of the mistake and of the better turn do not stand alone in their colours")
				}
				if got := evaluate[string](v, `document.querySelector("#bar").ariaLabel`); got !=
					"Win chances: White 40\u00a0%, Black 60\u00a0%" {
					t.Errorf("while a mistake is explained the bar says %q", got)
				}
				if evaluate[bool](v, `document.querySelector("#board svg").getBoundingClientRect().bottom < 100 ||
					document.querySelector("#board svg").getBoundingClientRect().top > innerHeight - 100`) {
					t.Error("the board is out of sight")
				}
			}
			v.pressAtEnd("Review")
			review()
			v.do(chromedp.Reload())
			v.until(`globalThis.pillars?.table.view`)
			v.quiet()
			v.think(`(question, thought) => question.do === "review" && question.turns.forEach((played, i) =>
				thought({ number: i + 1, seat: i % 2, played, best: i === 2 ? "a4b4" : played, chance: 0.6,
					after: i === 2 ? 0.25 : 0.6, loss: i === 2 ? 0.35 : i / 30 }))`)
			v.click("#review")
			review()
		})
	}
}

// TestUndoneTurnsAreGone takes back a turn of a game in play, and checks that the list of turns does not have it.
func TestUndoneTurnsAreGone(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 800)
	v.play(`{ game: "pilastri", options: { size: "4" } }`, `["person", "person"]`)
	for range 3 {
		v.step(evaluate[string](v, `pillars.table.view.legal[0].step`))
	}
	evaluateAsync(v, `pillars.table.undoTurn().then(() => "")`)
	if got := evaluate[int](v, `document.querySelectorAll("#turns button").length`); got != 2 {
		t.Errorf("after two turns the list has %d", got)
	}
	v.step(evaluate[string](v, `pillars.table.view.legal[1].step`))
	if got := evaluate[int](v, `document.querySelectorAll("#turns button").length`); got != 3 {
		t.Errorf("after three turns the list has %d", got)
	}
}

// TestSeatsShowTheirColours checks that the colours of the seats of Pylyx are shown as soon as they are chosen.
func TestSeatsShowTheirColours(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 800)
	chips := func(want string) {
		t.Helper()
		if got := evaluate[string](v, `[...document.querySelectorAll("#seats .chip")].map((one) =>
			one.checkVisibility() ? one.title : "none").join()`); got != want {
			t.Errorf("the seats show %q instead of %q", got, want)
		}
	}
	v.play(`{ game: "pylyx", options: { size: "8" } }`, `["person", "person"]`)
	chips("none,none")
	v.play(`{ game: "pylyx", options: { size: "8" },
		start: "x6/x8/x2,w3,x2,b2,x2/x8/x4,w3,x3/x,b4,x6/x8/x6 1 m 2 0 9" }`, `["person", "person"]`)
	chips("black,white")
}

// TestRatingsAreNamed checks that the number beside a puzzle is labelled as its rating.
func TestRatingsAreNamed(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 800)
	evaluateAsync(v, `pillars.pages.solve("pilastri").then(() => "")`)
	got := v.text("#puzzle-list option") + " " + v.text("#puzzle-facts")
	if !strings.Contains(got, ", rated ") || !strings.Contains(got, "Your rating 800") {
		t.Errorf("the puzzle says %q", got)
	}
}

// TestSharingAsksForWhatItShows opens the dialog on a telephone, and checks that its buttons are visible, and that the
// film is drawn only when it is chosen.
func TestSharingAsksForWhatItShows(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+walked, 360, 740).quiet()
	evaluate[bool](v, `(globalThis.films = 0, pillars.engine.ask = ((ask) => (question) => {
		if (question.do === "film") films++;
		return ask.call(pillars.engine, question);
	})(pillars.engine.ask), document.querySelector("#share").click(), true)`)
	v.until(`document.querySelector("#share-dialog")?.open && document.querySelector("#shown-picture").naturalWidth`)
	reach := func() {
		t.Helper()
		if got := evaluate[string](v, `[...document.querySelectorAll("#share-dialog .buttons button")]
			.filter((one) => one.checkVisibility()).filter((one) => {
				const { x, y, width, height } = one.getBoundingClientRect();
				return !one.contains(document.elementFromPoint(x + width / 2, y + height - 2));
			}).map((one) => one.textContent).join()`); got != "" {
			t.Errorf("out of reach: %s", got)
		}
	}
	reach()
	if got := evaluate[int](v, `films`); got != 0 {
		t.Error("the film is drawn before it is wanted")
	}
	v.click("#share-film")
	v.until(`films === 1 && document.querySelector("#save-gif").checkVisibility()`)
	reach()
}
