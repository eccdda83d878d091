package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestWide(t *testing.T) {
	text := strings.Repeat("x", 120) + "\n\t" + strings.Repeat("ü", 117) + "\r\n"
	if got := wideLines("a.go", []byte(text)); !slices.Equal(got, []string{"a.go:2: 121 columns"}) {
		t.Errorf("got %q", got)
	}
}

func parsed(t *testing.T, file, text string) (*token.FileSet, *ast.File) {
	t.Helper()
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return set, tree
}

func TestLongFunctions(t *testing.T) {
	function := func(lines int) string { return "func f() {\n" + strings.Repeat("\tf()\n", lines-2) + "}\n" }
	got := longFunctions(parsed(t, "a.go", "package a\n\n"+function(50)+function(51)))
	if want := []string{"a.go:53: f has 51 lines"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestSleeps(t *testing.T) {
	const text = "package a\n\nfunc f() {\n\ttime.Sleep(1)\n\t<-time.After(1)\n\tsynctest.Wait()\n}\n"
	if got := sleeps(parsed(t, "a_test.go", text)); len(got) != 1 || !strings.HasPrefix(got[0], "a_test.go:4: ") {
		t.Errorf("got %q", got)
	}
}

func TestComments(t *testing.T) {
	const text = `package a

// A returns that of another.
func A() {}
func B() {}

// C is no verb.
func (t *T[int]) C() {}

// The function D returns.
func D() {}

// e is not exported.
func e() {}
func (t T) String() string { return "" }
func (t u) F() {}

// G silently returns.
func (t T) G() {}

// H Returns2 nothing.
func H() {}
`
	for file, want := range map[string]string{"a.go": "3 5 8 11 22", "a_test.go": "3"} {
		var lines []string
		for _, fault := range commentFaults(parsed(t, file, text)) {
			lines = append(lines, strings.Split(fault, ":")[1])
		}
		if got := strings.Join(lines, " "); got != want {
			t.Errorf("%s: faults in lines %s, want %s", file, got, want)
		}
	}
}

// TestOtherSystems checks a module with a package that compiles only on Linux, and one that imports a package that
// another system lacks.
func TestOtherSystems(t *testing.T) {
	here := t.TempDir()
	write(t, here, map[string]string{
		"go.mod":         "module example\n\ngo 1.26\n",
		"linux_linux.go": "package example\n\nfunc linux() {}\n",
		"all.go":         "package example\n\nfunc All() { linux() }\n",
		"log/log.go":     "package log\n\nimport \"log/slog\"\n\nfunc Log() { slog.Info(1) }\n",
	})
	for _, c := range []struct {
		system
		want []string
	}{
		{system{"linux", "arm64", ""}, []string{"log.go:5:24"}},
		{system{"linux", "arm64", "log/slog"}, nil},
		{system{"windows", "amd64", ""}, []string{"all.go:3:14", "log.go:5:24"}},
		{system{"windows", "amd64", "context"}, []string{"all.go:3:14"}}, // which log/slog imports
	} {
		faults, err := c.faults(here)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, fault := range faults {
			place, on, _ := strings.Cut(filepath.Base(fault), ": ")
			if !strings.HasSuffix(on, ", on "+c.name) {
				t.Errorf("%s does not name the system", fault)
			}
			got = append(got, place)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: faults at %q, want %q", c.system, got, c.want)
		}
	}
}

// write writes files into a folder.
func write(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
