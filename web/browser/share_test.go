//go:build browser

package browser

import (
	"bytes"
	"encoding/base64"
	"image/gif"
	"image/png"
	"strings"
	"testing"
)

// saved presses a button and returns the file that it saves.
func (v *visitor) saved(selector string) []byte {
	v.t.Helper()
	v.run(`globalThis.saved = null, URL.createObjectURL = ((create) => (blob) => {
		globalThis.saved = blob;
		return create.call(URL, blob);
	})(URL.createObjectURL)`)
	v.click(selector)
	v.until(`globalThis.saved`)
	text := v.answer(`new Promise((done) => { const reader = new FileReader();
		reader.onload = () => done(reader.result.replace(/^.*,/, "")); reader.readAsDataURL(saved); })`)
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		v.t.Fatal(err)
	}
	return data
}

// TestShare saves pictures of a long game, whose packed link must open the same board in another tab. A truncated link
// must be refused, and a link to a short game must be readable.
func TestShare(t *testing.T) {
	t.Parallel()
	page := file(t)
	link := page + "#game=pit-of-pillars&o.size=5&turns=%40c3+%40b3%40e4+%40d4%40b5+%40b4%40d1&mode=analyse"
	v := visit(t, link, 360, 740)
	v.quiet()
	share := func() string {
		t.Helper()
		v.click(`[data-press="#share"]`)
		v.until(`document.querySelector("#share-dialog")?.open &&
			document.querySelector("#shown-picture").naturalWidth`)
		return evaluate[string](v, `document.querySelector("#share-link").value`)
	}
	if link := share(); !strings.Contains(link, "game=pit-of-pillars") || !strings.Contains(link, "%40d4%40b5") {
		t.Errorf("the link to a short game is %s", link)
	}
	v.inspect("share")
	if picture, err := png.Decode(bytes.NewReader(v.saved("#save-png"))); err != nil || picture.Bounds().Dx() < 500 {
		t.Errorf("the PNG of a position: %v", err)
	}
	if film, err := gif.DecodeAll(bytes.NewReader(v.saved("#save-gif"))); err != nil || len(film.Image) != 5 {
		t.Errorf("the GIF of four turns: %v", err)
	}
	v.click("#share-dialog .close")

	v.wait(`(async () => { const turns = [], { engine } = pillars;
		for (let state = { game: "pylyx", turns, steps: [] }; turns.length < 30;) {
			const view = await engine.ask({ do: "view", ...state });
			if (view.turns?.length > turns.length && view.startsTurn) {
				turns.push(view.turns.at(-1));
				state.steps = [];
			} else state.steps.push(view.legal[(turns.length * 7 + state.steps.length) % view.legal.length].step);
		}
		await pillars.pages.openGame({ game: "pylyx", turns }, null, 29); })()`)
	board := evaluate[string](v, `pillars.table.view.position`)
	link = share()
	if long := evaluate[int](v, `location.href.length`); !strings.Contains(link, "#z=") || len(link) >= long {
		t.Errorf("the link to a long game is %s", link)
	}
	other := v.beside(link)
	other.until(`pillars.table.view.position === ` + quoted(board) + ` && pillars.table.game.line().length === 30`)
	other.goTo(link[strings.Index(link, "#") : len(link)-20])
	other.reads("#elsewhere", "cut off or damaged")
	for _, hash := range []string{"#game=chess", "#game=pylyx&turns=a1a9", "#game=pit&o.players=9"} {
		other.goTo(hash)
		other.until(`location.hash === "" && document.querySelectorAll("#cards .main").length === 4`)
		other.reads("#elsewhere", "link cannot be shown")
	}
}
