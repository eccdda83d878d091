package openings

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/games"
	"pillars/search"
)

// TestReadBook reads a book with everything that a book may contain. On the board of size 4, a1 and the other corners
// are not squares; b1 and b2 represent all squares up to symmetry.
func TestReadBook(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	const book = "\ufeff# a book\r\n\r\n  @b1   # the edge\r\n@b2\t@b3@c1 #two turns\n\n" +
		"x2/x,w,x2/x,r,x1,w/x2 w m 0/0 - 7 # a position\n@b2 @b3 # only the first man\n#@b3\n"
	_, err := ReadBook(strings.NewReader(book), "small.book", rules)
	wantLines(t, err, `small.book:7: turn 2, "@b3": this is only a step; give the whole turn`)
	source, err := ReadBook(strings.NewReader(strings.Replace(book, "@b2 @b3 #", "#", 1)), "small.book", rules)
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"@b1", "@b2 @b3@c1", "x2/x,w,x2/x,r,x,w/x2 w m 0/0 - 7"}
	if source.Kind != FromBook || source.Book != "small.book" || !slices.Equal(source.Lines, lines) {
		t.Errorf("%+v, want the lines %q", source, lines)
	}
	list, err := First(rules, 1, source, 3)
	if err != nil || list[1].Start != "" || !slices.Equal(list[1].Turns, []string{"@b2", "@b3@c1"}) ||
		list[2].Start != lines[2] ||
		len(list[2].Turns) != 0 {
		t.Errorf("openings %q, error %v", list, err)
	}
	_, err = First(rules, 1, source, 4)
	wantLines(t, err, "too few openings: 4 openings are wanted, but the book small.book has 3; ask for fewer rounds "+
		"or add openings to it")
}

// wantLines checks that the lines of an error begin with the given texts.
func wantLines(t *testing.T, err error, want ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want %q", want)
		return
	}
	got := strings.Split(err.Error(), "\n")
	for i, line := range want {
		if i >= len(got) || !strings.HasPrefix(got[i], line) {
			t.Errorf("line %d of the error is not %q:\n%v", i+1, line, err)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d lines, want %d:\n%v", len(got), len(want), err)
	}
}

func TestBookTellsWhatIsWrong(t *testing.T) {
	pit, toy := enginetest.Rules(t, "pit-of-pillars", "size=4"), pileRulesOf(t, "pile=1")
	for name, test := range map[string]struct {
		rules engine.Rules
		book  string
		want  []string
	}{
		"empty":    {pit, "# nothing\n", []string{"b: the book has no openings"}},
		"illegal":  {pit, "@b1\n@a1", []string{`b:2: turn 1: step "@a1" is not legal`}},
		"position": {pit, "x2/x4/x4/x3 w o 0/0 - 1", []string{"b:1: board: rank 1"}},
		"size": {pit, "x3/x5/x5/x5/x3 w o 0/0 - 1",
			[]string{"b:1: board: it has size 5, but option size=4 is given"}},
		"over":   {pit, "x2/x4/x,r,x2/x2 w m 0/0 - 7", []string{"b:1: the game is over after it (no legal step)"}},
		"beyond": {pit, "x2/x4/x,r,x2/x2 r m 0/0 - 2001", []string{"b:1: the game is over after it (turn cap)"}},
		"in a turn": {pit, "x2/x,w,x2/x,r,x2/x2 r i 0/0 - 2",
			[]string{"b:1: it ends within a turn; complete the turn in "}},
		"left":     {toy, "take1", []string{"b:1: seat 1 is out of the game after it"}},
		"finished": {toy, "take1 take1", []string{"b:1: the game is over after it (last in)"}},
		"go on":    {toy, "take1 take1 take1", []string{`b:1: turn 3, "take1": the game is over (last in)`}},
		"same": {pit, "@b2\n\nx2/x4/x,w,x2/x2 r a 0/0 b2 2",
			[]string{"b:3: it leads to the same position as b:1; leave one of them out"}},
		"mirrored": {pit, "@b1\n@d3",
			[]string{"b:2: it leads to a mirror image of the position of, or one with the players exchanged as " +
				"against, b:1; "}},
		"exchanged": {
			pit, "x2/x,w,x2/x,r,x,r/x2 w m 1/0 - 7\nx2/x,r,x2/x,w,x,w/x2 r m 0/1 - 8",
			[]string{"b:2: it leads to a mirror image"},
		},
		"long": {pit, "@b1\n#" + strings.Repeat("-", maxLine),
			[]string{"b:2: the line is longer than 65536 bytes"}},
		"words": {
			pit, strings.Repeat("a", 5000), []string{`b:1: turn 1: step "aaaa`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ReadBook(strings.NewReader(test.book), "b", test.rules)
			wantLines(t, err, test.want...)
			if err != nil && len(err.Error()) > 600 {
				t.Errorf("a message of %d bytes", len(err.Error()))
			}
		})
	}
}

// pileRulesOf returns the rules of the game of piles.
func pileRulesOf(t *testing.T, options ...string) engine.Rules {
	t.Helper()
	settings, err := engine.ParseSettings(options)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := enginetest.Pile{}.New(settings)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// TestBookTellsTenProblems checks that a report counts all wrong lines and names ten.
func TestBookTellsTenProblems(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	book := "@b2\n@b1\n" + strings.Repeat("@b2\n", 4) + "@b3\n" + strings.Repeat("@z9\n", 8)
	report, err := CheckBook(strings.NewReader(book), "b", rules)
	if err != nil || report.Openings != 2 || report.Duplicates != 4 || report.Mirrored != 1 || report.Faulty != 8 {
		t.Errorf("%+v, error %v; want 2 openings, 4 duplicates, 1 mirrored, 8 faulty", report, err)
	}
	var want []string
	for line := 3; line <= 12; line++ {
		want = append(want, fmt.Sprintf("b:%d: ", line))
	}
	wantLines(t, report.Problems(), append(want, "and 3 more")...)
}

// TestBookOfTooManyLines checks that reading stops at the largest number of lines.
func TestBookOfTooManyLines(t *testing.T) {
	_, err := ReadBook(strings.NewReader(strings.Repeat("\n", maxLines+1)), "b",
		enginetest.Rules(t, "pilastri"))
	wantLines(t, err, "b: it has more than 1000000 lines; split it")
}

// TestBooksAreReadAsWritten writes random openings, some of them as positions, and reads them back.
func TestBooksAreReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		game := rapid.SampledFrom(games.All()).Draw(t, "game")
		rules, err := game.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		source := Source{Turns: rapid.IntRange(2, 5).Draw(t, "turns")}
		list, err := First(rules, rapid.Uint64().Draw(t, "seed"), source, 5)
		if err != nil {
			t.Fatal(err)
		}
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
			entries = append(entries, Valued{Opening: opening, Score: search.Score(i), Spread: search.Score(i % 2)})
		}
		var book bytes.Buffer
		if err := WriteBook(&book, rules, []string{"a header", "", "two\nlines # and more"}, entries); err != nil {
			t.Fatal(err)
		}
		read, err := ReadBook(&book, "b", rules)
		if err != nil {
			t.Fatal(err)
		}
		again, err := First(rules, 1, read, len(entries))
		for i, entry := range entries {
			if err != nil || again[i].Start != entry.Start || !slices.Equal(again[i].Turns, entry.Turns) {
				t.Fatalf("wrote %q, read %q, error %v", entry, again, err)
			}
		}
	})
}

// after returns the position that an opening leads to.
func after(t interface{ Fatal(...any) }, rules engine.Rules, opening Opening) engine.Position {
	p := rules.Start()
	if opening.Start != "" {
		var err error
		if p, err = rules.Game().Read(opening.Start, rules.Settings()); err != nil {
			t.Fatal(err)
		}
	}
	for _, turn := range opening.Turns {
		steps, err := engine.ParseTurn(p, turn)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range steps {
			p.Play(step)
		}
	}
	return p
}

// TestRemarks checks that remarks have values in logits, and the spread of choices only if there is one.
func TestRemarks(t *testing.T) {
	for _, c := range []struct {
		score, spread search.Score
		want          string
	}{{-12, 0, "-0.12"}, {7, 34, "+0.07, spread 0.34"}} {
		if remark := (Valued{Score: c.score, Spread: c.spread}).remark(); remark != c.want {
			t.Errorf("%d with a spread of %d: %q, want %q", c.score, c.spread, remark, c.want)
		}
	}
}

// TestProblemsOfABook checks that ten problems are named and further ones counted.
func TestProblemsOfABook(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	for wrong, last := range map[int]string{10: "b:10: turn 1", 11: "and 1 more", 12: "and 2 more"} {
		report, err := CheckBook(strings.NewReader(strings.Repeat("@a1\n", wrong)), "b", rules)
		lines := strings.Split(fmt.Sprint(report.Problems()), "\n")
		if err != nil || !strings.HasPrefix(lines[len(lines)-1], last) {
			t.Errorf("%d problems end with %q, error %v; want %q", wrong, lines[len(lines)-1], err, last)
		}
	}
}

// TestBadLineOfASource checks that an opening of a book that cannot be played is named by its number.
func TestBadLineOfASource(t *testing.T) {
	source := Source{Kind: FromBook, Book: "b", Lines: []string{"@b1", "@a1"}}
	_, err := First(enginetest.Rules(t, "pit-of-pillars", "size=4"), 1, source, 2)
	if err == nil || !strings.HasPrefix(err.Error(), "opening 2 of the book b: turn 1") {
		t.Errorf("error %v", err)
	}
}

// TestBooksAreRepeated checks that a book to be played twice gives its openings in the same order again, and no more.
func TestBooksAreRepeated(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	source := Source{Kind: FromBook, Book: "b", Lines: []string{"@b1", "@b2 @b3@c1"}, Times: 2}
	list, err := First(rules, 1, source, 4)
	var lines []string
	for _, opening := range list {
		lines = append(lines, opening.String())
	}
	if want := append(source.Lines, source.Lines...); err != nil || !slices.Equal(lines, want) {
		t.Errorf("openings %q, error %v", lines, err)
	}
	_, err = First(rules, 1, source, 5)
	wantLines(t, err, "too few openings: 5 openings are wanted, but the book b has 4;")
}

// TestOpeningsArePlayed plays an opening from a position, and openings that cannot be played.
func TestOpeningsArePlayed(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	const start = "x2/x,w,x2/x,r,x,w/x2 w m 0/0 - 7"
	h, err := Play(rules, Opening{Start: start})
	if err != nil || h.Position().String() != start {
		t.Errorf("%v, error %v", h, err)
	}
	for says, opening := range map[string]Opening{
		"opening: ":         {Start: "x2"},
		"opening, turn 2: ": {Turns: []string{"@b1", "@b1"}},
	} {
		if _, err := Play(rules, opening); err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("%v: error %v", opening, err)
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

func TestNobodyLeavesInAnOpening(t *testing.T) {
	listOf := func(leaving string) []Opening {
		rules, err := enginetest.Pile{}.New(engine.Settings{{Name: "players", Value: "3"}, {Name: "pile", Value: "9"},
			{Name: "leaving", Value: leaving}})
		if err != nil {
			t.Fatal(err)
		}
		list, err := First(rules, 5, Source{Turns: 4}, 5) // four turns can leave 1 to 5 stones
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	taken := func(opening Opening) (stones int) {
		for _, turn := range opening.Turns {
			stones += int(turn[len("take")] - '0')
		}
		return stones
	}
	if most := taken(slices.MaxFunc(listOf("0"), func(a,
		b Opening) int {
		return taken(a) - taken(b)
	})); most < 9 {
		t.Fatalf("random play takes %d of 9 stones at most; the test needs openings in which a seat leaves", most)
	}
	for _, opening := range listOf("1") {
		if taken(opening) >= 9 {
			t.Errorf("a seat leaves in %v", opening)
		}
	}
}
