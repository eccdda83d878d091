package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"time"
)

// mode returns the permissions of a file.
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
