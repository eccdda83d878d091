package pgn

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

type kind uint8

const (
	end  kind = iota // of the file
	tag              // [Name "value"]
	word             // a turn, a number, a result, a bracket of a variation
)

// part is a part of a file.
type part struct {
	kind       kind
	name       string // of a tag
	value      []byte // valid until the next part is read
	line       int    // from 1
	afterBlank bool   // a blank line lies before it
}

// scanner takes a file apart line by line. Comments, in braces or behind a semicolon, and lines that begin with a
// percent sign are passed over, or refused if it is strict.
type scanner struct {
	in        *bufio.Reader
	strict    bool
	skipWords bool // until the next tag

	line     int
	text     []byte // what is left of the line
	whole    bool   // nothing of the line has been read
	tagsOnly bool   // so far, the line holds nothing but tags
	blank    bool   // a blank line was passed over since the last part
	comment  int    // the line on which an open comment began, or 0
	long     []byte // a line that the buffer of in does not hold
	names    map[string]string
}

const blanks = " \t\r\n\v\f"

func newScanner(r io.Reader, strict bool) *scanner {
	in := bufio.NewReaderSize(r, 1<<16)
	if mark, err := in.Peek(3); err == nil && string(mark) == "\ufeff" { // some programs begin a text with it
		_, _ = in.Discard(len(mark)) // it was just read
	}
	return &scanner{in: in, strict: strict, names: map[string]string{}}
}

// readLine fails at the end of the file.
func (s *scanner) readLine() (err error) {
	s.line++
	s.text, err = s.in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		s.long = append(s.long[:0], s.text...)
		var rest []byte
		rest, err = s.in.ReadBytes('\n')
		s.long = append(s.long, rest...)
		s.text = s.long
	}
	if errors.Is(err, io.EOF) && len(s.text) > 0 {
		err = nil
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("line %d: %w", s.line, err)
	}
	s.whole, s.tagsOnly = true, true
	return err
}

// next is the next part. It fails on a comment or a tag that is not whole, naming the line.
func (s *scanner) next() (part, error) {
	for {
		if len(s.text) == 0 {
			if err := s.readLine(); errors.Is(err, io.EOF) {
				return part{line: s.line}, s.unclosed()
			} else if err != nil {
				return part{}, err
			}
		}
		if p, found, err := s.within(); found || err != nil {
			return p, err
		}
	}
}

// unclosed is the fault of a comment that is open at the end of the file.
func (s *scanner) unclosed() error {
	if s.comment > 0 {
		return fmt.Errorf("line %d: a comment begins with { but does not end: close it with }", s.comment)
	}
	return nil
}

// within reads on in the line, if there is more than blanks and comments.
func (s *scanner) within() (p part, found bool, err error) {
	first := s.whole
	s.whole = false
	percent := first && s.text[0] == '%'
	s.text = bytes.TrimLeft(s.text, blanks)
	if len(s.text) == 0 {
		s.blank = s.blank || first
		return p, false, nil
	}
	if s.comment > 0 {
		_, s.text, found = bytes.Cut(s.text, []byte("}"))
		if s.tagsOnly = false; found {
			s.comment = 0
		}
		return p, false, nil
	}
	c := s.text[0]
	switch {
	case s.strict && (percent || c == ';' || c == '{'):
		return p, false, fmt.Errorf("line %d: comment at %q; comments are not read, remove it", s.line, c)
	case percent || c == ';':
		s.text = nil
	case c == '{':
		s.text, s.comment = s.text[1:], s.line
	case c == '[' && s.tagsOnly:
		p, err = s.tag()
		return p, true, err
	default:
		s.tagsOnly = false
		p, found = s.word()
	}
	return p, found, nil
}

// word reads on to the next blank, comment or bracket of a variation.
func (s *scanner) word() (p part, found bool) {
	if s.skipWords {
		s.text = s.text[until(s.text, "{;"):]
		return p, false
	}
	stops := blanks + "{;()"
	if s.strict {
		stops = blanks
	}
	length := max(1, until(s.text, stops))
	p = part{kind: word, value: s.text[:length], line: s.line, afterBlank: s.blank}
	s.text, s.blank = s.text[length:], false
	return p, true
}

// until is how long the text is to the first of some characters.
func until(text []byte, stops string) int {
	if i := bytes.IndexAny(text, stops); i >= 0 {
		return i
	}
	return len(text)
}

// tag reads [Name "value"] within the line.
func (s *scanner) tag() (part, error) {
	rest := bytes.TrimLeft(s.text[1:], blanks)
	length := 0
	for length < len(rest) && isTagName(rest[length]) {
		length++
	}
	name := rest[:length]
	rest, quoted := bytes.CutPrefix(bytes.TrimLeft(rest[length:], blanks), []byte{'"'})
	var value []byte
	if quoted && length > 0 {
		value, rest, quoted = s.quoted(rest)
	}
	rest, closed := bytes.CutPrefix(bytes.TrimLeft(rest, blanks), []byte{']'})
	if !quoted || !closed || length == 0 {
		return part{}, fmt.Errorf("line %d: the tag [%.80s is not whole: write it as [Name \"value\"] on one line",
			s.line, name)
	}
	p := part{kind: tag, name: s.named(name), value: value, line: s.line, afterBlank: s.blank}
	s.text, s.blank, s.skipWords = rest, false, false
	return p, nil
}

// quoted reads the rest of a value, in which a backslash stands before quotes and backslashes; ok is false where it
// does not end on its line or, if the scanner is strict, a backslash stands before something else.
func (s *scanner) quoted(text []byte) (value, rest []byte, ok bool) {
	if i := until(text, `"\`); i < len(text) && text[i] == '"' { // so it is nearly always
		return text[:i], text[i+1:], true
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return value, text[i+1:], true
		case c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
		case c == '\\' && s.strict:
			return nil, nil, false
		}
		value = append(value, text[i])
	}
	return nil, nil, false
}

func isTagName(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c >= 0x80 ||
		bytes.IndexByte([]byte("-.+#=:"), c) >= 0
}

// named is the name as a string, the same for equal names.
func (s *scanner) named(name []byte) string {
	known, ok := s.names[string(name)]
	if !ok {
		known = string(name)
		if len(s.names) < 1000 {
			s.names[known] = known
		}
	}
	return known
}
