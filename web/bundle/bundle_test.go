package bundle

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
)

// goes is the line of a go.mod for the Go version of the test.
var goes = "go " + strings.TrimPrefix(runtime.Version(), "go") + "\n"

func writeFile(t *testing.T, source, name, text string) {
	t.Helper()
	path := filepath.Join(source, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
}

// TestBuildTakesItsOwnSourceOnly checks that Build accepts only the source of pillars, even if git refuses the folder,
// for example because it belongs to another user.
func TestBuildTakesItsOwnSourceOnly(t *testing.T) {
	t.Setenv("GOFLAGS", "-buildvcs=auto") // the default, whatever this machine says
	source := t.TempDir()
	writeFile(t, source, "LICENSE", "own terms")
	writeFile(t, source, "web/wasm/main.go", "package main\nfunc main() {}\n")
	writeFile(t, source, ".git/config", "[core]\n\trepositoryformatversion = 99\n") // git refuses it
	for _, module := range []string{"pillars", "pillars/web", "other"} {
		writeFile(t, source, "go.mod", "module "+module+"\n"+goes)
		page, err := Build(t.Context(), source)
		if module == "pillars" {
			if err != nil || len(page.Wasm) == 0 || !strings.Contains(page.WasmExec, "WebAssembly") ||
				!strings.Contains(page.Licences, "own terms") {
				t.Errorf("%d bytes and %d, %v", len(page.Wasm), len(page.WasmExec), err)
			}
		} else if err == nil || !strings.Contains(err.Error(), source+" is not the source of pillars") {
			t.Errorf("module %s: %v", module, err)
		}
	}
}

// TestUnusedWeights checks that the page leaves out just the weights beside which there is a network.
func TestUnusedWeights(t *testing.T) {
	t.Parallel()
	unused, err := unusedWeights(t.Context(), filepath.Join("..", ".."))
	networks, _ := filepath.Glob(filepath.Join("..", "..", "eval", "networks", "*.txt"))
	if err != nil || len(unused) == 0 || len(unused) > len(networks) {
		t.Fatalf("%v, %v", unused, err)
	}
	for file := range unused {
		network := filepath.Join(filepath.Dir(filepath.Dir(file)), "networks", filepath.Base(file))
		if _, err := os.Stat(network); err != nil {
			t.Error(err)
		}
	}
}

// TestEveryModuleStatesItsLicence checks that the licences of Go, of the engine's modules and of an added dependency
// are listed, and that a dependency without a licence is an error.
func TestEveryModuleStatesItsLicence(t *testing.T) {
	t.Parallel()
	own, err := Licences(t.Context(), filepath.Join("..", ".."), engine, target...)
	for _, want := range []string{"pillars:\n\nMIT License", "The Go standard library", "The Go Authors"} {
		if err != nil || !strings.Contains(own, want) {
			t.Errorf("%q is not in the licences (%v)", want, err)
		}
	}
	source := t.TempDir()
	write := func(name, text string) { t.Helper(); writeFile(t, source, name, text) }
	write("go.mod", "module pillars\n"+goes+"require example.org/added v1.2.3\nreplace example.org/added => ./added\n")
	write("LICENSE", "own terms")
	write("web/wasm/main.go", "package main\nimport _ \"example.org/added\"\nfunc main() {}\n")
	write("added/go.mod", "module example.org/added\n"+goes)
	write("added/added.go", "package added\n")
	_, err = Licences(t.Context(), source, engine, target...)
	require.ErrorContains(t, err, "org/added", "a dependency without a licence")
	write("added/LICENCE.txt", "terms of what was added")
	text, err := Licences(t.Context(), source, engine, target...)
	if !strings.Contains(text, "example.org/added v1.2.3:\n\nterms of") {
		t.Errorf("the licence of a dependency is not in %q (%v)", text, err)
	}
}
