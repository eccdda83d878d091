package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/diagram"
)

// The program's rule for files that are there already: what is drawn or measured anew at every call, pictures and profiles, replaces a file of its
// kind ([drawnKind.writeDrawn]); every other file is replaced with --force only ([writeNewFile]).

// drawnKind is a kind of file that is made anew at every call.
type drawnKind struct {
	name   string
	begins []string // what such files begin with
}

var (
	SvgPicture = drawnKind{"SVG picture", []string{"<svg", "<?xml"}}
	pngPicture = drawnKind{"PNG picture", []string{"\x89PNG"}}
	CPUProfile = drawnKind{"profile", []string{"\x1f\x8b"}} // compressed, as pprof writes it
)

// PictureKind is the kind of picture that a file name asks for.
func PictureKind(path string) drawnKind {
	if strings.HasSuffix(path, ".png") {
		return pngPicture
	}
	return SvgPicture
}

// RefuseOther refuses a path at which something else is than a file of the kind. What is no file, such as a terminal, is written to.
func (k drawnKind) RefuseOther(flag, path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return Usagef("%s: %w", flag, err)
	case info.IsDir():
		return Usagef("%s %s is a folder; name a file in it", flag, path)
	case !info.Mode().IsRegular() || info.Size() == 0:
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return Usagef("%s: %w; name a file that may be replaced", flag, err)
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
	return Usagef("%s %s is there already and is no %s; name another file", flag, path, k.name)
}

// WriteDrawn writes a file of the kind, in place of one that is there. The file is only touched once all of it is known.
func (k drawnKind) WriteDrawn(flag, path string, data []byte) error {
	if err := k.RefuseOther(flag, path); err != nil {
		return err
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return fmt.Errorf("%s: %w; name a file in a folder that exists and that you may write to", flag, err)
	}
	return nil
}

// WriteSVG draws into a file, which is only touched once the picture is complete.
func WriteSVG(path string, d engine.Diagram) error {
	var picture bytes.Buffer
	if err := diagram.SVG(&picture, d); err != nil {
		return fmt.Errorf("--svg: %w", err)
	}
	return SvgPicture.WriteDrawn("--svg", path, picture.Bytes())
}

// ResultText is an outcome as "result 1 0 no stack left".
func ResultText(outcome engine.Outcome) string {
	words := []string{"result"}
	for _, score := range outcome.Scores[:outcome.Seats] {
		words = append(words, strconv.FormatFloat(score, 'g', -1, 64))
	}
	return strings.Join(append(words, string(outcome.Reason)), " ")
}
