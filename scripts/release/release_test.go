package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
	"time"

	"pillars/engine/enginetest/require"
)

var someFiles = []file{{"pillars", []byte("program"), 0o755}, {"man/man1/pillars.1", []byte("page"), 0o644}}

// TestArchive reads an archive back, and checks that the same files give the same bytes.
func TestArchive(t *testing.T) {
	made := time.Unix(1_700_000_000, 0).UTC()
	first, err := tarball("pillars-1", someFiles, made)
	again, errAgain := tarball("pillars-1", someFiles, made)
	if err != nil || errAgain != nil || !bytes.Equal(first, again) {
		t.Errorf("%d and %d bytes, %v, %v", len(first), len(again), err, errAgain)
	}
	want := "pillars-1/pillars -rwxr-xr-x 2023-11-14 program\n" +
		"pillars-1/man/man1/pillars.1 -rw-r--r-- 2023-11-14 page"
	if got := strings.Join(readTar(t, first), "\n"); got != want {
		t.Errorf("it holds\n%s\nnot\n%s", got, want)
	}
}

func readTar(t *testing.T, data []byte) (lines []string) {
	t.Helper()
	unpacked, err := gzip.NewReader(bytes.NewReader(data))
	require.NoError(t, err)
	for r := tar.NewReader(unpacked); ; {
		header, err := r.Next()
		if err == io.EOF {
			return lines
		}
		text, errRead := io.ReadAll(r)
		if err != nil || errRead != nil {
			t.Fatal(err, errRead)
		}
		lines = append(lines, strings.Join([]string{header.Name, header.FileInfo().Mode().String(),
			header.ModTime.UTC().Format(time.DateOnly), string(text)}, " "))
	}
}
