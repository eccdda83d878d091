package openings

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/engine/pgn"
	"pillars/search"
)

// TestReadBook reads a book with everything that a book may contain. On the board of size 4, a1 and the other corners
// are not squares; b1 and b2 represent all squares up to symmetry.
func TestReadBook(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	const book = "\ufeff# a book\r\n\r\n  @b1   # the edge\r\n@b2\t@b3@c1 #two turns\n\n" +
		"x2/x,w,x2/x,r,x1,w/x2 w m 0/0 - 7 # a position\n#@b3\n"
	source, err := ReadBook(strings.NewReader(book), "small.book", rules)
	require.NoError(t, err)
	lines := []string{"@b1", "@b2 @b3@c1", "x2/x,w,x2/x,r,x,w/x2 w m 0/0 - 7"}
	if source.Kind != FromBook || source.Book != "small.book" || !slices.Equal(source.Lines, lines) {
		t.Errorf("%+v, want the lines %q", source, lines)
	}
	list, err := first(rules, 1, source, 3)
	want := []Opening{{Turns: lines[:1]}, {Turns: []string{"@b2", "@b3@c1"}}, {Start: lines[2]}}
	if err != nil || !slices.EqualFunc(list, want, sameOpening) {
		t.Errorf("openings %q, error %v", list, err)
	}
}

func TestBookTellsWhatIsWrong(t *testing.T) {
	pit, toy := enginetest.Rules(t, "pit-of-pillars", "size=4"), pileRulesOf(t, "pile=1")
	for name, c := range map[string]struct {
		rules      engine.Rules
		book, want string
	}{
		"empty":     {pit, "# nothing\n", "b: the book has no openings"},
		"illegal":   {pit, "@b1\n@a1", "b:2: turn 1"},
		"position":  {pit, "x2/x4/x4/x3 w o 0/0 - 1", "b:1: board: rank 1"},
		"size":      {pit, "x3/x5/x5/x5/x3 w o 0/0 - 1", "b:1: board: it has size 5"},
		"over":      {pit, "x2/x4/x,r,x2/x2 w m 0/0 - 7", "b:1: the game is over after it (no legal step)"},
		"beyond":    {pit, "x2/x4/x,r,x2/x2 r m 0/0 - 2001", "b:1: the game is over after it (turn cap)"},
		"in a turn": {pit, "x2/x,w,x2/x,r,x2/x2 r i 0/0 - 2", "b:1: it ends within a turn"},
		"a step":    {pit, "@b2 @b3", "b:1: turn 2, \"@b3\": this is only a step"},
		"left":      {toy, "take1", "b:1: seat 1 is out of the game after it"},
		"finished":  {toy, "take1 take1", "b:1: the game is over after it (last in)"},
		"go on":     {toy, "take1 take1 take1", "b:1: turn 3, \"take1\": the game is over (last in)"},
		"same":      {pit, "@b2\n\nx2/x4/x,w,x2/x2 r a 0/0 b2 2", "b:3: it leads to the same position as b:1"},
		"mirrored":  {pit, "@b1\n@d3", "b:2: it leads to the same position as b:1"},
		"exchanged": {pit, "x2/x,w,x2/x,r,x,r/x2 w m 1/0 - 7\nx2/x,r,x2/x,w,x,w/x2 r m 0/1 - 8",
			"b:2: it leads to the same position as b:1"},
		"long":  {pit, "@b1\n#" + strings.Repeat("-", maxLine), "b:2: the line is longer"},
		"words": {pit, strings.Repeat("a", 5000), "b:1: turn 1: step \"aaaa"},
		"lines": {pit, strings.Repeat("\n", maxLines+1), "b: it has more than"},
	} {
		_, err := ReadBook(strings.NewReader(c.book), "b", c.rules)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || len(err.Error()) > 600 {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
	report, err := CheckBook(strings.NewReader("@b2\n@b1\n"+strings.Repeat("@b2\n", 4)+"@b3\n"+
		strings.Repeat("@z9\n", 8)), "b", pit, 0)
	if err != nil || report.Openings != 2 || report.Wrong != 13 {
		t.Errorf("%+v, error %v; want 2 openings, 13 wrong lines", report, err)
	}
	for wrong, lines := range map[int]int{1: 1, 10: 10, 11: 11, 20: 11} { // ten are named, the others counted
		report, err := CheckBook(strings.NewReader(strings.Repeat("@a1\n", wrong)), "b", pit, 0)
		_, found := report.Source()
		if problems := fmt.Sprint(found); err != nil || strings.Count(problems, "\n")+1 != lines {
			t.Errorf("%d wrong lines: error %v\n%s", wrong, err, problems)
		}
	}
}

// pileRulesOf returns the rules of the game of piles.
func pileRulesOf(t *testing.T, options ...string) engine.Rules {
	t.Helper()
	settings, err := engine.ParseSettings(options)
	require.NoError(t, err)
	rules, err := enginetest.Pile{}.New(settings)
	require.NoError(t, err)
	return rules
}

// TestBooksAreReadAsWritten writes random openings, some of them as positions, and reads them back.
func TestBooksAreReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		game := rapid.SampledFrom(games.All()).Draw(t, "game")
		rules, err := game.New(nil)
		require.NoError(t, err)
		source := Source{Turns: rapid.IntRange(2, 5).Draw(t, "turns")}
		list, err := first(rules, rapid.Uint64().Draw(t, "seed"), source, 5)
		require.NoError(t, err)
		var entries []Valued
		seen := map[uint64]bool{} // random openings differ, but some are mirror images of others, which books refuse
		for i, opening := range list {
			image := engine.CanonicalHash(after(t, rules, opening))
			if seen[image] {
				continue
			}
			seen[image] = true
			if rapid.Bool().Draw(t, "as a position") {
				opening = Opening{Start: after(t, rules, opening).String()}
			}
			entries = append(entries, Valued{Opening: opening, Score: search.Score(i)})
		}
		var book bytes.Buffer
		require.NoError(t, WriteBook(&book, rules, []string{"a header", "", "two\nlines # and more"}, entries))
		read, err := ReadBook(&book, "b", rules)
		require.NoError(t, err)
		again, err := first(rules, 1, read, len(entries))
		for i, entry := range entries {
			if err != nil || again[i].Start != entry.Start || !slices.Equal(again[i].Turns, entry.Turns) {
				t.Fatalf("wrote %q, read %q, error %v", entry, again, err)
			}
		}
	})
}

// after returns the position that an opening leads to.
func after(t rapid.TB, rules engine.Rules, opening Opening) engine.Position {
	h, err := Play(rules, opening)
	require.NoError(t, err)
	return h.Position()
}

// TestBooksAreSources checks that a book to be played twice gives its openings in the same order again, and no more,
// and that an opening that cannot be played is named by its number.
func TestBooksAreSources(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	source := Source{Kind: FromBook, Book: "b", Lines: []string{"@b1", "@b2 @b3@c1"}, Times: 2}
	list, err := first(rules, 1, source, 4)
	var lines []string
	for _, opening := range list {
		lines = append(lines, opening.String())
	}
	if want := append(source.Lines, source.Lines...); err != nil || !slices.Equal(lines, want) {
		t.Errorf("openings %q, error %v", lines, err)
	}
	if _, err = first(rules, 1, source, 5); !errors.Is(err, ErrTooFew) {
		t.Errorf("five openings: error %v", err)
	}
	source.Lines[1] = "@a1"
	_, err = first(rules, 1, source, 2)
	require.ErrorContains(t, err, "opening 2 of the book b")
	for _, opening := range []Opening{{Start: "x2"}, {Turns: []string{"@b1", "@b1"}}} {
		_, err := Play(rules, opening)
		if err == nil || opening.Start == "" && !strings.Contains(err.Error(), "turn 2") {
			t.Errorf("%v is played", opening)
		}
	}
}

// FuzzReadBook checks that no book makes ReadBook panic, and that a book that is read is the same after writing and
// reading.
func FuzzReadBook(f *testing.F) {
	rules := enginetest.Rules(f, "pit-of-pillars", "size=4")
	f.Add("@b1 # a\n\nx2/x,w,x2/x,r,x,w/x2 w m 0/0 - 7\n@b2 @b3@c1")
	f.Add("# \x00\n@b1 -\n1 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		source, err := ReadBook(strings.NewReader(text), "b", rules)
		if err != nil {
			return
		}
		again, err := ReadBook(strings.NewReader(strings.Join(source.Lines, "\n")), "b", rules)
		if err != nil || !slices.Equal(again.Lines, source.Lines) {
			t.Errorf("%q is read as %q, then as %q, error %v", text, source.Lines, again.Lines, err)
		}
	})
}

// TestNobodyLeavesInAnOpening checks that no seat leaves a game within a random opening: whoever takes the last of nine
// stones does, which happens within four turns if it is of no consequence.
func TestNobodyLeavesInAnOpening(t *testing.T) {
	rules := pileRulesOf(t, "players=3", "pile=9")
	list, err := first(rules, 5, Source{Turns: 4}, 5) // four turns can leave 1 to 5 stones
	require.NoError(t, err)
	for _, opening := range list {
		stones := 0
		for _, turn := range opening.Turns {
			stones += int(turn[len("take")] - '0')
		}
		if stones >= 9 {
			t.Errorf("%v takes %d of 9 stones", opening.Turns, stones)
		}
	}
}

// gamesBook returns the games of a book in PGN: one from the start, one from a position, the first one again, one with
// another size, one without an end, and others that are no openings.
func gamesBook(t testing.TB, rules engine.Rules) string {
	t.Helper()
	var file strings.Builder
	first, second := randomTurns(t, rules.Start(), 1, 6), randomTurns(t, rules.Start(), 2, 4)
	from := randomTurns(t, second.Position(), 3, 2)
	larger := randomTurns(t, enginetest.Rules(t, "pilastri").Start(), 1, 6)
	other := randomTurns(t, enginetest.Rules(t, "pylyx", "size=6").Start(), 1, 6)
	for _, h := range []*engine.History{first, from, first, larger, other, randomTurns(t, rules.Start(), 5, 99)} {
		require.NoError(t, pgn.Write(&file, engine.NewRecord(h, []string{"a", "b"})))
	}
	return "; a book\n" + file.String() + "\n[White \"x\"]\n1. a1a2 *\n\n[White \"y\"]\n\n" +
		"[White \"z\"]\n[White \"zz\"]\n"
}

func randomTurns(t testing.TB, start engine.Position, seed uint64, turns int) *engine.History {
	t.Helper()
	h, random := engine.NewHistory(start), engine.NewRandom(seed)
	for range turns {
		if h.Outcome().Over() {
			break
		}
		require.NoError(t, engine.RandomTurn(h, random))
	}
	return h
}

// TestGamesAreABook reads games as openings, to a depth or whole. What cannot be used is named and counted.
func TestGamesAreABook(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri", "size=4")
	book := gamesBook(t, rules)
	for turns, want := range map[int]struct{ openings, wrong, same int }{0: {2, 6, 1}, 2: {3, 5, 1}} {
		report, err := CheckBook(strings.NewReader(book), "b.pgn", rules, turns)
		if err != nil || report.Openings != want.openings || report.Wrong != want.wrong || report.Same != want.same {
			t.Fatalf("%d turns: %+v, error %v", turns, report, err)
		}
		source, err := report.Source()
		for _, said := range []string{"b.pgn: line", "game 4: its options are size=6", "game 7: turn 1",
			"game 5: it is a game of \"pylyx\"", "game 8: it has no turns", "game 9: it has no turns"} {
			if !strings.Contains(fmt.Sprint(err), said) {
				t.Errorf("%d turns: %v; want %s", turns, err, said)
			}
		}
		line, second := strings.Fields(source.Lines[0]), strings.Fields(source.Lines[1])
		if !report.Loose || (turns == 2) != (len(line) == 2) || !isPosition(second) {
			t.Errorf("%d turns: %q", turns, source.Lines)
		}
		if list, err := first(rules, 1, source, want.openings); err != nil || len(list) != want.openings {
			t.Errorf("%d openings, error %v", len(list), err)
		}
	}
	const records = `[{"header":{"game":{"name":"Pilastri"},"players":[{},{}]},"moves":[["b4-a4","c2-b2"]]}]`
	six := enginetest.Rules(t, "pilastri")
	report, err := CheckBook(strings.NewReader(records), "b", six, 0)
	plain, plainErr := ReadBook(strings.NewReader("b4-a4 c2-b2"), "b", six)
	if want := []string{"e4f4 d2e2"}; err != nil || plainErr != nil || !slices.Equal(report.source.Lines, want) ||
		!slices.Equal(plain.Lines, want) {
		t.Errorf("records are read as %q, the notation as %q, errors %v, %v", report.source.Lines, plain.Lines, err,
			plainErr)
	}
}

// TestPositionsWithOperations reads a list in the manner of EPD. What cannot be used is named and counted.
func TestPositionsWithOperations(t *testing.T) {
	rules := enginetest.Rules(t, "pylyx", "size=6")
	h := randomTurns(t, rules.Start(), 1, 12)
	p, q := h.Back(2).Position().String(), h.Position().String()
	list := "\ufeff" + p + " bm 1a2b3; id \"a; 7\";\r\n" + q + "; acn 12;\r\n\r\n" + q + " c0 \"again # 9\";\r\n" +
		"x6/x9 1 s ? 0 1 id \"b\";\r\n"
	report, err := CheckBook(strings.NewReader(list), "l.epd", rules, 0)
	if err != nil || !slices.Equal(report.source.Lines, []string{p, q}) || report.Wrong != 1 || report.Same != 1 ||
		!report.Loose {
		t.Errorf("%+v, error %v", report, err)
	}
	if _, err := report.Source(); err == nil || !strings.HasPrefix(err.Error(), "l.epd:5: board") {
		t.Errorf("error %v", err)
	}
}

// FuzzBookForms checks that no book of any form makes a panic, and that what is read is read again.
func FuzzBookForms(f *testing.F) {
	rules := enginetest.Rules(f, "pilastri", "size=4")
	f.Add(gamesBook(f, rules), 3)
	f.Add(rules.Start().String()+" bm c4e4; id \"x\";\n", 0)
	f.Add(`[{"header":{"players":[{},{}]},"moves":[["b4-a4"]]}]`, 0)
	f.Fuzz(func(t *testing.T, text string, turns int) {
		report, err := CheckBook(strings.NewReader(text), "b", rules, max(0, turns))
		if err != nil || report.Openings == 0 {
			return
		}
		again, err := ReadBook(strings.NewReader(strings.Join(report.source.Lines, "\n")), "b", rules)
		if err != nil || !slices.Equal(again.Lines, report.source.Lines) {
			t.Errorf("%q is read as %q, then as %q, error %v", text, report.source.Lines, again.Lines, err)
		}
	})
}
