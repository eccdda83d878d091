package problems

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// shutIn is a problem that can be solved by eye: only the pillar from d2 can shut in Red's last man, and only if b1
// does not step in its way.
const shutIn = `# a remark

id: shut-in
position: x2/r,W,x2/x3,W/w,x w m 0/0 - 9
kind: win-in-1
turns: b1c1^d2a2
comment: the pillar from d2 shuts Red's last man in
`

// retreat is a problem of kind avoid: Red's man must not step next to White's; b2b1 keeps the distance.
const retreat = `id: retreat
game: pit-of-pillars
position: x2/w,x3/x,r,x2/x2 r m 0/0 - 6
kind: avoid-in-2
turns: b2a2 b2b3
`

func readOne(t *testing.T, text string) Problem {
	t.Helper()
	problems, err := Read(text, "test")
	require.NoError(t, err)
	if len(problems) != 1 {
		t.Fatalf("%d problems, want 1", len(problems))
	}
	return problems[0]
}

func TestRead(t *testing.T) {
	t.Parallel()
	got, err := Read(shutIn+"\n"+retreat, "test")
	require.NoError(t, err)
	want := []Problem{
		{ID: "shut-in", Game: "pit-of-pillars", Position: "x2/r,W,x2/x3,W/w,x w m 0/0 - 9", Kind: Kind{win, 1},
			turns: []string{"b1c1^d2a2"}},
		{ID: "retreat", Game: "pit-of-pillars", Position: "x2/w,x3/x,r,x2/x2 r m 0/0 - 6", Kind: Kind{avoid, 2},
			turns: []string{"b2a2", "b2b3"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read\n%+v\nwant\n%+v", got, want)
	}
}

// TestReadRefuses checks that errors name the line and the cause.
func TestReadRefuses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ from, to, want string }{
		{"kind: win-in-1", "kind: mate", `test:8: problem "shut-in": unknown kind "mate"; known are win-in-N, `},
		{"kind: win-in-1\n", "", `test:7: problem "shut-in": it has no "kind"`},
		{"turns:", "moves:", `test:6: unknown key "moves"; known are id, `},
		{"turns: b1c1^d2a2", "turns:", `test:6: "turns:": must be of the form "key: value"`},
		{"turns: ", "turns ", `test:6: "turns b1c1^d2a2": must be of the form "key: value"`},
		{"id: shut-in", "id: shut in", `test:8: problem "shut in": the id must be one word`},
		{"kind:", "options: size\nkind:", `test:9: problem "shut-in": options: option "size": must be of the form`},
		{"kind: win-in-1", "kind: win-in-0", `test:8: problem "shut-in": unknown kind "win-in-0"`},
		{"kind: win-in-1", "kind: only-in-21", `test:8: problem "shut-in": unknown kind "only-in-21"`},
		{"comment:", "id:", `test:7: "id" is given twice`},
		{"comment: ", "rating: -1\ncomment: ", `test:9: problem "shut-in": rating "-1": must be`},
		{"comment:", "origin: 5\ncomment:", `test:9: problem "shut-in": origin "5": must be`},
		{"# a remark\n", shutIn + "\n", `test:15: problem "shut-in": another problem has the same id`},
	} {
		if !strings.Contains(shutIn, test.from) {
			t.Fatalf("%q is not in the text", test.from)
		}
		_, err := Read(strings.Replace(shutIn, test.from, test.to, 1)+"\n\n", "test")
		if err == nil {
			t.Errorf("%q for %q is read", test.to, test.from)
		} else if !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q for %q: %q, want %q", test.to, test.from, err, test.want)
		}
	}
	_, err := Read("# nothing\n", "test")
	require.ErrorContains(t, err, "no problem", "an empty file")
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
		{shutIn, "win-in-1", "only-in-1", "there is no danger"},
		{shutIn, "kind: win-in-1", "options: size=4\nkind: win-in-1", ""},
		{shutIn, "kind: win-in-1", "options: size=5\nkind: win-in-1", "size"},
		{shutIn, "x2/r,W", "x3/r,W", "position:"},
		{shutIn, "# a remark\n\nid: shut-in", "id: shut-in\ngame: chess", `unknown game "chess"`},
		{retreat, "b2a2 b2b3", "b2a2 b2b3 b2b1", "b2b1 does not lose"},
		{retreat, "b2a2 b2b3", "b2a2", ""},
		{retreat, "b2a2 b2b3", "b2a2 b2c2", "b2c2 does not lose"},
		{retreat, "kind: avoid-in-2", "kind: avoid-in-1", ""},
		{retreat, "kind: avoid-in-2\nturns: b2a2 b2b3", "kind: only-in-1\nturns: b2b1 b2c2", ""},
		{retreat, "kind: avoid-in-2\nturns: b2a2 b2b3", "kind: only-in-1\nturns: b2b1", "b2c2 holds too"},
		{retreat, "kind: avoid-in-2\nturns: b2a2 b2b3", "kind: only-in-1\nturns: b2b1 b2c2 b2a2", "b2a2 does not hold"},
		{retreat, "kind: avoid-in-2\nturns: b2a2 b2b3", "kind: win-in-2\nturns: b2b1", "b2b1 does not win"},
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
	f.Add("id: a\nkind: only-in-1\nrating: 1 x=\n\n:\n")
	f.Fuzz(func(t *testing.T, text string) {
		problems, err := Read(text, "fuzz")
		if err != nil {
			return
		}
		ids := map[string]bool{}
		for _, p := range problems {
			if p.ID == "" || p.Position == "" || p.Kind == (Kind{}) || len(p.turns) == 0 || ids[p.ID] {
				t.Errorf("accepted: %+v", p)
			}
			ids[p.ID] = true
		}
	})
}

// TestBuiltInProblems proves every solution of the built-in sets by exact search. Unless the run is thorough, it skips
// problems whose proof takes long, which must be few, and most of the set Proven, which is large.
func TestBuiltInProblems(t *testing.T) {
	t.Parallel()
	checks, skipped, ids := 1500, 0, map[string]bool{}
	if testing.Short() {
		checks = 50
	}
	for _, set := range Sets() {
		problems, err := BuiltIn(set)
		require.NoError(t, err)
		for i, problem := range problems {
			if (problem.Origin.Game > 0) != (set == Proven) {
				t.Errorf("%s: its game of origin is %d", problem.ID, problem.Origin.Game)
			}
			if set == Proven && i%130 > 0 && !enginetest.Long() {
				continue
			}
			ctx := t.Context()
			if !enginetest.Long() {
				ctx = &budget{ctx, checks}
			}
			if err := problem.Verify(ctx); errors.Is(err, ErrHard) {
				skipped++
			} else if err != nil {
				t.Error(err)
			}
			if ids[problem.ID] || (set == Puzzles) != (problem.Rating > 0) {
				t.Errorf("%s: another problem has this id, or the rating is %d", problem.ID, problem.Rating)
			}
			ids[problem.ID] = true
		}
	}
	if !testing.Short() && skipped > 20 || len(ids) < 771 {
		t.Errorf("%d of %d proofs skipped", skipped, len(ids))
	}
}
