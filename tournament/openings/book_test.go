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
		"pgn":   {pit, "\n[White \"a\"]\n[Black \"b\"]\n\n@b1 *", "b:2: a book has turns or positions, one opening"},
		"lines": {pit, strings.Repeat("\n", maxLines+1), "b: it has more than"},
	} {
		_, err := ReadBook(strings.NewReader(c.book), "b", c.rules)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || len(err.Error()) > 600 {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
	for wrong, lines := range map[int]int{1: 1, 10: 10, 11: 11, 20: 11} { // ten are named, the others counted
		_, err := ReadBook(strings.NewReader(strings.Repeat("@a1\n", wrong)), "b", pit)
		if problems := fmt.Sprint(err); err == nil || strings.Count(problems, "\n")+1 != lines {
			t.Errorf("%d wrong lines: %s", wrong, problems)
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
