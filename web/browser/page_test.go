//go:build browser

package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// pages lists the pages and dialogs, and how to open them.
var pages = []struct {
	name string
	open func(v *visitor)
}{
	{"start", func(v *visitor) {
		v.click("#to-home")
		v.until(`document.querySelectorAll("#cards svg").length === 4`)
	}},
	{"play", func(v *visitor) {
		v.click(`[data-page="play"]`)
		v.until(`document.body.dataset.shown === "play"`)
	}},
	{"analysis", func(v *visitor) {
		v.click(`[data-page="analyse"]`)
		v.until(`document.querySelector("#lines li")`)
	}},
	{"puzzles", func(v *visitor) {
		v.click(`[data-page="puzzle"]`)
		v.until(`document.querySelector("#puzzle-task").textContent`)
	}},
	{"rules", func(v *visitor) {
		v.click(`[data-page="rules"]`)
		v.until(yours)
		v.click("#lesson-more a")
		v.until(`document.querySelector("#rules-text svg")`)
	}},
	{"new game", func(v *visitor) {
		v.click(`[data-page="play"]`)
		v.until(`document.body.dataset.mode === "play"`)
		v.click("#new")
		v.until(`document.querySelector("#new-seats select")`)
	}},
	{"files", func(v *visitor) {
		v.click(`#new-game [value="cancel"]`)
		v.choose("#files")
		v.until(`document.querySelector("#files-dialog").open`)
	}},
	{"settings", func(v *visitor) {
		v.click(`#files-dialog [value="ok"]`)
		v.click("#more")
	}},
}

// TestPagesAreAccessible runs axe-core on every page, in the sizes of a telephone, a tablet and a screen, light and
// dark, and checks that nothing extends beyond the edge.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	for _, screen := range screens {
		v := visit(t, served(t), screen.width, 800)
		v.prefer(screen.scheme)
		for _, page := range pages {
			page.open(v)
			v.inspectOn(screen, strings.ReplaceAll(page.name, " ", "-"))
		}
	}
}

// screen is a width in pixels, a colour scheme, and the rules of axe-core to check there.
type screen struct {
	width         int64
	scheme, rules string
}

// screens lists the screens to check. Contrast takes most of the time and depends on the scheme, so it is checked only
// on some of them.
var screens = []screen{{360, "light", all}, {360, "dark", contrast}, {768, "dark", forms}, {1280, "light", all}}

// Rules of axe-core, as its options name them.
const (
	all      = `{}`
	contrast = `{ runOnly: ["color-contrast"] }`
	forms    = `{ rules: { "color-contrast": { enabled: false } } }`
)

// inspectOn inspects a page by the rules of a screen.
func (v *visitor) inspectOn(s screen, page string) {
	v.t.Helper()
	v.inspectBy(s.rules, fmt.Sprintf("%s-%d-%s", page, s.width, s.scheme), s.width)
}

// inspect checks a page by all rules of axe-core.
func (v *visitor) inspect(name string, width int64) {
	v.t.Helper()
	v.inspectBy(all, name, width)
}

// inspectBy checks that axe-core finds nothing, that the page is not wider than the screen, and that numbers stay with
// their per cent signs. It also saves a screenshot.
func (v *visitor) inspectBy(rules, name string, width int64) {
	v.t.Helper()
	if evaluate[bool](v, `!globalThis.axe`) {
		axe, err := os.ReadFile(os.Getenv("PILLARS_AXE"))
		if err != nil {
			v.t.Fatalf("axe-core is not here (%v): npm install axe-core, and name its axe.min.js in PILLARS_AXE", err)
		}
		evaluate[bool](v, string(axe)+"; true")
	}
	found := evaluateAsync(v,
		`axe.run(`+rules+`).then((r) =>
			r.violations.map((x) => x.id + ": " + x.nodes[0].html).join("\n"))`)
	if found != "" {
		v.t.Errorf("%s: %s", name, found)
	}
	if wide := evaluate[int64](v, `document.documentElement.scrollWidth`); wide > width {
		v.t.Errorf("%s is %d pixels wide on a screen of %d", name, wide, width)
	}
	if broken := evaluate[string](v, `[...document.querySelectorAll("main *:not(svg, svg *, pre)")]
		.flatMap((e) => [...e.childNodes]).filter((n) => n.nodeType === Node.TEXT_NODE && /[0-9] %/.test(n.data))
		.map((n) => n.data).join("|")`); broken != "" {
		v.t.Errorf("%s: lines may break in %s", name, broken)
	}
	v.picture(name)
}

// picture saves a screenshot in the folder that PILLARS_PICTURES names, for people to look at.
func (v *visitor) picture(name string) {
	v.t.Helper()
	folder := os.Getenv("PILLARS_PICTURES")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(v.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		v.t.Fatal(err)
	}
	if err := os.WriteFile(folder+"/"+name+".png", picture, 0o666); err != nil {
		v.t.Fatal(err)
	}
}

// TestLinksShowTheSameBoard opens the address of a position in another window, and checks that it shows the same board.
func TestLinksShowTheSameBoard(t *testing.T) {
	t.Parallel()
	address := file(t)
	v := visit(t, address, 1280, 900)
	v.begin("pit-of-pillars", map[string]string{"size": "5"}, "person", "random")
	v.click(`[data-square="c3"]`)
	v.until(`pillars.table.game.path().length === 2 && document.body.dataset.state === "yours"`)
	hash := evaluate[string](v, `location.hash`)
	board := evaluate[string](v, `pillars.table.view.position`)
	other := visit(t, address+hash, 1280, 900)
	if got := evaluate[string](other, `pillars.table.view.position`); got != board {
		t.Errorf("the link %s shows %s instead of %s", hash, got, board)
	}
	v.do(chromedp.Reload())
	v.until(`globalThis.pillars?.table.view && document.body.dataset.state === "yours"`)
	if got := evaluate[string](v, `pillars.table.view.position + pillars.table.mode`); got != board+"play" {
		t.Errorf("after a reload the board shows %s", got)
	}
}

// TestBadLinksAreToldPlainly opens invalid addresses, which must leave a game to play and show the reason.
func TestBadLinksAreToldPlainly(t *testing.T) {
	t.Parallel()
	for _, hash := range []string{"#game=chess", "#game=pylyx&turns=a1a9", "#game=pilastri&start=nonsense",
		"#game=pit&o.players=9"} {
		v := open(t, served(t)+hash, 800, 700)
		v.until(`document.querySelector("#elsewhere").textContent.includes("link cannot be shown")`)
		if evaluate[int](v, `document.querySelectorAll("#cards .main").length`) != 4 {
			t.Errorf("%s leaves no game to begin", hash)
		}
	}
}

// TestSavedGameLoads saves a game as PGN and loads it again, and checks that a truncated text is refused.
func TestSavedGameLoads(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	v.begin("pilastri", map[string]string{"size": "4"}, "random", "random")
	v.until(`document.body.dataset.state === "over"`)
	pgn := evaluateAsync(v, `pillars.save()`)
	final := evaluate[string](v, `pillars.table.view.position`)
	load := func(text string) {
		words, _ := json.Marshal(text)
		evaluate[bool](v, `((dialog) => dialog.open || (dialog.showModal(), true))(
			document.querySelector("#files-dialog"))`)
		evaluate[bool](v, `(document.querySelector("#pgn").value = `+string(words)+`, true)`)
		v.click("#load-pgn")
	}
	load(pgn[:len(pgn)/3] + "a1z9")
	v.until(`document.querySelector("#settings-said").textContent`)
	load(pgn)
	// The message appears last; before that the page still moves, and with it the button to be clicked next.
	v.until(`!document.querySelector("#files-dialog").open &&
		document.querySelector("#message").textContent.startsWith("Random and Random, ")`)
	if got := evaluate[string](v, `pillars.table.mode + pillars.table.view.position`); got != "analyse"+final {
		t.Errorf("the loaded game ends at %s instead of %s", got, final)
	}
	v.click("#review")
	v.until(`/mistake|costliest/.test(document.querySelector("#why").textContent) &&
		document.querySelector("#graph path")`)
}

// TestChosenFileLoadsAgain presses Load with a file already chosen and nothing pasted, since a browser reports a chosen
// file only once.
func TestChosenFileLoadsAgain(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 360, 740)
	evaluateAsync(v, `(async () => {
		const { pgn } = await pillars.engine.ask({ do: "save", game: "pilastri", turns: [], players: ["Ann", "Ben"] });
		const chosen = new DataTransfer();
		chosen.items.add(new File([pgn + "\n" + pgn], "games.pgn"));
		document.querySelector("#files-dialog").showModal();
		document.querySelector("#pgn-file").files = chosen.files;
		return ""; })()`)
	for range 2 {
		v.click("#load-pgn")
		v.until(`document.querySelectorAll("#game-list li").length === 2`)
	}
	v.click("#game-list li:first-child button")
	v.until(`!document.querySelector("#files-dialog").open && document.querySelector("#pgn-file").files.length === 0`)
}

// TestPuzzleIsPlayedToTheEnd plays a wrong turn of a puzzle of two turns, takes it back, and plays the solution against
// the defence. It checks that the puzzle is then marked as solved, also after a reload.
func TestPuzzleIsPlayedToTheEnd(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 1280, 900)
	v.click(`[data-page="puzzle"]`)
	v.until(`document.querySelector("#puzzle-task").textContent`)
	list := `document.querySelector("#puzzle-list")`
	v.until(`document.body.dataset.state === "yours"`)
	evaluate[bool](v, `((list) => { list.value = [...list.options].findIndex((o) => /: 2 turns/.test(o.text));
		list.dispatchEvent(new Event("change", { bubbles: true })); return true; })(`+list+`)`)
	v.until(`/2 turns/.test(document.querySelector("#puzzle-task").textContent)`)
	asked := `pillars.engine.ask({ do: "solve", id: pillars.puzzles.list[pillars.puzzles.at].id,
		turns: pillars.table.game.path().map((n) => n.turn), turn: "" })`
	wrong := evaluateAsync(v, asked+`.then((x) => pillars.table.view.legal.map((c) => c.step)
		.find((s) => !x.turns.some((turn) => turn.startsWith(s))) ?? "")`)
	if wrong == "" {
		t.Fatal("every first step begins a solution")
	}
	play := func(begin string) { // any turn that begins so
		words, _ := json.Marshal(begin)
		evaluateAsync(v, `(async ({ table }) => { await table.type(`+string(words)+`);
			while (table.game.steps.length) await table.step(table.view.legal[0].step); return ""; })(pillars)`)
	}
	play(wrong)
	v.until(`/is not the solution/.test(document.querySelector("#message").textContent)`)
	if evaluate[int](v, `document.querySelectorAll("#board .can").length`) != 0 {
		t.Error("pieces of the other side are offered")
	}
	v.click("#message button")
	v.until(`pillars.table.game.path().length === 0 && document.body.dataset.state === "yours"`)
	for _, said := range []string{"is right\\. .*It is your turn", "^Solved: "} {
		play(evaluateAsync(v, asked+`.then((x) => x.turns[0].replace("*", ""))`))
		v.until(`/` + said + `/.test(document.querySelector("#message").textContent)`)
	}
	v.until(`/✓/.test(` + list + `.selectedOptions[0].text)`)
	v.until(`document.querySelector("#puzzle-task").textContent === "Solved." &&
		/^1 of /.test(document.querySelector("#puzzle-facts span:last-child b").textContent)`)
	v.do(chromedp.Reload())
	v.until(`[...` + list + `.options].some((o) => /2 turns.*✓/.test(o.text))`)
}
