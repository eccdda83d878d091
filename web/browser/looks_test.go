//go:build browser

package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// faint lists the marks and pieces on the board whose contrast with a square is below 3 to 1 (WCAG 2.1, success
// criterion 1.4.11). A piece is seen by its outline or by its face.
const faint = `(() => {
	const board = document.querySelector("#board svg"), style = (one) => getComputedStyle(one);
	const channels = (text) => text.match(/[0-9.]+/g).slice(0, 3).map(Number);
	const over = (top, alpha, ground) => top.map((c, i) => alpha * c + (1 - alpha) * ground[i]);
	const linear = (c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
	const luminance = (color) => color.map((c) => linear(c / 255))
		.reduce((sum, c, i) => sum + [0.2126, 0.7152, 0.0722][i] * c, 0);
	const contrast = (a, b) => {
		const [x, y] = [luminance(a), luminance(b)];
		return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
	};
	const frame = channels(style(board).backgroundColor);
	const squares = [".square:not(.dark)", ".square.dark"].map((selector) => {
		const plain = board.querySelector("[data-square]:not(.last, .chosen) > " + selector);
		return over(channels(style(plain).fill), Number(style(plain).fillOpacity), frame);
	});
	const hex = (name) => {
		const digits = style(document.documentElement).getPropertyValue("--" + name).trim().slice(1);
		return digits.replace(/^(.)(.)(.)$/, "$1$1$2$2$3$3").match(/../g).map((two) => parseInt(two, 16));
	};
	const grounds = [...squares, ...["lately", "chosen", "over"].map(hex)]; // of the last turn, chosen, pointed at
	const seen = (colors, alpha) => squares.every((square) => colors.some((c) =>
		contrast(over(channels(c), alpha, square), square) >= 3));
	const rim = hex("halo"), green = channels(style(board.querySelector(".dot")).fill);
	const bad = contrast(rim, green) < 3 || !style(board.querySelector(".marks")).filter.includes("drop-shadow")
		? ["rim"] : [];
	if (grounds.some((ground) => contrast(ground, green) < 3)) bad.push("green");
	const marks = { dot: "fill", ring: "stroke", corners: "stroke", frame: "stroke", "best .head": "fill",
		"third .head": "fill", "hint .head": "fill" };
	bad.push(...Object.entries(marks).filter(([name, paint]) => {
		const one = document.querySelector("#board ." + name);
		return !one || !seen([style(one)[paint]], Number(style(one.closest(".best, .third, .hint") ?? one).opacity));
	}).map(([name]) => name));
	const outline = style(board.querySelector(".line")).stroke;
	for (const face of board.querySelectorAll("ellipse.face")) {
		const fill = style(face).fill;
		if (!seen(fill.startsWith("url") ? [outline] : [fill, outline], 1)) bad.push(face.getAttribute("class"));
	}
	return bad.join();
})()`

// TestBoardsCanBeChosen chooses every look of the boards by keyboard, and checks that the browser remembers it and that
// marks and pieces have enough contrast in both colour schemes.
func TestBoardsCanBeChosen(t *testing.T) {
	t.Parallel()
	v := visit(t, file(t)+stacks, 1280, 900)
	evaluate[bool](v, `document.querySelector("#analysis-on").click() || true`)
	board := `document.documentElement.dataset.board`
	for i, look := range []string{"wood", "slate", "contrast"} {
		if i > 0 {
			v.click("#more")
			v.focus("[name=look]:checked")
			v.do(chromedp.KeyEvent(kb.ArrowRight))
			v.do(chromedp.KeyEvent(kb.Escape))
			v.do(chromedp.Reload())
			v.settled()
		}
		v.until(board + ` === "` + look + `"`)
		evaluateAsync(v, `pillars.table.goTo(pillars.table.game.root)
			.then(() => pillars.table.step("c3c1")).then(() => "")`)
		for _, scheme := range []string{"light", "dark"} {
			v.prefer(scheme)
			// one script draws and looks, since an analysis may draw in between
			bad := evaluate[string](v, `((b) => {
				const all = ["hint", "third", "best"].flatMap((kind) => {
					b.arrow([["a3", "c3"]], kind);
					return [...b.arrows.children];
				});
				b.arrows.append(...all);
				const mark = (name, tag) => {
					const one = document.createElementNS("http://www.w3.org/2000/svg", tag);
					one.setAttribute("class", name);
					b.marks.append(one);
				};
				mark("dot", "circle"); mark("ring", "rect"); mark("corners", "path");
			})(pillars.table.board), `+faint)
			if bad != "" {
				t.Errorf("%s, %s: %s have a contrast below 3 to 1", look, scheme, bad)
			}
		}
	}
}
