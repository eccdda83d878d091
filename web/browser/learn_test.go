//go:build browser

package browser

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"pillars/web/host"
)

const (
	yours  = `document.body.dataset.state === "yours"`
	lesson = `document.body.dataset.mode === "lesson" && ` + yours
)

// shows waits for a step of a lesson.
func (v *visitor) shows(step host.LessonStep, number int) {
	v.t.Helper()
	v.until(lesson + fmt.Sprintf(` && document.querySelector("#lesson h2").textContent === %q &&
		location.hash.endsWith("&step=%d") && pillars.table.view.position === %q &&
		document.querySelectorAll("#board .light").length === %d`, step.Title, number, step.Start, len(step.Light)))
}

// playTurn clicks the squares and sides of a turn, one after another.
func (v *visitor) playTurn(turn string) {
	v.t.Helper()
	for _, part := range regexp.MustCompile(`[a-z][0-9]+(\|[nesw])?`).FindAllString(turn, -1) {
		v.until(yours)
		square, side, barrier := strings.Cut(part, "|")
		if barrier {
			v.click(fmt.Sprintf(`#choices [data-digit="%d"]`, 1+evaluate[int](v, fmt.Sprintf(
				`pillars.table.view.legal.findIndex((c) => c.step === %q)`, square+"|"+side))))
		} else {
			v.click(`[data-square="` + square + `"]`)
		}
	}
}

// TestLearn does a whole lesson by clicks: it makes mistakes, reloads a step, goes back to one, and plays against the
// weakest level at the end. Then it lets another lesson show itself and reads the rules.
func TestLearn(t *testing.T) {
	t.Parallel()
	steps, err := host.Lesson("pit")
	if err != nil {
		t.Fatal(err)
	}
	v := open(t, served(t), 1280, 900)
	v.until(`document.querySelectorAll("#cards svg").length === 4`)
	v.inspect("start")
	v.click(`#cards [aria-label$=": Pit"]`)
	for i, step := range steps {
		v.shows(step, i+1)
		if i == 2 {
			v.reload()
			v.shows(step, 3)
			v.do(chromedp.NavigateBack())
			v.shows(steps[1], 2)
			v.do(chromedp.NavigateForward())
			v.shows(step, 3)
		}
		if len(step.Wrong) > 0 {
			v.playTurn(strings.TrimSuffix(step.Wrong[0].Turns[0], "*"))
			v.reads("#message", step.Wrong[0].Words)
			v.shows(step, i+1)
		}
		v.playTurn(step.Turns[0])
		v.reads("#message", step.Good)
		if i < len(steps)-1 {
			v.click("#lesson-go .main")
		}
	}
	v.inspect("end of a lesson")
	v.click("#lesson-go .main")
	v.until(`document.body.dataset.mode === "play" && pillars.table.view.game === "pit" &&
		pillars.table.seats[1] === "practice:level=1"`)
	v.goTo("lesson=pylyx&step=99")
	v.until(lesson + ` && pillars.table.view.game === "pylyx"`)
	v.press("#lesson-go", "Show me")
	v.until(`document.querySelector("#message.right")`)
	v.click("#lesson-more a")
	v.until(`document.querySelector("#rules-text [data-game=pylyx] .card svg")`)
	v.inspect("rules")
}
