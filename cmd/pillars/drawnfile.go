package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// The program's rule for files that are there already: what is drawn or measured anew at every call, pictures and profiles, replaces a file of its
// kind ([drawnKind.writeDrawn]); every other file is replaced with --force only ([writeNewFile]).

// drawnKind is a kind of file that is made anew at every call.
type drawnKind struct {
	name   string
	begins []string // what such files begin with
}

var (
	svgPicture = drawnKind{"SVG picture", []string{"<svg", "<?xml"}}
	pngPicture = drawnKind{"PNG picture", []string{"\x89PNG"}}
	cpuProfile = drawnKind{"profile", []string{"\x1f\x8b"}} // compressed, as pprof writes it
)

// pictureKind is the kind of picture that a file name asks for.
func pictureKind(path string) drawnKind {
	if strings.HasSuffix(path, ".png") {
		return pngPicture
	}
	return svgPicture
}

// refuseOther refuses a path at which something else is than a file of the kind. What is no file, such as a terminal, is written to.
func (k drawnKind) refuseOther(flag, path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return usagef("%s: %w", flag, err)
	case info.IsDir():
		return usagef("%s %s is a folder; name a file in it", flag, path)
	case !info.Mode().IsRegular() || info.Size() == 0:
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return usagef("%s: %w; name a file that may be replaced", flag, err)
	}
	defer file.Close() // it was only read from
	start := make([]byte, 8)
	n, err := io.ReadFull(file, start)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%s: %w", flag, err)
	}
	for _, begins := range k.begins {
		if strings.HasPrefix(string(start[:n]), begins) {
			return nil
		}
	}
	return usagef("%s %s is there already and is no %s; name another file", flag, path, k.name)
}

// writeDrawn writes a file of the kind, in place of one that is there. The file is only touched once all of it is known.
func (k drawnKind) writeDrawn(flag, path string, data []byte) error {
	if err := k.refuseOther(flag, path); err != nil {
		return err
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return fmt.Errorf("%s: %w; name a file in a folder that exists and that you may write to", flag, err)
	}
	return nil
}
