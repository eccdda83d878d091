package main

import (
	"errors"
	"slices"
	"testing"
)

func TestSites(t *testing.T) {
	source := "package p\n\nfunc f(a []int) int {\n\tif !(len(a) <= 3) && a[0] == 1 {\n\t\t" +
		"return min(a[1], 2)\n\t}\n\treturn 0\n}\n"
	all, err := sites("p", "p.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range all {
		got = append(got, source[m.from:m.to]+" to "+m.text)
	}
	want := []string{"&& to ||", "! to ", "<= to <", "3 to 4", "== to !=", "1 to 2", "0 to 1", "min to max", "1 to 2",
		"0 to 1"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	diff := "    - if !(len(a) <= 3) && a[0] == 1 {\n    + if !(len(a) <= 3) || a[0] == 1 {"
	if all[0].diff() != diff {
		t.Errorf("got\n%s\nwant\n%s", all[0].diff(), diff)
	}
}

func TestJudge(t *testing.T) {
	failed := errors.New("exit status 1")
	for output, want := range map[string]fate{
		"FAIL p [build failed]": invalid, "--- FAIL: TestX": killed, "panic: index out of range": killed,
		"panic: test timed out": stopped,
		"signal: killed":        stopped,
	} {
		if got := judge(output, failed); got != want {
			t.Errorf("%q: %s, want %s", output, got, want)
		}
	}
	if got := judge("ok p", nil); got != survived {
		t.Errorf("tests that pass: %s", got)
	}
}
