package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra/doc"

	"pillars/cmd/pillars/root"
	"pillars/web/bundle"
)

type file struct {
	path       string // in the archive, below its folder
	data       []byte
	executable bool
}

const program = "./cmd/pillars"

// programFiles returns the program for a system and the licences of its parts.
func programFiles(ctx context.Context, system, arch string) ([]file, error) {
	environment := []string{"GOOS=" + system, "GOARCH=" + arch, "CGO_ENABLED=0"}
	folder, err := os.MkdirTemp("", "pillars-release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	name := "pillars"
	if system == "windows" {
		name += ".exe"
	}
	path := filepath.Join(folder, name)
	_, err = command(ctx, environment, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w",
		"-o", path, program)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	licences, err := bundle.Licences(ctx, ".", program, environment...)
	return []file{{path: name, data: data, executable: true}, {path: "LICENCES", data: []byte(licences)}}, err
}

// sharedFiles returns the files that are the same for all systems. made is the date of the manual pages.
func sharedFiles(ctx context.Context, made time.Time) ([]file, error) {
	var files []file
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{path: name, data: data})
	}
	single, err := bundle.Build(ctx, ".")
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	if err := single.Write(&page); err != nil {
		return nil, err
	}
	files = append(files, file{path: "pillars.html", data: page.Bytes()})
	manuals, err := manualPages(made)
	if err != nil {
		return nil, err
	}
	shells, err := completions()
	return append(append(files, manuals...), shells...), err
}

func manualPages(made time.Time) ([]file, error) {
	folder, err := os.MkdirTemp("", "pillars-manual-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	header := &doc.GenManHeader{Title: "PILLARS", Section: "1", Date: &made, Source: "pillars " + root.Version,
		Manual: "Pillars manual"}
	command := root.New()
	command.DisableAutoGenTag = true
	if err := doc.GenManTree(command, header, folder); err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.1")) // sorted
	if err != nil {
		return nil, err
	}
	var files []file
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{path: "man/man1/" + filepath.Base(name), data: data})
	}
	return files, nil
}

func completions() ([]file, error) {
	command := root.New()
	var files []file
	for _, shell := range []struct {
		path  string
		write func(*bytes.Buffer) error
	}{
		{"pillars.bash", func(b *bytes.Buffer) error { return command.GenBashCompletionV2(b, true) }},
		{"_pillars", func(b *bytes.Buffer) error { return command.GenZshCompletion(b) }},
		{"pillars.fish", func(b *bytes.Buffer) error { return command.GenFishCompletion(b, true) }},
		{"pillars.ps1", func(b *bytes.Buffer) error { return command.GenPowerShellCompletionWithDesc(b) }},
	} {
		var b bytes.Buffer
		if err := shell.write(&b); err != nil {
			return nil, err
		}
		files = append(files, file{path: "completions/" + shell.path, data: b.Bytes()})
	}
	return files, nil
}

func (f file) mode() fs.FileMode {
	if f.executable {
		return 0o755
	}
	return 0o644
}

// tarball returns a gzipped tar archive with the files inside folder. made is the modification time of every file, and
// none has an owner, so the same arguments always give the same bytes.
func tarball(folder string, files []file, made time.Time) ([]byte, error) {
	var b bytes.Buffer
	packed, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // fails only for an invalid level
	w := tar.NewWriter(packed)
	for _, f := range files {
		err := w.WriteHeader(&tar.Header{Name: folder + "/" + f.path, Mode: int64(f.mode()), Size: int64(len(f.data)),
			ModTime: made, Format: tar.FormatUSTAR})
		if err == nil {
			_, err = w.Write(f.data)
		}
		if err != nil {
			return nil, err
		}
	}
	err := errors.Join(w.Close(), packed.Close())
	return b.Bytes(), err
}

// zipped returns a zip archive with the files inside folder. made is the modification time of every file.
func zipped(folder string, files []file, made time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		header := &zip.FileHeader{Name: folder + "/" + f.path, Method: zip.Deflate, Modified: made}
		header.SetMode(f.mode())
		part, err := w.CreateHeader(header)
		if err == nil {
			_, err = part.Write(f.data)
		}
		if err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
