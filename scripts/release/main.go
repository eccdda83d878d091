// Command release builds the files of a release: for each system an archive with the program, the page in one file,
// manual pages and the licences of all parts, a wheel for Python, and a list of the SHA-256 sums of all. The same
// commit gives the same bytes, wherever and however often it is built.
//
//	go run ./scripts/release                          # all systems, into dist
//	go run ./scripts/release --target linux/amd64 --out /tmp/dist --wheels=false
//
// Wheels are built by python3 with hatchling; no C compiler is needed for any system.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra/doc"

	"pillars/cmd/pillars/root"
	"pillars/web/bundle"
)

var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

func main() {
	out := flag.String("out", "dist", "`folder` for the archives")
	target := flag.String("target", strings.Join(systems, ","), "`systems`, separated by commas")
	goflags := flag.String("goflags", "", "`flags` of the go command, for trials that reuse what is compiled")
	wheels := flag.Bool("wheels", true, "also build wheels, for which python3 needs the package hatchling")
	flag.Parse()
	os.Setenv("GOFLAGS", *goflags) // builds must not depend on the environment; Setenv cannot fail for this name
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := release(ctx, *out, strings.Split(*target, ","), *wheels); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func release(ctx context.Context, out string, targets []string, wheels bool) error {
	date, err := commitTime(ctx)
	if err != nil {
		return err
	}
	shared, err := sharedFiles(ctx, date)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	var sums strings.Builder
	note := func(name string, data []byte) {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
		fmt.Printf("%s: %.1f MB\n", filepath.Join(out, name), float64(len(data))/1e6)
	}
	for _, target := range targets {
		system, arch, ok := strings.Cut(target, "/")
		if !ok {
			return fmt.Errorf("--target %s: must be a system and an architecture, such as linux/amd64", target)
		}
		own, err := programFiles(ctx, system, arch)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("pillars-%s-%s-%s", root.Version, system, arch)
		archive := name + ".tar.gz"
		data, err := tarball(name, append(own, shared...), date)
		if err == nil {
			err = os.WriteFile(filepath.Join(out, archive), data, 0o666)
		}
		if err != nil {
			return err
		}
		note(archive, data)
		if wheels {
			if name, data, err = wheel(ctx, out, system, arch, date); err != nil {
				return err
			}
			note(name, data)
		}
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o666)
}

// commitTime returns the time of the last commit, which becomes the time of all files. It returns an error if the
// source differs from the commit.
func commitTime(ctx context.Context) (time.Time, error) {
	changes, err := bundle.Run(ctx, ".", nil, "git", "status", "--porcelain", "--untracked-files=no")
	if err == nil && changes != "" {
		err = errors.New("commit these changes first, so that the release can be built again:\n" + changes)
	}
	if err != nil {
		return time.Time{}, err
	}
	text, err := bundle.Run(ctx, ".", nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return time.Time{}, err
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

type file struct {
	path string // path of the file in the archive, below the archive's folder
	data []byte
	mode fs.FileMode
}

// programFiles returns the program for a system and the licences of its parts.
func programFiles(ctx context.Context, system, arch string) ([]file, error) {
	const program = "./cmd/pillars"
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
	_, err = bundle.Run(ctx, ".", environment, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w",
		"-o", path, program)
	if err != nil {
		return nil, err
	}
	built, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	licences, err := bundle.Licences(ctx, ".", program, environment...)
	return []file{{name, built, 0o755}, {"LICENCES", []byte(licences), 0o644}}, err
}

// wheel builds the package for Python with the program for a system into the folder out. date is the modification time
// of every file.
func wheel(ctx context.Context, out, system, arch string, date time.Time) (name string, data []byte, err error) {
	folder, err := os.MkdirTemp("", "pillars-wheel-")
	if err != nil {
		return "", nil, err
	}
	defer os.RemoveAll(folder)
	environment := []string{"GOOS=" + system, "GOARCH=" + arch,
		"SOURCE_DATE_EPOCH=" + strconv.FormatInt(date.Unix(), 10)}
	if _, err = bundle.Run(ctx, "python", environment, "python3", "-m", "hatchling", "build", "-t", "wheel", "-d",
		folder); err != nil {
		return "", nil, err
	}
	built, err := filepath.Glob(filepath.Join(folder, "*.whl"))
	if err == nil && len(built) != 1 {
		err = fmt.Errorf("hatchling built %d wheels", len(built))
	}
	if err != nil {
		return "", nil, err
	}
	if data, err = os.ReadFile(built[0]); err != nil {
		return "", nil, err
	}
	name = filepath.Base(built[0])
	return name, data, os.WriteFile(filepath.Join(out, name), data, 0o666)
}

// sharedFiles returns the files that are the same for all systems. date is the date of the manual pages.
func sharedFiles(ctx context.Context, date time.Time) ([]file, error) {
	var files []file
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, text, 0o644})
	}
	single, err := bundle.Build(ctx, ".")
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	if err := single.Write(&page); err != nil {
		return nil, err
	}
	files = append(files, file{"pillars.html", page.Bytes(), 0o644})
	manuals, err := manualPages(date)
	if err != nil {
		return nil, err
	}
	return append(files, manuals...), nil
}

func manualPages(date time.Time) ([]file, error) {
	folder, err := os.MkdirTemp("", "pillars-manual-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	header := &doc.GenManHeader{Title: "PILLARS", Section: "1", Date: &date, Source: "pillars " + root.Version,
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
		page, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{"man/man1/" + filepath.Base(name), page, 0o644})
	}
	return files, nil
}

// tarball returns a gzipped tar archive with the files inside folder. date is the modification time of every file. No
// file has an owner, so the same arguments always give the same bytes.
func tarball(folder string, files []file, date time.Time) ([]byte, error) {
	var b bytes.Buffer
	packed, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // fails only for an invalid level
	w := tar.NewWriter(packed)
	for _, f := range files {
		err := w.WriteHeader(&tar.Header{Name: folder + "/" + f.path, Mode: int64(f.mode), Size: int64(len(f.data)),
			ModTime: date, Format: tar.FormatUSTAR})
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
