package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
	"time"

	"pillars/engine/enginetest/require"
)

var someFiles = []file{{"pillars", []byte("program"), 0o755}, {"man/man1/pillars.1", []byte("page"), 0o644}}

// TestArchives reads both kinds of archive back, and checks that the same files give the same bytes.
func TestArchives(t *testing.T) {
	made := time.Unix(1_700_000_000, 0).UTC()
	for name, kind := range map[string]struct {
		pack func(string, []file, time.Time) ([]byte, error)
		read func(*testing.T, []byte) []string
	}{"tar": {tarball, readTar}, "zip": {zipped, readZip}} {
		first, err := kind.pack("pillars-1", someFiles, made)
		again, errAgain := kind.pack("pillars-1", someFiles, made)
		if err != nil || errAgain != nil || !bytes.Equal(first, again) {
			t.Errorf("%s: %d and %d bytes, %v, %v", name, len(first), len(again), err, errAgain)
		}
		got := strings.Join(kind.read(t, first), "\n")
		want := "pillars-1/pillars -rwxr-xr-x 2023-11-14 program\n" +
			"pillars-1/man/man1/pillars.1 -rw-r--r-- 2023-11-14 page"
		if got != want {
			t.Errorf("%s holds\n%s\nnot\n%s", name, got, want)
		}
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

func readZip(t *testing.T, data []byte) (lines []string) {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	for _, part := range r.File {
		opened, err := part.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(opened)
		require.NoError(t, err)
		lines = append(lines, strings.Join([]string{part.Name, part.Mode().String(),
			part.Modified.UTC().Format(time.DateOnly), string(text)}, " "))
	}
	return lines
}
