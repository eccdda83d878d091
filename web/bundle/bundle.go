// Package bundle builds the engine of the page: package web/wasm as WebAssembly, by the go command, from the source
// that the command stands in. So the page always holds the engine of that source, and nothing that is built is kept.
package bundle

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"pillars/web/page"
)

// Build compiles the engine from the source in a folder and makes a page of it.
func Build(ctx context.Context, source, about string) (page.Single, error) {
	module, err := goCommand(ctx, source, "list", "-m")
	if err != nil || module != "pillars" {
		return page.Single{}, fmt.Errorf("%s is not the source of pillars: run the command there, or name the folder "+
			"with --source", source)
	}
	root, err := goCommand(ctx, source, "env", "GOROOT")
	if err != nil {
		return page.Single{}, err
	}
	wasm, err := compile(ctx, source)
	if err != nil {
		return page.Single{}, err
	}
	var texts [3]string
	for i, path := range []string{filepath.Join(root, "lib", "wasm", "wasm_exec.js"), filepath.Join(root, "LICENSE"),
		filepath.Join(source, "LICENSE")} {
		text, err := os.ReadFile(path)
		if err != nil {
			return page.Single{}, err
		}
		texts[i] = string(text)
	}
	return page.Single{Wasm: wasm, WasmExec: texts[0], About: about,
		Licences: "Pillars:\n\n" + texts[2] + "\n\nThe Go standard library and wasm_exec.js:\n\n" + texts[1]}, nil
}

// compile builds the engine, without what only debuggers read, and packs it.
func compile(ctx context.Context, source string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "pillars-page-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "engine.wasm")
	if _, err := goCommand(ctx, source, "build", "-trimpath", "-buildvcs=false", "-pgo=off", "-ldflags=-s -w", "-o",
		file, "pillars/web/wasm"); err != nil {
		return nil, err
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return pack(wasm)
}

// goCommand runs the go command in a folder, for WebAssembly, and returns what it prints.
func goCommand(ctx context.Context, folder string, arguments ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", arguments...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
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

func pack(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}
