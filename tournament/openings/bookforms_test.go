package openings

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/pgn"
)

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
			"game 5: it is a game of \"pylyx\"", "game 8: it has no turns", "game 9: tag White again"} {
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
