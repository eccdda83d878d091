// Package outside takes in what comes from outside the program: files that may have no end, and texts that may hold
// characters which a terminal obeys.
package outside

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ReadFile reads a file of at most so many bytes; a longer one, such as a device without an end, is an error.
func ReadFile(path string, most int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() // only read
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%s: more than %d bytes: this is another kind of file", path, most)
	}
	return data, err
}

// JSON reads a value, and refuses what the value has no place for and what follows it.
func JSON(text []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the closing brace")
	}
	return nil
}

// Lines reads a text of any length whose lines have at most so many bytes, and fails on a longer one.
func Lines(from io.Reader, most int) io.Reader { return &lines{from: from, most: most} }

type lines struct {
	from       io.Reader
	most, line int // bytes of the line that is being read
}

func (l *lines) Read(p []byte) (int, error) {
	n, err := l.from.Read(p[:min(len(p), l.most)])
	l.line += n
	if end := bytes.LastIndexByte(p[:n], '\n'); end >= 0 {
		l.line = n - end - 1
	}
	if l.line > l.most {
		return 0, fmt.Errorf("a line of more than %d bytes: this is another kind of file", l.most)
	}
	return n, err
}

// Visible is a text in which control and format characters (Unicode Cc and Cf), but those to keep, and bytes that are
// no UTF-8 are written as in Go: \x1b, \u202e.
func Visible(text, keep string) string {
	hidden := func(r rune) bool {
		return (unicode.In(r, unicode.Cc, unicode.Cf) || r == utf8.RuneError) && !strings.ContainsRune(keep, r)
	}
	if !strings.ContainsFunc(text, hidden) {
		return text
	}
	var out strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, text[0])
		case r != utf8.RuneError && hidden(r):
			out.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		default:
			out.WriteRune(r)
		}
		text = text[size:]
	}
	return out.String()
}

// Short is a text of at most so many bytes, 100 or more: of a longer one the beginning and the end, and how much is
// left out between them.
func Short(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := most / 5
	begin := most - end - len(" ... (1000000000 bytes) ... ")
	return strings.ToValidUTF8(fmt.Sprintf("%s ... (%d bytes) ... %s", text[:begin], len(text)-begin-end,
		text[len(text)-end:]), "")
}

// Quoted is a word as a POSIX shell takes it for one.
func Quoted(word string) string {
	special := func(r rune) bool {
		return r > unicode.MaxASCII ||
			!unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_@%+=:,./-", r)
	}
	if word != "" && !strings.ContainsFunc(word, special) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
