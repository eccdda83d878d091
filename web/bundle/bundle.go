// Package bundle builds the engine of the page, package web/wasm, as WebAssembly with the go command. It builds the
// engine every time, so that it always matches the source.
package bundle

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"pillars/web/page"
)

// Check returns an error, which says how to get the page, unless the folder source has the source of pillars and there
// is a go command.
func Check(ctx context.Context, source string) error {
	if module, err := Run(ctx, source, target, "go", "list", "-m"); err != nil || module != "pillars" {
		return fmt.Errorf("%s is not the source of pillars, from which Go builds the page, or Go is missing: run this "+
			"in a clone, or name one with --source; a release has the page as pillars.html", source)
	}
	return nil
}

// Build compiles the engine from the source of pillars in the folder source. It returns the page with the engine.
func Build(ctx context.Context, source string) (page.Single, error) {
	if err := Check(ctx, source); err != nil {
		return page.Single{}, err
	}
	root, err := Run(ctx, source, target, "go", "env", "GOROOT")
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
	root, err := Run(ctx, source, environment, "go", "env", "GOROOT")
	if err != nil {
		return "", err
	}
	list, err := Run(ctx, source, environment, "go", "list", "-buildvcs=false", "-deps", "-f",
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

// withoutInlining holds flags that keep the go command from inlining functions of the standard library, except those
// that searches call often. These flags save 65 kB of the page and cost no speed.
var withoutInlining = []string{"-gcflags=std=-l", "-gcflags=runtime=", "-gcflags=internal/runtime/...=",
	"-gcflags=math/...=", "-gcflags=slices=", "-gcflags=cmp=", "-gcflags=sync/...=", "-gcflags=internal/sync="}

// compile returns the engine as gzipped WebAssembly without debug information.
func compile(ctx context.Context, source string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "pillars-page-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	unused, err := unusedWeights(ctx, source)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(map[string]any{"Replace": unused})
	overlay := filepath.Join(folder, "overlay.json")
	if err = errors.Join(err, os.WriteFile(overlay, text, 0o600)); err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "engine.wasm")
	build := append([]string{"build", "-trimpath", "-buildvcs=false", "-pgo=off", "-ldflags=-s -w", "-overlay", overlay,
		"-o", file}, withoutInlining...)
	if _, err := Run(ctx, source, target, "go", append(build, engine)...); err != nil {
		return nil, err
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if wasm, err = joinSegments(wasm); err != nil {
		return nil, err
	}
	return page.Gzip(wasm)
}

// unusedWeights returns the paths of files with weights in package eval that no player of the page uses, because a
// network replaces them. Each path has the value "", with which an overlay leaves a file out.
func unusedWeights(ctx context.Context, source string) (map[string]string, error) {
	list, err := Run(ctx, source, target, "go", "list", "-buildvcs=false", "-deps", "-f",
		`{{if eq .ImportPath "pillars/eval"}}{{.Dir}}{{range .EmbedFiles}}{{"\n"}}{{.}}{{end}}{{end}}`, engine)
	unused := map[string]string{}
	folder, files, _ := strings.Cut(list, "\n")
	names := strings.Fields(files)
	for _, name := range names {
		network := strings.Replace(name, "weights/", "networks/", 1) // the file that replaces weights, if it exists
		if path.Dir(name) == "weights" && slices.Contains(names, network) {
			unused[filepath.Join(folder, filepath.FromSlash(name))] = ""
		}
	}
	return unused, err
}

// Run runs a command in a folder, with additions to the environment. It returns what the command prints, without blanks
// around it.
func Run(ctx context.Context, folder string, environment []string, name string, arguments ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, arguments...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), environment...)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return "", fmt.Errorf("the command %s is missing: install it, go from version %s on", name,
			strings.TrimPrefix(runtime.Version(), "go"))
	}
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, arguments[0], err, complaints.String())
	}
	return strings.TrimSpace(string(out)), nil
}

// Bytes with a fixed meaning in WebAssembly (Core Specification 2.0, chapter 5).
const (
	dataSection = 11   // number of the section with the initial contents of memory, in segments
	i32Const    = 0x41 // instruction before the address of a segment
	endOfCode   = 0x0b // instruction after the address of a segment
)

const mostGap = 64 << 20 // most zero bytes between two segments

// errWasm is the error for a module in a form that the Go linker does not write.
var errWasm = errors.New("the go command has built an engine in a form that the page cannot shorten")

// joinSegments returns a WebAssembly module with all data in one segment. The Go linker omits zeros between data and so
// writes some 80,000 segments; in the compressed engine their addresses take 136 kB more than the zeros would.
func joinSegments(module []byte) ([]byte, error) {
	rest := &reader{left: module}
	joined := append([]byte(nil), rest.take(8)...) // the magic number and the version
	for len(rest.left) > 0 {
		kind := rest.take(1)
		section := rest.take(rest.number())
		if len(kind) > 0 && kind[0] == dataSection {
			section = oneSegment(&reader{left: section})
			rest.failed = rest.failed || section == nil
		}
		joined = binary.AppendUvarint(append(joined, kind...), uint64(len(section)))
		joined = append(joined, section...)
	}
	if rest.failed {
		return nil, errWasm
	}
	return joined, nil
}

// oneSegment returns a data section with one segment in place of all segments of the given section, which may be in any
// order. It returns nil if the section has another form than the Go linker writes, or if its segments overlap.
func oneSegment(section *reader) []byte {
	type segment struct {
		address int
		data    []byte
	}
	var segments []segment
	for range section.number() {
		head := section.take(2) // the mode, 0 for an address in memory 0, and the instruction before the address
		address := section.number()
		end := section.take(1)
		data := section.take(section.number())
		if section.failed || head[0] != 0 || head[1] != i32Const || end[0] != endOfCode {
			return nil
		}
		segments = append(segments, segment{address, data})
	}
	if len(segments) == 0 || len(section.left) > 0 {
		return nil
	}
	slices.SortStableFunc(segments, func(a, b segment) int { return cmp.Compare(a.address, b.address) })
	var memory []byte
	start := segments[0].address
	for _, s := range segments {
		gap := s.address - start - len(memory)
		if gap < 0 || gap > mostGap {
			return nil
		}
		memory = append(append(memory, make([]byte, gap)...), s.data...)
	}
	joined := append(appendSigned([]byte{1, 0, i32Const}, start), endOfCode) // one segment, of mode 0
	return append(binary.AppendUvarint(joined, uint64(len(memory))), memory...)
}

// appendSigned appends a number of 0 or more in signed LEB128: seven bits in each byte, the lowest bits first. The
// highest of the seven bits in the last byte is the sign and so must be 0.
func appendSigned(text []byte, number int) []byte {
	for ; number >= 1<<6; number >>= 7 {
		text = append(text, byte(number)|1<<7)
	}
	return append(text, byte(number))
}

// A reader reads bytes and numbers from the beginning of the bytes left. After a failure no bytes are left.
type reader struct {
	left   []byte
	failed bool
}

func (r *reader) take(count int) []byte {
	if count > len(r.left) {
		r.left, r.failed = nil, true
		return nil
	}
	taken := r.left[:count]
	r.left = r.left[count:]
	return taken
}

// number reads a number of 0 or more in LEB128, signed or unsigned. It does not recognise a negative number: it returns
// a wrong positive one, or fails.
func (r *reader) number() int {
	number, length := binary.Uvarint(r.left)
	if length <= 0 || number > 1<<35 { // 32 bits take up to five bytes of seven bits
		r.left, r.failed = nil, true
		return 0
	}
	r.left = r.left[length:]
	return int(number)
}
