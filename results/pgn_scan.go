package results

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// pgnToken is a part of a file in Portable Game Notation.
type pgnToken struct {
	kind        pgnKind
	name, value string // of a tag; the value alone of a word
	line        int    // from 1
	afterBlank  bool   // a blank line lies before it
}

type pgnKind uint8

const (
	pgnEnd  pgnKind = iota // of the file
	pgnTag                 // [Name "value"]
	pgnWord                // a move, a number, a result: anything else
)

// pgnScanner takes a file apart as it reads. Comments, in braces or behind a semicolon, and lines that begin with a percent sign are passed over.
type pgnScanner struct {
	in       *bufio.Reader
	line     int
	column   int  // bytes read of the line
	filled   bool // the line holds more than blanks
	skipped  bool // a blank line was passed over since the last token
	tagsOnly bool // so far, the line holds nothing but tags
	err      error
}

func newPGNScanner(r io.Reader) *pgnScanner {
	return &pgnScanner{in: withoutMark(r), line: 1, tagsOnly: true}
}

// read is the next byte, 0 at the end of the file. A line ends with a line feed, a carriage return before it counts as a blank.
func (s *pgnScanner) read() byte {
	if s.err != nil {
		return 0
	}
	c, err := s.in.ReadByte()
	if err != nil {
		s.err = err
		return 0
	}
	s.column++
	if c == '\n' {
		s.skipped = s.skipped || !s.filled
		s.line++
		s.column, s.filled, s.tagsOnly = 0, false, true
	} else if !isBlank(c) {
		s.filled = true
	}
	return c
}

// back takes the last byte, which did not end a line, back.
func (s *pgnScanner) back() {
	if s.err == nil {
		s.err = s.in.UnreadByte()
		s.column--
	}
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'
}

// next is the next token.
func (s *pgnScanner) next() (pgnToken, error) {
	for {
		c := s.read()
		switch {
		case s.err != nil:
			return s.end()
		case isBlank(c):
		case c == ';' || c == '%' && s.column == 1:
			s.skipLine()
		case c == '{':
			if err := s.skipComment(); err != nil {
				return pgnToken{}, err
			}
		case c == '[' && s.tagsOnly:
			return s.tag()
		default:
			s.tagsOnly = false
			return s.word(c), nil
		}
	}
}

func (s *pgnScanner) end() (pgnToken, error) {
	if errors.Is(s.err, io.EOF) {
		return pgnToken{kind: pgnEnd, line: s.line}, nil
	}
	return pgnToken{}, fmt.Errorf("line %d: %w", s.line, s.err)
}

func (s *pgnScanner) skipLine() {
	for line := s.line; s.line == line && s.err == nil; {
		s.read()
	}
}

func (s *pgnScanner) skipComment() error {
	line := s.line
	s.tagsOnly = false
	for s.err == nil {
		if s.read() == '}' && s.err == nil {
			s.tagsOnly = false // a bracket behind it begins no tag
			return nil
		}
	}
	if !errors.Is(s.err, io.EOF) {
		return fmt.Errorf("line %d: %w", s.line, s.err)
	}
	return fmt.Errorf("line %d: a comment begins with { but does not end: close it with }", line)
}

// word reads on to the next blank, comment or bracket.
func (s *pgnScanner) word(first byte) pgnToken {
	token := pgnToken{kind: pgnWord, line: s.line, afterBlank: s.takeSkipped()}
	const longest = 80 // of which a word is kept
	text := []byte{first}
	for {
		c := s.read()
		if s.err != nil || c == '\n' || isBlank(c) {
			break
		}
		if c == '{' || c == ';' {
			s.back()
			break
		}
		if len(text) < longest {
			text = append(text, c)
		}
	}
	token.value = string(text)
	return token
}

func (s *pgnScanner) takeSkipped() bool {
	skipped := s.skipped
	s.skipped = false
	return skipped
}
