//go:build browser

package browser

import (
	"testing"
)

// TestAnalysisSurvives saves an analysis with a variation, comments, marks and evaluations, and loads it again in
// another tab, where the game on the board is replaced only after a question.
func TestAnalysisSurvives(t *testing.T) {
	t.Parallel()
	address := served(t)
	v := visit(t, address+"#game=pit-of-pillars&o.size=5&turns=%40c3+%40b3%40e4+%40d4%40b5&mode=analyse", 1280, 900).quiet()
	const facts = `JSON.stringify(pillars.table.game.tree().map(({ turn, after, chance, loss, best, comment, marks, ended }) =>
		[turn, after, chance?.toFixed(2), loss, best, comment, marks, ended]))`
	v.wait(`(async ({ table }) => {
		const { game } = table, line = game.line(game.root);
		Object.assign(game.root, { chance: 0.5, comment: "the beginning" });
		line.forEach((node, i) => Object.assign(node, { chance: 0.4 + i / 10, loss: i === 1 ? 0.25 : 0, best: node.turn }));
		Object.assign(line[1], { best: "@d3@e4", comment: "a strange {[turn \"x\"] 1-0 (why)", marks: [6] });
		line.at(-1).ended = { seat: 0, words: "" };
		await table.goTo(line[0]);
		await table.playTurn("@d3@e4");
		await table.playTurn("@d4@b5");
		table.game.at.comment = "better";
		await table.goTo(line[1]);
	})(pillars)`)
	v.reads("#turns", "2. Red @b3@e4 ??", "2. Red @d3@e4", "3. White @d4@b5")
	v.reads("#comment", "strange")
	want, pgn := evaluate[string](v, facts), v.answer(`pillars.save()`)

	other := v.beside(address + "#game=pit-of-pillars&turns=%40c3&mode=analyse")
	other.quiet()
	other.paste(pgn)
	other.press("#settings-said", "Replace")
	other.until(`!document.querySelector("#files-dialog").open`)
	if got := evaluate[string](other, facts); got != want {
		t.Errorf("the analysis is loaded as\n%s, not\n%s, from\n%s", got, want, pgn)
	}
	other.reads("#report .mistakes", "2. Red @b3@e4", "25 %", "White resigned") // the review is back
	other.reads("#why", "White made no mistake")
	other.reload()
	other.until(facts + ` === ` + quoted(want))
	other.paste(pgn) // nothing has changed since, but a reload forgets that
	other.press("#settings-said", "Save it first")
	other.until(`!document.querySelector("#files-dialog").open`)
	other.paste(pgn)
	other.until(`!document.querySelector("#files-dialog").open`) // no question
}
