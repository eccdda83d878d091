//go:build browser

package browser

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/chromedp/chromedp"

	"pillars/web/host"
)

const (
	said    = `document.querySelector("#message").textContent`
	yours   = `document.body.dataset.mode === "lesson" && document.body.dataset.state === "yours"`
	lighted = `[...document.querySelectorAll("#board .light")].length`
)

// shows waits for a step of a lesson.
func (v *visitor) shows(step host.LessonStep, number int) {
	v.t.Helper()
	v.until(yours + fmt.Sprintf(` && document.querySelector("#lesson h2").textContent === %q &&
		location.hash.endsWith("&step=%d") && pillars.table.view.position === %q`, step.Title, number, step.Start))
	if got := evaluate[int](v, lighted); got != len(step.Light) {
		v.t.Errorf("%s: %d squares are lit instead of %d", step.Title, got, len(step.Light))
	}
}

// playTurn clicks the squares and sides of a turn, one after another.
func (v *visitor) playTurn(turn string) {
	v.t.Helper()
	for _, part := range regexp.MustCompile(`[a-z][0-9]+(\|[nesw])?`).FindAllString(turn, -1) {
		v.until(`document.body.dataset.state === "yours"`)
		if square, side, barrier := cutSide(part); barrier {
			v.click(fmt.Sprintf(`#choices [data-digit="%d"]`, 1+evaluate[int](v, fmt.Sprintf(
				`pillars.table.view.legal.findIndex((c) => c.step === %q)`, square+side))))
		} else {
			v.click(`[data-square="` + square + `"]`)
		}
	}
}

func cutSide(part string) (square, side string, barrier bool) {
	match := regexp.MustCompile(`^([a-z][0-9]+)(\|[nesw])?$`).FindStringSubmatch(part)
	return match[1], match[2], match[2] != ""
}

// TestLessonByClicks does a whole lesson with the mouse: it makes a mistake, reloads a step and goes back to one. The
// lesson must end with a game.
func TestLessonByClicks(t *testing.T) {
	t.Parallel()
	steps, err := host.Lesson("pit")
	if err != nil {
		t.Fatal(err)
	}
	v := visit(t, served(t)+"#lesson=pit", 1280, 900)
	for i, step := range steps {
		v.shows(step, i+1)
		if i == 2 {
			v.do(chromedp.Reload())
			v.settled().shows(step, 3)
			v.do(chromedp.NavigateBack())
			v.shows(steps[1], 2)
			v.do(chromedp.NavigateForward())
			v.shows(step, 3)
		}
		if len(step.Wrong) > 0 {
			wrong := regexp.MustCompile(`\*$`).ReplaceAllString(step.Wrong[0].Turns[0], "")
			v.playTurn(wrong)
			v.until(fmt.Sprintf(`%s === %q`, said, step.Wrong[0].Words))
			v.shows(step, i+1)
		}
		v.playTurn(step.Turns[0])
		v.until(fmt.Sprintf(`%s.startsWith(%q)`, said, "✓ "+step.Good))
		if can := evaluate[int](v, `document.querySelectorAll("#board .can").length`); can != 0 {
			t.Errorf("%s: %d squares can be pressed after the step", step.Title, can)
		}
		if i < len(steps)-1 {
			v.click("#lesson-go .main")
		}
	}
	v.until(said + `.endsWith("You know enough to play.")`)
	if got := evaluate[string](v, `localStorage.getItem("pillars.learned")`); got != `["pit"]` {
		t.Errorf("the lessons learned are %s", got)
	}
	v.click("#lesson-go .main")
	v.until(`document.body.dataset.mode === "play" && pillars.table.view.game === "pit" &&
		pillars.table.seats[1] === "practice:level=1"`)
}

// TestLessonsShowThemselves lets the page show the solution of every step of every lesson, and ends with a puzzle.
func TestLessonsShowThemselves(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 360, 740)
	for _, game := range []string{"pilastri", "pylyx", "pit", "pit-of-pillars"} {
		steps, err := host.Lesson(game)
		if err != nil {
			t.Fatal(err)
		}
		evaluate[bool](v, `(location.hash = "lesson=`+game+`", true)`)
		for i, step := range steps {
			v.shows(step, i+1)
			evaluate[bool](v, `([...document.querySelectorAll("#lesson-go button")]
				.find((b) => b.textContent === "Show me").click(), true)`)
			v.until(fmt.Sprintf(`%s.startsWith(%q)`, said, "✓ "+step.Good))
			if i < len(steps)-1 {
				v.click("#lesson-go .main")
			}
		}
	}
	v.click("#lesson-go button:last-child")
	v.until(`document.body.dataset.mode === "puzzle" && pillars.table.view.game === "pit-of-pillars"`)
}

// TestGamesOutliveLessons begins a game from a reloaded lesson, and goes back to the game before.
func TestGamesOutliveLessons(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	v.begin("pit-of-pillars", map[string]string{"size": "5"}, "person", "person")
	v.click(`[data-square="c3"]`)
	v.until(turnsPlayed + ` === "@c3" && document.body.dataset.state === "yours"`)
	evaluate[bool](v, `(location.hash = "lesson=pit&step=8", true)`)
	v.until(yours)
	v.do(chromedp.Reload())
	v.settled().until(yours)
	v.click("#lesson-go button:nth-child(3)")
	v.until(`document.body.dataset.mode === "play" && pillars.table.view.game === "pit"`)
	v.click("#message button")
	v.until(`pillars.table.view.game === "pit-of-pillars" && ` + turnsPlayed + ` === "@c3"`)
}

// TestNoSuchLesson opens the address of a missing lesson, which must leave a game to play, and of a missing step, which
// must show the first one.
func TestNoSuchLesson(t *testing.T) {
	t.Parallel()
	v := open(t, served(t)+"#lesson=chess", 1280, 900)
	v.until(`document.querySelector("#elsewhere").textContent.includes("there is no lesson for") &&
		document.querySelectorAll("#cards .main").length === 4`)
	evaluate[bool](v, `(location.hash = "lesson=pit&step=99", true)`)
	v.until(yours + ` && document.querySelector(".progress").textContent.includes("1 of ")`)
}

// TestLessonsAreAccessible runs axe-core on a step before and after a wrong turn, and after the right one.
func TestLessonsAreAccessible(t *testing.T) {
	t.Parallel()
	steps, err := host.Lesson("pit-of-pillars")
	if err != nil {
		t.Fatal(err)
	}
	for _, screen := range screens {
		v := visit(t, served(t)+"#lesson=pit-of-pillars&step=7", screen.width, 800)
		v.prefer(screen.scheme)
		v.shows(steps[6], 7)
		v.inspectOn(screen, "lesson")
		v.playTurn("c2c1")
		v.until(fmt.Sprintf(`%s === %q`, said, steps[6].Wrong[0].Words))
		v.inspectOn(screen, "lesson-wrong")
		v.playTurn("c4c5c5d4")
		v.until(fmt.Sprintf(`%s.startsWith(%q)`, said, "✓ "))
		v.inspectOn(screen, "lesson-right")
	}
}
