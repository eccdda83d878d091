package report

import (
	"reflect"
	"testing"

	"pillars/tournament"
)

// TestOpponents checks that players in both runs are compared in pairs. In runs of two players, players that are equal
// or of the same kind are compared with each other.
func TestOpponents(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b []string
		want [2][][]string
	}{
		{[]string{"x", "y"}, []string{"z", "y", "x"}, [2][][]string{{{"x", "y"}}, {{"x", "y"}}}},
		{[]string{"x", "y"}, []string{"y", "z"}, [2][][]string{{{"x", "y"}}, {{"z", "y"}}}},
		{[]string{"x:nodes=1", "y:nodes=1"}, []string{"y:nodes=4", "x:nodes=4"},
			[2][][]string{{{"x:nodes=1", "y:nodes=1"}}, {{"x:nodes=4", "y:nodes=4"}}}},
		{[]string{"x", "y"}, []string{"v", "w"}, [2][][]string{}},
		{[]string{"x", "y", "z"}, []string{"x", "v"}, [2][][]string{}},
	} {
		a, b := Input{Spec: tournament.Spec{Players: c.a}}, Input{Spec: tournament.Spec{Players: c.b}}
		if got := opponents(a, b); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v and %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}
