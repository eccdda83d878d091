package books

import (
	"fmt"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// TestCheckedBookInWords checks that lines that do not count are told apart, and left out where there are none.
func TestCheckedBookInWords(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	of := fmt.Sprintf(" of pit-of-pillars (%s)", rules.Settings())
	for want, report := range map[string]openings.BookReport{
		"x.book: 2 openings" + of + "\n": {Openings: 2},
		"x.book: 1 opening" + of + "; not counted: 1 faulty, 0 duplicate and 0 mirrored\n": {Openings: 1, Faulty: 1},
		"x.book: 1 opening" + of + "; not counted: 3 faulty, 1 duplicate and 2 mirrored\n": {Openings: 1, Duplicates: 1,
			Mirrored: 2, Faulty: 3},
	} {
		var text strings.Builder
		if err := (Checked{report, "x.book", rules}).WriteText(&text); err != nil || text.String() != want {
			t.Errorf("%q, want %q, %v", text.String(), want, err)
		}
	}
}

// TestSetUpInWords checks the value of a set-up without a choice, and the spread of choices, which proven results leave
// without a measure.
func TestSetUpInWords(t *testing.T) {
	t.Parallel()
	start := enginetest.Rules(t, "pit-of-pillars", "size=4").Start()
	steps := start.AppendSteps(nil)
	one, two := start.StepText(steps[0]), start.StepText(steps[1])
	values := func(a, b search.Score) []openings.ValuedStep {
		return []openings.ValuedStep{{Step: steps[0], Score: a}, {Step: steps[1], Score: b}}
	}
	head := "7. " + start.String() + "\n   White "
	for _, c := range []struct {
		choices []openings.ValuedStep
		want    string
	}{
		{nil, "acts: 50.0 % (+0.00)\n"},
		{values(110, -40), "chooses: " + one + " 75.0 % (+1.10), " + two + " 40.1 % (-0.40), spread 1.50\n"},
		{values(search.WinIn(1), 0), "chooses: " + one + " 100.0 % (win in 1), " + two +
			" 50.0 % (+0.00), spread beyond measure\n"},
		{values(0, -search.WinIn(2)), "chooses: " + one + " 50.0 % (+0.00), " + two +
			" 0.0 % (loss in 2), spread beyond measure\n"},
	} {
		var text strings.Builder
		err := SetUp{&openings.SetUp{Position: start, Choices: c.choices}, 7}.WriteText(&text)
		if err != nil || text.String() != head+c.want {
			t.Errorf("%q, want %q, %v", text.String(), head+c.want, err)
		}
	}
}

// TestProvenOpenings checks that only the value of a proven opening has its number of steps.
func TestProvenOpenings(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	for score, want := range map[search.Score]string{search.WinIn(5): "win in 5", 30: ""} {
		got := ""
		for _, fact := range Balanced(rules, openings.Valued{Score: score}) {
			if fact.Key == "proven" {
				got = fact.Value.(string)
			}
		}
		if got != want {
			t.Errorf("%v: proven %q, want %q", score, got, want)
		}
	}
}

// TestHeadersOfBooks checks the first lines of books.
func TestHeadersOfBooks(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	b := openings.Balanced{Rules: rules, Openings: openings.Source{Turns: 2}, Margin: 25}
	b.Seed, b.Player = 3, "greedy"
	var f openings.Fair
	f.Seed, f.Player = 4, "greedy"
	all := b
	all.Openings.Kind = openings.All
	value := "After each opening: its value for White in logits, by greedy; at most 0.25 from even."
	for _, c := range []struct {
		got  []string
		want string
	}{
		{BalancedHeader(b), "Drawn from: random, 2 turns after the set-up; seed 3.\n" + value},
		{BalancedHeader(all), "Drawn from: " + tournament.OpeningsText(all.Openings) + "; seed 3.\n" + value},
		{FairHeader(f, 1), "The most even of 1 set-up drawn; seed 4.\n" +
			"After each opening: its value in logits for the player who chooses or acts, by greedy."},
	} {
		if got := strings.Join(c.got, "\n"); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
}

// TestPairsAreForTwo checks that runs are refused if they are for three seats, played from no book, or of a player
// against itself. A run of a book without openings has nothing to choose from.
func TestPairsAreForTwo(t *testing.T) {
	t.Parallel()
	three, two := enginetest.Rules(t, "pit", "players=3"), enginetest.Rules(t, "pit")
	const notPlayed = "run 3f9c: its openings are no book, or players met themselves"
	book := openings.Source{Kind: openings.FromBook}
	for _, c := range []struct {
		rules engine.Rules
		spec  tournament.Spec
		want  string
	}{
		{three, tournament.Spec{Openings: book}, "pit with these options has 3 seats; pairs are of games for two"},
		{two, tournament.Spec{}, notPlayed},
		{two, tournament.Spec{Openings: book, Format: tournament.SelfPlay{}}, notPlayed},
	} {
		combined := &catalog.Combined{Rules: c.rules, Specs: []tournament.Spec{c.spec}, Runs: []store.Run{{ID: "3f9c"}}}
		if _, err := ReadPlayed(t.Context(), nil, combined); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
