package suite

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/simple"
)

// TestMine checks that the built-in problems of small boards are found again: with the same kind and turns.
func TestMine(t *testing.T) {
	t.Parallel()
	found := map[theme]int{}
	for _, problem := range builtInProblems(t) {
		small := strings.Count(strings.Fields(problem.Position)[0], "/") < 5
		if !small || problem.long || problem.Kind.theme == bad || problem.Kind.turns > 3 ||
			len(problem.Turns) > maxPatterns {
			continue
		}
		position, err := problem.Load()
		if err != nil {
			t.Fatal(err)
		}
		if position.Rules().Seats() > 2 {
			continue
		}
		mined, err := problemOf(context.Background(), position, problem.Kind.turns)
		if err != nil {
			t.Fatal(err)
		}
		if mined == nil {
			continue // a shorter danger comes first
		}
		found[mined.Kind.theme]++
		if mined.Kind == problem.Kind && !sameTurns(t, &problem, mined) {
			t.Errorf("%s: mined %v, want %v", problem.ID, mined.Turns, problem.Turns)
		}
		if err := mined.Verify(context.Background()); err != nil {
			t.Errorf("%s: %v", problem.ID, err)
		}
	}
	if min(found[win], found[only]) < 5 {
		t.Errorf("found %v, want 5 or more of both themes", found)
	}
}

// sameTurns reports whether two problems of one position list the same legal turns.
func sameTurns(t *testing.T, a, b *Problem) bool {
	t.Helper()
	position, err := a.Load()
	if err != nil {
		t.Fatal(err)
	}
	for turn := range newLegalTurns(position).steps {
		if a.lists(turn) != b.lists(turn) {
			return false
		}
	}
	return true
}

// TestMineNothing checks that a start, where nothing is forced, gives no problem.
func TestMineNothing(t *testing.T) {
	t.Parallel()
	rules, err := games.All()[0].New(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := problemOf(context.Background(), rules.Start(), 1); got != nil || err != nil {
		t.Errorf("%v, %v; want nothing", got, err)
	}
}

// TestString reads every built-in problem back from its text.
func TestString(t *testing.T) {
	t.Parallel()
	for _, problem := range append(builtInProblems(t), readOne(t, shutIn)) {
		got := readOne(t, problem.String())
		got.Line = problem.Line
		if !reflect.DeepEqual(got, problem) {
			t.Errorf("read\n%+v\nfrom\n%s", got, problem.String())
		}
	}
}

// TestMineGames checks the problems from games: each position occurs once, and each kind at most once in a game.
func TestMineGames(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	miner := Miner{Player: simple.NewRandom("random"), Missed: simple.NewRandom("missed"),
		Limits: search.Limits{Nodes: 1}, Turns: 1, Last: 4}
	seen := map[string]bool{}
	err := miner.Mine(t.Context(), rules.Start(), 30, func(p *Problem) error {
		if seen[p.Position] {
			t.Errorf("%s is found twice", p.Position)
		}
		seen[p.Position] = true
		return p.Verify(t.Context())
	})
	if err != nil || len(seen) == 0 {
		t.Errorf("%d problems, error %v", len(seen), err)
	}
}

// TestMineStops checks that a game that ends in its opening holds no problem, that only the last positions of a game
// are looked at, and that an error of the receiver ends the search.
func TestMineStops(t *testing.T) {
	t.Parallel()
	start := enginetest.Rules(t, "pit-of-pillars", "size=4").Start()
	for _, test := range []struct {
		opening, last int
		finds         bool
	}{{1 << 20, 4, false}, {0, 0, false}, {0, 1, true}} {
		miner := Miner{Player: simple.NewRandom("random"), Missed: simple.NewRandom("missed"),
			Limits: search.Limits{Nodes: 1}, Opening: test.opening, Turns: 1, Last: test.last}
		full, calls := errors.New("full"), 0
		err := miner.Mine(t.Context(), start, 30, func(*Problem) error { calls++; return full })
		if test.finds && (calls != 1 || !errors.Is(err, full)) || !test.finds && (calls > 0 || err != nil) {
			t.Errorf("%+v: %d problems, %v", test, calls, err)
		}
	}
}

// TestManySeats proves only wins in one or two turns where there are more than two seats.
func TestManySeats(t *testing.T) {
	t.Parallel()
	start := enginetest.Rules(t, "pit", "players=3").Start().String()
	for kind, want := range map[string]string{
		"only":     "kind only: with more than two seats only win-in-1 and win-in-2 can be proven",
		"win-in-3": "kind win-in-3: with",
		"win-in-2": `turns: "x" is not legal`, "win-in-1": `turns: "x" is not legal`,
	} {
		problem := readOne(t, "id: one\ngame: pit\nposition: "+start+"\nkind: "+kind+"\nturns: x\n")
		if err := problem.Verify(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "one: "+want) {
			t.Errorf("%s: %v, want %s", kind, err, want)
		}
	}
}
