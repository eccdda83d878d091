//go:build python

// The tests of files with this build tag need python3.
package certificate_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search/proof/certificate"
)

// TestPythonAgrees alters certificates, signs them, and compares the verdicts of Check and of the checker in Python.
func TestPythonAgrees(t *testing.T) {
	all := drafts(t, [][2]int{{2, 3}, {2, 4}, {2, 5}})
	pit := enginetest.Rules(t, "pit-of-pillars", "size=4")
	of := &draft{rules: pit, ranked: true, options: "pit-of-pillars " + pit.Settings().String() + "\n"}
	for _, line := range losses(t, read(t, pit, strings.TrimSuffix(decided, " 23"))) {
		of.members = append(of.members, line+"\n")
	}
	of.sort()
	all = append(all, of, of, of)
	random := rand.New(rand.NewPCG(58, 1))
	folder, files, wanted := t.TempDir(), []string(nil), map[string]string{}
	for i := range 1000 {
		d := all[i%len(all)].clone()
		for range random.IntN(3) {
			d.alter(random.IntN)
		}
		file, path := d.file(t), filepath.Join(folder, fmt.Sprint(i))
		require.NoError(t, os.WriteFile(path, []byte(file), 0o600))
		files = append(files, path)
		wanted[path] = verdict(t, file)
	}
	var out, faults bytes.Buffer
	checker := exec.Command("python3", append([]string{filepath.Join("..", "..", "..", "python", "examples",
		"check_certificate.py")}, files...)...)
	checker.Stdout, checker.Stderr = &out, &faults
	_ = checker.Run() // some files prove nothing, so the exit code is not 0
	got := map[string]string{}
	for _, line := range strings.Split(out.String()+faults.String(), "\n") {
		if path, proven, is := strings.Cut(line, ": "); is && strings.HasPrefix(path, folder) {
			path, word, _ := strings.Cut(path, " ")
			switch {
			case word == "":
				got[path] = proven
			case strings.HasSuffix(proven, "none settles the start"):
				got[path] = "unknown"
			default:
				got[path] = "refused"
			}
		}
	}
	counts := map[string]int{}
	for _, path := range files {
		counts[wanted[path]]++
		if got[path] != wanted[path] {
			text, _ := os.ReadFile(path)
			t.Errorf("%.130q: Go says %s, Python %s", text, wanted[path], got[path])
		}
	}
	if len(counts) < 4 || slices.Min(slices.Collect(maps.Values(counts))) < 10 {
		t.Errorf("the verdicts are %v; the test needs some of each kind", counts)
	}
}

// verdict returns what a file proves, in the words of the checker in Python.
func verdict(t *testing.T, file string) string {
	t.Helper()
	c, err := certificate.Read(strings.NewReader(file))
	if err != nil || check(c) != nil {
		return "refused"
	}
	switch value, _ := certificate.Values(c, c.Rules().Start()); value {
	case certificate.Win:
		return c.Rules().SeatNames()[0] + " wins"
	case certificate.Loss:
		return c.Rules().SeatNames()[1] + " wins"
	}
	return "unknown"
}
