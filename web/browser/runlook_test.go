//go:build browser

package browser

import (
	"fmt"
	"strings"
	"testing"
)

// TestGamesOfAPairingOpen chooses a cell of the matrix, then the winner, and checks that the page lists these games and
// says in words which they are.
func TestGamesOfAPairingOpen(t *testing.T) {
	t.Parallel()
	path, _ := begun(t, 4)
	v := visit(t, servedFrom(t, path), 1280, 900)
	v.openRun()
	cell := `[...document.querySelectorAll("#figure-crosstable td button")]
		.find((b) => /games of Greedy against Random/.test(b.ariaLabel))`
	v.until(cell)
	evaluate[bool](v, cell+".click() || true")
	found := func(want string) {
		t.Helper()
		v.until(fmt.Sprintf(`document.querySelector("#runs .games[open] .found")?.textContent.endsWith(%q)`, want))
	}
	found("8 games of Greedy against Random")
	evaluate[bool](v, `((select) => { select.value = "greedy";
		return select.dispatchEvent(new Event("change", { bubbles: true }));
	})(document.querySelector("[name=winner]"))`)
	found(" of Greedy against Random won by Greedy")
	won := evaluate[string](v, `[...document.querySelectorAll("#runs .game-list button")]
		.map((game) => game.querySelector("strong")?.textContent).join(" ")`)
	if list := strings.Fields(won); len(list) == 0 || strings.Count(won, "Greedy") != len(list) {
		t.Errorf("the games that Greedy won were won by %q", won)
	}
	v.until(`document.querySelector("#runs .game-list .picture svg")`)
	if !evaluate[bool](v, `document.querySelector("#runs .games .fold").open`) {
		t.Error("the filter that is set is folded")
	}
	v.press("All games")
	found("24 games")
	v.until(`!document.querySelector("#runs .games .fold").open`)
}

// TestListOfRunsIsReadAtAGlance checks that the list shows the result of a run in plain words, without statistics, its
// game and its scores, and checkboxes to compare runs only after a button is pressed.
func TestListOfRunsIsReadAtAGlance(t *testing.T) {
	t.Parallel()
	v, _ := visitThree(t, "", 1280, 900)
	if said := v.text("#runs [role=status]"); said != "3 runs" {
		t.Errorf("before anything is marked the list says %q", said)
	}
	boxes := `document.querySelector("#runs .mark").checkVisibility()`
	if evaluate[bool](v, boxes) {
		t.Error("boxes to mark runs are shown before anybody asks for them")
	}
	v.press("Mark two to compare")
	v.until(boxes)
	v.until(`document.querySelectorAll("#runs .run-list .picture svg").length === 3`)
	v.until(`!document.querySelector("#runs .run-list .blank")`)
	last := "#runs .run-list li:last-child "
	head, about := v.text(last+".verdict-link"), v.text(last+".about")
	if !strings.Contains(head, " first of 3: ") && !strings.Contains(head, "beats all 2 others: ") {
		t.Errorf("the headline is %q", head)
	}
	if card := v.text(last); strings.Contains(card, "95") || strings.Contains(about, "finished") ||
		!strings.Contains(about, "54 games") {
		t.Errorf("the card says %q, below its headline %q", card, about)
	}
	if n := evaluate[int](v, `document.querySelectorAll("`+last+`.leaders .share").length`); n != 3 {
		t.Errorf("%d of 3 players have a bar", n)
	}
}

// TestRunTellsItsVerdictFirst checks the order of a run's page: the headline, scores with readable names, ratings on an
// axis, games with their boards, and technical details, including players' texts, folded.
func TestRunTellsItsVerdictFirst(t *testing.T) {
	t.Parallel()
	v, ids := visitThree(t, "#run=A", 360, 740)
	v.until(`document.querySelector("#runs .scoreboard")`)
	order := evaluate[string](v, `["#runs .verdict h2", "#runs .scoreboard", "#figure-standings .axis", "#runs .shown",
		"#runs .matrix", "#runs .games", "#runs .facts"]
		.map((s) => document.querySelector(s).getBoundingClientRect().top)
		.map((top, i, all) => !i || top > all[i - 1]).join(" ")`)
	if strings.Contains(order, "false") {
		t.Errorf("the parts follow each other: %s", order)
	}
	v.until(`document.querySelectorAll("#runs .shown .picture svg").length === 6`)
	letters := `[...document.querySelectorAll("#runs .verdict .picture text")].map((t) => t.textContent).join("")`
	v.until(letters + `.includes("d")`)
	if drawn := evaluate[string](v, letters); strings.ContainsAny(drawn, "efgh") {
		t.Errorf("the board of size 4 is drawn with %q", drawn)
	}
	names := v.text("#runs .scoreboard")
	if !strings.Contains(names, "Level 10") || !strings.Contains(names, "Greedy") {
		t.Errorf("the players are called %q", names)
	}
	if n := evaluate[int](v, `document.querySelectorAll("#runs details[open]").length`); n > 0 {
		t.Errorf("%d parts are unfolded", n)
	}
	folded := v.text("#runs .facts")
	if strings.Contains(names, "practice:") || !strings.Contains(folded, "practice:level=10") ||
		!strings.Contains(folded, ids[0]) || !strings.Contains(folded, "pillars tournament") {
		t.Errorf("the details are %.300q", folded)
	}
}

// TestDifferencesFitATelephone checks that the charts of differences between two runs have 0 in the middle, and that no
// text is cut.
func TestDifferencesFitATelephone(t *testing.T) {
	t.Parallel()
	v, _ := visitThree(t, "#compare=A,B", 360, 740)
	v.until(`document.querySelector("#runs .measures .dot")`)
	cut := evaluate[string](v, `[".measures .said", ".measures .who", ".differ *"]
		.flatMap((part) => [...document.querySelectorAll("#runs " + part)])
		.filter((e) => e.getBoundingClientRect().right > innerWidth ||
			e.clientWidth && e.scrollWidth > e.clientWidth + 1)
		.map((e) => e.textContent).join("|")`)
	if cut != "" {
		t.Errorf("cut: %s", cut)
	}
	if !evaluate[bool](v, `[...document.querySelectorAll("#runs .measures .intervals")].every((one) => {
		const track = one.querySelector(".track").getBoundingClientRect();
		const zero = one.querySelector(".zero").getBoundingClientRect();
		return Math.abs((zero.left + zero.right) / 2 - (track.left + track.right) / 2) < 2;
	})`) {
		t.Error("0 is not in the middle")
	}
}

// TestRunsAreNamedBeforeTheirVerdict lists runs whose verdicts are still being found, and checks that their games and
// players are named at once, with the right boards.
func TestRunsAreNamedBeforeTheirVerdict(t *testing.T) {
	t.Parallel()
	path, _ := threeRuns(t)
	v := visit(t, servedFrom(t, path), 1280, 900)
	evaluate[bool](v, `(() => {
		const real = globalThis.fetch;
		globalThis.fetch = async (address, ...how) => {
			const answer = await real(address, ...how);
			if (address !== "runs") return answer;
			const outline = ({ state, headline, verdict, leaders, ...rest }) => rest;
			return new Response(JSON.stringify((await answer.json()).map(outline)));
		};
		return true;
	})()`)
	v.click(`[data-page="runs"]`)
	v.inList(3)
	v.until(`document.querySelectorAll("#runs .run-list .picture svg").length === 3`)
	said := v.text("#runs .run-list")
	for _, want := range []string{"Level 10", "Pit of Pillars, size 4", "Pit of Pillars, size 5", "54 games"} {
		if !strings.Contains(said, want) {
			t.Errorf("before the verdicts are known the list says %q, without %q", said, want)
		}
	}
	if strings.Contains(said, "practice:") || strings.Contains(said, "pit-of-pillars") {
		t.Errorf("before the verdicts are known the list says %q", said)
	}
	if n := evaluate[int](v, `document.querySelectorAll("#runs .verdict-link .blank").length`); n != 6 {
		t.Errorf("%d bars stand in place of 3 verdicts", n)
	}
	v.inspect("runs-pending", 1280)
}
