// Package bundle builds the engine of the page, package web/wasm, as WebAssembly with the go command. It builds the
// engine every time, so that it always matches the source.
package bundle

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"pillars/web/page"
)

// Build compiles the engine from the source of pillars in the folder source. It returns the page with the engine.
func Build(ctx context.Context, source string) (page.Single, error) {
	module, err := runGo(ctx, source, target, "list", "-m")
	if err != nil || module != "pillars" {
		return page.Single{}, fmt.Errorf("%s is not the source of pillars: run the command there, or name the folder "+
			"with --source", source)
	}
	root, err := runGo(ctx, source, target, "env", "GOROOT")
	if err != nil {
		return page.Single{}, err
	}
	wasm, err := compile(ctx, source)
	if err != nil {
		return page.Single{}, err
	}
	wasmExec, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return page.Single{}, err
	}
	licences, err := Licences(ctx, source, engine, target...)
	return page.Single{Wasm: wasm, WasmExec: string(wasmExec), Licences: licences}, err
}

const engine = "pillars/web/wasm"

var target = []string{"GOOS=js", "GOARCH=wasm"}

// Licences returns the texts of the licences of Go and of all modules that the package pkg in the folder source needs.
// The environment variables, such as GOOS=linux, decide which modules it needs. A module without a licence is an error,
// since it must not be distributed.
func Licences(ctx context.Context, source, pkg string, environment ...string) (string, error) {
	root, err := runGo(ctx, source, environment, "env", "GOROOT")
	if err != nil {
		return "", err
	}
	list, err := runGo(ctx, source, environment, "list", "-buildvcs=false", "-deps", "-f",
		"{{with .Module}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}", pkg)
	if err != nil {
		return "", err
	}
	modules := append(strings.Split(list, "\n"), "The Go standard library and wasm_exec.js\t"+root)
	slices.Sort(modules)
	var b strings.Builder
	for _, module := range slices.Compact(modules) {
		name, folder, _ := strings.Cut(module, "\t")
		if name == "" { // a package of the standard library
			continue
		}
		var files []string
		for _, pattern := range []string{"LICEN[CS]E*", "COPYING*", "NOTICE*"} {
			found, _ := filepath.Glob(filepath.Join(folder, pattern)) // fails only for an invalid pattern
			files = append(files, found...)
		}
		if len(files) == 0 {
			return "", fmt.Errorf("%s states no licence: it cannot be distributed", name)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "%s:\n\n%s\n\n", strings.TrimSpace(name), text)
		}
	}
	return b.String(), nil
}

// withoutInlining are flags that keep the go command from inlining functions of the standard library, except those that
// searches call often. They save 65 kB of the page and cost no speed.
var withoutInlining = []string{"-gcflags=std=-l", "-gcflags=runtime=", "-gcflags=internal/runtime/...=",
	"-gcflags=math/...=", "-gcflags=slices=", "-gcflags=cmp=", "-gcflags=sync/...=", "-gcflags=internal/sync="}

// compile returns the engine as gzipped WebAssembly without debug information.
func compile(ctx context.Context, source string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "pillars-page-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "engine.wasm")
	build := append([]string{"build", "-trimpath", "-buildvcs=false", "-pgo=off", "-ldflags=-s -w", "-o", file},
		withoutInlining...)
	if _, err := runGo(ctx, source, target, append(build, engine)...); err != nil {
		return nil, err
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return page.Gzip(wasm)
}

// runGo runs the go command in a folder, and returns what it prints without blanks around it.
func runGo(ctx context.Context, folder string, environment []string, arguments ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", arguments...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), environment...)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return "", fmt.Errorf("the page is built by the go command, which is not here: install Go %s or later",
			strings.TrimPrefix(runtime.Version(), "go"))
	}
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", arguments[0], err, complaints.String())
	}
	return strings.TrimSpace(string(out)), nil
}
