package pitofpillars_test

import (
	"strings"
	"testing"

	"pillars/engine"
)

// TestKeys reads keys back: those of all kinds of step from random games, and stacks that
// only texts can hold.
func TestKeys(t *testing.T) {
	t.Parallel()
	cases := symmetryCases(t)
	for _, text := range []string{
		"x2/wwwww,rrrr,x,W/x4/rwrw,wrwwrrrw r m 3/190 - 8",
		"x2/" + strings.Repeat("w", 150) + ",x,wwwwr,R/rrrrrr,x3/x2 w m 0/1 - 23",
		"x2/wrrrrrrr,rwwwwwww,x2/wwwwwwww,rrrrrrrr,x2/x2 r m 0/0 - 2",
		"x2/x4/x4/x2 w o 0/0 - 1", "x2/x4/w,x3/x2 r a 2/2 a2 2",
	} {
		cases = append(cases, read(t, text, nil))
	}
	high := 0
	for _, p := range cases {
		if p.Over() {
			continue
		}
		key, back := keyOf(p), p.Rules().Start()
		back.(engine.Keyed).SetKey([]byte(key))
		if engine.CanonicalHash(back) != engine.CanonicalHash(p) {
			t.Errorf("%s reads back from a key as %s", p, back)
		}
		if strings.HasPrefix(p.String(), "x2/") && len(key) > 3+12 {
			high++
		}
	}
	if high < 3 {
		t.Errorf("%d keys hold high stacks; the test means to see more", high)
	}
}
