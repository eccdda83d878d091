// Command release builds the files of a release: for each system an archive with the program, the page in one file,
// manual pages, completions for shells and the licences of all parts, and a list of the archives' SHA-256 sums. The
// same commit gives the same bytes, wherever and however often it is built.
//
//	go run ./scripts/release                          # all systems, into dist
//	go run ./scripts/release --target linux/amd64 --out /tmp/dist
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"pillars/cmd/pillars/root"
)

var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

func main() {
	out := flag.String("out", "dist", "`folder` for the archives")
	target := flag.String("target", strings.Join(systems, ","), "`systems`, separated by commas")
	flag.Parse()
	os.Setenv("GOFLAGS", "") // builds must depend only on the source; Setenv cannot fail for this name
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := release(ctx, *out, strings.Split(*target, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func release(ctx context.Context, out string, targets []string) error {
	made, err := commitTime(ctx)
	if err != nil {
		return err
	}
	shared, err := sharedFiles(ctx, made)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	var sums strings.Builder
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
		archive, pack := name+".tar.gz", tarball
		if system == "windows" {
			archive, pack = name+".zip", zipped
		}
		data, err := pack(name, append(own, shared...), made)
		if err == nil {
			err = os.WriteFile(filepath.Join(out, archive), data, 0o666)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), archive)
		fmt.Printf("%s: %.1f MB\n", filepath.Join(out, archive), float64(len(data))/1e6)
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o666)
}

// commitTime returns the time of the last commit, which becomes the time of all files. It returns an error if the
// source differs from the commit.
func commitTime(ctx context.Context) (time.Time, error) {
	changes, err := command(ctx, nil, "git", "status", "--porcelain", "--untracked-files=no")
	if err == nil && changes != "" {
		err = errors.New("commit these changes first, so that the release can be built again:\n" + changes)
	}
	if err != nil {
		return time.Time{}, err
	}
	text, err := command(ctx, nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return time.Time{}, err
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

func command(ctx context.Context, environment []string, name string, arguments ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, arguments...)
	cmd.Env = append(os.Environ(), environment...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %w", name, arguments[0], err)
	}
	return strings.TrimSpace(string(out)), err
}
