//go:build browser

package browser

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/gif"
	"image/png"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// short is a game of four turns on a small board.
const short = `#game=pit-of-pillars&o.size=5&turns=%40c3+%40b3%40e4+%40d4%40b5+%40b4%40d1&mode=analyse`

// share opens the dialog and waits for its picture. Saved files go into the JavaScript variable saved.
func (v *visitor) share() {
	v.t.Helper()
	evaluate[bool](v, `((create) => { URL.createObjectURL = (blob) => {
		globalThis.saved = blob;
		return create(blob);
	}; return true; })(URL.createObjectURL.bind(URL))`)
	v.choose("#share")
	v.until(`document.querySelector("#share-dialog")?.open && document.querySelector("#shown-picture").naturalWidth`)
}

// saved presses a button and returns the file that it saves.
func (v *visitor) saved(selector string) []byte {
	v.t.Helper()
	evaluate[bool](v, `(globalThis.saved = null, true)`)
	v.click(selector)
	v.until(`globalThis.saved`)
	text := evaluateAsync(v, `new Promise((done) => { const reader = new FileReader();
		reader.onload = () => done(reader.result.replace(/^.*,/, "")); reader.readAsDataURL(saved); })`)
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		v.t.Fatal(err)
	}
	return data
}

// TestSharedPictures checks that the PNG has twice the size of the picture, that the animated SVG and the GIF have a
// board for each turn, and that the colours of the GIF's last board are close to those of the picture.
func TestSharedPictures(t *testing.T) {
	t.Parallel()
	for _, address := range []string{file(t), served(t)} {
		v := visit(t, address+short, 1280, 900)
		v.share()
		width := evaluate[int](v, `document.querySelector("#shown-picture").naturalWidth`)
		picture, err := png.Decode(bytes.NewReader(v.saved("#save-png")))
		if err != nil || picture.Bounds().Dx() != 2*width {
			t.Fatalf("the PNG of a picture of %d pixels: %v, %v", width, picture.Bounds(), err)
		}
		v.click("#share-film")
		v.until(`document.querySelector("#shown-picture").alt.startsWith("The game") &&
			document.querySelector("#shown-picture").complete`)
		if drawn := string(v.saved("#save-svg")); strings.Count(drawn, " of 4: ") != 4 ||
			!strings.Contains(drawn, "@keyframes") {
			t.Errorf("the film is %.1000s", drawn)
		}
		data := v.saved("#save-gif")
		film, err := gif.DecodeAll(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(film.Delay, film.LoopCount) != "[90 90 90 90 360] 0" {
			t.Errorf("the frames of the GIF last %v and %d rounds", film.Delay, film.LoopCount)
		}
		compare(t, film, evaluateAsync(v, `(async () => {
			const { stills } = await import("pillars/share.js");
			const { svg } = await pillars.engine.ask({ do: "film", ...pillars.table.game.state() });
			const image = new Image(), frames = stills(svg), canvas = document.createElement("canvas");
			image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(frames.at(frames.count - 1));
			await image.decode();
			[canvas.width, canvas.height] = [`+fmt.Sprint(film.Config.Width, ",", film.Config.Height)+`];
			canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
			return canvas.toDataURL("image/png").replace(/^.*,/, "");
		})()`))
		if folder := os.Getenv("PILLARS_PICTURES"); folder != "" {
			if err := os.WriteFile(folder+"/film.gif", data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// compare checks that the frames of a GIF, drawn over each other, look like a picture: nine tenths of the pixels must
// have nearly the same colour, and no pixel a very different one.
func compare(t *testing.T, film *gif.GIF, encoded string) {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	near, far, all := 0, 0, film.Config.Width*film.Config.Height
	for i := range all {
		x, y := i%film.Config.Width, i/film.Config.Width
		var got [3]int
		for _, frame := range film.Image {
			if r, g, b, a := frame.At(x, y).RGBA(); a > 0 && image.Pt(x, y).In(frame.Rect) {
				got = [3]int{int(r >> 8), int(g >> 8), int(b >> 8)}
			}
		}
		r, g, b, a := want.At(x, y).RGBA()
		r, g, b = r+0xffff-a, g+0xffff-a, b+0xffff-a // the corners of the card are white
		apart := max(distance(got[0], r), distance(got[1], g), distance(got[2], b))
		if apart <= 10 {
			near++
		}
		if apart > 60 {
			far++
		}
	}
	if near < all*9/10 || far > 0 {
		t.Errorf("of %d pixels %d have nearly the colour of the picture, %d one far from it", all, near, far)
	}
}

func distance(got int, want uint32) int { return max(got-int(want>>8), int(want>>8)-got) }

// TestDrawingOfGIFIsCancelled cancels the drawing of a GIF by the button and by closing the dialog, and checks that
// nothing is saved, but the next GIF is.
func TestDrawingOfGIFIsCancelled(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+short, 1280, 900)
	v.share()
	v.click("#share-film")
	v.until(`!document.querySelector("#save-gif").hidden`) // the film is drawn
	for _, stop := range []string{`document.querySelector("#cancel-gif").click()`,
		`document.querySelector("#share-dialog").close()`} {
		evaluate[bool](v, `(globalThis.saved = null, document.querySelector("#save-gif").click(), `+stop+`, true)`)
		v.until(`document.querySelector("#share-said").textContent === "Stopped." &&
			document.querySelector("#share-progress").hidden && !document.querySelector("#save-gif").disabled`)
	}
	if evaluate[bool](v, `Boolean(globalThis.saved)`) {
		t.Error("a GIF is saved that was stopped")
	}
	evaluate[bool](v, `document.querySelector("#share").click() || true`)
	v.until(`document.querySelector("#share-dialog").open && !document.querySelector("#share-said").textContent`)
	v.saved("#save-gif")
}

// TestPackedLinksOpen checks that a link to a long game is short and opens the same board, that a truncated link shows
// an error, and that a link to a short game is readable.
func TestPackedLinksOpen(t *testing.T) {
	t.Parallel()
	page := file(t)
	v := visit(t, page+"#game=pit-of-pillars&mode=analyse", 1280, 900)
	turns := evaluateAsync(v, `(async () => { const turns = [];
		while (turns.length < 100) {
			const state = { game: "pylyx", turns, steps: [] };
			for (let view;;) {
				view = await pillars.engine.ask({ do: "view", ...state });
				if (view.turns?.length > turns.length && view.startsTurn || view.result) {
					turns.push(view.turns.at(-1));
					break;
				}
				state.steps.push(view.legal[(turns.length * 7 + state.steps.length) % view.legal.length].step);
			}
			if (turns.length < 100 && (await pillars.engine.ask({ do: "view", game: "pylyx", turns })).result) break;
		}
		await pillars.pages.openGame({ game: "pylyx", turns }, null, turns.length - 1);
		return String(turns.length); })()`)
	board := evaluate[string](v, `pillars.table.view.position`)
	long := evaluate[int](v, `location.href.length`)
	v.share()
	link := evaluate[string](v, `document.querySelector("#share-link").value`)
	if !strings.Contains(link, "#z=") || len(link) >= long {
		t.Errorf("the link to a game of %s turns is %s", turns, link)
	}
	t.Logf("%s turns: %d letters instead of %d", turns, len(link), long)
	other := v.beside(link)
	if got := evaluate[string](other, `pillars.table.view.position`); got != board {
		t.Errorf("the link opens %s instead of %s", got, board)
	}
	after := evaluate[int](other, `pillars.table.game.line().length - pillars.table.game.path().length`)
	if after != 1 {
		t.Errorf("%d turns follow instead of 1", after)
	}
	evaluate[bool](other, `(location.hash = "`+link[strings.Index(link, "#"):len(link)-20]+`", true)`)
	other.until(`document.querySelector("#elsewhere").textContent ===
		"The link cannot be shown: it is cut off or damaged"`)
	v.click("#share-dialog .close")
	v.do(chromedp.Navigate(page + "#game=pilastri&mode=analyse"))
	v.until(`pillars.table.view.game === "pilastri"`)
	v.share()
	link = evaluate[string](v, `document.querySelector("#share-link").value`)
	if !strings.Contains(link, "game=pilastri") {
		t.Errorf("the link to a game without turns is %s", link)
	}
}

// TestShareIsAccessible runs axe-core on the dialog with both pictures.
func TestShareIsAccessible(t *testing.T) {
	t.Parallel()
	for _, screen := range screens {
		v := visit(t, served(t)+short, screen.width, 800)
		v.prefer(screen.scheme)
		v.share()
		v.inspectOn(screen, "share")
		v.click("#share-film")
		v.inspectOn(screen, "share-film")
	}
}

// TestGamesOfAFile loads many games, finds one by a name, and opens the next from the analysis.
func TestGamesOfAFile(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t), 360, 800)
	evaluateAsync(v, `(async () => {
		let text = "";
		for (let i = 0; i < 25; i++) {
			text += (await pillars.engine.ask({ do: "save", game: "pilastri", turns: i % 2 ? ["b1a1"] : [],
				players: ["Ann" + i, "Ben"] })).pgn + "\n";
		}
		document.querySelector("#files-dialog").showModal();
		document.querySelector("#pgn").value = text;
		document.querySelector("#load-pgn").click();
		return ""; })()`)
	v.until(`document.querySelectorAll("#game-list li").length === 25`)
	v.inspect("games", 360)
	v.focus("#game-list button")
	v.do(chromedp.KeyEvent(kb.ArrowDown))
	got := evaluate[string](v, `document.activeElement.textContent`)
	if !strings.HasPrefix(got, "2. Ann1 and Ben * 1 turn") {
		t.Errorf("the key for down leads to %q", got)
	}
	evaluate[bool](v, `((e) => { e.value = "ann23"; e.dispatchEvent(new Event("input")); return true;
		})(document.querySelector("#game-filter"))`)
	v.until(`document.querySelectorAll("#game-list li:not([hidden])").length === 1`)
	v.click("#game-list li:not([hidden]) button")
	names := `document.querySelector("#message").textContent`
	v.until(names + `.startsWith("Ann23 and Ben") && !document.querySelector("#game-walk").hidden`)
	v.inspect("game-walk", 360)
	v.click("#game-walk button:last-child")
	v.until(names + `.startsWith("Ann24 and Ben") && document.querySelector("#game-walk button:last-child").disabled`)
	v.click("#game-walk button:nth-child(2)")
	v.until(`document.querySelector("#files-dialog").open`)
	v.click(`#files-dialog [value="ok"]`)
	v.share()
	if alt := evaluate[string](v, `document.querySelector("#shown-picture").alt`); !strings.Contains(alt, "(Ann24)") {
		t.Errorf("the picture shows %s", alt)
	}
}

// TestVariationsDoNotHideTheGame saves and shares the main line while a variation is shown, and the variation if that
// is chosen.
func TestVariationsDoNotHideTheGame(t *testing.T) {
	t.Parallel()
	v := visit(t, served(t)+walked, 1280, 800).quiet()
	evaluateAsync(v, `pillars.table.goTo(pillars.table.game.root.children[0]).then(() => {
		const other = pillars.table.view.legal.find((c) => c.step !== "c1c2");
		return pillars.table.step(other.step);
	}).then(() => "")`)
	variation := evaluate[string](v, `pillars.table.game.at.turn`)
	if saved := evaluateAsync(v, `pillars.save()`); !strings.Contains(saved, "b3c3") ||
		strings.Contains(saved, variation) {
		t.Errorf("the saved game is %s", saved)
	}
	v.share()
	link := `new URLSearchParams(document.querySelector("#share-link").value.split("#")[1])`
	got := evaluate[string](v, link+`.get("turns") + " at " + `+link+`.get("at")`)
	if got != "a4b4 c1c2 b3c3 at 1" {
		t.Errorf("the link holds %s", got)
	}
	v.click("#share-variation")
	v.until(link + `.get("turns") === "a4b4 ` + variation + `"`)
	v.click("#share-dialog .close")
	v.choose("#files")
	v.until(`document.querySelector("#save-line").checkVisibility()`)
}
