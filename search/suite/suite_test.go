package suite

import (
	"context"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// shutIn is a problem that can be solved by eye: only the pillar from d2 can shut in Red's last man, and only if b1
// does not step in its way.
const shutIn = `# a remark

id: shut-in
position: x2/r,W,x2/x3,W/w,x w m 0/0 - 9
kind: win-in-1
turns: b1c1^d2a2
nodes: 2000 mcts=5000
comment: the pillar from d2 shuts Red's last man in
`

// retreat is a problem of kind bad: Red's man must not step next to White's; b2b1 keeps the distance.
const retreat = `id: retreat
game: pit-of-pillars
position: x2/w,x3/x,r,x2/x2 r m 0/0 - 6
kind: bad
turns: b2a2 b2b3
safe: b2b1
`

func readOne(t *testing.T, text string) Problem {
	t.Helper()
	problems, err := Read(strings.NewReader(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	if len(problems) != 1 {
		t.Fatalf("%d problems, want 1", len(problems))
	}
	return problems[0]
}

func TestRead(t *testing.T) {
	t.Parallel()
	got, err := Read(strings.NewReader(shutIn+"\n"+retreat), "test")
	if err != nil {
		t.Fatal(err)
	}
	want := []Problem{
		{ID: "shut-in", game: "pit-of-pillars", Position: "x2/r,W,x2/x3,W/w,x w m 0/0 - 9", Kind: Kind{win, 1},
			Turns: []string{"b1c1^d2a2"}, nodes: 2000, nodesOf: []budget{{"mcts", 5000}},
			comment: "the pillar from d2 shuts Red's last man in", Line: 3},
		{ID: "retreat", game: "pit-of-pillars", Position: "x2/w,x3/x,r,x2/x2 r m 0/0 - 6", Kind: Kind{bad, 2},
			Turns: []string{"b2a2", "b2b3"}, safe: "b2b1", nodes: defaultNodes, Line: 10},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read\n%+v\nwant\n%+v", got, want)
	}
	if a, m := got[0].BudgetOf("alphabeta"), got[0].BudgetOf("mcts"); a != 2000 || m != 5000 {
		t.Errorf("budgets %d and %d, want 2000 and 5000", a, m)
	}
}

// TestReadRefuses checks that errors name the line and the cause.
func TestReadRefuses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ from, to, want string }{
		{"kind: win-in-1", "kind: mate", `test:5: unknown kind "mate"; known are win-in-N, `},
		{"kind: win-in-1\n", "", `test:8: the problem in line 3 has no "kind"`},
		{"turns:", "moves:", `test:6: unknown key "moves"; known are id, `},
		{"turns: b1c1^d2a2", "turns:", `test:6: "turns:" has no value; give one`},
		{"turns: ", "turns ", `test:6: "turns b1c1^d2a2": must be of the form "key: value"`},
		{"id: shut-in", "id: shut in", `test:3: id "shut in": must be one word`},
		{"comment:", "proof: short\ncomment:", `test:8: proof "short": must be long`},
		{"kind:", "options: size\nkind:", `test:5: options: option "size": must be of the form`},
		{"kind: win-in-1", "kind: win-in-0", `test:5: unknown kind "win-in-0"`},
		{"kind: win-in-1", "kind: only-in-21", `test:5: unknown kind "only-in-21"`},
		{"comment:", "id:", `test:8: "id" is given twice`},
		{"2000 ", "0 ", `test:7: nodes "0": must be a whole number`},
		{"mcts=5000", "mcts=many", `test:7: nodes "mcts=many"`},
		{"comment: ", "safe: b1c1\ncomment: ", `test:10: the problem in line 3: a bad problem names a "safe" turn`},
		{"# a remark\n", shutIn + "\n", `test:11: id "shut-in": the problem in line 3 has it already`},
	} {
		if !strings.Contains(shutIn, test.from) {
			t.Fatalf("%q is not in the text", test.from)
		}
		_, err := Read(strings.NewReader(strings.Replace(shutIn, test.from, test.to, 1)+"\n\n"), "test")
		if err == nil {
			t.Errorf("%q for %q is read", test.to, test.from)
		} else if !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q for %q: %q, want %q", test.to, test.from, err, test.want)
		}
	}
	if _, err := Read(strings.NewReader("# nothing\n"), "test"); err == nil ||
		!strings.Contains(err.Error(), "no problem") {
		t.Errorf("an empty file: %v", err)
	}
	cut := io.MultiReader(strings.NewReader(shutIn+"\n"), iotest.ErrReader(errors.New("unplugged")))
	if _, err := Read(cut, "test"); err == nil || !strings.HasPrefix(err.Error(), "test:10: ") ||
		!strings.Contains(err.Error(), "unplugged") {
		t.Errorf("a file that cannot be read to its end: %v", err)
	}
}

// TestVerify proves the two problems above, and refuses each of them with one change.
func TestVerify(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, from, to, want string }{
		{shutIn, "", "", ""},
		{retreat, "", "", ""},
		{shutIn, "b1c1^d2a2", "b1c1*", "does not win"},
		{shutIn, "b1c1^d2a2", "b1c1^d2c3", "b1c1^d2"},
		{shutIn, "b1c1^d2a2", "b1b9", `turns: "b1b9" is not legal`},
		{shutIn, "win-in-1", "win-in-2", "there is a win in 1"},
		{shutIn, "win-in-1", "win-in-3", "there is a win in 2"},
		{shutIn, "win-in-1", "only", "there is no danger"},
		{shutIn, "kind: win-in-1", "options: size=4\nkind: win-in-1", ""},
		{shutIn, "kind: win-in-1", "options: size=5\nkind: win-in-1", "size"},
		{shutIn, "x2/r,W", "x3/r,W", "position:"},
		{shutIn, "# a remark\n\nid: shut-in", "id: shut-in\ngame: chess", `unknown game "chess"`},
		{retreat, "safe: b2b1", "safe: b2a2", "safe: b2a2 loses too"},
		{retreat, "safe: b2b1", "safe: a1a1", `safe: "a1a1" is not legal`},
		{retreat, "b2a2 b2b3", "b2a2 b2b3 b2b1", "safe: b2b1 is listed as bad"},
		{retreat, "b2a2 b2b3", "b2a2 b2c2", "b2c2 does not lose"},
		{retreat, "kind: bad", "kind: bad-in-1", ""},
		{retreat, "kind: bad\nturns: b2a2 b2b3\nsafe: b2b1", "kind: only\nturns: b2b1 b2c2", ""},
		{retreat, "kind: bad\nturns: b2a2 b2b3\nsafe: b2b1", "kind: only\nturns: b2b1", "b2c2 holds too"},
		{retreat, "kind: bad\nturns: b2a2 b2b3\nsafe: b2b1", "kind: only\nturns: b2b1 b2c2 b2a2", "b2a2 does not hold"},
		{retreat, "kind: bad\nturns: b2a2 b2b3\nsafe: b2b1", "kind: win-in-2\nturns: b2b1", "b2b1 does not win"},
	} {
		problem := readOne(t, strings.Replace(test.text, test.from, test.to, 1))
		err := problem.Verify(context.Background())
		if test.want == "" && err != nil || test.want != "" &&
			(err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%q for %q: %v, want %q", test.to, test.from, err, test.want)
		}
	}
}

// FuzzRead checks that reading never panics, and that accepted problems are complete with distinct ids.
func FuzzRead(f *testing.F) {
	f.Add(shutIn)
	f.Add(retreat)
	f.Add(shutIn + "\n" + retreat)
	f.Add("id: a\nkind: only\nnodes: 1 x=\n\n:\n")
	f.Fuzz(func(t *testing.T, text string) {
		problems, err := Read(strings.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		ids := map[string]bool{}
		for _, p := range problems {
			if p.ID == "" || p.Position == "" || p.Kind == (Kind{}) || len(p.Turns) == 0 || p.nodes == 0 ||
				(p.Kind.theme == bad) != (p.safe != "") || ids[p.ID] {
				t.Errorf("accepted: %+v", p)
			}
			ids[p.ID] = true
		}
	})
}
